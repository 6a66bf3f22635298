"""What the API answers, and how it is made from what the server knows."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from pydantic import BaseModel, Field

from gangland.server.api.inputs import AnyView, ClockWish
from gangland.web.table_view import SeatKind, TableSummary, TableView


class Problem(BaseModel):
    """An error: one sentence in the client's language. It may name the clause of the rules or the field it is about."""

    error: str
    clause: str = ""
    field: str = ""


class Me(BaseModel):
    """Who you are."""

    id: str
    name: str
    bot: bool


class Bot(Me):
    """A bot with its token, which is shown once."""

    token: str


class LevelInfo(BaseModel):
    """A computer opponent."""

    level: int
    name: str


class GameInfo(BaseModel):
    """A game, the choices of its options, and its opponents."""

    name: str
    options: dict[str, list[Any]]
    levels: list[LevelInfo]


class Opened(BaseModel):
    """The id of the table."""

    id: str


class SeatTaken(BaseModel):
    """The number of the seat that you took."""

    seat: int


class Moved(BaseModel):
    """The journal's number after your move, which your next action must name."""

    number: int


class Undone(BaseModel):
    """Whether the moves are taken back. If not, the others are asked."""

    done: bool


class Done(BaseModel):
    """The action was carried out."""

    done: Literal[True] = True


class ChairState(BaseModel):
    """A seat at a table, as you may see it."""

    number: int
    kind: SeatKind
    name: str
    house: str | None
    level: int | None
    bot: bool = Field(description="A program sits here that is not of this house.")
    replaced: bool = Field(description="A person of this name left, and the computer plays on.")
    kept: bool = Field(description="The seat waits for the person of this name, and nobody else.")
    offered: bool = Field(description="You may claim it without a link.")
    connected: bool
    mine: bool
    left: float | None
    link: str | None


class OutcomeState(BaseModel):
    """How a game ended: points by seat, the seats that won, and why it is over."""

    scores: list[int]
    winners: list[int]
    reason: str


class LineState(BaseModel):
    """A line of the log: a move, or a reshuffle, which has no seat."""

    number: int
    seat: int | None
    move: str | None


class SaidState(BaseModel):
    """A message of the chat. `at` is in seconds since 1970."""

    seat: int
    name: str
    text: str
    at: float


class UndoState(BaseModel):
    """How you may take your last move back, and whether somebody has asked for that."""

    way: Literal["free", "ask"] | None
    moves: int
    asked_by: int | None
    awaited: list[int]


class HintState(BaseModel):
    """Whether you may ask for the best move, and what you were told."""

    offered: bool = Field(description="You play against nobody but the computer.")
    used: bool = Field(description="A hint was asked for in this game, so it does not count.")
    awaited: bool = Field(description="Your hint is thought about.")
    move: str | None


class HintAnswer(BaseModel):
    """Your best move. It is null while it is thought about; then the table has it in `hints`."""

    move: str | None


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
    hints: HintState
    rematch: str | None
    rematch_kept: bool = Field(description="A seat is kept for you at the next table.")
    commitment: str
    record: str | None


class BriefState(BaseModel):
    """A table in a list, as you may see it."""

    id: str
    game: str
    options: dict[str, Any]
    names: list[str]
    kinds: list[SeatKind]
    bots: list[bool]
    started: bool
    my_turn: bool
    kept: bool = Field(description="A seat is kept for you: claim it.")
    entries: int
    outcome: OutcomeState | None


class RankedState(BaseModel):
    """A win in the solo ranking. `at` is in seconds since 1970."""

    name: str
    score: int
    at: float
    table: str


class RatingState(BaseModel):
    """A rating on Elo's scale: the 95% interval is points ± doubt."""

    name: str
    bot: bool
    level: int | None
    points: int
    doubt: int
    games: int


def table_state(view: TableView) -> dict[str, Any]:
    """A table as JSON, from what a person may know of it."""
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
        "hints": asdict(view.hints),
        "chat": [asdict(said) for said in view.chat],
        "rematch": view.rematch.id if view.rematch else None,
        "rematch_kept": bool(view.rematch and view.rematch.kept),
    }


PLAIN = (
    "id", "version", "number", "public", "is_opener", "seat", "mine", "opened", "started", "turn", "legal_moves",
    "ranked", "commitment", "record",
)  # fmt: skip


def summary_state(summary: TableSummary) -> dict[str, Any]:
    """A table in a list, as JSON."""
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
