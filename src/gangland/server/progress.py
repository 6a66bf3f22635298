"""What people have learned: the tasks of the courses that they have solved, and the tips that they have heard."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from gangland.server.models import LearnedRow
from gangland.server.people import Person
from gangland.server.store import Store, insert_if_missing


class Progress:
    """Which tasks somebody has solved and which tips they have heard.

    Those that no course has any more are kept, and nobody asks for them.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    def of(self, person: Person) -> frozenset[str]:
        """The tasks that a person has solved, and the tips that they have heard."""
        with self.store.read() as session:
            return frozenset(session.scalars(select(LearnedRow.task).where(LearnedRow.person == person.id)))

    def add(self, person: Person, task: str) -> None:
        """A person has solved a task or heard a tip. It counts once, however often it is told."""
        with self.store.write() as session:
            insert_if_missing(session, LearnedRow, person=person.id, task=task, at=self.now())
