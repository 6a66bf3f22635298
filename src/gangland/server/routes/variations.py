"""Games tried otherwise: from a moment of a replay or from a position in notation, and kept under a short address."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Form, Query
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from pydantic import BaseModel, Field

from gangland.core.chance import Random
from gangland.core.errors import GanglandError
from gangland.core.letters import visible
from gangland.core.words import mark
from gangland.play import Variation, imagined
from gangland.server.dependencies import limit_variations
from gangland.server.errors import Conflict, NotFound
from gangland.server.replays import record_replay, table_replay
from gangland.server.routes.replay import Eye, Moment, moment_in
from gangland.server.routes.visits import Actor, Visit, Visitor, see_other
from gangland.web.art import faces_of
from gangland.web.boxes import box_of
from gangland.web.drawings import draw_answer
from gangland.web.sentences import write_error
from gangland.web.variations import (
    LONGEST_NAME,
    Attempt,
    Origin,
    draw_attempt,
    game_of,
    games_to_try,
    read_variation,
)

router = APIRouter()
HOME = re.compile(r"/([tr])/([\w-]{1,40})")
MOST_MOVES = 400
Word = Annotated[str, Field(max_length=200)]
Text = Annotated[str, Field(max_length=4000)]


class Asked(BaseModel):
    """What an address or a form asks for: a position, the moves after it, and the moment of a game that it leaves."""

    game: Word
    rules: Word = ""
    position: Text
    made: Annotated[list[Word], Field(max_length=MOST_MOVES)] = []
    of: Word = ""
    moment: Word = ""
    eye: Word = ""


class Shown(Asked):
    """What is picked there after so many moves, or the card that is asked what it is."""

    at: int | None = None
    pick: Annotated[list[Word], Field(max_length=4)] = []
    card: Word = ""


class Sent(Asked):
    """A move to be made there, or the name under which it is to be kept."""

    move: Word = ""
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""


@router.get("/t/{id}/try")
def leave_table(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """Leave the game of a table at a moment, to try it otherwise."""
    return see_other(address_of_start(visit, f"/t/{id}", at, eye))


@router.get("/r/{id}/try")
def leave_record(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """Leave the game of a record at a moment, to try it otherwise."""
    return see_other(address_of_start(visit, f"/r/{id}", at, eye))


def address_of_start(visit: Visit, home: str, at: str, eye: str | None) -> str:
    """The address of a new variation from a moment of a game. What is hidden in it is dealt anew each time."""
    origin = origin_of(visit, home, at, eye)
    seat, random = origin.thinker, new_chance()
    position = origin.match.position if seat is None else imagined(origin.match, seat, random)
    if seat is not None and origin.replay.eye != str(seat):
        origin = origin_of(visit, home, at, str(seat))
    variation = Variation.begin(origin.match.game, position, random)
    return Attempt(variation, visit.words.code, origin).address


def origin_of(visit: Visit, home: str, at: str, eye: str | None) -> Origin:
    """The moment of a game, if the visitor may look at it through this eye. Raises NotFound and what replays raise."""
    found = HOME.fullmatch(home)
    if found is None:
        raise NotFound(mark("There is no such game."))
    services, language = visit.services, visit.words.code
    if found[1] == "t":
        replay, _ = table_replay(services.tables, found[2], visit.person, eye, language)
    else:
        replay = record_replay(services.uploads, found[2], eye, language)
    film = services.films.of(replay)
    return Origin(replay, film, home, moment_in(film.last, at))


def new_chance() -> Random:
    """A source of chance that cannot be foreseen."""
    return Random(secrets.randbits(60))


@router.get("/try/new")
def begin(visit: Visitor, game: str = "", position: str = "") -> Response:
    """Begin with a position in notation, or say what is wrong with it."""
    name, _, rules = game.partition(" ")
    try:
        chosen = game_of(name, rules)
        variation = Variation.begin(chosen, chosen.position("\n".join(position.splitlines())), new_chance())
    except GanglandError as trouble:
        values = {"pasted": "", "games": games_to_try(visit.words), "game": game, "position": position}
        return visit.page("bring.html", values, trouble=trouble)
    return see_other(Attempt(variation, visit.words.code).address)


@router.get("/try")
def show(visit: Visitor, asked: Annotated[Shown, Query()]) -> Response:
    """A variation. Picks hold for one number of moves; a card answers what it is."""
    attempt = attempt_of(visit, asked)
    if asked.card:
        answer = draw_answer(attempt.pov, asked.card)
        if answer is None:
            raise NotFound(mark("There is no such card on the table."))
        return HTMLResponse(answer) if visit.wants_fragment else draw(visit, attempt, answer=answer)
    return draw(visit, attempt.with_picks(tuple(asked.pick), asked.at))


@router.post("/try")
def make_move(visit: Visitor, asked: Annotated[Sent, Form()]) -> Response:
    """Make a move for whoever's turn it is. Nothing is kept."""
    attempt = attempt_of(visit, asked)
    try:
        attempt = replace(attempt, variation=attempt.variation.after(asked.move, new_chance()))
    except GanglandError as trouble:
        return draw(visit, attempt, trouble)
    return draw(visit, attempt) if visit.wants_fragment else see_other(attempt.address)


@router.post("/try/keep")
def keep(visit: Actor, asked: Annotated[Sent, Form()]) -> Response:
    """Keep a variation under a name and a short address of its own."""
    limit_variations(visit.request, visit.services)
    query = urlencode(attempt_of(visit, asked).query)
    return see_other(f"/v/{visit.services.variations.keep(query, visible(asked.name.strip()))}")


@router.get("/v/{id}")
def kept(visit: Visitor, id: str) -> Response:
    """A variation that somebody keeps. Of a game that is still on, only who may look at it sees it."""
    found = visit.services.variations.find(id)
    asked = parse_qs(found.query)
    values: dict[str, Any] = {name: value if name == "made" else value[0] for name, value in asked.items()}
    attempt = attempt_of(visit, Asked(**values))
    return draw(visit, replace(attempt, name=found.name, kept_at=f"/v/{id}"))


def attempt_of(visit: Visit, asked: Asked) -> Attempt:
    """The variation that is asked for, if the visitor may see it and the rules allow it.

    Raises the error of the first thing that is not in order.
    """
    variation = read_variation(game_of(asked.game, asked.rules), asked.position, asked.made)
    origin = origin_of(visit, asked.of, asked.moment, asked.eye) if asked.of else None
    start = variation.history.start
    if origin and (origin.match.game != variation.game or not origin.fits(start)):
        raise Conflict(mark("This is not the position of that moment in the game."))
    return Attempt(variation, visit.words.code, origin)


def draw(visit: Visit, attempt: Attempt, trouble: GanglandError | None = None, answer: Markup | str = "") -> Response:
    """Draw a variation: the whole page or, for htmx, the part that changes."""
    if trouble:
        attempt = replace(attempt, trouble=write_error(trouble, visit.words))
    drawing = draw_attempt(attempt, visit.site)
    if visit.wants_fragment:
        return HTMLResponse(drawing.update)
    values = {
        "box": box_of(attempt.game, visit.words),
        "page_title": drawing.title,
        "origin": attempt.origin,
        "drawing": Markup(drawing.html),
        "faces": faces_of(attempt.game, visit.words),
        "answer": answer,
    }
    return visit.page("variation.html", values, trouble=trouble)
