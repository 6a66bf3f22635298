"""The pages: what a person sees and the forms they send. Everything works without script."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from gangland.bots import levels_for
from gangland.famiglia import Duel, Solo
from gangland.game import Game, Trouble, mark
from gangland.gangs import Gangs
from gangland.play import spelled
from gangland.server.clock import NO_CLOCK, Clock
from gangland.server.house import House
from gangland.server.identity import Who
from gangland.server.requests import (
    Guest,
    HouseHere,
    Language,
    limit_newcomers,
    welcome,
    who_asks,
)
from gangland.server.scenes import clock_words, name_of, scene, title_of
from gangland.server.tables import Brief, Wanted, Wish
from gangland.server.troubles import NotHere, Refusal, status_of
from gangland.web import art
from gangland.web.assets import address_of, assets
from gangland.web.environment import render
from gangland.words import Words

router = APIRouter()
FOR_EVER = "public, max-age=31536000, immutable"
EASY = 2  # the level one meets with one click
Text = Annotated[str, Form(max_length=400)]
Seat = Annotated[int | None, Query(alias="as")]


def page(
    request: Request, template: str, words: Words, who: Who | None, values: dict[str, Any], status: int = 200
) -> Response:
    common = {"here": request.url.path, "who_name": who.name if who else "", "theme": who.theme if who else None}
    return HTMLResponse(render(template, words, address_of, common | values), status)


def see_other(address: str) -> Response:
    return RedirectResponse(address, 303)


def origin_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


def trouble_page(request: Request, words: Words, trouble: Trouble, status: int) -> Response:
    """What went wrong, as a page."""
    try:
        who = who_asks(request, request.app.state.house)
    except Trouble:
        who = None
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
    lists = [
        (words.say("My games"), [item(brief, words, who) for brief in house.tables.running(who)]),
        (words.say("Open tables"), [item(brief, words, who) for brief in house.tables.waiting(who) if not brief.mine]),
        (
            words.say("Being played now"),
            [item(brief, words, who) for brief in house.tables.live(who) if not brief.mine],
        ),
    ]
    values = {"lists": lists, "famiglia_title": art.title_famiglia(), "gangs_title": art.title_gangs()}
    return page(request, "home.html", words, who, values)


def item(brief: Brief, words: Words, who: Who) -> dict[str, Any]:
    """A table in a list."""
    names = [name_of(kind, name, words) for kind, name in zip(brief.kinds, brief.names, strict=True)]
    others = [name for seat, name in enumerate(names) if seat not in brief.mine and name]
    free = sum(kind in ("open", "invited") for kind in brief.kinds)
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
        "who": ", ".join(others) or words.say("You"),
        "what": what,
        "due": brief.my_turn and not brief.ended,
        "act": words.say("Open")
        if brief.mine or brief.ended
        else words.say("Sit down")
        if free
        else words.say("Watch"),
    }


def result_of(brief: Brief, names: list[str], words: Words) -> str:
    if brief.outcome is None:
        return ""
    winners = ", ".join(names[seat] for seat in brief.outcome.winners)
    scores = " : ".join(str(score) for score in brief.outcome.scores)
    if len(brief.outcome.winners) > 1:
        return words.say("a tie, {scores}", scores=scores)
    return words.say("{name} won, {scores}", name=winners, scores=scores)


@router.post("/play")
def play(house: HouseHere, who: Guest, words: Language, game: Text) -> Response:
    """One click: a table against the house."""
    rules = game_for(game, 2, 3, False)
    seats = (Wanted("me"),) if isinstance(rules, Solo) else (Wanted("me"), Wanted("level", EASY))
    return see_other(f"/t/{house.tables.open(with_name(house, who, words), Wish(rules, seats))}")


def with_name(house: House, who: Who, words: Words, name: str = "") -> Who:
    """Guests are called so until they say otherwise."""
    if name.strip() and not who.is_protected and name.strip() != who.name:
        return house.people.rename(who, name)
    return who if who.name else house.people.rename(who, words.say("Guest"))


def game_for(name: str, players: int, level: int, joker: bool, robot_starts: bool = False) -> Game:
    if name == Duel.name:
        return Duel(joker)
    if name == Solo.name and 1 <= level <= 4:
        return Solo(level, robot_starts, joker)
    if name == Gangs.name and 2 <= players <= 4:
        return Gangs(players)
    raise Refusal(mark("There is no such game."))


@router.get("/new")
def new_table(
    request: Request, who: Guest, words: Language, game: str = Duel.name, players: int = 2, rival: str = "2"
) -> Response:
    rules = game_for(game, players, 3, False)
    levels = [(level.number, words.say(level.name)) for level in levels_for(rules)]
    values = {
        "game": game,
        "players": rules.seats,
        "levels": levels,
        "rival": rival,
        "lid": art.title_gangs() if game == Gangs.name else art.title_famiglia(),
        "famiglia_card": art.famiglia("F4"),
        "gangs_card": art.boss("D", words.say("Broadway Dragons")),
    }
    return page(request, "new.html", words, who, values)


@router.post("/new")
async def open_table(request: Request, house: HouseHere, who: Guest, words: Language) -> Response:
    form = {key: str(value) for key, value in (await request.form(max_fields=40, max_files=0)).items()}
    wish = read_wish(form)
    person = with_name(house, who, words, form.get("name", ""))
    return see_other(f"/t/{house.tables.open(person, wish)}")


def read_wish(form: dict[str, str]) -> Wish:
    joker = "joker" in form
    first = form.get("first", "lot")
    game = game_for(
        form.get("game", ""), number(form.get("players"), 2), number(form.get("level"), 3), joker, first == "other"
    )
    seats = [Wanted("me")]
    if not isinstance(game, Solo):
        seats += [read_seat(form, seat) for seat in range(1, game.seats)]
    opener = {"me": 0, "other": 1}.get(first)
    return Wish(game, tuple(seats), None if isinstance(game, Solo) else opener, read_clock(form), "public" in form)


def read_seat(form: dict[str, str], seat: int) -> Wanted:
    kind = form.get(f"seat-{seat}", "")
    if kind.isdecimal():
        return Wanted("level", number(kind, 0))
    return Wanted(kind, None, form.get(f"name-{seat}", ""))


def read_clock(form: dict[str, str]) -> Clock:
    match form.get("clock", "none"):
        case "live":
            return Clock.checked(60.0 * number(form.get("minutes"), 10), number(form.get("increment"), 5))
        case "days":
            return Clock.checked(days=number(form.get("days"), 2))
    return NO_CLOCK


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
    return show_table(request, house, who, words, id, token=token)


def show_table(
    request: Request,
    house: House,
    who: Who,
    words: Words,
    id: str,
    seat: int | None = None,
    at: int | None = None,
    picks: list[str] | None = None,
    trouble: Trouble | None = None,
    token: str | None = None,
) -> Response:
    t, story = house.tables.look(id, who, seat)
    values = dict(scene(t, story, picks or [] if at == t.number else [], words, origin_of(request), token))
    fragment = "hx-request" in request.headers
    values |= {"trouble": words.trouble(trouble) if trouble else "", "fragment": fragment}
    return page(
        request, "_table.html" if fragment else "table.html", words, who, values, status_of(trouble) if trouble else 200
    )


def deed_done(id: str, seat: int | None) -> Response:
    return see_other(f"/t/{id}" if seat is None else f"/t/{id}?as={seat}")


def read_seat_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 else None


@router.post("/t/{id}/move")
def move(
    request: Request,
    house: HouseHere,
    who: Guest,
    words: Language,
    id: str,
    number: Annotated[int, Form()],
    move: Text,
    as_: Annotated[str, Form(alias="as")] = "",
) -> Response:
    seat = read_seat_number(as_)
    t = house.tables.glimpse(id, who, seat)
    try:
        house.tables.move(id, who, number, spelled(move, t.game), seat)
    except Trouble as trouble:
        return show_table(request, house, who, words, id, seat, trouble=trouble)
    return deed_done(id, seat if len(t.mine) > 1 else None)


@router.post("/t/{id}/undo")
def undo(
    request: Request,
    house: HouseHere,
    who: Guest,
    words: Language,
    id: str,
    number: Annotated[int, Form()],
    as_: Annotated[str, Form(alias="as")] = "",
) -> Response:
    seat = read_seat_number(as_)
    try:
        house.tables.undo(id, who, number, seat)
    except Trouble as trouble:
        return show_table(request, house, who, words, id, seat, trouble=trouble)
    return deed_done(id, seat if len(house.tables.glimpse(id, who).mine) > 1 else None)


@router.post("/t/{id}/agree")
def agree(
    request: Request,
    house: HouseHere,
    who: Guest,
    words: Language,
    id: str,
    number: Annotated[int, Form()],
    agree: Annotated[str, Form()],
) -> Response:
    try:
        house.tables.answer_undo(id, who, number, agree == "yes")
    except Trouble as trouble:
        return show_table(request, house, who, words, id, trouble=trouble)
    return deed_done(id, None)


@router.post("/t/{id}/chat")
def chat(request: Request, house: HouseHere, who: Guest, words: Language, id: str, text: Text) -> Response:
    try:
        house.tables.chat(id, who, text)
    except Trouble as trouble:
        return show_table(request, house, who, words, id, trouble=trouble)
    return deed_done(id, None)


@router.post("/t/{id}/resign")
def resign(house: HouseHere, who: Guest, id: str) -> Response:
    house.tables.resign(id, who)
    return deed_done(id, None)


@router.post("/t/{id}/leave")
def leave(house: HouseHere, who: Guest, id: str) -> Response:
    house.tables.leave(id, who)
    return see_other("/")


@router.post("/t/{id}/claim")
def claim(house: HouseHere, who: Guest, words: Language, id: str, token: Text = "", name: Text = "") -> Response:
    house.tables.claim(id, with_name(house, who, words, name), token or None)
    return deed_done(id, None)


@router.post("/t/{id}/house")
def give_to_house(house: HouseHere, who: Guest, id: str, seat: Annotated[int, Form()]) -> Response:
    """Nobody comes: an opponent takes the seat."""
    house.tables.put_opponent(id, who, seat, EASY)
    return deed_done(id, None)


@router.post("/t/{id}/rematch")
def rematch(house: HouseHere, who: Guest, id: str) -> Response:
    return see_other(f"/t/{house.tables.rematch(id, who)}")


@router.get("/t/{id}/record")
def record(house: HouseHere, id: str) -> Response:
    name = f'attachment; filename="gangland-{house.tables.glimpse(id, None).id}.json"'
    return Response(
        house.tables.record(id).dumps(), media_type="application/json", headers={"Content-Disposition": name}
    )


# People and rankings


@router.get("/me")
def player(request: Request, house: HouseHere, who: Guest, words: Language) -> Response:
    return show_player(request, house, who, words)


def show_player(request: Request, house: House, who: Who, words: Words, trouble: Trouble | None = None) -> Response:
    values = {
        "who": who,
        "running": [item(brief, words, who) for brief in house.tables.running(who)],
        "finished": [item(brief, words, who) for brief in house.tables.finished(who)],
        "trouble": words.trouble(trouble) if trouble else "",
    }
    return page(request, "me.html", words, who, values, status_of(trouble) if trouble else 200)


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
    except Trouble as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/me/protect")
def protect(request: Request, house: HouseHere, who: Guest, words: Language, name: Text, password: Text) -> Response:
    limit_newcomers(request, house)
    try:
        house.people.protect(who, name, password)
    except Trouble as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/me/enter")
def enter(request: Request, house: HouseHere, who: Guest, words: Language, name: Text, password: Text) -> Response:
    """Come back under a protected name."""
    limit_newcomers(request, house)
    try:
        welcome(request, house, house.people.sign_in(name, password))
    except Trouble as trouble:
        return show_player(request, house, who, words, trouble)
    return see_other("/me")


@router.post("/language")
def choose_language(house: HouseHere, who: Guest, language: Text, back: Text = "/") -> Response:
    house.people.settle_in(who, language)
    return see_other(back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/")


@router.get("/ranking")
def ranking(
    request: Request, house: HouseHere, who: Guest, words: Language, level: int = 3, starts: str = "person"
) -> Response:
    if level not in (1, 2, 3, 4) or starts not in ("person", "robot"):
        raise NotHere(mark("There is no such page."))
    values = {"level": level, "starts": starts, "lines": house.tables.ranking(level, starts == "robot")}
    return page(request, "ranking.html", words, who, values)
