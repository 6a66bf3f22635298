"""The database, SQLite or PostgreSQL: connections, transactions and migrations."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, bindparam, create_engine, event, func, make_url, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as TookTooLong
from sqlalchemy.orm import Session
from sqlalchemy.pool import QueuePool

from gangland.core.extras import require
from gangland.core.words import mark
from gangland.server.errors import Refusal, no_table
from gangland.server.health import Health, reason_of
from gangland.server.models import Base, TableRow
from gangland.server.writer import PATIENCE, SharedWriter, Transaction

log = logging.getLogger("gangland")

LISTED = 50  # the most lines of a list
TABLE_ID = re.compile("[0-9a-f]{10}")
MIGRATIONS = Path(__file__).parent / "migrations"
CHANNEL = "gangland"  # PostgreSQL's NOTIFY
NOTIFY = select(func.pg_notify(CHANNEL, bindparam("told")))
MIGRATING = 1885  # the advisory lock that lets one process at a time migrate
WRITERS = 8  # at a time: fewer than there are threads, so that readers always find one
CHECKING = 3.0  # seconds for the check of a database file at the start


class Store:
    """The database. `read` and `write` are its transactions; what `write` did is on the disk when it ends."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        if self.url.drivername in ("postgres", "postgresql"):
            require("postgres")
            self.url = self.url.set(drivername="postgresql+psycopg")
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = connect_sqlite(self.url) if self.is_sqlite else connect_postgresql(self.url)
        self.process = secrets.token_hex(4)  # the name of this process in notifications
        self.health = Health()
        event.listen(self.engine, "handle_error", self.health.note)
        self._writer = SharedWriter(self.engine) if self.is_sqlite else None
        self._turns = asyncio.Semaphore(WRITERS)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that reads."""
        with Session(self.engine) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """The session of a transaction that writes, and is committed when this ends."""
        with self.transaction() as transaction:
            yield transaction.session

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction that writes, and is committed when this ends."""
        if self._writer:
            with self._writer.write() as transaction:
                yield transaction
        else:
            with self.engine.begin() as connection, Transaction(connection).ending() as transaction:
                yield transaction
        self.health.wrote()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn to write in a thread; raises an error of the database if others take too long."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._turns.acquire()
        except TimeoutError:
            raise TookTooLong("too many wait to write") from None
        try:
            yield
        finally:
            self._turns.release()

    def notify(self, transaction: Transaction, payload: str) -> None:
        """Tell all processes something when this transaction commits."""
        if not self.is_sqlite:
            transaction.connection.execute(NOTIFY, {"told": f"{self.process} {payload}"})

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
        """Look for damage in a file of SQLite for a few seconds; raises Refusal."""
        if not self.is_sqlite:
            return
        until = time.monotonic() + CHECKING
        with self.engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            try:
                found = driver.execute("PRAGMA quick_check(1)").fetchone()[0]
            except sqlite3.OperationalError:
                found = "ok"  # nothing was found in that time
            except sqlite3.DatabaseError as error:
                found = str(error)
            driver.set_progress_handler(None, 0)
        if found != "ok":
            raise Refusal(mark("The database is damaged; put a copy in its place. ({reason})"), reason=found)

    def close(self) -> None:
        """Close the database, after those who still read or write have had time to end."""
        if self._writer:
            self._writer.close()
        until = time.monotonic() + PATIENCE
        while isinstance(self.engine.pool, QueuePool) and self.engine.pool.checkedout() and time.monotonic() < until:
            time.sleep(0.01)
        self.engine.dispose()


@contextmanager
def log_and_continue(what: str) -> Iterator[None]:
    """Log an error of the database and go on, for work that is done again soon."""
    try:
        yield
    except SQLAlchemyError as error:
        log.info("could not %s: %s", what, reason_of(error))
    except OSError:
        log.exception("could not %s", what)


def find_table(session: Session, id: str, *, lock: bool = False) -> TableRow:
    """The row of a table with its seats. Raises NotFound. A locked row is nobody else's until the transaction ends."""
    if not TABLE_ID.fullmatch(id):
        raise no_table()
    row = session.get(TableRow, id, with_for_update=lock or None)  # its seats too: what is not locked could be old
    if row is None:
        raise no_table()
    return row


def insert_if_missing(session: Session, row: type[Base], **values: object) -> None:
    """Insert a row, unless there is one with its key already."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(dialect.insert(row).values(**values).on_conflict_do_nothing())


def alembic_config(connection: Connection) -> Config:
    """The settings of a migration over this connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def connect_postgresql(url: URL) -> Engine:
    """An engine for PostgreSQL."""
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
    """An engine for a file of SQLite."""
    if url.database in (None, "", ":memory:"):
        raise Refusal(mark("The embedded database needs a file."))
    if not str(url.database).startswith("file:"):
        keep_private(Path(str(url.database)))
    engine = create_engine(url, pool_size=20, max_overflow=30, hide_parameters=True)
    busy = round(1000 * PATIENCE)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where `begin` below says
        for pragma in (f"busy_timeout={busy}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def keep_private(file: Path) -> None:
    """Keep the database from other users of this machine: it holds all deals and the key of all cookies.

    SQLite gives the files that it makes beside the database the same permissions.
    """
    with suppress(OSError):  # opening the database will say what is wrong
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for suffix in ("", "-wal", "-shm", "-journal"):
        close_to_others(file.with_name(file.name + suffix), 0o600)


def close_to_others(path: Path, mode: int) -> None:
    """Take the permissions of others from a file or folder; the log says if there were any."""
    if os.name != "posix" or not path.exists() or not path.stat().st_mode & 0o077:
        return
    try:
        path.chmod(mode)
    except OSError as error:
        log.warning("%s is open to other users of this machine: %s", path, error.strerror)
    else:
        log.warning("%s was open to other users of this machine; now it is not", path)
