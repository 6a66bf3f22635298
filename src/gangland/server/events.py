"""Events that the tables publish to the rest of the server."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.server.models import TableRow
from gangland.server.queue import Work

QUICK = 6  # the highest level that moves at once; the others think


@dataclass(frozen=True)
class Event:
    """Something has happened at a table, and is committed."""

    table: str
    version: int
    work: Work | None  # a move that a computer opponent is to make, or a hint
    people: tuple[str, ...]  # the people who sit there, or have a seat kept

    def __str__(self) -> str:
        return f"{self.table} {self.version} {','.join(self.people)}"


def event_of(row: TableRow) -> Event:
    """The event of a change at this table."""
    people = {seat.person for seat in row.seats if seat.person}
    return Event(row.id, row.version, work_of(row), tuple(sorted(people)))


def work_of(row: TableRow) -> Work | None:
    """The move that a bot is to make at this table, or the hint that a person wants; None if there is neither."""
    if not row.owed or row.turn is None:
        return None
    is_slow = row.hint is not None or (row.seats[row.turn].level or 0) > QUICK
    return Work(row.id, row.opener, slow=is_slow)
