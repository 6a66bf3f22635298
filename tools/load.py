"""Measures what a move costs a server, and how long it takes until everybody sees it (`make load`).

The clients do what browsers do. They follow the stream of their table, send a move as the page sends it, fetch what the
page fetches, unpack it and parse it. A move is complete when the new board is there at both players and at a watcher.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import gzip
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import uvloop
from selectolax.lexbor import LexborHTMLParser

from bench_against import build
from gangland.bots import choose_at_random
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server.services import Services
from gangland.server.settings import Settings
from serving import Postgres, Process, sit

VIEWERS = 3  # at each table: both players and a watcher
EARLY, LATE = (0, 20), (40, 60)  # entries of a journal
SLOW = 0.25  # seconds: the p99 that a server must not pass
LAY = "import json, sys, load; print(json.dumps([[t.id, t.cookies] for t in load.lay_tables(sys.argv[1], int(sys.argv[2]))]))"
CROWD = ("CONNECTIONS", "STREAMS", "CONNECTIONS_PER_ADDRESS", "STREAMS_PER_ADDRESS")  # of settings, GANGLAND_…


# Tables


def deal_at(seed: int) -> Match:
    """The match of the table with this number; every other one is of Gangs."""
    return Match.new(Gangs(2) if seed % 2 else Duel(), seed=seed)


@dataclass
class Laid:
    """A table in the database of a server, and the cookies of its two players."""

    id: str
    cookies: list[str]


def lay_tables(db: str, count: int) -> list[Laid]:
    """Open this many tables in a database."""
    services = Services(Settings(db))
    services.store.migrate()
    tables = []
    for seed in range(count):
        id, people = sit(services, deal_at(seed), ["Anna", "Ben"])
        tables.append(Laid(id, [services.people.cookie(who) for who in people]))
    services.store.close()
    return tables


def lay_tables_of(tree: Path, db: str, count: int) -> list[Laid]:
    """Open this many tables with the code of another commit, whose script for that has the same name."""
    paths = [tree / "src", tree / "tests", tree / "tests" / "support", tree / "tools"]
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    made = subprocess.run([sys.executable, "-c", LAY, db, str(count)], env=environ, capture_output=True, check=True)
    return [Laid(id, cookies) for id, cookies in json.loads(made.stdout)]


# Servers


@contextmanager
def running(db: str, tables: int, tree: Path | None, workers: int = 1) -> Iterator[Process]:
    """A server, of this commit or of another one. Its limits are raised, as all clients have one address."""
    crowd = {f"GANGLAND_{kind}": str(4 * (VIEWERS + 1) * tables) for kind in CROWD}
    before = os.environ.get("PYTHONPATH")
    if tree:
        os.environ["PYTHONPATH"] = str(tree / "src")
    try:
        server = Process(db, workers, crowd)
    finally:
        if before is not None:
            os.environ["PYTHONPATH"] = before
    try:
        yield server
    finally:
        server.kill()


def processes_of(pid: int) -> list[int]:
    """The ids of a process and of those it started (Linux only)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in processes_of(int(child)))]


def cpu_seconds(pid: int) -> float:
    """The CPU time that a server has used so far, in seconds (Linux only)."""
    ticks = 0
    for process in processes_of(pid):
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """The bytes of memory that a server holds (Linux only)."""
    pages = (int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in processes_of(pid))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


# Clients


