"""How strong people are, read from the games they have finished, in the way the arena rates opponents.

Nothing is kept in the database but the games. A process remembers what it has read, and reads on from there.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field, replace

from openskill.models import PlackettLuce
from sqlalchemy import select

from gangland.bots import levels_for
from gangland.famiglia import Duel
from gangland.game import places
from gangland.gangs import Gangs
from gangland.server.journal import game_of
from gangland.server.store import SeatRow, Store, TableRow
from gangland.server.tables import read_outcome

RATED = (Duel.name, Gangs.name)
MODEL = PlackettLuce()
MIDDLE = 1500
ELO = 29.5  # points for one of the model's: 173.7 (Elo's, per natural logarithm of the odds) / sqrt(2) / its beta
CERTAIN = 5  # games after which somebody has a place
OVERLAP = 60.0  # seconds; games that ended together may be committed in another order


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems to be, on Elo's scale, and how sure that is (95 %)."""

    who: str  # a person's id, or the house's level
    name: str
    kind: str  # person or opponent
    level: int | None = None
    mean: float = MODEL.mu
    deviation: float = MODEL.sigma
    games: int = 0

    @property
    def points(self) -> int:
        return round(MIDDLE + ELO * (self.mean - MODEL.mu))

    @property
    def doubt(self) -> int:
        return round(1.96 * ELO * self.deviation)

    @property
    def is_certain(self) -> bool:
        return self.games >= CERTAIN


@dataclass
class Book:
    """The ratings of one game, as far as they have been read."""

    read: set[str] = field(default_factory=set)
    until: float = 0.0
    lines: dict[str, Rating] = field(default_factory=dict)


class Ratings:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._books: dict[str, Book] = defaultdict(Book)
        self._lock = threading.Lock()

    def mine(self, who: str) -> list[tuple[str, Rating]]:
        """Somebody's ratings, by game."""
        return [(game, line) for game in RATED for line in self.of(game) if line.who == who]

    def of(self, game: str) -> list[Rating]:
        """Everybody who has finished a rated game, the best first; then those whose rating is not certain yet."""
        with self._lock:
            book = self._books[game]
            self._read_on(game, book)
            return sorted(book.lines.values(), key=lambda line: (not line.is_certain, -line.mean, line.who))

    def _read_on(self, game: str, book: Book) -> None:
        ended = select(TableRow).where(
            TableRow.game == game,
            TableRow.ranked,
            TableRow.ended >= book.until - OVERLAP,
            TableRow.outcome.is_not(None),
        )
        with self.store.read() as session:
            for row in session.scalars(ended.order_by(TableRow.ended, TableRow.id)).unique():
                if row.id not in book.read:
                    book.read.add(row.id)
                    book.until = max(book.until, row.ended or 0.0)
                    rate(book, row)


def rate(book: Book, row: TableRow) -> None:
    sitters = [sitter(book, row, seat) for seat in row.seats]
    outcome = read_outcome(row)
    known = [line for line in sitters if line]
    if outcome is None or len({line.who for line in known}) < len(row.seats):
        return
    teams = [[MODEL.rating(line.mean, line.deviation)] for line in known]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places(outcome.winners, outcome.scores)])
    for line, [new] in zip(known, rated, strict=True):
        book.lines[line.who] = replace(line, mean=new.mu, deviation=new.sigma, games=line.games + 1)


def sitter(book: Book, row: TableRow, seat: SeatRow) -> Rating | None:
    """Whoever sits there, under the name they have now; nobody if the house took over on the way."""
    if seat.kind == "opponent" and seat.level and seat.name == levels_for(game_of(row))[seat.level - 1].name:
        who = f"level {seat.level}"
    elif seat.kind == "person" and seat.person:
        who = seat.person
    else:
        return None
    return replace(book.lines.get(who, Rating(who, seat.name, seat.kind, seat.level)), name=seat.name)
