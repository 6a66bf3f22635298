"""From legal moves to clicks: what is alive on the table, and what a click on it does.

Every move is a short path of *things* to click: `street:2`, `hand:B2`, `spot:a4`. What has been clicked so far is the
selection, a list of picks; the things that may follow it are alive. So nothing illegal is ever alive, and everything
legal can be reached (see tests/web/test_clicks.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatch

from gangland.core.game import Move, View
from gangland.core.rooms import load_room

Path = tuple[str, ...]
DONE = "done"  # a pick that ends the exchanges early


@dataclass(frozen=True)
class Click:
    """What a click on a thing does: it makes a move, or leads to another selection."""

    verb: str  # the verb of the move that it makes or leads to
    move: Move | None
    picks: Path
    soft: bool = False  # the click drops what was chosen before, and chooses this instead


@dataclass(frozen=True)
class Choice:
    """One of several moves to choose from, at the card that was picked."""

    thing: str
    move: Move


@dataclass(frozen=True)
class Clicks:
    """What may be clicked after some picks."""

    picks: Path  # the picks up to the first that leads nowhere
    alive: dict[str, Click]
    ways: tuple[Choice, ...]
    following: tuple[tuple[Path, Move], ...] = ()  # every move that begins with the picks, and the clicks still missing

    @cached_property
    def reached(self) -> frozenset[str]:
        """The things that the last of two more clicks would act on, once something is picked."""
        return frozenset(path[1] for path, _ in self.following if len(path) == 2) if self.picks else frozenset()

    def is_chosen(self, thing: str) -> bool:
        """Whether a thing is one of the picks."""
        return thing in self.picks


NOTHING = Clicks((), {}, ())


def clicks(view: View, picks: Sequence[str]) -> Clicks:
    """What the seat of a view may click, after these picks."""
    table = paths(view)
    made = sensible(table, picks)
    alive: dict[str, Click] = {}
    for level in range(len(made) + 1):
        alive |= steps(table, made[:level], soft=level < len(made))
    for level, pick in enumerate(made):  # a second click on a pick takes it back
        alive[pick] = Click("", None, made[:level])
    ways = tuple(Choice(path[-1], move) for path, move in table if path[:-1] == made and path[-1].startswith("way:"))
    following = tuple((path[len(made) :], move) for path, move in table if path[: len(made)] == made)
    return Clicks(made, alive, ways, following)


def sensible(table: Iterable[tuple[Path, Move]], picks: Sequence[str]) -> Path:
    """The picks up to the first one that leads nowhere."""
    made: Path = ()
    for pick in picks:
        longer = (*made, pick)
        if not any(path[: len(longer)] == longer and len(path) > len(longer) for path, _ in table):
            break
        made = longer
    return made


def steps(table: Iterable[tuple[Path, Move]], made: Path, soft: bool) -> dict[str, Click]:
    """What may be clicked right after a selection."""
    found: dict[str, Click] = {}
    for path, move in table:
        if len(path) > len(made) and path[: len(made)] == made:
            thing = path[len(made)]
            ends = len(path) == len(made) + 1
            found.setdefault(thing, Click(move.action.verb, move if ends else None, (*made, thing), soft))
    return found


@singledispatch
def paths(view: View) -> list[tuple[Path, Move]]:
    """Every legal move with the things to click for it, once for each way to click it.

    On a plain board each move is a button.
    """
    return [((f"move:{move}",), move) for move in view.legal_moves]


load_room(__name__)
