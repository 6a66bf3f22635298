"""The end of a game: who won and why, and what everybody's cards are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import ClassVar

from markupsafe import Markup

from gangland.core.game import GIVEN_UP, Outcome, Termination, View, places
from gangland.core.rooms import load_room
from gangland.core.sentence import Name, Sentence
from gangland.core.words import Language, mark, mark_many
from gangland.sentences import MoveSentence, reason_of
from gangland.web.boards.pieces import Piece
from gangland.web.pov import Pov
from gangland.web.sentences import HTML

FORFEITS: dict[Termination, MoveSentence] = {
    Termination.RESIGNED: (mark("{name} has resigned."), mark("You have resigned.")),
    Termination.TIME: (mark("{name} has run out of time."), mark("You have run out of time.")),
}
PLACES = {  # of those who have not won, by the number of players before them
    1: mark_many("You are second, with {count} point", "You are second, with {count} points"),
    2: mark_many("You are third, with {count} point", "You are third, with {count} points"),
    3: mark_many("You are fourth, with {count} point", "You are fourth, with {count} points"),
}


@dataclass(frozen=True)
class Group:
    """Cards that are counted together, each with its points, and the sum."""

    cards: tuple[tuple[Piece, int], ...]
    points: int
    name: str = ""
    emblem: Markup | str = ""
    lead: int | None = None  # how many points more than the other player's; None if that is not told
    is_secret: bool = False  # the game was given up before this was shown


@dataclass(frozen=True)
class Sheet:
    """What one player has reached: place, points, and the cards that brought them."""

    seat: int
    place: int  # 1 is the best; equals share a place
    name: str  # “You” for the reader's own sheet
    wins: bool
    is_mine: bool
    points: int
    more: str = ""
    groups: tuple[Group, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Something that decided a game, counted from its history, and whether that was good for the reader."""

    label: str
    say: Markup
    tone: str  # right or wrong


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """What the page of a finished game shows. A game that counts cards has a class and a template of its own."""

    template: ClassVar[str] = "scoring/plain.html"

    verdict: str
    reason: str
    sheets: tuple[Sheet, ...]
    facts: tuple[Fact, ...] = ()  # what decided it, for the reader


MOST_FACTS = 3
COMPARED = mark("you {own}, {name} {other}")


@singledispatch
def scoring_of(view: View, outcome: Outcome, pov: Pov) -> Scoring:
    """The end of a game, as a viewer with this view sees it."""
    sheets = tuple(sheet_of(seat, outcome, pov, outcome.scores[seat]) for seat in best_first(outcome))
    return Scoring(verdict=verdict_in_words(outcome, pov), reason=reason_in_words(outcome, pov), sheets=sheets)


def sheet_of(
    seat: int, outcome: Outcome, pov: Pov, points: int, more: str = "", groups: tuple[Group, ...] = ()
) -> Sheet:
    """The sheet of a seat, with the place and the name that the reader gives it."""
    is_mine = seat == pov.reader
    name = pov.words.say("You") if is_mine else pov.names[seat]
    place = 1 + places(outcome.winners, outcome.scores)[seat]
    return Sheet(seat, place, name, seat in outcome.winners, is_mine, points, more, groups)


def compared(label: str, own: int, other: int, rival: str, words: Language, *, is_good: bool = True) -> Fact | None:
    """A count of the reader's beside the other side's, None if they are equal. `is_good`: more is better."""
    if own == other:
        return None
    said = HTML.say(Sentence(COMPARED, {"own": own, "other": other, "name": Name(rival)}), words)
    return Fact(label, said + ".", "right" if (own > other) == is_good else "wrong")


def best_first(outcome: Outcome) -> list[int]:
    """The seats, winners first and then by points."""
    seats = range(len(outcome.scores))
    return sorted(seats, key=lambda seat: (seat not in outcome.winners, -outcome.scores[seat], seat))


def reason_in_words(outcome: Outcome, pov: Pov) -> str:
    """Why the game is over and, for one of several who have not won, who has won and with how much."""
    words, reader = pov.words, pov.reader
    losers = [seat for seat in range(len(pov.names)) if seat not in outcome.winners]
    if outcome.reason in FORFEITS:
        return words.say(FORFEITS[outcome.reason][reader in losers], name=", ".join(pov.names[seat] for seat in losers))
    said = words.say(reason_of(outcome, pov.table.game))
    if reader not in losers or len(pov.names) == 2:
        return said
    if len(outcome.winners) > 1:
        return f"{shared(None, outcome, pov.names, words)}. {said}"
    winner = outcome.winners[0]
    won = words.say_many(
        "{name} wins with {count} point.",
        "{name} wins with {count} points.",
        outcome.scores[winner],
        name=pov.names[winner],
    )
    return f"{won} {said}"


def verdict_in_words(outcome: Outcome, pov: Pov) -> str:
    """A sentence that says who won and by how much. It says “you” to the reader."""
    return verdict_of(pov.reader, outcome, pov.names, pov.words)


def verdict_of(seat: int | None, outcome: Outcome, names: Sequence[str], words: Language) -> str:
    """A sentence that says who won and by how much. It says “you” to the reader's seat."""
    say, scores = words.say, outcome.scores
    if len(outcome.winners) > 1:
        if seat is None or seat in outcome.winners:
            return shared(seat, outcome, names, words)
        if outcome.reason in GIVEN_UP:
            return say("You lose")
        return words.say_many(*PLACES[places(outcome.winners, scores)[seat]], scores[seat])
    winner = outcome.winners[0]
    best, other = scores[winner], max(score for one, score in enumerate(scores) if one != winner)
    if outcome.reason in GIVEN_UP or best < other:  # the points did not decide it
        if seat is None:
            return say("{name} wins", name=names[winner])
        return say("You win") if winner == seat else say("You lose")
    if seat is None:
        return say("{name} wins, {points} to {other}", name=names[winner], points=best, other=other)
    if winner == seat:
        return say("You win, {points} to {other}", points=best, other=other)
    before = places(outcome.winners, scores)[seat]
    if len(names) > 2 and before in PLACES:
        return words.say_many(*PLACES[before], scores[seat])
    return say("You lose, {points} to {other}", points=scores[seat], other=best)


def shared(seat: int | None, outcome: Outcome, names: Sequence[str], words: Language) -> str:
    """A sentence that says who shares the win."""
    others = ", ".join(names[winner] for winner in outcome.winners if winner != seat)
    if seat not in outcome.winners:
        return words.say("A tie: {names}", names=others)
    if outcome.is_tie:
        return words.say("A tie: you and {names}", names=others)
    return words.say("You share the win with {names}", names=others)


load_room(__name__)
