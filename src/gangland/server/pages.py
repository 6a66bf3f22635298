"""The pages: what a person sees and the forms they send. Everything works without script."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from gangland.bots import levels_for
from gangland.errors import GanglandError, InvalidArgument
from gangland.game import Game, options_of
from gangland.options import Option
from gangland.registry import GAMES, load_game
from gangland.server.clock import DAILY, LIVE, NO_CLOCK, Clock
from gangland.server.glimpse import FREE
from gangland.server.house import House
from gangland.server.identity import Who
from gangland.server.ratings import CERTAIN, rated_games
from gangland.server.requests import (
    Guest,
    HouseHere,
    Language,
    Turn,
    limit_guesses,
    limit_newcomers,
    limit_tables,
    welcome,
    who_asks,
)
from gangland.server.scenes import LEVELS, clock_words, name_of, names_of, scene, title_of
from gangland.server.tables import Brief, Wanted, Wish
from gangland.server.troubles import NotHere, NotYours, Refusal, status_of
from gangland.web import art
from gangland.web.assets import address_of, assets
from gangland.web.environment import render
from gangland.web.names import card_name, gang_name
from gangland.words import Words, mark

router = APIRouter(dependencies=[Turn])
FOR_EVER = "public, max-age=31536000, immutable"
EASY = 2  # the level one meets with one click
Text = Annotated[str, Form(max_length=400)]
Seat = Annotated[int | None, Query(alias="as")]
DEEDS = ("move", "undo", "agree", "chat", "resign", "leave", "claim", "house", "invite", "rematch")


def page(
    request: Request,
    template: str,
    words: Words,
    who: Who | None,
    values: dict[str, Any],
    status: int = 200,
    trouble: GanglandError | None = None,
) -> Response:
    """A page; if it answers to something that is refused, it says why."""
    query = f"?{request.url.query}" if request.method == "GET" and request.url.query else ""
    common = {
        "here": request.url.path,
        "back_url": request.url.path + query,
        "who_name": who.name if who else "",
        "is_protected": bool(who and who.is_protected),
        "theme": who.theme if who else None,
        "trouble": words.trouble(trouble) if trouble else "",
        "key": secrets.token_urlsafe(9),  # so that a form that is sent twice does what it does once
    }
    return HTMLResponse(render(template, words, address_of, common | values), status_of(trouble) if trouble else status)


def see_other(address: str) -> Response:
    return RedirectResponse(address, 303)


def origin_of(request: Request, house: House) -> str:
    """What the links begin with that people send each other."""
    return house.settings.public_url or str(request.base_url).rstrip("/")


@dataclass(frozen=True)
class Place:
    """Where at a table somebody wanted to do something: what a refusal leads back to."""

    table: str
    seat: int | None
    token: str | None


async def keep_place(
    request: Request, id: str, as_: Annotated[str, Form(alias="as")] = "", token: Annotated[str, Form()] = ""
) -> Place:
    seat = int(as_) if as_.isdecimal() and len(as_) < 3 else None
    place = request.state.place = Place(id, seat, token or None)
    return place


At = Annotated[Place, Depends(keep_place)]


def trouble_page(request: Request, words: Words, trouble: GanglandError, status: int) -> Response:
    """What went wrong: said at the table where it was tried, or else on a page of its own."""
    house, who = request.app.state.house, None
    try:
        who = who_asks(request, house)
        place = getattr(request.state, "place", None)
        if place:
            token = place.token if place.token and house.tables.opens(place.table, place.token) else None
            return show_table(request, house, who, words, place.table, place.seat, token=token, trouble=trouble)
    except (GanglandError, SQLAlchemyError):
        pass
    return page(request, "trouble.html", words, who, {"trouble": words.trouble(trouble), "status": status}, status)


@router.get("/static/{digest}/{name}")
def static(digest: str, name: str) -> Response:
    asset = assets().get(name)
    if asset is None:
        raise NotHere(mark("There is no such page."))
    kept = FOR_EVER if digest == asset.digest else "no-cache"
    return Response(asset.content, media_type=asset.type, headers={"Cache-Control": kept})


# Home and new tables


@router.get("/")
def home(request: Request, house: HouseHere, who: Guest, words: Language) -> Response:
    return show_home(request, house, who, words)


def show_home(request: Request, house: House, who: Who, words: Words, trouble: GanglandError | None = None) -> Response:
    lists = [
        (words.say("My games"), [item(brief, words) for brief in house.tables.running(who)]),
        (words.say("Open tables"), [item(brief, words) for brief in house.tables.waiting(who) if not brief.mine]),
        (
            words.say("Being played now"),
            [item(brief, words) for brief in house.tables.live(who) if not brief.mine],
        ),
    ]
    values = {"lists": lists, "famiglia_title": art.title_famiglia(), "gangs_title": art.title_gangs()}
    return page(request, "home.html", words, who, values, trouble=trouble)


def item(brief: Brief, words: Words) -> dict[str, Any]:
    """A table in a list."""
    names = names_of(zip(brief.kinds, brief.names, brief.replaced, strict=True), words)
    others = [
        (name, brief.bots[seat]) for seat, name in enumerate(names) if name and seat not in (*brief.mine, *brief.kept)
    ]
    free = sum(kind in FREE for kind in brief.kinds)
    what = " · ".join(
        part
        for part in (
            title_of(brief.game, words),
            "" if brief.clock == NO_CLOCK else clock_words(brief.clock, words),
            words.say_many("{count} seat free", "{count} seats free", free) if free and not brief.ended else "",
            result_of(brief, names, words),
        )
        if part
    )
    return {
        "id": brief.id,
        "game": brief.game.name,
        "who": others or [(words.say("You"), False)],
        "what": what,
        "kept": bool(brief.kept),
        "call": call_in_list(brief, words),
        "act": act_in_list(brief, words),
    }


def act_in_list(brief: Brief, words: Words) -> str:
    if brief.mine or brief.ended:
        return words.say("Open")
    return words.say("Sit down") if brief.kept or "open" in brief.kinds else words.say("Watch")


def call_in_list(brief: Brief, words: Words) -> str:
    """Why somebody is waited for."""
    if brief.kept:
        return words.say("your seat is kept")
    return words.say("your turn") if brief.my_turn and not brief.ended else ""


def result_of(brief: Brief, names: list[str], words: Words) -> str:
    if brief.outcome is None:
        return ""
    winners = ", ".join(names[seat] for seat in brief.outcome.winners)
    scores = "\u202f:\u202f".join(str(score) for score in brief.outcome.scores)
    if len(brief.outcome.winners) > 1:
        return words.say("a tie, {scores}", scores=scores)
    if brief.outcome.reason == "resigned":
        return words.say("{name} won, the other side has resigned", name=winners)
    if brief.outcome.reason == "time":
        return words.say("{name} won on time", name=winners)
    return words.say("{name} won, {scores}", name=winners, scores=scores)


@router.post("/play")
def play(request: Request, house: HouseHere, who: Guest, words: Language, game: Text, key: Text = "") -> Response:
    """One click: a table against the house."""
    try:
        rules = read_game({"game": game})
        seats = (Wanted("me"), *[Wanted("level", EASY)] * (rules.players - 1))
        origin, player = limit_tables(request, house), with_name(house, who, words)
        return see_other(f"/t/{house.tables.open(player, Wish(rules, seats), key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_home(request, house, who, words, trouble)


def with_name(house: House, who: Who, words: Words, name: str = "") -> Who:
    """Guests are called so until they say otherwise."""
    if name.strip() and not who.is_protected and name.strip() != who.name:
        return house.people.rename(who, name)
    return who if who.name else house.people.name_newcomer(who, words.say("Guest"))


@router.get("/new")
def new_table(request: Request, who: Guest, words: Language, game: str = "", rival: str = "2") -> Response:
    rules = read_game({**request.query_params, "game": game or next(iter(GAMES))})
    seats = {f"seat-{seat}": rival if seat == 1 or rival != "link" else str(EASY) for seat in range(1, rules.players)}
    return show_new(request, who, words, rules, seats)


def show_new(
    request: Request, who: Who, words: Words, rules: Game, form: dict[str, str], trouble: GanglandError | None = None
) -> Response:
    levels = [(level.number, words.say(level.name)) for level in levels_for(rules)]
    values = {
        "game": rules.name,
        "players": rules.seats,
        "people": rules.players,
        "choices": [choice_of(option, words) for option in options_of(rules) if is_picked(option)],
        "switches": [option for option in options_of(rules) if option.is_switch and not option.by_first],
        "levels": levels,
        "wished": form,
        "paces": [clock_words(clock, words) for clock in LIVE],
        "days": [clock_words(clock, words) for clock in DAILY],
        "lid": art.title_gangs() if rules.rulebook == "gangs" else art.title_famiglia(),
        "famiglia_card": art.famiglia("F4"),
        "gangs_card": art.boss("D", words.say("Broadway Dragons")),
    }
    return page(request, "new.html", words, who, values, trouble=trouble)


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
async def open_table(request: Request, house: HouseHere, who: Guest, words: Language, key: Text = "") -> Response:
    form = {key: str(value) for key, value in (await request.form(max_fields=40, max_files=0)).items()}
    return await run_in_threadpool(open_wished, request, house, who, words, form, key)


def open_wished(request: Request, house: House, who: Who, words: Words, form: dict[str, str], key: str) -> Response:
    rules = read_game(form)
    try:
        wish, origin = read_wish(rules, form), limit_tables(request, house)
        player = with_name(house, who, words, form.get("name", ""))
        return see_other(f"/t/{house.tables.open(player, wish, key=key, origin=origin)}")
    except GanglandError as trouble:
        return show_new(request, who, words, rules, form, trouble)


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


def read_wish(game: Game, form: dict[str, str]) -> Wish:
    seats = [Wanted("me"), *(read_seat(form, seat) for seat in range(1, game.players))]
    first = None if game.says_who_starts else read_first(form)
    return Wish(game, tuple(seats), first, read_clock(form), "public" in form)


def read_seat(form: dict[str, str], seat: int) -> Wanted:
    kind = form.get(f"seat-{seat}", "")
    if kind.isdecimal():
        return Wanted("level", number(kind, 0))
    return Wanted(kind, None, form.get(f"name-{seat}", ""))


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
    house: HouseHere,
    who: Guest,
    words: Language,
    id: str,
    seat: Seat = None,
    at: int | None = None,
    pick: Annotated[list[str] | None, Query(max_length=4)] = None,
) -> Response:
    return show_table(request, house, who, words, id, seat, at, pick or [])


@router.get("/t/{id}/sit/{token}")
def sit(request: Request, house: HouseHere, who: Guest, words: Language, id: str, token: str) -> Response:
    """Where a seat link leads: the table with the seat to be taken."""
    t = house.tables.glimpse(id, who)
    if t.mine or t.started:
        return see_other(f"/t/{id}")
    if not house.tables.opens(id, token):
        request.state.place = Place(id, None, None)
        raise NotYours(mark("This seat is taken."))
    return show_table(request, house, who, words, id, token=token)


def show_table(
    request: Request,
    house: House,
    who: Who | None,
    words: Words,
    id: str,
    seat: int | None = None,
    at: int | None = None,
    picks: list[str] | None = None,
    trouble: GanglandError | None = None,
    token: str | None = None,
) -> Response:
    t, story = house.tables.look(id, who, seat)
    values = dict(scene(t, story, picks or [] if at == t.number else [], words, origin_of(request, house), token))
    values["fragment"] = fragment = "hx-request" in request.headers
    return page(request, "_table.html" if fragment else "table.html", words, who, values, trouble=trouble)


def deed_done(id: str, seat: int | None = None) -> Response:
    return see_other(f"/t/{id}" if seat is None else f"/t/{id}?as={seat}")


@router.post("/t/{id}/move")
def move(house: HouseHere, at: At, who: Guest, id: str, number: Annotated[int, Form()], move: Text) -> Response:
    game, mine = house.tables.seating(id, who)
    house.tables.move(id, who, number, game.spelled(move), at.seat)
    return deed_done(id, at.seat if len(mine) > 1 else None)


@router.post("/t/{id}/undo")
def undo(house: HouseHere, at: At, who: Guest, id: str, number: Annotated[int, Form()]) -> Response:
    house.tables.undo(id, who, number, at.seat)
    return deed_done(id, at.seat if len(house.tables.seating(id, who)[1]) > 1 else None)


@router.post("/t/{id}/agree")
def agree(
    house: HouseHere, _: At, who: Guest, id: str, number: Annotated[int, Form()], agree: Annotated[str, Form()]
) -> Response:
    house.tables.answer_undo(id, who, number, agree == "yes")
    return deed_done(id)


@router.post("/t/{id}/chat")
def chat(house: HouseHere, at: At, who: Guest, id: str, text: Text, key: Text = "") -> Response:
    house.tables.chat(id, who, text, key)
    return deed_done(id, at.seat)


@router.post("/t/{id}/resign")
def resign(house: HouseHere, at: At, who: Guest, id: str) -> Response:
    house.tables.resign(id, who, at.seat)
    return deed_done(id)


@router.post("/t/{id}/leave")
def leave(house: HouseHere, _: At, who: Guest, id: str) -> Response:
    house.tables.leave(id, who)
    return see_other("/")


@router.post("/t/{id}/claim")
def claim(house: HouseHere, at: At, who: Guest, words: Language, id: str, name: Text = "") -> Response:
    house.tables.claim(id, with_name(house, who, words, name), at.token)
    return deed_done(id)


@router.post("/t/{id}/house")
def give_to_house(house: HouseHere, _: At, who: Guest, id: str, seat: Annotated[int, Form()]) -> Response:
    """Nobody comes: an opponent takes the seat."""
    house.tables.put_opponent(id, who, seat, EASY)
    return deed_done(id)


@router.post("/t/{id}/invite")
def invite(house: HouseHere, _: At, who: Guest, id: str, seat: Annotated[int, Form()]) -> Response:
    """Whoever the seat was kept for does not come: somebody else gets a link to it."""
    house.tables.invite(id, who, seat)
    return deed_done(id)


@router.post("/t/{id}/rematch")
def rematch(request: Request, house: HouseHere, _: At, who: Guest, id: str) -> Response:
    return see_other(f"/t/{house.tables.rematch(id, who, limit_tables(request, house))}")


@router.get("/t/{id}/record")
def record(house: HouseHere, id: str) -> Response:
    name = f'attachment; filename="gangland-{house.tables.glimpse(id, None).id}.json"'
    return Response(
        house.tables.record(id).dumps(), media_type="application/json", headers={"Content-Disposition": name}
    )


@router.get("/t/{id}/{deed}")
def after_deed(id: str, deed: str) -> Response:
    """Somebody comes back to the address that a refusal left them on."""
    if deed not in DEEDS:
        raise NotHere(mark("There is no such page."))
    return deed_done(id)


# Rules


@router.get("/rules")
@router.get("/rules/{game}")
def rules(request: Request, who: Guest, words: Language, game: str = "famiglia") -> Response:
    if game not in ("famiglia", "gangs"):
        raise NotHere(mark("There is no such page."))
    name = card_name if game == "famiglia" else gang_name
    values = {
        "game": game,
        "name": lambda code: name(code, words),
        "drawing": lambda code: art.famiglia(code) if game == "famiglia" else art.gang(code, gang_name(code, words)),
    }
    return page(request, "rules.html", words, who, values)


# People and rankings


DONE = {
    "password": mark("Your password is changed, and all other browsers are signed out."),
    "others": mark("All other browsers are signed out."),
    "leave": mark("You are signed out."),
}


@router.get("/me")
def player(request: Request, house: HouseHere, who: Guest, words: Language, done: str = "") -> Response:
    return show_player(request, house, who, words, done=words.say(DONE[done]) if done in DONE else "")


def show_player(
    request: Request, house: House, who: Who, words: Words, trouble: GanglandError | None = None, done: str = ""
) -> Response:
    values = {
        "who": who,
        "done": done,
        "ratings": house.ratings.mine(who.id),
        "running": [item(brief, words) for brief in house.tables.running(who)],
        "finished": [item(brief, words) for brief in house.tables.finished(who)],
    }
    return page(request, "me.html", words, who, values, trouble=trouble)


@router.post("/me")
def change_me(
    request: Request,
    house: HouseHere,
    who: Guest,
    words: Language,
    name: Text = "",
    theme: Text = "",
    language: Text = "",
) -> Response:
    try:
        if name.strip() and name.strip() != who.name:
            who = house.people.rename(who, name)
        house.people.settle_in(who, language or None, theme)
    except GanglandError as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/me/protect")
def protect(request: Request, house: HouseHere, who: Guest, words: Language, name: Text, password: Text) -> Response:
    limit_newcomers(request, house)
    try:
        welcome(request, house, house.people.protect(who, name, password))
    except GanglandError as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/me/enter")
def enter(request: Request, house: HouseHere, who: Guest, words: Language, name: Text, password: Text) -> Response:
    """Come back under a protected name."""
    limit_guesses(request, house, name)
    try:
        welcome(request, house, house.people.sign_in(name, password))
    except GanglandError as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/me/password")
def change_password(
    request: Request, house: HouseHere, who: Guest, words: Language, password: Text, new: Text
) -> Response:
    limit_newcomers(request, house)
    try:
        welcome(request, house, house.people.change_password(who, password, new))
    except GanglandError as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me?done=password")


@router.post("/me/others")
def sign_out_others(request: Request, house: HouseHere, who: Guest, words: Language) -> Response:
    """Every other browser is a stranger's again."""
    try:
        welcome(request, house, house.people.sign_out_others(who))
    except GanglandError as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me?done=others")


