"""Points of view without a server, for tests of what draws a table."""

from gangland.play import Match
from gangland.web.clock import NO_CLOCK
from gangland.web.pov import Pov
from gangland.web.story import Story
from gangland.web.table_view import Chair, Hints, SeatKind, TableView, Undo


def chair(number: int, name: str, mine: bool) -> Chair:
    """A seat with a person on it."""
    return Chair(number, SeatKind.PERSON, name, None, None, False, False, False, False, True, mine, None, None)


def pov_of(match: Match, seat: int | None, picks: tuple[str, ...] = (), language: str = "en") -> Pov:
    """A match as a seat sees it, or a watcher, whose people are called A, B, C and D."""
    view = match.view(seat)
    table = TableView(
        id="0123456789", version=1, number=len(match.log), game=match.game, clock=NO_CLOCK, public=True,
        is_opener=False, seat=seat, mine=() if seat is None else (seat,),
        chairs=tuple(chair(number, "ABCD"[number], number == seat) for number in range(match.game.seats)),
        opened=0.0, started=True, closed=False, turn=None if match.outcome else match.turn, view=view,
        legal_moves=tuple(map(str, view.legal_moves)), lines=(),
        outcome=match.outcome, undo=Undo(None, 0, None, ()), chat=(),
        ranked=True, hints=Hints(False, False, False, None), rematch=None, commitment=match.commitment, record=None,
    )  # fmt: skip
    return Pov(table, Story.of(match), language, picks)
