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
import zlib
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

import uvloop
from selectolax.lexbor import LexborHTMLParser

from bench_against import ROOT, build
from gangland.bots import choose_at_random
from gangland.core.game import Move
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.web.clicks import paths
from line_plot import Panel, draw
from serving import Postgres, Process, sit

VIEWERS = 3  # at each table: both players and a watcher
EARLY, BETWEEN, LATE = (0, 20), (20, 40), (40, 60)  # entries of a journal
WARM_UP = 2  # tables that are not counted, one of each game: templates are compiled and caches filled with them
SLOW = 0.25  # seconds: the p99 that a server must not pass
TRIALS = 3  # of a number of tables, unless the first one is good: a shared machine is slow at times
HALVINGS = 2  # between the last number of tables that was good and the first that was not
FOUND = ROOT / "docs" / "load.json"
PLOT = ROOT / "docs" / "load.svg"
LAY = """
import json, sys, load
print(json.dumps([[table.id, table.cookies] for table in load.lay_tables(sys.argv[1], int(sys.argv[2]))]))
"""
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
    if tree:
        crowd["PYTHONPATH"] = str(tree / "src")
    server = Process(db, workers, crowd)
    try:
        yield server
    finally:
        server.kill()


def processes_of(pid: int) -> list[int]:
    """The ids of a process and of those it started (Linux only)."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in processes_of(int(child)))]


def cpu_seconds(pid: int) -> float:
    """The CPU time that a server has used so far, in seconds (Linux only, which has a clock for each process)."""
    return sum(time.clock_gettime((~process << 3) | 2) for process in processes_of(pid))


def memory(pid: int) -> int:
    """The bytes of memory that a server holds (Linux only)."""
    pages = (int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in processes_of(pid))
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


# Clients


@dataclass(frozen=True)
class Answer:
    """An answer of a server: where it leads, how many bytes were sent, and the content unpacked."""

    status: int
    location: str
    length: int
    content: bytes


class Connection:
    """A connection that is kept open, as a browser does."""

    def __init__(self, port: int, cookie: str | None) -> None:
        self.port = port
        self.head = f"Host: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\nHX-Request: true\r\nAccept: text/html\r\n"
        if cookie:
            self.head += f"Cookie: gangland={cookie}\r\n"
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, request: str, body: str, headers: str) -> Answer:
        """Send a request and wait for its answer."""
        async with self._turn:
            if self._open is None or self._open[0].at_eof():  # the server closes what is not used for long
                self.close()
                self._open = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._open
            extra = f"Origin: http://127.0.0.1:{self.port}\r\n{headers}"
            if body:
                extra += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"{request} HTTP/1.1\r\n{self.head}{extra}\r\n{body}".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = re.search(r"content-length: (\d+)", head)
            sent = await reader.readexactly(int(length[1])) if length else b""
            location = re.search(r"location: (\S+)", head)
            content = gzip.decompress(sent) if "content-encoding: gzip" in head else sent
            return Answer(int(head.split(" ", 2)[1]), location[1] if location else "", len(sent), content)

    def close(self) -> None:
        """Leave, as a browser that goes to another page."""
        if self._open:
            self._open[1].close()


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table: a player, or a watcher without a cookie."""

    table: Table
    connection: Connection
    page: str  # the name that the page gives itself
    shown: int = 0  # the version of the board that is drawn
    heard: int = 0  # the version that the stream told last
    is_asking: bool = False  # whether an answer is awaited that will have the board
    log: str = ""  # the key of the log that is drawn

    async def refresh(self) -> None:
        """Fetch the board, and again if it has changed meanwhile."""
        if self.is_asking:
            return
        self.is_asking = True
        try:
            while self.heard != self.shown:
                self.draw((await self.ask(f"GET /t/{self.table.id}")).content)
        finally:
            self.is_asking = False

    async def ask(self, request: str, body: str = "") -> Answer:
        """Send a request as the page sends it: with the key of the log that it shows."""
        known = f"Gangland-Log: {self.log}\r\n" if self.log else ""
        answer = await self.connection.ask(request, body, f"{known}Gangland-Page: {self.page}\r\n")
        self.table.pages += 1
        self.table.bytes += answer.length
        return answer

    def draw(self, page: bytes) -> None:
        """Parse a board and note which moves are complete with it."""
        html = LexborHTMLParser(page.decode())
        main, log = html.css_first("#main"), html.css_first("#log")
        if main is None:
            raise ValueError(f"no board, but {page[:200]!r}")
        self.shown = int(main.attributes["data-version"] or 0)
        self.log = log.attributes["data-key"] or "" if log else ""
        self.table.was_drawn()


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
    pages: int = 0
    bytes: int = 0  # of them, packed

    def was_drawn(self) -> None:
        """Note that a viewer has a new board."""
        if self.sent is not None and self.version and all(each.shown >= self.version for each in self.viewers):
            self.figures.moves.append(time.perf_counter() - self.sent)
            self.sent, self.version = None, 0
            self.complete.set()

    async def choose(self, mover: Viewer, choice: Move) -> None:
        """Click what leads to a move, as a page that asks the server what follows each click."""
        view = self.match.view(self.match.turn)
        path = next(path for path, move in paths(view) if move == choice)
        for count in range(1, len(path)):
            picks = [("at", len(self.match.moves)), *(("pick", pick) for pick in path[:count])]
            mover.draw((await mover.ask(f"GET /t/{self.id}?{urlencode(picks)}")).content)

    async def move(self, chance: Random) -> None:
        """Make a move as a page makes it, and wait until everybody sees it."""
        choice = choose_at_random(self.match.legal_moves, chance)
        mover = self.viewers[self.match.turn]
        if self.figures.is_old:
            await self.choose(mover, choice)
        form = urlencode({"number": len(self.match.moves), "move": str(choice), "as": self.match.turn})
        self.complete.clear()
        self.sent = time.perf_counter()
        self.version = mover.shown + 1
        mover.is_asking = not self.figures.is_old
        try:
            answer = await mover.ask(f"POST /t/{self.id}/move", form)
            if answer.status == 303:
                answer = await mover.ask(f"GET {answer.location}")
        finally:
            mover.is_asking = False
        if answer.status != 200:
            raise ValueError(f"{answer.status} {answer.content[:200]!r}")
        self.match.push(choice)
        mover.draw(answer.content)
        if mover.heard > mover.shown:
            await mover.refresh()
        await asyncio.wait_for(self.complete.wait(), 60)


