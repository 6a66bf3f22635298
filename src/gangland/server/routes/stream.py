"""The stream of a table's page: the new board after every change, and who comes and goes."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gangland.server.dependencies import COOKIE, ServicesDep, Somebody, authenticate, hold_stream, words_for
from gangland.server.live import UNBUFFERED, events, while_it_answers
from gangland.server.messages import BoardMessage, Message, packed, plain
from gangland.server.people import Person
from gangland.server.routes.table import Place, look
from gangland.server.routes.visits import site_of
from gangland.server.services import Services

router = APIRouter()


@router.get("/t/{id}/events", dependencies=[Depends(hold_stream)])
async def table_events(request: Request, services: ServicesDep, somebody: Somebody, id: str) -> Response:
    """The events that a table's page listens to.

    `changed` has the newest version, `board` the board of it, `present` the seats of people who are here. A page that
    wants boards names itself, and the log that it shows.
    """
    await run_in_threadpool(services.tables.version, id)  # raises NotFound
    last = request.headers.get("last-event-id") or request.query_params.get("after")
    boards = Boards(request, services, somebody, id)
    stream = while_it_answers(events(services.live, services.tables, id, boards.person, last, boards.draw))
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return StreamingResponse(plain(stream), media_type="text/event-stream", headers=UNBUFFERED)
    headers = {**UNBUFFERED, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return StreamingResponse(packed(stream), media_type="text/event-stream", headers=headers)


class Boards:
    """Draws a table for one stream whenever it has changed. Streams of watchers share the drawing."""

    def __init__(self, request: Request, services: Services, somebody: Person | None, table: str) -> None:
        self.request = request
        self.services = services
        self.person = somebody.id if somebody else None
        self.table = table
        self.words = words_for(request, somebody)
        self.page = request.query_params.get("page", "")[:40]
        self.log = request.query_params.get("log", "")[:40]

    async def draw(self, version: int) -> Message | None:
        """The message with the board. It is None if the page wants none, or awaits an answer that will have it."""
        live, tables, table = self.services.live, self.services.tables, self.table
        if not self.page or live.is_answering(self.page):
            return None
        involved = tables.known_involved(table, version)
        if involved is None:
            involved = await live.share(("involved", table, version), lambda: tables.involved(table, version))
        viewer = self.request.cookies.get(COOKIE) if self.person in involved else None
        key = ("board", table, version, viewer, self.words.code, self.log, site_of(self.request, self.services))
        is_quick = self.services.is_at_hand(table, version, viewer)
        make = partial(self._make, version, is_involved=viewer is not None)
        message, self.log = await live.share(key, make, is_quick=is_quick)
        return message

    def _make(self, version: int, is_involved: bool) -> tuple[Message | None, str]:
        """The message, and the key of the log that the page shows then.

        Whoever has been signed out meanwhile hears of the version only.
        """
        somebody = authenticate(self.request, self.services) if is_involved else None
        if is_involved and (somebody is None or somebody.id != self.person):
            return None, self.log
        place, site = Place(self.table), site_of(self.request, self.services)
        pov = look(self.services, somebody, self.words, site, place, self.log, version)
        if not pov.table.started:  # whoever may sit down is asked for a name, which only their own page knows
            return None, self.log
        drawing = self.services.drawings.of(pov)
        return BoardMessage(drawing.update, pov.table.version), drawing.log
