"""Guided first games: the tip that a person gets now, and what is said to them when a game is over."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from gangland.core.game import GIVEN_UP
from gangland.learn import Counsel, Tip, counsels, course_of, courses, moments, moments_since_own_move, tip_for
from gangland.server.models import TableRow
from gangland.server.people import Person
from gangland.server.progress import Progress
from gangland.server.snapshots import Snapshot
from gangland.server.store import Store
from gangland.web.table_view import TableView


@dataclass(frozen=True)
class FirstGame:
    """A guided game that somebody has begun."""

    table: str
    is_over: bool


class Guide:
    """Tips, each once for a person. Those that were heard are kept with what the person has learned."""

    def __init__(self, store: Store, progress: Progress) -> None:
        self.store = store
        self.progress = progress

    def tip(self, seen: Snapshot, view: TableView, person: Person | None) -> Tip | None:
        """What somebody in a guided game is told now, from what their seat sees: one thing before each move."""
        if not view.guided or person is None or not person.tips or view.seat is None or view.turn != view.seat:
            return None
        course = course_of(view.game.name)
        if course is None or seen.row.told == seen.row.number:
            return None
        return tip_for(course, view.game, moments_since_own_move(seen.match, view.seat), self.progress.of(person))

    def hear(self, person: Person, tip: str) -> None:
        """A person has heard a tip. It never comes again. What is not a tip is ignored."""
        if any(tip == trigger.id for course in courses() for trigger in course.trigger):
            self.progress.add(person, tip)

    def first_games(self, person: Person) -> dict[str, FirstGame]:
        """The guided games that a person has begun, by the name of the game. There is one of each at most."""
        wanted = select(TableRow.game, TableRow.id, TableRow.ended).where(TableRow.opener == person.id, TableRow.guided)
        with self.store.read() as session:
            return {game: FirstGame(table, ended is not None) for game, table, ended in session.execute(wanted)}


def counsels_for(seen: Snapshot, view: TableView) -> tuple[Counsel, ...]:
    """What is said to the one person who looks at a finished game that they played, from what their seat saw."""
    course, outcome = course_of(view.game.name), view.outcome
    if course is None or outcome is None or len(view.mine) != 1 or outcome.reason in GIVEN_UP:
        return ()
    seat = view.mine[0]
    return counsels(course, view.game, tuple(moments(seen.match, seat)), seat in outcome.winners)
