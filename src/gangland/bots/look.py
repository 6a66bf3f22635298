"""A first look that was learned: how likely each move is to be the best, before any search.

An evaluator notes a few things of each move (`Evaluator.move_features`). Each of them has a factor, and the weight of a
move is their product. The order of every product is fixed, so compiled and uncompiled it gives the same.
"""

from __future__ import annotations

from array import array
from math import exp
from typing import Any

from gangland.core.arguments import instance

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.evaluator import Evaluator
    from gangland.core.position import MOST_MOVES, Position

    HEAVIEST = 4096  # the weight of the likeliest move; the least is 1

    def factors(count: int) -> list[float]:
        """A row of zeros. Compiled, it is a block of memory that `release` gives back."""
        return [0.0] * count

    def whole_part(number: float) -> int:
        """A number without what comes after the point."""
        return int(number)

    def release(memory: object) -> None:
        """Do nothing: a list needs no release."""


class Look:
    """The first look of one game, made of the logarithms of its factors. Raises ValueError for wrong bytes."""

    def __init__(self, logarithms: bytes) -> None:
        if self.inputs:
            raise ValueError("This first look has its factors already.")
        if len(instance(logarithms, bytes, "The factors")) % 4 or not logarithms:
            raise ValueError("These are not the factors of a first look.")
        numbers = array("f")
        numbers.frombytes(logarithms)
        if not all(-50 < number < 50 for number in numbers):
            raise ValueError("These are not the factors of a first look.")
        self.factors = factors(len(numbers))
        if not self.factors:
            raise MemoryError("There is not enough memory for so many factors.")
        for i in range(len(numbers)):
            self.factors[i] = exp(numbers[i])
        self.inputs: int = len(numbers)

    def __dealloc__(self) -> None:
        release(self.factors)

    def __reduce__(self) -> Any:
        raise TypeError("A first look is pickled as its factors.")

    def weights(self, evaluator: Evaluator, position: Position) -> list[tuple[int, int]]:
        """Each legal move with its weight before any search, from 1 to 4096."""
        eye = cython.cast(Evaluator, instance(evaluator, Evaluator, "The evaluator"))
        table = cython.cast(Position, instance(position, Position, "A position"))
        eye._check_suits(table)
        self._check_suits(eye)
        if not cython.compiled:
            moves = [0] * MOST_MOVES
            weights = [0] * MOST_MOVES
        if table.owed or table.ended:
            return []
        n = table._legal(moves)
        table._check_sound()
        self._weigh(eye, table, moves, n, weights)
        return [(moves[i], weights[i]) for i in range(n)]

    def _check_suits(self, evaluator: Evaluator) -> None:
        """Raises ValueError unless there is a factor for all that this evaluator notes of moves."""
        if not 0 < evaluator._move_inputs() == self.inputs:
            raise ValueError("This first look was not made for moves of this game.")

    def _weigh(self, evaluator: Evaluator, position: Position, moves: list[int], n: int, weights: list[int]) -> int:
        """Write the weight of each of these legal moves. Returns the sum."""
        if not cython.compiled:
            likely = [0.0] * MOST_MOVES
        evaluator._multiply(position, moves, n, self.factors, likely)
        best = 0.0
        for i in range(n):
            best = max(best, likely[i])
        scale = (HEAVIEST - 1) / best
        total = 0
        for i in range(n):
            weights[i] = 1 + whole_part(scale * likely[i])
            total += weights[i]
        return total


if not cython.compiled:
    Look.inputs = 0  # set even if `__init__` was not called, as in C
