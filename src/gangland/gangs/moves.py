"""Moves of Gangs of New York as text (G9), and why a move is not legal."""

from __future__ import annotations

from typing import Self

from gangland.errors import IllegalMove, InvalidArgument, InvalidNotation
from gangland.game import Move
from gangland.gangs.cards import GANGS, SPOTS, Gang, Spot
from gangland.gangs.position import KINDS_OF_MOVES, GangsPosition
from gangland.words import mark

CLIMB, FILL, EXPEL, REVEAL, PASS, ACTIONS = KINDS_OF_MOVES


def supports(spot: Spot) -> tuple[Spot, Spot]:
    """The two spots it stands on (G0.2)."""
    if spot.row == 1:
        raise InvalidArgument(mark("{spot} stands on no other spot."), "G0.2", spot=spot)
    left = spot - 8 + spot.row
    return SPOTS[left], SPOTS[left + 1]


def touching(one: Spot, other: Spot) -> bool:
    """G0.4."""
    if one.row == other.row:
        return abs(one.column - other.column) == 1
    low, high = sorted((one, other))
    return high.row == low.row + 1 and low in supports(high)


PAIRS = tuple((victim, agent) for victim in SPOTS for agent in SPOTS if touching(victim, agent))


class GangsMove(Move):
    """One of 779 numbers, written as in G9."""

    count = ACTIONS

    @property
    def climb(self) -> tuple[Spot, Spot]:
        """From where to where."""
        if self >= FILL:
            raise self._of_another_kind()
        goal = SPOTS[6 + self // 2]
        return supports(goal)[self % 2], goal

    @property
    def expulsion(self) -> tuple[Spot, Spot, Gang]:
        """The victim, the agent and the influence card."""
        if not EXPEL <= self < REVEAL:
            raise self._of_another_kind()
        victim, agent = PAIRS[(self - EXPEL) // 8]
        return victim, agent, GANGS[(self - EXPEL) % 8]

    def __str__(self) -> str:
        if self < FILL:
            return "climb {} {}".format(*self.climb)
        if self < EXPEL:
            return f"fill {SPOTS[self - FILL]}"
        if self < REVEAL:
            return "expel {} by {} with {}".format(*self.expulsion)
        return f"reveal {Gang(self - REVEAL)}" if self < PASS else "pass"

    @classmethod
    def _parse(cls, text: str) -> Self:
        match text.split(" "):
            case ["pass"]:
                return cls(PASS)
            case ["climb", start, goal]:
                return cls(CLIMB + read_climb(Spot.parse(start), Spot.parse(goal)))
            case ["fill", start]:
                return cls(FILL + read_filler(Spot.parse(start)))
            case ["expel", victim, "by", agent, "with", card]:
                return cls(EXPEL + 8 * read_neighbours(Spot.parse(victim), Spot.parse(agent)) + Gang.parse(card))
            case ["reveal", gang]:
                return cls(REVEAL + Gang.parse(gang))
        raise InvalidNotation(mark("“{text}” is not a move of Gangs of New York."), "G9", text=text)


def read_climb(start: Spot, goal: Spot) -> int:
    if goal.row == start.row + 1 and touching(start, goal):
        return 2 * (goal - 6) + supports(goal).index(start)
    raise InvalidNotation(
        mark("A card climbs to the row above, to a spot that touches its own: {start} and {goal} do not fit."), "G3.1",
        start=start, goal=goal,
    )  # fmt: skip


def read_filler(start: Spot) -> int:
    if start.row < 6:
        return start
    raise InvalidNotation(mark("There is no gap above {spot}."), "G3.2", spot=start)


def read_neighbours(victim: Spot, agent: Spot) -> int:
    if (victim, agent) in PAIRS:
        return PAIRS.index((victim, agent))
    raise InvalidNotation(mark("{victim} and {agent} are not neighbours."), "G0.4", victim=victim, agent=agent)


def why_illegal(position: GangsPosition, move: GangsMove) -> IllegalMove:
    """The first reason why a move is not legal, with its clause."""
    if position.ended:
        return IllegalMove(mark("The game is over."), "G6.3")
    if position.reveals:
        return object_to_reveal(position, move)
    if position.gap >= 0:
        left, right = supports(Spot(position.gap))
        return IllegalMove(
            mark("First the gap on {gap} must be filled, from {left} or {right}."), "G3.2",
            gap=Spot(position.gap), left=left, right=right,
        )  # fmt: skip
    if move < FILL:
        return object_to_climb(position, *move.climb)
    if move < EXPEL:
        return IllegalMove(mark("There is no gap to fill."), "G3.2")
    if move < REVEAL:
        return object_to_expulsion(position, *move.expulsion)
    if move < PASS:
        return IllegalMove(mark("No reveal is due now."), "G5.1")
    return IllegalMove(mark("There is no passing before the coronation."), "G2.1")


def object_to_reveal(position: GangsPosition, move: GangsMove) -> IllegalMove:
    if not REVEAL <= move < PASS:
        return IllegalMove(mark("First one of your secret alliances must be revealed."), "G5.1")
    gang = Gang(move - REVEAL)
    if gang in position.alliance[3 * position.turn : 3 * position.turn + 3]:
        return IllegalMove(mark("Your alliance {gang} is already revealed."), "G5.1", gang=gang)
    return IllegalMove(mark("{gang} is not one of your alliances."), "G5.1", gang=gang)


def object_to_climb(position: GangsPosition, start: Spot, goal: Spot) -> IllegalMove:
    if position.crowned:
        return IllegalMove(mark("Nobody climbs after the coronation."), "G6.1")
    if position.board[start] < 0:
        return IllegalMove(mark("There is nobody on {spot}."), "G3.1", spot=start)
    if position.board[goal] >= 0:
        return IllegalMove(mark("{spot} is occupied."), "G3.1", spot=goal)
    return IllegalMove(mark("{spot} needs both cards below it."), "G3.1", spot=goal)


def object_to_expulsion(position: GangsPosition, victim: Spot, agent: Spot, card: Gang) -> IllegalMove:
    for spot in (victim, agent):
        if position.board[spot] < 0:
            return IllegalMove(mark("There is nobody on {spot}."), "G4.1", spot=spot)
    if not position.influence[position.turn] >> 4 * card & 15:
        return IllegalMove(mark("You have no influence card {gang}."), "G4.1", gang=card)
    return IllegalMove(
        mark("If the victim is in rows 4 to 6, the influence card must be of the agent's gang, {gang}."), "G4.2",
        gang=Gang(position.board[agent]),
    )  # fmt: skip
