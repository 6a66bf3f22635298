"""Lists of tables: a person's own, those with a free seat, those to watch; and the rankings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnExpressionArgument, func, select

from gangland.core.game import GIVEN_UP, Game
from gangland.server.matches import game_of, read_outcome
from gangland.server.models import SeatRow, TableRow
from gangland.server.people import Person
from gangland.server.seats import kept_for, seats_of
from gangland.server.store import LISTED, Store
from gangland.web.clock import Clock
from gangland.web.table_view import SeatKind, TableSummary

MOST_FINISHED = 1000  # of somebody's games that are listed
SHARE = 15  # the most tables from one address in a list
WAITING = (
    TableRow.public, TableRow.started.is_(None), TableRow.ended.is_(None),
    select(SeatRow.table).where(SeatRow.table == TableRow.id, SeatRow.kind == SeatKind.OPEN).exists(),
)  # fmt: skip


@dataclass(frozen=True)
class Ranked:
    """A line of a ranking (F10.7)."""

    name: str
    score: int
    at: float
    table: str


class Lobby:
    """Lists of tables, as one person may see them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def running(self, person: Person) -> list[TableSummary]:
        """A person's unfinished games. Those in which the person is waited for come first."""
        mine = select(SeatRow.table).where(SeatRow.person == person.id)
        summaries = self._list(person, TableRow.ended.is_(None), TableRow.id.in_(mine))
        return sorted(summaries, key=lambda summary: not (summary.my_turn or summary.kept))

    def finished(self, person: Person) -> list[TableSummary]:
        """Somebody's finished games, the newest first."""
        mine = select(SeatRow.table).where(SeatRow.person == person.id, SeatRow.kind == SeatKind.PERSON)
        over = TableRow.ended.is_not(None), TableRow.outcome.is_not(None)
        return self._list(person, *over, TableRow.id.in_(mine), most=MOST_FINISHED)

    def fine_game(self) -> str | None:
        """The id of a fine finished public game, or None: of the newest, the closest one that was played to its end."""
        over = TableRow.public, TableRow.ended.is_not(None), TableRow.outcome.is_not(None)
        played = [table for table in self._list(None, *over) if table.outcome and table.outcome.reason not in GIVEN_UP]
        return min(played, key=lead_of).id if played else None

    def waiting(self, person: Person | None = None) -> list[TableSummary]:
        """Public tables with a seat for anybody."""
        return self._list_fairly(person, *WAITING)

    def live(self, person: Person | None = None) -> list[TableSummary]:
        """Public games to watch."""
        return self._list_fairly(person, TableRow.public, TableRow.started.is_not(None), TableRow.ended.is_(None))

    def summaries(self, person: Person, ids: Collection[str]) -> list[TableSummary]:
        """Those of these tables where the person sits, or has a seat kept."""
        mine = select(SeatRow.table).where(SeatRow.person == person.id)
        return self._list(person, TableRow.id.in_(mine), TableRow.id.in_(ids))

    def _list(
        self, person: Person | None, *conditions: ColumnExpressionArgument[bool], most: int = LISTED
    ) -> list[TableSummary]:
        rows = select(TableRow).where(*conditions).order_by(TableRow.opened.desc()).limit(most)
        with self.store.read() as session:
            return [summary_of(row, person.id if person else None) for row in session.scalars(rows).unique()]

    def _list_fairly(self, person: Person | None, *conditions: ColumnExpressionArgument[bool]) -> list[TableSummary]:
        """The newest tables, but no more than a share of them from one address."""
        source = func.coalesce(TableRow.origin, TableRow.opener)
        newest = select(TableRow.id, source).where(*conditions).order_by(TableRow.opened.desc())
        shown: list[str] = []
        shares: Counter[str] = Counter()
        with self.store.read() as session:
            for id, origin in session.execute(newest.limit(4 * LISTED)):
                shares[origin] += 1
                if shares[origin] <= SHARE:
                    shown.append(id)
        return self._list(person, TableRow.id.in_(shown[:LISTED]))

    def ranking(self, game: Game, bots: bool = False) -> list[Ranked]:
        """The wins in the same list as those of a game, the best first (F10.7); bots have a list of their own."""
        wins = TableRow.game == game.name, TableRow.ranking == game.ranking_list, TableRow.by_bot == bots
        lines = (
            select(SeatRow.name, TableRow.score, TableRow.ended, TableRow.id)
            .join(SeatRow, (SeatRow.table == TableRow.id) & (SeatRow.number == 0))
            .where(*wins)
            .order_by(TableRow.score.desc(), TableRow.ended)
            .limit(LISTED)
        )
        with self.store.read() as session:
            return [
                Ranked(name, score or 0, ended or 0.0, table) for name, score, ended, table in session.execute(lines)
            ]


def lead_of(table: TableSummary) -> int:
    """By how many points the winner of a finished game was ahead of the next."""
    scores = sorted(table.outcome.scores, reverse=True) if table.outcome else [0, 0]
    return scores[0] - scores[1]


def summary_of(row: TableRow, person: str | None) -> TableSummary:
    """A table as a list shows it to a person, by their id."""
    return TableSummary(
        id=row.id,
        game=game_of(row),
        clock=Clock(**row.clock),
        names=tuple(seat.name for seat in row.seats),
        kinds=tuple(seat.kind for seat in row.seats),
        levels=tuple(seat.level for seat in row.seats),
        bots=tuple(seat.bot for seat in row.seats),
        replaced=tuple(seat.replaced for seat in row.seats),
        mine=seats_of(row, person),
        kept=kept_for(row, person),
        opened=row.opened,
        started=row.started,
        ended=row.ended,
        entries=row.number,
        turn=row.turn,
        outcome=read_outcome(row),
    )
