"""Hints: a good move with one sentence that says why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from gangland.arguments import instance
from gangland.bots.analysis import Candidate, Limit, analyse
from gangland.game import Move, View
from gangland.play import InformationState
from gangland.words import mark

Reason = tuple[str, dict[str, Any]]  # a sentence and its words
NOTHING_BETTER: Reason = (mark("nothing better is to be had"), {})
ENOUGH = Limit(seconds=1.0)


@dataclass(frozen=True)
class Hint:
    """A hint: a move, how good it looks, and the reason as a sentence with its words."""

    candidate: Candidate
    exact: bool
    reason: str
    words: dict[str, Any]


def hint(seen: InformationState, limit: Limit = ENOUGH, seed: int = 0) -> Hint:
    """Search for the best move of a seat and say why it is good. Raises ValueError if it is another seat's turn."""
    analysis = analyse(seen, limit, seed)
    reason, words = reason_for(analysis.move, seen.view)
    return Hint(analysis.candidates[0], analysis.exact, reason, words)


def reason_for(move: Move, view: View) -> Reason:
    """Why a move is good, as a sentence with its words. Raises TypeError unless `view` is a view."""
    return reason(instance(view, View, "A view"), move)


@singledispatch
def reason(view: View, move: Move) -> Reason:
    """Why a move is good, from a look at the table.

    A game without reasons of its own gives the same one for all moves.
    """
    return NOTHING_BETTER
