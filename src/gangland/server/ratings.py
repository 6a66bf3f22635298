"""Ratings of people by the games they have finished, as the arena rates opponents.

A game counts in the transaction that ends it. So all processes agree, and reading the ratings costs the same however
many games there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from openskill.models import PlackettLuce
from sqlalchemy import select
from sqlalchemy.orm import Session

from gangland.core.game import Outcome, places
from gangland.server.models import RatingRow, SeatRow, TableRow
from gangland.server.store import LISTED, Store, insert_if_missing
from gangland.web.rankings import rated_games
from gangland.web.table_view import SeatKind

MODEL = PlackettLuce()
MIDDLE = 1500
ELO = 29.5  # points for one unit of the model: 400 / ln(10) = 173.7 / (sqrt(2) * beta), and beta is 25 / 6 in openskill
CERTAIN = 5  # games after which a rating is listed with a place


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems to be at a game."""

    who: str  # a person's id, or the level of an opponent
    name: str
    kind: SeatKind  # a person or an opponent
    level: int | None = None
    bot: bool = False
    mean: float = MODEL.mu
    deviation: float = MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        """The rating in Elo's points."""
        return round(MIDDLE + ELO * (self.mean - MODEL.mu))

    @property
    def doubt(self) -> int:
        """Half the width of its 95% interval."""
        return round(1.96 * ELO * self.deviation)

    @property
    def is_certain(self) -> bool:
        """Whether enough games were played for a place in the list."""
        return self.games >= CERTAIN


class Ratings:
    """How strong people and the computer opponents are."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def mine(self, who: str) -> list[tuple[str, Rating]]:
        """A person's ratings, by game."""
        with self.store.read() as session:
            rows = session.scalars(select(RatingRow).where(RatingRow.who == who, RatingRow.game.in_(rated_games())))
            found = {row.game: rating(row) for row in rows}
        return [(game, found[game]) for game in rated_games() if game in found]

    def of(self, game: str) -> list[Rating]:
        """The ratings at a game, the best first; those that are not certain come last."""
        best = RatingRow.certain.desc(), RatingRow.mean.desc(), RatingRow.who.desc()
        lines = select(RatingRow).where(RatingRow.game == game).order_by(*best).limit(LISTED)
        with self.store.read() as session:
            return [rating(row) for row in session.scalars(lines)]


def rating(row: RatingRow) -> Rating:
    """The rating of a row."""
    return Rating(row.who, row.name, row.kind, row.level, row.bot, row.mean, row.deviation, row.games)


def rate(session: Session, row: TableRow, outcome: Outcome) -> None:
    """Change the ratings of those who sat at a table whose game is over, if it counts."""
    sitters = newcomers(row.game, row.seats) if row.ranked else []
    if not sitters:
        return
    new = {line.who: line for line in sitters}
    for who in sorted(new):  # in a fixed order, so that two games that end together cannot deadlock
        insert_if_missing(session, RatingRow, game=row.game, certain=False, **vars(new[who]))
    these = select(RatingRow).where(RatingRow.game == row.game, RatingRow.who.in_(new)).order_by(RatingRow.who)
    known = {line.who: line for line in session.scalars(these.with_for_update())}
    for after in rated([rating(known[sitter.who]) for sitter in sitters], outcome):
        line = known[after.who]
        line.name = new[after.who].name
        line.mean, line.deviation, line.games, line.certain = after.mean, after.deviation, after.games, after.is_certain


def rated(lines: Sequence[Rating], outcome: Outcome) -> list[Rating]:
    """The ratings after a game, in the order in which they sat down. `lines` has one for each seat.

    Several opponents of one level share its rating, which becomes the mean of what it would be for each of them.
    """
    teams = [[MODEL.rating(line.mean, line.deviation)] for line in lines]
    after = MODEL.rate(teams, ranks=[float(place) for place in places(outcome.winners, outcome.scores)])
    by_who = {
        line.who: [new for other, [new] in zip(lines, after, strict=True) if other.who == line.who] for line in lines
    }
    return [
        replace(
            line,
            mean=fmean(new.mu for new in by_who[line.who]),
            deviation=fmean(new.sigma for new in by_who[line.who]),
            games=line.games + 1,
        )
        for line in {line.who: line for line in lines}.values()
    ]


def newcomers(game: str, seats: Sequence[SeatRow]) -> list[Rating]:
    """First ratings of all who sit at a table; empty if the game does not count.

    It does not if the computer took over on the way, if somebody had two seats, or if all were of one level.
    """
    if game not in rated_games():
        return []
    lines = [line for seat in seats if (line := newcomer(seat))]
    people = [line.who for line in lines if line.kind == SeatKind.PERSON]
    if len(lines) < len(seats) or len(set(people)) < len(people) or len({line.who for line in lines}) < 2:
        return []
    return lines


def newcomer(seat: SeatRow) -> Rating | None:
    """The first rating of the sitter on a seat, or None if they cannot be rated.

    A migration asks too: the kinds in its rows are plain texts, which equal the kinds of seats.
    """
    if seat.kind == SeatKind.OPPONENT and not seat.replaced:
        return Rating(f"level {seat.level}", seat.name, seat.kind, seat.level)
    if seat.kind == SeatKind.PERSON and seat.person:
        return Rating(seat.person, seat.name, seat.kind, bot=seat.bot)
    return None
