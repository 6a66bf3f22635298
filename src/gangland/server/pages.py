"""The pages: what a person sees and the forms they send. Everything works without script."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from gangland.bots import levels_for
from gangland.errors import GanglandError, InvalidArgument
from gangland.game import Game, options_of
from gangland.options import Option
from gangland.registry import GAMES, load_game
from gangland.server.clock import DAILY, LIVE, NO_CLOCK, Clock
from gangland.server.dependencies import (
    Guest,
    Language,
    ServicesDep,
    Somebody,
    Turn,
    authenticate,
    hold_stream,
    limit_guesses,
    limit_newcomers,
    limit_tables,
    send_cookie,
)
from gangland.server.errors import Forbidden, NotFound, Refusal, status_of
from gangland.server.live import UNBUFFERED, events, while_it_answers
from gangland.server.lobby import TableSummary
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.ratings import CERTAIN, rated_games
from gangland.server.scenes import LEVELS, clock_words, name_of, names_of, scene, title_of
from gangland.server.seats import FREE
from gangland.server.services import Services
from gangland.web.assets import address_of, assets
from gangland.web.boxes import all_boxes, box_of
from gangland.web.environment import render
from gangland.words import Words, mark

router = APIRouter(dependencies=[Turn])
FOR_EVER = "public, max-age=31536000, immutable"
EASY = 2  # the level one meets with one click
Text = Annotated[str, Form(max_length=400)]
Seat = Annotated[int | None, Query(alias="as")]
FORM_ACTIONS = ("move", "undo", "agree", "chat", "resign", "leave", "claim", "house", "invite", "rematch")


def page(
    request: Request,
    template: str,
    words: Words,
    person: Person | None,
    values: dict[str, Any],
    status: int = 200,
    trouble: GanglandError | None = None,
) -> Response:
    """A page; if it answers to something that is refused, it says why."""
    query = f"?{request.url.query}" if request.method == "GET" and request.url.query else ""
    common = {
        "here": request.url.path,
        "back_url": request.url.path + query,
        "who_name": person.name if person else "",
        "is_protected": bool(person and person.is_protected),
        "theme": person.theme if person else None,
        "trouble": words.trouble(trouble) if trouble else "",
        "key": secrets.token_urlsafe(9),  # so that a form that is sent twice does what it does once
    }
    return HTMLResponse(render(template, words, address_of, common | values), status_of(trouble) if trouble else status)


def see_other(address: str) -> Response:
    return RedirectResponse(address, 303)


def origin_of(request: Request, services: Services) -> str:
    """What the links begin with that people send each other."""
    return services.settings.public_url or str(request.base_url).rstrip("/")


@dataclass(frozen=True)
class Place:
    """Where at a table somebody wanted to do something: what a refusal leads back to."""

    table: str
    seat: int | None
    token: str | None


async def remember_place(
    request: Request, id: str, as_: Annotated[str, Form(alias="as")] = "", token: Annotated[str, Form()] = ""
) -> Place:
    seat = int(as_) if as_.isdecimal() and len(as_) < 3 else None
    place = request.state.place = Place(id, seat, token or None)
    return place


At = Annotated[Place, Depends(remember_place)]


def trouble_page(request: Request, words: Words, trouble: GanglandError, status: int) -> Response:
    """What went wrong: said at the table where it was tried, or else on a page of its own."""
    services, person = request.app.state.services, None
    try:
        person = authenticate(request, services)
        place = getattr(request.state, "place", None)
        if place:
            token = place.token if place.token and services.tables.opens(place.table, place.token) else None
            return show_table(request, services, person, words, place.table, place.seat, token=token, trouble=trouble)
    except (GanglandError, SQLAlchemyError):
        pass
    return page(request, "trouble.html", words, person, {"trouble": words.trouble(trouble), "status": status}, status)


@router.get("/static/{digest}/{name}")
def static(digest: str, name: str) -> Response:
    asset = assets().get(name)
    if asset is None:
        raise NotFound(mark("There is no such page."))
    kept = FOR_EVER if digest == asset.digest else "no-cache"
    return Response(asset.content, media_type=asset.type, headers={"Cache-Control": kept})


# Home and new tables


@router.get("/")
def home(request: Request, services: ServicesDep, person: Guest, words: Language) -> Response:
    return show_home(request, services, person, words)


def show_home(
    request: Request, services: Services, person: Person, words: Words, trouble: GanglandError | None = None
) -> Response:
    lists = [
        (words.say("My games"), [item(summary, words) for summary in services.lobby.running(person)]),
        (
            words.say("Open tables"),
            [item(summary, words) for summary in services.lobby.waiting(person) if not summary.mine],
        ),
        (
            words.say("Being played now"),
            [item(summary, words) for summary in services.lobby.live(person) if not summary.mine],
        ),
    ]
    values = {"lists": lists, "boxes": all_boxes(words)}
    return page(request, "home.html", words, person, values, trouble=trouble)


def item(summary: TableSummary, words: Words) -> dict[str, Any]:
    """A table in a list."""
    names = names_of(zip(summary.kinds, summary.names, summary.replaced, strict=True), words)
    others = [
        (name, summary.bots[seat])
        for seat, name in enumerate(names)
        if name and seat not in (*summary.mine, *summary.kept)
    ]
    free = sum(kind in FREE for kind in summary.kinds)
    what = " · ".join(
        part
        for part in (
            title_of(summary.game, words),
            "" if summary.clock == NO_CLOCK else clock_words(summary.clock, words),
            words.say_many("{count} seat free", "{count} seats free", free) if free and not summary.ended else "",
            result_of(summary, names, words),
        )
        if part
    )
    return {
        "id": summary.id,
        "emblem": box_of(summary.game, words).emblem,
        "who": others or [(words.say("You"), False)],
        "what": what,
        "kept": bool(summary.kept),
        "call": call_in_list(summary, words),
        "act": act_in_list(summary, words),
    }


def act_in_list(summary: TableSummary, words: Words) -> str:
    if summary.mine or summary.ended:
        return words.say("Open")
    return words.say("Sit down") if summary.kept or "open" in summary.kinds else words.say("Watch")


def call_in_list(summary: TableSummary, words: Words) -> str:
    """Why somebody is waited for."""
    if summary.kept:
        return words.say("your seat is kept")
    return words.say("your turn") if summary.my_turn and not summary.ended else ""


def result_of(summary: TableSummary, names: list[str], words: Words) -> str:
    if summary.outcome is None:
        return ""
    winners = ", ".join(names[seat] for seat in summary.outcome.winners)
    scores = "\u202f:\u202f".join(str(score) for score in summary.outcome.scores)
    if len(summary.outcome.winners) > 1:
        return words.say("a tie, {scores}", scores=scores)
    if summary.outcome.reason == "resigned":
        return words.say("{name} won, the other side has resigned", name=winners)
    if summary.outcome.reason == "time":
        return words.say("{name} won on time", name=winners)
    return words.say("{name} won, {scores}", name=winners, scores=scores)


@router.post("/play")
def play(
    request: Request, services: ServicesDep, person: Guest, words: Language, game: Text, key: Text = ""
) -> Response:
    """One click: a table against the house."""
    try:
        rules = read_game({"game": game})
        seats = (NewSeat("me"), *[NewSeat("level", EASY)] * (rules.players - 1))
        origin, player = limit_tables(request, services), with_name(services, person, words)
        return see_other(f"/t/{services.tables.open(player, NewTable(rules, seats), key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_home(request, services, person, words, trouble)


def with_name(services: Services, person: Person, words: Words, name: str = "") -> Person:
    """Guests are called so until they say otherwise."""
    if name.strip() and not person.is_protected and name.strip() != person.name:
        return services.people.rename(person, name)
    return person if person.name else services.people.name_newcomer(person, words.say("Guest"))


@router.get("/new")
def new_table(request: Request, person: Guest, words: Language, game: str = "", rival: str = "2") -> Response:
    rules = read_game({**request.query_params, "game": game or next(iter(GAMES))})
    seats = {f"seat-{seat}": rival if seat == 1 or rival != "link" else str(EASY) for seat in range(1, rules.players)}
    return show_new(request, person, words, rules, seats)


def show_new(
    request: Request,
    person: Person,
    words: Words,
    rules: Game,
    form: dict[str, str],
    trouble: GanglandError | None = None,
) -> Response:
    levels = [(level.number, words.say(level.name)) for level in levels_for(rules)]
    values = {
        "rules": rules,
        "box": box_of(rules, words),
        "boxes": all_boxes(words),
        "choices": [choice_of(option, words) for option in options_of(rules) if is_picked(option)],
        "switches": [option for option in options_of(rules) if option.is_switch and not option.by_first],
        "levels": levels,
        "wished": form,
        "paces": [clock_words(clock, words) for clock in LIVE],
        "days": [clock_words(clock, words) for clock in DAILY],
    }
    return page(request, "new.html", words, person, values, trouble=trouble)


def is_picked(option: Option) -> bool:
    """Whether one of several is picked in the form; players and who starts have their own places there."""
    return not option.is_switch and not option.by_first and option.name != "players"


def choice_of(option: Option, words: Words) -> dict[str, Any]:
    """An option as a row of things to pick: the value, what it is called, and a few words about it."""
    hints = option.hints or ("",) * len(option.choices)
    rows = [
        (str(value), words.say(option.choice, **{option.name: value}) if option.choice else str(value), hint)
        for value, hint in zip(option.choices, map(words.say, hints), strict=True)
    ]
    return {"field": option.field, "usual": str(option.default), "rows": rows}


@router.post("/new")
async def open_table(
    request: Request, services: ServicesDep, person: Guest, words: Language, key: Text = ""
) -> Response:
    form = {key: str(value) for key, value in (await request.form(max_fields=40, max_files=0)).items()}
    return await run_in_threadpool(open_wished, request, services, person, words, form, key)


def open_wished(
    request: Request, services: Services, person: Person, words: Words, form: dict[str, str], key: str
) -> Response:
    rules = read_game(form)
    try:
        wish, origin = read_wish(rules, form), limit_tables(request, services)
        player = with_name(services, person, words, form.get("name", ""))
        return see_other(f"/t/{services.tables.open(player, wish, key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_new(request, person, words, rules, form, trouble)


STARTERS = ("me", "other", "third", "fourth")  # what forms call the seats that may start


def read_game(form: dict[str, str]) -> Game:
    """The game that a form names; options that it does not mention are as usual."""
    name = form.get("game", "")
    if name not in GAMES:
        raise Refusal(mark("There is no such game."))
    try:
        return load_game(name, {option.name: read_option(option, form) for option in options_of(GAMES[name])})
    except InvalidArgument as wrong:
        raise Refusal(wrong.sentence, wrong.clause, **wrong.words) from None


def read_option(option: Option, form: dict[str, str]) -> Any:
    if option.by_first:
        return option.by_first(read_first(form) or 0)
    if option.is_switch:
        return option.field in form
    return option.read(form[option.field]) if option.field in form else option.default


def read_first(form: dict[str, str]) -> int | None:
    """Who starts; None is by lot."""
    first = form.get("first", "lot")
    return STARTERS.index(first) if first in STARTERS else None


def read_wish(game: Game, form: dict[str, str]) -> NewTable:
    seats = [NewSeat("me"), *(read_seat(form, seat) for seat in range(1, game.players))]
    first = None if game.says_who_starts else read_first(form)
    return NewTable(game, tuple(seats), first, read_clock(form), "public" in form)


def read_seat(form: dict[str, str], seat: int) -> NewSeat:
    kind = form.get(f"seat-{seat}", "")
    if kind.isdecimal():
        return NewSeat("level", number(kind, 0))
    return NewSeat(kind, None, form.get(f"name-{seat}", ""))


def read_clock(form: dict[str, str]) -> Clock:
    match form.get("clock", "none"):
        case "live":
            return chosen(LIVE, form.get("live"))
        case "days":
            return chosen(DAILY, form.get("days"))
    return NO_CLOCK


def chosen(clocks: tuple[Clock, ...], place: str | None) -> Clock:
    """By its place in the list; the second one if none is named."""
    wanted = number(place, 1)
    if wanted >= len(clocks):
        raise Refusal(mark("There is no such clock."))
    return clocks[wanted]


def number(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 6 else otherwise


# The table


@router.get("/t/{id}")
def table(
    request: Request,
    services: ServicesDep,
    person: Guest,
    words: Language,
    id: str,
    seat: Seat = None,
    at: int | None = None,
    pick: Annotated[list[str] | None, Query(max_length=4)] = None,
) -> Response:
    return show_table(request, services, person, words, id, seat, at, pick or [])


@router.get("/t/{id}/events", dependencies=[Depends(hold_stream)])
async def table_events(request: Request, services: ServicesDep, somebody: Somebody, id: str) -> Response:
    """What a table's page listens to: `changed` with the newest version, `present` with the seats of who is here."""
    await run_in_threadpool(services.tables.version, id)  # there is such a table
    last = request.headers.get("last-event-id") or request.query_params.get("after")
    stream = events(services.live, services.tables, id, somebody.id if somebody else None, last)
    return StreamingResponse(while_it_answers(stream), media_type="text/event-stream", headers=UNBUFFERED)


