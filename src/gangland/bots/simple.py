"""Players that look no further than their own turn: at random, as in a first game, and by rules of thumb."""

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


def choose_as_a_beginner(view: View[M], random: Random) -> M:
    """A move of somebody in their first game, at random among equals. Raises ValueError if there is none."""
    values = {move: beginner_value(view, move) for move in view.legal_moves}
    return choose_at_random([move for move, value in values.items() if value == max(values.values())], random)


@singledispatch
def beginner_value(view: View, move: Move) -> float:
    """How good a move looks in a first game. In a game that says nothing about that all moves are equal."""
    return 0.0


@singledispatch
def move_value(view: View, move: Move) -> float:
    """How good a move looks without looking ahead. In a game without rules of thumb all moves are equal."""
    return 0.0
