"""The registry: the one place that knows which games there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.core.errors import InvalidArgument, shown
from gangland.core.game import Game, options_of
from gangland.core.options import Option
from gangland.core.words import mark
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs, SmallGangs

GAMES: dict[str, type[Game]] = {}  # by the names in records, addresses, levels and nets


def register(game: type[Game]) -> type[Game]:
    """Add a game, so that every room finds it, and return it. Raises InvalidArgument if its name is taken."""
    options_of(game)  # raises InvalidArgument unless it is a game
    for name in (game.name, *game.aliases):
        if name in game_names():
            raise InvalidArgument(mark("There is already a game “{name}”."), name=name)
    GAMES[game.name] = game
    return game


def game_names() -> dict[str, type[Game]]:
    """The games by every name that people may type: full names first, then aliases."""
    return GAMES | {alias: game for game in GAMES.values() for alias in game.aliases}


def find_game(name: str) -> type[Game]:
    """The game with this name or alias. Raises InvalidArgument if there is none."""
    found = game_names().get(name) if isinstance(name, str) else None
    if found is None:
        raise no_game(name)
    return found


def no_game(name: object) -> InvalidArgument:
    """The error for a name that no game has. It lists the names there are."""
    return InvalidArgument(
        mark("There is no game “{name}”; there are {names}."),
        name=name if isinstance(name, str) else shown(name), names=", ".join(GAMES),
    )  # fmt: skip


def load_game(name: str, options: Mapping[str, Any] | None = None) -> Game:
    """The game of this name with these options and the defaults of all others. Raises InvalidArgument."""
    game = find_game(name)
    own = [option.name for option in options_of(game)]
    for option in options or {}:
        if option not in own:
            raise InvalidArgument(mark("{option} does not go with {game}."), option=option, game=game.name)
    return game(**options or {})


def all_options() -> dict[str, list[tuple[type[Game], Option]]]:
    """The options of all games by name, each with the games that declare it."""
    found: dict[str, list[tuple[type[Game], Option]]] = {}
    for game in GAMES.values():
        for option in options_of(game):
            found.setdefault(option.name, []).append((game, option))
    return found


for each in (Duel, Solo, Gangs, SmallGangs):
    register(each)
