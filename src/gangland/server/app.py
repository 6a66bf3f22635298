"""The web application: its routes, and the process that it runs in."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware

from gangland.core.errors import GanglandError
from gangland.core.version import VERSION
from gangland.server import api, refusals, routes
from gangland.server.api.router import NDJSON
from gangland.server.dependencies import ServicesDep
from gangland.server.errors import DatabaseUnavailable
from gangland.server.security import Guard
from gangland.server.services import Services
from gangland.server.settings import Settings, read_settings

SWITCH = 0.0005  # seconds after which a thread gives way to others
COMPRESSION = 5  # of 9; the highest takes more than twice as long, and saves less than a tenth
GARBAGE = (10_000, 20, 50)  # thresholds of the three generations of garbage collection


def create_app(settings: Settings) -> FastAPI:
    """The application that answers all requests."""
    services = Services(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Services]]:
        async with services.running():
            with when_stopped(services.live.end):
                yield {"services": services}  # connections use it too

    app = FastAPI(
        title="gangland", version=VERSION, lifespan=lifespan, openapi_url="/api/openapi.json",
        docs_url=None, redoc_url=None, redirect_slashes=False,
    )  # fmt: skip
    app.state.services = services
    app.add_route(
        routes.MOVE, routes.move, methods=["POST"]
    )  # first, as it is asked for most: routes are tried in turn
    for router in routes.ROUTERS:
        app.include_router(router, include_in_schema=False)
    for router in api.ROUTERS:
        app.include_router(router)
    app.add_api_route("/health", health, include_in_schema=False)
    app.add_exception_handler(GanglandError, refusals.answer_trouble)
    app.add_exception_handler(SQLAlchemyError, refusals.answer_database)
    app.add_exception_handler(RequestValidationError, refusals.answer_unreadable)
    app.add_exception_handler(HTTPException, refusals.answer_http)
    unpacked = *DEFAULT_EXCLUDED_CONTENT_TYPES, NDJSON
    app.add_middleware(GZipMiddleware, compresslevel=COMPRESSION, exclude_content_types=unpacked)
    app.add_middleware(Guard, settings=settings, refuse=refusals.answer_trouble)
    return app


@contextmanager
def when_stopped(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` as soon as the process is told to stop, before uvicorn's own handler runs."""
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
    """The application of a worker process, whose settings `gangland serve` leaves in the environment."""
    app = create_app(read_settings(os.environ))
    tune_runtime()
    return app


def tune_runtime() -> None:
    """Tune garbage collection and thread switching for latency.

    A full collection stops all tables for a good part of a second. The objects that are here now will stay, so they are
    left out of it. A thread that comes back from the database, as it does several times in a move, gets the interpreter
    after half a millisecond instead of five.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)


async def health(services: ServicesDep) -> Response:
    """Say whether the database can be written. The answer comes at once, however long writers wait."""
    if services.store.health.trouble:
        return PlainTextResponse("the database cannot be written", 503, {"Retry-After": str(DatabaseUnavailable.wait)})
    return PlainTextResponse("ok")
