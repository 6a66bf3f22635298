"""The end of Famiglia: what cards are worth, family by family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from gangland.core.arguments import instance
from gangland.core.game import Outcome
from gangland.core.words import Language
from gangland.famiglia import FamigliaView
from gangland.famiglia.cards import FAMILIES
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web.art import famiglia as art
from gangland.web.boards.pieces import Piece
from gangland.web.names.famiglia import card_name
from gangland.web.pov import Pov
from gangland.web.scoring import Group, Scoring, Sheet, reason_in_words, scoring_of, verdict_of
from gangland.web.story.famiglia import Row


@dataclass(frozen=True, kw_only=True)
class FamigliaScoring(Scoring):
    """The end of a game of Famiglia. The sheets list cards by family."""

    template: ClassVar[str] = "scoring/famiglia.html"


@scoring_of.register
def famiglia_scoring(view: FamigliaView, outcome: Outcome, pov: Pov) -> FamigliaScoring:
    """The end of a game of Famiglia, with the viewer's sheet first."""
    names, words, row = pov.names, pov.words, instance(pov.story.layout, Row, "The layout")
    order = [view.seat, 1 - view.seat] if view.seat is not None else [0, 1]
    return FamigliaScoring(
        verdict=verdict_of(view.seat, outcome, names, words),
        reason=reason_in_words(outcome, pov),
        sheets=tuple(sheet(seat, outcome, row, names, words) for seat in order),
    )


def sheet(seat: int, outcome: Outcome, row: Row, names: tuple[str, ...], words: Language) -> Sheet:
    """One player's cards with their points, family by family."""
    faces = row.piles[f"hand {seat}"] + row.piles[f"display {seat}"]
    faces = sorted(faces, key=lambda face: face[0])
    groups = []
    for family in FAMILIES:
        cards = tuple(
            (Piece("", art.card(*face), card_name(face[0], words)), face[0].points)
            for face in faces if face[0].family == family
        )  # fmt: skip
        name = words.say(FAMILY_NAMES[family])
        groups.append(Group(cards, sum(points for _, points in cards), name, art.emblem(family)))
    best = max(faces, key=lambda face: (face[0].points, face[0].rank))
    more = words.say_many(
        "{count} card, the best: {card}", "{count} cards, the best: {card}", len(faces), card=card_name(best[0], words)
    )
    points = sum(group.points for group in groups)
    return Sheet(seat, 0, names[seat], outcome.winners == (seat,), points, more, tuple(groups))
