"""The page of a table, and the actions there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from gangland.core.errors import GanglandError
from gangland.core.words import Language, mark
from gangland.server.dependencies import (
    ServicesDep,
    limit_tables,
)
from gangland.server.errors import Conflict, Forbidden, NotFound, status_of
from gangland.server.guide import counsels_for
from gangland.server.ladder import single_player
from gangland.server.people import Person
from gangland.server.routes.visits import LONGEST_TEXT, Actor, Text, Visit, Visitor, acting, see_other
from gangland.server.services import Services
from gangland.server.snapshots import Snapshot
from gangland.server.tables import Tables
from gangland.server.views import table_view
from gangland.web.art import faces_of
from gangland.web.boxes import box_of
from gangland.web.drawings import draw_answer
from gangland.web.lists import title_of
from gangland.web.pov import HINT, Pov, in_whole_seconds
from gangland.web.sentences import write_error
from gangland.web.story import Story
from gangland.web.table_view import TableView

router = APIRouter()
FORM_ACTIONS = (
    "move",
    "undo",
    "hint",
    "tip",
    "agree",
    "chat",
    "resign",
    "leave",
    "claim",
    "house",
    "invite",
    "rematch",
)
MOVE = "/t/{id}/move"  # the address of `move`, which is not a route of FastAPI
KNOWN_LOG = "gangland-log"  # a header: the key of the log that the page shows
QUERY = "application/x-www-form-urlencoded"
MOST_FIELDS = 10  # of a move
Number = Annotated[int, Form()]


@dataclass(frozen=True)
class Place:
    """Where at a table somebody acts: the page that a refusal leads back to."""

    table: str
    seat: int | None = None
    link: str | None = None


async def remember_place(
    request: Request, id: str, as_: Annotated[str, Form(alias="as")] = "", token: Annotated[str, Form()] = ""
) -> Place:
    """The place that a form names. It stands before the visitor in each route, so that every refusal finds it."""
    place = request.state.place = Place(id, read_number(as_, 2), token or None)
    return place


def read_number(text: str, digits: int) -> int | None:
    """A number of at most so many digits, or None."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


At = Annotated[Place, Depends(remember_place)]


# Looking


@router.get("/t/{id}")
def table(
    visit: Visitor,
    id: str,
    seat: Annotated[int | None, Query(alias="as")] = None,
    at: int | None = None,
    pick: Annotated[list[str] | None, Query(max_length=4)] = None,
) -> Response:
    """The page of a table. Picks hold for one number of the journal."""
    return show_table(visit, Place(id, seat), tuple(pick or ()), at)


@router.get("/t/{id}/sit/{token}")
def sit(visit: Visitor, id: str, token: str) -> Response:
    """The page of a table with a seat to take, to which a seat link leads."""
    t = visit.services.tables.view(id, visit.person)
    if t.mine or t.started:
        return see_other(f"/t/{id}")
    if not visit.services.tables.opens(id, token):
        visit.request.state.place = Place(id)
        raise Forbidden(mark("This seat is taken."))
    return show_table(visit, Place(id, link=token))


@router.get("/t/{id}/about")
def about(
    visit: Visitor,
    id: str,
    card: Annotated[str, Query(max_length=40)],
    seat: Annotated[int | None, Query(alias="as")] = None,
) -> Response:
    """What a card or spot answers, by its id on the page: for the script alone, or else on the page of the table."""
    pov = pov_of(visit, Place(id, seat))
    if not visit.wants_fragment:
        visit.request.state.place = Place(id, seat)
    if pov.table.outcome or pov.table.closed:
        raise Conflict(mark("The game is over.") if pov.table.outcome else mark("This table is closed."))
    answer = draw_answer(pov, card)
    if answer is None:
        raise NotFound(mark("There is no such card on the table."))
    return HTMLResponse(answer) if visit.wants_fragment else show(visit, pov, answer=answer)


def show_table(
    visit: Visit,
    place: Place,
    picks: tuple[str, ...] = (),
    picked_at: int | None = None,
    trouble: GanglandError | None = None,
    heard: int | None = None,
) -> Response:
    """Draw the table: the whole page or, for htmx, the part that changes."""
    return show(visit, pov_of(visit, place, picks, picked_at, trouble, heard), trouble)


def pov_of(
    visit: Visit,
    place: Place,
    picks: tuple[str, ...] = (),
    picked_at: int | None = None,
    trouble: GanglandError | None = None,
    heard: int | None = None,
) -> Pov:
    """The table as the visitor sees it. Picks hold for one number of the journal."""
    known_log = visit.request.headers.get(KNOWN_LOG, "") if visit.wants_fragment else ""
    pov = look(visit.services, visit.person, visit.words, visit.site, place, known_log, heard)
    said = write_error(trouble, visit.words) if trouble else ""
    return replace(pov, picks=picks if picked_at == pov.table.number else (), trouble=said)


