"""Limits to how much of the server one client may use."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

from gangland.core.words import mark
from gangland.server.errors import NoRoom, TooManyRequests

MOST_KEPT = 20_000


# So many in a time


@dataclass(frozen=True)
class Rate:
    """How often something may be done: so many times at once, and so many a second in the long run."""

    burst: float
    per_second: float


ACTION_RATE = Rate(40, 8)  # moves, messages and all other changes, for one person
STRANGER_RATE = Rate(120, 30)  # actions of people without a name, for one address
TABLE_RATE = Rate(300, 1)  # new tables, for one address
DOWNLOAD_RATE = Rate(10, 1 / 30)  # downloads of all games of a person, for one address
UPLOAD_RATE = Rate(30, 1 / 30)  # records that are brought, for one address
VARIATION_RATE = Rate(60, 1 / 30)  # variations that are kept, for one address
NEWCOMER_RATE = Rate(30, 0.2)  # new bots and attempts to sign in, for one address
PASSWORD_RATE = Rate(20, 1 / 60)  # attempts at a password, for one name


class Limits:
    """Token buckets: each action takes a drop, and buckets fill up with time.

    For each bucket the moment is kept at which it will be full. A full bucket need not be kept, so the fullest are
    forgotten first, and nobody gets a full one by filling the memory with others.
    """

    def __init__(self, on: bool = True, now: Callable[[], float] = time.monotonic) -> None:
        self.on = on
        self.now = now
        self._full: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, key: str, rate: Rate) -> None:
        """Take a drop from a bucket; raises TooManyRequests if it is empty."""
        if not self.on:
            return
        now, drop = self.now(), 1 / rate.per_second
        with self._lock:
            full = max(now, self._full.get(key, now)) + drop
            wait = full - now - rate.burst * drop
            if wait <= drop * 1e-6:
                self._full[key] = full
                if len(self._full) > MOST_KEPT:
                    self._forget_some()
                return
        raise TooManyRequests(mark("Not so fast: try again in a moment."), wait)

    def _forget_some(self) -> None:
        emptiest = sorted(self._full.items(), key=lambda item: item[1])[MOST_KEPT // 4 :]
        self._full = dict(emptiest)


# So many at a time


@dataclass(frozen=True)
class Caps:
    """How much may be held open at once in each server process."""

    connections: int = 5_000
    connections_per_address: int = 1_000  # high, as a whole school may share one address
    streams: int = 4_000
    streams_per_address: int = 800
    streams_per_person: int = 20
    patience: float = 20.0  # seconds for a client to send a request, or to take an answer


class Places:
    """Places for things that are held open: so many in all, and fewer for one address or person."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0
        self._held: Counter[str] = Counter()

    def take(self, shares: Mapping[str, int]) -> None:
        """Take one place, counted for each of these keys, which may hold so many.

        Raises NoRoom if all places are taken, TooManyRequests if those of a key are.
        """
        if self.count >= self.most:
            raise NoRoom(mark("All places are taken: try again in a moment."))
        if any(self._held[key] >= most for key, most in shares.items()):
            raise TooManyRequests(mark("You have too much open here: close some of it."))
        self.count += 1
        self._held.update(shares.keys())

    def give_back(self, shares: Iterable[str]) -> None:
        """Give one place back that was counted for these keys."""
        self.count -= 1
        for key in shares:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    @contextmanager
    def held(self, shares: Mapping[str, int]) -> Iterator[None]:
        """Hold one place for as long as this lasts."""
        self.take(shares)
        try:
            yield
        finally:
            self.give_back(shares)


# Who is one client


@lru_cache(4096)
def household(address: str) -> str:
    """An address as limits count it: of IPv6 the first half, as one customer usually has all addresses of it."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))


@lru_cache(4096)
def is_within(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip in ip_network(network, strict=False) for network in networks)
