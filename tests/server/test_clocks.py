"""Clocks count the time for which there is a server, and no other."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.server.clock import checked_clock
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.uptime import LATE
from gangland.web.clock import Clock
from serving import Process, Time, person

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
Start = Callable[[], Services]
HOUR = 3600.0


@pytest.fixture
def wall() -> Time:
    return Time()


@pytest.fixture
def steady() -> Time:
    return Time()


@pytest.fixture
def start(db: str, wall: Time, steady: Time) -> Iterator[Start]:
    """A server process, as far as clocks know; several may run at once."""
    started: list[Services] = []

    def start() -> Services:
        started.append(Services(Settings(db, now=wall, steady=steady)))
        started[-1].store.migrate()
        started[-1].uptime.beat()
        return started[-1]

    yield start
    for services in started:
        services.store.close()


def sit_down(services: Services, clock: Clock) -> tuple[str, Person]:
    """A table at which Anna is to move."""
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = services.tables.open(anna, NewTable(Duel(), (NewSeat("me"), NewSeat("open")), first=0, clock=clock))
    services.tables.claim(table, ben)
    return table, anna


def left(services: Services, table: str) -> float:
    seconds = services.tables.view(table, None).chairs[0].left
    assert seconds is not None
    return seconds


def live_on(servers: list[Services], wall: Time, steady: Time, seconds: int) -> None:
    for _ in range(seconds):
        wall.pass_by(1)
        steady.pass_by(1)
        for services in servers:
            services.uptime.beat()


@pytest.mark.parametrize("outage", [1.5, 10, 8 * 24 * HOUR])
def test_no_outage_counts_however_short_and_however_many_processes_come_back(
    start: Start, wall: Time, steady: Time, outage: float
) -> None:
    services = start()
    table, _ = sit_down(services, checked_clock(60))
    live_on([services], wall, steady, 5)
    wall.pass_by(outage)
    steady.pass_by(outage)
    servers = [start() for _ in range(3)]  # the first one has ended
    assert [left(services, table) for services in servers] == [55] * 3
    live_on(servers, wall, steady, 5)
    assert [left(services, table) for services in servers] == [50] * 3


@pytest.mark.parametrize("step", [HOUR, -HOUR, 8 * 24 * HOUR])
def test_a_step_of_the_wall_clock_neither_takes_nor_gives_time(
    start: Start, wall: Time, steady: Time, step: float
) -> None:
    services = start()
    table, anna = sit_down(services, checked_clock(600))
    live_on([services], wall, steady, 2)
    wall.pass_by(step)
    assert left(services, table) == 598
    assert services.tables.expired() == []
    live_on([services], wall, steady, 3)
    assert left(services, table) == 595
    assert left(start(), table) == 595  # signs of life went on
    services.tables.move(table, anna, 0, "pass")
    assert left(services, table) == 595


@pytest.mark.parametrize("who", ["sweep", "looker", "mover"])
def test_who_comes_first_after_a_suspend_finds_everybody_in_time(
    start: Start, wall: Time, steady: Time, who: str
) -> None:
    services = start()
    table, anna = sit_down(services, checked_clock(30))
    wall.pass_by(40)
    steady.pass_by(40)
    if who == "sweep":
        assert services.tables.expired() == []
    elif who == "mover":
        services.tables.move(table, anna, 0, "pass")
    assert left(services, table) == 30 - LATE


def test_time_counts_while_another_process_lives(start: Start, wall: Time, steady: Time) -> None:
    stopped, alive = start(), start()
    table, anna = sit_down(alive, checked_clock(60))
    live_on([alive], wall, steady, 20)
    stopped.tables.move(table, anna, 0, "pass")
    assert left(alive, table) == left(stopped, table) == 40


def test_a_turn_that_began_after_the_last_sign_of_life_begins_again(start: Start, wall: Time, steady: Time) -> None:
    services = start()
    steady.pass_by(0.9)
    table, _ = sit_down(services, checked_clock(60))
    assert left(start(), table) == 60


def test_a_server_that_was_stopped_does_not_take_its_players_time(sqlite: str) -> None:
    """A real process, stopped for longer than the player has left, and asked as soon as it runs again."""
    server = Process(sqlite)
    services = Services(Settings(sqlite))
    try:
        # The table is laid first: a process that is stopped may hold the lock of the database.
        table, anna = sit_down(services, Clock(5.0))
        os.killpg(server.process.pid, signal.SIGSTOP)
        time.sleep(5.5)
        os.killpg(server.process.pid, signal.SIGCONT)
        headers = {"Cookie": f"gangland={services.people.cookie(anna)}", "Origin": server.address}
        wish = {"number": 0, "move": "pass"}
        answer = httpx.post(f"{server.address}/api/tables/{table}/moves", json=wish, headers=headers, timeout=30)
        assert answer.status_code == 200, answer.text
        assert answer.json()["number"] == 1
    finally:
        server.kill()
        services.store.close()
