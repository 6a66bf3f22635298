"""From a table's journal to its match, and back to where it stood."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from gangland.game import Game, Outcome
from gangland.play import GAMES, Deal, Match, Played
from gangland.server.store import EntryRow, TableRow

Entry = Row[str, int, str]  # the kind, the seat and the text
MOST_KEPT = 2000  # matches in memory


def game_of(row: TableRow) -> Game:
    return GAMES[row.game].from_options(row.rules, row.deal["first"])


def deal_of(row: TableRow) -> Deal:
    dealt = row.deal
    return Deal(dealt["first"], dealt["setup"], tuple(dealt["tickets"]), dealt["salt"])


def write_deal(deal: Deal) -> dict[str, object]:
    return {"first": deal.first, "setup": deal.setup, "tickets": list(deal.tickets), "salt": deal.salt}


def read_outcome(row: TableRow) -> Outcome | None:
    kept = row.outcome
    return Outcome(tuple(kept["scores"]), tuple(kept["winners"]), kept["reason"]) if kept else None


def fold(entries: Iterable[Entry]) -> tuple[int, list[Entry]]:
    """How many of the moves before are taken back, and what was played since and not taken back again."""
    back = 0
    played: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            count = int(entry.text)
            back += max(0, count - len(played))
            del played[max(0, len(played) - count) :]
        else:
            played.append(entry)
    return back, played


def apply(match: Match, entries: Iterable[Entry]) -> None:
    """What entries of the journal did to the match."""
    back, played = fold(entries)
    for _ in range(back):
        match.undo()
    for entry in played:
        if entry.kind == "move":
            match.push(entry.text)
        else:
            match.give_up(entry.seat, entry.kind)


@dataclass(frozen=True)
class Kept:
    number: int
    match: Match  # never changed once it is here


class Matches:
    """The newest match of each table that this process has seen; only entries it has not seen are read."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, session: Session, row: TableRow, *, committed: bool = True) -> Match:
        """The match as the row's journal says; not to be changed. Only what is committed is kept."""
        kept = self._find(row)
        if kept.number == row.number:
            return kept.match
        missing = select(EntryRow.kind, EntryRow.seat, EntryRow.text).where(
            EntryRow.table == row.id, EntryRow.number >= kept.number, EntryRow.number < row.number
        )
        match = kept.match.copy()
        apply(match, session.execute(missing.order_by(EntryRow.number)))
        if committed:
            self.keep(row.id, row.number, match)
        return match

    def knows(self, table: str) -> bool:
        """Whether a look at the table costs no more than what was added since the last one."""
        with self._lock:
            return table in self._kept

    def _find(self, row: TableRow) -> Kept:
        with self._lock:
            kept = self._kept.get(row.id)
        if kept and kept.number <= row.number:
            return kept
        return Kept(0, Match(game_of(row), deal_of(row), [seat.name for seat in row.seats]))

    def keep(self, table: str, number: int, match: Match) -> None:
        if number == 0:  # before the start the seats have no names yet
            return
        with self._lock:
            kept = self._kept.get(table)
            if kept is None or kept.number < number:
                self._kept[table] = Kept(number, match)
            self._kept.move_to_end(table)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def moves_to_take_back(match: Match, seat: int) -> int:
    """How many moves lie between now and the seat's last decision, with that one; 0 if it made none."""
    seats = [entry.seat for entry in match.log if isinstance(entry, Played)]
    return next((back for back, mover in enumerate(reversed(seats), 1) if mover == seat), 0)


def is_free_to_undo(match: Match, seat: int) -> bool:
    """Whether the last move is the seat's, within its own turn, and has uncovered nothing hidden or random."""
    if match.outcome or match.turn != seat or moves_to_take_back(match, seat) != 1:
        return False
    before = match.copy()
    before.undo()
    return before.view(None).unseen == match.view(None).unseen and len(before.log) == len(match.log) - 1


def taken_back(match: Match, count: int) -> Match:
    before = match.copy()
    for _ in range(count):
        before.undo()
    return before
