"""The JSON API, for programs: everything that can be done at a table, and streams of what happens (docs/api.md)."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Security
from fastapi.responses import JSONResponse, Response, StreamingResponse
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, PlainValidator, TypeAdapter, create_model
from starlette.concurrency import run_in_threadpool

from gangland.bots import levels_for
from gangland.game import Game, options_of
from gangland.registry import GAMES, all_options, load_game
from gangland.server.clock import checked_clock
from gangland.server.dependencies import (
    Player,
    ServicesDep,
    Somebody,
    WriteTurn,
    authenticate,
    check_player,
    hold_stream,
    limit_newcomers,
    limit_tables,
)
from gangland.server.live import HEARTBEAT, UNBUFFERED, news_of, while_it_answers
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.ratings import rated_games
from gangland.server.services import Services
from gangland.server.store import TABLE_ID
from gangland.web.table_view import TableSummary, TableView

NDJSON = "application/x-ndjson"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """One sentence in the client's language, with the clause of the rules, or the field, that it is about if any."""

    error: str
    clause: str = ""
    field: str = ""


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

router = APIRouter(prefix="/api", responses=PROBLEMS, dependencies=[Security(HTTPBearer(auto_error=False)), WriteTurn])
TableId = Annotated[str, Path(pattern=f"^{TABLE_ID.pattern}$", examples=["0123456789"])]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Key = Annotated[
    str | None,
    Header(alias="Idempotency-Key", max_length=100, description="Sent again with the same key, it is not done again."),
]
Number = Annotated[int, Field(ge=0, le=10**6, description="The journal's number that this answers to.")]


# What comes in


class NewBot(Strict):
    name: str = Field(min_length=1, max_length=30)


class SeatWish(Strict):
    """Yours, another person's at your screen, a friend's by link, anybody's, or an opponent's of a level."""

    kind: Literal["me", "here", "link", "open", "level"]
    level: int | None = Field(None, ge=1, le=5)
    name: str = Field("", max_length=30)


class ClockWish(Strict):
    """None, live (`seconds` for the game, and `increment` more for every turn) or `days` for every turn.

    Pages offer 300+3, 600+5 and 1200+10 seconds, and 1, 2, 3 or 7 days.
    """

    seconds: float | None = Field(default=None, ge=10, le=10_800, description="For the whole game; not with `days`.")
    increment: float = Field(default=0, ge=0, le=300, description="Seconds added after every turn of a live game.")
    days: float | None = Field(default=None, gt=0, le=30, description="For every turn; not with `seconds`.")


def game_fields() -> type[BaseModel]:
    """A game by its name with its options, as the games declare them; those of other games are passed over."""
    fields: dict[str, Any] = {"name": (Literal[tuple(GAMES)], ...)}
    for name, declared in all_options().items():
        usual = declared[0][1].default
        choices = [choice for _, option in declared for choice in option.choices]
        match usual:
            case bool():
                fields[name] = (bool, usual)
            case int():
                fields[name] = (int, Field(usual, ge=min(choices), le=max(choices)))
            case _:
                fields[name] = (Literal[tuple(choices)], usual)
    return create_model("GameWish", __base__=Strict, **fields)


def read_game(wish: Any) -> Game:
    said = game_fields().model_validate(wish).model_dump()
    kind = GAMES[said["name"]]
    return load_game(kind.name, {option.name: said[option.name] for option in options_of(kind)})


