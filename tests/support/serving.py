"""Servers for tests: the real application on a real port, on SQLite and on a PostgreSQL of its own."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

import httpx
import psycopg
import uvicorn
from sqlalchemy import select

from gangland.core.game import Game
from gangland.play import Match
from gangland.server.app import create_app
from gangland.server.models import EntryRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.serve import http
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import Store
from machine import find_postgres, missing
from playing import come_to
from waiting import PATIENCE, until

Server = tuple[str, Services]  # the address of one that runs, and its parts
CLIENTS: list[httpx.Client] = []  # of the server that runs now, to be closed with it


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_by(self, seconds: float) -> None:
        """Let some seconds go."""
        self.seconds += seconds


@contextmanager
def serving(settings: Settings) -> Iterator[tuple[str, Services]]:
    """The application in a thread: its address, and its services."""
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=0, **http(settings))
    )
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert server.started
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.services
    finally:
        while CLIENTS:
            CLIENTS.pop().close()
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive()
        listener.close()


class Process:
    """`gangland serve` as people start it, to be killed and started again on the same port."""

    def __init__(self, db: str, workers: int = 1, environment: Mapping[str, str] | None = None) -> None:
        self.db = db
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.arguments = [sys.executable, "-m", "gangland", "serve", "--db", db, "--port", str(self.port)]
        self.arguments += ["--workers", str(workers)]
        self.environment = os.environ | {"GANGLAND_PAUSE": "0", "GANGLAND_THINKERS": "1", **(environment or {})}
        self.start()

    def start(self) -> None:
        """Run the server, and wait until it answers."""
        self.process = subprocess.Popen(
            self.arguments, env=self.environment, start_new_session=True, stdout=subprocess.DEVNULL
        )
        until(self._is_up)

    def _is_up(self) -> bool:
        assert self.process.poll() is None
        try:
            httpx.get(f"{self.address}/health").raise_for_status()
        except httpx.TransportError:
            return False
        return True

    def kill(self) -> None:
        """As the machine would: at once, with all its processes."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


# PostgreSQL


class Postgres:
    """A cluster in a temporary folder, owned by somebody who is not root, without a network address."""

    def __init__(self) -> None:
        binaries = find_postgres()
        assert binaries, missing("postgres")
        self.binaries = Path(binaries)
        self.folder = Path(mkdtemp(prefix="gangland-pg-", dir="/tmp"))
        self.user: str | None = None
        if os.geteuid() == 0:
            known = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in known else "nobody"
            shutil.chown(self.folder, self.user)
        self.count = 0
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "tester", "--no-sync", "--no-instructions")
        self.start()

    def start(self) -> None:
        """Run the database, and wait until it answers."""
        self.process = subprocess.Popen(
            [
                self.binaries / "postgres", "-D", "data", "-k", str(self.folder),
                "-c", "listen_addresses=", "-c", "fsync=off",
            ],
            cwd=self.folder, user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._is_up)

    def _run(self, command: str, *arguments: str) -> None:
        subprocess.run(
            [self.binaries / command, *arguments], cwd=self.folder, user=self.user, check=True, capture_output=True
        )

    def url(self) -> str:
        """The address of the database."""
        return f"postgresql://tester@/postgres?host={self.folder}"

    def _is_up(self) -> bool:
        assert self.process.poll() is None
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True

    def new_database(self) -> str:
        """A schema of its own, which is quicker to make and to throw away than a whole database."""
        self.count += 1
        name = f"test_{self.count}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def halt(self) -> None:
        """At once, whoever is connected; to be started again."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def stop(self) -> None:
        """End the database and remove its files."""
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)


# Databases that have their tables already: to copy them is several times quicker than to make them step by step

COPIED = "SCHEMA_OF_THE_COPY"
SCRIPTS: list[str] = []  # that of PostgreSQL, once it is known


def lay_out(url: str) -> str:
    """Give an empty database its tables, as `Store.migrate` does. Returns its address."""
    if url.startswith("sqlite:///"):
        file = Path(url.removeprefix("sqlite:///"))
        file.touch(0o600)
        file.write_bytes(empty_sqlite())
    elif SCRIPTS:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(SCRIPTS[0].replace(COPIED, schema_of(url)).encode())
    else:
        SCRIPTS.append(migrated_postgres(url))
    return url


def migrate(url: str) -> None:
    """Make the tables step by step, as a server does that starts."""
    store = Store(url)
    store.migrate()
    store.close()


@cache
def empty_sqlite() -> bytes:
    """A file with all tables and no rows."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        migrate(f"sqlite:///{file}")
        return file.read_bytes()


def migrated_postgres(url: str) -> str:
    """The script that gives a schema all tables, made from this one after its migration."""
    migrate(url)
    binaries = find_postgres()
    assert binaries
    command = [f"{binaries}/pg_dump", "--schema", schema_of(url), "--inserts", "--no-owner", url]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout.replace(schema_of(url), COPIED)
    return "\n".join(line for line in dumped.splitlines() if not line.startswith(("\\", "CREATE SCHEMA")))


def schema_of(url: str) -> str:
    """The schema that stands for a database of its own."""
    return url.rpartition("%3D")[2]


# People and tables


def person(services: Services, name: str) -> Person:
    """A new guest with a name."""
    return services.people.rename(services.people.new_guest(), name)


def sit(services: Services, match: Match, names: list[str]) -> tuple[str, list[Person]]:
    """A table for people with the deal of a match, everybody seated, nothing moved."""
    people = [person(services, name) for name in names]
    seats = (NewSeat("me"), *[NewSeat("open")] * (len(names) - 1))
    table = services.tables.open(people[0], NewTable(match.game, seats), match.deal)
    for guest in people[1:]:
        services.tables.claim(table, guest)
    return table, people


def at_a_move(services: Services, game: Game, *words: str) -> tuple[str, list[Person], str]:
    """A table at which a move with one of these words is legal, who decides first among its people, and the move."""

    def wanted(match: Match) -> list[str]:
        return [str(move) for move in match.legal_moves if any(word in str(move) for word in words)]

    match = come_to(game, 2, lambda match: bool(wanted(match)))
    table, people = sit(services, match, ["Ann", "Ben"])
    for number, move in enumerate(match.moves):
        services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
    return table, [people[match.turn], people[1 - match.turn]], wanted(match)[0]


def entries(services: Services, table: str) -> list[tuple[str, str]]:
    """A table's journal: the kind and the text of each entry."""
    with services.store.read() as session:
        rows = session.scalars(select(EntryRow).where(EntryRow.table == table).order_by(EntryRow.number))
        return [(row.kind, row.text) for row in rows]


def bot(address: str, name: str) -> tuple[httpx.Client, str]:
    """A client that speaks as a new bot, and its id."""
    made = httpx.post(f"{address}/api/bots", json={"name": name}, verify=False)
    made.raise_for_status()
    token = made.json()["token"]
    CLIENTS.append(
        httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=30, verify=False)
    )
    return CLIENTS[-1], made.json()["id"]
