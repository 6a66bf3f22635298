"""A person's games, all of them as one file, and something to watch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse

from gangland.server.api.router import NDJSON
from gangland.server.dependencies import limit_downloads
from gangland.server.routes.table import view_with_story
from gangland.server.routes.visits import Visit, Visitor, see_other
from gangland.web.games_page import Filter, game_line, games_filter
from gangland.web.lists import replay_address
from gangland.web.table_view import TableSummary

router = APIRouter()
SHOWN = 20  # finished games on a page, and more of them with each step
MOST_SHOWN = 1000
Value = Annotated[str, Query(max_length=80)]


@router.get("/games")
def games(visit: Visitor, game: Value = "", result: Value = "", opponent: Value = "", shown: int = SHOWN) -> Response:
    """The person's games: those that wait for them, those that wait for others, finished ones that fit the filter."""
    words, lobby = visit.words, visit.services.lobby
    chosen, finished = Filter(game, result, opponent), lobby.finished(visit.person)
    fitting = [summary for summary in finished if chosen.fits(summary, words)]
    count = min(max(shown, SHOWN), MOST_SHOWN)
    values = {
        "running": [line(visit, summary) for summary in lobby.running(visit.person)],
        "finished": [line(visit, summary) for summary in fitting[:count]],
        "count": len(finished),
        "fitting": len(fitting),
        "more": count + SHOWN if len(fitting) > count else 0,
        "filter": games_filter(chosen, finished, words),
    }
    return visit.page("games.html", values)


def line(visit: Visit, summary: TableSummary) -> dict[str, object]:
    """A game as the list shows it, looked at for its length and, while it runs, for score and clock."""
    if not summary.started:
        return game_line(summary, visit.words, None, None)
    seen, story = view_with_story(visit.services.tables, summary.id, visit.person)
    return game_line(summary, visit.words, None if summary.ended else seen, story)


@router.get("/games.jsonl")
def download(visit: Visitor) -> Response:
    """The records of all finished games of the person, one a line."""
    services = visit.services
    limit_downloads(visit.request, services)
    ids = [summary.id for summary in services.lobby.finished(visit.person)]

    def lines() -> Iterator[str]:
        for id in ids:
            yield services.tables.record(id).dumps() + "\n"

    headers = {"Content-Disposition": 'attachment; filename="gangland-games.jsonl"'}
    return StreamingResponse(lines(), media_type=NDJSON, headers=headers)


@router.get("/watch")
def watch(visit: Visitor) -> Response:
    """Something to watch: a running public game, else a fine finished one, else the rules with their pictures."""
    lobby = visit.services.lobby
    running = [table for table in lobby.live(visit.person) if not table.mine]
    if running:
        return see_other(f"/t/{max(running, key=lambda table: table.entries).id}")
    fine = lobby.fine_game()
    return see_other(replay_address(fine) if fine else "/rules")
