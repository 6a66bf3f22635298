"""The API about games, bots, rankings and ratings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query, Request

from gangland.bots import levels_for
from gangland.core.game import options_of
from gangland.registry import load_game, offered_games
from gangland.server.api.inputs import FIRST_RATED, NewBot, RatedName
from gangland.server.api.outputs import Bot, Done, GameInfo, Me, RankedState, RatingState
from gangland.server.api.router import api_router
from gangland.server.dependencies import Player, ServicesDep, limit_newcomers
from gangland.web.rankings import ranked_games

router = api_router()


@router.get("/games", response_model=list[GameInfo])
def games() -> Any:
    """The games, their options and the computer opponents."""
    return [
        {
            "name": name,
            "options": {option.name: list(option.choices) for option in options_of(kind)},
            "levels": [
                {"level": level.number, "name": level.name} for level in levels_for(kind()) if kind().players > 1
            ],
        }
        for name, kind in offered_games().items()
    ]


@router.post("/bots", response_model=Bot, status_code=201)
def new_bot(request: Request, services: ServicesDep, wish: NewBot) -> Any:
    """A new bot. Keep its token: it is shown once, and goes into the header `Authorization: Bearer TOKEN`."""
    limit_newcomers(request, services)
    bot, token = services.people.new_bot(wish.name)
    return {"id": bot.id, "name": bot.name, "bot": True, "token": token}


@router.get("/me", response_model=Me)
def me(player: Player) -> Any:
    """Who you are, by your token or cookie."""
    return {"id": player.id, "name": player.name, "bot": player.is_bot}


@router.post("/me/token", response_model=Bot, status_code=201)
def renew_token(services: ServicesDep, player: Player) -> Any:
    """Another token for a bot, shown once; the one you used is void from now on, and its streams end."""
    bot, token = services.people.renew_token(player)
    return {"id": bot.id, "name": bot.name, "bot": True, "token": token}


@router.delete("/me/token", response_model=Done)
def revoke_token(services: ServicesDep, player: Player) -> Any:
    """Retire a bot: its token is void, and nobody gets another one. Its name and its games stay."""
    services.people.revoke_token(player)
    return {}


@router.get("/ranking", response_model=list[RankedState])
def ranking(
    services: ServicesDep,
    level: Annotated[int, Query(ge=1, le=4)] = 3,
    robot_starts: Annotated[bool, Query()] = False,
    bots: Annotated[bool, Query()] = False,
) -> Any:
    """The solo ranking of people or of bots (F10.7)."""
    game = load_game(ranked_games()[0], {"level": level, "robot_starts": robot_starts})
    return [asdict(line) for line in services.lobby.ranking(game, bots)]


@router.get("/ratings", response_model=list[RatingState])
def ratings(services: ServicesDep, game: RatedName = FIRST_RATED) -> Any:
    """How strong people and the computer opponents are, on Elo's scale, with 95% intervals of points ± doubt."""
    return [
        {
            "name": line.name,
            "bot": line.bot,
            "level": line.level,
            "points": line.points,
            "doubt": line.doubt,
            "games": line.games,
        }
        for line in services.ratings.of(game)
    ]
