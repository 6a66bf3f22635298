"""Players that look no further than their own turn: one moves at random, one by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from random import Random
from typing import TypeVar

from gangland.core.arguments import instance
from gangland.core.game import Move, Pass, View

M = TypeVar("M", bound=Move)


def choose_at_random(moves: Sequence[M], random: Random) -> M:
    """A random move of these. It is a pass only if there is nothing else. Raises ValueError if there are none."""
    if not len(moves):
        raise ValueError("There must be at least one move to choose from.")
    active = [move for move in moves if not isinstance(move.action, Pass)]
    return active[random.randrange(len(active))] if active else moves[0]


def choose_greedily(view: View[M]) -> M:
    """The move with the highest value, the first one among equals. Raises ValueError if there is no legal move."""
    if not instance(view, View, "A view").legal_moves:
        raise ValueError("There is no move now: it is another seat's turn, or the game is over.")
    return max(view.legal_moves, key=lambda move: move_value(view, move))


@singledispatch
def move_value(view: View, move: Move) -> float:
    """How good a move looks without looking ahead. In a game without rules of thumb all moves are equal."""
    return 0.0
