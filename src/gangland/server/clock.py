"""Clocks: none, live (so many seconds each, and some more for every turn), or so many days for each turn.

They count the server's uptime, and so they stand still while no server runs, or none gets to run.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from gangland.server.errors import Refusal
from gangland.server.models import SeatRow, TableRow
from gangland.words import mark

DAY = 86_400.0
LONGEST = 3 * 3600.0
MOST_DAYS = 30.0


@dataclass(frozen=True)
class Clock:
    """At most one of `seconds` and `days`; neither is no clock."""

    seconds: float | None = None
    increment: float = 0.0
    days: float | None = None

    @classmethod
    def checked(cls, seconds: float | None = None, increment: float = 0.0, days: float | None = None) -> Self:
        live = seconds is None or 10 <= seconds <= LONGEST
        daily = days is None or 0 < days <= MOST_DAYS
        if not live or not daily or not 0 <= increment <= 300 or (seconds is not None and days is not None):
            raise Refusal(mark("There is no such clock."))
        return cls(seconds, increment, days)

    @property
    def start(self) -> float | None:
        """What everybody begins with."""
        return self.seconds if self.days is None else self.days * DAY

    def after_turn(self, left: float) -> float:
        """What is left when a turn has passed on."""
        return left + self.increment if self.days is None else self.days * DAY

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


NO_CLOCK = Clock()
LIVE = tuple(Clock(60.0 * minutes, seconds) for minutes, seconds in ((5, 3), (10, 5), (20, 10)))  # what pages offer
DAILY = tuple(Clock(days=days) for days in (1.0, 2.0, 3.0, 7.0))


def left_on(row: TableRow, seat: SeatRow, now: float) -> float | None:
    if seat.left is None or row.started is None:
        return seat.left
    runs = row.ended is None and row.turn == seat.number
    return max(0.0, seat.left - max(0.0, now - row.since)) if runs else seat.left


def charge_clock(row: TableRow, following: int, now: float) -> None:
    """Take the time spent since from whoever decided, before `following` decides."""
    if row.turn is not None:
        seat = row.seats[row.turn]
        left = left_on(row, seat, now)
        if left is not None:
            seat.left = left if following == row.turn else Clock(**row.clock).after_turn(left)
    row.since = now
