"""The server's bots think here, in worker processes, and move at a human pace; so does the solo robot.

Hints for people are thought about here too.

The store says which tables await a bot, and a lease in the table's row says which process thinks about it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import threading
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing import connection, get_context, parent_process

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from gangland.bots import levels_for
from gangland.bots.hints import best_move
from gangland.core.game import Move
from gangland.play import Match
from gangland.server.bot_turns import BotTurns
from gangland.server.events import Event
from gangland.server.queue import Queue, Work
from gangland.server.store import log_and_continue
from gangland.server.tables import Tables

PATIENCE = 2.0  # seconds between two looks for moves of bots
log = logging.getLogger("gangland")


@dataclass(frozen=True)
class Turn:
    """What is to be found: the only move there is, or a plain call that finds one, wherever it runs."""

    number: int
    since: float
    move: str | Callable[[], Move]
    is_hint: bool


class Thinking:
    """Lets bots think. One server process thinks for a table; when its lease runs out, another one takes over."""

    def __init__(
        self,
        tables: Tables,
        turns: BotTurns,
        pause: float,
        bot_workers: int,
        workers: Callable[[int], Executor],
        visitors: Callable[[str], Collection[str]],
    ) -> None:
        """`workers` makes an executor of so many workers; `visitors` says who is looking at a table."""
        self.tables = tables
        self.turns = turns
        self.pause = pause
        self.bot_workers = bot_workers
        self.workers = workers
        self.visitors = visitors
        self.name = "here" if tables.store.is_sqlite else secrets.token_hex(8)  # with SQLite there is only one process
        self._queue = Queue(bot_workers + 1)
        self._executor: Executor | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._has_more = False  # there may be more work in the store
        self._look_now = asyncio.Event()

    def hear(self, event: Event) -> None:
        """Hear of a change at a table, from any thread."""
        if event.work and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._add, event.work)

    def _add(self, work: Work) -> None:
        self._queue.add(work)
        self._start()

    async def run(self) -> None:
        """Look for tables that await a bot, and let it think, until cancelled."""
        if not self.bot_workers:
            return
        self._loop = asyncio.get_running_loop()
        with log_and_continue("begin to think"):  # with SQLite these are the leases of the process before this one
            await run_in_threadpool(self.turns.release, self.name)
        try:
            while True:
                with log_and_continue("look for moves of bots"):
                    await self._look()
                try:
                    async with asyncio.timeout(PATIENCE):
                        await self._look_now.wait()
                except TimeoutError:
                    pass
                self._look_now.clear()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            if self._executor:
                self._executor.shutdown(wait=False, cancel_futures=True)
            with log_and_continue("leave the moves to others"):
                await run_in_threadpool(self.turns.release, self.name)

    async def _look(self) -> None:
        if self._queue.held:
            await run_in_threadpool(self.turns.lease, self._queue.held, self.name)
        found = await run_in_threadpool(self.turns.awaiting)
        self._has_more = bool(found)
        for work in found:
            if not self._queue.knows(work):
                self._queue.add(work)
        self._start()

    def _start(self) -> None:
        """Give the free workers something to think about."""
        while work := self._queue.take():
            task = asyncio.create_task(self._do(work))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _do(self, work: Work) -> None:
        wait = 0.0
        try:
            await self._move(work)
        except SQLAlchemyError:  # the store logs it
            wait = PATIENCE
        except Exception:
            log.exception("the computer could not move at table %s", work.table)
            wait = PATIENCE
        asyncio.get_running_loop().call_later(wait, self._end, work)

    def _end(self, work: Work) -> None:
        self._queue.end(work)
        self._start()
        if self._has_more and self._queue.is_empty:
            self._look_now.set()

    async def _move(self, work: Work) -> None:
        async with self.tables.store.turn():
            turn = await run_in_threadpool(self._turn, work.table)
        if turn is None:
            return
        move = turn.move if isinstance(turn.move, str) else str(await self._think(turn.move))
        self._queue.thought(work)
        self._start()
        if turn.is_hint:
            async with self.tables.store.turn():
                await run_in_threadpool(self.tables.give_hint, work.table, turn.number, move)
            return
        rest = turn.since + self.pause - self.tables.uptime()
        if rest > 0 and await run_in_threadpool(self.turns.is_watched, work.table, self.visitors(work.table)):
            await asyncio.sleep(rest)
        async with self.tables.store.turn():
            await run_in_threadpool(self.tables.bot_move, work.table, turn.number, move)

    def _turn(self, table: str) -> Turn | None:
        """The move to think about, if the table still awaits it and no other process thinks about it."""
        if not self.turns.lease([table], self.name) or not (found := self.turns.turn(table)):
            return None
        match, legal = found.match, found.match.legal_moves
        if len(legal) == 1:  # the robot never has a choice (F11.3)
            return Turn(found.number, found.since, str(legal[0]), found.is_hint)
        if found.is_hint:
            return Turn(found.number, found.since, partial(best_move, match.seen(found.seat)), is_hint=True)
        level = levels_for(match.game)[(found.level or 1) - 1]
        call = partial(level.choose, match.seen(found.seat), seed_of(match, found.number))
        return Turn(found.number, found.since, call, is_hint=False)

    async def _think(self, call: Callable[[], Move]) -> Move:
        try:
            return await self._run(call)
        except BrokenExecutor:  # a worker was killed: try once more with new ones
            return await self._run(call)

    async def _run(self, call: Callable[[], Move]) -> Move:
        if self._executor is None:
            self._executor = self.workers(self._queue.width)
        executor = self._executor
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, call)
        except BrokenExecutor:
            if self._executor is executor:
                self._executor = None
            raise


def seed_of(match: Match, number: int) -> int:
    """The seed of a bot's move. It follows from the deal's salt, so that nobody can foretell the move."""
    return int.from_bytes(sha256(f"{match.deal.salt}/{number}".encode()).digest()[:6], "big")


def worker_processes(width: int) -> Executor:
    """An executor of so many processes of this machine, which start when they are needed."""
    return ProcessPoolExecutor(width, get_context("spawn"), initializer=lower_priority)


def lower_priority() -> None:
    """Let this worker give way to the server and end with it. Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=end_with_the_server, daemon=True).start()


def end_with_the_server() -> None:
    """End this worker when the server's process ends."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)
