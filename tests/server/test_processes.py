"""Real server processes: killed at any moment, and several of them on one PostgreSQL."""

import os
import signal
import threading
import time
from random import Random
from typing import Any

import httpx
import pytest

from conftest import LONG, PLAIN
from gangland.famiglia import Duel
from gangland.play import Match
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import any_text
from serving import Postgres, Process, entries, person, sit
from waiting import PATIENCE, until

KILLS = 20 if LONG else 2
TABLES = 4

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]


class Player(threading.Thread):
    """Plays both seats of a table, and repeats every move until it is acknowledged."""

    def __init__(self, address: str, table: str, cookies: list[str], seed: int) -> None:
        super().__init__()
        self.clients = [
            httpx.Client(
                base_url=address, cookies={"gangland": cookie}, headers={"Origin": address}, verify=False, timeout=10
            )
            for cookie in cookies
        ]
        self.table = table
        self.chance = Random(seed)
        self.acknowledged: list[str] = []
        self.broken = 0
        self.stop = threading.Event()
        self.trouble: list[str] = []

    def run(self) -> None:
        while not self.stop.is_set():
            state = self.ask("GET", 0)
            if state is None or state["turn"] is None:
                break
            seat = state["turn"]
            state = self.ask("GET", seat)
            if state is None:
                break
            move = any_text(state["legal_moves"], self.chance)
            if self.ask("POST", seat, {"number": state["number"], "move": move}) is None:
                break
            self.acknowledged.append(move)
        for client in self.clients:
            client.close()

    def ask(self, method: str, seat: int, wish: dict[str, object] | None = None) -> dict[str, Any] | None:
        path = f"/api/tables/{self.table}" + ("/moves" if wish else "")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                answer = self.clients[seat].request(method, path, json=wish)
            except httpx.TransportError:
                self.broken += 1
                if self.stop.is_set() and not wish:
                    return None
                time.sleep(0.02)
                continue
            if answer.status_code == 429:
                time.sleep(0.1)
                continue
            if answer.status_code != 200:
                self.trouble.append(f"{answer.status_code} {answer.text}")
                return None
            return dict(answer.json())
        self.trouble.append(f"no answer in {PATIENCE:g} seconds")
        return None


def test_killed_at_any_moment_no_acknowledged_move_is_lost_and_none_made_twice(db: str) -> None:
    services = Services(Settings(db))
    services.store.migrate()
    server = Process(db)
    players = []
    for seed in range(TABLES):
        table, people = sit(services, Match.new(Duel(), seed=seed), ["Anna", "Ben"])
        players.append(Player(server.address, table, [services.people.cookie(who) for who in people], seed))
    chance = Random()
    for player in players:
        player.start()
    for _ in range(KILLS):
        time.sleep(chance.uniform(0.3, 0.9))
        server.kill()
        server.start()
    time.sleep(0.3)
    for player in players:
        player.stop.set()
    for player in players:
        player.join(2 * PATIENCE)
        assert not player.is_alive()
    server.kill()
    assert sum(player.broken for player in players) > 0  # the kills were felt
    for player in players:
        assert player.trouble == []
        assert player.acknowledged
        assert entries(services, player.table) == [("move", move) for move in player.acknowledged]
    services.store.close()


def test_several_processes_share_tables_live(postgres: Postgres) -> None:
    db = postgres.new_database()
    services = Services(Settings(db))
    services.store.migrate()
    table, people = sit(services, Match.new(Duel(), seed=1, first=0), ["Anna", "Ben"])
    one, other = Process(db, workers=2), Process(db)
    try:
        headers = {"Cookie": f"gangland={services.people.cookie(people[0])}", "Origin": other.address}
        with (
            httpx.stream("GET", f"{one.address}/t/{table}/events", verify=False) as stream,
            httpx.Client(base_url=other.address, headers=headers, verify=False) as mover,
        ):
            data = (int(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            version = next(data)
            mover.post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}).raise_for_status()
            assert next(heard for heard in data if heard > version) == version + 1
            state = httpx.get(f"{one.address}/api/tables/{table}", verify=False).json()
            assert [line["move"] for line in state["lines"]] == ["pass"]
        assert play_with_the_house(services, person(services, "Carl"))
    finally:
        one.kill()
        other.kill()
        services.store.close()


def play_with_the_house(services: Services, carl: Person) -> bool:
    """This process has no opponents: those of the others find the table, and move once."""
    table = services.tables.open(carl, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=1))
    until(lambda: services.tables.view(table, carl).turn == 0)
    return bool(entries(services, table))


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "told to"])
def test_stopped_while_pages_are_open_it_ends_them_and_says_nothing(
    sqlite: str, capfd: pytest.CaptureFixture[str], how: signal.Signals
) -> None:
    server = Process(sqlite)
    headers = {"Origin": server.address}
    with httpx.Client(base_url=server.address, headers=headers, follow_redirects=True, timeout=30) as client:
        form = {"game": "famiglia-duel", "name": "Ann", "seat-1": "1", "first": "other"}
        table = client.post("/new", data=form).url.path
        until(lambda: "Your turn" in client.get(table).text)  # so that the house has its worker
        with client.stream("GET", f"{table}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            os.killpg(server.process.pid, how)
            assert list(lines)[-1] == ""
    server.process.wait(timeout=60)
    assert [line for line in capfd.readouterr().err.splitlines() if "as root" not in line] == []