class Connection:
    """A connection that is kept open, as a browser does."""

    def __init__(self, port: int, cookie: str | None) -> None:
        self.port = port
        self.head = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nHX-Request: true\r\nAccept: text/html\r\n"
        if cookie:
            self.head += f"Cookie: gangland={cookie}\r\n"
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, request: str, body: str = "") -> tuple[int, str, bytes]:
        """Send a request. Returns the status, the address that it leads to, and the body as it came."""
        async with self._turn:
            if self._open is None:
                self._open = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._open
            extra = f"Origin: http://127.0.0.1:{self.port}\r\n"
            if body:
                extra += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{request} HTTP/1.1\r\n{self.head}{extra}\r\n{body}".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            content = await reader.readexactly(int(length[1])) if length else b""
            status = int(head.split(" ", 2)[1])
            location = re.search(r"location: (\S+)", head)
            if "content-encoding: gzip" in head:
                content = gzip.decompress(content)
            return status, location[1] if location else "", content

    def close(self) -> None:
        """Close the connection."""
        if self._open:
            self._open[1].close()


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table: a player, or a watcher without a cookie."""

    table: Table
    connection: Connection
    cookie: str | None
    shown: int = 0  # the version of the board that is drawn
    heard: int = 0  # the version that the stream told last
    is_asking: bool = False  # whether an answer is awaited that will have the board
    pages: int = 0
    bytes: int = 0

    async def refresh(self) -> None:
        """Fetch the board, and again if it has changed meanwhile."""
        if self.is_asking:
            return
        self.is_asking = True
        try:
            while self.heard != self.shown:
                _, _, page = await self.connection.ask(f"GET /t/{self.table.id}")
                self.draw(page)
        finally:
            self.is_asking = False

    def draw(self, page: bytes) -> None:
        """Parse a board and note which moves are complete with it."""
        self.pages += 1
        self.bytes += len(page)
        main = LexborHTMLParser(page.decode()).css_first("#main")
        if main is None:
            raise ValueError(f"no board, but {page[:200]!r}")
        self.shown = int(main.attributes["data-version"] or 0)
        self.table.was_drawn(self)


@dataclass
class Table:
    """A table and those who look at it. Both this script and the server play its game."""

    id: str
    match: Match
    seed: int
    figures: Figures
    viewers: list[Viewer] = field(default_factory=list)
    sent: float | None = None  # when the last move was sent, until it is complete
    version: int = 0  # after that move
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def was_drawn(self, viewer: Viewer) -> None:
        """Note that a viewer has a new board."""
        if self.sent is not None and self.version and all(each.shown >= self.version for each in self.viewers):
            self.figures.moves.append(time.perf_counter() - self.sent)
            self.sent, self.version = None, 0
            self.complete.set()

    async def move(self, chance: Random) -> None:
        """Make a move as a page makes it, and wait until everybody sees it."""
        choice = choose_at_random(self.match.legal_moves, chance)
        mover = self.viewers[self.match.turn]
        form = urlencode({"number": len(self.match.moves), "move": str(choice), "as": self.match.turn})
        self.complete.clear()
        self.sent = time.perf_counter()
        self.version = mover.shown + 1
        mover.is_asking = not self.figures.fetches_twice
        try:
            status, location, page = await mover.connection.ask(f"POST /t/{self.id}/move", form)
            if status == 303:
                status, _, page = await mover.connection.ask(f"GET {location}")
        finally:
            mover.is_asking = False
        if status != 200:
            raise ValueError(f"{status} {page[:200]!r}")
        self.match.push(choice)
        mover.draw(page)
        if mover.heard > mover.shown:
            await mover.refresh()
        await asyncio.wait_for(self.complete.wait(), 60)


@dataclass
class Figures:
    """What was measured. Times are in seconds."""

    fetches_twice: bool = False  # the page of old fetches the board again when the stream tells of its own move
    moves: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


async def watch(viewer: Viewer, ready: asyncio.Semaphore) -> None:
    """Follow the stream of a table as its page does."""
    table, figures = viewer.table, viewer.table.figures
    reader, writer = await asyncio.open_connection("127.0.0.1", viewer.connection.port)
    head = viewer.connection.head.replace("text/html", "text/event-stream")
    writer.write(f"GET /t/{table.id}/events HTTP/1.1\r\n{head}\r\n".encode())
    tasks = set()
    event = b""
    try:
        while line := await reader.readline():
            if line.startswith(b"event: "):
                event = line[7:].strip()
            if not line.startswith(b"data: ") or event != b"changed":
                continue
            first, viewer.heard = not viewer.heard, int(line[6:])
            if viewer.heard != viewer.shown:
                tasks.add(task := asyncio.create_task(complaining(viewer.refresh(), figures)))
                task.add_done_callback(tasks.discard)
                if first:
                    await task
            if first:
                ready.release()
        figures.errors.append("a stream ended")
    except OSError as error:
        figures.errors.append(repr(error))
    finally:
        writer.close()


async def complaining(work: Awaitable[None], figures: Figures) -> None:
    """Do some work, and count what goes wrong."""
    try:
        await work
    except (OSError, EOFError, ValueError, TimeoutError) as error:
        figures.errors.append(repr(error)[:200])


@contextmanager
def at_tables(
    port: int, laid: list[Laid], figures: Figures
) -> Iterator[tuple[list[Table], Callable[[], Awaitable[None]]]]:
    """The tables with their viewers, and what lets all of them look."""
    tables = [Table(each.id, deal_at(seed), seed, figures) for seed, each in enumerate(laid)]
    followers: list[asyncio.Task[None]] = []
    for table, each in zip(tables, laid, strict=True):
        table.viewers = [Viewer(table, Connection(port, cookie), cookie) for cookie in (*each.cookies, None)]

    async def look() -> None:
        ready = asyncio.Semaphore(0)
        for table in tables:
            followers.extend(asyncio.create_task(watch(viewer, ready)) for viewer in table.viewers)
            await asyncio.sleep(0.02)
        for _ in followers:
            await asyncio.wait_for(ready.acquire(), 120)

    try:
        yield tables, look
    finally:
        for task in followers:
            task.cancel()
        for table in tables:
            for viewer in table.viewers:
                viewer.connection.close()


# What a move costs


async def cost(sides: list[tuple[Process, list[Laid], bool]]) -> None:
    """Print the server's CPU of a move with its pages, early and late in games. Two servers take turns."""
    spent: dict[tuple[int, tuple[int, int]], float] = {}
    made: dict[tuple[int, tuple[int, int]], int] = {}
    sizes: dict[tuple[int, tuple[int, int]], float] = {}
    figures = [Figures(twice) for _, _, twice in sides]
    open_sides = []
    with_tables = [at_tables(server.port, laid, each) for (server, laid, _), each in zip(sides, figures, strict=True)]
    for side in with_tables:
        open_sides.append(side.__enter__())
    for tables, look in open_sides:
        await look()
    await asyncio.sleep(1)
    chances = [[Random(seed) for seed in range(len(tables))] for tables, _ in open_sides]
    for start, end in (EARLY, (EARLY[1], LATE[0]), LATE):
        for place in range(len(open_sides[0][0])):
            for number, (tables, _) in enumerate(open_sides):
                table, pid = tables[place], sides[number][0].process.pid
                key = number, (start, end)
                before, pages = cpu_seconds(pid), sum(viewer.bytes for viewer in table.viewers)
                moves = len(table.match.moves)
                while not table.match.outcome and len(table.match.moves) < end:
                    await table.move(chances[number][place])
                spent[key] = spent.get(key, 0.0) + cpu_seconds(pid) - before
                made[key] = made.get(key, 0) + len(table.match.moves) - moves
                sizes[key] = sizes.get(key, 0.0) + sum(viewer.bytes for viewer in table.viewers) - pages
    names = ["here", "base"]
    for phase in (EARLY, LATE):
        parts = []
        for number in range(len(sides)):
            each = 1000 * spent[number, phase] / made[number, phase]
            parts.append(
                f"{names[number]} {each:.1f} ms ({made[number, phase]} moves, {sizes[number, phase] / made[number, phase] / 1024:.0f} KB unpacked)"
            )
        ratio = (
            f", {spent[0, phase] / made[0, phase] / (spent[1, phase] / made[1, phase]):.3f} of the base's"
            if len(sides) > 1
            else ""
        )
        print(f"CPU of a move at entries {phase[0]} to {phase[1]}: {', '.join(parts)}{ratio}")
    for number in range(len(sides)):
        print(
            f"{names[number]}, late to early: {spent[number, LATE] / made[number, LATE] / (spent[number, EARLY] / made[number, EARLY]):.2f}; errors: {len(figures[number].errors)} {figures[number].errors[:2]}"
        )
    for side in with_tables:
        side.__exit__(None, None, None)


