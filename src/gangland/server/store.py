"""What is kept: people, tables, seats, journals and chat, in SQLite or PostgreSQL.

The journal is the truth: a table's game is its deal plus its entries. No entry can be written twice, as its table and
its number are its key. What else a table's row says about the game is a reading of the journal, kept for lists.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    JSON,
    URL,
    Connection,
    Engine,
    ExceptionContext,
    ForeignKey,
    Index,
    RootTransaction,
    String,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as TookTooLong
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from sqlalchemy.pool import QueuePool

from gangland.extras import require
from gangland.server.troubles import Refusal
from gangland.words import mark

log = logging.getLogger("gangland")

LISTED = 50  # the most lines of a list
MIGRATIONS = Path(__file__).parent / "migrations"
CHANNEL = "gangland"  # PostgreSQL's NOTIFY
MIGRATING = 1885  # the advisory lock that lets one process at a time migrate
WRITERS = 8  # that a server lets write or wait at a time: fewer than it has threads, so that readers always find one
PATIENCE = 3.0  # seconds that a writer waits for its turn, and then for the database
CHECKING = 3.0  # seconds for a look at a whole database file, at the start
SILENCE = 15.0  # seconds without a write, which are too many: every second a server leaves a sign of life
TELLING = 10.0  # seconds between two lines of the log about the same trouble
MISTAKES = (IntegrityError, ProgrammingError, DataError, NotSupportedError)  # not the database's


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON(none_as_null=True)}  # noqa: RUF012  (as SQLAlchemy wants it)


class PersonRow(Base):
    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    protected: Mapped[str | None] = mapped_column(String(80), unique=True)  # `names.key_of` a name that is theirs alone
    password: Mapped[str | None] = mapped_column(String(200))  # its argon2 hash
    bot: Mapped[bool] = mapped_column(default=False)
    bearer: Mapped[str | None] = mapped_column(String(64), unique=True)  # the hash of a bot's token
    generation: Mapped[int] = mapped_column(default=0)  # of cookies and tokens: those of earlier ones are void
    language: Mapped[str | None] = mapped_column(String(2))
    theme: Mapped[str | None] = mapped_column(String(8))
    since: Mapped[float]


class TableRow(Base):
    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game: Mapped[str] = mapped_column(String(32))
    rules: Mapped[dict[str, Any]]
    deal: Mapped[dict[str, Any]]
    opener: Mapped[str] = mapped_column(String(32))
    origin: Mapped[str | None] = mapped_column(String(16))  # a keyed hash of the address it was opened from
    public: Mapped[bool]
    clock: Mapped[dict[str, Any]]
    opened: Mapped[float]
    started: Mapped[float | None]
    ended: Mapped[float | None]
    outcome: Mapped[dict[str, Any] | None]
    ranked: Mapped[bool]
    number: Mapped[int] = mapped_column(default=0)  # of the next entry
    version: Mapped[int] = mapped_column(default=1)  # counts every change, also of seats and chat
    turn: Mapped[int | None]
    owed: Mapped[bool] = mapped_column(default=False)  # by an opponent of the house
    since: Mapped[float]  # when whoever decides now began to, in uptime, as all clocks
    deadline: Mapped[float | None]  # when whoever decides loses on time, or an unstarted table closes
    thinker: Mapped[str | None] = mapped_column(String(16))  # the process that thinks about what is owed
    lease: Mapped[float | None]  # until when
    asked: Mapped[dict[str, Any] | None]  # to take moves back
    rematch: Mapped[str | None] = mapped_column(String(16))
    level: Mapped[int | None]  # these four of a win that the solo ranking lists (F10.7)
    robot_starts: Mapped[bool | None]
    by_bot: Mapped[bool | None]
    score: Mapped[int | None] = mapped_column()
    once: Mapped[str | None] = mapped_column(String(64))  # the key of the wish to open it, which may be sent twice
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.number", lazy="joined", innerjoin=True)

    __table_args__ = (
        Index("tables_owed", "owed", "since"),
        Index("tables_deadline", "deadline"),
        Index("tables_public", "public", "ended", "opened"),
        Index("tables_opener", "opener", "ended"),
        Index("tables_ranking", "level", "robot_starts", "by_bot", score.desc(), "ended"),
    )


class SeatRow(Base):
    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # person, opponent, robot, invited (by link), open (to anybody)
    person: Mapped[str | None] = mapped_column(String(32), index=True)  # who sits here, or alone may sit down here
    name: Mapped[str] = mapped_column(String(40), default="")
    level: Mapped[int | None]
    bot: Mapped[bool] = mapped_column(default=False)
    replaced: Mapped[bool] = mapped_column(default=False)  # an opponent plays on for whoever the name belongs to
    link: Mapped[str | None] = mapped_column(String(32))  # claims the seat, once
    left: Mapped[float | None]  # seconds on the clock at the moment `TableRow.since`


class EntryRow(Base):
    __tablename__ = "entries"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # move, undo, resigned, time
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(80))  # the move, or how many were taken back
    at: Mapped[float]


class ChatRow(Base):
    __tablename__ = "chat"

    id: Mapped[int] = mapped_column(primary_key=True)
    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), index=True)
    person: Mapped[str] = mapped_column(String(32))
    seat: Mapped[int]
    text: Mapped[str] = mapped_column(String(400))
    at: Mapped[float]
    once: Mapped[str | None] = mapped_column(String(64))  # the key of the wish to say it, which may be sent twice


class RatingRow(Base):
    """How strong somebody seems to be at a game: counted on in the transaction that ends a rated game."""

    __tablename__ = "ratings"

    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    who: Mapped[str] = mapped_column(String(32), primary_key=True)  # a person's id, or the house's level
    name: Mapped[str] = mapped_column(String(40))  # as it was in the last game
    kind: Mapped[str] = mapped_column(String(10))  # person or opponent
    level: Mapped[int | None]
    bot: Mapped[bool]
    mean: Mapped[float]
    deviation: Mapped[float]
    games: Mapped[int]
    certain: Mapped[bool]

    __table_args__ = (Index("ratings_best", "game", "certain", "mean", "who"),)


class SettingRow(Base):
    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


# Tables and their seats are read and written by these few statements instead of the mapper's, which cost three times
# as much: with every move.
TABLES, SEATS, ENTRIES = (row.metadata.tables[row.__tablename__] for row in (TableRow, SeatRow, EntryRow))
FIND_TABLE = select(TABLES).where(TABLES.c.id == bindparam("key"))
LOCK_TABLE = FIND_TABLE.with_for_update()
FIND_SEATS = select(SEATS).where(SEATS.c.table == bindparam("key")).order_by(SEATS.c.number)
WRITE_ENTRY = insert(ENTRIES)
SAVE_TABLE = update(TABLES).where(TABLES.c.id == bindparam("key"))
SAVE_SEAT = update(SEATS).where(SEATS.c.table == bindparam("key"), SEATS.c.number == bindparam("seat"))
Values = dict[str, Any]


def find_table(session: Session, id: str, *, lock: bool = False) -> TableRow | None:
    """A table with its seats; what is changed there is written by `save_table`."""
    connection = session.connection()
    found = connection.execute(LOCK_TABLE if lock else FIND_TABLE, {"key": id}).first()
    if found is None:
        return None
    seats = [SeatRow(**seat._mapping) for seat in connection.execute(FIND_SEATS, {"key": id})]
    return TableRow(**found._mapping, seats=seats)


def values_of(row: TableRow) -> list[Values]:
    """What the table's row and its seats' rows say."""
    return [columns_of(row, TABLES), *(columns_of(seat, SEATS) for seat in row.seats)]


def columns_of(row: Base, table: Table) -> Values:
    return {name: getattr(row, name) for name in table.columns.keys()}  # noqa: SIM118  (a column collection is no dict)


def save_table(session: Session, row: TableRow, before: list[Values]) -> None:
    """Write whatever is not as it was before."""
    for number, (old, new) in enumerate(zip(before, values_of(row), strict=True), -1):
        changed = {name: value for name, value in new.items() if value != old[name]}
        if changed and number < 0:
            session.connection().execute(SAVE_TABLE, {"key": row.id, **changed})
        elif changed:
            session.connection().execute(SAVE_SEAT, {"key": row.id, "seat": number, **changed})


def write_entry(session: Session, **values: object) -> None:
    session.connection().execute(WRITE_ENTRY, values)


class Store:
    """The database. `read` and `write` are its transactions; what `write` did is safe on the disk when it ends."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        if self.url.drivername in ("postgres", "postgresql"):
            require("postgres")
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = connect_sqlite(self.url) if self.is_sqlite else connect_postgresql(self.url)
        self.process = secrets.token_hex(4)  # by which processes tell each other's news apart
        self.pulse = Pulse()
        event.listen(self.engine, "handle_error", self.pulse.note)
        self._writer = SharedWriter(self.engine) if self.is_sqlite else None
        self._turns = asyncio.Semaphore(WRITERS)

    @contextmanager
    def read(self) -> Iterator[Session]:
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        if self._writer:
            with self._writer.write() as session:
                yield session
        else:
            with Session(self.engine, expire_on_commit=False) as session, session.begin():
                yield session
        self.pulse.beat()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Taken by whoever is going to write in a thread; raises an error of the database if others take too long."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turns.acquire()
        except TimeoutError:
            raise TookTooLong("too many wait to write") from None
        try:
            yield
        finally:
            self._turns.release()

    def notify(self, session: Session, payload: str) -> None:
        """Tell the other processes, when and only if this transaction commits; this one hears it too."""
        if not self.is_sqlite:
            session.execute(select(func.pg_notify(CHANNEL, f"{self.process} {payload}")))

    def migrate(self) -> None:
        """Bring the schema to its newest version."""
        with self.engine.execution_options(immediate=True).begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            config = alembic_config(connection)
            known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
            if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
                raise Refusal(mark("The database was made by a newer version of gangland."))
            command.upgrade(config, "head")

    def check(self) -> None:
        """Raises Refusal if a file of SQLite is damaged, as far as that is found in a few seconds."""
        if not self.is_sqlite:
            return
        until = time.monotonic() + CHECKING
        with self.engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            try:
                found = driver.execute("PRAGMA quick_check(1)").fetchone()[0]
            except sqlite3.OperationalError:
                found = "ok"  # as far as one could see in that time
            except sqlite3.DatabaseError as error:
                found = str(error)
            driver.set_progress_handler(None, 0)
        if found != "ok":
            raise Refusal(mark("The database is damaged; put a copy in its place. ({reason})"), reason=found)

    def close(self) -> None:
        """After whoever is still reading or writing in a thread is done, or has had time to be."""
        if self._writer:
            self._writer.close()
        until = time.monotonic() + PATIENCE
        while isinstance(self.engine.pool, QueuePool) and self.engine.pool.checkedout() and time.monotonic() < until:
            time.sleep(0.01)
        self.engine.dispose()


