"""What came of many random games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlayoutResults:
    """What came of random games from one position: sums over all of them, or means by seat."""

    games: int
    decisions: int  # in all games together
    shares: tuple[float, ...]  # of the win by seat, from 0 to 1: seats that tie share it
    points: tuple[float, ...]  # the mean score by seat
