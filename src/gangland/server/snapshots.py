"""Tables as they were read last. What this process has heard of and keeps is not read again from the database."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from gangland.core.game import Move, View
from gangland.play import Match, Played
from gangland.server.models import ChatRow, TableRow
from gangland.web.table_view import LogEntry

MOST_KEPT = 2000  # tables; each has about 10 KB

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
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


def once_for_each_match(find: Callable[Concatenate[Match, Asked], Found]) -> Callable[Concatenate[Match, Asked], Found]:
    """A function that finds something in a match that nobody changes any more, once for all who look at it."""
    kept: WeakKeyDictionary[Match, dict[object, Found]] = WeakKeyDictionary()

    @wraps(find)
    def once(match: Match, /, *args: Asked.args, **kwargs: Asked.kwargs) -> Found:
        found = kept.setdefault(match, {})
        if args not in found:
            found[args] = find(match, *args, **kwargs)
        return found[args]

    return once


@once_for_each_match
def lines_of(match: Match) -> tuple[LogEntry, ...]:
    """The log as everybody saw it. It does not tell the order of a reshuffled pile."""
    return tuple(
        LogEntry(number, entry.seat, text_of(entry.move)) if isinstance(entry, Played) else LogEntry(number, None, None)
        for number, entry in enumerate(match.log, 1)
    )


@once_for_each_match
def view_of(match: Match, seat: int | None) -> View:
    """What a seat may know, or a watcher if the seat is None."""
    return match.view(seat)


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


@lru_cache(20_000, typed=True)
def text_of(move: Move) -> str:
    """The notation of a move, kept as the same few moves are made again and again."""
    return str(move)
