"""The web application: routes, and around all of them the rules of safety."""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, replace
from ipaddress import ip_address, ip_network
from math import ceil, isfinite
from types import FrameType
from typing import Any, TypeVar
from urllib.parse import urlsplit

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gangland import __version__
from gangland.errors import GanglandError
from gangland.server import api, pages
from gangland.server.house import House, Settings
from gangland.server.limits import Caps
from gangland.server.live import UNBUFFERED, events, while_it_answers
from gangland.server.requests import COOKIE, HouseHere, Somebody, hold_stream, who_asks, words_for
from gangland.server.store import MISTAKES, reason_of
from gangland.server.tables import Quotas
from gangland.server.troubles import NotCalled, NotHere, NotNow, NotYours, Refusal, TooLong, status_of
from gangland.words import mark

Number = TypeVar("Number", int, float)
Told = TypeVar("Told", Caps, Quotas)
log = logging.getLogger("gangland")
MOST_BYTES = 64 * 1024  # in a request
YEARS = 2 * 365 * 24 * 3600
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
SWITCH = 0.0005  # seconds that a thread may keep the others waiting
GARBAGE = (10_000, 20, 50)  # new objects, young and middle-aged collections between two collections of each age
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # seat links are secrets
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def create_app(settings: Settings) -> FastAPI:
    house = House(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, House]]:
        async with house.running():
            with when_stopped(house.hub.end):
                yield {"house": house}  # connections ask it too

    app = FastAPI(
        title="gangland", version=__version__, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None, redirect_slashes=False,
    )  # fmt: skip
    app.state.house = house
    app.include_router(api.router)
    app.add_api_route("/t/{id}/events", table_events, include_in_schema=False, dependencies=[Depends(hold_stream)])
    app.include_router(pages.router, include_in_schema=False)
    app.add_api_route("/health", health, include_in_schema=False)
    app.add_exception_handler(GanglandError, answer_trouble)
    app.add_exception_handler(SQLAlchemyError, answer_database)
    app.add_exception_handler(RequestValidationError, answer_unreadable)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_middleware(GZipMiddleware, exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, api.NDJSON))
    app.add_middleware(Guard, settings=settings)
    return app


@contextmanager
def when_stopped(end: Callable[[], None]) -> Iterator[None]:
    """Do this as soon as the process is told to stop, before the server does what it does then."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(number: int, frame: FrameType | None) -> None:
        end()
        if callable(handler := before[signal.Signals(number)]):
            handler(number, frame)

    for number in before:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def from_environment() -> FastAPI:
    """For the worker processes, which `gangland serve` starts."""
    app = create_app(read_settings(os.environ))
    hurry()
    return app


def read_settings(environ: Mapping[str, str]) -> Settings:
    """What the environment says; raises GanglandError if that cannot be meant."""
    return Settings(
        environ["GANGLAND_DB"],
        pause=read_number(environ, "GANGLAND_PAUSE", Settings.pause),
        thinkers=read_number(environ, "GANGLAND_THINKERS", Settings.thinkers),
        caps=read_numbers(environ, Caps(), "GANGLAND_", least=1),
        quotas=read_numbers(environ, Quotas(), "GANGLAND_QUOTA_"),
        proxies=tuple(read_network(text) for text in environ.get("GANGLAND_PROXY", "").replace(",", " ").split()),
        public_url=read_public_url(environ.get("GANGLAND_PUBLIC_URL", "")),
        host=environ.get("GANGLAND_HOST", ""),
    )  # fmt: skip


def read_numbers(environ: Mapping[str, str], usual: Told, prefix: str, least: int = 0) -> Told:
    """Whatever the environment says of these numbers, by a prefix and their names."""
    numbers: dict[str, Any] = asdict(usual)
    told = {key: read_number(environ, prefix + key.upper(), number, least) for key, number in numbers.items()}
    return replace(usual, **told)


def read_number(environ: Mapping[str, str], name: str, otherwise: Number, least: int = 0) -> Number:
    """Of the kind of the number that stands otherwise."""
    text = environ.get(name)
    if not text:
        return otherwise
    try:
        number = type(otherwise)(text)
    except ValueError:
        number = type(otherwise)(-1)
    if number >= least and isfinite(number):
        return number
    if isinstance(otherwise, int):
        sentence = mark("{name} must be a whole number, at least {least}, and not “{text}”.")
    else:
        sentence = mark("{name} must be a number, at least {least}, and not “{text}”.")
    raise GanglandError(sentence, name=name, least=least, text=text)


def read_network(text: str) -> str:
    try:
        return str(ip_network(text, strict=False) if "/" in text else ip_address(text))
    except ValueError:
        raise GanglandError(
            mark("A proxy is an address or a network, such as 127.0.0.1 or 10.0.0.0/8, and not “{text}”."), text=text
        ) from None


def read_public_url(text: str) -> str:
    """With nothing after the name, as links are put behind it."""
    url = text.rstrip("/")
    if text and not re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", url, re.ASCII):
        raise GanglandError(mark("A public address looks like https://example.org, and not like “{text}”."), text=text)
    return url.lower()


def hurry() -> None:
    """Nobody waits long for anybody, neither for the collector of cycles nor for another thread.

    A look at every object stops all tables for a good part of a second: those that are here now will stay, and are left
    out. And a thread that comes back from the database, as it does several times in a move while others wait for their
    turn to write, asks for the interpreter at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)


