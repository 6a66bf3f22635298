"""Checks around all routes: the server's name, the size and origin of requests, headers and the cookie.

No route knows of it. Requests from other sites are refused by Fetch Metadata, and by Origin where a browser does not
send that.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gangland.core.words import mark
from gangland.server.dependencies import COOKIE
from gangland.server.errors import ContentTooLarge, Forbidden, MisdirectedRequest, Refusal
from gangland.server.settings import Settings

MOST_BYTES = 64 * 1024  # in the body of a request
YEARS = 2 * 365 * 24 * 3600
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
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

STRICT = [(name.lower().encode(), value.encode()) for name, value in (HEADERS | {"Cache-Control": "no-store"}).items()]
FOR_ALL = (
    b"x-content-type-options",
    b"cross-origin-resource-policy",
    b"cache-control",
)  # styles need no more
NO_PAGES = (b"text/css", b"text/javascript")


class Guard:
    """Checks name, size and origin of each request, and adds security headers and the guest's cookie to the answer.

    HEAD is answered as GET, without the body. A request that passes is handed over: the guard gives back the answer
    that the application is making, and does not wait beside it, so it lies under no route.
    """

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Callable[[Request, Refusal], Response]) -> None:
        self.app = app
        self.refuse = refuse
        self.names = own_names(settings)
        self.public = urlsplit(settings.public_url).netloc

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http":
            return self.app(scope, receive, send)
        state = scope.setdefault("state", {})
        refusal = self.objection(Headers(scope=scope), scope)
        if scope["method"] == "HEAD":
            scope, send = {**scope, "method": "GET"}, only_head(send)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_headers(MutableHeaders(scope=message), state.get("cookie"), scope["scheme"] == "https")
            await send(message)

        if refusal:
            return self.answer(refusal, scope, receive, send_safely)
        return self.app(scope, Meter(receive), send_safely)

    async def answer(self, refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        """Say why a request is refused."""
        response = await run_in_threadpool(self.refuse, Request(scope), refusal)
        await response(scope, receive, send)

    def objection(self, headers: Headers, scope: Scope) -> Refusal | None:
        """Why a request is refused before anybody reads it; None if it is not."""
        hosts = headers.getlist("host")
        if len(hosts) > 1 or (not hosts and scope["http_version"] != "1.0"):
            return Refusal(mark("This request cannot be read."))
        if hosts and not self.is_called(hosts[0]):
            return MisdirectedRequest(
                mark("This server is not called {name}: it is told its name by --public-url."), name=hosts[0][:100]
            )
        if scope["method"] in SAFE_METHODS:
            return None
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES:
            return too_long()
        return None if is_own_page(headers, self.public) else Forbidden(mark("This request comes from another site."))

    def is_called(self, host: str) -> bool:
        """Whether a Host header has an address or a name of this server. Any other name may be DNS rebinding."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
            return name in self.names or bool(ip_address(name))
        except ValueError:
            return False


def own_names(settings: Settings) -> frozenset[str]:
    """The names by which this server may be called."""
    machine = socket.gethostname().lower()
    short = machine.partition(".")[0]
    public = urlsplit(settings.public_url).hostname or ""
    return frozenset({"localhost", machine, short, f"{short}.local", settings.host.lower(), public} - {""})


def only_head(send: Send) -> Send:
    """Send the head of an answer without its body."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body"})

    return send_head


class Meter:
    """Reads a request, but no further than its longest allowed length."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.bytes = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.bytes += len(message.get("body", b""))
        if self.bytes > MOST_BYTES:
            raise HTTPException(ContentTooLarge.status)  # FastAPI lets no other error through while it reads a body
        return message


def too_long() -> ContentTooLarge:
    """The error for a request that has too many bytes."""
    return ContentTooLarge(mark("This request is too long."))


def is_own_page(headers: Headers, public: str) -> bool:
    """Whether Fetch Metadata and Origin say that our own page sent a request.

    A client that sends neither is a program, and may not send a cookie.
    """
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
    """Add the headers of safety and the cookie to an answer."""
    known = dict(headers.raw)
    is_page = not known.get(b"content-type", b"").startswith(NO_PAGES)
    headers.raw.extend(each for each in STRICT if each[0] not in known and (is_page or each[0] in FOR_ALL))
    if cookie:
        carrier = Response()
        carrier.set_cookie(COOKIE, cookie, max_age=YEARS, secure=secure, httponly=True, samesite="lax")
        headers.append("Set-Cookie", carrier.headers["Set-Cookie"])
