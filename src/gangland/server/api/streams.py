"""The API's streams of events: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import Depends
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from gangland.server.api.outputs import summary_state, table_state
from gangland.server.api.router import NDJSON, TableId, api_router
from gangland.server.dependencies import Player, ServicesDep, Somebody, hold_stream
from gangland.server.live import HEARTBEAT, UNBUFFERED, news_of, while_it_answers
from gangland.server.people import Person
from gangland.server.services import Services

router = api_router()
STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {}}, "description": "A JSON object a line."}}


@router.get(
    "/tables/{id}/stream", response_class=StreamingResponse, responses=STREAM, dependencies=[Depends(hold_stream)]
)
async def table_stream(services: ServicesDep, somebody: Somebody, id: TableId) -> Response:
    """The table as you may see it, now and after every change: one object a line, an empty line as a sign of life."""
    await run_in_threadpool(services.tables.version, id)  # raises NotFound
    return StreamingResponse(while_it_answers(states(services, somebody, id)), media_type=NDJSON, headers=UNBUFFERED)


async def states(services: Services, somebody: Person | None, id: str) -> AsyncGenerator[bytes]:
    """The table as somebody may see it, now and after every change, as lines. An empty line is a sign of life."""
    person = somebody.id if somebody else None
    async for news in news_of(services.live, services.tables, id, person):
        if news is None:
            yield b"\n"
            continue
        if somebody and not await run_in_threadpool(services.people.is_current, somebody):
            return  # the cookie or token is void by now
        if somebody and somebody.id in await services.live.share(
            ("involved", id, news), lambda: services.tables.involved(id)
        ):
            yield await run_in_threadpool(state_line, services, somebody, id)
        else:  # all watchers share one line
            yield await services.live.share(("watched", id, news), lambda: state_line(services, None, id))


def state_line(services: Services, somebody: Person | None, id: str) -> bytes:
    """A table as one line of JSON, as somebody may see it."""
    return line(table_state(services.tables.view(id, somebody))).encode()


def line(value: object) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


@router.get("/stream", response_class=StreamingResponse, responses=STREAM, dependencies=[Depends(hold_stream)])
async def own_stream(services: ServicesDep, player: Player) -> Response:
    """Your tables, for bots: a line for each of your running games, and again whenever something happens there."""
    return StreamingResponse(while_it_answers(calls(services, player)), media_type=NDJSON, headers=UNBUFFERED)


async def calls(services: Services, player: Person) -> AsyncGenerator[str]:
    """Lines about a player's tables, now and whenever something happens there. `my_turn` says where to move."""
    with services.live.subscribe(player.id) as subscription:
        for summary in await run_in_threadpool(services.lobby.running, player):
            yield line(summary_state(summary))
        while not subscription.is_over:
            if not await subscription.next(HEARTBEAT):
                yield "\n"
                continue
            if not await run_in_threadpool(services.people.is_current, player):
                return
            told, subscription.tables = subscription.tables, set()
            for summary in await run_in_threadpool(services.lobby.summaries, player, told):
                yield line(summary_state(summary))
