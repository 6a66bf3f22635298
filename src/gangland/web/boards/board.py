"""The board of a game, for a template to draw. A game without a board of its own has a plain one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, ClassVar

from gangland.core.game import Move, View
from gangland.web.boards.pieces import Banner
from gangland.web.clicks import Click
from gangland.web.pov import Pov


@dataclass(frozen=True, kw_only=True)
class Board:
    """What every board has, for the page around it."""

    template: ClassVar[str]
    scene: ClassVar[str]  # the template of the board in a replay
    hides_pile: ClassVar[bool] = False  # once a game is over, a replay can show the order of the pile
    pile_template: ClassVar[str] = ""  # of the drawer that shows what is left in the pile
    has_acts: ClassVar[bool] = True  # the thumb bar keeps a place for what ends a turn

    style: str  # the classes that the style sheets know the board by
    banner: Banner
    pile_name: str = ""
    passing: Click | None = None
    passing_word: str = ""  # if it is more than a pass
    go_on: Click | None = None  # ends a step early: no more exchanges
    cancel: tuple[str, ...] | None = None  # the picks without the last one, while a choice is open
    choices: dict[str, Any] | None = None  # for the script that draws choices

    @property
    def pile(self) -> Hashable:
        """What the drawer of the pile shows, if there is one."""
        return None


@dataclass(frozen=True, kw_only=True)
class PlainBoard(Board):
    """A board for any game: the facts of a view as a list, and its moves as buttons."""

    template: ClassVar[str] = "boards/plain.html"
    scene: ClassVar[str] = "scenes/plain.html"
    has_acts: ClassVar[bool] = False

    facts: tuple[tuple[str, str], ...]
    moves: tuple[Move, ...]


@singledispatch
def board_of(view: View, pov: Pov) -> Board:
    """The board that a viewer with this view sees."""
    moves = tuple(click.move for click in pov.clicks.alive.values() if click.move)
    return PlainBoard(style="plain-table", banner=plain_banner(view, pov), facts=tuple(facts_of(view)), moves=moves)


MARKS = {None: "–", True: "✓", False: "✗"}  # in place of words, which would be of one language


def facts_of(view: View) -> Iterator[tuple[str, str]]:
    """The names and values of the fields that only this game's view has."""
    everybodys = View.__dataclass_fields__
    for name, value in view.as_dict().items():
        if name not in everybodys:
            yield name.replace("_", " "), fact(value)


def fact(value: Any) -> str:
    """A value of a view as text."""
    if isinstance(value, list | tuple):
        return ", ".join(map(fact, value))
    return MARKS[value] if value is None or isinstance(value, bool) else str(value)


def plain_banner(view: View, pov: Pov) -> Banner:
    """The banner of a plain board: the viewer's turn, or the player who is waited for."""
    if view.seat == view.turn and not view.ended:
        return Banner(pov.words.say("Your turn: choose a move"), mine=True)
    return waiting(view, pov)


def waiting(view: View, pov: Pov, more: str = "") -> Banner:
    """The banner that says which other player is to play or, if it is a computer opponent, is thinking."""
    say, name = pov.words.say, pov.names[view.turn]
    if view.turn in pov.house:
        return Banner(say("{name} is thinking", name=name), more)
    return Banner(say("Waiting for {name}", name=name), more)