# How many tables


async def play(table: Table, pause: float) -> None:
    """Move for both sides, with pauses as people make them."""
    chance = Random(table.seed)
    await asyncio.sleep(chance.uniform(0, 2 * pause))
    while not table.match.outcome:
        began = time.perf_counter()
        await table.move(chance)
        await asyncio.sleep(max(0.0, chance.uniform(0, 2 * pause) - (time.perf_counter() - began)))


@dataclass
class Load:
    """The figures of one run."""

    tables: int
    p50: float
    p99: float
    rate: float
    cpu: float
    clients: float
    per_table: float
    per_viewer: float
    errors: list[str]

    def __str__(self) -> str:
        return (
            f"{self.tables} tables: {self.rate:.0f} moves a s; complete at every viewer: p50 {1000 * self.p50:.0f} ms,"
            f" p99 {1000 * self.p99:.0f} ms; server {1000 * self.cpu:.1f} ms of CPU a move"
            f" ({100 * self.cpu * self.rate:.0f} % of a core), {self.per_table / 1024:.0f} KB a table,"
            f" {self.per_viewer / 1024:.0f} KB a viewer; clients {100 * self.clients:.0f} % of a core;"
            f" errors: {len(self.errors)} {sorted(set(self.errors))[:2] or ''}"
        )


