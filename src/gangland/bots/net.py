"""A small neural net that judges positions, so that a search need not play them to the end.

It has two hidden layers. Its input is sparse (`Evaluator.features`), so the first layer costs a few additions per card.
The order of every sum is fixed: compiled and uncompiled the net gives the same number.
"""

from __future__ import annotations

from array import array
from typing import Any

from gangland.core.arguments import instance, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from math import exp

    from gangland.core.evaluator import MOST_FEATURES, Evaluator
    from gangland.core.position import Position

    WIDE = 64
    NARROW = 32

    def doubles(count: int) -> list[float]:
        """A row of zeros. Compiled, it is a block of memory that `release` gives back."""
        return [0.0] * count

    def release(memory: object) -> None:
        """Do nothing: a list needs no release."""


WIDE_LAYER, NARROW_LAYER = WIDE, NARROW  # for Python too, which cannot reach the names above when compiled


def net_size(inputs: int) -> int:
    """How many numbers make a net with so many inputs: for each layer in turn its weights, then its biases."""
    return (whole(inputs, "The number of inputs", 1, 10**6) + 1) * WIDE + (WIDE + 1) * NARROW + NARROW + 1


class Net:
    """A net that judges what a position is worth to a seat, from 0 to 1. Raises ValueError for wrong weights."""

    def __init__(self, weights: bytes) -> None:
        if self.inputs:
            raise ValueError("This net has its weights already.")
        numbers = array("f")
        numbers.frombytes(instance(weights, bytes, "The weights"))
        inputs = (len(numbers) - (WIDE + 1) * NARROW - NARROW - 1) // WIDE - 1
        if inputs < 1 or len(numbers) != net_size(inputs):
            raise ValueError("These are not the weights of a net.")
        self.weights = doubles(len(numbers))
        for i in range(len(numbers)):
            self.weights[i] = numbers[i]
        self.inputs: int = inputs

    def __dealloc__(self) -> None:
        release(self.weights)

    def __reduce__(self) -> Any:
        raise TypeError("A net is pickled as its weights.")

    def judge(self, evaluator: Evaluator, position: Position, seat: int) -> float:
        """What a position is worth to a seat, from 0 to 1, by the features that an evaluator sees in it."""
        eye = cython.cast(Evaluator, instance(evaluator, Evaluator, "The evaluator"))
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        eye._check_suits(table)
        self._check_suits(eye)
        return self._value(eye, table, seat)

    def _check_suits(self, evaluator: Evaluator) -> None:
        """Raises ValueError unless the net has inputs for all features of this evaluator."""
        if not 0 < evaluator._inputs() <= self.inputs:
            raise ValueError("This net was not made for positions of this game.")

    def _value(self, evaluator: Evaluator, position: Position, seat: int) -> float:
        if not cython.compiled:
            which = [0] * MOST_FEATURES
            amounts = [0.0] * MOST_FEATURES
            wide = [0.0] * WIDE
            narrow = [0.0] * NARROW
        n = evaluator._features(position, seat, which, amounts)
        row = self.inputs * WIDE
        for j in range(WIDE):
            wide[j] = self.weights[row + j]
        for i in range(n):
            row = which[i] * WIDE
            amount = amounts[i]
            for j in range(WIDE):
                wide[j] += amount * self.weights[row + j]
        start = (self.inputs + 1) * WIDE
        row = start + WIDE * NARROW
        for j in range(NARROW):
            narrow[j] = self.weights[row + j]
        for i in range(WIDE):
            amount = wide[i]
            if amount > 0.0:
                row = start + i * NARROW
                for j in range(NARROW):
                    narrow[j] += amount * self.weights[row + j]
        row = start + (WIDE + 1) * NARROW
        amount = self.weights[row + NARROW]
        for i in range(NARROW):
            if narrow[i] > 0.0:
                amount += narrow[i] * self.weights[row + i]
        return 1.0 / (1.0 + exp(-amount))


if not cython.compiled:
    Net.inputs = 0  # set even if `__init__` was not called, as in C
