"""The end of Gangs: what alliances hold, and the rows of the pyramid that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from gangland.core.game import GIVEN_UP, Outcome
from gangland.core.sentence import Name, Sentence
from gangland.core.words import Language, mark_many
from gangland.gangs import GangsView, Spot
from gangland.gangs.cards import SPOTS
from gangland.web.art import gangs as art
from gangland.web.boards.pieces import Look, Piece
from gangland.web.pov import Pov
from gangland.web.scoring import (
    MOST_FACTS,
    Fact,
    Group,
    Scoring,
    Sheet,
    best_first,
    compared,
    reason_in_words,
    scoring_of,
    sheet_of,
    verdict_in_words,
)
from gangland.web.sentences import HTML, name_of

EARNED = mark_many("{gang}, {count} point: {names}.", "{gang}, {count} points: {names}.")


@dataclass(frozen=True, kw_only=True)
class GangsScoring(Scoring):
    """The end of a game of Gangs, with the top of the pyramid."""

    template: ClassVar[str] = "scoring/gangs.html"

    rows: tuple[tuple[tuple[Piece, tuple[int, ...]], ...], ...]  # the spots that count, the top first, and who earns
    is_tied: bool  # several players have the most points, so influence cards decide


@scoring_of.register
def gangs_scoring(view: GangsView, outcome: Outcome, pov: Pov) -> GangsScoring:
    """The end of a game of Gangs, with the best player's sheet first."""
    return GangsScoring(
        verdict=verdict_in_words(outcome, pov),
        reason=reason_in_words(outcome, pov),
        sheets=tuple(sheet(seat, view, outcome, pov) for seat in best_first(outcome)),
        rows=crown(view, pov.words),
        is_tied=outcome.reason not in GIVEN_UP and outcome.scores.count(max(outcome.scores)) > 1,
        facts=() if pov.reader is None or outcome.reason in GIVEN_UP else facts(pov.reader, view, outcome, pov),
    )


def facts(own: int, view: GangsView, outcome: Outcome, pov: Pov) -> tuple[Fact, ...]:
    """What decided a game for the player of a seat: the best spots, allies without points, influence left."""
    words, best = pov.words, max(outcome.scores)
    allies = [gang for gang in view.players[own].alliances if gang]
    idle = tuple(gang for gang in allies if not view.worth_of((gang,)))
    found: list[Fact | None] = [spot_fact(spot, own, view, pov) for spot in best_spots(own, view)]
    if idle:
        found.append(Fact(words.say("Earned nothing"), HTML.write(idle, words), "wrong"))
    for rival in outcome.winners:
        if outcome.scores[own] == outcome.scores[rival] == best and rival != own:
            left, theirs = view.players[own].influence_size, view.players[rival].influence_size
            found.insert(0, compared(words.say("Influence cards left"), left, theirs, pov.names[rival], words))
    return tuple(fact for fact in found if fact)[:MOST_FACTS]


def best_spots(own: int, view: GangsView) -> list[Spot]:
    """The best spot that a seat earns and the best that it does not, if some earn them and others do not."""
    seats = {spot: earners(spot, view) for spot in reversed(SPOTS) if spot.points}
    divided = [spot for spot, those in seats.items() if 0 < len(those) < len(view.players)]
    found = [next((spot for spot in divided if (own in seats[spot]) == earned), None) for earned in (True, False)]
    return sorted((spot for spot in found if spot), reverse=True)


def spot_fact(spot: Spot, own: int, view: GangsView, pov: Pov) -> Fact:
    """Who stands on a spot, and who has earned its points."""
    seats, words = earners(spot, view), pov.words
    names = [
        words.say("you") if seat == own else pov.names[seat] for seat in sorted(seats, key=lambda seat: seat != own)
    ]
    shown = {"gang": view.pyramid[spot], "count": spot.points, "names": Name(", ".join(names))}
    said = Sentence(EARNED[0], shown, many=EARNED[1])
    return Fact(name_of(spot, words), HTML.say(said, words), "right" if own in seats else "wrong")


def sheet(seat: int, view: GangsView, outcome: Outcome, pov: Pov) -> Sheet:
    """One player's alliances with the points that they hold."""
    player, words = view.players[seat], pov.words
    groups = []
    for gang in player.alliances:
        if gang is None:  # the game was given up before this alliance was revealed
            secret = Piece("", art.BACK, words.say("a secret alliance"))
            groups.append(Group(((secret, 0),), 0, is_secret=True))
            continue
        held = sum(spot.points for spot, other in view.pyramid.items() if other == gang)
        name, look = name_of(gang, words), Look.IDLE if held else Look.RESTING
        groups.append(Group(((Piece("", art.face(gang, 1), name, look), held),), held, name))
    more = words.say_many("{count} influence card left", "{count} influence cards left", player.influence_size)
    return sheet_of(seat, outcome, pov, outcome.scores[seat], more, tuple(groups))


def crown(view: GangsView, words: Language) -> tuple[tuple[tuple[Piece, tuple[int, ...]], ...], ...]:
    """The three rows of the pyramid that count, the top first, each spot with the seats that earn its points."""
    rows = []
    for number in (6, 5, 4):
        spots = [spot for spot in SPOTS if spot.row == number]
        rows.append(tuple((crown_spot(spot, view, words), earners(spot, view)) for spot in spots))
    return tuple(rows)


def earners(spot: Spot, view: GangsView) -> tuple[int, ...]:
    """The seats that are known to earn the points of a spot."""
    gang = view.pyramid.get(spot)
    return tuple(seat for seat, player in enumerate(view.players) if gang and gang in player.alliances)


def crown_spot(spot: Spot, view: GangsView, words: Language) -> Piece:
    """A spot that counts, with the gang that holds it."""
    gang, name, worth = view.pyramid.get(spot), name_of(spot, words), spot.points
    if gang is None:  # the game was given up early
        return Piece(f"spot-{spot}", Markup(""), words.say("{spot}, empty", spot=name), worth=worth, name=name)
    label = f"{name}: {name_of(gang, words)}"
    return Piece(f"spot-{spot}", art.plate(gang), label, worth=worth, name=name, gang=str(gang))
