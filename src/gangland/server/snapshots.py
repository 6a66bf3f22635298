"""Tables as they were read last. A page of a table that has not changed reads only its version from the database."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property, lru_cache

from gangland.core.game import Move
from gangland.play import Match, Played
from gangland.server.models import ChatRow, TableRow
from gangland.web.table_view import LogEntry

MOST_KEPT = 4000  # tables; each has about 10 KB besides its match


@dataclass(frozen=True)
class Snapshot:
    """A table at one of its versions: its row with its seats, its match and its last messages. Nobody changes them."""

    row: TableRow
    match: Match
    chat: tuple[ChatRow, ...]

    @cached_property
    def commitment(self) -> str:
        """The hash of the deal, which everybody may see."""
        return self.match.commitment

    @cached_property
    def lines(self) -> tuple[LogEntry, ...]:
        """The log as everybody saw it. It does not tell the order of a reshuffled pile."""
        return tuple(
            LogEntry(number, entry.seat, text_of(entry.move))
            if isinstance(entry, Played)
            else LogEntry(number, None, None)
            for number, entry in enumerate(self.match.log, 1)
        )


class Snapshots:
    """The newest snapshot of each table that this process has seen. Those not asked for longest are forgotten."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, table: str, version: int) -> Snapshot | None:
        """The snapshot of a table at a version, or None."""
        with self._lock:
            kept = self._kept.get(table)
            if kept is None or kept.row.version != version:
                return None
            self._kept.move_to_end(table)
            return kept

    def keep(self, snapshot: Snapshot) -> None:
        """Keep a snapshot of what is committed, unless there is a newer one."""
        with self._lock:
            kept = self._kept.get(snapshot.row.id)
            if kept is None or kept.row.version < snapshot.row.version:
                self._kept[snapshot.row.id] = snapshot
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


@lru_cache(20_000, typed=True)
def text_of(move: Move) -> str:
    """The notation of a move, kept as the same few moves are made again and again."""
    return str(move)
