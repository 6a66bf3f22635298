"""The first page: a person's games, tables to join and to watch, and a game by one click."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from gangland.core.errors import GanglandError
from gangland.registry import GAMES
from gangland.server.dependencies import limit_tables
from gangland.server.routes.new_table import number, read_game, read_new_table
from gangland.server.routes.visits import Actor, Visit, Visitor, see_other
from gangland.web.boxes import Box, all_boxes
from gangland.web.lesson_list import overview
from gangland.web.lists import item
from gangland.web.opponents_page import called, opponents_page

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
        **first_steps(visit),
        "against": {box.rulebook: against(visit, box) for box in all_boxes(words)},
    }
    return visit.page("home.html", values, trouble=trouble)


def first_steps(visit: Visit) -> dict[str, Any]:
    """The lesson that the first page offers, and whether that is the first thing: the visitor has done nothing yet."""
    done = visit.services.progress.of(visit.person)
    is_new = not done and not visit.services.lobby.finished(visit.person)
    return {"going_on": overview(done, visit.words)["going_on"], "is_newcomer": is_new}


def against(visit: Visit, box: Box) -> str:
    """Whom “Play now” chooses for a person, in a few words."""
    return called(visit.services.ladders.of(visit.person.id, box.rulebook).level, box.game(), visit.words)


def running_games(visit: Visit) -> list[dict[str, Any]]:
    """A person's unfinished games for a list. The first ones are looked at, so that they show score and clock."""
    tables, person = visit.services.tables, visit.person
    summaries = visit.services.lobby.running(person)
    looked_at = [summary.id for summary in summaries if summary.started][:GLANCES]
    seen = {id: tables.view(id, person) for id in looked_at}
    return [item(summary, visit.words, seen.get(summary.id)) for summary in summaries]


@router.get("/opponents")
def opponents(visit: Visitor, game: str = "", level: int = 0) -> Response:
    """All opponents at a game, of whom one is chosen."""
    rules = read_game({**visit.request.query_params, "game": game or next(iter(GAMES))})
    ladder = visit.services.ladders.of(visit.person.id, rules.rulebook)
    page = opponents_page(rules, level or ladder.level, ladder.level, ladder.results, visit.words)
    return visit.page("opponents.html", page)


@router.post("/play")
async def play(visit: Actor) -> Response:
    """Open a table against the computer, by one click. The level follows the person's results unless one is named."""
    form = {key: str(value) for key, value in (await visit.request.form(max_fields=20, max_files=0)).items()}
    return await run_in_threadpool(play_as_asked, visit, form)


def play_as_asked(visit: Visit, form: dict[str, str]) -> Response:
    """Open a table. If the form is refused, the first page says why."""
    try:
        rules = read_game(form)
        level = number(form.get("level"), 0) or visit.services.ladders.of(visit.person.id, rules.rulebook).level
        wanted = read_new_table(rules, form | {f"seat-{seat}": str(level) for seat in range(1, rules.players)})
        origin, player = limit_tables(visit.request, visit.services), visit.named()
        return see_other(f"/t/{visit.services.tables.open(player, wanted, key=form.get('key', ''), origin=origin)}")
    except GanglandError as trouble:
        return show_home(visit, trouble)
