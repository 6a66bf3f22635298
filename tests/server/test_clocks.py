"""Clocks count the time for which there is a server, and no other."""

import os
import signal
import time
from collections.abc import Callable, Iterator

import httpx
import pytest

from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.server.clock import LATE, Clock
from gangland.server.house import House, Settings
from gangland.server.identity import Who
from gangland.server.tables import Wanted, Wish
from serving import Process, Time, person

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
Start = Callable[[], House]
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
    started: list[House] = []

    def start() -> House:
        started.append(House(Settings(db, now=wall, steady=steady)))
        started[-1].store.migrate()
        started[-1].uptime.beat()
        return started[-1]

    yield start
    for house in started:
        house.store.close()


def sit_down(house: House, clock: Clock) -> tuple[str, Who]:
    """A table at which Anna is to move."""
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = house.tables.open(anna, Wish(Duel(), (Wanted("me"), Wanted("open")), first=0, clock=clock))
    house.tables.claim(table, ben)
    return table, anna


def left(house: House, table: str) -> float:
    seconds = house.tables.glimpse(table, None).chairs[0].left
    assert seconds is not None
    return seconds


def live_on(houses: list[House], wall: Time, steady: Time, seconds: int) -> None:
    for _ in range(seconds):
        wall.pass_by(1)
        steady.pass_by(1)
        for house in houses:
            house.uptime.beat()


@pytest.mark.parametrize("outage", [1.5, 10, 8 * 24 * HOUR])
def test_no_outage_counts_however_short_and_however_many_processes_come_back(
    start: Start, wall: Time, steady: Time, outage: float
) -> None:
    house = start()
    table, _ = sit_down(house, Clock.checked(60))
    live_on([house], wall, steady, 5)
    wall.pass_by(outage)
    steady.pass_by(outage)
    houses = [start() for _ in range(3)]  # the first one has ended
    assert [left(house, table) for house in houses] == [55] * 3
    live_on(houses, wall, steady, 5)
    assert [left(house, table) for house in houses] == [50] * 3


@pytest.mark.parametrize("step", [HOUR, -HOUR, 8 * 24 * HOUR])
def test_a_step_of_the_wall_clock_neither_takes_nor_gives_time(
    start: Start, wall: Time, steady: Time, step: float
) -> None:
    house = start()
    table, anna = sit_down(house, Clock.checked(600))
    live_on([house], wall, steady, 2)
    wall.pass_by(step)
    assert left(house, table) == 598
    assert house.tables.fallen() == []
    live_on([house], wall, steady, 3)
    assert left(house, table) == 595
    assert left(start(), table) == 595  # signs of life went on
    house.tables.move(table, anna, 0, "pass")
    assert left(house, table) == 595


@pytest.mark.parametrize("who", ["sweep", "looker", "mover"])
def test_who_comes_first_after_a_suspend_finds_everybody_in_time(
    start: Start, wall: Time, steady: Time, who: str
) -> None:
    house = start()
    table, anna = sit_down(house, Clock.checked(30))
    wall.pass_by(40)
    steady.pass_by(40)
    if who == "sweep":
        assert house.tables.fallen() == []
    elif who == "mover":
        house.tables.move(table, anna, 0, "pass")
    assert left(house, table) == 30 - LATE


def test_time_counts_while_another_process_lives(start: Start, wall: Time, steady: Time) -> None:
    stopped, alive = start(), start()
    table, anna = sit_down(alive, Clock.checked(60))
    live_on([alive], wall, steady, 20)
    stopped.tables.move(table, anna, 0, "pass")
    assert left(alive, table) == left(stopped, table) == 40


def test_a_turn_that_began_after_the_last_sign_of_life_begins_again(start: Start, wall: Time, steady: Time) -> None:
    house = start()
    steady.pass_by(0.9)
    table, _ = sit_down(house, Clock.checked(60))
    assert left(start(), table) == 60


def test_a_server_that_was_stopped_does_not_take_its_players_time(sqlite: str) -> None:
    """A real process, stopped for longer than the player has left, and asked as soon as it runs again."""
    server = Process(sqlite)
    house = House(Settings(sqlite))
    try:
        os.killpg(server.process.pid, signal.SIGSTOP)
        table, anna = sit_down(house, Clock(5.0))
        time.sleep(5.5)
        os.killpg(server.process.pid, signal.SIGCONT)
        headers = {"Cookie": f"gangland={house.people.cookie(anna)}", "Origin": server.address}
        wish = {"number": 0, "move": "pass"}
        answer = httpx.post(f"{server.address}/api/tables/{table}/moves", json=wish, headers=headers, timeout=30)
        assert answer.status_code == 200, answer.text
        assert answer.json()["number"] == 1
    finally:
        server.kill()
        house.store.close()
