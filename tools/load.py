"""Measures how long a move takes to reach everybody: live tables on a real server, bots as clients (`make load`)."""

import argparse
import asyncio
import gc
import json
import os
import platform
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory

from gangland.bots import choose_at_random
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server.services import Services
from gangland.server.settings import Settings
from serving import Process, sit

VIEWERS = 3  # at each table: both players and a watcher


@dataclass
class Table:
    """A game that both this script and the server play."""

    id: str
    match: Match
    cookies: list[str]
    version: int
    sent: dict[int, float] = field(default_factory=dict)  # when each version's move was sent


@dataclass
class Figures:
    """What was measured. Times are in seconds."""

    answers: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cpu: float = 0.0  # seconds of one core that the server used in a second


def lay_tables(db: str, count: int) -> list[Table]:
    """Open this many tables in a database, every other one of Gangs."""
    services = Services(Settings(db))
    services.store.migrate()
    tables = []
    for seed in range(count):
        match = Match.new(Gangs(2) if seed % 2 else Duel(), seed=seed)
        id, people = sit(services, match, ["Anna", "Ben"])
        cookies = [services.people.cookie(who) for who in people]
        tables.append(Table(id, match, cookies, services.tables.version(id)))
    services.store.close()
    return tables


async def watch(port: int, table: Table, cookie: str | None, figures: Figures, ready: asyncio.Semaphore) -> None:
    """Listen as a page does, and note when each move's event comes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    headers = f"Cookie: gangland={cookie}\r\n" if cookie else ""
    writer.write(f"GET /t/{table.id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n".encode())
    known = 0
    try:
        while line := await reader.readline():
            if not line.startswith(b"data: ") or line.startswith(b"data: ["):
                continue
            now, version = time.perf_counter(), int(line[6:])
            if not known:
                ready.release()
            for number in range(known + 1, version + 1):
                if number in table.sent:
                    figures.events.append(now - table.sent[number])
            known = max(known, version)
        figures.errors.append("a stream ended")
    finally:
        writer.close()


async def play(port: int, table: Table, pause: float, figures: Figures, seed: int) -> None:
    """Move for both sides, with pauses as people make them."""
    chance = Random(seed)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while not table.match.outcome:
            await asyncio.sleep(chance.uniform(0, 2 * pause))
            move = choose_at_random(table.match.legal_moves, chance)
            cookie = table.cookies[table.match.turn]
            body = json.dumps({"number": len(table.match.moves), "move": str(move)})
            request = (
                f"POST /api/tables/{table.id}/moves HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                f"Origin: http://127.0.0.1:{port}\r\nCookie: gangland={cookie}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            )
            table.version += 1
            began = table.sent[table.version] = time.perf_counter()
            writer.write(request.encode())
            status, answer = await read_answer(reader)
            if status != 200:
                figures.errors.append(f"{status} {answer[:100]!r}")
                return
            figures.answers.append(time.perf_counter() - began)
            table.match.push(move)
    except (OSError, asyncio.IncompleteReadError) as error:
        figures.errors.append(repr(error))
    finally:
        writer.close()


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """The status and the body of an HTTP answer."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = next(int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length"))
    return int(head.split(" ")[1]), await reader.readexactly(length)


async def load(port: int, pid: int, tables: list[Table], seconds: float, pause: float) -> Figures:
    """Watch and play at all tables for some seconds, and return the figures."""
    figures = Figures()
    ready = asyncio.Semaphore(0)
    viewers = []
    for table in tables:
        for cookie in (*table.cookies, None):
            viewers.append(asyncio.create_task(watch(port, table, cookie, figures, ready)))
        await asyncio.sleep(0.005)
    for _ in viewers:
        await asyncio.wait_for(ready.acquire(), 120)
    await asyncio.sleep(2)
    began = cpu_seconds(pid)
    players = [asyncio.create_task(play(port, table, pause, figures, seed)) for seed, table in enumerate(tables)]
    await asyncio.sleep(seconds)
    for task in players:
        task.cancel()
    figures.cpu = (cpu_seconds(pid) - began) / seconds
    await asyncio.sleep(2)
    for task in viewers:
        task.cancel()
    return figures


def tell(figures: Figures, tables: int, seconds: float, pause: float) -> str:
    """The figures as text."""

    def line(name: str, values: list[float]) -> str:
        cuts = quantiles(values, n=100)
        return f"{name}: {len(values)}, p50 {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms"

    each = 1000 * figures.cpu * seconds / len(figures.answers)
    server = f"the server used {100 * figures.cpu:.0f} % of one core, {each:.1f} ms a move"
    load_average = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return "\n".join([
        f"{tables} tables, {VIEWERS} viewers each, a move every {pause:.0f} s on average at each, as people make them",
        f"{seconds:.0f} s, {len(figures.answers) / seconds:.0f} moves a s",
        line("POST to answer", figures.answers),
        line("POST to event, at every viewer", figures.events),
        f"errors: {len(figures.errors)} {sorted(set(figures.errors))[:3] or ''}",
        f"{server}; {os.cpu_count()} cores, Python {platform.python_version()}, load average {load_average}",
    ])  # fmt: skip


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used so far, in seconds (Linux only)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Start a server, put the load on it and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=5, help="seconds between two moves at a table, on average")
    parser.add_argument("--db", help="a PostgreSQL database to use instead of a new SQLite file")
    args = parser.parse_args()
    with TemporaryDirectory() as folder:
        db = args.db or f"sqlite:///{Path(folder) / 'tables.db'}"
        tables = lay_tables(db, args.tables)
        gc.freeze()  # no garbage collection may disturb the measurement
        gc.disable()
        # All clients come from one address, and the server's usual limits would refuse them.
        crowd = str(2 * (VIEWERS + 1) * args.tables)
        caps = {
            f"GANGLAND_{kind}{whose}": crowd for kind in ("CONNECTIONS", "STREAMS") for whose in ("", "_PER_ADDRESS")
        }
        server = Process(db, environment=caps)
        try:
            figures = asyncio.run(load(server.port, server.process.pid, tables, args.seconds, args.pause))
        finally:
            server.kill()
        print(tell(figures, args.tables, args.seconds, args.pause))


if __name__ == "__main__":
    main()
