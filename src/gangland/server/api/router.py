"""What all routes of the API share: the router, types of parameters, and the description of errors."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Security
from fastapi.security import HTTPBearer

from gangland.server.api.outputs import Problem
from gangland.server.dependencies import WriteTurn
from gangland.server.store import TABLE_ID

NDJSON = "application/x-ndjson"
TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$", examples=["0123456789"])]
Key = Annotated[
    str | None,
    Header(alias="Idempotency-Key", max_length=100, description="Sent again with the same key, it is not done again."),
]
PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": meaning}
    for code, meaning in {
        400: "It cannot be done like this.",
        401: "Nobody says who asks.",
        403: "It is not yours to do.",
        404: "There is no such thing.",
        409: "Too late or too early: the table stands elsewhere.",
        413: "The request is too long.",
        422: "The request, or the move in it, cannot be read or is not legal.",
        421: "This server has no such name.",
        429: "Too much at once; `Retry-After` says for how many seconds.",
        503: "Too much now, or the database is away: nothing was kept; `Retry-After` says for how many seconds.",
    }.items()
}


def api_router() -> APIRouter:
    """A router for paths below /api, which answers errors as JSON."""
    token = Security(HTTPBearer(auto_error=False))
    return APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[token, WriteTurn])