# Errors


# Safety


@router.get("/t/{id}/sit/{token}")
def sit(request: Request, services: ServicesDep, person: Guest, words: Language, id: str, token: str) -> Response:
    """Where a seat link leads: the table with the seat to be taken."""
    t = services.tables.view(id, person)
    if t.mine or t.started:
        return see_other(f"/t/{id}")
    if not services.tables.opens(id, token):
        request.state.place = Place(id, None, None)
        raise Forbidden(mark("This seat is taken."))
    return show_table(request, services, person, words, id, token=token)


def show_table(
    request: Request,
    services: Services,
    person: Person | None,
    words: Words,
    id: str,
    seat: int | None = None,
    at: int | None = None,
    picks: list[str] | None = None,
    trouble: GanglandError | None = None,
    token: str | None = None,
) -> Response:
    t, story = services.tables.view_with_story(id, person, seat)
    values = dict(scene(t, story, picks or [] if at == t.number else [], words, origin_of(request, services), token))
    values["fragment"] = fragment = "hx-request" in request.headers
    return page(request, "_table.html" if fragment else "table.html", words, person, values, trouble=trouble)


def action_done(id: str, seat: int | None = None) -> Response:
    return see_other(f"/t/{id}" if seat is None else f"/t/{id}?as={seat}")