def show(visit: Visit, pov: Pov, trouble: GanglandError | None = None, answer: Markup | str = "") -> Response:
    """Draw a point of view: the whole page, with what a card answers, or, for htmx, the part that changes."""
    words, game = visit.words, pov.table.game
    drawing = visit.services.drawings.of(pov)
    if visit.wants_fragment:
        return HTMLResponse(drawing.update, status_of(trouble) if trouble else 200)
    values = {
        "box": box_of(game, words),
        "title": title_of(game, words, is_first=pov.table.guided),
        "page_title": drawing.title,
        "drawing": Markup(drawing.html),
        "faces": faces_of(game, words),
        "answer": answer,
        "may_play": bool(pov.table.mine) or not pov.table.started,
    }
    return visit.page("table.html", values, trouble=trouble)


def view_with_story(
    tables: Tables, id: str, person: Person | None, heard: int | None = None
) -> tuple[TableView, Story]:
    """What a person may know of a table, and what everybody saw so far. Raises NotFound."""
    seen = tables.look(id, heard)
    return table_view(seen, person), story_of(tables, id, seen)


def story_of(tables: Tables, id: str, seen: Snapshot) -> Story:
    """What everybody saw at a table so far."""
    story = Story.of(seen.match, tables.matches.told(id))
    tables.matches.keep_story(id, seen.match, story)
    return story


def look(
    services: Services,
    person: Person | None,
    words: Language,
    site: str,
    place: Place,
    known_log: str,
    heard: int | None = None,
) -> Pov:
    """A table as a person sees it, at least as new as a version that was heard of. Raises NotFound."""
    seen = services.tables.look(place.table, heard)
    t = table_view(seen, person, place.seat)
    lobby_guest = person if person and not t.started else None
    return Pov(
        table=t if t.mine else in_whole_seconds(t),
        story=story_of(services.tables, place.table, seen),
        language=words.code,
        site=site,
        link=place.link,
        name=lobby_guest.name if lobby_guest else "",
        has_own_name=lobby_guest is not None and lobby_guest.is_protected,
        known_log=known_log,
        tip=services.guide.tip(seen, t, person),
        wants_tips=person is None or person.tips,
        counsels=counsels_for(seen, t),
        usual=services.ladders.of(person.id, t.game.rulebook).level if person and counts_for_ladder(seen, t) else None,
    )


def counts_for_ladder(seen: Snapshot, t: TableView) -> bool:
    """Whether somebody looks at a finished game of theirs that “Play now” follows."""
    return t.outcome is not None and t.ranked and len(t.mine) == 1 and single_player(seen.row) is not None


@router.get("/t/{id}/record")
def record(services: ServicesDep, id: str) -> Response:
    """The finished game as a file."""
    found = services.tables.record(id).dumps()
    headers = {"Content-Disposition": f'attachment; filename="gangland-{id}.json"'}
    return Response(found, media_type="application/json", headers=headers)


# Acting


def done(visit: Visit, table: str, seat: int | None = None) -> Response:
    """Answer an action: for htmx with the table as it is now, or else by leading there."""
    if visit.wants_fragment:
        return show_table(visit, Place(table, seat), heard=0)
    return see_other(f"/t/{table}" if seat is None else f"/t/{table}?as={seat}")


def shared_seat(visit: Visit, at: Place) -> int | None:
    """The seat that the page goes on with, if several people share a screen."""
    return at.seat if len(visit.services.tables.seats_of(at.table, visit.person, heard=0)) > 1 else None


async def move(request: Request) -> Response:
    """Make a move, clicked or typed.

    It is what is asked for most, and FastAPI takes a millisecond to read a form; so this reads its fields itself.
    """
    told = await read_fields(request)
    at = await remember_place(request, request.path_params["id"], told.get("as", ""), told.get("token", ""))
    async with acting(request) as visit:
        number, text, tip = read_number(told.get("number", ""), 9), told.get("move", ""), told.get("tip", "")
        if number is None or not 0 < len(text) <= LONGEST_TEXT or len(tip) > LONGEST_TEXT:
            raise RequestValidationError([])
        await run_in_threadpool(make_move, visit, at, number, text, tip)
        if visit.services.is_at_hand(at.table, 0, None):
            return show_move(visit, at)
        return await run_in_threadpool(show_move, visit, at)


