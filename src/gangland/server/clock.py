"""Clocks: none, live (so many seconds each, and some more for every turn), or so many days for each turn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Self

from gangland.game import mark
from gangland.server.troubles import Refusal

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
