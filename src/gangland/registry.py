"""The registry: the one place that knows which games there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gangland.core.arguments import instance
from gangland.core.errors import InvalidArgument, shown
from gangland.core.game import Game, options_of
from gangland.core.options import Option
from gangland.core.words import mark
from gangland.famiglia import Duel, SmallDuel, Solo
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


def offered_games() -> dict[str, type[Game]]:
    """The games that tables offer, by name: all but those for study."""
    return {name: game for name, game in GAMES.items() if not game.is_for_study}


def check_offered(game: Game | type[Game]) -> None:
    """Raises InvalidArgument for a game that no table offers."""
    if game.is_for_study:
        raise InvalidArgument(
            mark(
                "“{name}” is a small variant for study: gangland arena, simulate and replay take it, a table does not."
            ),
            name=game.name,
        )


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
    chosen: Mapping[str, Any] = instance(options or {}, Mapping, "The mapping of options")
    for option in chosen:
        if option not in own:
            raise InvalidArgument(mark("{option} does not go with {game}."), option=option, game=game.name)
    return game(**chosen)


def all_options(games: Iterable[type[Game]] | None = None) -> dict[str, list[tuple[type[Game], Option]]]:
    """The options of some games, or of all, by name, each with the games that declare it."""
    found: dict[str, list[tuple[type[Game], Option]]] = {}
    for game in GAMES.values() if games is None else games:
        for option in options_of(game):
            found.setdefault(option.name, []).append((game, option))
    return found


for each in (Duel, Solo, Gangs, SmallDuel, SmallGangs):
    register(each)
