"""The end of Famiglia: what cards are worth, family by family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from gangland.core.arguments import instance
from gangland.core.game import GIVEN_UP, Outcome, Pass
from gangland.core.sentence import Sentence
from gangland.core.words import mark, mark_many
from gangland.famiglia import FamigliaMove, FamigliaView, PlayBrute, Take
from gangland.famiglia.cards import FAMILIES
from gangland.famiglia.moves import Action
from gangland.play import Played
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web.art import famiglia as art
from gangland.web.boards.pieces import Piece
from gangland.web.pov import Pov
from gangland.web.scoring import (
    MOST_FACTS,
    Fact,
    Group,
    Scoring,
    Sheet,
    compared,
    reason_in_words,
    scoring_of,
    sheet_of,
    verdict_in_words,
)
from gangland.web.sentences import HTML, name_of
from gangland.web.story.famiglia import Face, Row

WORTH_ALONE = mark_many("{card} alone is worth {count} point.", "{card} alone is worth {count} points.")


@dataclass(frozen=True, kw_only=True)
class FamigliaScoring(Scoring):
    """The end of a game of Famiglia. The sheets list cards by family."""

    template: ClassVar[str] = "scoring/famiglia.html"


@scoring_of.register
def famiglia_scoring(view: FamigliaView, outcome: Outcome, pov: Pov) -> FamigliaScoring:
    """The end of a game of Famiglia, with the viewer's sheet first."""
    row = instance(pov.story.layout, Row, "The layout")
    order = [view.seat, 1 - view.seat] if view.seat is not None else [0, 1]
    return FamigliaScoring(
        verdict=verdict_in_words(outcome, pov),
        reason=reason_in_words(outcome, pov),
        sheets=tuple(sheet(seat, outcome, row, pov) for seat in order),
        facts=() if pov.reader is None or outcome.reason in GIVEN_UP else facts(pov.reader, view, pov),
    )


def facts(own: int, view: FamigliaView, pov: Pov) -> tuple[Fact, ...]:
    """What decided a game for the player of a seat: a family, jokers, Brutes, passes."""
    words, rival = pov.words, pov.names[1 - own]
    made: dict[bool, list[Action]] = {True: [], False: []}  # by whether the reader did it
    for line in pov.story.lines:
        if isinstance(line.entry, Played):
            made[line.entry.seat == own].append(instance(line.entry.move, FamigliaMove, "A move of Famiglia").action)

    def compare(label: str, count: Callable[[list[Action]], int], *, is_good: bool = True) -> Fact | None:
        return compared(words.say(label), count(made[True]), count(made[False]), rival, words, is_good=is_good)

    found = [
        family_fact(own, view, pov),
        compare(mark("Points by jokers"), points_by_jokers),
        compare(mark("Brutes played"), lambda actions: sum(isinstance(action, PlayBrute) for action in actions)),
        compare(mark("Passes"), lambda actions: sum(isinstance(each, Pass) for each in actions), is_good=False),
    ]
    return tuple(fact for fact in found if fact)[:MOST_FACTS]


def points_by_jokers(actions: list[Action]) -> int:
    """The points of the cards that jokers have paid for."""
    return sum(action.card.points for action in actions if isinstance(action, Take) and not action.is_plain)


def family_fact(own: int, view: FamigliaView, pov: Pov) -> Fact | None:
    """The family with the largest difference, and the best card in it of whoever has more."""
    words = pov.words
    owned = [view.hands[seat] + view.displays[seat] for seat in range(2)]
    points = {
        family: [sum(card.points for card in cards if card.family == family) for cards in owned] for family in FAMILIES
    }
    family = max(FAMILIES, key=lambda family: abs(points[family][own] - points[family][1 - own]))
    mine, other = points[family][own], points[family][1 - own]
    fact = compared(words.say(FAMILY_NAMES[family]), mine, other, pov.names[1 - own], words)
    if fact is None:
        return None
    ahead = own if mine > other else 1 - own
    best = max(card for card in owned[ahead] if card.family == family)
    alone = Sentence(WORTH_ALONE[0], {"card": best, "count": best.points}, many=WORTH_ALONE[1])
    return replace(fact, say=fact.say + " " + HTML.say(alone, words))


def sheet(seat: int, outcome: Outcome, row: Row, pov: Pov) -> Sheet:
    """One player's cards with their points, family by family. The reader's are compared with the other one's."""
    words, faces, others = pov.words, cards_of(seat, row), cards_of(1 - seat, row)
    groups = []
    for family in FAMILIES:
        cards = tuple(
            (Piece("", art.face(*face), name_of(face[0], words)), face[0].points)
            for face in faces if face[0].family == family
        )  # fmt: skip
        points = sum(points for _, points in cards)
        lead = points - sum(face[0].points for face in others if face[0].family == family)
        name = words.say(FAMILY_NAMES[family])
        groups.append(Group(cards, points, name, art.emblem(family), lead if seat == pov.reader else None))
    best = max(faces, key=lambda face: (face[0].points, face[0].rank))
    more = words.say_many(
        "{count} card, the best: {card}", "{count} cards, the best: {card}", len(faces), card=name_of(best[0], words)
    )
    return sheet_of(seat, outcome, pov, sum(group.points for group in groups), more, tuple(groups))


def cards_of(seat: int, row: Row) -> list[Face]:
    """All cards of a player, in the order of the families."""
    return sorted(row.piles[f"hand {seat}"] + row.piles[f"display {seat}"], key=lambda face: face[0])
