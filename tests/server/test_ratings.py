"""Ratings and the solo ranking are counted when a game ends, and cost the same however many there are."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import pytest
from alembic import command
from sqlalchemy import insert, select, text

from conftest import PLAIN
from gangland.bots import choose_greedily
from gangland.core.game import Game, places
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import deal
from gangland.server.matches import write_deal
from gangland.server.models import RatingRow, SeatRow, TableRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.ratings import CERTAIN, MIDDLE, MODEL, Rating
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import LISTED, alembic_config
from gangland.web.table_view import SeatKind
from serving import Time, person

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the games are the same"),
]
WON = 6  # the seed of a solo game that the greedy player wins
ME, OPEN, HOUSE = NewSeat("me"), NewSeat("open"), NewSeat("level", 7)


@pytest.fixture
def services(laid_out: str) -> Iterator[Services]:
    services = Services(Settings(laid_out, now=Time(), limits=False))
    services.store.migrate()
    yield services
    services.store.close()


def lose(
    services: Services, loser: Person, other: NewSeat = OPEN, winner: Person | None = None, game: Game | None = None
) -> str:
    table = services.tables.open(loser, NewTable(game or Duel(), (ME, other)), deal(game or Duel(), 1, 0))
    if winner:
        services.tables.claim(table, winner)
    services.tables.resign(table, loser)
    services.settings.now.pass_by(1)  # type: ignore[attr-defined]
    return table


def test_places_have_ties_and_winners_come_first() -> None:
    assert places((2,), (5, 9, 9, 2)) == [2, 1, 0, 3]
    assert places((0, 1), (7, 7, 3, 3)) == [0, 0, 2, 2]


def test_whoever_wins_gains_and_more_against_the_strong(services: Services) -> None:
    anna, ben, carl, dora = (person(services, name) for name in ("Anna", "Ben", "Carl", "Dora"))
    assert services.ratings.of(Duel.name) == []
    for _ in range(CERTAIN):
        lose(services, ben, winner=anna)
    best, worst = services.ratings.of(Duel.name)
    assert (best.name, best.games, worst.name) == ("Anna", CERTAIN, "Ben")
    assert best.points - MIDDLE == MIDDLE - worst.points > 100
    assert best.is_certain
    assert 0 < best.doubt < Rating("", "", SeatKind.PERSON).doubt
    lose(services, anna, winner=carl)
    lose(services, ben, winner=dora)
    gained = {line.name: line for line in services.ratings.of(Duel.name)}
    assert gained["Carl"].points > gained["Dora"].points > MIDDLE
    assert [line.name for line in services.ratings.of(Duel.name)] == [
        "Anna",
        "Ben",
        "Carl",
        "Dora",
    ]  # first who is certain
    assert services.ratings.mine(carl.id) == [(Duel.name, gained["Carl"])]
    assert services.ratings.of(Gangs.name) == []


def test_the_house_is_rated_too(services: Services) -> None:
    anna = person(services, "Anna")
    lose(services, anna, HOUSE, game=Gangs(2))
    best, worst = services.ratings.of(Gangs.name)
    assert (best.kind, best.level, worst.name) == ("opponent", 7, "Anna")


def test_what_does_not_count(services: Services) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    lose(services, anna, NewSeat("here", name="Ben"))  # two seats, one person
    table = services.tables.open(anna, NewTable(Duel(), (ME, OPEN)), deal(Duel(), 1, 0))
    services.tables.claim(table, ben)
    legal = services.tables.view(table, anna).legal_moves
    services.tables.move(table, anna, 0, legal[0])
    if not services.tables.undo(table, anna, 1):
        services.tables.answer_undo(table, ben, 1, True)
    services.tables.resign(table, anna)  # a move was taken back
    left = services.tables.open(anna, NewTable(Gangs(3), (ME, OPEN, HOUSE)), deal(Gangs(3), 1, 0))
    services.tables.claim(left, ben)
    services.tables.leave(left, anna)  # the house plays on for her
    while (t := services.tables.view(left, None)).turn is not None:
        legal = services.tables.view(left, ben).legal_moves
        if legal:
            services.tables.move(left, ben, t.number, legal[0])
        elif turn := services.bot_turns.turn(left):
            services.tables.bot_move(left, t.number, str(turn.match.legal_moves[0]))
    assert services.tables.view(left, None).outcome
    assert services.ratings.of(Duel.name) == services.ratings.of(Gangs.name) == []


def test_games_that_end_at_the_same_time_all_count(services: Services) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    tables = [services.tables.open(anna, NewTable(Duel(), (ME, OPEN))) for _ in range(8)]
    for table in tables:
        services.tables.claim(table, ben)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(services.tables.resign, tables, [anna, ben] * 4))
    assert [line.games for line in services.ratings.of(Duel.name)] == [8, 8]


def finish_some(services: Services) -> None:
    """Rated games of every kind, and solo games of which some were won."""
    people = [person(services, name) for name in ("Anna", "Ben", "Carl")]
    for number in range(6):
        lose(services, people[number % 3], winner=people[(number + 1 + number % 2) % 3])
        lose(services, people[number % 3], HOUSE, game=Gangs(2))
    services.people.rename(people[0], "Anne")  # the last name is shown
    lose(services, services.people.find(people[0].id), winner=people[1])
    for _ in range(2):
        win_alone(services, people[0])


def win_alone(services: Services, who: Person) -> None:
    table = services.tables.open(who, NewTable(Solo(1), (ME,)), deal(Solo(1), WON))
    while (seen := services.tables.view(table, who)).turn is not None:
        if turn := services.bot_turns.turn(table):
            services.tables.bot_move(table, seen.number, str(turn.match.legal_moves[0]))
        else:
            assert seen.view
            services.tables.move(table, who, seen.number, str(choose_greedily(seen.view)))
    services.settings.now.pass_by(1)  # type: ignore[attr-defined]


def lists_of(services: Services) -> list[object]:
    solo = [services.lobby.ranking(Solo(level, robot)) for level in (1, 2, 3, 4) for robot in (False, True)]
    return [*solo, services.ratings.of(Duel.name), services.ratings.of(Gangs.name)]


def test_all_processes_and_old_databases_tell_what_a_reading_of_all_games_tells(services: Services) -> None:
    finish_some(services)
    other = Services(services.settings)
    assert lists_of(other) == lists_of(services)
    other.store.close()
    means: dict[str, float] = {}
    deviations: dict[str, float] = {}
    with services.store.read() as session:  # read as plainly as can be
        rows = session.scalars(select(TableRow).where(TableRow.game == Duel.name).order_by(TableRow.ended)).unique()
        for row in rows:
            who = [seat.person or "" for seat in row.seats]
            teams = [[MODEL.rating(means.get(one, MODEL.mu), deviations.get(one, MODEL.sigma))] for one in who]
            assert row.outcome
            after = MODEL.rate(teams, ranks=[float(seat not in row.outcome["winners"]) for seat in range(2)])
            for one, [new] in zip(who, after, strict=True):
                means[one], deviations[one] = new.mu, new.sigma
    lines = services.ratings.of(Duel.name)
    assert {line.who: (line.mean, line.deviation) for line in lines} == {
        who: (means[who], deviations[who]) for who in means
    }
    assert "Anne" in [line.name for line in lines]
    assert len(services.lobby.ranking(Solo(1, False))) == 2
    before = lists_of(services)  # and so does a database from before all this, when it is brought up to date
    with services.store.engine.execution_options(immediate=True).begin() as connection:
        command.downgrade(alembic_config(connection), "0001")
    services.store.engine.dispose()
    services.store.migrate()
    assert lists_of(services) == before


FEW, MANY = 300, int(os.environ.get("GANGLAND_FINISHED", "3000"))  # finished games


def test_a_look_takes_no_longer_with_many_finished_games(services: Services) -> None:
    """With GANGLAND_FINISHED=100000 `pytest tests/server -k many_finished -s` prints the ratio at full size."""
    fill(services, 0, FEW)
    few = quickest_look(services)
    fill(services, FEW, MANY)
    many = quickest_look(services)
    print(f"{FEW} games {1000 * few:.2f} ms, {MANY} games {1000 * many:.2f} ms, ratio {many / few:.2f}")
    assert many < 5 * few


def fill(services: Services, start: int, end: int) -> None:
    """Won solo games and rated people, one of each for every number."""
    dealt = write_deal(deal(Solo(), 1))
    common = {
        "game": Solo.name, "rules": Solo().options(), "deal": dealt, "opener": "x", "public": True, "clock": {},
        "opened": 1.0, "started": 1.0, "ranked": True, "number": 9, "version": 9, "owed": False, "since": 1.0,
        "outcome": {"scores": [30, 20], "winners": [0], "reason": "pile"}, "ranking": Solo(3).ranking_list,
        "by_bot": False,
    }  # fmt: skip
    seat = {"number": 0, "kind": "person", "person": "x", "name": "Ann"}
    line = {
        "game": Duel.name,
        "name": "Ann",
        "kind": "person",
        "bot": False,
        "deviation": 5.0,
        "games": 9,
        "certain": True,
    }
    numbers = range(start, end)
    with services.store.write() as session:
        rows = [{"id": f"{n:010x}", "ended": float(n), "score": n % 60, **common} for n in numbers]
        session.execute(insert(TableRow), rows)
        session.execute(insert(SeatRow), [{"table": f"{n:010x}", **seat} for n in numbers])
        session.execute(insert(RatingRow), [{"who": f"x{n}", "mean": 25 + n % 7 / 10, **line} for n in numbers])
    if not services.store.is_sqlite:
        with services.store.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("ANALYZE"))


def quickest_look(services: Services) -> float:
    def look() -> float:
        since = perf_counter()
        assert len(services.lobby.ranking(Solo(3, False))) == len(services.ratings.of(Duel.name)) == LISTED
        assert services.lobby.ranking(Solo(3, False), bots=True) == []
        return perf_counter() - since

    return min(look() for _ in range(60))
