"""How the others' moves change what one believes of their alliances: a player who pushes a gang up probably has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import exp

from gangland.gangs.belief import TRIPLES
from gangland.gangs.cards import GANGS, SPOTS, Gang
from gangland.gangs.moves import Climb, Expel, Fill, GangsMove
from gangland.gangs.view import GangsView

MOST_TRUST = 30.0  # an upper bound of the exponent for one move
MASKS = tuple(sum(1 << gang for gang in triple) for triple in TRIPLES)
Weights = dict[int, float]  # the weight of each triple of gangs; a triple is a set of bits
Likelihoods = Callable[[Iterable[int], Iterable[tuple[int, GangsMove, GangsView]], float], dict[int, Weights]]


def likelihoods(
    seats: Iterable[int], past: Iterable[tuple[int, GangsMove, GangsView]], trust: float
) -> dict[int, Weights]:
    """How well each triple of gangs fits each seat's moves. The past has a watcher's view from before each move."""
    weights = {seat: dict.fromkeys(MASKS, 1.0) for seat in seats}
    for seat, move, before in past:
        choices = list(_alternatives(move, before)) if seat in weights else []
        if choices:
            for mask, chance in zip(MASKS, chances(choices, trust), strict=True):
                weights[seat][mask] *= chance
    return weights


def chances(choices: list[tuple[Gang, float]], trust: float) -> Iterator[float]:
    """How likely a player with each triple makes the first of these choices.

    A choice is a gang and how much good it does to that gang. A choice about a gang of others has the weight 1. Raises
    ValueError if there is no choice.
    """
    if not choices:
        raise ValueError("There must be at least one choice.")
    pulls = [exp(max(-MOST_TRUST, min(trust * good, MOST_TRUST))) for _, good in choices]
    more = [0.0] * 8  # how much the weights of each gang's choices exceed 1
    for (gang, _), pull in zip(choices, pulls, strict=True):
        more[Gang(gang)] += pull - 1.0
    made = choices[0][0].number
    for one, two, three in TRIPLES:
        own = pulls[0] if made in (one, two, three) else 1.0
        yield own / (len(choices) + more[one] + more[two] + more[three])


def _alternatives(move: GangsMove, before: GangsView) -> Iterator[tuple[Gang, float]]:
    """What a move does to a gang, and then what the other moves of its kind would have done.

    Each is a gang and how much good it does to that gang.
    """
    gang_on = before.gang_on
    match move.action:
        case Climb(start, goal):
            yield gang_on(start), 0.25 * goal.row
            for spot in SPOTS[6:]:
                below = spot.supports
                if spot not in before.pyramid and all(other in before.pyramid for other in below):
                    yield from ((gang_on(other), 0.25 * spot.row) for other in below if (other, spot) != (start, goal))
        case Fill(start) if before.gap:
            gap = before.gap
            yield gang_on(start), 0.25 * gap.row
            yield from ((gang_on(other), 0.25 * gap.row) for other in gap.supports if other != start)
        case Expel(victim):
            yield gang_on(victim), -0.4 * victim.row
            yield from ((gang, -0.4 * victim.row) for gang in GANGS if gang != gang_on(victim))
