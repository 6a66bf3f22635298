"""Which level “Play now” chooses: it follows a person's results against the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy.orm import Session

from gangland.bots import levels_for
from gangland.core.game import Outcome
from gangland.server.matches import game_of
from gangland.server.models import LadderRow, SeatRow, TableRow
from gangland.server.store import Store, insert_if_missing
from gangland.web.table_view import SeatKind

IN_A_ROW = 2  # wins after which the next level comes, and losses after which the one before


@dataclass(frozen=True)
class Ladder:
    """The level that a person plays at by one click, and how that came."""

    level: int = 1
    run: int = 0  # wins in a row at this level; losses count downwards
    results: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # by level: games won, games played

    def after(self, level: int, won: bool, highest: int) -> Ladder:
        """The ladder after a game against a level.

        A defeat by a stronger opponent and a win against a weaker one say nothing new, so they move nobody.
        """
        wins, games = self.results.get(level, (0, 0))
        counted = replace(self, results={**self.results, level: (wins + won, games + 1)})
        if (level < self.level) if won else (level > self.level):
            return counted
        run = max(self.run, 0) + 1 if won else min(self.run, 0) - 1
        if abs(run) < IN_A_ROW:
            return replace(counted, run=run)
        step = 1 if won else -1
        return replace(counted, level=min(max(self.level + step, 1), highest), run=0)


class Ladders:
    """The ladders of all people, one for each rulebook."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, person: str | None, rulebook: str) -> Ladder:
        """The ladder of a person. A stranger stands at the foot of it."""
        if person is None:
            return Ladder()
        with self.store.read() as session:
            return ladder(session.get(LadderRow, (person, rulebook)))


def ladder(row: LadderRow | None) -> Ladder:
    """The ladder of a row."""
    if row is None:
        return Ladder()
    results = {int(level): (wins, games) for level, (wins, games) in row.results.items()}
    return Ladder(row.level, row.run, results)


def move_on_ladder(session: Session, row: TableRow, outcome: Outcome) -> None:
    """Count a game that has ended, if it counts and one person played it against one level. A tie moves nobody."""
    found = single_player(row) if row.ranked and not outcome.is_tie else None
    if found is None:
        return
    seat, level = found
    game = game_of(row)
    start = Ladder()
    insert_if_missing(
        session, LadderRow, person=seat.person, rulebook=game.rulebook, level=start.level, run=start.run, results={}
    )
    line = session.get(LadderRow, (seat.person, game.rulebook), with_for_update=True)
    assert line
    after = ladder(line).after(level, seat.number in outcome.winners, len(levels_for(game)))
    line.level, line.run = after.level, after.run
    line.results = {str(level): list(counts) for level, counts in after.results.items()}


def single_player(row: TableRow) -> tuple[SeatRow, int] | None:
    """The seat of the only person at a table and the level of all others; None if it is not such a table."""
    people = [seat for seat in row.seats if seat.kind is SeatKind.PERSON and seat.person and not seat.bot]
    levels = {seat.level for seat in row.seats if seat.kind is SeatKind.OPPONENT and not seat.replaced}
    if (
        len(people) != 1
        or len(levels) != 1
        or len(row.seats) != 1 + sum(seat.kind is SeatKind.OPPONENT for seat in row.seats)
    ):
        return None
    level = levels.pop()
    return (people[0], level) if level else None