async def health(house: HouseHere) -> Response:
    """Whether the database can be written, by the signs of life: at once, whoever waits for it."""
    if house.store.pulse.trouble:
        return PlainTextResponse("the database cannot be written", 503, {"Retry-After": str(NotNow.wait)})
    return PlainTextResponse("ok")


async def table_events(request: Request, house: HouseHere, somebody: Somebody, id: str) -> Response:
    """What a table's page listens to: `changed` with the newest version, `present` with the seats of who is here."""
    await run_in_threadpool(house.tables.version, id)  # there is such a table
    last = request.headers.get("last-event-id") or request.query_params.get("after")
    stream = events(house.hub, house.tables, id, somebody.id if somebody else None, last)
    return StreamingResponse(while_it_answers(stream), media_type="text/event-stream", headers=UNBUFFERED)


# Errors


def answer_trouble(request: Request, error: Exception) -> Response:
    assert isinstance(error, GanglandError)
    return answer(request, error, status_of(error))


def answer_database(request: Request, error: Exception) -> Response:
    """The database is away, locked, full or damaged; the log says which."""
    assert isinstance(error, SQLAlchemyError)
    request.app.state.house.store.pulse.miss(error)
    if isinstance(error, MISTAKES):
        log.error("the database refuses %s: %s", request.url.path, reason_of(error))
    away = mark("The tables cannot be reached; try again in a moment.")
    lost = mark("This was not kept; try again in a moment.")
    return answer(request, NotNow(away if request.method in SAFE_METHODS else lost), NotNow.status)


def answer_unreadable(request: Request, error: Exception) -> Response:
    """Programs are told which field is wrong; people have not seen any."""
    assert isinstance(error, RequestValidationError)
    if not request.url.path.startswith("/api"):
        return answer(request, GanglandError(mark("This request cannot be read.")), 422)
    wrong = error.errors()[0]
    field = "" if wrong["type"] == "json_invalid" else ".".join(str(part) for part in wrong["loc"][1:])
    if not field:
        sentence = mark("This request cannot be read: {reason}.")
    else:
        sentence = FIELDS.get(wrong["type"], mark("The field {field} cannot be used: {reason}."))
    return answer(request, GanglandError(sentence, field=field, reason=wrong["msg"]), 422, field)


FIELDS = {  # pydantic's other reasons are said in its own words
    "missing": mark("The field {field} is missing."),
    "extra_forbidden": mark("There is no field {field} here."),
}


def answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return answer(request, NotHere(mark("There is no such page.")), 404)
    if error.status_code == TooLong.status:
        return answer(request, too_long(), TooLong.status)
    response = answer(request, Refusal(mark("This request cannot be read.")), error.status_code)
    response.headers.update(error.headers or {})
    return response


def answer(request: Request, trouble: GanglandError, status: int, field: str = "") -> Response:
    """One sentence in the language of who asked: as JSON, or as a page. Who may try again is told when."""
    try:
        somebody = who_asks(request, request.app.state.house)
    except (GanglandError, SQLAlchemyError):
        somebody = None
    words = words_for(request, somebody)
    if request.url.path.startswith("/api"):
        content = {"error": words.trouble(trouble), "clause": trouble.clause, "field": field}
        response: Response = JSONResponse(content, status)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
    else:
        response = pages.trouble_page(request, words, trouble, status)
    if isinstance(trouble, Refusal) and trouble.wait is not None:
        response.headers["Retry-After"] = str(max(1, ceil(trouble.wait)))
    return response


# Safety


class Guard:
    """Checks of name, size and origin before a request, safety headers and the guest's cookie after it.

    HEAD is GET of which the answer's head alone is sent.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = own_names(settings)
        self.public = urlsplit(settings.public_url).netloc

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})
        refusal = self.objection(Headers(scope=scope), scope)
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, only_head(send)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), state.get("cookie"), scope["scheme"] == "https")
            await send(message)

        if refusal:
            response = await run_in_threadpool(answer, Request(scope), refusal, refusal.status)
            await response(scope, receive, send_safely)
            return
        await self.app(scope, Meter(receive), send_safely)

    def objection(self, headers: Headers, scope: Scope) -> Refusal | None:
        hosts = headers.getlist("host")
        if len(hosts) > 1 or (not hosts and scope["http_version"] != "1.0"):
            return Refusal(mark("This request cannot be read."))
        if hosts and not self.is_called(hosts[0]):
            return NotCalled(
                mark("This server is not called {name}: it is told its name by --public-url."), name=hosts[0][:100]
            )
        if scope["method"] in SAFE_METHODS:
            return None
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES:
            return too_long()
        return None if is_own_page(headers, self.public) else NotYours(mark("This request comes from another site."))

    def is_called(self, host: str) -> bool:
        """By an address, or by a name of ours: what a foreign page has had looked up for itself is neither."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
            return name in self.names or bool(ip_address(name))
        except ValueError:
            return False


def own_names(settings: Settings) -> frozenset[str]:
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    public = urlsplit(settings.public_url).hostname or ""
    return frozenset({"localhost", machine, short, f"{short}.local", settings.host.lower(), public} - {""})


def only_head(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body"})

    return send_head


class Meter:
    """Reads a request no further than its longest allowed length."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.bytes = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.bytes += len(message.get("body", b""))
        if self.bytes > MOST_BYTES:
            raise HTTPException(TooLong.status)  # the only kind that passes through the reading of a body
        return message


def too_long() -> TooLong:
    return TooLong(mark("This request is too long."))


def is_own_page(headers: Headers, public: str) -> bool:
    """Browsers say where a deed comes from. Who says nothing is a program, which is fine unless it brings a cookie."""
    if headers.get("authorization", "").lower().startswith("bearer "):
        return True
    site, origin = headers.get("sec-fetch-site"), headers.get("origin") or headers.get("referer")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is not None:
        try:
            return urlsplit(origin).netloc in {headers.get("host"), public} - {None, ""}
        except ValueError:
            return False
    return site is not None or f"{COOKIE}=" not in headers.get("cookie", "")


def add_headers(headers: MutableHeaders, cookie: str | None, secure: bool) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    if cookie:
        carrier = Response()
        carrier.set_cookie(COOKIE, cookie, max_age=YEARS, secure=secure, httponly=True, samesite="lax")
        headers.append("Set-Cookie", carrier.headers["Set-Cookie"])