@dataclass
class Figures:
    """What was measured. Times are in seconds."""

    is_old: bool = False  # the page fetches every choice, and the board again when the stream tells of its own move
    moves: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


async def events_of(port: int, path: str, head: str) -> AsyncGenerator[tuple[str, str, str, int]]:
    """The events of a stream: name, data, id, and how many bytes were sent for it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        unpack = zlib.decompressobj(31).decompress if "content-encoding: gzip" in answer else bytes
        text, sent = b"", 0
        while size := int(await reader.readline(), 16):
            text += unpack(await reader.readexactly(size))
            sent += size
            await reader.readline()
            while b"\n\n" in text:
                block, text = text.split(b"\n\n", 1)
                fields = dict(line.split(": ", 1) for line in block.decode().split("\n") if ": " in line)
                yield fields.get("event", ""), fields.get("data", ""), fields.get("id", ""), sent
                sent = 0
    finally:
        writer.close()


async def watch(viewer: Viewer, ready: asyncio.Semaphore) -> None:
    """Follow the stream of a table as its page does."""
    table, figures = viewer.table, viewer.table.figures
    head = viewer.connection.head.replace("text/html", "text/event-stream")
    tasks = set()
    is_first = True
    try:
        async with aclosing(
            events_of(viewer.connection.port, f"/t/{table.id}/events?page={viewer.page}", head)
        ) as events:
            async for event, data, id_, sent in events:
                if event == "board":
                    viewer.heard = int(id_)
                    table.pages += 1
                    table.bytes += sent
                    if viewer.heard > viewer.shown:
                        viewer.draw(data.encode())
                elif event == "changed":
                    viewer.heard = int(data)
                    if viewer.heard != viewer.shown:
                        tasks.add(task := asyncio.create_task(complaining(viewer.refresh(), figures)))
                        task.add_done_callback(tasks.discard)
                        if is_first:
                            await task
                else:
                    continue
                if is_first:
                    ready.release()
                is_first = False
        figures.errors.append("a stream ended")
    except (OSError, EOFError, ValueError) as error:
        figures.errors.append(repr(error)[:200])


async def complaining(work: Awaitable[None], figures: Figures) -> None:
    """Do some work, and count what goes wrong."""
    try:
        await work
    except (OSError, EOFError, ValueError, TimeoutError) as error:
        figures.errors.append(repr(error)[:200])


@asynccontextmanager
async def looking(port: int, laid: list[Laid], figures: Figures) -> AsyncIterator[list[Table]]:
    """The tables, with everybody looking at them."""
    tables = [Table(each.id, deal_at(seed), seed, figures) for seed, each in enumerate(laid)]
    streams: list[asyncio.Task[None]] = []
    ready = asyncio.Semaphore(0)
    try:
        for table, each in zip(tables, laid, strict=True):
            table.viewers = [
                Viewer(table, Connection(port, cookie), f"{table.id}{place}")
                for place, cookie in enumerate((*each.cookies, None))
            ]
            streams.extend(asyncio.create_task(watch(viewer, ready)) for viewer in table.viewers)
            await asyncio.sleep(0.02)
        for _ in streams:
            await asyncio.wait_for(ready.acquire(), 120)
        await asyncio.sleep(1)
        yield tables
    finally:
        for task in streams:
            task.cancel()
        for table in tables:
            for viewer in table.viewers:
                viewer.connection.close()


# What a move costs


@dataclass
class Side:
    """A server whose moves are measured: this commit's, or that of the commit to compare with."""

    name: str
    server: Process
    tables: list[Table]
    cpu: defaultdict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))  # seconds, by phase
    each: defaultdict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))  # for a move
    moves: Counter[tuple[int, int]] = field(default_factory=Counter)
    bytes: Counter[tuple[int, int]] = field(default_factory=Counter)  # sent, packed
    pages: Counter[tuple[int, int]] = field(default_factory=Counter)

    async def play(self, table: Table, phase: tuple[int, int]) -> None:
        """Play a table until the end of a phase."""
        chance = Random(f"{table.seed} {phase}")
        before, moves = cpu_seconds(self.server.process.pid), len(table.match.moves)
        sent, pages = table.bytes, table.pages
        while not table.match.outcome and len(table.match.moves) < phase[1]:
            await table.move(chance)
        spent, made = cpu_seconds(self.server.process.pid) - before, len(table.match.moves) - moves
        if table.seed < WARM_UP:
            return
        self.cpu[phase] += spent
        self.moves[phase] += made
        self.each[phase].append(spent / made if made else 0.0)
        self.bytes[phase] += table.bytes - sent
        self.pages[phase] += table.pages - pages

    def cost(self, phase: tuple[int, int]) -> float:
        """The seconds of CPU that a move of a phase cost."""
        return self.cpu[phase] / self.moves[phase]


