"""A game to be looked at again: all that its page depends on, whether it was played at a table or comes as a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from gangland.core.errors import InvalidArgument, shown
from gangland.core.game import Game, Outcome, View
from gangland.core.words import Language, language_of, mark
from gangland.play import Match, Played
from gangland.web.clock import NO_CLOCK
from gangland.web.pov import Pov
from gangland.web.story import Story
from gangland.web.table_view import Chair, Hints, SeatKind, TableView, Undo

NOBODY, ALL = "nobody", "all"  # eyes: what every watcher sees, and all that was hidden; the others are seats


@dataclass(frozen=True)
class Replay:
    """A game to be looked at again, through an eye and in a language. Equal ones are drawn once."""

    key: str  # tells the game and how far it has come from all others
    address: str  # of its page
    match: Match = field(compare=False, repr=False)  # not compared, as it follows from the key
    chairs: tuple[Chair, ...]  # who sat there
    reader: int | None = None  # the seat that sentences call “you”
    eye: str = NOBODY  # whose hidden cards are shown: nobody's, everybody's, or those of the seat with this number
    language: str = "en"

    def __post_init__(self) -> None:
        """Raises InvalidArgument for an eye that there is not, or that sees too much while the game is on."""
        seats = tuple(map(str, range(self.match.game.seats)))
        if self.eye not in (NOBODY, ALL, *seats):
            raise InvalidArgument(mark("There is no seat {seat} in this game."), seat=shown(self.eye))
        if not self.is_over and self.eye not in (NOBODY, str(self.reader)):
            raise InvalidArgument(mark("What others hide is shown once the game is over."))

    @property
    def words(self) -> Language:
        """The words of the reader's language."""
        return language_of(self.language)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, so that everything may be shown."""
        return self.match.outcome is not None

    @property
    def seat(self) -> int | None:
        """The seat from whose side the table is seen."""
        return int(self.eye) if self.eye.isdecimal() else self.reader

    @property
    def shown_seats(self) -> tuple[int, ...]:
        """The seats whose own cards are shown."""
        if self.eye == ALL:
            return tuple(range(self.match.game.seats))
        return (int(self.eye),) if self.eye.isdecimal() else ()

    @cached_property
    def moments(self) -> tuple[Match, ...]:
        """The match before its first move and after each one. A reshuffle belongs to the move before it."""
        match = self.match
        made = [step.number for step in match.history() if isinstance(step.entry, Played)]
        return (*(match.at(number) for number in made), match)

    def pov(self, number: int, story: Story) -> Pov:
        """The table after so many moves, as the eye sees it."""
        match = self.moments[number]
        return Pov(self.table(match, match.shown(self.shown_seats)), story, self.language)

    def table(self, match: Match, view: View) -> TableView:
        """A table at rest that shows this view of a match."""
        turn = None if match.outcome else match.turn
        table = table_at_rest(self.key, match.game, view, self.chairs, self.seat, turn, match.outcome)
        mine = () if self.reader is None else (self.reader,)
        return replace(table, mine=mine, commitment=match.commitment)


def table_at_rest(
    key: str, game: Game, view: View, chairs: tuple[Chair, ...], seat: int | None, turn: int | None,
    outcome: Outcome | None,
) -> TableView:  # fmt: skip
    """A table that nobody plays at, as it is seen from the side of a seat."""
    return TableView(
        id=key, version=0, number=0, game=game, clock=NO_CLOCK, public=True, is_opener=False, seat=seat, mine=(),
        chairs=chairs, opened=0, started=True, closed=False, turn=turn, view=view, legal_moves=(), lines=(),
        outcome=outcome, undo=Undo(None, 0, None, ()), chat=(), ranked=False, hints=Hints(False, False, False, None),
        rematch=None, commitment="", record=None,
    )  # fmt: skip


def chairs_at_rest(chairs: Iterable[Chair], reader: int | None) -> tuple[Chair, ...]:
    """The chairs of a table as they are in a replay: without clocks and links, and with everybody present."""
    return tuple(
        replace(chair, kept=False, offered=False, connected=True, mine=chair.number == reader, left=None, link=None)
        for chair in chairs
    )


def chairs_of(game: Game, names: Sequence[str]) -> tuple[Chair, ...]:
    """The chairs of people of whom only the names are known, as in a record. A robot sits behind them."""
    return tuple(
        Chair(
            number=number, kind=SeatKind.PERSON if number < game.players else SeatKind.ROBOT, name=name, house=None,
            level=None, bot=False, replaced=False, kept=False, offered=False, connected=True, mine=False, left=None,
            link=None,
        )
        for number, name in enumerate(names)
    )  # fmt: skip
