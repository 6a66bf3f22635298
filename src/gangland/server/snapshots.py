"""Tables as they were read last. A page of a table that has not changed reads only its version from the database."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

from gangland.core.game import Move
from gangland.play import Match, Played
from gangland.server.models import ChatRow, TableRow
from gangland.web.table_view import LogEntry

MOST_KEPT = 2000  # tables; each has about 10 KB


@dataclass(frozen=True)
class Snapshot:
    """A table at one of its versions: its row with its seats, its match and its last messages. Nobody changes them."""

    row: TableRow
    match: Match
    chat: tuple[ChatRow, ...]

    @property
    def lines(self) -> tuple[LogEntry, ...]:
        """The log as everybody saw it. It does not tell the order of a reshuffled pile."""
        return tuple(
            LogEntry(number, entry.seat, text_of(entry.move))
            if isinstance(entry, Played)
            else LogEntry(number, None, None)
            for number, entry in enumerate(self.match.log, 1)
        )


class KnownRows:
    """The newest rows of each table that this process has seen: the table's own, with its seats, and its messages.

    Those not asked for longest are forgotten. Matches are kept apart, as they weigh much more.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[TableRow, tuple[ChatRow, ...]]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, table: str, version: int) -> tuple[TableRow, tuple[ChatRow, ...]] | None:
        """The rows of a table at a version, or None."""
        with self._lock:
            kept = self._kept.get(table)
            if kept is None or kept[0].version != version:
                return None
            self._kept.move_to_end(table)
            return kept

    def keep(self, row: TableRow, chat: tuple[ChatRow, ...]) -> None:
        """Keep rows that are committed, unless there are newer ones."""
        with self._lock:
            kept = self._kept.get(row.id)
            if kept is None or kept[0].version < row.version:
                self._kept[row.id] = row, chat
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


@lru_cache(20_000, typed=True)
def text_of(move: Move) -> str:
    """The notation of a move, kept as the same few moves are made again and again."""
    return str(move)
