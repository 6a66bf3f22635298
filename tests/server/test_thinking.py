"""One scheduler for all thinking of the server: who is next, who thinks, and how long others wait."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from math import inf
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from conftest import LONG, PLAIN
from gangland.bots import levels_for
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.server import thinking
from gangland.server.bot_turns import LEASE
from gangland.server.events import QUICK
from gangland.server.models import EntryRow, TableRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.queue import AT_ONCE, Queue, Work
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import LISTED
from serving import Postgres, Process, Time, bot, entries, person, serving
from waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
MANY = 200 if LONG else 60
STRONGEST = 7  # of the levels: it thinks by the clock, and so for all of its tables longer than a test lasts
ANSWERS = 12  # of which the quickest counts: the machine has other things to do
NOISE = 0.15  # seconds that a busy machine adds to anything


# Who is next


def quick(person: str, count: int = 1) -> list[Work]:
    return [Work(f"{person}-quick-{number}", person, slow=False) for number in range(count)]


def slow(person: str, count: int = 1) -> list[Work]:
    return [Work(f"{person}-slow-{number}", person, slow=True) for number in range(count)]


def queue(width: int, *works: Work) -> Queue:
    made = Queue(width)
    for work in works:
        made.add(work)
    return made


def take_all(queue: Queue) -> list[str]:
    taken = []
    while work := queue.take():
        taken.append(work.table)
    return taken


def in_turn(queue: Queue) -> list[str]:
    """The order in which one worker after the other gets them."""
    taken = []
    while work := queue.take():
        queue.end(work)
        taken.append(work.table)
    return taken


def test_persons_take_turns() -> None:
    order = in_turn(queue(2, *quick("ann", 3), *quick("ben"), *quick("carl", 2)))
    assert order == ["ann-quick-0", "ben-quick-0", "carl-quick-0", "ann-quick-1", "carl-quick-1", "ann-quick-2"]


def test_whoever_comes_while_others_wait_is_next() -> None:
    waiting = queue(2, *quick("ann", 200))
    first = waiting.take()
    waiting.add(quick("ben")[0])
    assert first
    waiting.end(first)
    assert in_turn(waiting)[:3] == ["ann-quick-1", "ben-quick-0", "ann-quick-2"]


def test_quick_ones_come_first() -> None:
    order = in_turn(queue(2, *slow("ann", 2), *slow("ben"), *quick("ann"), *quick("ben")))
    assert order == ["ann-quick-0", "ben-quick-0", "ann-slow-0", "ben-slow-0", "ann-slow-1"]


@pytest.mark.parametrize("width", [2, 3, 5])
def test_the_slow_leave_a_worker_free_for_the_quick(width: int) -> None:
    waiting = queue(width, *(slow(name)[0] for name in "abcdefgh"))
    assert len(take_all(waiting)) == width - 1
    waiting.add(quick("zoe")[0])
    assert take_all(waiting) == ["zoe-quick-0"]


def test_the_quick_leave_a_worker_free_for_the_slow_if_they_wait() -> None:
    assert len(take_all(queue(3, *(quick(name)[0] for name in "abcd")))) == 3
    assert take_all(queue(3, *(quick(name)[0] for name in "abcd"), *slow("zoe")))[-1] == "zoe-slow-0"


def test_few_tables_of_one_person_are_thought_about_at_a_time() -> None:
    waiting = queue(9, *quick("ann", 5), *slow("ann", 5), *slow("ben"))
    assert take_all(waiting) == ["ann-quick-0", "ann-quick-1", "ann-slow-0", "ben-slow-0", "ann-slow-1"]
    assert AT_ONCE == 2


def test_a_table_is_thought_about_once_at_a_time() -> None:
    work = quick("ann")[0]
    waiting = queue(4, work, work)
    assert waiting.take() == work
    waiting.add(work)  # its next move
    assert waiting.take() is None
    waiting.thought(work)  # it pauses
    assert waiting.take() is None
    waiting.end(work)
    assert waiting.take() == work
    assert waiting.is_empty


@pytest.mark.parametrize("game", [Duel(), Gangs()], ids=str)
def test_quick_levels_are_quick(game: Duel | Gangs) -> None:
    for level in levels_for(game):
        assert (level.number > QUICK) == (level.seconds is not None or (level.simulations or 0) > 500)


# What is owed, and who thinks about it


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def services(laid_out: str, clock: Time) -> Iterator[Services]:
    made = Services(Settings(laid_out, now=clock, steady=clock, late=inf))
    made.store.migrate()
    yield made
    made.store.close()


def owing(services: Services, who: Person, level: int = 1, count: int = 1) -> list[str]:
    """Tables of Gangs for four at which three opponents of a level move before their opener does."""
    seats = (NewSeat("me"), *[NewSeat("level", level)] * 3)
    return [services.tables.open(who, NewTable(Gangs(4), seats, first=1)) for _ in range(count)]


def test_debts_are_read_in_pages_with_something_of_everybody(services: Services, clock: Time) -> None:
    names = ["Anna", "Ben", *(f"Guest {number}" for number in range(LISTED))]
    many, few, *guests = (person(services, name) for name in names)
    slow = []
    for _ in range(4):
        slow += owing(services, many, 5)
        clock.pass_by(1)
    other, first = owing(services, few, 5), owing(services, many, 2)
    assert [work.table for work in services.bot_turns.awaiting()] == [*first, slow[0], *other, slow[1]]
    for guest in guests:
        owing(services, guest)
    assert {work.person for work in services.bot_turns.awaiting()} == {guest.id for guest in guests}


def test_one_thinks_for_a_table_until_its_lease_runs_out(services: Services, clock: Time) -> None:
    table, other = owing(services, person(services, "Anna"), count=2)
    assert services.bot_turns.lease([table, other], "one") == {table, other}
    assert services.bot_turns.lease([table], "two") == set()
    assert services.bot_turns.awaiting() == []
    clock.pass_by(0.9 * LEASE)
    assert services.bot_turns.lease([table], "one") == {table}  # still
    clock.pass_by(0.9 * LEASE)
    assert services.bot_turns.lease([table, other], "two") == {other}
    services.bot_turns.release("one")
    assert services.bot_turns.lease([table], "two") == {table}
    turn = services.bot_turns.turn(table)
    assert turn
    services.tables.bot_move(table, turn.number, str(turn.match.legal_moves[0]))
    assert services.bot_turns.lease([table], "three") == {table}  # the next move is anybody's


def test_debts_are_paid_one_page_after_the_other(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 1000)
    services = Services(Settings(sqlite))
    services.store.migrate()
    anna = person(services, "Anna")
    tables = owing(services, anna, count=3 * AT_ONCE)
    services.store.close()
    with serving(Settings(sqlite, pause=0, workers=ThreadPoolExecutor)) as (_, services):
        until(lambda: all(services.tables.view(table, anna).turn == 0 for table in tables))


class Counting(ThreadPoolExecutor):
    """How many thoughts were asked for, all in all."""

    calls = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        Counting.calls += 1
        return super().submit(*args, **kwargs)


def test_of_two_processes_one_thinks(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Counting, "calls", 0)
    db = postgres.new_database()
    settings = Settings(db, pause=0, workers=Counting)
    with serving(settings) as (_, one), serving(settings) as (_, other):
        anna = person(one, "Anna")
        tables = [table for services in (one, other) for table in owing(services, anna, 3, 4)]
        until(lambda: all(one.tables.view(table, anna).turn == 0 for table in tables))
        made = moves_at(one, tables)
    assert made >= 3 * len(tables)
    assert 0 < Counting.calls <= made


def test_another_process_takes_over_from_one_that_was_killed(postgres: Postgres) -> None:
    db = postgres.new_database()
    services = Services(Settings(db))
    services.store.migrate()
    (table,) = owing(services, person(services, "Anna"), 5)

    def thinker() -> str | None:
        with services.store.read() as session:
            return session.get_one(TableRow, table).thinker

    server = Process(db)
    until(thinker)
    server.kill()
    assert thinker()
    made = entries(services, table)
    with serving(Settings(db, workers=ThreadPoolExecutor)):
        until(lambda: entries(services, table) > made)
    services.store.close()


def test_a_killed_worker_is_replaced(sqlite: str) -> None:
    with serving(Settings(sqlite, pause=0)) as (_, services):
        anna = person(services, "Anna")
        (table,) = owing(services, anna, 5)

        def workers() -> list[int]:
            executor = services.thinking._executor
            return list(executor._processes) if isinstance(executor, ProcessPoolExecutor) else []

        until(workers)
        killed = workers()
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        until(lambda: entries(services, table))
        assert not set(killed) & set(workers())


# How long the house takes


@pytest.mark.parametrize("visitor", ["nobody", "bot", "watcher", "player"])
def test_the_house_pauses_where_a_person_sits_or_watches(sqlite: str, visitor: str) -> None:
    with serving(Settings(sqlite, pause=1000, workers=ThreadPoolExecutor)) as (address, services), ExitStack() as stack:
        ada, token = services.people.new_bot("Ada")
        who = person(services, "Anna") if visitor == "player" else ada
        table = services.tables.open(who, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=0))
        if visitor in ("bot", "watcher"):
            headers = {"Authorization": f"Bearer {token}"} if visitor == "bot" else {}
            stack.enter_context(httpx.stream("GET", f"{address}/t/{table}/events", headers=headers, timeout=60))
            until(lambda: services.live.visitors(table))
        while (seen := services.tables.view(table, who)).turn == 0:
            services.tables.move(table, who, seen.number, seen.legal_moves[0])
        if visitor in ("nobody", "bot"):
            until(lambda: services.tables.view(table, who).turn == 0)
        else:
            until(lambda: services.thinking._queue.held)
            time.sleep(0.3)
            assert services.tables.view(table, who).number == seen.number


def answer_time(address: str) -> float:
    """How many seconds an opponent of level 2 takes for its turn against somebody new."""
    client, _ = bot(address, f"Ada {time.monotonic_ns()}")
    found: list[float] = []
    while len(found) < ANSWERS:
        wish = {"game": {"name": "famiglia-duel"}, "seats": [{"kind": "me"}, {"kind": "level", "level": 2}], "first": 0}
        table = f"/api/tables/{client.post('/api/tables', json=wish).json()['id']}"
        found += islice(answer_times(client, table), ANSWERS)
    return min(found)


def answer_times(client: httpx.Client, table: str) -> Iterator[float]:
    """In one game, to its end."""
    while True:
        while (state := client.get(table).json())["turn"] == 0:
            move = {"number": state["number"], "move": state["legal_moves"][0]}
            while (answer := client.post(f"{table}/moves", json=move)).status_code == 429:
                time.sleep(float(answer.headers["Retry-After"]))  # on a fast machine one may be asked to slow down
            answer.raise_for_status()
            began = time.perf_counter()
        until(lambda: client.get(table).json()["turn"] != 1)
        if state["outcome"]:
            return
        yield time.perf_counter() - began


def moves_at(services: Services, tables: list[str]) -> int:
    with services.store.read() as session:
        return session.scalar(select(func.count()).where(EntryRow.table.in_(tables))) or 0


def test_nobody_waits_behind_many_tables_of_somebody_else(sqlite: str) -> None:
    server = Process(sqlite)
    services = Services(Settings(sqlite))
    try:
        alone = answer_time(server.address)
        many = owing(services, person(services, "Ben"), STRONGEST, MANY)
        until(lambda: moves_at(services, many))
        beside = answer_time(server.address)
        server.kill()
        server.start()
        after_a_restart = answer_time(server.address)
        assert beside < 3 * max(alone, NOISE)
        assert after_a_restart < 3 * max(alone, NOISE)
        made = moves_at(services, many)
        until(lambda: moves_at(services, many) > made)  # they are thought about, too
    finally:
        server.kill()
        services.store.close()
