"""Why a move: one sentence for people, from a thought and what is plain to see."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from gangland.arguments import instance
from gangland.bots.mind import Budget, Mind, Option
from gangland.game import View
from gangland.play import Seen
from gangland.words import mark

Reason = tuple[str, dict[str, Any]]  # a sentence and its words
NOTHING_BETTER: Reason = (mark("nothing better is to be had"), {})
ENOUGH = Budget(seconds=1.0)


@dataclass(frozen=True)
class Hint:
    """A move, how good it looks, and the reason as a sentence with its words."""

    option: Option
    exact: bool
    reason: str
    words: dict[str, Any]


def hint(seen: Seen, budget: Budget = ENOUGH, seed: int = 0) -> Hint:
    thought = Mind().think(seen, budget, seed)
    reason, words = reason_for(thought.move, seen.view)
    return Hint(thought.options[0], thought.exact, reason, words)


def reason_for(move: str, view: View) -> Reason:
    return reason(instance(view, View, "A view"), move)


@singledispatch
def reason(view: View, move: str) -> Reason:
    """Why a move is good, as far as a look at the table tells."""
    return NOTHING_BETTER
