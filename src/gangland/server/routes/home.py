"""The first page: a person's games, tables to join and to watch, and a game by one click."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from gangland.core.errors import GanglandError
from gangland.learn import course_of
from gangland.registry import GAMES
from gangland.server.dependencies import limit_tables
from gangland.server.routes.new_table import number, read_game, read_new_table
from gangland.server.routes.visits import Actor, Visit, Visitor, see_other
from gangland.web.boxes import all_boxes
from gangland.web.first_steps import Start, start_of
from gangland.web.lesson_list import overview
from gangland.web.lists import item
from gangland.web.opponents_page import opponents_page

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
        "starts": starts(visit),
    }
    return visit.page("home.html", values, trouble=trouble)


def starts(visit: Visit) -> dict[str, Start]:
    """How the visitor may begin with each box: lessons, the guided first game, a game by one click."""
    services, person, words = visit.services, visit.person, visit.words
    lists = overview(services.progress.of(person), words)["courses"]
    first, played = services.guide.first_games(person), {game.game.name for game in services.lobby.finished(person)}
    found = {}
    for box in all_boxes(words):
        course = next((each for each in lists if each.game == box.game.name), None)
        ladder = services.ladders.of(person.id, box.rulebook)
        found[box.rulebook] = start_of(
            box.game(), course, ladder.level, words,
            has_played=box.game.name in played,
            may_guide=person.tips and box.game.name not in first,
        )  # fmt: skip
    return found


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
        first = visit.services.guide.first_games(visit.person).get(rules.name) if "guided" in form else None
        if first and not first.is_over:
            return see_other(f"/t/{first.table}")
        guided = "guided" in form and first is None and course_of(rules.name) is not None
        usual = 1 if guided else visit.services.ladders.of(visit.person.id, rules.rulebook).level
        level = number(form.get("level"), 0) or usual
        if guided:
            form |= {"first": "me"}
        wanted = read_new_table(rules, form | {f"seat-{seat}": str(level) for seat in range(1, rules.players)})
        wanted = replace(wanted, guided=guided)
        origin, player = limit_tables(visit.request, visit.services), visit.named()
        return see_other(f"/t/{visit.services.tables.open(player, wanted, key=form.get('key', ''), origin=origin)}")
    except GanglandError as trouble:
        return show_home(visit, trouble)
