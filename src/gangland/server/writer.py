"""Transactions that write. With SQLite those that come while the disk is busy share the next commit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as TookTooLong
from sqlalchemy.orm import Session

PATIENCE = 3.0  # seconds that a writer waits for its turn, and again for the database
SAVEPOINT = "gangland"


class Transaction:
    """A transaction that writes, by plain statements on its connection or by a session.

    What is done most, a move, needs no session: one costs more than the statements themselves. It is made for those who
    ask for it.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @cached_property
    def session(self) -> Session:
        """The session of this transaction. What it holds is written when the transaction ends."""
        return Session(self.connection, join_transaction_mode="create_savepoint", expire_on_commit=False)

    @contextmanager
    def ending(self) -> Iterator[Transaction]:
        """Write what the session holds in the end, if there is one, and close it."""
        try:
            yield self
            if "session" in vars(self):
                self.session.commit()
        finally:
            if "session" in vars(self):
                self.session.close()


class Batch:
    """Transactions that wait for the same commit."""

    def __init__(self, transaction: RootTransaction) -> None:
        self.transaction = transaction
        self.ended = False
        self.error: Exception | None = None


class SharedWriter:
    """SQLite's one writer. Transactions that come while the disk is busy with a commit share the next one.

    Each transaction is a savepoint within a batch, and ends when the batch is on the disk. So a slow disk bounds the
    commits in a second, but not the moves. (PostgreSQL does the same by itself.)
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(immediate=True)
        self._connection: Connection | None = None
        self._batch: Batch | None = None
        self._writing = threading.Lock()
        self._committing = threading.Lock()

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """A transaction, which is on the disk when this ends."""
        batch = None
        try:
            with self._turn():
                connection, batch = self._join()
                with self._savepoint(connection, batch), Transaction(connection).ending() as transaction:
                    yield transaction
        finally:  # even after an error: others may have joined, and no transaction may stay open
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

    def _join(self) -> tuple[Connection, Batch]:
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._batch is None:
            self._batch = Batch(self._connection.begin())
        return self._connection, self._batch

    @contextmanager
    def _savepoint(self, connection: Connection, batch: Batch) -> Iterator[None]:
        """Take back what is done meanwhile, and nothing else of the batch, if it fails."""
        connection.exec_driver_sql(f"SAVEPOINT {SAVEPOINT}")
        try:
            yield
        except BaseException:
            try:
                connection.exec_driver_sql(f"ROLLBACK TO {SAVEPOINT}")
            except SQLAlchemyError as error:  # SQLite took the whole batch back, as it does when the disk is full
                self._batch, batch.ended, batch.error = None, True, error
                self._drop()
                raise
            connection.exec_driver_sql(f"RELEASE {SAVEPOINT}")
            raise
        connection.exec_driver_sql(f"RELEASE {SAVEPOINT}")

    def _commit(self, batch: Batch) -> None:
        """Commit a batch, unless somebody else has. Raises the error of its commit."""
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
        """Close the connection, and with it what is left of a transaction that could not be committed."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Close the connection."""
        with self._writing:
            self._drop()