async def compare(sides: list[tuple[str, Process, list[Laid], bool]]) -> dict[str, Any]:
    """Print what a move costs, early and late in games. Two servers take turns, table by table."""
    async with AsyncExitStack() as stack:
        seen = []
        for name, server, laid, twice in sides:
            figures = Figures(twice)
            seen.append(Side(name, server, await stack.enter_async_context(looking(server.port, laid, figures))))
        for phase in (EARLY, BETWEEN, LATE):
            for place in range(len(seen[0].tables)):
                for side in seen if place % 2 else seen[::-1]:
                    await side.play(side.tables[place], phase)
    here, base = seen[0], seen[-1]
    found: dict[str, Any] = {}
    for name, phase in (("early", EARLY), ("late", LATE)):
        print(f"CPU of a move at entries {phase[0]} to {phase[1]}:")
        for side in seen:
            update = side.bytes[phase] / side.pages[phase] / 1024
            pages = side.pages[phase] / side.moves[phase]
            print(f"  {side.name}: {1000 * side.cost(phase):.1f} ms, {pages:.1f} pages of {update:.1f} KB")
            found[f"{side.name} {name}, ms"] = round(1000 * side.cost(phase), 2)
        if base is not here:
            ratio = here.cost(phase) / base.cost(phase)
            pairs = [
                own / other for own, other in zip(here.each[phase], base.each[phase], strict=True) if own and other
            ]
            print(f"  here to base: {ratio:.3f}; table by table {median(pairs):.3f} (median)")
            found |= {f"here to base, {name}": round(ratio, 3), f"median of tables, {name}": round(median(pairs), 3)}
    for side in seen:
        found[f"{side.name}, late to early"] = round(side.cost(LATE) / side.cost(EARLY), 3)
        print(f"{side.name}, late to early: {found[f'{side.name}, late to early']:.2f}")
    return found


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

    @property
    def is_good(self) -> bool:
        """Whether the server was quick enough, without an error."""
        return self.p99 <= SLOW and not self.errors

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
    empty = memory(pid)
    async with looking(server.port, laid, figures) as tables:
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


