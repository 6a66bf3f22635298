"""Records that people bring, and the check of the fair deal."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Form
from fastapi.responses import Response

from gangland.core.errors import GanglandError
from gangland.core.words import mark
from gangland.play import Record
from gangland.server.dependencies import limit_uploads
from gangland.server.errors import Forbidden
from gangland.server.replays import record_replay
from gangland.server.routes.replay import Eye, Moment, draw_picture, show_replay
from gangland.server.routes.visits import Actor, Visit, Visitor, see_other
from gangland.web.record_page import record_page
from gangland.web.variations import games_to_try

router = APIRouter()
Paste = Annotated[str, Form()]
Files = Annotated[bytes, File()]


@router.get("/replay")
def bring(visit: Visitor) -> Response:
    """The page where a record is brought, as a file or as text."""
    return bring_page(visit, "")


@router.post("/replay")
def keep(visit: Actor, text: Paste = "", file: Files = b"") -> Response:
    """Verify a record, keep it, and lead to its page; or say what is wrong with it."""
    limit_uploads(visit.request, visit.services)
    wanted = file.decode("utf-8", "replace") or text
    try:
        return see_other(f"/r/{visit.services.uploads.keep(wanted)}")
    except GanglandError as trouble:
        return bring_page(visit, text, trouble)


def bring_page(visit: Visit, pasted: str, trouble: GanglandError | None = None) -> Response:
    """The page where a record or a position is brought."""
    values = {"pasted": pasted, "games": games_to_try(visit.words), "game": "", "position": ""}
    return visit.page("bring.html", values, trouble=trouble)


@router.get("/r/{id}.svg")
def picture_of_record(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """A moment of a record that somebody brought as a picture."""
    return draw_picture(visit, record_replay(visit.services.uploads, id, eye, visit.words.code), at)


@router.get("/r/{id}")
def brought(visit: Visitor, id: str, at: Moment = "", eye: Eye = None) -> Response:
    """The game of a record that somebody brought, to be looked at again."""
    return show_replay(visit, record_replay(visit.services.uploads, id, eye, visit.words.code), at, f"/r/{id}")


@router.get("/r/{id}/fair")
def checked(visit: Visitor, id: str) -> Response:
    """What was checked of a record that somebody brought, step by step."""
    return show_record(visit, visit.services.uploads.record(id), f"/r/{id}/record")


@router.get("/r/{id}/record")
def download(visit: Visitor, id: str) -> Response:
    """A record that somebody brought, as a file. That of a game which is not over would tell what is hidden."""
    record = visit.services.uploads.record(id)
    if record.outcome is None:
        raise Forbidden(mark("The record is available once the game is over."))
    headers = {"Content-Disposition": f'attachment; filename="gangland-{id}.json"'}
    return Response(record.dumps(), media_type="application/json", headers=headers)


@router.get("/t/{id}/fair")
def fair(visit: Visitor, id: str) -> Response:
    """The check of a finished table's deal, step by step."""
    return show_record(visit, visit.services.tables.record(id), f"/t/{id}/record")


def show_record(visit: Visit, record: Record, file: str) -> Response:
    """Draw the page of a record."""
    return visit.page("record.html", record_page(record, file, visit.words))
