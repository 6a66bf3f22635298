"""How much of the server one client may use."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from gangland.game import mark
from gangland.server.troubles import TooMuch

MOST_KEPT = 20_000


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run."""

    burst: float
    per_second: float


DEEDS = Rate(40, 8)  # of one person
STRANGERS = Rate(120, 30)  # deeds from one address
NEWCOMERS = Rate(30, 0.2)  # new bots and attempts to sign in, from one address


class Limits:
    """Buckets that fill up with time and give one drop for each deed."""

    def __init__(self, now: Callable[[], float], on: bool = True) -> None:
        self.now = now
        self.on = on
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, key: str, rate: Rate) -> None:
        """Raises TooMuch if the bucket is empty."""
        if not self.on:
            return
        now = self.now()
        with self._lock:
            left, since = self._buckets.pop(key, (rate.burst, now))
            left = min(rate.burst, left + (now - since) * rate.per_second)
            self._buckets[key] = (max(0.0, left - 1) if left >= 1 else left, now)
            while len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        if left < 1:
            raise TooMuch(mark("Not so fast: try again in a moment."))