@router.post("/t/{id}/move")
def move(services: ServicesDep, at: At, person: Guest, id: str, number: Annotated[int, Form()], move: Text) -> Response:
    services.tables.move(id, person, number, move, at.seat, typed=True)
    return action_done(id, at.seat if len(services.tables.seats_of(id, person)) > 1 else None)


@router.post("/t/{id}/undo")
def undo(services: ServicesDep, at: At, person: Guest, id: str, number: Annotated[int, Form()]) -> Response:
    services.tables.undo(id, person, number, at.seat)
    return action_done(id, at.seat if len(services.tables.seats_of(id, person)) > 1 else None)


@router.post("/t/{id}/agree")
def agree(
    services: ServicesDep, _: At, person: Guest, id: str, number: Annotated[int, Form()], agree: Annotated[str, Form()]
) -> Response:
    services.tables.answer_undo(id, person, number, agree == "yes")
    return action_done(id)


@router.post("/t/{id}/chat")
def chat(services: ServicesDep, at: At, person: Guest, id: str, text: Text, key: Text = "") -> Response:
    services.tables.chat(id, person, text, key)
    return action_done(id, at.seat)


@router.post("/t/{id}/resign")
def resign(services: ServicesDep, at: At, person: Guest, id: str) -> Response:
    services.tables.resign(id, person, at.seat)
    return action_done(id)


