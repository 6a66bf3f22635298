"""The page about the person who asks: name, password, language, theme and games."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from gangland.core.errors import GanglandError
from gangland.core.words import mark
from gangland.registry import GAMES
from gangland.server.dependencies import limit_guesses, limit_newcomers
from gangland.server.errors import NotFound, Refusal
from gangland.server.routes.visits import Actor, Text, Visit, Visitor, see_other

router = APIRouter()
DONE = {
    "password": mark("Your password is changed, and all other browsers are signed out."),
    "others": mark("All other browsers are signed out."),
    "leave": mark("You are signed out."),
}


@router.get("/me")
def player(visit: Visitor, done: str = "") -> Response:
    """The page about the person, with a sentence about what has just been done."""
    return show_player(visit, done=visit.words.say(DONE[done]) if done in DONE else "")


def show_player(visit: Visit, trouble: GanglandError | None = None, done: str = "") -> Response:
    """Draw the page about the person."""
    services, person, words = visit.services, visit.person, visit.words
    values = {
        "who": person,
        "done": done,
        "ratings": [(game, words.say(GAMES[game].title), line) for game, line in services.ratings.mine(person.id)],
    }
    return visit.page("me.html", values, trouble=trouble)


@router.post("/me")
def change_me(visit: Actor, name: Text = "", theme: Text = "", language: Text = "", tips: Text = "") -> Response:
    """Change the person's name, theme or language, or whether tips are wanted."""
    people, person = visit.services.people, visit.person
    try:
        if name.strip() and name.strip() != person.name:
            person = people.rename(person, name)
        people.set_preferences(person, language or None, theme, {"on": True, "off": False}.get(tips))
    except GanglandError as trouble:
        return show_player(visit, trouble)
    return see_other("/me")


@router.post("/me/protect")
def protect(visit: Actor, name: Text, password: Text) -> Response:
    """Reserve a name by a password."""
    limit_newcomers(visit.request, visit.services)
    try:
        visit.sign_in(visit.services.people.protect(visit.person, name, password))
    except GanglandError as trouble:
        return show_player(visit, trouble)
    return see_other("/me")


@router.post("/me/enter")
def enter(visit: Actor, name: Text, password: Text) -> Response:
    """Come back under a protected name."""
    limit_guesses(visit.request, visit.services, name)
    try:
        visit.sign_in(visit.services.people.sign_in(name, password))
    except GanglandError as trouble:
        return show_player(visit, trouble)
    return see_other("/games")


@router.post("/me/password")
def change_password(visit: Actor, password: Text, new: Text) -> Response:
    """Change the person's password, which signs all other browsers out."""
    limit_newcomers(visit.request, visit.services)
    try:
        visit.sign_in(visit.services.people.change_password(visit.person, password, new))
    except GanglandError as trouble:
        return show_player(visit, trouble)
    return see_other("/me?done=password")


@router.post("/me/others")
def sign_out_others(visit: Actor) -> Response:
    """Sign all other browsers out."""
    try:
        visit.sign_in(visit.services.people.sign_out_others(visit.person))
    except GanglandError as trouble:
        return show_player(visit, trouble)
    return see_other("/me?done=others")


@router.post("/me/leave")
def sign_out(visit: Actor) -> Response:
    """Sign this browser out. Without a password that is refused, as nobody could come back."""
    if not visit.person.is_protected:
        return show_player(visit, Refusal(mark("Protect your name first, or nobody will find back to your games.")))
    visit.sign_in(visit.services.people.new_guest())
    return see_other("/me?done=leave")


@router.get("/me/{action}")
def after_action(action: str) -> Response:
    """Lead back to the page from the address of an action that was refused."""
    if action not in ("protect", "enter", "password", "others", "leave"):
        raise NotFound(mark("There is no such page."))
    return see_other("/me")


@router.post("/language")
def choose_language(visit: Actor, language: Text, back: Text = "/") -> Response:
    """Choose a language and go back to the page where that was done."""
    visit.services.people.set_preferences(visit.person, language)
    return see_other(back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/")
