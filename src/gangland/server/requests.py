"""From a request to the house, the person and their language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from gangland.server.house import House
from gangland.server.identity import Who
from gangland.server.limits import DEEDS, GUESSES, NEWCOMERS, STRANGERS, TABLES, household
from gangland.server.names import key_of
from gangland.server.troubles import NotKnown
from gangland.words import LANGUAGES, Words, mark

COOKIE = "gangland"


async def get_house(request: Request) -> House:
    house = request.app.state.house
    assert isinstance(house, House)
    return house


async def take_turn(request: Request, house: HouseHere) -> AsyncIterator[None]:
    """For every route: a deed waits here until it may write, with its body read and without a thread."""
    if request.method in ("GET", "HEAD"):
        yield
    else:
        async with house.store.turn():
            yield


async def get_somebody(request: Request, house: HouseHere) -> Who | None:
    return await run_in_threadpool(who_asks, request, house)


def who_asks(request: Request, house: House) -> Who | None:
    """A bot by its token, a guest by their cookie, or nobody known."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        bot = house.people.of_bearer(token.strip())
        if bot is None:
            raise NotKnown(mark("This token is not known."))
        return bot
    cookie = request.cookies.get(COOKIE)
    return house.people.of_cookie(cookie) if cookie else None


async def get_player(request: Request, house: HouseHere, somebody: Somebody) -> Who:
    return check_player(request, house, somebody)


def check_player(request: Request, house: House, somebody: Who | None) -> Who:
    """Who asks for a deed; it counts against their limits."""
    if somebody is None:
        raise NotKnown(mark("This needs a token or the cookie of a page."))
    limit_deeds(request, house, somebody)
    return somebody


async def get_guest(request: Request, house: HouseHere, somebody: Somebody) -> Who:
    """Who asks for a page; somebody new gets a cookie with the answer. Deeds count against their limits."""
    guest = somebody or house.people.new_guest()
    if somebody is None:
        welcome(request, house, guest)
    if request.method not in ("GET", "HEAD"):
        limit_deeds(request, house, guest)
    return guest


def welcome(request: Request, house: House, who: Who) -> None:
    """Let the answer carry the cookie that makes the browser this person's."""
    request.state.cookie = house.people.cookie(who)


def limit_deeds(request: Request, house: House, who: Who) -> None:
    house.limits.take(who.id, DEEDS)
    if not who.name:
        house.limits.take(f"stranger {address(request)}", STRANGERS)


def limit_newcomers(request: Request, house: House) -> None:
    """For making bots and protecting names."""
    house.limits.take(f"newcomer {address(request)}", NEWCOMERS)


def limit_guesses(request: Request, house: House, name: str) -> None:
    """For passwords: from one address, and at one name from everywhere."""
    limit_newcomers(request, house)
    house.limits.take(f"name {key_of(name)}", GUESSES)


def limit_tables(request: Request, house: House) -> str:
    """For opening tables, whoever does; returns where the table comes from."""
    house.limits.take(f"table {address(request)}", TABLES)
    return house.people.origin(address(request))


async def hold_stream(request: Request, house: HouseHere, somebody: Somebody) -> AsyncIterator[None]:
    """One of the places for streams, for as long as the answer lasts."""
    caps = house.settings.caps
    shares = {f"address {address(request)}": caps.streams_per_address}
    if somebody:
        shares[f"person {somebody.id}"] = caps.streams_per_person
    with house.streams.held(shares):
        yield


def address(request: Request) -> str:
    return household(request.client.host) if request.client else ""


async def get_words(request: Request, somebody: Somebody) -> Words:
    return words_for(request, somebody)


def words_for(request: Request, somebody: Who | None) -> Words:
    """In the language that somebody has chosen, or that their browser asks for."""
    chosen = somebody.language if somebody else None
    return words_in(chosen or accepted_language(request.headers.get("accept-language", "")))


def accepted_language(header: str) -> str:
    """The best of our languages by the browser's own weights."""
    wishes: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), name.split("-")[0].lower()))
        except ValueError:
            continue
    ours = [(weight, name) for weight, name in wishes if name in LANGUAGES and weight > 0]
    return max(ours, key=lambda wish: wish[0])[1] if ours else "en"


@cache
def words_in(language: str) -> Words:
    return Words(language)


Turn = Depends(take_turn, scope="function")  # over before the answer is sent
HouseHere = Annotated[House, Depends(get_house)]
Somebody = Annotated[Who | None, Depends(get_somebody)]
Player = Annotated[Who, Depends(get_player)]
Guest = Annotated[Who, Depends(get_guest)]
Language = Annotated[Words, Depends(get_words)]
