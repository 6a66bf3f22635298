"""Why a move: one sentence for people, from a analysis and what is plain to see."""

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
    """A move, how good it looks, and the reason as a sentence with its words."""

    candidate: Candidate
    exact: bool
    reason: str
    words: dict[str, Any]


def hint(seen: InformationState, limit: Limit = ENOUGH, seed: int = 0) -> Hint:
    analysis = analyse(seen, limit, seed)
    reason, words = reason_for(analysis.move, seen.view)
    return Hint(analysis.candidates[0], analysis.exact, reason, words)


def reason_for(move: Move, view: View) -> Reason:
    return reason(instance(view, View, "A view"), move)


@singledispatch
def reason(view: View, move: Move) -> Reason:
    """Why a move is good, as far as a look at the table tells."""
    return NOTHING_BETTER
