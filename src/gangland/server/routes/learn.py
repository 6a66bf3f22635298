"""The lessons: the list of them, and a page for each, on which its tasks are played."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.server.routes.visits import Actor, Visit, Visitor, see_other
from gangland.web.art import faces_of
from gangland.web.boxes import box_of
from gangland.web.lesson_list import overview
from gangland.web.lessons import MOST_MISSES, Asked, Visited, draw_lesson, find_lesson

router = APIRouter()
MOST_MOVES, LONGEST_MOVE = 20, 80
Moves = Annotated[list[str] | None, Query(max_length=MOST_MOVES)]
Misses = Annotated[int, Query(ge=0, le=MOST_MISSES)]
Short = Annotated[str, Query(max_length=LONGEST_MOVE)]
SentMoves = Annotated[list[str] | None, Form(max_length=MOST_MOVES)]
SentMisses = Annotated[int, Form(ge=0, le=MOST_MISSES)]
SentShort = Annotated[str, Form(max_length=LONGEST_MOVE)]


@router.get("/learn")
def learn(visit: Visitor) -> Response:
    """All lessons, with what the visitor has done of them."""
    page, person = overview(visit.services.progress.of(visit.person), visit.words), visit.person
    begun = visit.services.guide.first_games(person)
    page["guided"] = [each.id for each in page["courses"] if person.tips and each.game not in begun]
    return visit.page("learn.html", page)


@router.get("/learn/{course}/{lesson}")
def lesson(
    visit: Visitor,
    course: str,
    lesson: str,
    task: int = 1,
    made: Moves = None,
    missed: Misses = 0,
    tried: Short = "",
    card: Short = "",
    shown: bool = False,
    at: int | None = None,
    pick: Annotated[list[str] | None, Query(max_length=4)] = None,
) -> Response:
    """A task of a lesson. Picks hold for one number of moves."""
    asked = Asked(task, tuple(made or ()), missed, tried, card, shown)
    visited = visited_of(visit, course, lesson, asked, tuple(pick or ()), at)
    return show(visit, visited)


@router.post("/learn/{course}/{lesson}")
def answer(
    visit: Actor,
    course: str,
    lesson: str,
    task: Annotated[int, Form()] = 1,
    made: SentMoves = None,
    missed: SentMisses = 0,
    move: SentShort = "",
    card: SentShort = "",
) -> Response:
    """Try a move, or click a piece that rests. Whoever solves the task has learned it."""
    asked = Asked(task, tuple(made or ()), missed, move, card)
    visited = visited_of(visit, course, lesson, asked)
    if visited.is_solved and asked.tried:
        visit.services.progress.add(visit.named(), visited.task.id)
    return show(visit, visited) if visit.wants_fragment else see_other(visited.address_of(asked))


def visited_of(
    visit: Visit, course: str, lesson: str, asked: Asked, picks: tuple[str, ...] = (), at: int | None = None
) -> Visited:
    """The task that a visitor asks for. Raises NotFound."""
    found = find_lesson(course, lesson)
    if found is None:
        raise NotFound(mark("There is no such lesson."))
    done = visit.services.progress.of(visit.person)
    visited = Visited(*found, asked, visit.words, picks, done, visit.person.name or visit.words.say("Guest"))
    return visited if at == len(visited.attempt.history.steps) else visited.without_picks()


def show(visit: Visit, visited: Visited) -> Response:
    """Draw a task: the whole page or, for htmx, the part that changes."""
    drawing = draw_lesson(visited)
    if visit.wants_fragment:
        return HTMLResponse(drawing.update)
    game = visited.before.game
    values = {
        "box": box_of(game, visit.words),
        "page_title": drawing.title,
        "drawing": Markup(drawing.html),
        "faces": faces_of(game, visit.words),
    }
    return visit.page("lesson.html", values)