@router.post("/t/{id}/leave")
def leave(services: ServicesDep, _: At, person: Guest, id: str) -> Response:
    services.tables.leave(id, person)
    return see_other("/")


@router.post("/t/{id}/claim")
def claim(services: ServicesDep, at: At, person: Guest, words: Language, id: str, name: Text = "") -> Response:
    services.tables.claim(id, with_name(services, person, words, name), at.token)
    return action_done(id)


@router.post("/t/{id}/house")
def give_to_house(services: ServicesDep, _: At, person: Guest, id: str, seat: Annotated[int, Form()]) -> Response:
    """Nobody comes: an opponent takes the seat."""
    services.tables.put_opponent(id, person, seat, EASY)
    return action_done(id)


@router.post("/t/{id}/invite")
def invite(services: ServicesDep, _: At, person: Guest, id: str, seat: Annotated[int, Form()]) -> Response:
    """Whoever the seat was kept for does not come: somebody else gets a link to it."""
    services.tables.invite(id, person, seat)
    return action_done(id)


@router.post("/t/{id}/rematch")
def rematch(request: Request, services: ServicesDep, _: At, person: Guest, id: str) -> Response:
    return see_other(f"/t/{services.tables.rematch(id, person, limit_tables(request, services))}")


@router.get("/t/{id}/record")
def record(services: ServicesDep, id: str) -> Response:
    name = f'attachment; filename="gangland-{services.tables.view(id, None).id}.json"'
    return Response(
        services.tables.record(id).dumps(), media_type="application/json", headers={"Content-Disposition": name}
    )


