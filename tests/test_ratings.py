"""Ratings are a reading of finished games."""

from collections.abc import Iterator

import pytest

from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.game import Game, places
from gangland.gangs import Gangs
from gangland.play import deal
from gangland.server.house import House, Settings
from gangland.server.identity import Who
from gangland.server.ratings import CERTAIN, MIDDLE, Rating, Ratings
from gangland.server.tables import Wanted, Wish
from serving import Time, person

pytestmark = pytest.mark.skipif(PLAIN, reason="the games are the same")
ME, OPEN, HOUSE = Wanted("me"), Wanted("open"), Wanted("level", 3)


@pytest.fixture
def house(db: str) -> Iterator[House]:
    house = House(Settings(db, now=Time(), limits=False))
    house.store.migrate()
    yield house
    house.store.close()


def lose(house: House, loser: Who, other: Wanted = OPEN, winner: Who | None = None, game: Game | None = None) -> str:
    table = house.tables.open(loser, Wish(game or Duel(), (ME, other)), deal(game or Duel(), 1, 0))
    if winner:
        house.tables.claim(table, winner)
    house.tables.resign(table, loser)
    house.settings.now.pass_by(1)  # type: ignore[attr-defined]
    return table


def test_places_have_ties_and_winners_come_first() -> None:
    assert places((2,), (5, 9, 9, 2)) == [2, 1, 0, 3]
    assert places((0, 1), (7, 7, 3, 3)) == [0, 0, 2, 2]


def test_whoever_wins_gains_and_more_against_the_strong(house: House) -> None:
    anna, ben, carl, dora = (person(house, name) for name in ("Anna", "Ben", "Carl", "Dora"))
    assert house.ratings.of(Duel.name) == []
    for _ in range(CERTAIN):
        lose(house, ben, winner=anna)
    best, worst = house.ratings.of(Duel.name)
    assert (best.name, best.games, worst.name) == ("Anna", CERTAIN, "Ben")
    assert best.points - MIDDLE == MIDDLE - worst.points > 100
    assert best.is_certain
    assert 0 < best.doubt < Rating("", "", "").doubt
    lose(house, anna, winner=carl)
    lose(house, ben, winner=dora)
    gained = {line.name: line for line in house.ratings.of(Duel.name)}
    assert gained["Carl"].points > gained["Dora"].points > MIDDLE
    assert [line.name for line in house.ratings.of(Duel.name)] == [
        "Anna",
        "Ben",
        "Carl",
        "Dora",
    ]  # first who is certain
    assert house.ratings.mine(carl.id) == [(Duel.name, gained["Carl"])]
    assert house.ratings.of(Gangs.name) == []


def test_the_house_is_rated_too(house: House) -> None:
    anna = person(house, "Anna")
    lose(house, anna, HOUSE, game=Gangs(2))
    best, worst = house.ratings.of(Gangs.name)
    assert (best.kind, best.level, worst.name) == ("opponent", 3, "Anna")


def test_what_does_not_count(house: House) -> None:
    anna, ben = person(house, "Anna"), person(house, "Ben")
    lose(house, anna, Wanted("here", name="Ben"))  # two seats, one person
    table = house.tables.open(anna, Wish(Duel(), (ME, OPEN)), deal(Duel(), 1, 0))
    house.tables.claim(table, ben)
    legal = house.tables.glimpse(table, anna).legal_moves
    house.tables.move(table, anna, 0, legal[0])
    if not house.tables.undo(table, anna, 1):
        house.tables.answer_undo(table, ben, 1, True)
    house.tables.resign(table, anna)  # a move was taken back
    left = house.tables.open(anna, Wish(Gangs(3), (ME, OPEN, HOUSE)), deal(Gangs(3), 1, 0))
    house.tables.claim(left, ben)
    house.tables.leave(left, anna)  # the house plays on for her
    while (t := house.tables.glimpse(left, None)).turn is not None:
        legal = house.tables.glimpse(left, ben).legal_moves
        if legal:
            house.tables.move(left, ben, t.number, legal[0])
        elif turn := house.tables.house_turn(left):
            house.tables.house_move(left, t.number, str(turn[2].legal_moves[0]))
    assert house.tables.glimpse(left, None).outcome
    assert house.ratings.of(Duel.name) == house.ratings.of(Gangs.name) == []


def test_reading_on_comes_to_the_same_as_reading_all(house: House) -> None:
    people = [person(house, name) for name in ("Anna", "Ben", "Carl")]
    for number in range(7):
        lose(house, people[number % 3], winner=people[(number + 1 + number % 2) % 3])
        house.ratings.of(Duel.name)
    assert house.ratings.of(Duel.name) == Ratings(house.store).of(Duel.name)
