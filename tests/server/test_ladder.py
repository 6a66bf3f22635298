"""The level that “Play now” chooses follows a person's results."""

from collections.abc import Iterator

import pytest
from alembic import command
from sqlalchemy import select, text

from conftest import PLAIN
from gangland.bots import choose_greedily
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import deal
from gangland.server.ladder import Ladder
from gangland.server.models import RatingRow, SeatRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import alembic_config
from serving import person

pytestmark = pytest.mark.skipif(PLAIN, reason="the games are the same")


@pytest.fixture
def services(sqlite: str) -> Iterator[Services]:
    services = Services(Settings(sqlite, limits=False))
    services.store.migrate()
    yield services
    services.store.close()


def lose(services: Services, who: Person, level: int, game: Game | None = None) -> str:
    """Give up a game against opponents of a level."""
    rules = game or Duel()
    seats = (NewSeat("me"), *[NewSeat("level", level)] * (rules.players - 1))
    table = services.tables.open(who, NewTable(rules, seats), deal(rules, 1, 0))
    services.tables.resign(table, who)
    return table


def test_two_wins_lead_up_and_two_losses_down() -> None:
    start = Ladder()
    assert start.level == 1
    once = start.after(1, True, 7)
    assert (once.level, once.run) == (1, 1)
    twice = once.after(1, True, 7)
    assert (twice.level, twice.run) == (2, 0)
    assert twice.after(2, False, 7).after(2, True, 7).level == 2
    assert twice.after(2, False, 7).after(2, False, 7).level == 1
    assert start.after(1, False, 7).after(1, False, 7).level == 1
    assert Ladder(7).after(7, True, 7).after(7, True, 7).level == 7


def test_a_try_at_a_stronger_one_costs_nothing_and_an_easy_win_brings_nothing() -> None:
    ladder = Ladder(3, run=1)
    assert ladder.after(6, False, 7).run == ladder.after(1, True, 7).run == 1
    assert ladder.after(6, True, 7).level == 4
    assert ladder.after(6, False, 7).results == {6: (0, 1)}


def test_games_move_people_up_and_down(services: Services) -> None:
    anna = person(services, "Anna")
    assert services.ladders.of(anna.id, "famiglia") == services.ladders.of(None, "famiglia") == Ladder()
    for _ in range(2):
        lose(services, anna, 1)
    found = services.ladders.of(anna.id, "famiglia")
    assert (found.level, found.results) == (1, {1: (0, 2)})
    assert services.ladders.of(anna.id, "gangs") == Ladder()
    lose(services, anna, 4, Gangs(2))
    assert services.ladders.of(anna.id, "gangs").results == {4: (0, 1)}


def test_games_that_do_not_count_and_games_between_people_move_nobody(services: Services) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = services.tables.open(anna, NewTable(Duel(), (NewSeat("me"), NewSeat("open"))), deal(Duel(), 1, 0))
    services.tables.claim(table, ben)
    services.tables.resign(table, anna)
    mixed = (NewSeat("me"), NewSeat("level", 1), NewSeat("level", 2))
    services.tables.resign(services.tables.open(anna, NewTable(Gangs(3), mixed), deal(Gangs(3), 1, 0)), anna)
    undone = services.tables.open(anna, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1))), deal(Duel(), 1, 0))
    services.tables.move(undone, anna, 0, services.tables.view(undone, anna).legal_moves[0])
    services.tables.undo(undone, anna, services.tables.view(undone, anna).number)
    services.tables.resign(undone, anna)
    for rulebook in ("famiglia", "gangs"):
        assert services.ladders.of(anna.id, rulebook) == services.ladders.of(ben.id, rulebook) == Ladder()


def test_several_of_one_level_each_count_as_that_level(services: Services) -> None:
    anna = person(services, "Anna")
    seats = (NewSeat("me"), *[NewSeat("level", 2)] * 3)
    table = services.tables.open(anna, NewTable(Gangs(4), seats), deal(Gangs(4), 1, 0))
    while (seen := services.tables.view(table, anna)).turn is not None:
        if seen.legal_moves:
            services.tables.move(table, anna, seen.number, seen.legal_moves[-1])
        elif turn := services.bot_turns.turn(table):
            move = choose_greedily(turn.match.view(turn.match.turn))
            services.tables.bot_move(table, seen.number, str(move))
    best, worst = services.ratings.of(Gangs.name)
    assert (best.level, best.games, worst.name) == (2, 1, "Anna")
    assert best.points > worst.points
    assert services.ladders.of(anna.id, "gangs").results == {2: (0, 1)}


def test_the_five_levels_of_an_older_database_become_four_of_the_seven(services: Services) -> None:
    anna = person(services, "Anna")
    tables = {level: lose(services, anna, level) for level in (1, 2, 3, 3, 4, 5)}
    with services.store.engine.begin() as connection:  # as an older version left them
        connection.execute(text("DROP TABLE ladders"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
        command.upgrade(alembic_config(connection), "0008")
    with services.store.read() as session:
        opponents = select(SeatRow.table, SeatRow.level, SeatRow.name).where(SeatRow.number == 1)
        now = {row.table: (row.level, row.name) for row in session.execute(opponents)}
        ratings = select(RatingRow.who, RatingRow.level, RatingRow.games).where(RatingRow.level.is_not(None))
        rated = {row.who: (row.level, row.games) for row in session.execute(ratings)}
    assert {level: now[table] for level, table in tables.items()} == {
        1: (4, "Bootlegger"), 2: (5, "Forger"), 3: (5, "Forger"), 4: (6, "Consigliere"), 5: (7, "Godfather"),
    }  # fmt: skip
    assert rated == {"level 4": (4, 1), "level 5": (5, 2), "level 6": (6, 1), "level 7": (7, 1)}
