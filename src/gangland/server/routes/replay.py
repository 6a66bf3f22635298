"""The page on which a game is looked at again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.server.replays import table_replay
from gangland.server.routes.visits import Visit, Visitor
from gangland.web.replays import Replay
from gangland.web.replays.page import page_values
from gangland.web.replays.picture import picture_of
from gangland.web.table_view import Said

router = APIRouter()
Moment = Annotated[str, Query(max_length=20)]
Eye = Annotated[str | None, Query(alias="as", max_length=20)]


@router.get("/t/{id}/replay")
def replay_of_table(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """The game of a table, to be looked at again. Only who sat there sees the chat."""
    replay, table = table_replay(visit.services.tables, id, visit.person, eye, visit.words.code)
    return show_replay(visit, replay, at, f"/t/{id}", table.chat if table.mine else (), has_table=True)


@router.get("/t/{id}/replay.svg")
def picture_of_table(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """A moment of the game of a table as a picture."""
    replay, _ = table_replay(visit.services.tables, id, visit.person, eye, visit.words.code)
    return draw_picture(visit, replay, at)


def draw_picture(visit: Visit, replay: Replay, at: str) -> Response:
    """A moment as an SVG file. Its colours are in it, so it may have a style of its own."""
    number = moment_in(len(replay.moments) - 1, at)
    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    site = visit.site.partition("://")[2]
    return Response(picture_of(replay, number, site), media_type="image/svg+xml", headers=headers)


def show_replay(
    visit: Visit, replay: Replay, at: str, home: str, chat: tuple[Said, ...] = (), *, has_table: bool = False
) -> Response:
    """The page of a replay at a moment, or at its start if none is named. `home` is where its record is kept."""
    film = visit.services.films.of(replay)
    values = page_values(replay, film, moment_in(film.last, at), visit.site, home, chat, has_table=has_table)
    return visit.page("replay.html", values)


def moment_in(last: int, at: str) -> int:
    """The number of a moment in an address; without one the first moment. Raises NotFound if there is none such."""
    if not at:
        return 0
    if at.isdecimal() and len(at) < 6 and int(at) <= last:
        return int(at)
    raise NotFound(mark("There is no such moment: the game ends with move {count}."), count=last)
