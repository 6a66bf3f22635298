"""The uptime of the server, in which clocks, pauses and leases count."""

from __future__ import annotations

import threading
from collections.abc import Callable

from sqlalchemy import select, update

from gangland.server.models import SettingRow
from gangland.server.store import Store, insert_if_missing

LATE = 2.0  # seconds that count after a beat without another one
LAST_BEAT = select(SettingRow.value).where(SettingRow.key == "beat").with_for_update()
NEXT_BEAT = update(SettingRow).where(SettingRow.key == "beat")


class Uptime:
    """How long there has been a server, in seconds. It is the same for all processes and goes on after a restart.

    `beat` writes it to the store once a second. Between two beats it goes on by this process's own steady clock, but
    not far without another beat: no outage, suspended machine, stopped process or step of the wall clock counts.
    """

    def __init__(self, store: Store, now: Callable[[], float], steady: Callable[[], float], late: float = LATE) -> None:
        """`now` is the wall clock, and where the uptime began; `steady` never jumps."""
        self.store = store
        self.now = now
        self.steady = steady
        self.late = late
        self._seconds: float | None = None  # the uptime at the last beat
        self._since = 0.0  # the steady clock at the last beat
        self._lock = threading.Lock()

    def __call__(self) -> float:
        with self._lock:
            past = self.steady() - self._since
            if self._seconds is not None and past <= self.late:
                return self._seconds + past
            with self.store.read() as session:  # other processes may have gone on
                beat = session.get(SettingRow, "beat")
            return self._go_on(float(beat.value) if beat else self.now())

    def is_known(self) -> bool:
        """Whether the last beat is so fresh that nothing has to be read."""
        return self._seconds is not None and self.steady() - self._since <= self.late

    def beat(self) -> float:
        """Give a sign of life; returns how many seconds since this process's last one did not count."""
        with self.store.write() as session:
            connection = session.connection()
            if not (beat := connection.scalar(LAST_BEAT)):
                insert_if_missing(session, SettingRow, key="beat", value=str(self.now()))
                beat = connection.execute(LAST_BEAT).scalar_one()
            with self._lock:
                lost = 0.0 if self._seconds is None else self.steady() - self._since - self.late
                connection.execute(NEXT_BEAT, {"value": str(self._go_on(float(beat)))})
        return max(0.0, lost)

    def _go_on(self, elsewhere: float) -> float:
        """Go on from where this process is, or from another one that is ahead."""
        steady = self.steady()
        here = elsewhere if self._seconds is None else self._seconds + min(steady - self._since, self.late)
        self._seconds, self._since = max(here, elsewhere), steady
        return self._seconds
