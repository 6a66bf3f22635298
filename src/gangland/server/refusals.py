"""Answers to requests that fail: one sentence, as JSON or on a page, in the language of the client."""

from __future__ import annotations

import logging
from dataclasses import replace
from math import ceil

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from gangland.core.errors import GanglandError
from gangland.core.words import Language, mark
from gangland.server.dependencies import authenticate, words_for
from gangland.server.errors import ContentTooLarge, DatabaseUnavailable, NotFound, Refusal, status_of
from gangland.server.health import MISTAKES, reason_of
from gangland.server.people import Person
from gangland.server.routes.table import show_table
from gangland.server.routes.visits import Visit
from gangland.server.security import SAFE_METHODS, too_long
from gangland.web.sentences import write_error

log = logging.getLogger("gangland")


def answer_trouble(request: Request, error: Exception) -> Response:
    """Answer an error of ours with its status."""
    assert isinstance(error, GanglandError)
    return answer(request, error, status_of(error))


def answer_database(request: Request, error: Exception) -> Response:
    """Answer an error of the database: it is away, locked, full or damaged, and the log says which."""
    assert isinstance(error, SQLAlchemyError)
    request.app.state.services.store.health.failed(error)
    if isinstance(error, MISTAKES):
        log.error("the database refuses %s: %s", request.url.path, reason_of(error))
    away = mark("The tables cannot be reached; try again in a moment.")
    lost = mark("This was not kept; try again in a moment.")
    return answer(
        request, DatabaseUnavailable(away if request.method in SAFE_METHODS else lost), DatabaseUnavailable.status
    )


def answer_unreadable(request: Request, error: Exception) -> Response:
    """Answer a request that cannot be read. Programs are told which field is wrong; people have not seen any."""
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


FIELDS = {  # other reasons are given in pydantic's words
    "missing": mark("The field {field} is missing."),
    "extra_forbidden": mark("There is no field {field} here."),
}


def answer_http(request: Request, error: Exception) -> Response:
    """Answer an error that the framework found."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return answer(request, NotFound(mark("There is no such page.")), 404)
    if error.status_code == ContentTooLarge.status:
        return answer(request, too_long(), ContentTooLarge.status)
    response = answer(request, Refusal(mark("This request cannot be read.")), error.status_code)
    response.headers.update(error.headers or {})
    return response


def answer(request: Request, trouble: GanglandError, status: int, field: str = "") -> Response:
    """Answer with one sentence in the language of who asked, as JSON or as a page, and say when to try again."""
    try:
        somebody = authenticate(request, request.app.state.services)
    except (GanglandError, SQLAlchemyError):
        somebody = None
    words = words_for(request, somebody)
    if request.url.path.startswith("/api"):
        content = {"error": words.error(trouble), "clause": trouble.clause, "field": field}
        response: Response = JSONResponse(content, status)
        if status == 401:
            response.headers["WWW-Authenticate"] = "Bearer"
    else:
        response = trouble_page(request, words, trouble, status)
    if isinstance(trouble, Refusal) and trouble.wait is not None:
        response.headers["Retry-After"] = str(max(1, ceil(trouble.wait)))
    return response


def trouble_page(request: Request, words: Language, trouble: GanglandError, status: int) -> Response:
    """A page that says what went wrong: the table where it was tried, or else a page of its own."""
    services = request.app.state.services
    visit = Visit(request, services, Person(""), words)
    try:
        visit = replace(visit, person=authenticate(request, services) or visit.person)
        place = getattr(request.state, "place", None)
        if place:
            is_open = place.link and services.tables.opens(place.table, place.link)
            return show_table(visit, replace(place, link=place.link if is_open else None), trouble=trouble)
    except (GanglandError, SQLAlchemyError):
        pass
    return visit.page("trouble.html", {"trouble": write_error(trouble, words), "status": status}, status)
