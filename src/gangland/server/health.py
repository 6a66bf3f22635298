"""The health of the database: whether it can be written, and what is wrong if not."""

from __future__ import annotations

import logging
import time

from sqlalchemy import ExceptionContext
from sqlalchemy.exc import DataError, IntegrityError, NotSupportedError, ProgrammingError, SQLAlchemyError

log = logging.getLogger("gangland")

SILENCE = 15.0  # seconds without a write that mean trouble: uptime is written every second
TELLING = 10.0  # seconds between two lines in the log
MISTAKES = (IntegrityError, ProgrammingError, DataError, NotSupportedError)  # errors of our own, not of the database


class Health:
    """How the database does. While something is wrong, the log says so now and then."""

    def __init__(self) -> None:
        self._written = time.monotonic()
        self._wrong = ""  # what went wrong since the last write
        self._damage = ""  # damage to the file, which no write repairs
        self._told: float | None = None

    @property
    def trouble(self) -> str:
        """What is wrong with the database; empty if nothing is."""
        silence = time.monotonic() - self._written
        return self._damage or self._wrong or ("nothing was written for too long" if silence > SILENCE else "")

    def wrote(self) -> None:
        """Note that something was written."""
        self._written = time.monotonic()
        if self._wrong:
            self._wrong = ""
            log.info("the database is written again")

    def note(self, context: ExceptionContext) -> None:
        """Note an error that SQLAlchemy hands over."""
        if isinstance(context.sqlalchemy_exception, SQLAlchemyError) and not context.is_pre_ping:
            self.failed(context.sqlalchemy_exception)

    def failed(self, error: SQLAlchemyError) -> None:
        """Note an error of the database; mistakes in our statements do not count."""
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
    """The reason of an error in one line, as the database says it."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def is_damage(error: SQLAlchemyError) -> bool:
    """Whether an error says that the database file is damaged."""
    cause = getattr(error, "orig", None)
    name, state = getattr(cause, "sqlite_errorname", None) or "", getattr(cause, "sqlstate", None) or ""
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")) or state in ("XX001", "XX002")
