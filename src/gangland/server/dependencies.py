"""What routes depend on: the server's parts, who asks, their language and their limits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from gangland.core.words import LANGUAGES, Language, language_of, mark
from gangland.server.errors import Unauthorized
from gangland.server.limits import (
    ACTION_RATE,
    DOWNLOAD_RATE,
    NEWCOMER_RATE,
    PASSWORD_RATE,
    STRANGER_RATE,
    TABLE_RATE,
    UPLOAD_RATE,
    VARIATION_RATE,
    household,
)
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.web.lookalikes import key_of

COOKIE = "gangland"


async def get_services(request: Request) -> Services:
    """The parts of the server that runs."""
    return services_of(request)


def services_of(request: Request) -> Services:
    """The parts of the server that answers a request."""
    services = request.app.state.services
    assert isinstance(services, Services)
    return services


async def wait_to_write(request: Request, services: ServicesDep) -> AsyncIterator[None]:
    """Wait until the request may write. Its body is read by then, and it holds no thread."""
    if request.method in ("GET", "HEAD"):
        yield
    else:
        async with services.store.turn():
            yield


async def get_somebody(request: Request, services: ServicesDep) -> Person | None:
    """The person or bot that sends the request, or None if unknown. A thread is taken only to read."""
    if "authorization" not in request.headers and services.people.is_at_hand(request.cookies.get(COOKIE, "")):
        return authenticate(request, services)
    return await run_in_threadpool(authenticate, request, services)


def authenticate(request: Request, services: Services) -> Person | None:
    """The bot of the request's token, the guest of its cookie, or None. Raises Unauthorized for an unknown token."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        bot = services.people.of_bearer(token.strip())
        if bot is None:
            raise Unauthorized(mark("This token is not known."))
        return bot
    cookie = request.cookies.get(COOKIE)
    return services.people.of_cookie(cookie) if cookie else None


async def get_player(request: Request, services: ServicesDep, somebody: Somebody) -> Person:
    """The person or bot that acts. Raises Unauthorized if unknown. The action counts against their limits."""
    return check_player(request, services, somebody)


def check_player(request: Request, services: Services, somebody: Person | None) -> Person:
    """The person who acts. Raises Unauthorized if unknown. The action counts against their limits."""
    if somebody is None:
        raise Unauthorized(mark("This needs a token or the cookie of a page."))
    limit_actions(request, services, somebody)
    return somebody


def welcome(request: Request, services: Services, somebody: Person | None) -> Person:
    """The person who asks for a page. Somebody new gets a cookie. Actions count against their limits."""
    guest = somebody or services.people.new_guest()
    if somebody is None:
        send_cookie(request, services, guest)
    if request.method not in ("GET", "HEAD"):
        limit_actions(request, services, guest)
    return guest


def send_cookie(request: Request, services: Services, person: Person) -> None:
    """Let the answer carry this person's cookie."""
    request.state.cookie = services.people.cookie(person)


def limit_actions(request: Request, services: Services, person: Person) -> None:
    """Count an action; raises TooManyRequests."""
    services.limits.take(person.id, ACTION_RATE)
    if not person.name:
        services.limits.take(f"stranger {address(request)}", STRANGER_RATE)


def limit_newcomers(request: Request, services: Services) -> None:
    """Count a new bot, a name to be protected or an attempt to sign in; raises TooManyRequests."""
    services.limits.take(f"newcomer {address(request)}", NEWCOMER_RATE)


def limit_guesses(request: Request, services: Services, name: str) -> None:
    """Count an attempt at a password: from one address, and at one name from everywhere."""
    limit_newcomers(request, services)
    services.limits.take(f"name {key_of(name)}", PASSWORD_RATE)


def limit_tables(request: Request, services: Services) -> str:
    """Count a new table; returns a hash of the address that it comes from."""
    services.limits.take(f"table {address(request)}", TABLE_RATE)
    return services.people.origin(address(request))


def limit_downloads(request: Request, services: Services) -> None:
    """Count a download of many games. Raises TooManyRequests."""
    services.limits.take(f"download {address(request)}", DOWNLOAD_RATE)


def limit_uploads(request: Request, services: Services) -> None:
    """Count a record that is brought. Raises TooManyRequests."""
    services.limits.take(f"upload {address(request)}", UPLOAD_RATE)


def limit_variations(request: Request, services: Services) -> None:
    """Count a variation that is kept. Raises TooManyRequests."""
    services.limits.take(f"variation {address(request)}", VARIATION_RATE)


async def hold_stream(request: Request, services: ServicesDep, somebody: Somebody) -> AsyncIterator[None]:
    """Hold one of the places for streams for as long as the answer lasts."""
    caps = services.settings.caps
    shares = {f"address {address(request)}": caps.streams_per_address}
    if somebody:
        shares[f"person {somebody.id}"] = caps.streams_per_person
    with services.streams.held(shares):
        yield


def address(request: Request) -> str:
    """The network that a request comes from, as limits count it."""
    return household(request.client.host) if request.client else ""


def words_for(request: Request, somebody: Person | None) -> Language:
    """The words of the language that somebody has chosen, or that their browser asks for."""
    chosen = somebody.language if somebody else None
    return language_of(chosen or accepted_language(request.headers.get("accept-language", "")))


def accepted_language(header: str) -> str:
    """The best of our languages by the weights of an Accept-Language header."""
    wishes: list[tuple[float, str]] = []
    for part in header[:500].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((float(weight or 1), name.split("-")[0].lower()))
        except ValueError:
            continue
    ours = [(weight, name) for weight, name in wishes if name in LANGUAGES and weight > 0]
    return max(ours, key=lambda wish: wish[0])[1] if ours else "en"


WriteTurn = Depends(wait_to_write, scope="function")  # the turn ends before the answer is sent
ServicesDep = Annotated[Services, Depends(get_services)]
Somebody = Annotated[Person | None, Depends(get_somebody)]
Player = Annotated[Person, Depends(get_player)]
