"""What one person may know about a table, as plain data: all that pages and the API are made from."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.game import Game, Outcome, View
from gangland.web.clock import Clock

HOUSE = ("opponent", "robot")
FREE = ("invited", "open")


@dataclass(frozen=True)
class Chair:
    """A seat at the table."""

    number: int
    kind: (
        str  # person, opponent, robot, invited (waits for one person, or who holds its link), open (waits for anybody)
    )
    name: str  # as typed; never to be translated or formatted
    house: str | None  # the name of the opponent or robot, to be said by `words.say`; None for people
    level: int | None  # of an opponent
    bot: bool  # a program sits here, which is not of this house
    replaced: bool  # a person sat here and left, and the house plays on under their name
    kept: bool  # waits for the person of this name, and nobody else
    offered: bool  # you may sit down here, without a link
    connected: bool
    mine: bool
    left: float | None  # seconds on its clock at this moment
    link: str | None  # the token that claims it; only the opener of the table sees it


@dataclass(frozen=True)
class LogEntry:
    """A line of the log: a move, or (with no seat) a reshuffle."""

    number: int
    seat: int | None
    move: str | None


@dataclass(frozen=True)
class Said:
    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Undo:
    """How the seat may take its last move back, and whether somebody has asked for that."""

    way: str | None  # free (at once), ask (the others must agree), or None
    moves: int  # how many would be taken back
    asked_by: int | None
    awaited: tuple[int, ...]  # the seats that have not agreed yet


@dataclass(frozen=True)
class Rematch:
    """The next table of the same company."""

    id: str
    asked_by: str  # the name of whoever opened it
    mine: bool  # you sit there
    kept: bool  # your seat there is kept for you


@dataclass(frozen=True)
class TableView:
    id: str
    version: int  # counts every change: the id of a live event
    number: int  # what a move made now answers to
    game: Game
    clock: Clock
    public: bool
    is_opener: bool
    seat: int | None  # through whose eyes; None for a watcher, and before somebody with two seats has chosen
    mine: tuple[int, ...]  # the seats this person holds
    chairs: tuple[Chair, ...]
    opened: float
    started: bool
    closed: bool  # before its end: nobody plays here any more
    turn: int | None  # the seat that decides, while the game is on
    view: View | None  # None before the start
    legal_moves: tuple[str, ...]  # of `seat`, when it decides
    lines: tuple[LogEntry, ...]
    outcome: Outcome | None
    undo: Undo
    chat: tuple[Said, ...]
    ranked: bool
    rematch: Rematch | None  # the next table
    commitment: str
    record: str | None  # with the whole deal, after the end only

    @property
    def needs_curtain(self) -> bool:
        """Several people share this screen and hide something: nothing is shown before one of them sits down."""
        return self.seat is None and len(self.mine) > 1


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    id: str
    game: Game
    clock: Clock
    names: tuple[str, ...]
    kinds: tuple[str, ...]
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
        return self.turn in self.mine
