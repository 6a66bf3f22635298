"""What a player who is still learning sees of a position, and what they overlook."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from enum import Enum
from functools import singledispatch
from random import Random
from typing import TypeVar

from gangland.core.game import Move, Pass, View

M = TypeVar("M", bound=Move)


class Depth(Enum):
    """How far one must look to see what a move is good for."""

    PLAIN = "plain"  # what the first lesson teaches
    TRICK = "trick"  # an ability or a card used for what it is there for
    COMBINATION = "combination"  # a move that is good because of the next one


@dataclass(frozen=True)
class Idea:
    """What a move is about. Moves with one idea are seen together or overlooked together."""

    depth: Depth
    subject: Hashable  # the card or the spot that the eye falls on


@singledispatch
def idea(view: View, move: Move) -> Idea:
    """The idea of a move. In a game that says nothing about ideas every move is plain."""
    return Idea(Depth.PLAIN, move)


@dataclass(frozen=True)
class Attention:
    """The share of ideas of each depth that somebody notices."""

    plain: float = 1.0
    trick: float = 1.0
    combination: float = 1.0

    def noticed(self, view: View[M], random: Random) -> View[M]:
        """The view with only those moves that are noticed.

        A pass is never overlooked. If nothing else would be left, all plain moves are noticed.
        """
        ideas = {move: idea(view, move) for move in view.legal_moves if not isinstance(move.action, Pass)}
        seen = {one: random.random() < getattr(self, one.depth.value) for one in dict.fromkeys(ideas.values())}
        if not any(seen.values()):
            seen = {one: one.depth is Depth.PLAIN for one in seen}
        moves = tuple(move for move in view.legal_moves if move not in ideas or seen[ideas[move]])
        return replace(view, legal_moves=moves or view.legal_moves)
