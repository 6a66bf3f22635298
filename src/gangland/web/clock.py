"""Clocks as people agree on them, and how they are written.

There is no clock, a live one (seconds for each player, and some more for every turn), or a number of days for each
turn.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from gangland.core.words import Language

DAY = 86_400.0


@dataclass(frozen=True)
class Clock:
    """What people agreed on: seconds and an increment, or days for each turn, or neither, which is no clock."""

    seconds: float | None = None
    increment: float = 0.0
    days: float | None = None

    @property
    def start(self) -> float | None:
        """The seconds on each player's clock at the start, or None without a clock."""
        return self.seconds if self.days is None else self.days * DAY

    def after_turn(self, left: float) -> float:
        """The seconds on a player's clock after a turn that left this many."""
        return left + self.increment if self.days is None else self.days * DAY

    def as_dict(self) -> dict[str, Any]:
        """The clock as JSON writes it."""
        return asdict(self)


NO_CLOCK = Clock()
LIVE = tuple(Clock(60.0 * minutes, seconds) for minutes, seconds in ((5, 3), (10, 5), (20, 10)))  # on offer
DAILY = tuple(Clock(days=days) for days in (1.0, 2.0, 3.0, 7.0))


def write_clock(seconds: float, words: Language) -> str:
    """A time as text: days and hours, or hours, minutes and seconds.

    >>> [write_clock(seconds, Language("en")) for seconds in (521, 90061, 3700)]
    ['8:41', '1 d 1 h', '1:01:40']
    """
    whole = int(seconds)
    if whole >= 86_400:
        return words.say("{days} d {hours} h", days=whole // 86_400, hours=whole % 86_400 // 3600)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def clock_words(clock: Clock, words: Language) -> str:
    """What was agreed, in words. A time that is not whole days or minutes is written as on a clock."""
    if clock.days is not None:
        if clock.days == int(clock.days):
            return words.say_many("{count} day per turn", "{count} days per turn", int(clock.days))
        return words.say("{time} per turn", time=write_clock(clock.days * DAY, words))
    if clock.seconds is None:
        return words.say("no clock")
    if clock.seconds % 60:
        each = words.say("{time} each", time=write_clock(clock.seconds, words))
    else:
        each = words.say_many("{count} minute each", "{count} minutes each", int(clock.seconds / 60))
    more = words.say("+{count} s per turn", count=f"{clock.increment:g}") if clock.increment else ""
    return ", ".join(part for part in (each, more) if part)