@router.post("/me/leave")
def sign_out(request: Request, house: HouseHere, who: Guest, words: Language) -> Response:
    """This browser is a stranger's again; only who has a password finds back."""
    if not who.is_protected:
        refusal = Refusal(mark("Protect your name first, or nobody will find back to your games."))
        return show_player(request, house, who, words, refusal)
    welcome(request, house, house.people.new_guest())
    return see_other("/me?done=leave")


@router.get("/me/{deed}")
def after_me(deed: str) -> Response:
    """Somebody comes back to the address that a refusal left them on."""
    if deed not in ("protect", "enter", "password", "others", "leave"):
        raise NotHere(mark("There is no such page."))
    return see_other("/me")


@router.post("/language")
def choose_language(house: HouseHere, who: Guest, language: Text, back: Text = "/") -> Response:
    house.people.settle_in(who, language)
    return see_other(back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/")


@router.get("/ranking")
def ranking(
    request: Request, house: HouseHere, who: Guest, words: Language, level: int = 3, starts: str = "person"
) -> Response:
    """F10.7."""
    if level not in (1, 2, 3, 4) or starts not in ("person", "robot"):
        raise NotHere(mark("There is no such page."))
    lists = [house.tables.ranking(level, starts == "robot", bots) for bots in (False, True)]
    values = {"level": level, "starts": starts, "lines": lists[0], "bots": lists[1]}
    return page(request, "ranking.html", words, who, values)


@router.get("/ranking/{game}")
def ratings(request: Request, house: HouseHere, who: Guest, words: Language, game: str) -> Response:
    if game not in rated_games():
        raise NotHere(mark("There is no such page."))
    lines = [(line, name_of(line.kind, line.name, False, words)) for line in house.ratings.of(game)]
    values = {"game": game, "who": who, "lines": lines, "certain": CERTAIN, "levels": LEVELS}
    return page(request, "ratings.html", words, who, values)