async def load(server: Process, laid: list[Laid], seconds: float, pause: float, *, twice: bool) -> Load:
    """Watch and play at all tables for some seconds, and return the figures."""
    figures, pid = Figures(twice), server.process.pid
    with at_tables(server.port, laid, figures) as (tables, look):
        empty = memory(pid)
        await look()
        await asyncio.sleep(2)
        with_viewers = memory(pid)
        players = [asyncio.create_task(complaining(play(table, pause), figures)) for table in tables]
        await asyncio.sleep(2 * pause)  # until every table is at its usual pace
        figures.moves.clear()
        began, own = cpu_seconds(pid), time.process_time()
        await asyncio.sleep(seconds)
        cpu, clients = cpu_seconds(pid) - began, time.process_time() - own
        waiting = [time.perf_counter() - table.sent for table in tables if table.sent]
        moves = [*figures.moves, *(late for late in waiting if late > SLOW)]
        with_moves = memory(pid)
        for task in players:
            task.cancel()
    cuts = quantiles(moves, n=100) if len(moves) > 1 else [seconds] * 99
    count = max(1, len(figures.moves))
    viewers = VIEWERS * len(laid)
    return Load(
        tables=len(laid), p50=median(moves) if moves else seconds, p99=cuts[98], rate=count / seconds, cpu=cpu / count,
        clients=clients / seconds, per_table=(with_moves - with_viewers) / len(laid),
        per_viewer=(with_viewers - empty) / viewers, errors=figures.errors,
    )  # fmt: skip


def run_load(args: argparse.Namespace, count: int, tree: Path | None) -> Load:
    """Start a server with a database of its own, put the load on it and return the figures."""
    with TemporaryDirectory() as folder:
        postgres = Postgres() if args.postgres else None
        db = postgres.new_database() if postgres else f"sqlite:///{Path(folder) / 'tables.db'}"
        try:
            laid = lay_tables_of(tree, db, count) if tree else lay_tables(db, count)
            with running(db, count, tree, args.workers) as server:
                return uvloop.run(load(server, laid, args.seconds, args.pause, twice=tree is not None))
        finally:
            if postgres:
                postgres.stop()


def run_cost(count: int, tree: Path | None) -> None:
    """Start a server of this commit and one of another, and compare what a move costs them."""
    with TemporaryDirectory() as folder:
        old = Path(folder) / "base.db"
        new = Path(folder) / "here.db"
        laid = lay_tables_of(tree, f"sqlite:///{old}", count) if tree else lay_tables(f"sqlite:///{new}", count)
        if tree:
            shutil.copy(old, new)  # the same tables: this commit opens the database of the other
        with running(f"sqlite:///{new}", count, None) as here:
            sides = [(here, laid, False)]
            if tree:
                with running(f"sqlite:///{old}", count, tree) as base:
                    uvloop.run(cost([*sides, (base, laid, True)]))
            else:
                uvloop.run(cost(sides))


def main() -> None:
    """Print what a move costs, or how many tables a server can carry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="how many at first")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pause", type=float, default=5, help="seconds between two moves at a table, on average")
    parser.add_argument("--until-slow", action="store_true", help="double the tables until the p99 passes 250 ms")
    parser.add_argument("--cost", action="store_true", help="only the CPU of a move, early and late in games")
    parser.add_argument("--against", metavar="COMMIT", help="another commit to compare with, built beside this one")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--workers", type=int, default=1)
    args = parser.parse_args()
    tree = build(args.against) if args.against else None
    gc.freeze()  # no garbage collection may disturb the measurement
    gc.disable()
    average = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load average {average}")
    if args.cost:
        run_cost(min(args.tables, 24), tree)
        return
    for name, side in (("base", tree), ("here", None)):
        if name == "base" and tree is None:
            continue
        count = args.tables
        while True:
            found = run_load(args, count, side)
            print(f"{name}: {found}", flush=True)
            if not (args.until_slow or tree) or found.p99 > SLOW or found.errors:
                break
            count *= 2


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
