"""The moves of Gangs of New York (G9), and why a move is not legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self, assert_never

from gangland.core import game
from gangland.core.arguments import instance
from gangland.core.errors import IllegalMove, InvalidNotation
from gangland.core.game import Move, Pass
from gangland.core.words import mark
from gangland.gangs.cards import GANGS, SPOTS, Gang, Spot
from gangland.gangs.position import GangsPosition


@dataclass(frozen=True, slots=True)
class Climb(game.Action):
    """Let a card climb to the row above (G3.1)."""

    verb: ClassVar[str] = "climb"
    start: Spot
    goal: Spot

    def __str__(self) -> str:
        return f"climb {self.start} {self.goal}"


@dataclass(frozen=True, slots=True)
class Fill(game.Action):
    """Move a card up into the gap (G3.2)."""

    verb: ClassVar[str] = "fill"
    start: Spot

    def __str__(self) -> str:
        return f"fill {self.start}"


@dataclass(frozen=True, slots=True)
class Expel(game.Action):
    """Let an agent expel a victim, for an influence card (G4.1)."""

    verb: ClassVar[str] = "expel"
    victim: Spot
    agent: Spot
    card: Gang

    def __str__(self) -> str:
        return f"expel {self.victim} by {self.agent} with {self.card}"


@dataclass(frozen=True, slots=True)
class Reveal(game.Action):
    """Reveal an alliance (G5.1)."""

    verb: ClassVar[str] = "reveal"
    gang: Gang

    def __str__(self) -> str:
        return f"reveal {self.gang}"


Action = Climb | Fill | Expel | Reveal | Pass

NEIGHBOURS = tuple((victim, agent) for victim in SPOTS for agent in SPOTS if victim.touches(agent))
ACTIONS: tuple[Action, ...] = (  # in the order of the kernel's action space
    *(Climb(start, goal) for goal in SPOTS[6:] for start in goal.supports),
    *(Fill(start) for start in SPOTS[:20]),
    *(Expel(victim, agent, card) for victim, agent in NEIGHBOURS for card in GANGS),
    *(Reveal(gang) for gang in GANGS),
    Pass(),
)


class GangsMove(Move[Action]):
    """One of 779 moves, written as in G9."""

    __slots__ = ()
    actions = ACTIONS

    @classmethod
    def _read_action(cls, text: str) -> Action:
        match text.split(" "):
            case ["climb", start, goal]:
                return Climb(Spot.parse(start), Spot.parse(goal))
            case ["fill", start]:
                return Fill(Spot.parse(start))
            case ["expel", victim, "by", agent, "with", card]:
                return Expel(Spot.parse(victim), Spot.parse(agent), Gang.parse(card))
            case ["reveal", gang]:
                return Reveal(Gang.parse(gang))
            case ["pass"]:
                return Pass()
        raise InvalidNotation(mark("“{text}” is not a move of Gangs of New York."), "G9", text=text)

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise why_never(cls._read_action(text))


def why_never(action: Action) -> InvalidNotation:
    """The error that says why no move stands for an action."""
    match action:
        case Climb(start, goal):
            return InvalidNotation(
                mark("A card climbs to the row above, to a spot that touches its own: {start} and {goal} do not fit."),
                "G3.1", start=start, goal=goal,
            )  # fmt: skip
        case Fill(start):
            return InvalidNotation(mark("There is no gap above {spot}."), "G3.2", spot=start)
        case Expel(victim, agent):
            return InvalidNotation(mark("{victim} and {agent} are not neighbours."), "G0.4", victim=victim, agent=agent)
    raise AssertionError(f"{action} is a move")


def why_illegal(position: GangsPosition, move: GangsMove) -> IllegalMove:
    """The error with the first reason why a move is not legal, and its clause."""
    action = instance(move, GangsMove, "A move of Gangs").action
    if position.ended:
        return IllegalMove(mark("The game is over."), "G6.3")
    if position.reveals:
        return _why_no_reveal(position, action)
    if position.gap >= 0:
        left, right = Spot(position.gap).supports
        return IllegalMove(
            mark("First the gap on {gap} must be filled, from {left} or {right}."), "G3.2",
            gap=Spot(position.gap), left=left, right=right,
        )  # fmt: skip
    match action:
        case Climb(start, goal):
            return _why_no_climb(position, start, goal)
        case Fill():
            return IllegalMove(mark("There is no gap to fill."), "G3.2")
        case Expel(victim, agent, card):
            return _why_no_expulsion(position, victim, agent, card)
        case Reveal():
            return IllegalMove(mark("There is no alliance to reveal now."), "G5.1")
        case Pass():
            return IllegalMove(mark("You cannot pass before the coronation."), "G2.1")
        case other:
            assert_never(other)


def _why_no_reveal(position: GangsPosition, action: Action) -> IllegalMove:
    """The error for a move that is not the reveal that is due."""
    if not isinstance(action, Reveal):
        return IllegalMove(mark("First one of your secret alliances must be revealed."), "G5.1")
    gang = action.gang
    if gang.number in position.alliance[3 * position.turn : 3 * position.turn + 3]:
        return IllegalMove(mark("Your alliance {gang} is already revealed."), "G5.1", gang=gang)
    return IllegalMove(mark("{gang} is not one of your alliances."), "G5.1", gang=gang)


def _why_no_climb(position: GangsPosition, start: Spot, goal: Spot) -> IllegalMove:
    """The error that says why a card cannot climb there now."""
    if position.crowned:
        return IllegalMove(mark("Nobody climbs after the coronation."), "G6.1")
    if position.board[start] < 0:
        return IllegalMove(mark("There is nobody on {spot}."), "G3.1", spot=start)
    if position.board[goal] >= 0:
        return IllegalMove(mark("{spot} is occupied."), "G3.1", spot=goal)
    return IllegalMove(mark("Both spots below {spot} must be occupied."), "G3.1", spot=goal)


def _why_no_expulsion(position: GangsPosition, victim: Spot, agent: Spot, card: Gang) -> IllegalMove:
    """The error that says why this expulsion is not possible now."""
    for spot in (victim, agent):
        if position.board[spot] < 0:
            return IllegalMove(mark("There is nobody on {spot}."), "G4.1", spot=spot)
    if not position.influence[position.turn] >> 4 * card.number & 15:
        return IllegalMove(mark("You have no influence card {gang}."), "G4.1", gang=card)
    return IllegalMove(
        mark("If the victim is in rows 4 to 6, the influence card must be of the agent's gang, {gang}."), "G4.2",
        gang=Gang(position.board[agent]),
    )  # fmt: skip