class Now:
    """The schema of something that depends on which games there are when somebody asks for it."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        self.kind = kind

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return handler(TypeAdapter(self.kind()).core_schema)


def any_view() -> Any:
    """What a seat may know, of any game."""
    return reduce(or_, dict.fromkeys(game.view_type for game in GAMES.values()))


def rated_name() -> Any:
    return Literal[rated_games()]


def check_rated(name: Any) -> Any:
    return TypeAdapter(rated_name()).validate_python(name)


GameWish = Annotated[Game, PlainValidator(read_game), Now(game_fields)]
AnyView = Annotated[Any, Now(any_view)]
FIRST_RATED = rated_games()[0]
RatedName = Annotated[str, PlainValidator(check_rated), Now(rated_name), Query()]


class TableWish(Strict):
    game: GameWish
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    first: SeatNumber | None = None
    clock: ClockWish = Field(default_factory=ClockWish)
    public: bool = False

    def wish(self) -> NewTable:
        game = self.game
        first = self.first if self.first is None or self.first < game.seats else None
        return NewTable(
            game=game,
            seats=tuple(NewSeat(seat.kind, seat.level, seat.name) for seat in self.seats),
            first=None if game.says_who_starts else first,
            clock=checked_clock(self.clock.seconds, self.clock.increment, self.clock.days),
            public=self.public,
        )


class Claim(Strict):
    link: str | None = Field(None, max_length=64)
    seat: SeatNumber | None = None


class OpponentWish(Strict):
    seat: SeatNumber
    level: int = Field(ge=1, le=5)


class SeatToGive(Strict):
    seat: SeatNumber


class MoveWish(Strict):
    number: Number
    move: str = Field(max_length=80)
    seat: SeatNumber | None = None


class UndoWish(Strict):
    number: Number
    seat: SeatNumber | None = None


class UndoAnswer(Strict):
    number: Number
    agree: bool


class SeatChoice(Strict):
    seat: SeatNumber | None = None


class Message(Strict):
    text: str = Field(min_length=1, max_length=300)


# What goes out


class Me(BaseModel):
    id: str
    name: str
    bot: bool


class Bot(Me):
    token: str


class LevelInfo(BaseModel):
    level: int
    name: str


class GameInfo(BaseModel):
    name: str
    options: dict[str, list[Any]]
    levels: list[LevelInfo]


class Opened(BaseModel):
    id: str


class SeatTaken(BaseModel):
    seat: int


class Moved(BaseModel):
    number: int


class Undone(BaseModel):
    done: bool


class Done(BaseModel):
    done: Literal[True] = True


class ChairState(BaseModel):
    number: int
    kind: Literal["person", "opponent", "robot", "invited", "open"]
    name: str
    house: str | None
    level: int | None
    bot: bool = Field(description="A program sits here that is not of this house.")
    replaced: bool = Field(description="A person of this name left, and the house plays on.")
    kept: bool = Field(description="The seat waits for the person of this name, and nobody else.")
    offered: bool = Field(description="You may claim it without a link.")
    connected: bool
    mine: bool
    left: float | None
    link: str | None


class OutcomeState(BaseModel):
    scores: list[int]
    winners: list[int]
    reason: str


class LineState(BaseModel):
    number: int
    seat: int | None
    move: str | None


class SaidState(BaseModel):
    seat: int
    name: str
    text: str
    at: float


class UndoState(BaseModel):
    way: Literal["free", "ask"] | None
    moves: int
    asked_by: int | None
    awaited: list[int]


class TableState(BaseModel):
    """Everything that you may know about a table."""

    id: str
    version: int
    number: int
    game: str
    options: dict[str, Any]
    clock: ClockWish
    public: bool
    is_opener: bool
    seat: int | None
    mine: list[int]
    chairs: list[ChairState]
    opened: float
    started: bool
    turn: int | None
    view: AnyView | None
    legal_moves: list[str]
    lines: list[LineState]
    outcome: OutcomeState | None
    undo: UndoState
    chat: list[SaidState]
    ranked: bool
    rematch: str | None
    rematch_kept: bool = Field(description="A seat is kept for you at the next table.")
    commitment: str
    record: str | None


class BriefState(BaseModel):
    id: str
    game: str
    options: dict[str, Any]
    names: list[str]
    kinds: list[str]
    bots: list[bool]
    started: bool
    my_turn: bool
    kept: bool = Field(description="A seat is kept for you: claim it.")
    entries: int
    outcome: OutcomeState | None


class RankedState(BaseModel):
    name: str
    score: int
    at: float
    table: str


class RatingState(BaseModel):
    name: str
    bot: bool
    level: int | None
    points: int
    doubt: int
    games: int


def table_state(view: TableView) -> dict[str, Any]:
    state = {name: getattr(view, name) for name in PLAIN}
    return state | {
        "game": view.game.name,
        "options": view.game.options(),
        "clock": asdict(view.clock),
        "chairs": [asdict(chair) for chair in view.chairs],
        "view": view.view.as_dict() if view.view else None,
        "lines": [asdict(line) for line in view.lines],
        "outcome": asdict(view.outcome) if view.outcome else None,
        "undo": asdict(view.undo),
        "chat": [asdict(said) for said in view.chat],
        "rematch": view.rematch.id if view.rematch else None,
        "rematch_kept": bool(view.rematch and view.rematch.kept),
    }


PLAIN = (
    "id", "version", "number", "public", "is_opener", "seat", "mine", "opened", "started", "turn", "legal_moves",
    "ranked", "commitment", "record",
)  # fmt: skip


def summary_state(summary: TableSummary) -> dict[str, Any]:
    return {
        "id": summary.id,
        "game": summary.game.name,
        "options": summary.game.options(),
        "names": summary.names,
        "kinds": summary.kinds,
        "bots": summary.bots,
        "started": summary.started is not None,
        "my_turn": summary.my_turn,
        "kept": bool(summary.kept),
        "entries": summary.entries,
        "outcome": asdict(summary.outcome) if summary.outcome else None,
    }


# Who and what


@router.get("/games", response_model=list[GameInfo])
def games() -> Any:
    """The games, their options and the opponents of the house."""
    return [
        {
            "name": name,
            "options": {option.name: list(option.choices) for option in options_of(kind)},
            "levels": [
                {"level": level.number, "name": level.name} for level in levels_for(kind()) if kind().players > 1
            ],
        }
        for name, kind in GAMES.items()
    ]


@router.post("/bots", response_model=Bot, status_code=201)
def new_bot(request: Request, services: ServicesDep, wish: NewBot) -> Any:
    """A new bot. Keep its token: it is shown once, and goes into the header `Authorization: Bearer TOKEN`."""
    limit_newcomers(request, services)
    bot, token = services.people.new_bot(wish.name)
    return {"id": bot.id, "name": bot.name, "bot": True, "token": token}


@router.get("/me", response_model=Me)
def me(player: Player) -> Any:
    return {"id": player.id, "name": player.name, "bot": player.is_bot}


@router.post("/me/token", response_model=Bot, status_code=201)
def renew_token(services: ServicesDep, player: Player) -> Any:
    """Another token for a bot, shown once; the one you used is void from now on, and its streams end."""
    bot, token = services.people.renew_token(player)
    return {"id": bot.id, "name": bot.name, "bot": True, "token": token}


@router.delete("/me/token", response_model=Done)
def revoke_token(services: ServicesDep, player: Player) -> Any:
    """Retire a bot: its token is void, and nobody gets another one. Its name and its games stay."""
    services.people.revoke_token(player)
    return {}


@router.get("/ranking", response_model=list[RankedState])
def ranking(
    services: ServicesDep,
    level: Annotated[int, Query(ge=1, le=4)] = 3,
    robot_starts: Annotated[bool, Query()] = False,
    bots: Annotated[bool, Query()] = False,
) -> Any:
    """The solo ranking of F10.7: people's, or that of bots."""
    return [asdict(line) for line in services.lobby.ranking(level, robot_starts, bots)]


