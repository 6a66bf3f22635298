"""What others' moves tell about their alliances, as games have taught it: how players with an alliance tend to move.

A move is one choice among the moves of its kind: another climb, the other card for a gap, another victim for the same
influence card. Each choice has traits, such as that an own gang climbs to row 4, and every trait has a pull: a choice
is the likelier the more its traits pull. `make habits` learns the pulls, which serve any number of players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import exp
from typing import Any

from gangland.gangs.belief import TRIPLES
from gangland.gangs.cards import SPOTS, Gang, Spot
from gangland.gangs.moves import Climb, Expel, Fill, GangsMove
from gangland.gangs.suspicion import MASKS, Weights
from gangland.gangs.view import GangsView

Trait = tuple[str, Gang | None]  # a name, and the gang that must be one's own for it; without one it always counts
Choice = list[Trait]
Cards = tuple[tuple[Spot, Gang], ...]  # of the pyramid

PULLS: Mapping[str, float] = {
    "beside 2": -0.19,
    "beside 3": 0.22,
    "beside 4": -0.61,
    "beside 5": -0.67,
    "beside 6": -1.23,
    "climb 2": 1.2,
    "climb 3": 1.22,
    "climb 4": 1.16,
    "climb 5": 1.06,
    "climb 6": 1.23,
    "fill 2": 1.17,
    "fill 2, crowned": 1.62,
    "fill 3": 0.88,
    "fill 3, crowned": 1.93,
    "fill 4": 0.76,
    "fill 4, crowned": 1.34,
    "fill 5": -0.01,
    "fill 5, crowned": 1.34,
    "fill 6, crowned": 2.42,
    "follow": 0.21,
    "follow a fill": 0.65,
    "follow a fill, crowned": 0.71,
    "follow a victim": 0.44,
    "follow a victim, crowned": 0.53,
    "strike 1": -1.1,
    "strike 1, crowned": -0.11,
    "strike 2": -1.79,
    "strike 2, crowned": -0.1,
    "strike 3": -1.07,
    "strike 3, crowned": -0.33,
    "strike 4": -2.58,
    "strike 4, crowned": -4.02,
    "strike 5": -1.58,
    "strike 5, crowned": -4.48,
    "strike 6, crowned": -5.43,
    "struck 1": -2.53,
    "struck 1, crowned": -3.89,
    "struck 2": -1.52,
    "struck 2, crowned": -4.2,
    "struck 3": -1.66,
    "struck 3, crowned": -2.75,
    "struck 4": 2.65,
    "struck 4, crowned": 2.83,
    "struck 5": 3.06,
    "struck 5, crowned": 3.66,
    "struck 6, crowned": 4.84,
}
CAUTION = 0.8  # times the pulls: moves of one player are much alike, so many of them tell less than they seem to
REMEMBERED = 2048  # moves: whoever plays a game asks about the same ones again and again


def likelihoods(
    seats: Iterable[int], past: Iterable[tuple[int, GangsMove, GangsView]], trust: float
) -> dict[int, Weights]:
    """How well each triple of gangs fits each seat's moves. The past has a watcher's view from before each move."""
    weights = {seat: [1.0] * len(TRIPLES) for seat in seats}
    for seat, move, before in past:
        if seat in weights and isinstance(move.action, Climb | Fill | Expel):
            cards = tuple(before.pyramid.items())
            found = _chances(move, cards, before.gap, before.crowned, trust)
            weights[seat] = [weight * chance for weight, chance in zip(weights[seat], found, strict=True)]
    return {seat: dict(zip(MASKS, found, strict=True)) for seat, found in weights.items()}


@lru_cache(REMEMBERED)
def _chances(move: GangsMove, cards: Cards, gap: Spot | None, crowned: bool, trust: float) -> tuple[float, ...]:
    """How likely a player with each triple makes this choice, and not another one of its kind."""
    pulls = [_pulls(choice, trust) for choice in choices(move, dict(cards), gap, crowned)]
    if not pulls:
        return (1.0,) * len(TRIPLES)
    found = []
    for one, two, three in TRIPLES:
        weights = [always * own[one] * own[two] * own[three] for always, own in pulls]
        found.append(weights[0] / sum(weights))
    return tuple(found)


def _pulls(choice: Choice, trust: float) -> tuple[float, list[float]]:
    """The factor of a choice for everybody, and for whoever has each gang."""
    always, own = 0.0, [0.0] * Gang.count
    for name, gang in choice:
        if gang:
            own[gang.number] += PULLS.get(name, 0.0)
        else:
            always += PULLS.get(name, 0.0)
    trust *= CAUTION
    return exp(trust * always), [exp(trust * pull) for pull in own]


def choices(move: GangsMove, pyramid: Mapping[Spot, Gang], gap: Spot | None, crowned: bool) -> list[Choice]:
    """The traits of a move, and then those of all other moves of its kind. Nothing for a move that tells nothing."""
    made: object = None
    found: Mapping[Any, Choice] = {}
    match move.action:
        case Climb(start, goal):
            made, found = (start, goal), dict(_climbs(pyramid))
        case Fill(start) if gap:
            made, found = start, dict(_fills(pyramid, gap, crowned))
        case Expel(victim, _, card):
            made, found = victim, dict(_expulsions(pyramid, card, crowned))
    return sorted(found.values(), key=lambda choice: choice is not found[made]) if made in found else []


def _climbs(pyramid: Mapping[Spot, Gang]) -> Iterator[tuple[tuple[Spot, Spot], Choice]]:
    for goal in SPOTS[6:]:
        left, right = goal.supports
        if goal not in pyramid and left in pyramid and right in pyramid:
            for start, other in ((left, right), (right, left)):
                traits = [(f"climb {goal.row}", pyramid[start]), (f"beside {goal.row}", pyramid[other])]
                yield (start, goal), traits + _heirs("follow", start, pyramid)


def _fills(pyramid: Mapping[Spot, Gang], gap: Spot, crowned: bool) -> Iterator[tuple[Spot, Choice]]:
    for start in gap.supports:
        traits = [(_late(f"fill {gap.row}", crowned), pyramid[start])]
        yield start, traits + _heirs(_late("follow a fill", crowned), start, pyramid)


def _expulsions(pyramid: Mapping[Spot, Gang], card: Gang, crowned: bool) -> Iterator[tuple[Spot, Choice]]:
    for victim, neighbours in TOUCHING.items():
        agents = {pyramid[spot] for spot in neighbours if spot in pyramid}
        if victim in pyramid and (card in agents if victim.row > 3 else agents):  # G4.2
            own, anybody = (_late(f"{name} {victim.row}", crowned) for name in ("strike", "struck"))
            heirs = _heirs(_late("follow a victim", crowned), victim, pyramid)
            yield victim, [(own, pyramid[victim]), (anybody, None), *heirs]


def _heirs(name: str, spot: Spot, pyramid: Mapping[Spot, Gang]) -> Choice:
    """That one may come after the card of a spot."""
    below = spot.supports if spot.row > 1 else ()
    return [(name, pyramid[other]) for other in below if other in pyramid]


def _late(name: str, crowned: bool) -> str:
    return f"{name}, crowned" if crowned else name


TOUCHING = {spot: tuple(other for other in SPOTS if spot.touches(other)) for spot in SPOTS}
