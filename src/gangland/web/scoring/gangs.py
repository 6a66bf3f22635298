"""The end of Gangs: what alliances hold, and the rows of the pyramid that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from gangland.core.game import Outcome
from gangland.core.words import Language
from gangland.gangs import GangsView, Spot
from gangland.gangs.cards import SPOTS
from gangland.web.art import gangs as art
from gangland.web.boards.pieces import Look, Piece
from gangland.web.names.gangs import gang_name, spot_name
from gangland.web.pov import Pov
from gangland.web.scoring import Group, Scoring, Sheet, best_first, reason_in_words, scoring_of, verdict_of


@dataclass(frozen=True, kw_only=True)
class GangsScoring(Scoring):
    """The end of a game of Gangs, with the top of the pyramid."""

    template: ClassVar[str] = "scoring/gangs.html"

    rows: tuple[tuple[Piece, ...], ...]  # the rows of the pyramid that count, the top first


@scoring_of.register
def gangs_scoring(view: GangsView, outcome: Outcome, pov: Pov) -> GangsScoring:
    """The end of a game of Gangs, with the best player's sheet first."""
    names, words, places = pov.names, pov.words, enumerate(best_first(outcome), 1)
    return GangsScoring(
        verdict=verdict_of(view.seat, outcome, names, words),
        reason=reason_in_words(outcome, pov),
        sheets=tuple(sheet(seat, place, view, outcome, names, words) for place, seat in places),
        rows=crown(view, words),
    )


def sheet(seat: int, place: int, view: GangsView, outcome: Outcome, names: tuple[str, ...], words: Language) -> Sheet:
    """One player's alliances with the points that they hold."""
    player = view.players[seat]
    groups = []
    for gang in player.alliances:
        if gang is None:  # the game was given up before this alliance was revealed
            secret = Piece("", art.BACK, words.say("a secret alliance"))
            groups.append(Group(((secret, 0),), 0, is_secret=True))
            continue
        held = sum(spot.points for spot, other in view.pyramid.items() if other == gang)
        name, look = gang_name(gang, words), Look.IDLE if held else Look.RESTING
        groups.append(Group(((Piece("", art.card(gang, name, 1), name, look), held),), held, name))
    more = words.say_many("{count} influence card left", "{count} influence cards left", player.influence_size)
    return Sheet(seat, place, names[seat], seat in outcome.winners, outcome.scores[seat], more, tuple(groups))


def crown(view: GangsView, words: Language) -> tuple[tuple[Piece, ...], ...]:
    """The three rows of the pyramid that count, the top first."""
    rows = []
    for number in (6, 5, 4):
        rows.append(tuple(crown_spot(spot, view, words) for spot in SPOTS if spot.row == number))
    return tuple(rows)


def crown_spot(spot: Spot, view: GangsView, words: Language) -> Piece:
    """A spot that counts, with the gang that holds it."""
    gang, name, worth = view.pyramid.get(spot), spot_name(spot, words), spot.points
    if gang is None:  # the game was given up early
        return Piece(f"spot-{spot}", Markup(""), words.say("{spot}, empty", spot=name), worth=worth, name=name)
    label = f"{name}: {gang_name(gang, words)}"
    return Piece(f"spot-{spot}", art.plate(gang), label, worth=worth, name=name, gang=str(gang))
