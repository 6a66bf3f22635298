"""The first page: a person's games, tables to join and to watch, and a game by one click."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.errors import GanglandError
from gangland.server.dependencies import limit_tables
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.routes.new_table import EASY, read_game
from gangland.server.routes.visits import Actor, Text, Visit, Visitor, see_other
from gangland.web.boxes import all_boxes
from gangland.web.lists import item

router = APIRouter()
GLANCES = 10  # the most games of a list whose score is looked up


@router.get("/")
def home(visit: Visitor) -> Response:
    """The first page."""
    return show_home(visit)


def show_home(visit: Visit, trouble: GanglandError | None = None) -> Response:
    """Draw the first page, with an error if there was one."""
    words, lobby, person = visit.words, visit.services.lobby, visit.person
    lists = [
        (words.say("Open tables"), [table for table in lobby.waiting(person) if not table.mine]),
        (words.say("Games in progress"), [table for table in lobby.live(person) if not table.mine]),
    ]
    values = {
        "lists": [
            (words.say("My games"), running_games(visit)),
            *((title, [item(table, words) for table in tables]) for title, tables in lists),
        ],
        "boxes": all_boxes(words),
    }
    return visit.page("home.html", values, trouble=trouble)


def running_games(visit: Visit) -> list[dict[str, Any]]:
    """A person's unfinished games for a list. The first ones are looked at, so that they show score and clock."""
    tables, person = visit.services.tables, visit.person
    summaries = visit.services.lobby.running(person)
    looked_at = [summary.id for summary in summaries if summary.started][:GLANCES]
    seen = {id: tables.view(id, person) for id in looked_at}
    return [item(summary, visit.words, seen.get(summary.id)) for summary in summaries]


@router.post("/play")
def play(visit: Actor, game: Text, key: Text = "") -> Response:
    """Open a table against the computer, by one click."""
    try:
        rules = read_game({"game": game})
        wanted = NewTable(rules, (NewSeat("me"), *[NewSeat("level", EASY)] * (rules.players - 1)))
        origin, player = limit_tables(visit.request, visit.services), visit.named()
        return see_other(f"/t/{visit.services.tables.open(player, wanted, key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_home(visit, trouble)
