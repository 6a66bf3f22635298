"""Rows in memory: read once, shared by all viewers, and never older than what this process has heard of."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from gangland.famiglia import Duel
from gangland.server.models import TableRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.routes.table import view_with_story
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import person, sit

Opened = Callable[[], Services]


@pytest.fixture
def process(db: str) -> Iterator[Opened]:
    """Makes the services of one more process on the same database."""
    running: list[Services] = []

    def start() -> Services:
        services = Services(Settings(db, limits=False, late=3600))
        services.store.migrate()
        services.uptime.beat()
        running.append(services)
        return services

    yield start
    for services in running:
        services.store.close()


@contextmanager
def statements(services: Services) -> Iterator[list[str]]:
    """The statements that a process sends to its database meanwhile."""
    sent: list[str] = []
    note = lambda connection, cursor, statement, *rest: sent.append(statement)  # noqa: E731
    event.listen(services.store.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(services.store.engine, "before_cursor_execute", note)


def move(services: Services, table: str, people: list[Person]) -> None:
    seen = services.tables.view(table, None)
    assert seen.turn is not None
    mover = people[seen.turn]
    services.tables.move(table, mover, seen.number, services.tables.view(table, mover).legal_moves[0])


def test_after_a_move_nobody_reads_the_table_again(process: Opened) -> None:
    services = process()
    table, people = sit(services, played(Duel(), 1, 3), ["Ann", "Ben"])
    move(services, table, people)
    number = services.tables.view(table, None).number
    move(services, table, people)
    with statements(services) as sent:
        seen = [view_with_story(services.tables, table, person, heard=0)[0] for person in (*people, None)]
    assert not sent
    assert {view.number for view in seen} == {number + 1}


def test_a_move_reads_no_more_than_the_version_of_its_table(process: Opened) -> None:
    services = process()
    table, people = sit(services, played(Duel(), 1, 3), ["Ann", "Ben"])
    move(services, table, people)
    seen = services.tables.view(table, None)
    mover = people[seen.turn or 0]
    chosen = services.tables.view(table, mover).legal_moves[0]
    with statements(services) as sent:
        services.tables.move(table, mover, seen.number, chosen)
    asked = [statement for statement in sent if statement.startswith("SELECT") and "pg_notify" not in statement]
    assert len(asked) == 1
    assert "version" in asked[0]


def test_what_another_process_did_is_seen_as_soon_as_it_is_heard_of(process: Opened) -> None:
    here, there = process(), process()
    table, people = sit(here, played(Duel(), 1, 3), ["Ann", "Ben"])
    before = here.tables.view(table, None)
    move(there, table, people)
    heard = there.tables.version(table)
    assert view_with_story(here.tables, table, None, heard=heard)[0].number == before.number + 1


def test_after_a_command_what_others_did_before_it_is_seen_too(process: Opened) -> None:
    here, there = process(), process()
    table, people = sit(here, played(Duel(), 1, 3), ["Ann", "Ben"])
    before = here.tables.view(table, None)
    move(there, table, people)
    here.tables.chat(table, people[0], "Well played.")
    seen = view_with_story(here.tables, table, None, heard=0)[0]
    assert seen.number == before.number + 1
    assert [said.text for said in seen.chat] == ["Well played."]


def test_a_move_ends_the_lease_of_its_bot(process: Opened) -> None:
    """A lease makes no new version, so the rows in memory do not have it."""
    services = process()
    ann = person(services, "Ann")
    table = services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=1))
    number = services.tables.view(table, None).number
    assert services.bot_turns.lease([table], "thinker")
    services.tables.bot_move(table, number, "pass")
    assert services.tables.view(table, None).number == number + 1
    with services.store.read() as session:
        assert session.get_one(TableRow, table).thinker is None
