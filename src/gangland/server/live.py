"""News of the tables as it happens: within this process, and by PostgreSQL's NOTIFY between several."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from gangland.server.events import Event
from gangland.server.messages import Message, message
from gangland.server.store import CHANNEL, Store
from gangland.server.tables import Tables

if TYPE_CHECKING:
    import psycopg

HEARTBEAT = 15.0  # seconds between two signs of life on a quiet stream
LINGER = 4.0  # seconds that somebody counts as present after leaving, as pages are reloaded
PRESENCE = 5.0  # seconds between two messages to other processes about who is here
FRESH = 1.0  # seconds for which a shared result is kept
BATCH = 150  # people in one notification, which holds at most 8000 bytes
PRESENCE_TAG = "here"
UNBUFFERED = {"X-Accel-Buffering": "no"}  # a header for a proxy in front

Made = TypeVar("Made")

log = logging.getLogger("gangland")


class News(NamedTuple):
    """News of a table: its version has changed, or somebody has come or gone.

    The moment is a counter: equal ones are the same news.
    """

    version: int
    moment: int


class Subscription:
    """One open stream. It learns the newest version of a table, not every one on the way."""

    def __init__(self, moment: int) -> None:
        self._news = asyncio.Event()
        self.moment = moment
        self.version = 0  # 0 means: read it from the database
        self.tables: set[str] = set()
        self.is_over = False

    def end(self) -> None:
        """End the stream."""
        self.is_over = True
        self._news.set()

    def notify(self, table: str, version: int, moment: int) -> None:
        """Bring news of a table; from the loop only."""
        self.version = max(self.version, version)
        self.moment = moment
        self.tables.add(table)
        self._news.set()

    def refresh(self) -> None:
        """Let the stream look up the newest version, as it may have missed some."""
        self.version = 0
        self._news.set()

    async def next(self, patience: float) -> bool:
        """Wait for news; returns False if none came in so many seconds."""
        try:
            async with asyncio.timeout(patience):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True


class Live:
    """Brings news of tables to the streams that wait for them, and knows who is looking at which table."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)  # by table or person
        self._here: Counter[tuple[str, str]] = Counter()  # (table, person), in this process
        self._elsewhere: dict[str, tuple[float, frozenset[tuple[str, str]]]] = {}  # by process, with its end
        self._moment = 0  # counts all news
        self._shared: dict[Hashable, asyncio.Future[Any]] = {}
        self._answering: Counter[str] = Counter()  # the pages that await an answer to an action
        self._loop: asyncio.AbstractEventLoop | None = None
        self._has_ended = False

    # Publishing, from any thread

    def publish(self, event: Event) -> None:
        """Tell all listeners of a change, from any thread."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._notify, event.table, event.version, event.people)

    def _notify(self, table: str, version: int, people: tuple[str, ...]) -> None:
        self._moment += 1
        for key in (table, *people):
            for subscription in self._subscriptions.get(key, ()):
                subscription.notify(table, version, self._moment)

    def present(self, table: str, person: str) -> bool:
        """Whether a person looks at a table, in any process."""
        pair = (table, person)
        return self._here[pair] > 0 or any(pair in pairs for _, pairs in list(self._elsewhere.values()))

    def visitors(self, table: str) -> set[str]:
        """The ids of those who look at a table; somebody unknown has an empty one."""
        everywhere = [list(self._here), *(pairs for _, pairs in list(self._elsewhere.values()))]
        return {person for pairs in everywhere for at, person in pairs if at == table}

    def end(self) -> None:
        """End all streams, for which a stopping server would wait."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self._has_ended = True
        for subscription in self._all():
            subscription.end()

    def refresh(self) -> None:
        """Let every stream look up the newest version."""
        for subscription in self._all():
            subscription.refresh()

    def _all(self) -> list[Subscription]:
        return [subscription for subscriptions in self._subscriptions.values() for subscription in subscriptions]

    # Listening, in the loop

    @contextmanager
    def subscribe(self, key: str) -> Iterator[Subscription]:
        """Subscribe to the news of a table, or of all tables of a person, for as long as this lasts."""
        subscription = Subscription(self._moment)
        subscription.is_over = self._has_ended
        self._subscriptions[key].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[key].discard(subscription)
            if not self._subscriptions[key]:
                del self._subscriptions[key]

    @contextmanager
    def presence(self, table: str, person: str | None) -> Iterator[None]:
        """Count somebody as present at a table for as long as this lasts, and a little longer."""
        pair = (table, person or "")
        self._arrive(pair, 1)
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(LINGER, self._arrive, pair, -1)

    def _arrive(self, pair: tuple[str, str], step: int) -> None:
        before = self._here[pair] > 0
        self._here[pair] += step
        if self._here[pair] <= 0:
            del self._here[pair]
        if pair[1] and before != (self._here[pair] > 0):
            self._notify(pair[0], 0, ())

    @contextmanager
    def answering(self, page: str) -> Iterator[None]:
        """Note that an action of a page is answered with its board, for as long as this lasts."""
        self._answering[page] += 1
        try:
            yield
        finally:
            self._answering[page] -= 1
            if not self._answering[page]:
                del self._answering[page]

    def is_answering(self, page: str) -> bool:
        """Whether a page awaits an answer that will have its board."""
        return self._answering[page] > 0

    async def share(self, key: Hashable, make: Callable[[], Made], *, is_quick: bool = False) -> Made:
        """Make something once for all who ask for it by the same key: in a thread, or here if that is quick."""
        shared: asyncio.Future[Made] | None = self._shared.get(key)
        if shared is None:
            if is_quick:
                made, loop = make(), asyncio.get_running_loop()
                shared = self._shared[key] = loop.create_future()
                shared.set_result(made)
            else:
                shared = self._shared[key] = asyncio.create_task(run_in_threadpool(make))
            shared.add_done_callback(lambda _: shared.get_loop().call_later(FRESH, self._shared.pop, key))
        return await asyncio.shield(shared)

    # Between processes

    async def run(self) -> None:
        """Bring news from other processes until cancelled. With SQLite there are none."""
        self._loop = asyncio.get_running_loop()
        if self.store.is_sqlite:
            return
        import psycopg

        while True:
            try:
                await self._listen()
            except psycopg.Error as error:
                log.warning("lost the database's notifications: %s", error)
                await asyncio.sleep(1)

    async def _listen(self) -> None:
        import psycopg

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self.refresh()
            while True:
                await self._tell_presence(connection)
                async for notification in connection.notifies(timeout=PRESENCE):
                    self._hear(notification.payload)

    async def _tell_presence(self, connection: psycopg.AsyncConnection[Any]) -> None:
        pairs = [f"{table} {person}" for table, person in self._here]
        for start in range(0, max(1, len(pairs)), BATCH):
            payload = json.dumps([PRESENCE_TAG, self.store.process, start, pairs[start : start + BATCH]])
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

    def _hear(self, payload: str) -> None:
        if payload.startswith("["):
            self._hear_presence(*json.loads(payload)[1:])
            return
        process, table, version, people = payload.split(" ")
        if process == self.store.process:  # this process published it when it was committed
            return
        self._notify(table, int(version), tuple(people.split(",")) if people else ())

    def _hear_presence(self, process: str, part: int, pairs: list[str]) -> None:
        if process == self.store.process:
            return
        now = asyncio.get_running_loop().time()
        heard = frozenset((table, person) for table, person in (pair.split(" ") for pair in pairs))
        before = frozenset().union(*(pairs for _, pairs in self._elsewhere.values()))
        self._elsewhere[f"{process}/{part}"] = (now + 2.5 * PRESENCE, heard)
        self._elsewhere = {key: value for key, value in self._elsewhere.items() if value[0] > now}
        after = frozenset().union(*(pairs for _, pairs in self._elsewhere.values()))
        for table, person in before ^ after:
            if person:
                self._notify(table, 0, ())


