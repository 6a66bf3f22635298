"""The house plays: opponents think in worker processes and move at a human pace; so does the solo robot."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from multiprocessing import connection, get_context, parent_process

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from gangland.bots import Level, levels_for
from gangland.game import Trouble
from gangland.play import Match, Seen
from gangland.server.store import SeatRow, going_on
from gangland.server.tables import Change, Tables

PATIENCE = 10.0  # seconds until a table that nobody plays for is looked at again
log = logging.getLogger("gangland")


class Opponents:
    def __init__(self, tables: Tables, pause: float, thinkers: int, now: Callable[[], float]) -> None:
        self.tables = tables
        self.pause = pause
        self.thinkers = thinkers
        self.now = now
        self._pool: ProcessPoolExecutor | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def hear(self, change: Change) -> None:
        """From any thread: if the house is to move, let it."""
        if change.owed and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, change.table)

    async def run(self) -> None:
        """Find the tables that wait for the house, now and again, until cancelled."""
        self._loop = asyncio.get_running_loop()
        idle = 0.0
        try:
            while True:
                with going_on("look for tables that wait for the house"):
                    for table in await run_in_threadpool(self.tables.owed, idle):
                        self._begin(table)
                    idle = PATIENCE
                await asyncio.sleep(PATIENCE / 2)
        finally:
            for task in self._playing.values():
                task.cancel()
            if self._pool:
                self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self, table: str) -> None:
        if not self.thinkers:
            return
        if table in self._playing:
            self._again.add(table)
            return
        self._playing[table] = asyncio.create_task(self._play(table))

    async def _play(self, table: str) -> None:
        try:
            while turn := await run_in_threadpool(self.tables.house_turn, table):
                number, seat, match, since = turn
                move = await self._choose(seat, match, number)
                await asyncio.sleep(max(0.0, since + self.pause - self.now()))
                await run_in_threadpool(self.tables.house_move, table, number, move)
        except (Trouble, OSError, BrokenProcessPool, SQLAlchemyError):
            log.exception("the house could not move at table %s", table)
        finally:
            del self._playing[table]
            if table in self._again:
                self._again.discard(table)
                self._begin(table)

    async def _choose(self, seat: SeatRow, match: Match, number: int) -> str:
        legal = match.legal_moves
        if len(legal) == 1:  # as always with the robot (F11.3)
            return str(legal[0])
        level = levels_for(match.game)[(seat.level or 1) - 1]
        seen = await run_in_threadpool(match.seen, seat.number)
        return await self._think(level, seen, seed_of(match, number))

    async def _think(self, level: Level, seen: Seen, seed: int) -> str:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._workers(), level.choose, seen, seed)
        except BrokenProcessPool:  # a worker was killed: one more try with new ones
            self._pool = None
            return await loop.run_in_executor(self._workers(), level.choose, seen, seed)

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.thinkers, get_context("spawn"), initializer=be_modest)
        return self._pool


def seed_of(match: Match, number: int) -> int:
    """From the deal's salt, which nobody knows before the end: who knew the seed could foretell the moves."""
    return int.from_bytes(sha256(f"{match.deal.salt}/{number}".encode()).digest()[:6], "big")


def be_modest() -> None:
    """A worker gives way to the server, and ends with it, however that ends: Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)
