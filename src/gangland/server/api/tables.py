"""The API about tables: everything that can be done there."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query, Request
from fastapi.responses import JSONResponse, Response

from gangland.server.api.inputs import (
    Claim,
    HintWish,
    Message,
    MoveWish,
    OpponentWish,
    SeatChoice,
    SeatToGive,
    TableWish,
    UndoAnswer,
    UndoWish,
)
from gangland.server.api.outputs import (
    BriefState,
    Done,
    HintAnswer,
    Moved,
    Opened,
    SeatTaken,
    TableState,
    Undone,
    summary_state,
    table_state,
)
from gangland.server.api.router import Key, TableId, api_router
from gangland.server.dependencies import Player, ServicesDep, Somebody, authenticate, check_player, limit_tables

router = api_router()


@router.get("/tables", response_model=list[BriefState])
def tables(
    services: ServicesDep,
    somebody: Somebody,
    which: Annotated[Literal["open", "live", "mine"], Query()] = "open",
) -> Any:
    """Public tables with a free seat, public games to watch, or your own unfinished games."""
    if which == "mine":
        return [summary_state(summary) for summary in services.lobby.running(somebody)] if somebody else []
    found = services.lobby.waiting(somebody) if which == "open" else services.lobby.live(somebody)
    return [summary_state(summary) for summary in found]


@router.post("/tables", response_model=Opened, status_code=201)
def open_table(request: Request, services: ServicesDep, player: Player, wish: TableWish, key: Key = None) -> Any:
    """Open a table. It starts as soon as nobody is missing."""
    return {"id": services.tables.open(player, wish.wish(), key=key, origin=limit_tables(request, services))}


@router.get("/tables/{id}", response_model=TableState)
def table(
    services: ServicesDep, somebody: Somebody, id: TableId, seat: Annotated[int | None, Query(ge=0, le=3)] = None
) -> Any:
    """What you may know of a table. Without a seat that is what a watcher may know."""
    return JSONResponse(table_state(services.tables.view(id, somebody, seat)))


@router.post("/tables/{id}/claim", response_model=SeatTaken)
def claim(services: ServicesDep, player: Player, id: TableId, wish: Claim) -> Any:
    """Sit down: by a seat's link, on a seat kept for you (all of them if you shared your screen), or an open one."""
    return {"seat": services.tables.claim(id, player, wish.link, wish.seat)}


@router.post("/tables/{id}/opponent", response_model=Done)
def opponent(services: ServicesDep, player: Player, id: TableId, wish: OpponentWish) -> Any:
    """Give a free seat of your table to a computer opponent."""
    services.tables.put_opponent(id, player, wish.seat, wish.level)
    return {}


@router.post("/tables/{id}/invite", response_model=Done)
def invite(services: ServicesDep, player: Player, id: TableId, wish: SeatToGive) -> Any:
    """Give a free seat of your table to the holder of a new link."""
    services.tables.invite(id, player, wish.seat)
    return {}


@router.post("/tables/{id}/moves", response_model=Moved)
def move(request: Request, services: ServicesDep, id: TableId, wish: MoveWish) -> Any:
    """Make a move. It is safe on the disk when you read the answer; sent again, it is not made again."""
    # Everything in one thread, for speed: most requests are moves.
    player = check_player(request, services, authenticate(request, services))
    return JSONResponse({"number": services.tables.move(id, player, wish.number, wish.move, wish.seat)})


@router.post("/tables/{id}/undo", response_model=Undone)
def undo(services: ServicesDep, player: Player, id: TableId, wish: UndoWish) -> Any:
    """Take your last move back if that is free, or ask the others."""
    return {"done": services.tables.undo(id, player, wish.number, wish.seat)}


@router.post("/tables/{id}/undo/answer", response_model=Undone)
def answer_undo(services: ServicesDep, player: Player, id: TableId, wish: UndoAnswer) -> Any:
    """Agree to a request to take a move back, or refuse it."""
    return {"done": services.tables.answer_undo(id, player, wish.number, wish.agree)}


@router.post("/tables/{id}/hint", response_model=HintAnswer)
def hint(services: ServicesDep, player: Player, id: TableId, wish: HintWish) -> Any:
    """Ask for the best move, in a game against nobody but the computer. From then on the game does not count."""
    return {"move": services.tables.hint(id, player, wish.number, wish.seat)}


@router.post("/tables/{id}/resign", response_model=Done)
def resign(services: ServicesDep, player: Player, id: TableId, wish: SeatChoice) -> Any:
    """Give the game up."""
    services.tables.resign(id, player, wish.seat)
    return {}


@router.post("/tables/{id}/leave", response_model=Done)
def leave(services: ServicesDep, player: Player, id: TableId) -> Any:
    """Leave a table, or decline a seat that is kept for you. In a game that has begun, leaving is resigning."""
    services.tables.leave(id, player)
    return {}


@router.post("/tables/{id}/chat", response_model=Done)
def chat(services: ServicesDep, player: Player, id: TableId, wish: Message, key: Key = None) -> Any:
    """Say something to the others at the table."""
    services.tables.chat(id, player, wish.text, key)
    return {}


@router.post("/tables/{id}/rematch", response_model=Opened)
def rematch(request: Request, services: ServicesDep, player: Player, id: TableId) -> Any:
    """The next table of the same people, opened by the first who asks. A seat kept for you there is taken at once."""
    return {"id": services.tables.rematch(id, player, limit_tables(request, services))}


@router.get("/tables/{id}/record", response_class=JSONResponse)
def record(services: ServicesDep, id: TableId) -> Response:
    """The finished game as a record (docs/records.md), with its whole deal."""
    return Response(services.tables.record(id).dumps(), media_type="application/json")