async def while_it_answers(stream: AsyncGenerator[Made]) -> AsyncGenerator[Made]:
    """The parts of a stream. It ends if the database is away, and the client connects again."""
    async with aclosing(stream):
        try:
            async for part in stream:
                yield part
        except SQLAlchemyError:
            return


async def news_of(live: Live, tables: Tables, table: str, person: str | None) -> AsyncIterator[News | None]:
    """News of a table, now and whenever something changes, and None as a sign of life."""
    with live.presence(table, person), live.subscribe(table) as subscription:  # nobody hears of their own coming
        told = True
        while not subscription.is_over:
            if told and not subscription.version:
                found = await run_in_threadpool(tables.version, table)
                subscription.version = max(subscription.version, found)  # newer news may have come meanwhile
            yield News(subscription.version, subscription.moment) if told else None
            told = await subscription.next(HEARTBEAT)


async def events(
    live: Live,
    tables: Tables,
    table: str,
    person: str | None,
    last: str | None,
    draw: Callable[[int], Awaitable[Message | None]],
) -> AsyncGenerator[Message]:
    """Server-sent events of a table.

    `draw` makes the message with the board of a version, or None if the reader shall just hear of the version. A
    browser that connects again with the id it saw last hears at once if it missed anything.
    """
    known = int(last) if last and last.isdecimal() and len(last) < 10 else 0
    yield message(retry=1000)
    async for news in news_of(live, tables, table, person):
        if news is None:
            yield message(comment="still here")
        elif news.version != known:
            known = news.version
            yield await draw(known) or message(event="changed", data_str=str(known), id=str(known))
        else:  # somebody may have come or gone
            seats = await live.share(("connected", table, news), lambda: tables.connected(table))
            yield message(event="present", data_str=json.dumps(seats))
