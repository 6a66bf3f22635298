"""The match of each table: a replay of its journal, kept in memory and extended by new entries."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Row, select
from sqlalchemy.orm import Session

from gangland.core.game import Game, Outcome, Termination
from gangland.play import GAMES, Deal, Match
from gangland.server.models import EntryKind, EntryRow, TableRow
from gangland.web.story import Story

Entry = Row[EntryKind, int, str]  # of a journal: the kind, the seat and the text
MOST_KEPT = 2**27  # bytes of matches in memory, as `Kept.weight` estimates them
TABLE_WEIGHT = 12_000  # bytes of the deal, the board and everything else that does not grow
ENTRY_WEIGHT = 450  # bytes for each entry of the log, besides its position


def game_of(row: TableRow) -> Game:
    """The game that is played at a table."""
    return GAMES[row.game].from_options(row.rules, row.deal["first"])


def deal_of(row: TableRow) -> Deal:
    """The deal of a table."""
    dealt = row.deal
    return Deal(dealt["first"], dealt["setup"], tuple(dealt["tickets"]), dealt["salt"])


def write_deal(deal: Deal) -> dict[str, object]:
    """A deal as the database keeps it."""
    return {"first": deal.first, "setup": deal.setup, "tickets": list(deal.tickets), "salt": deal.salt}


def read_outcome(row: TableRow) -> Outcome | None:
    """How the game of a table ended, or None."""
    kept = row.outcome
    return Outcome(tuple(kept["scores"]), tuple(kept["winners"]), Termination(kept["reason"])) if kept else None


def net_moves(entries: Iterable[Entry]) -> tuple[int, list[Entry]]:
    """Sum entries up: how many earlier moves they take back, and which of their own moves stay."""
    back = 0
    played: list[Entry] = []
    for entry in entries:
        if entry.kind is EntryKind.UNDO:
            count = int(entry.text)
            back += max(0, count - len(played))
            del played[max(0, len(played) - count) :]
        else:
            played.append(entry)
    return back, played


def apply(match: Match, entries: Iterable[Entry]) -> None:
    """Change a match as entries of the journal say."""
    back, played = net_moves(entries)
    for _ in range(back):
        match.undo()
    for entry in played:
        if entry.kind is EntryKind.MOVE:
            match.push(entry.text)
        else:
            match.give_up(entry.seat, Termination(entry.kind))


@dataclass(frozen=True)
class Kept:
    """A match and its story. Neither is ever changed: their successors share their past."""

    number: int
    match: Match
    story: Story | None = None  # up to the last time that somebody looked
    earlier: Kept | None = None  # one entry less, for a reader whose row is older than the last entry

    @property
    def weight(self) -> int:
        """About how many bytes of memory it takes."""
        return TABLE_WEIGHT + len(self.match.history()) * (ENTRY_WEIGHT + self.match.position_size)


class Matches:
    """The newest match of each table that this process has seen. Only entries it has not seen are read.

    When they weigh too much, those not asked for longest are forgotten, finished games first.
    """

    def __init__(self) -> None:
        self._running: OrderedDict[str, Kept] = OrderedDict()
        self._finished: OrderedDict[str, Kept] = OrderedDict()
        self.weight = 0
        self._lock = threading.Lock()

    def at(self, database: Connection | Session, row: TableRow, *, committed: bool = True) -> Match:
        """The match as the row's journal says. It must not be changed. It is kept only if it is committed."""
        kept = self._find(row)
        if kept and kept.number == row.number:
            return kept.match
        match = kept.match.copy() if kept else Match(game_of(row), deal_of(row), [seat.name for seat in row.seats])
        known = kept.number if kept else 0
        if known < row.number:
            missing = select(EntryRow.kind, EntryRow.seat, EntryRow.text).where(
                EntryRow.table == row.id, EntryRow.number >= known, EntryRow.number < row.number
            )
            apply(match, database.execute(missing.order_by(EntryRow.number)))
        if committed and row.started is not None:  # before the start the seats have no names yet
            self.keep(row.id, row.number, match)
        return match

    def known(self, row: TableRow) -> Match | None:
        """The match as the row's journal says if it is in memory, or None. It must not be changed."""
        kept = self._find(row)
        return kept.match if kept and kept.number == row.number else None

    def told(self, table: str) -> Story | None:
        """The story of a table's match as it was told last, or None."""
        with self._lock:
            kept = self._get(table)
            return kept.story if kept else None

    def keep_story(self, table: str, match: Match, story: Story) -> None:
        """Keep the story of a match, if the match is still the newest."""
        with self._lock:
            kept = self._get(table)
            if kept and kept.match is match and kept.story is not story:
                self._put(table, replace(kept, story=story))

    def knows(self, table: str) -> bool:
        """Whether the match of a table is in memory, so that only new entries must be read."""
        with self._lock:
            return self._get(table) is not None

    def keep(self, table: str, number: int, match: Match) -> None:
        """Keep the match of a table as it stands after the first `number` entries of the journal."""
        with self._lock:
            kept = self._get(table)
            if kept is None:
                self._put(table, Kept(number, match))
            elif kept.number < number:
                self._put(table, Kept(number, match, kept.story, Kept(kept.number, kept.match)))
            while self.weight > MOST_KEPT and (self._finished or self._running):
                _, left = (self._finished or self._running).popitem(last=False)
                self.weight -= left.weight

    def _find(self, row: TableRow) -> Kept | None:
        """The newest match that is kept and not newer than a row, or None."""
        with self._lock:
            kept = self._get(row.id)
        for known in (kept, kept.earlier) if kept else ():
            if known and known.number <= row.number:
                return known
        return None

    def _get(self, table: str) -> Kept | None:
        for some in (self._running, self._finished):
            if table in some:
                some.move_to_end(table)
                return some[table]
        return None

    def _put(self, table: str, kept: Kept) -> None:
        for some in (self._running, self._finished):
            if table in some:
                self.weight -= some.pop(table).weight
        self.weight += kept.weight
        (self._finished if kept.match.outcome else self._running)[table] = kept
