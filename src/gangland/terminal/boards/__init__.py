"""The table as lines of text, from views alone. Colour only ever lies on top of the text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import ClassVar

from gangland.game import Move, View
from gangland.registry import load_room
from gangland.words import Words


class Board:
    """How a table of any game is written; a game with a file of its own here has its own way."""

    colours: ClassVar[Mapping[str, int]] = {}  # by the first letter of a card's code
    verbs: ClassVar[Mapping[str, str]] = {}  # moves as examples, and what they mean

    def __init__(self, words: Words, colour: bool = False) -> None:
        self.words = words
        self.colour = colour

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        """The board as all these seats together see it."""
        facts = {key: value for view in views for key, value in view.as_dict().items() if value is not None}
        return [f"{key}: {value}" for key, value in facts.items()]

    def pile(self, view: View) -> list[str]:
        """What is still hidden in it, as far as everybody knows (F1.5, G8)."""
        return []

    def legend(self, view: View) -> list[str]:
        """What the letters stand for."""
        return []

    def notice(self, view: View) -> str:
        """What must be said to whoever decides now."""
        return ""

    def listing(self, moves: Sequence[tuple[int, Move]]) -> list[tuple[str, list[int]]]:
        """Moves with their numbers, a line a move; and with each line the numbers in it."""
        return [(f"{number:3}  {move}", [number]) for number, move in moves]

    def paint(self, code: str) -> str:
        if not self.colour or code[0] not in self.colours:
            return code
        return f"\033[{self.colours[code[0]]}m{code}\033[0m"

    def cards(self, cards: Iterable[str | None]) -> str:
        return " ".join(self.paint(card or "?") for card in cards) or self.words.say("none")


@singledispatch
def board_type(view: View) -> type[Board]:
    """The board of the game that a view is of."""
    return Board


class Boards:
    """Draws views in one language."""

    def __init__(self, words: Words, colour: bool = False) -> None:
        self.words = words
        self.colour = colour

    def of(self, view: View) -> Board:
        return board_type(view)(self.words, self.colour)

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        """The board as all these seats together see it."""
        return self.of(views[0]).draw(views, names)


def label(name: str, names: Iterable[str]) -> str:
    """A name with its colon, as wide as the longest of all."""
    return f"{name}:".ljust(max(map(len, names)) + 2)


load_room(__name__)