@router.get("/ratings", response_model=list[RatingState])
def ratings(services: ServicesDep, game: RatedName = FIRST_RATED) -> Any:
    """How strong people and the opponents of the house are, on Elo's scale, with 95 % intervals of points ± doubt."""
    return [
        {
            "name": line.name,
            "bot": line.bot,
            "level": line.level,
            "points": line.points,
            "doubt": line.doubt,
            "games": line.games,
        }
        for line in services.ratings.of(game)
    ]


# Tables


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
    return {"id": services.tables.open(player, wish.wish(), key=key, origin=limit_tables(request, services))}


@router.get("/tables/{id}", response_model=TableState)
def table(
    services: ServicesDep, somebody: Somebody, id: TableId, seat: Annotated[int | None, Query(ge=0, le=3)] = None
) -> Any:
    """What you may know of a table; as anybody without a seat, what a watcher may."""
    return JSONResponse(table_state(services.tables.view(id, somebody, seat)))


@router.post("/tables/{id}/claim", response_model=SeatTaken)
def claim(services: ServicesDep, player: Player, id: TableId, wish: Claim) -> Any:
    """Sit down: by a seat's link, on a seat kept for you (all of them if you shared your screen), or an open one."""
    return {"seat": services.tables.claim(id, player, wish.link, wish.seat)}


@router.post("/tables/{id}/opponent", response_model=Done)
def opponent(services: ServicesDep, player: Player, id: TableId, wish: OpponentWish) -> Any:
    """Give a free seat of your table to an opponent of the house."""
    services.tables.put_opponent(id, player, wish.seat, wish.level)
    return {}


@router.post("/tables/{id}/invite", response_model=Done)
def invite(services: ServicesDep, player: Player, id: TableId, wish: SeatToGive) -> Any:
    """Give a free seat of your table to whoever gets its new link."""
    services.tables.invite(id, player, wish.seat)
    return {}


