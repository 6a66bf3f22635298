"""The end of a game: who won and why, and what everybody's cards are worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar

from markupsafe import Markup

from gangland.core.game import Outcome, Termination, View
from gangland.core.words import Language, mark
from gangland.registry import load_room
from gangland.sentences import reason_of
from gangland.web.boards.pieces import Piece
from gangland.web.pov import Pov

GIVEN_UP = {
    Termination.RESIGNED: mark("{name} has resigned."),
    Termination.TIME: mark("{name} has run out of time."),
}


@dataclass(frozen=True)
class Group:
    """Cards that are counted together, each with its points, and the sum."""

    cards: tuple[tuple[Piece, int], ...]
    points: int
    name: str = ""
    emblem: Markup | str = ""
    is_secret: bool = False  # the game was given up before this was shown


@dataclass(frozen=True)
class Sheet:
    """What one player has reached: place, points, and the cards that brought them."""

    seat: int
    place: int
    name: str
    wins: bool
    points: int
    more: str = ""
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What the page of a finished game shows. A game that counts cards has a class and a template of its own."""

    template: ClassVar[str] = "scoring/plain.html"

    verdict: str
    reason: str
    sheets: tuple[Sheet, ...]


@singledispatch
def scoring_of(view: View, outcome: Outcome, pov: Pov) -> Scoring:
    """The end of a game, as a viewer with this view sees it."""
    names, words = pov.names, pov.words
    sheets = tuple(
        Sheet(seat, place, names[seat], seat in outcome.winners, outcome.scores[seat])
        for place, seat in enumerate(best_first(outcome), 1)
    )
    return Scoring(
        verdict=verdict_of(view.seat, outcome, names, words), reason=reason_in_words(outcome, pov), sheets=sheets
    )


def best_first(outcome: Outcome) -> list[int]:
    """The seats, winners first and then by points."""
    seats = range(len(outcome.scores))
    return sorted(seats, key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat], seat))


def reason_in_words(outcome: Outcome, pov: Pov) -> str:
    """A sentence that says why the game is over."""
    losers = [name for seat, name in enumerate(pov.names) if seat not in outcome.winners]
    reason = GIVEN_UP.get(outcome.reason) or reason_of(outcome, pov.table.game)
    return pov.words.say(reason, name=", ".join(losers))


def verdict_of(seat: int | None, outcome: Outcome, names: tuple[str, ...], words: Language) -> str:
    """A sentence that says who won and by how much. It says “you” to the reader's seat."""
    say = words.say
    scores = sorted(outcome.scores, reverse=True)
    if len(outcome.winners) > 1:
        if len(outcome.winners) == len(names) or seat not in outcome.winners:
            return say("A tie: {names}", names=", ".join(names[winner] for winner in outcome.winners))
        return say("You share the win with {names}", names=", ".join(names[w] for w in outcome.winners if w != seat))
    winner = outcome.winners[0]
    best = outcome.scores[winner]
    other = max(score for one, score in enumerate(outcome.scores) if one != winner)
    if scores[0] != best or best < other:
        return say("You win") if winner == seat else say("{name} wins", name=names[winner])
    if winner == seat:
        return say("You win, {points} to {other}", points=best, other=other)
    return say("{name} wins, {points} to {other}", name=names[winner], points=best, other=other)


load_room(__name__)
