"""The web application: routes, and around all of them the rules of safety."""

from __future__ import annotations

import gc
import hmac
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from urllib.parse import urlsplit

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from sqlalchemy import text
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gangland import __version__
from gangland.game import Trouble, mark
from gangland.server import api, pages
from gangland.server.house import House, Settings
from gangland.server.live import events
from gangland.server.requests import COOKIE, HouseHere, Somebody, who_asks, words_for
from gangland.server.troubles import NotHere, NotYours, Refusal, TooLong, status_of

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
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with house.running():
            with when_stopped(house.hub.end):
                yield

    app = FastAPI(
        title="gangland", version=__version__, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None,
    )  # fmt: skip
    app.state.house = house
    app.include_router(api.router)
    app.add_api_route("/t/{id}/events", table_events, include_in_schema=False)
    app.include_router(pages.router, include_in_schema=False)
    app.add_api_route("/health", health, include_in_schema=False)
    app.add_exception_handler(Trouble, answer_trouble)
    app.add_exception_handler(RequestValidationError, answer_unreadable)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_middleware(GZipMiddleware, exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, api.NDJSON))
    app.add_middleware(Guard)
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
    thinkers = int(os.environ.get("GANGLAND_THINKERS", "1"))
    pause = float(os.environ.get("GANGLAND_PAUSE", Settings.pause))
    app = create_app(Settings(os.environ["GANGLAND_DB"], pause=pause, thinkers=thinkers))
    hurry()
    return app


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


def health(house: HouseHere) -> Response:
    """Whether the database answers."""
    with house.store.read() as session:
        session.execute(text("SELECT 1"))
    return PlainTextResponse("ok")


async def table_events(request: Request, house: HouseHere, somebody: Somebody, id: str) -> Response:
    """What a table's page listens to: `changed` with the newest version, `present` when people come and go."""
    await run_in_threadpool(house.tables.version, id)  # there is such a table
    last = request.headers.get("last-event-id") or request.query_params.get("after")
    stream = events(house.hub, house.tables, id, somebody.id if somebody else None, last)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


# Errors


def answer_trouble(request: Request, error: Exception) -> Response:
    assert isinstance(error, Trouble)
    return answer(request, error, status_of(error))


def answer_unreadable(request: Request, _: Exception) -> Response:
    return answer(request, Trouble(mark("This request cannot be read.")), 422)


def answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return answer(request, NotHere(mark("There is no such page.")), 404)
    if error.status_code == TooLong.status:
        return answer(request, too_long(), TooLong.status)
    response = answer(request, Refusal(mark("This request cannot be read.")), error.status_code)
    response.headers.update(error.headers or {})
    return response


def answer(request: Request, trouble: Trouble, status: int) -> Response:
    """One sentence in the language of who asked: as JSON, or as a page."""
    try:
        somebody = who_asks(request, request.app.state.house)
    except Trouble:
        somebody = None
    words = words_for(request, somebody)
    if request.url.path.startswith("/api"):
        content = {"error": words.trouble(trouble), "clause": trouble.clause}
        return JSONResponse(content, status, {"WWW-Authenticate": "Bearer"} if status == 401 else None)
    return pages.trouble_page(request, words, trouble, status)


# Safety


class Guard:
    """Size limits and same-origin checks before a request, safety headers and the guest's cookie after it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        state = scope.setdefault("state", {})

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), state.get("cookie"), scope["scheme"] == "https")
            await send(message)

        headers = Headers(scope=scope)
        refusal = None if scope["method"] in SAFE_METHODS else objection(headers)
        if refusal:
            response = answer(Request(scope), refusal, refusal.status)
            await response(scope, receive, send_safely)
            return
        await self.app(scope, Meter(receive), send_safely)


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


def objection(headers: Headers) -> Refusal | None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES:
        return too_long()
    return None if is_own_page(headers) else NotYours(mark("This request comes from another site."))


def is_own_page(headers: Headers) -> bool:
    """Browsers say where a deed comes from. Who says nothing is a program, which is fine unless it brings a cookie."""
    if headers.get("authorization", "").lower().startswith("bearer "):
        return True
    site, origin = headers.get("sec-fetch-site"), headers.get("origin") or headers.get("referer")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is not None:
        try:
            return hmac.compare_digest(urlsplit(origin).netloc.encode(), headers.get("host", "").encode())
        except ValueError:
            return False
    return site is not None or f"{COOKIE}=" not in headers.get("cookie", "")


def add_headers(headers: MutableHeaders, cookie: str | None, secure: bool) -> None:
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("Cache-Control", "no-store")
    if cookie:
        safely = "; Secure" if secure else ""
        headers.append("Set-Cookie", f"{COOKIE}={cookie}; Path=/; Max-Age={YEARS}; HttpOnly; SameSite=Lax{safely}")
