"""Clocks: none, live (so many seconds each, and some more for every turn), or so many days for each turn.

They count the server's uptime, and so they stand still while no server runs, or none gets to run.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Self

from gangland.server.store import SettingRow, Store, insert_if_missing
from gangland.server.troubles import Refusal
from gangland.words import mark

DAY = 86_400.0
LONGEST = 3 * 3600.0
MOST_DAYS = 30.0
LATE = 2.0  # seconds after a sign of life that count without another one


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


class Uptime:
    """For how long there has been a server, in seconds: the same for all processes, and it goes on after a restart.

    A sign of life in the store, which `beat` gives once a second, says how far it has come. From there it goes on by
    this process's own steady clock, but not far without another sign of life: neither an outage nor a suspended
    machine, a stopped process or a step of the wall clock counts.
    """

    def __init__(self, store: Store, now: Callable[[], float], steady: Callable[[], float], late: float = LATE) -> None:
        """It began at what was the wall time `now` then; that is of no importance."""
        self.store = store
        self.now = now
        self.steady = steady
        self.late = late
        self._seconds: float | None = None  # at the last sign of life
        self._since = 0.0  # on the steady clock
        self._lock = threading.Lock()

    def __call__(self) -> float:
        with self._lock:
            past = self.steady() - self._since
            if self._seconds is not None and past <= self.late:
                return self._seconds + past
            with self.store.read() as session:  # others may have lived on
                beat = session.get(SettingRow, "beat")
            return self._go_on(float(beat.value) if beat else self.now())

    def beat(self) -> float:
        """Give a sign of life; how many seconds did not count since the last one of this process."""
        with self.store.write() as session:
            insert_if_missing(session, SettingRow, key="beat", value=str(self.now()))
            beat = session.get_one(SettingRow, "beat", with_for_update=True, populate_existing=True)
            with self._lock:
                lost = 0.0 if self._seconds is None else self.steady() - self._since - self.late
                beat.value = str(self._go_on(float(beat.value)))
        return max(0.0, lost)

    def _go_on(self, elsewhere: float) -> float:
        """From where this process is, or another one is ahead."""
        steady = self.steady()
        here = elsewhere if self._seconds is None else self._seconds + min(steady - self._since, self.late)
        self._seconds, self._since = max(here, elsewhere), steady
        return self._seconds
