"""The table as lines of text, from views alone. Colours only repeat what the text says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import ClassVar

from gangland.core.game import Code, Move, View
from gangland.core.rooms import load_room
from gangland.core.words import Language


class Board:
    """Writes the table of any game. A game with a file of its own in this room has its own board."""

    colours: ClassVar[Mapping[str, int]] = {}  # ANSI colours by the first letter of a card's code
    verbs: ClassVar[Mapping[str, str]] = {}  # example moves, and what they mean

    def __init__(self, words: Language, colour: bool = False) -> None:
        self.words = words
        self.colour = colour

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        """The lines of a table, with everything that any of these views shows."""
        facts = {key: value for view in views for key, value in view.as_dict().items() if value is not None}
        return [f"{key}: {value}" for key, value in facts.items()]

    def pile(self, view: View) -> list[str]:
        """The lines that say which cards the pile still holds, as everybody can know (F1.5, G8)."""
        return []

    def legend(self, view: View) -> list[str]:
        """The lines that say what the letters of cards and spots stand for."""
        return []

    def notice(self, view: View) -> str:
        """A sentence that the player must be told before this decision, or an empty one."""
        return ""

    def listing(self, moves: Sequence[tuple[int, Move]]) -> list[tuple[str, list[int]]]:
        """Moves with their numbers as lines, each with the numbers that it lists."""
        return [(f"{number:3}  {move}", [number]) for number, move in moves]

    def paint(self, code: str) -> str:
        """The code of a card in its colour, if colours are on."""
        if not self.colour or code[0] not in self.colours:
            return code
        return f"\033[{self.colours[code[0]]}m{code}\033[0m"

    def cards(self, cards: Iterable[Code | None]) -> str:
        """The codes of cards in one line; a hidden card is a question mark."""
        return " ".join(self.paint(str(card or "?")) for card in cards) or self.words.say("none")


@singledispatch
def board_type(view: View) -> type[Board]:
    """The class of the board that draws this view."""
    return Board


class Boards:
    """Draws views of any game in one language."""

    def __init__(self, words: Language, colour: bool = False) -> None:
        self.words = words
        self.colour = colour

    def of(self, view: View) -> Board:
        """The board of the game of this view."""
        return board_type(view)(self.words, self.colour)

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        """The lines of a table, with everything that any of these views shows."""
        return self.of(views[0]).draw(views, names)


def label(name: str, names: Iterable[str]) -> str:
    """A name with a colon, padded to the width of the longest name."""
    return f"{name}:".ljust(max(map(len, names)) + 2)


load_room(__name__)