def run_compare(count: int, tree: Path | None) -> dict[str, Any]:
    """Start a server of this commit, and one of another if there is one, and compare what a move costs them."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        here, base = Path(folder) / "here.db", Path(folder) / "base.db"
        if tree:
            laid = lay_tables_of(tree, f"sqlite:///{base}", count)
            shutil.copy(base, here)  # the same tables: this commit opens the database of the other
        else:
            laid = lay_tables(f"sqlite:///{here}", count)
        sides = [("here", stack.enter_context(running(f"sqlite:///{here}", count, None)), laid, False)]
        if tree:
            sides.append(("base", stack.enter_context(running(f"sqlite:///{base}", count, tree)), laid, True))
        return uvloop.run(compare(sides))


class Search:
    """The search for the number of tables that one server carries: doubled until it is too slow, then halved between.

    A number is good if a trial has a p99 of at most 250 ms and no error. It is too much if most of three trials have
    not.
    """

    def __init__(self, name: str, tree: Path | None, args: argparse.Namespace) -> None:
        self.name = name
        self.tree = tree
        self.args = args
        self.loads: list[Load] = []  # the median trial of each number
        self.good = 0
        self.bad: int | None = None
        self.halvings = 0

    @property
    def following(self) -> int | None:
        """The number of tables to try next, or None if the search is over."""
        if self.bad is None:
            return 2 * self.good or int(self.args.tables)
        middle = (self.good + self.bad) // 2
        return middle if self.good and self.halvings < HALVINGS and middle > self.good else None

    def go_on(self) -> None:
        """Try the next number of tables."""
        count = self.following
        assert count is not None
        trials: list[Load] = []
        while len(trials) < TRIALS:
            trials.append(run_load(self.args, count, self.tree))
            print(f"{self.name}: {trials[-1]}", flush=True)
            if trials[0].is_good or sum(not trial.is_good for trial in trials) > TRIALS // 2:
                break
        trials.sort(key=lambda trial: (not trial.is_good, trial.p99))
        found = trials[len(trials) // 2]
        self.loads.append(found)
        self.halvings += self.bad is not None
        if found.is_good:
            self.good = count
        else:
            self.bad = count


def search(args: argparse.Namespace, tree: Path | None) -> list[Search]:
    """Search the number of tables for this commit and, if there is one, for another. They take turns."""
    sides = [*([Search("base", tree, args)] if tree else []), Search("here", None, args)]
    while going := [side for side in sides if side.following]:
        for side in going:
            side.go_on()
    for side in sides:
        print(f"{side.name}: {side.good} tables with a p99 of at most {1000 * SLOW:.0f} ms")
    if len(sides) > 1 and sides[0].good:
        print(f"here to base: {sides[1].good / sides[0].good:.1f} times as many")
    return sides


def save(part: str, found: Mapping[str, Any]) -> None:
    """Write what was found into one part of `docs/load.json`."""
    known = json.loads(FOUND.read_text("utf-8")) if FOUND.exists() else {}
    known[part] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "load average": os.getloadavg()[1], **found}
    FOUND.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


def panels_of(measured: Mapping[str, Sequence[Load]]) -> list[Panel]:
    """The plots of what was measured, for each server by the number of its tables."""
    values: dict[str, Callable[[Load], float]] = {
        "ms of CPU a move": lambda load: 1000 * load.cpu,
        "ms until everybody sees it (p99)": lambda load: 1000 * load.p99,
        "KB a table with its viewers": lambda load: (load.per_table + VIEWERS * load.per_viewer) / 1024,
    }
    return [
        Panel(title, {name: [(load.tables, value(load)) for load in loads] for name, loads in measured.items()})
        for title, value in values.items()
    ]


def main() -> None:
    """Print what a move costs, or how many tables a server can carry."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="With --against both servers are measured in turn: their tables are doubled until the p99 passes 250 ms "
        "or something fails, then halved twice between. A number that fails is tried up to three times. A trial takes "
        "about half a minute, all of it ten to fifteen minutes. --cost takes about two minutes with 12 tables.",
    )
    parser.add_argument("--tables", type=int, help="how many at first (10 for a search, 12 with --cost, otherwise 100)")
    parser.add_argument("--seconds", type=float, default=15, help="of a trial, after ten that are not counted")
    parser.add_argument("--pause", type=float, default=5, help="seconds between two moves at a table, on average")
    parser.add_argument("--until-slow", action="store_true", help="search as with --against, for this commit alone")
    parser.add_argument("--cost", action="store_true", help="only the CPU of a move, early and late in games")
    parser.add_argument("--against", metavar="COMMIT", help="another commit to compare with, built beside this one")
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--save", action="store_true", help="write what was found to docs/load.json and docs/load.svg")
    args = parser.parse_args()
    tree = build(args.against) if args.against else None
    gc.freeze()  # no garbage collection may disturb the measurement
    gc.disable()
    average = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load average {average}")
    if args.cost:
        found = run_compare(min(args.tables or 12, 24) + WARM_UP, tree)
        if args.save:
            save("cost", found)
    elif tree or args.until_slow:
        args.tables = args.tables or 10
        sides = search(args, tree)
        if args.save:
            figures = {side.name: {"good": side.good, "loads": [asdict(load) for load in side.loads]} for side in sides}
            save("postgres" if args.postgres else "sqlite", {"workers": args.workers, **figures})
            if not args.postgres:
                measured = {side.name: sorted(side.loads, key=lambda load: load.tables) for side in sides}
                PLOT.write_text(
                    draw(panels_of(measured), "Cost and memory of a server, by the number of tables"), encoding="utf-8"
                )
    else:
        print(run_load(args, args.tables or 100, None))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
