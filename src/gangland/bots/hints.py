"""Hints: a good move with one sentence that says why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from gangland.bots.analysis import Candidate, Limit, analyse
from gangland.core.arguments import instance
from gangland.core.game import Move, View
from gangland.core.sentence import Sentence
from gangland.core.words import mark
from gangland.play import InformationState

NOTHING_BETTER = Sentence(mark("there is nothing better"))
ADVICE = mark("{advice}: {reason}.")
PASS = Sentence(mark("Pass"))
ENOUGH = Limit(seconds=1.0)


@dataclass(frozen=True)
class Hint:
    """A hint: a move, how good it looks, and the reason."""

    candidate: Candidate
    exact: bool
    reason: Sentence


def hint(seen: InformationState, limit: Limit = ENOUGH, seed: int = 0) -> Hint:
    """Search for the best move of a seat and say why it is good. Raises ValueError if it is another seat's turn."""
    analysis = analyse(seen, limit, seed)
    return Hint(analysis.candidates[0], analysis.exact, reason_for(analysis.move, seen.view))


def best_move(seen: InformationState) -> Move:
    """The move of a hint, from nothing but what a seat has seen. Raises ValueError if it is another seat's turn."""
    return hint(seen).candidate.move


def reason_for(move: Move, view: View) -> Sentence:
    """Why a move is good, as a sentence. Raises TypeError unless `view` is a view."""
    return reason(instance(view, View, "A view"), move)


def advice_for(move: Move, view: View) -> Sentence:
    """What to do and why, as one sentence. Raises TypeError unless `view` is a view."""
    return Sentence(ADVICE, {"advice": advice(instance(view, View, "A view"), move), "reason": reason(view, move)})


@singledispatch
def advice(view: View, move: Move) -> Sentence:
    """What to do, as the first half of a sentence.

    A game without sentences of its own gives the notation of the move.
    """
    return Sentence(mark("Play {move}"), {"move": str(move)})


@singledispatch
def reason(view: View, move: Move) -> Sentence:
    """Why a move is good, from a look at the table.

    A game without reasons of its own gives the same one for all moves.
    """
    return NOTHING_BETTER
