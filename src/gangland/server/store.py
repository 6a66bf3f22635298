"""What is kept: people, tables, seats, journals and chat, in SQLite or PostgreSQL.

The journal is the truth: a table's game is its deal plus its entries. No entry can be written twice, as its table and
its number are its key. What else a table's row says about the game is a reading of the journal, kept for lists.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    JSON,
    URL,
    Connection,
    Engine,
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
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

from gangland.game import mark
from gangland.server.troubles import Refusal

log = logging.getLogger("gangland")

MIGRATIONS = Path(__file__).parent / "migrations"
CHANNEL = "gangland"  # PostgreSQL's NOTIFY
MIGRATING = 1885  # the advisory lock that lets one process at a time migrate


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON(none_as_null=True)}  # noqa: RUF012  (as SQLAlchemy wants it)


class PersonRow(Base):
    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    protected: Mapped[str | None] = mapped_column(String(80), unique=True)  # the name, casefolded
    password: Mapped[str | None] = mapped_column(String(200))  # its argon2 hash
    bearer: Mapped[str | None] = mapped_column(String(64), unique=True)  # the hash of a bot's token
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
    since: Mapped[float]  # when whoever decides now began to
    deadline: Mapped[float | None]
    asked: Mapped[dict[str, Any] | None]  # to take moves back
    rematch: Mapped[str | None] = mapped_column(String(16))
    seats: Mapped[list[SeatRow]] = relationship(order_by="SeatRow.number", lazy="joined", innerjoin=True)

    __table_args__ = (
        Index("tables_owed", "owed", "since"),
        Index("tables_deadline", "deadline"),
        Index("tables_public", "public", "ended", "opened"),
        Index("tables_ranked", "game", "ranked", "ended"),
    )


class SeatRow(Base):
    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))  # person, opponent, robot, invited (by link), open (to anybody)
    person: Mapped[str | None] = mapped_column(String(32), index=True)  # who sits here, or alone may sit down here
    name: Mapped[str] = mapped_column(String(40), default="")
    level: Mapped[int | None]
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
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = connect_sqlite(self.url) if self.is_sqlite else create_engine(
            self.url, pool_size=20, max_overflow=20, pool_pre_ping=True
        )  # fmt: skip
        self._writer = SharedWriter(self.engine) if self.is_sqlite else None

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

    def notify(self, session: Session, payload: str) -> None:
        """Tell the other processes, when and only if this transaction commits."""
        if not self.is_sqlite:
            session.execute(select(func.pg_notify(CHANNEL, payload)))

    def migrate(self) -> None:
        """Bring the schema to its newest version."""
        with self.engine.execution_options(immediate=True).begin() as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            command.upgrade(alembic_config(connection), "head")

    def close(self) -> None:
        if self._writer:
            self._writer.close()
        self.engine.dispose()


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
            with self._writing:
                batch = self._join()
                with self._savepoint() as session, session.begin():
                    yield session
        finally:  # also after an error: others may have joined, and an empty transaction must not stay open
            if batch:
                self._commit(batch)

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
    """Work that is done again and again outlives a database that is away for a while."""
    try:
        yield
    except (OSError, SQLAlchemyError):
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


def connect_sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise Refusal(mark("The embedded database needs a file."))
    engine = create_engine(url, pool_size=20, max_overflow=30)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` says, not where sqlite3 guesses
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine
