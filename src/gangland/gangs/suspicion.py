"""How the others' play weighs what one believes of their alliances: whoever pushes a gang up probably has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp

from gangland.gangs.belief import TRIPLES
from gangland.gangs.cards import GANGS, SPOTS, Gang, Spot
from gangland.gangs.moves import GangsMove, supports
from gangland.gangs.view import GangsView

MOST_TRUST = 30.0  # in one move, however much trust was asked for
Weights = dict[int, float]  # of each triple of gangs, as a set of bits


def weigh(seats: Iterable[int], past: Iterable[tuple[int, str, GangsView]], trust: float) -> dict[int, Weights]:
    """How well each triple fits each seat's play: its public moves, each with a watcher's view from before it."""
    weights = {seat: {sum(1 << gang for gang in triple): 1.0 for triple in TRIPLES} for seat in seats}
    for seat, move, before in past:
        if seat in weights:
            choices = list(alternatives(GangsMove.parse(move), before))
            for mask in weights[seat] if choices else ():
                weights[seat][mask] *= likelihood(mask, choices, trust)
    return weights


def likelihood(mask: int, choices: list[tuple[Gang, float]], trust: float) -> float:
    """The chance that a player with these gangs makes the first choice: (a gang, how much good it does to it)."""
    chances = [
        exp(max(-MOST_TRUST, min(trust * good, MOST_TRUST))) if mask >> gang & 1 else 1.0 for gang, good in choices
    ]
    return chances[0] / sum(chances)


def alternatives(move: GangsMove, before: GangsView) -> Iterator[tuple[Gang, float]]:
    """What a move does to a gang, and then what the other moves of its kind would have done."""

    def gang_on(spot: Spot) -> Gang:
        return Gang.parse(before.pyramid[str(spot)])

    match str(move).split(" "):
        case ["climb", *_]:
            start, goal = move.climb
            yield gang_on(start), 0.25 * goal.row
            for spot in SPOTS[6:]:
                below = supports(spot)
                if str(spot) not in before.pyramid and all(str(other) in before.pyramid for other in below):
                    yield from ((gang_on(other), 0.25 * spot.row) for other in below if (other, spot) != (start, goal))
        case ["fill", start_text] if before.gap:
            gap = Spot.parse(before.gap)
            chosen = Spot.parse(start_text)
            yield gang_on(chosen), 0.25 * gap.row
            yield from ((gang_on(other), 0.25 * gap.row) for other in supports(gap) if other != chosen)
        case ["expel", *_]:
            victim = move.expulsion[0]
            yield gang_on(victim), -0.4 * victim.row
            yield from ((gang, -0.4 * victim.row) for gang in GANGS if gang != gang_on(victim))
