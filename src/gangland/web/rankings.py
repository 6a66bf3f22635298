"""The rankings of games, and the ratings of their players: their addresses, and what the page of a ranking needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.core.errors import InvalidArgument
from gangland.core.game import Game, options_of
from gangland.core.options import Option
from gangland.core.words import Language
from gangland.registry import GAMES, load_game, offered_games
from gangland.web.lists import title_of
from gangland.web.next_games import fields_of


def ranked_games() -> tuple[str, ...]:
    """The games whose wins are ranked, by name."""
    return tuple(name for name, game in offered_games().items() if game.ranking)


def rated_games() -> tuple[str, ...]:
    """The games in which people are rated, by name."""
    return tuple(name for name, game in offered_games().items() if not game.ranking)


def address_of(game: Game) -> str:
    """The address of the list in which a win of a game stands, or of the ratings of its players."""
    return f"/ranking/{game.name}" + (f"?{game.ranking_list}" if game.ranking_list else "")


def titles(words: Language) -> list[tuple[str, str]]:
    """The addresses and titles of all rankings and ratings."""
    return [(f"/ranking/{name}", title(name, words)) for name in (*ranked_games(), *rated_games())]


def title(name: str, words: Language) -> str:
    """The title of a ranking, or a game's title, with its variant if other games share its rulebook."""
    game = GAMES[name]
    if game.ranking:
        return words.say(game.ranking.title)
    alone = sum(other.rulebook == game.rulebook for other in offered_games().values()) == 1
    return words.say(game.title) if alone else title_of(game(), words)


def read_list(name: str, query: Mapping[str, str]) -> Game | None:
    """A game whose wins stand in the list that an address asks for. It is None if there is no such list."""
    if name not in ranked_games():
        return None
    parts = parts_of(GAMES[name])
    try:
        return load_game(name, {part.name: part.read(query[part.name]) for part in parts if part.name in query})
    except InvalidArgument:
        return None


def parts_of(game: Game | type[Game]) -> list[Option]:
    """The options that part the ranking of a game into lists."""
    names = game.ranking.options if game.ranking else ()
    return [option for option in options_of(game) if option.name in names]


def ranking_page(game: Game, words: Language) -> dict[str, Any]:
    """What the template of a ranking needs, besides the lines of its list."""
    assert game.ranking
    return {
        "here": f"/ranking/{game.name}",
        "about": words.say(game.ranking.about),
        "parts": [(words.say(part.label), choices_of(game, part, words)) for part in parts_of(game)],
        "fields": fields_of(game),
        "rankings": titles(words),
    }


def choices_of(game: Game, part: Option, words: Language) -> list[tuple[str, str, bool]]:
    """The lists with each choice of an option: the address, the name, and whether it is the list of this game."""
    chosen = {each.name: getattr(game, each.name) for each in parts_of(game)}
    games = [(value, load_game(game.name, chosen | {part.name: value})) for value in part.choices]
    return [(address_of(other), part.say(value, words), value == chosen[part.name]) for value, other in games]
