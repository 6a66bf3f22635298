"""A table within a transaction: its row, and the checks and steps that all commands share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert
from sqlalchemy.orm import Session

from gangland.core.errors import IllegalMove
from gangland.core.words import mark
from gangland.play import Match
from gangland.server.clock import charge_clock
from gangland.server.errors import Conflict, Forbidden, moved_on
from gangland.server.ladder import move_on_ladder
from gangland.server.matches import deal_of, game_of
from gangland.server.models import EntryKind, EntryRow, TableRow
from gangland.server.people import Person
from gangland.server.ratings import rate
from gangland.server.seats import seats_of
from gangland.server.writer import Transaction
from gangland.web.lookalikes import tidy
from gangland.web.table_view import FREE, HOUSE

NEW_ENTRY = insert(EntryRow)


@dataclass
class LockedTable:
    """A table whose row is locked until the transaction ends."""

    transaction: Transaction
    row: TableRow  # a copy: `save` writes what has changed in it
    match: Match
    uptime: float  # the uptime, by which clocks count
    now: float  # the wall time, which people are shown
    changed: bool = False  # whether there is something to publish
    was_said: bool = False  # whether there is a new message

    @property
    def session(self) -> Session:
        """The session of the transaction, for what is not done with every move."""
        return self.transaction.session

    def seats_of(self, person: Person) -> tuple[int, ...]:
        """The seats of a person. Raises Forbidden if there are none."""
        mine = seats_of(self.row, person.id)
        if not mine:
            raise Forbidden(mark("You have no seat here."))
        return mine

    def pick_seat(self, person: Person, seat: int | None) -> int:
        """The seat a person acts for: the named one, the one whose turn it is, or the first. Raises Forbidden."""
        mine = self.seats_of(person)
        if seat is None:
            return self.match.turn if self.match.turn in mine else mine[0]
        if seat not in mine:
            raise Forbidden(mark("You have no seat here."))
        return seat

    def check_running(self) -> None:
        """Raises Conflict before the start, IllegalMove after the end."""
        if self.row.started is None:
            raise Conflict(mark("The game has not begun: somebody is still missing."))
        if self.row.ended is not None:
            raise IllegalMove(mark("The game is over."))

    def check_number(self, number: int) -> None:
        """Raises Conflict if an action answers to another number than the journal's."""
        if number != self.row.number:
            raise moved_on()

    def is_repeated(self, number: int, kind: EntryKind, mine: Sequence[int], text: str | None = None) -> bool:
        """Whether this very action is in the journal already."""
        if not 0 <= number < self.row.number:
            return False
        entry = self.session.get(EntryRow, (self.row.id, number))
        if entry is None or entry.kind != kind or entry.seat not in mine:
            return False
        return text is None or entry.text == tidy(text)

    def begin_if_full(self) -> None:
        """Start the game when no seat is free."""
        row = self.row
        if row.started is None and not any(seat.kind in FREE for seat in row.seats):
            row.started, row.since = self.now, self.uptime
            self.match = Match(game_of(row), deal_of(row), [seat.name for seat in row.seats])
            self.update_summary()

    def write_entry(self, kind: EntryKind, seat: int, text: str, after: Match) -> None:
        """Write an entry of the journal, and what follows from it for clocks and lists."""
        row = self.row
        entry = {"table": row.id, "number": row.number, "kind": kind, "seat": seat, "text": text, "at": self.now}
        self.transaction.connection.execute(NEW_ENTRY, entry)
        row.number += 1
        row.asked = row.hint = row.thinker = row.lease = None
        charge_clock(row, after.turn, self.uptime)
        self.match = after
        self.update_summary()
        self.changed = True

    def update_summary(self) -> None:
        """Write into the row what follows from the match: whose turn it is, until when, and how it ended."""
        row, outcome = self.row, self.match.outcome
        row.turn = None if outcome else self.match.turn
        row.owed = row.turn is not None and row.seats[row.turn].kind in HOUSE
        left = None if row.turn is None else row.seats[row.turn].left
        row.deadline = None if left is None else row.since + left
        if outcome and row.ended is None:
            row.ended = self.now
            row.outcome = {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}
            score = self.match.game.ranking_score(outcome) if row.ranked else None
            if score is not None:
                row.ranking, row.by_bot, row.score = self.match.game.ranking_list, row.seats[0].bot, score
            rate(self.session, row, outcome)
            move_on_ladder(self.session, row, outcome)

    def close(self) -> None:
        """Close the table before the end of its game: nobody plays here any more."""
        row = self.row
        row.ended, row.turn, row.owed, row.deadline = self.now, None, False, None
        self.changed = True
