"""A simple opponent by rules of thumb: it looks no further than its own turn."""

from __future__ import annotations

from functools import singledispatch

from gangland.arguments import instance
from gangland.game import View


def choose_greedily(view: View) -> str:
    """The move with the highest value; among equals the first."""
    if not instance(view, View, "A view").legal_moves:
        raise ValueError("There is no move now: it is another seat's turn, or the game is over.")
    return max(view.legal_moves, key=lambda move: move_value(view, move))


@singledispatch
def move_value(view: View, move: str) -> float:
    """How good a move looks; without rules of thumb for a game all are equal."""
    return 0.0