async def read_fields(request: Request) -> dict[str, str]:
    """The texts of a form. Browsers send them as a query, for which Starlette's reader is slow."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == QUERY:
        try:
            return dict(parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS))
        except ValueError:
            raise RequestValidationError([]) from None
    async with request.form(max_fields=MOST_FIELDS) as form:
        return {key: value for key, value in form.items() if isinstance(value, str)}


def make_move(visit: Visit, at: Place, number: int, text: str, tip: str) -> None:
    """Make a move. Whoever does so has heard the tip that the page gave."""
    visit.services.tables.move(at.table, visit.person, number, text, at.seat, typed=True)
    if tip:
        visit.services.guide.hear(visit.person, tip)


def show_move(visit: Visit, at: Place) -> Response:
    """Show the table after a move."""
    return done(visit, at.table, shared_seat(visit, at))


@router.post("/t/{id}/undo")
def undo(at: At, visit: Actor, number: Number) -> Response:
    """Take a move back, or ask the others for it."""
    visit.services.tables.undo(at.table, visit.person, number, at.seat)
    return done(visit, at.table, shared_seat(visit, at))


@router.post("/t/{id}/hint")
def hint(at: At, visit: Actor, number: Number) -> Response:
    """Ask for the best move, and lead to the page that shows it."""
    visit.services.tables.hint(at.table, visit.person, number, at.seat)
    if visit.wants_fragment:
        return show_table(visit, Place(at.table), (HINT,), number)
    return see_other(f"/t/{at.table}?at={number}&pick={HINT}")


@router.post("/t/{id}/tip")
def tip(at: At, visit: Actor, number: Number, tip: Text = "", tips: Text = "") -> Response:
    """Put the tip of a first game away, or all of them: `tips` is “off” or “on”."""
    if tip:
        visit.services.tables.put_tip_away(at.table, visit.person, number)
        visit.services.guide.hear(visit.person, tip)
    if tips in ("off", "on"):
        wants = visit.services.people.set_preferences(visit.person, tips=tips == "on")
        visit = replace(visit, person=wants)
    return done(visit, at.table)


@router.post("/t/{id}/agree")
def agree(at: At, visit: Actor, number: Number, agree: Annotated[str, Form()]) -> Response:
    """Agree to let somebody take a move back, or refuse it."""
    visit.services.tables.answer_undo(at.table, visit.person, number, agree == "yes")
    return done(visit, at.table)


@router.post("/t/{id}/chat")
def chat(at: At, visit: Actor, text: Text, key: Text = "") -> Response:
    """Say something to the others."""
    visit.services.tables.chat(at.table, visit.person, text, key)
    return done(visit, at.table, at.seat)


@router.post("/t/{id}/resign")
def resign(at: At, visit: Actor) -> Response:
    """Give the game up."""
    visit.services.tables.resign(at.table, visit.person, at.seat)
    return done(visit, at.table)


@router.post("/t/{id}/leave")
def leave(at: At, visit: Actor) -> Response:
    """Leave the table and go to the first page."""
    visit.services.tables.leave(at.table, visit.person)
    return see_other("/")


@router.post("/t/{id}/claim")
def claim(at: At, visit: Actor, name: Text = "") -> Response:
    """Sit down at the table."""
    visit.services.tables.claim(at.table, visit.named(name), at.link)
    return done(visit, at.table)


@router.post("/t/{id}/house")
def give_to_house(at: At, visit: Actor, seat: Number) -> Response:
    """Give a free seat to a computer opponent."""
    rulebook = visit.services.tables.view(at.table, visit.person).game.rulebook
    level = visit.services.ladders.of(visit.person.id, rulebook).level
    visit.services.tables.put_opponent(at.table, visit.person, seat, level)
    return done(visit, at.table)


@router.post("/t/{id}/invite")
def invite(at: At, visit: Actor, seat: Number) -> Response:
    """Give a free seat to the holder of a new link."""
    visit.services.tables.invite(at.table, visit.person, seat)
    return done(visit, at.table)


@router.post("/t/{id}/rematch")
def rematch(at: At, visit: Actor) -> Response:
    """Go to the next table of the same people."""
    origin = limit_tables(visit.request, visit.services)
    return see_other(f"/t/{visit.services.tables.rematch(at.table, visit.person, origin)}")


@router.get("/t/{id}/{action}")
def after_action(id: str, action: str) -> Response:
    """Lead back to the table from the address of an action that was refused."""
    if action not in FORM_ACTIONS:
        raise NotFound(mark("There is no such page."))
    return see_other(f"/t/{id}")
