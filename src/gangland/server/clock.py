"""The rules of clocks at a table.

Clocks count the server's uptime, so they stand still while no server runs.
"""

from __future__ import annotations

from gangland.core.words import mark
from gangland.server.errors import Refusal
from gangland.server.models import SeatRow, TableRow
from gangland.web.clock import Clock

LONGEST = 3 * 3600.0
MOST_DAYS = 30.0


def checked_clock(seconds: float | None = None, increment: float = 0.0, days: float | None = None) -> Clock:
    """A clock with these times. Raises Refusal if they are out of bounds."""
    live = seconds is None or 10 <= seconds <= LONGEST
    daily = days is None or 0 < days <= MOST_DAYS
    if not live or not daily or not 0 <= increment <= 300 or (seconds is not None and days is not None):
        raise Refusal(mark("There is no such clock."))
    return Clock(seconds, increment, days)


def left_on(row: TableRow, seat: SeatRow, now: float) -> float | None:
    """The seconds on a seat's clock at this uptime, or None without a clock."""
    if seat.left is None or row.started is None:
        return seat.left
    runs = row.ended is None and row.turn == seat.number
    return max(0.0, seat.left - max(0.0, now - row.since)) if runs else seat.left


def charge_clock(row: TableRow, following: int, now: float) -> None:
    """Take the time of this turn from the clock of the seat that decided, before the seat `following` decides."""
    if row.turn is not None:
        seat = row.seats[row.turn]
        left = left_on(row, seat, now)
        if left is not None:
            seat.left = left if following == row.turn else Clock(**row.clock).after_turn(left)
    row.since = now
