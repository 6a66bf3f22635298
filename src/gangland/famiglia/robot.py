"""The solo game: places on the Street matter, and seat 1 is the robot gangster (F10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.core.arguments import whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import MOST_MOVES, Position
    from gangland.famiglia.position import (
        ACTIONS,
        PASS,
        PAY,
        SWEEP,
        TAKE,
        DuelPosition,
        copy,
        held,
        kinds,
        lowest,
        worth,
    )

    ROBOT = 1
    NOWHERE = -1
    WANTED = [0] * 16


def fill_targets() -> None:
    """Fill in how many 0s, 1s, 2s and 3s the robot wants at the levels 1 to 4 (F10.3)."""
    levels = ((9, 6, 5, 3), (8, 6, 4, 2), (7, 5, 4, 2), (7, 4, 3, 2))
    for level in range(4):
        for rank in range(4):
            WANTED[4 * level + rank] = levels[level][rank]


fill_targets()


def street_card(move: int) -> int:
    """The Street card that a sweep or take names, in a move without a place. It is NOWHERE for other moves."""
    if move < SWEEP + 20:
        return move - SWEEP
    if TAKE <= move < PAY:
        return move - TAKE
    if PAY <= move < PASS:
        return (move - PAY) // 36
    return NOWHERE


class SoloPosition(DuelPosition):
    """The position of the solo game: the duel, with a rule that plays seat 1."""

    def __init__(self) -> None:
        DuelPosition.__init__(self)
        self.level = 3

    def deal_solo(self, first: int, joker_with_pair: bool, level: int) -> None:
        """Deal as in the duel, against a robot of a level from 1 to 4 (F10.1). Raises ValueError."""
        level = whole(level, "A level", 1, 4)
        self.deal(first, joker_with_pair)
        self.level = level

    def _restore(self, fields: Mapping[str, Any]) -> None:
        DuelPosition._restore(self, fields)
        self.level = fields["level"]

    def _rules(self) -> tuple[Any, ...]:
        return (self.joker_with_pair, self.level)

    def _actions(self) -> int:
        return ACTIONS * 64

    def _legal(self, out: list[int]) -> int:
        if self.turn == ROBOT:
            out[0] = self._robot_move()  # F11.3
            return 1
        if not cython.compiled:
            plain = [0] * MOST_MOVES
        n = 0
        for i in range(DuelPosition._legal(self, plain)):
            card = street_card(plain[i])
            if card == NOWHERE or held(self.street, card) == 1:
                out[n] = plain[i]
                n += 1
                continue
            for place in range(self.street_size):  # F7.3
                if self.row[place] == card:
                    out[n] = plain[i] + (place + 1) * ACTIONS
                    n += 1
        return n

    def _pick(self, random: Random) -> int:
        if self.turn == ROBOT:
            return self._robot_move()
        if not cython.compiled:
            out = [0] * MOST_MOVES
        n = self._legal(out)
        if n == 1:
            return out[0]
        return out[random._below(n - 1)]

    def _robot_move(self) -> int:
        """The robot's only move (F10.4).

        After a sweep the rule is applied from the start again, which ends in the same step as going on would.
        """
        may_sweep = self._may_sweep()
        for rank in range(4):
            if self._owned(rank) >= WANTED[4 * (self.level - 1) + rank]:
                continue
            place = self._leftmost(rank)
            if place == NOWHERE and may_sweep:
                return self._at(SWEEP, 0)
            if place == NOWHERE and rank == 1:
                place = self._instead_of_a_1()
            elif place == NOWHERE and rank > 1:
                place = self._dearest(rank)
            if place != NOWHERE:
                return self._at(TAKE, place)
        place = self._dearest(5)
        if place == NOWHERE:
            return PASS  # F10.2
        if may_sweep and self._pile_beats(worth(self.row[place])):
            return self._at(SWEEP, 0)
        return self._at(TAKE, place)

    def _at(self, kind: int, place: int) -> int:
        card = self.row[place]
        return kind + card + ((place + 1) * ACTIONS if held(self.street, card) > 1 else 0)

    def _owned(self, rank: int) -> int:
        count = 0
        for family in range(4):
            count += held(self.hand[ROBOT], 5 * family + rank)
        return count

    def _leftmost(self, rank: int) -> int:
        for place in range(self.street_size):
            if self.row[place] % 5 == rank:
                return place
        return NOWHERE

    def _instead_of_a_1(self) -> int:
        for place in range(self.street_size):
            if self.row[place] == 0:  # F0
                return place
        return self._leftmost(0)

    def _dearest(self, rank: int) -> int:
        """The place of the card worth most among those below a rank, the leftmost of equals."""
        best = NOWHERE
        for place in range(self.street_size):
            if self.row[place] % 5 < rank and (best == NOWHERE or worth(self.row[place]) > worth(self.row[best])):
                best = place
        return best

    def _pile_beats(self, points: int) -> bool:
        """Whether some card in the pile is worth more than so many points. Everybody knows what lies there (F1.5)."""
        left = kinds(self.bag)
        while left:
            if worth(lowest(left)) > points:
                return True
            left &= left - 1
        for i in range(self.under_size):
            if worth(self.under[i]) > points:
                return True
        return False

    def _forget_order(self) -> None:
        """Keep the order of the Street: in the solo game it matters (F7.3)."""

    def _assign(self, other: Position) -> None:
        copy(self, cython.cast(DuelPosition, other))
        self.level = cython.cast(SoloPosition, other).level