@router.get("/t/{id}/{action}")
def after_action(id: str, action: str) -> Response:
    """Somebody comes back to the address that a refusal left them on."""
    if action not in FORM_ACTIONS:
        raise NotFound(mark("There is no such page."))
    return action_done(id)


# Rules


@router.get("/rules")
@router.get("/rules/{rulebook}")
def rules(request: Request, person: Guest, words: Language, rulebook: str = "") -> Response:
    boxes = [box for box in all_boxes(words) if box.rules and box.rulebook == (rulebook or box.rulebook)]
    if not boxes:
        raise NotFound(mark("There is no such page."))
    return page(request, boxes[0].rules, words, person, {"box": boxes[0], "boxes": all_boxes(words)})


# People and rankings


DONE = {
    "password": mark("Your password is changed, and all other browsers are signed out."),
    "others": mark("All other browsers are signed out."),
    "leave": mark("You are signed out."),
}


@router.get("/me")
def player(request: Request, services: ServicesDep, person: Guest, words: Language, done: str = "") -> Response:
    return show_player(request, services, person, words, done=words.say(DONE[done]) if done in DONE else "")


def show_player(
    request: Request,
    services: Services,
    person: Person,
    words: Words,
    trouble: GanglandError | None = None,
    done: str = "",
) -> Response:
    values = {
        "who": person,
        "done": done,
        "ratings": [(game, words.say(GAMES[game].title), line) for game, line in services.ratings.mine(person.id)],
        "running": [item(summary, words) for summary in services.lobby.running(person)],
        "finished": [item(summary, words) for summary in services.lobby.finished(person)],
    }
    return page(request, "me.html", words, person, values, trouble=trouble)


@router.post("/me")
def change_me(
    request: Request,
    services: ServicesDep,
    person: Guest,
    words: Language,
    name: Text = "",
    theme: Text = "",
    language: Text = "",
) -> Response:
    try:
        if name.strip() and name.strip() != person.name:
            person = services.people.rename(person, name)
        services.people.set_preferences(person, language or None, theme)
    except GanglandError as trouble:
        return show_player(request, services, person, words, trouble)
    return see_other("/me")


