"""What one person may know about a table, as plain data. Pages and the API are made from nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gangland.core.game import Game, Outcome, View
from gangland.web.clock import Clock


class SeatKind(StrEnum):
    """Who sits on a seat, or may sit down there."""

    PERSON = "person"
    OPPONENT = "opponent"  # of the computer, at one of its levels
    ROBOT = "robot"  # of a game for one player
    INVITED = "invited"  # waits for one person, or for the holder of its link
    OPEN = "open"  # waits for anybody


HOUSE = (SeatKind.OPPONENT, SeatKind.ROBOT)
FREE = (SeatKind.INVITED, SeatKind.OPEN)


@dataclass(frozen=True)
class Chair:
    """A seat at a table, free or taken."""

    number: int
    kind: SeatKind
    name: str  # as the person typed it; never translated or used as a format
    house: str | None  # the name of the opponent or robot, to be translated; None for people
    level: int | None  # of an opponent
    bot: bool  # a program that plays by the API sits here
    replaced: bool  # a person left this seat, and the computer plays on under their name
    kept: bool  # the seat waits for the person of this name, and nobody else
    offered: bool  # the viewer may sit down here without a link
    connected: bool
    mine: bool
    left: float | None  # seconds on the clock of this seat now
    link: str | None  # the token that claims the seat; only the opener of the table sees it


@dataclass(frozen=True)
class LogEntry:
    """A line of the log: a move, or a reshuffle, which has no seat."""

    number: int
    seat: int | None
    move: str | None


@dataclass(frozen=True)
class Said:
    """A message of the chat. `at` is the time in seconds since 1970."""

    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Undo:
    """How the seat may take its last move back, and whether somebody has asked for that."""

    way: str | None  # free (at once), ask (the others must agree), or None (not at all)
    moves: int  # how many would be taken back
    asked_by: int | None
    awaited: tuple[int, ...]  # the seats that have not agreed yet


@dataclass(frozen=True)
class Hints:
    """Whether the viewer may ask for the best move, and what they were told."""

    offered: bool  # the viewer plays against nobody but the computer
    used: bool  # a hint was asked for in this game, so it does not count
    awaited: bool  # the viewer's hint is thought about
    move: str | None  # the viewer's best move now, if they asked for it


@dataclass(frozen=True)
class Rematch:
    """The next table of the same people."""

    id: str
    asked_by: str  # the name of the person who opened it
    mine: bool  # the viewer sits there
    kept: bool  # a seat there is kept for the viewer


@dataclass(frozen=True)
class TableView:
    """A table as one person may know it. Times are in seconds."""

    id: str
    version: int  # counts every change; live events carry it
    number: int  # the number of the next journal entry; a move must name it
    game: Game
    clock: Clock
    public: bool
    is_opener: bool
    seat: int | None  # whose view this is; None for a watcher, and before a person with two seats has chosen
    mine: tuple[int, ...]  # the seats of this person
    chairs: tuple[Chair, ...]
    opened: float
    started: bool
    closed: bool  # closed before its end: nobody plays here any more
    turn: int | None  # the seat that decides, while the game is on
    view: View | None  # None before the start
    legal_moves: tuple[str, ...]  # of `seat`, if it is its turn; otherwise none
    lines: tuple[LogEntry, ...]
    outcome: Outcome | None
    undo: Undo
    chat: tuple[Said, ...]
    ranked: bool
    hints: Hints
    rematch: Rematch | None  # the next table
    commitment: str
    record: str | None  # the record with the whole deal, after the end only
    guided: bool = False  # somebody's first game, with tips; it does not count

    @property
    def needs_curtain(self) -> bool:
        """Whether nothing may be shown before one of several people with secrets has sat down at this screen."""
        return self.seat is None and len(self.mine) > 1


@dataclass(frozen=True)
class TableSummary:
    """A table as lists show it. Times are in seconds."""

    id: str
    game: Game
    clock: Clock
    names: tuple[str, ...]
    kinds: tuple[SeatKind, ...]
    levels: tuple[int | None, ...]  # of opponents
    bots: tuple[bool, ...]
    replaced: tuple[bool, ...]
    mine: tuple[int, ...]
    kept: tuple[int, ...]  # the seats that wait for this person
    opened: float
    started: float | None
    ended: float | None
    entries: int
    turn: int | None
    outcome: Outcome | None

    @property
    def my_turn(self) -> bool:
        """Whether it is the turn of a seat of this person."""
        return self.turn in self.mine
