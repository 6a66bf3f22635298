"""Tables as they were read last. What this process has heard of and keeps is not read again from the database."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from gangland.play import Match
from gangland.server.models import ChatRow, TableRow

MOST_KEPT = 2000  # tables; each has about 10 KB

Rows = tuple[TableRow, tuple[ChatRow, ...]]  # the row of a table with its seats, and its last messages


@dataclass(frozen=True)
class Snapshot:
    """A table as it was at one moment: all that is known of it. Nobody changes what it holds."""

    row: TableRow  # with its seats
    match: Match
    chat: tuple[ChatRow, ...]  # the last messages
    following: TableRow | None  # the next table of the same people
    present: frozenset[str]  # the ids of the people at the table who are looking at it
    uptime: float


class KnownRows:
    """The newest rows of each table that this process has seen: the table's own, with its seats, and its messages.

    Those not asked for longest are forgotten. Matches are kept apart, as they weigh much more.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, Rows | None]] = OrderedDict()  # with the version
        self._lock = threading.Lock()

    def find(self, table: str, version: int) -> Rows | None:
        """The rows of a table at a version or a later one, or None."""
        with self._lock:
            kept, rows = self._kept.get(table, (0, None))
            if rows is None or kept < version:
                return None
            self._kept.move_to_end(table)
            return rows

    def keep(self, row: TableRow, chat: tuple[ChatRow, ...] | None) -> None:
        """Keep rows that are committed, unless there are newer ones. Without messages, older rows are forgotten."""
        with self._lock:
            kept, rows = self._kept.get(row.id, (0, None))
            if kept < row.version or (kept == row.version and rows is None):
                self._kept[row.id] = row.version, None if chat is None else (row, chat)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
