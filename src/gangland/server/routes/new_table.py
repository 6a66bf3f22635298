"""The form for a new table: how it is shown, and how it is read."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from gangland.core.errors import GanglandError, InvalidArgument
from gangland.core.game import Game, options_of
from gangland.core.options import Option
from gangland.core.words import mark
from gangland.registry import GAMES, load_game
from gangland.server.dependencies import limit_tables
from gangland.server.errors import Refusal
from gangland.server.new_tables import NewSeat, NewTable, refuse_study
from gangland.server.routes.visits import Actor, Text, Visit, Visitor, see_other
from gangland.web.clock import DAILY, LIVE, NO_CLOCK, Clock
from gangland.web.new_table_page import new_table_page

router = APIRouter()
STARTERS = ("me", "other", "third", "fourth")  # the names of seats in the form's field `first`


@router.get("/new")
def new_table(visit: Visitor, game: str = "", rival: str = "") -> Response:
    """The empty form. Its address may name the game, its options and the first opponent."""
    rules = read_game({**visit.request.query_params, "game": game or next(iter(GAMES))})
    usual = str(visit.services.ladders.of(visit.person.id, rules.rulebook).level)
    seats = {
        f"seat-{seat}": rival or usual if seat == 1 or rival != "link" else usual for seat in range(1, rules.players)
    }
    return show_form(visit, rules, seats)


def show_form(visit: Visit, rules: Game, form: dict[str, str], trouble: GanglandError | None = None) -> Response:
    """Draw the form, filled in as it was sent."""
    return visit.page("new.html", new_table_page(rules, form, visit.words), trouble=trouble)


@router.post("/new")
async def open_table(visit: Actor, key: Text = "") -> Response:
    """Open the table that the form asks for."""
    form = {key: str(value) for key, value in (await visit.request.form(max_fields=40, max_files=0)).items()}
    return await run_in_threadpool(open_as_asked, visit, form, key)


def open_as_asked(visit: Visit, form: dict[str, str], key: str) -> Response:
    """Open a table. If the form is refused, it is shown again."""
    rules = read_game(form)
    try:
        wanted, origin = read_new_table(rules, form), limit_tables(visit.request, visit.services)
        player = visit.named(form.get("name", ""))
        return see_other(f"/t/{visit.services.tables.open(player, wanted, key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_form(visit, rules, form, trouble)


def read_game(form: dict[str, str]) -> Game:
    """The game that a form names. Options that it does not mention have their defaults. Raises Refusal."""
    name = form.get("game", "")
    if name not in GAMES:
        raise Refusal(mark("There is no such game."))
    refuse_study(name)
    try:
        return load_game(name, {option.name: read_option(option, form) for option in options_of(GAMES[name])})
    except InvalidArgument as wrong:
        raise Refusal.of(wrong) from None


def read_option(option: Option, form: dict[str, str]) -> Any:
    """The value of an option in a form, or its default."""
    if option.by_first:
        return option.by_first[read_first(form) or 0]
    if option.is_switch:
        return option.field in form
    return option.read(form[option.field]) if option.field in form else option.default


def read_first(form: dict[str, str]) -> int | None:
    """The seat that starts; None is by lot."""
    first = form.get("first", "lot")
    return STARTERS.index(first) if first in STARTERS else None


def read_new_table(game: Game, form: dict[str, str]) -> NewTable:
    """The table that a form asks for."""
    seats = [NewSeat("me"), *(read_seat(form, seat) for seat in range(1, game.players))]
    first = None if game.says_who_starts else read_first(form)
    return NewTable(game, tuple(seats), first, read_clock(form), "public" in form)


def read_seat(form: dict[str, str], seat: int) -> NewSeat:
    """The seat that a form asks for: an opponent by its level, or a kind of person."""
    kind = form.get(f"seat-{seat}", "")
    if kind.isdecimal():
        return NewSeat("level", number(kind, 0))
    return NewSeat(kind, None, form.get(f"name-{seat}", ""))


def read_clock(form: dict[str, str]) -> Clock:
    """The clock that a form asks for. Raises Refusal."""
    match form.get("clock", "none"):
        case "live":
            return chosen(LIVE, form.get("live"))
        case "days":
            return chosen(DAILY, form.get("days"))
    return NO_CLOCK


def chosen(clocks: tuple[Clock, ...], place: str | None) -> Clock:
    """A clock by its place in the list; the second one if none is named. Raises Refusal."""
    wanted = number(place, 1)
    if wanted >= len(clocks):
        raise Refusal(mark("There is no such clock."))
    return clocks[wanted]


def number(text: str | None, otherwise: int) -> int:
    """A small number that a form sends, or the other one if it sends none."""
    return int(text) if text and text.isdecimal() and len(text) < 6 else otherwise