@router.post("/me/protect")
def protect(
    request: Request, services: ServicesDep, person: Guest, words: Language, name: Text, password: Text
) -> Response:
    limit_newcomers(request, services)
    try:
        send_cookie(request, services, services.people.protect(person, name, password))
    except GanglandError as trouble:
        return show_player(request, services, person, words, trouble)
    return see_other("/me")


@router.post("/me/enter")
def enter(
    request: Request, services: ServicesDep, person: Guest, words: Language, name: Text, password: Text
) -> Response:
    """Come back under a protected name."""
    limit_guesses(request, services, name)
    try:
        send_cookie(request, services, services.people.sign_in(name, password))
    except GanglandError as trouble:
        return show_player(request, services, person, words, trouble)
    return see_other("/me")


@router.post("/me/password")
def change_password(
    request: Request, services: ServicesDep, person: Guest, words: Language, password: Text, new: Text
) -> Response:
    limit_newcomers(request, services)
    try:
        send_cookie(request, services, services.people.change_password(person, password, new))
    except GanglandError as trouble:
        return show_player(request, services, person, words, trouble)
    return see_other("/me?done=password")


@router.post("/me/others")
def sign_out_others(request: Request, services: ServicesDep, person: Guest, words: Language) -> Response:
    """Every other browser is a stranger's again."""
    try:
        send_cookie(request, services, services.people.sign_out_others(person))
    except GanglandError as trouble:
        return show_player(request, services, person, words, trouble)
    return see_other("/me?done=others")


@router.post("/me/leave")
def sign_out(request: Request, services: ServicesDep, person: Guest, words: Language) -> Response:
    """This browser is a stranger's again; only who has a password finds back."""
    if not person.is_protected:
        refusal = Refusal(mark("Protect your name first, or nobody will find back to your games."))
        return show_player(request, services, person, words, refusal)
    send_cookie(request, services, services.people.new_guest())
    return see_other("/me?done=leave")


@router.get("/me/{action}")
def after_me(action: str) -> Response:
    """Somebody comes back to the address that a refusal left them on."""
    if action not in ("protect", "enter", "password", "others", "leave"):
        raise NotFound(mark("There is no such page."))
    return see_other("/me")


@router.post("/language")
def choose_language(services: ServicesDep, person: Guest, language: Text, back: Text = "/") -> Response:
    services.people.set_preferences(person, language)
    return see_other(back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/")


@router.get("/ranking")
def ranking(
    request: Request, services: ServicesDep, person: Guest, words: Language, level: int = 3, starts: str = "person"
) -> Response:
    """F10.7."""
    if level not in (1, 2, 3, 4) or starts not in ("person", "robot"):
        raise NotFound(mark("There is no such page."))
    lists = [services.lobby.ranking(level, starts == "robot", bots) for bots in (False, True)]
    values = {"level": level, "starts": starts, "lines": lists[0], "bots": lists[1], "rankings": rankings(words)}
    values["game"] = next(name for name, game in GAMES.items() if game.has_ranking)
    return page(request, "ranking.html", words, person, values)


def rankings(words: Words) -> list[tuple[str, str]]:
    """Where wins and ratings are listed, with the names of the lists."""
    rated = [(f"/ranking/{name}", list_title(GAMES[name], words)) for name in rated_games()]
    return [("/ranking", words.say("Solo ranking")), *rated]


def list_title(game: type[Game], words: Words) -> str:
    """A game's title; with its variant if other games are in the same box."""
    alone = sum(other.rulebook == game.rulebook for other in GAMES.values()) == 1
    return words.say(game.title) if alone else title_of(game(), words)


@router.get("/ranking/{game}")
def ratings(request: Request, services: ServicesDep, person: Guest, words: Language, game: str) -> Response:
    if game not in rated_games():
        raise NotFound(mark("There is no such page."))
    lines = [(line, name_of(line.kind, line.name, False, words)) for line in services.ratings.of(game)]
    values = {"game": game, "who": person, "lines": lines, "certain": CERTAIN, "levels": LEVELS}
    values["rankings"] = rankings(words)
    return page(request, "ratings.html", words, person, values)
