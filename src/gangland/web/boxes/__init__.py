"""The boxes on the shelf: the games of a rulebook, as the first page and the form of a new table offer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gangland.game import Game
from gangland.registry import GAMES, load_room
from gangland.web.art import back_of
from gangland.web.boards.pieces import Piece
from gangland.words import Words


@dataclass(frozen=True)
class Variant:
    """A way to play: a game with some options."""

    name: str
    game: type[Game]
    options: Mapping[str, Any] = field(default_factory=dict)
    hint: str = ""

    @property
    def query(self) -> str:
        """What the address of a new table says of it."""
        return urlencode({"game": self.game.name, **self.options})

    def suits(self, game: Game) -> bool:
        """Whether these rules are this variant."""
        return type(game) is self.game and all(getattr(game, name) == value for name, value in self.options.items())


@dataclass(frozen=True)
class Box:
    """The games of one rulebook, in one language."""

    game: type[Game]  # what one click plays
    title: str
    lid: Markup | str = ""
    card: Markup | str = ""
    emblem: Markup | str = ""
    about: str = ""
    brief: str = ""  # for how many, and how long
    more: tuple[Variant, ...] = ()  # what else the first page offers
    variants_title: str = ""
    variants: tuple[Variant, ...] = ()
    rules: str = ""  # the template of the page of its rules
    draw: Callable[[str], Piece] | None = None  # a card of these rules by its code

    @property
    def rulebook(self) -> str:
        return self.game.rulebook


@singledispatch
def box_of(game: Game, words: Words) -> Box:
    """The box in which a game lies."""
    return Box(type(game), words.say(game.title), card=back_of(game))


def all_boxes(words: Words) -> list[Box]:
    """Every box, once."""
    first = {game.rulebook: game for game in reversed(GAMES.values())}
    return [box_of(game(), words) for game in reversed(first.values())]


load_room(__name__)
