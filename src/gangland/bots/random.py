"""The player of simulations: any legal move, but no pass if there is another."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from gangland.game import Move

M = TypeVar("M", Move, str)


def choose_at_random(moves: Sequence[M], random: Random) -> M:
    active = [move for move in moves if str(move) != "pass"]
    return active[random.randrange(len(active))] if active else moves[0]
