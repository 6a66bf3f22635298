"""The exact odds of the deal of third alliances (G1.2).

Cards that a player refuses stay aside until everybody has three, so later players find fewer of an earlier one's gangs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from gangland.core.arguments import items, whole

NOBODY = -1
PLAYERS = "The number of players"


def homes_of(pairs: Sequence[Sequence[int]], thirds: Sequence[int]) -> tuple[int, ...]:
    """For each third gang the seat that has it among its first two, or NOBODY. The odds depend on nothing else."""
    return tuple(next((seat for seat, pair in enumerate(pairs) if gang in pair), NOBODY) for gang in thirds)


def third_odds(pairs: Sequence[Sequence[int]], thirds: Sequence[int]) -> list[tuple[int, float]]:
    """Each gang that the next player can be dealt as the third, with its odds. Raises ValueError."""
    seat = len(thirds)
    if not seat < len(pairs) <= 4:
        raise ValueError("There must be a pair for each of up to four players, and thirds for fewer than all of them.")
    dealt = [*(gang for pair in pairs for gang in pair), *thirds]
    gangs = [gang for gang in range(8) if gang not in pairs[seat]]
    ways = [
        max(0, 6 - dealt.count(gang))
        * card_odds(len(pairs), homes_of(pairs, [*thirds, gang]))  # six members each (G0.1)
        for gang in gangs
    ]
    return [(gang, way / sum(ways)) for gang, way in zip(gangs, ways, strict=True) if way]


@cache
def card_odds(players: int, homes: tuple[int, ...]) -> float:
    """The chance that the first players get these very cards as their thirds. Raises TypeError or ValueError."""
    whole(players, PLAYERS, 1, 4)
    if not items(homes, "The homes", players):
        raise ValueError("There must be a home for at least one player.")
    for home in homes:
        whole(home, "A home", NOBODY, 3)

    def follow(seat: int, aside: tuple[int, ...]) -> float:
        own = _own_left(homes, seat)
        others = 48 - 2 * players - seat - sum(aside) - own
        if others <= 0:  # next to impossible: all cards left would be refused
            return 0.0
        chance = _still_there(homes, seat, aside) / others
        if seat + 1 == len(homes) or not chance:
            return chance
        return chance * sum(
            odds * follow(seat + 1, (*aside, refused)) for refused, odds in enumerate(_refusals(own, others))
        )

    return follow(0, ())


def _own_left(homes: tuple[int, ...], seat: int) -> int:
    """How many cards a seat would refuse: five of each of its two gangs, less those that are others' thirds."""
    return 10 - homes[:seat].count(seat)


def _still_there(homes: tuple[int, ...], seat: int, aside: tuple[int, ...]) -> float:
    """The chance that the card of a seat's third was not put aside by the player whose gang it is."""
    home = homes[seat]
    if home == NOBODY or home >= seat:
        return 1.0
    left = _own_left(homes, home) - homes[home:seat].count(home)  # earlier ones were there
    return (left - aside[home]) / left if left > aside[home] else 0.0


@cache
def _refusals(own: int, others: int) -> tuple[float, ...]:
    """The odds that 0, 1, 2, … of the seat's own gangs' cards come before the first other card."""
    odds, chances = 1.0, []
    for refused in range(own + 1):
        total = own - refused + others
        chances.append(odds * others / total)
        odds *= (own - refused) / total
    return tuple(chances)


@cache
def odds_by_homes(players: int) -> tuple[float, ...]:
    """The odds for every combination of homes, which say for each seat's third alliance whose pair has the same gang.

    The index has a digit in base 5 for each seat, the first seat's lowest, that says where its third is at home; 0 is
    NOBODY. Raises TypeError or ValueError.
    """
    whole(players, PLAYERS, 1, 4)
    return tuple(
        0.0 if any(home == seat for seat, home in enumerate(homes)) else card_odds(players, homes)
        for digits in product(range(NOBODY, 4), repeat=players)
        for homes in [digits[::-1]]
    )
