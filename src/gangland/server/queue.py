"""The order in which moves are thought about.

Nobody waits long behind another person's many tables, and nothing quick waits for anything slow.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

KINDS = ("move",)  # kinds of work, the most urgent first
AT_ONCE = 2  # tables of one person that are thought about at once: so many quick and so many slow ones


@dataclass(frozen=True)
class Work:
    """A move to think about."""

    table: str
    person: str  # the id of the person who opened the table
    slow: bool
    kind: str = KINDS[0]


Lane = tuple[bool, int]  # slow or not, and the number of the kind; lanes are served in this order
Key = tuple[str, str]


class Queue:
    """Work that waits for one of so many workers, and work that they do.

    In each lane the persons take turns. With several workers, slow work never takes the last free one: it would not
    give it back soon. Nor does quick work keep all of them while slow work waits.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._lanes: dict[Lane, dict[str, dict[Key, Work]]] = {
            (slow, kind): {} for slow in (False, True) for kind in range(len(KINDS))
        }
        self._waiting: dict[Key, Work] = {}
        self._thinking: dict[Key, Work] = {}
        self._held: dict[Key, Work] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not self._waiting

    @property
    def held(self) -> tuple[str, ...]:
        """The tables whose work was taken and has not ended."""
        return tuple(work.table for work in self._held.values())

    def knows(self, work: Work) -> bool:
        """Whether this work waits or was taken."""
        return key(work) in self._waiting or key(work) in self._held

    def add(self, work: Work) -> None:
        """Add work. It waits until the last work of its table has ended."""
        if self._waiting.get(key(work)) != work:
            self._remove(key(work))
            self._waiting[key(work)] = work
            self._lanes[lane(work)].setdefault(work.person, {})[key(work)] = work

    def take(self) -> Work | None:
        """The next work for a free worker, or None."""
        if len(self._thinking) >= self.width:
            return None
        busy = Counter((work.person, work.slow) for work in self._thinking.values())
        for (slow, _), persons in self._lanes.items():
            if not self._has_room(slow):
                continue
            for person, works in persons.items():
                work = next((work for name, work in works.items() if name not in self._held), None)
                if work and busy[person, slow] < AT_ONCE:
                    self._remove(key(work))
                    if person in persons:
                        persons[person] = persons.pop(person)  # the person goes to the end of the line
                    self._thinking[key(work)] = self._held[key(work)] = work
                    return work
        return None

    def thought(self, work: Work) -> None:
        """Free the worker of this work."""
        self._thinking.pop(key(work), None)

    def end(self, work: Work) -> None:
        """End this work, so that other work of its table may begin."""
        self.thought(work)
        self._held.pop(key(work), None)

    def _has_room(self, slow: bool) -> bool:
        busy = sum(work.slow == slow for work in self._thinking.values())
        others_wait = slow or any(persons for (is_slow, _), persons in self._lanes.items() if is_slow)
        return busy < max(1, self.width - 1) or not others_wait

    def _remove(self, name: Key) -> None:
        work = self._waiting.pop(name, None)
        if work:
            persons = self._lanes[lane(work)]
            del persons[work.person][name]
            if not persons[work.person]:
                del persons[work.person]


def key(work: Work) -> Key:
    """What work is known by: of each kind a table has one."""
    return work.kind, work.table


def lane(work: Work) -> Lane:
    """The lane in which work waits."""
    return work.slow, KINDS.index(work.kind)
