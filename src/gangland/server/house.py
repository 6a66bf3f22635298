"""The running server's parts, put together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from anyio import to_thread
from starlette.concurrency import run_in_threadpool

from gangland.server.identity import People
from gangland.server.limits import Limits
from gangland.server.live import Hub
from gangland.server.opponents import Opponents
from gangland.server.ratings import Ratings
from gangland.server.store import SettingRow, Store, going_on, insert_if_missing
from gangland.server.tables import Change, Tables

SWEEP = 0.5  # seconds between two looks for fallen flags
BEAT = 5.0  # seconds between two signs of life in the store
THREADS = 12  # more of them only wait for each other
OUTAGE = 3 * BEAT  # a silence of this length was one


@dataclass(frozen=True)
class Settings:
    db: str  # a URL of SQLAlchemy
    pause: float = 0.7  # seconds that an opponent takes at least
    thinkers: int = 1  # worker processes; without any, no opponent moves here
    limits: bool = True
    now: Callable[[], float] = time.time


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.db)
        self.people = People(self.store, settings.now)
        self.hub = Hub(self.store)
        self.tables = Tables(self.store, settings.now, self._tell, self.hub.present)
        self.ratings = Ratings(self.store)
        self.opponents = Opponents(self.tables, settings.pause, settings.thinkers, settings.now)
        self.limits = Limits(settings.now, settings.limits)

    def _tell(self, change: Change) -> None:
        self.hub.announce(change)
        self.opponents.hear(change)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        await run_in_threadpool(self.store.migrate)
        await run_in_threadpool(self._beat)
        tasks = [asyncio.create_task(work) for work in (self.hub.run(), self.opponents.run(), self._sweep())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.store.close()

    async def _sweep(self) -> None:
        """Settle the tables on which somebody's time is over, and leave a sign of life, until cancelled."""
        beat = 0.0
        while True:
            with going_on("settle the clocks"):
                for table in await run_in_threadpool(self.tables.fallen):
                    await run_in_threadpool(self.tables.settle, table)
                if self.settings.now() - beat > BEAT:
                    await run_in_threadpool(self._beat)
                    beat = self.settings.now()
            await asyncio.sleep(SWEEP)

    def _beat(self) -> None:
        """A sign of life. While no server runs, live clocks stand still: the first one to come back forgives that."""
        with self.store.write() as session:
            now = self.settings.now()
            insert_if_missing(session, SettingRow, key="beat", value=str(now))
            beat = session.get_one(SettingRow, "beat", with_for_update=True, populate_existing=True)
            if now - float(beat.value) > OUTAGE:
                self.tables.forgive(session, now - float(beat.value))
            beat.value = str(now)
