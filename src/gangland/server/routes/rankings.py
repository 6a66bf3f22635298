"""The pages of rankings and of ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.bots import levels_for
from gangland.core.words import mark
from gangland.registry import GAMES
from gangland.server.errors import NotFound
from gangland.server.ratings import CERTAIN
from gangland.server.routes.visits import Visit, Visitor
from gangland.web.rankings import ranked_games, ranking_page, rated_games, read_list, titles
from gangland.web.seat_names import name_of

router = APIRouter()
STARTS = {"person": "False", "robot": "True"}


@router.get("/ranking")
def first_ranking(visit: Visitor, level: int = 3, starts: Literal["person", "robot"] = "person") -> Response:
    """The solo ranking (F10.7), at the address that it had when there was no other."""
    return show_ranking(visit, ranked_games()[0], {"level": str(level), "robot_starts": STARTS[starts]})


@router.get("/ranking/{game}")
def ranking(visit: Visitor, game: str) -> Response:
    """The ranking of a game, or how strong people and the computer opponents are at it."""
    if game in rated_games():
        return show_ratings(visit, game)
    return show_ranking(visit, game, visit.request.query_params)


def show_ranking(visit: Visit, name: str, query: Mapping[str, str]) -> Response:
    """The page of a list of a ranking."""
    game = read_list(name, query)
    if game is None:
        raise NotFound(mark("There is no such page."))
    people, bots = (visit.services.lobby.ranking(game, bots) for bots in (False, True))
    return visit.page("ranking.html", {**ranking_page(game, visit.words), "lines": people, "bots": bots})


def show_ratings(visit: Visit, game: str) -> Response:
    """The page of the ratings at a game."""
    words = visit.words
    values = {
        "game": game,
        "who": visit.person,
        "lines": [(line, name_of(line.kind, line.name, False, words)) for line in visit.services.ratings.of(game)],
        "certain": CERTAIN,
        "levels": len(levels_for(GAMES[game]())),
        "rankings": titles(words),
    }
    return visit.page("ratings.html", values)
