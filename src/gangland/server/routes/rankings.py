"""The pages of the solo ranking and of the ratings."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.bots import levels_for
from gangland.core.game import options_of
from gangland.core.words import mark
from gangland.registry import GAMES
from gangland.server.errors import NotFound
from gangland.server.ratings import CERTAIN, rated_games
from gangland.server.routes.visits import Visitor
from gangland.web.lists import rankings
from gangland.web.seat_names import name_of

router = APIRouter()


@router.get("/ranking")
def ranking(visit: Visitor, level: int = 3, starts: str = "person") -> Response:
    """The solo ranking (F10.7)."""
    game = next(game for game in GAMES.values() if game.has_ranking)
    levels = next(option.choices for option in options_of(game) if option.name == "level")
    if level not in levels or starts not in ("person", "robot"):
        raise NotFound(mark("There is no such page."))
    people, bots = (visit.services.lobby.ranking(level, starts == "robot", bots) for bots in (False, True))
    values = {
        "game": game.name,
        "levels": levels,
        "level": level,
        "starts": starts,
        "lines": people,
        "bots": bots,
        "rankings": rankings(rated_games(), visit.words),
    }
    return visit.page("ranking.html", values)


@router.get("/ranking/{game}")
def ratings(visit: Visitor, game: str) -> Response:
    """How strong people and the computer opponents are at a game."""
    if game not in rated_games():
        raise NotFound(mark("There is no such page."))
    words = visit.words
    values = {
        "game": game,
        "who": visit.person,
        "lines": [(line, name_of(line.kind, line.name, False, words)) for line in visit.services.ratings.of(game)],
        "certain": CERTAIN,
        "levels": len(levels_for(GAMES[game]())),
        "rankings": rankings(rated_games(), words),
    }
    return visit.page("ratings.html", values)
