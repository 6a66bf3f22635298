"""The boxes on the shelf: the games of each rulebook, as the first page and the form for a new table offer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gangland.core.game import Game
from gangland.core.rooms import load_room
from gangland.core.words import Language
from gangland.registry import offered_games
from gangland.web.art import back_of


@dataclass(frozen=True)
class Variant:
    """A way to play: a game with some options."""

    name: str
    game: type[Game]
    options: Mapping[str, Any] = field(default_factory=dict)
    hint: str = ""

    @property
    def query(self) -> str:
        """The query with which the address of the form asks for this variant."""
        return urlencode({"game": self.game.name, **self.options})

    def suits(self, game: Game) -> bool:
        """Whether a game is this variant."""
        return type(game) is self.game and all(getattr(game, name) == value for name, value in self.options.items())


@dataclass(frozen=True)
class Box:
    """The games of one rulebook, described in one language."""

    game: type[Game]  # the game that one click opens
    title: str
    lid: Markup | str = ""
    card: Markup | str = ""
    emblem: Markup | str = ""
    about: str = ""
    brief: str = ""  # for how many players, and how long
    more: tuple[Variant, ...] = ()  # the other variants that the first page offers
    variants_title: str = ""
    variants: tuple[Variant, ...] = ()
    letters: str = ""  # the letters of its notation and what they stand for
    keys: tuple[tuple[str, str], ...] = ()  # the keys that only its table has, and what they do

    @property
    def rulebook(self) -> str:
        """The name of the rulebook that the games share."""
        return self.game.rulebook


@singledispatch
def box_of(game: Game, words: Language) -> Box:
    """The box of a game, in this language."""
    return Box(type(game), words.say(game.title), card=back_of(game))


def all_boxes(words: Language) -> list[Box]:
    """All boxes, one for each rulebook."""
    first = {game.rulebook: game for game in reversed(offered_games().values())}
    return [box_of(game(), words) for game in reversed(first.values())]


load_room(__name__)