class Pulse:
    """How the database does. While something is wrong the log says so, in a line now and then."""

    def __init__(self) -> None:
        self._written = time.monotonic()
        self._wrong = ""  # since the last write
        self._damage = ""  # which no write heals
        self._told: float | None = None

    @property
    def trouble(self) -> str:
        """What is wrong, or nothing."""
        silence = time.monotonic() - self._written
        return self._damage or self._wrong or ("nothing was written for too long" if silence > SILENCE else "")

    def beat(self) -> None:
        """Something was written."""
        self._written = time.monotonic()
        if self._wrong:
            self._wrong = ""
            log.info("the database is written again")

    def note(self, context: ExceptionContext) -> None:
        """An error of the database, as SQLAlchemy hands it over."""
        if isinstance(context.sqlalchemy_exception, SQLAlchemyError) and not context.is_pre_ping:
            self.miss(context.sqlalchemy_exception)

    def miss(self, error: SQLAlchemyError) -> None:
        if isinstance(error, MISTAKES):
            return
        self._wrong = reason_of(error)
        if is_damage(error):
            self._damage = self._wrong
        now = time.monotonic()
        if self._told is None or now > self._told + TELLING:
            self._told = now
            log.error("the database does not answer: %s", self._wrong)


def reason_of(error: BaseException) -> str:
    """In one line, as the database says it."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def is_damage(error: SQLAlchemyError) -> bool:
    cause = getattr(error, "orig", None)
    name, state = getattr(cause, "sqlite_errorname", None) or "", getattr(cause, "sqlstate", None) or ""
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or state in ("XX001", "XX002")


class Batch:
    """Transactions that wait for the same commit."""

    def __init__(self, transaction: RootTransaction) -> None:
        self.transaction = transaction
        self.ended = False
        self.error: Exception | None = None


class SharedWriter:
    """SQLite's one writer. Whoever writes while the disk is busy with a commit shares the next one.

    Each transaction is a savepoint within a batch, and is over when the batch is on the disk: a slow disk bounds the
    commits in a second, but not the moves. (PostgreSQL does the same by itself.)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(immediate=True)
        self._connection: Connection | None = None
        self._batch: Batch | None = None
        self._writing = threading.Lock()
        self._committing = threading.Lock()

    @contextmanager
    def write(self) -> Iterator[Session]:
        batch = None
        try:
            with self._turn():
                batch = self._join()
                with self._savepoint() as session, session.begin():
                    yield session
        finally:  # also after an error: others may have joined, and an empty transaction must not stay open
            if batch:
                self._commit(batch)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        if not self._writing.acquire(timeout=PATIENCE):
            raise TookTooLong("another program keeps the database locked")
        try:
            yield
        finally:
            self._writing.release()

    def _join(self) -> Batch:
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._batch is None:
            self._batch = Batch(self._connection.begin())
        return self._batch

    def _savepoint(self) -> Session:
        return Session(self._connection, join_transaction_mode="create_savepoint", expire_on_commit=False)

    def _commit(self, batch: Batch) -> None:
        """The first to come commits for all; by the time it is its turn again, others have joined."""
        with self._committing:
            if not batch.ended:
                with self._writing:
                    self._batch = None
                    batch.ended = True
                    try:
                        batch.transaction.commit()
                    except Exception as error:
                        batch.error = error
                        self._drop()
        if batch.error:
            raise batch.error

    def _drop(self) -> None:
        """With the connection goes what is left of a transaction that could not be committed."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        with self._writing:
            self._drop()


@contextmanager
def going_on(what: str) -> Iterator[None]:
    """Work that is done again and again outlives a database that is away for a while, of which the store tells."""
    try:
        yield
    except SQLAlchemyError as error:
        log.info("could not %s: %s", what, reason_of(error))
    except OSError:
        log.exception("could not %s", what)


def insert_if_missing(session: Session, row: type[Base], **values: object) -> None:
    """Two requests may bring the same new row at once; the first one stays."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(dialect.insert(row).values(**values).on_conflict_do_nothing())


