"""The running server's parts, put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from starlette.concurrency import run_in_threadpool

from gangland.server.bot_turns import BotTurns
from gangland.server.events import Event
from gangland.server.guide import Guide
from gangland.server.ladder import Ladders
from gangland.server.limits import Limits, Places
from gangland.server.live import Live
from gangland.server.lobby import Lobby
from gangland.server.people import People
from gangland.server.progress import Progress
from gangland.server.ratings import Ratings
from gangland.server.settings import Settings
from gangland.server.store import Store, log_and_continue
from gangland.server.tables import Tables
from gangland.server.thinking import Thinking
from gangland.server.uploads import Uploads
from gangland.server.uptime import Uptime
from gangland.server.variations import Variations
from gangland.web.drawings import Drawings
from gangland.web.replays import Films

BEAT = 1.0  # seconds between two writes of the uptime, and two looks for expired clocks
OUTAGE = 10.0  # after so many seconds for which clocks stood still, pages are told to fetch themselves
TIDY = 3600.0  # seconds between two deletions of what nobody needs any more
THREADS = 12  # more threads would only wait for each other


class Services:
    """The parts of a running server, each made once and handed to those that use it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db)
        self.uptime = Uptime(self.store, settings.now, settings.steady, settings.late)
        self.people = People(self.store, settings.now)
        self.live = Live(self.store)
        self.tables = Tables(self.store, settings.now, self.uptime, self._publish, self.live.present, settings.quotas)
        self.lobby = Lobby(self.store)
        self.bot_turns = BotTurns(self.store, self.uptime, self.tables.matches)
        self.uploads = Uploads(self.store, settings.now)
        self.variations = Variations(self.store, settings.now)
        self.ratings = Ratings(self.store)
        self.progress = Progress(self.store, settings.now)
        self.guide = Guide(self.store, self.progress)
        self.ladders = Ladders(self.store)
        self.drawings = Drawings()
        self.films = Films()
        self.thinking = Thinking(
            self.tables, self.bot_turns, settings.pause, settings.bot_workers, settings.workers, self.live.visitors
        )
        self.limits = Limits(settings.limits)
        self.connections = Places(settings.caps.connections)
        self.streams = Places(settings.caps.streams)

    def _publish(self, event: Event) -> None:
        self.live.publish(event)
        self.thinking.hear(event)

    def is_at_hand(self, table: str, heard: int, cookie: str | None) -> bool:
        """Whether all that a page of a running game shows is in memory, so that it is drawn without a thread.

        A thread costs more than it saves if it only computes. `heard` is the version, `cookie` that of the viewer.
        """
        is_known = cookie is None or self.people.is_at_hand(cookie)
        return is_known and self.uptime.is_known() and self.tables.is_at_hand(table, heard)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run what happens in the background, for as long as this lasts."""
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        await run_in_threadpool(self.store.migrate)
        await run_in_threadpool(self.people.renew_keys)
        await run_in_threadpool(self.uptime.beat)
        works = (self.live.run(), self.thinking.run(), self._sweep(), self._tidy())
        tasks = [asyncio.create_task(work) for work in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.store.close()

    async def _sweep(self) -> None:
        """Leave a sign of life and forfeit expired clocks, once a second, until cancelled."""
        while True:
            with log_and_continue("forfeit expired clocks"):
                if await run_in_threadpool(self.uptime.beat) > OUTAGE:
                    self.live.refresh()
                for table in await run_in_threadpool(self.tables.expired):
                    await run_in_threadpool(self.tables.forfeit_expired, table)
            await asyncio.sleep(BEAT)

    async def _tidy(self) -> None:
        """Tidy up once an hour, until cancelled."""
        while True:
            with log_and_continue("tidy up"):
                await run_in_threadpool(self.tidy)
            await asyncio.sleep(TIDY)

    def tidy(self) -> None:
        """Delete tables that never began, and guests who left nothing behind, if they are old enough."""
        before = self.settings.now() - self.settings.quotas.guests
        self.tables.delete_unstarted(before)
        self.people.forget_guests(before)