@router.post("/tables/{id}/moves", response_model=Moved)
def move(request: Request, services: ServicesDep, id: TableId, wish: MoveWish) -> Any:
    """Make a move. It is safe on the disk when you read the answer; sent again, it is not made again."""
    # From who asks to the answer in one thread, as moves are what the server does most.
    player = check_player(request, services, authenticate(request, services))
    return JSONResponse({"number": services.tables.move(id, player, wish.number, wish.move, wish.seat)})


@router.post("/tables/{id}/undo", response_model=Undone)
def undo(services: ServicesDep, player: Player, id: TableId, wish: UndoWish) -> Any:
    """Take your last move back if that is free, or ask the others."""
    return {"done": services.tables.undo(id, player, wish.number, wish.seat)}


@router.post("/tables/{id}/undo/answer", response_model=Undone)
def answer_undo(services: ServicesDep, player: Player, id: TableId, wish: UndoAnswer) -> Any:
    return {"done": services.tables.answer_undo(id, player, wish.number, wish.agree)}


@router.post("/tables/{id}/resign", response_model=Done)
def resign(services: ServicesDep, player: Player, id: TableId, wish: SeatChoice) -> Any:
    services.tables.resign(id, player, wish.seat)
    return {}


@router.post("/tables/{id}/leave", response_model=Done)
def leave(services: ServicesDep, player: Player, id: TableId) -> Any:
    services.tables.leave(id, player)
    return {}


@router.post("/tables/{id}/chat", response_model=Done)
def chat(services: ServicesDep, player: Player, id: TableId, wish: Message, key: Key = None) -> Any:
    services.tables.chat(id, player, wish.text, key)
    return {}


@router.post("/tables/{id}/rematch", response_model=Opened)
def rematch(request: Request, services: ServicesDep, player: Player, id: TableId) -> Any:
    """The next table with the same company. Whoever asks first opens it; a seat kept for you there you take at once."""
    return {"id": services.tables.rematch(id, player, limit_tables(request, services))}


@router.get("/tables/{id}/record", response_class=JSONResponse)
def record(services: ServicesDep, id: TableId) -> Response:
    """The finished game as a record (docs/records.md), with its whole deal."""
    return Response(services.tables.record(id).dumps(), media_type="application/json")


# Streams

STREAM: dict[int | str, dict[str, Any]] = {200: {"content": {NDJSON: {}}, "description": "A JSON object a line."}}


@router.get(
    "/tables/{id}/stream", response_class=StreamingResponse, responses=STREAM, dependencies=[Depends(hold_stream)]
)
async def table_stream(services: ServicesDep, somebody: Somebody, id: TableId) -> Response:
    """The table as you may see it, now and after every change: one object a line, an empty line as a sign of life."""
    await run_in_threadpool(services.tables.version, id)  # there is such a table
    return StreamingResponse(while_it_answers(states(services, somebody, id)), media_type=NDJSON, headers=UNBUFFERED)


async def states(services: Services, somebody: Person | None, id: str) -> AsyncGenerator[bytes]:
    person = somebody.id if somebody else None
    async for news in news_of(services.live, services.tables, id, person):
        if news is None:
            yield b"\n"
            continue
        if somebody and not await run_in_threadpool(services.people.is_current, somebody):
            return  # nothing more for whoever has been signed out since
        if somebody and somebody.id in await services.live.share(
            ("involved", id, news), lambda: services.tables.involved(id)
        ):
            yield await run_in_threadpool(state_line, services, somebody, id)
        else:  # all watchers see the same
            yield await services.live.share(("watched", id, news), lambda: state_line(services, None, id))


def state_line(services: Services, somebody: Person | None, id: str) -> bytes:
    return line(table_state(services.tables.view(id, somebody))).encode()


def line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


@router.get("/stream", response_class=StreamingResponse, responses=STREAM, dependencies=[Depends(hold_stream)])
async def own_stream(services: ServicesDep, player: Player) -> Response:
    """Your tables, for bots: a line for each of your running games, and again whenever something happens there."""
    return StreamingResponse(while_it_answers(calls(services, player)), media_type=NDJSON, headers=UNBUFFERED)


async def calls(services: Services, player: Person) -> AsyncGenerator[str]:
    """`my_turn` says where a move is expected."""
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
