"""The tables that await a computer opponent or a hint, and which process thinks about each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import case, func, or_, select, update

from gangland.play import Match
from gangland.server.events import QUICK
from gangland.server.matches import Matches
from gangland.server.models import PersonRow, SeatRow, TableRow
from gangland.server.queue import AT_ONCE, Work
from gangland.server.store import LISTED, Store, find_table
from gangland.web.table_view import SeatKind

HINT_LEVEL = QUICK + 1  # a hint takes about as long as a move of this level
LEASE = 5.0  # seconds in which the process that has the lease must move, or renew it


@dataclass(frozen=True)
class BotTurn:
    """A move that a bot is to make, or that a person wants to be told."""

    number: int  # of the next journal entry
    seat: int
    level: int | None  # None for the robot of a solo game, and for a person
    match: Match
    since: float  # in uptime
    is_hint: bool


class BotTurns:
    """The moves that bots are to make, and hints. A lease in a table's row names the process that thinks about it."""

    def __init__(self, store: Store, uptime: Callable[[], float], matches: Matches) -> None:
        self.store = store
        self.uptime = uptime
        self.matches = matches

    def awaiting(self) -> list[Work]:
        """Some tables that await a bot or a hint and that nobody thinks about: a few of everybody, low levels first."""
        level = case((TableRow.hint.is_not(None), HINT_LEVEL), else_=func.coalesce(SeatRow.level, 0))
        nth = func.row_number().over(partition_by=(TableRow.opener, level), order_by=TableRow.since)
        free = or_(TableRow.lease.is_(None), TableRow.lease < self.uptime())
        found = (
            select(TableRow.id, TableRow.opener, TableRow.since, level.label("level"), nth.label("nth"))
            .join(SeatRow, (SeatRow.table == TableRow.id) & (SeatRow.number == TableRow.turn))
            .where(TableRow.owed, free)
            .subquery()
            .c
        )
        some = select(found.id, found.opener, found.level).where(found.nth <= AT_ONCE)
        with self.store.read() as session:
            rows = session.execute(some.order_by(found.level, found.nth, found.since).limit(LISTED))
            return [Work(row.id, row.opener, slow=row.level > QUICK) for row in rows]

    def lease(self, ids: Collection[str], thinker: str) -> set[str]:
        """Claim tables for a process, or renew its claims; returns those that it thinks about from now on."""
        now = self.uptime()
        free = or_(TableRow.lease.is_(None), TableRow.lease < now, TableRow.thinker == thinker)
        mine = TableRow.thinker == thinker, TableRow.lease == now + LEASE
        with self.store.write() as session:
            session.execute(
                update(TableRow)
                .where(TableRow.id.in_(ids), TableRow.owed, free)
                .values(thinker=thinker, lease=now + LEASE)
            )
            return set(session.scalars(select(TableRow.id).where(TableRow.id.in_(ids), *mine)))

    def release(self, thinker: str) -> None:
        """Give up all claims of a process."""
        with self.store.write() as session:
            session.execute(
                update(TableRow).where(TableRow.owed, TableRow.thinker == thinker).values(thinker=None, lease=None)
            )

    def is_watched(self, id: str, visitors: Collection[str]) -> bool:
        """Whether a person sits at a table or looks at it; bots are no persons."""
        seats = select(SeatRow.person).where(SeatRow.table == id, SeatRow.kind == SeatKind.PERSON)
        with self.store.read() as session:
            people = {*session.scalars(seats), *visitors}
            bots = select(PersonRow.id).where(PersonRow.id.in_(people), PersonRow.bearer.is_not(None))
            return bool(people - {*session.scalars(bots)})

    def turn(self, id: str) -> BotTurn | None:
        """What is to be thought about at a table; None if that is nothing."""
        with self.store.read() as session:
            row = find_table(session, id)
            match = self.matches.at(session, row)
            if not row.owed:
                return None
            level, is_hint = row.seats[match.turn].level, row.hint is not None
            return BotTurn(row.number, match.turn, level, match.copy(), row.since, is_hint)