def alembic_config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def connect_postgresql(url: URL) -> Engine:
    limits = {} if "connect_timeout" in url.query else {"connect_timeout": round(PATIENCE)}
    engine = create_engine(
        url, pool_size=20, max_overflow=20, pool_pre_ping=True, hide_parameters=True, connect_args=limits
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute(f"SET lock_timeout = '{PATIENCE}s'")
        connection.commit()

    return engine


def connect_sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise Refusal(mark("The embedded database needs a file."))
    if not str(url.database).startswith("file:"):
        keep_private(Path(str(url.database)))
    engine = create_engine(url, pool_size=20, max_overflow=30, hide_parameters=True)
    busy = round(1000 * PATIENCE)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` says, not where sqlite3 guesses
        for pragma in (f"busy_timeout={busy}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def keep_private(file: Path) -> None:
    """Nobody else on this machine reads the database: whoever can, knows all deals and can be everybody.

    SQLite gives the files that it makes beside the database the same permissions.
    """
    with suppress(OSError):  # what is wrong with the place is said when the database is opened
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for suffix in ("", "-wal", "-shm", "-journal"):
        close_to_others(file.with_name(file.name + suffix), 0o600)


def close_to_others(path: Path, mode: int) -> None:
    """A file or a folder of ours; the log says if somebody else could have looked."""
    if os.name != "posix" or not path.exists() or not path.stat().st_mode & 0o077:
        return
    try:
        path.chmod(mode)
    except OSError as error:
        log.warning("%s is open to other users of this machine: %s", path, error.strerror)
    else:
        log.warning("%s was open to other users of this machine; now it is not", path)
