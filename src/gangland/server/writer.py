"""Group commit for SQLite: transactions that come while the disk is busy share the next commit."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import TimeoutError as TookTooLong
from sqlalchemy.orm import Session

PATIENCE = 3.0  # seconds that a writer waits for its turn, and again for the database


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
    def write(self) -> Iterator[Session]:
        """A transaction, which is on the disk when this ends."""
        batch = None
        try:
            with self._turn():
                batch = self._join()
                with self._savepoint() as session, session.begin():
                    yield session
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

    def _join(self) -> Batch:
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._batch is None:
            self._batch = Batch(self._connection.begin())
        return self._batch

    def _savepoint(self) -> Session:
        return Session(self._connection, join_transaction_mode="create_savepoint", expire_on_commit=False)

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
