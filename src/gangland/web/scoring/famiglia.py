"""The end of Famiglia: what cards are worth, family by family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gangland.core.arguments import instance
from gangland.core.game import Outcome
from gangland.famiglia import FamigliaView
from gangland.famiglia.cards import FAMILIES
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web.art import famiglia as art
from gangland.web.boards.pieces import Piece
from gangland.web.names import name_of
from gangland.web.pov import Pov
from gangland.web.scoring import Group, Scoring, Sheet, reason_in_words, scoring_of, sheet_of, verdict_in_words
from gangland.web.story.famiglia import Face, Row


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
    )


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
