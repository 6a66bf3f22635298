"""A small neural net that judges positions, so that a search need not play them to the end.

It has two hidden layers. Its input is sparse (`Evaluator.features`), so the first layer costs a few additions per card.

A net without seats says one number, what a position is worth to a seat. A net with seats says what each of them may
expect, its share of first place and its points; its weights are 32-bit numbers, of which a processor adds more at once.
The order of every sum is fixed, and so is where it is rounded: compiled and uncompiled a net gives the same, however
many numbers of a row a processor adds at once.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence
from typing import Any

from gangland.core.arguments import instance, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from math import exp

    from gangland.core.evaluator import MOST_FEATURES, EndgameEvaluator, Evaluator
    from gangland.core.position import Position

    WIDE = 64
    NARROW = 32

    MOST_SEATS = 4
    UNIT = 10  # a net counts points in tens

    def doubles(count: int) -> list[float]:
        """A row of zeros. Compiled, it is a block of memory that `release` gives back."""
        return [0.0] * count

    def floats(count: int) -> MutableSequence[float]:
        """A row of zeros of 32 bits each."""
        return array("f", bytes(4 * count))

    def add_rows(
        to: list[float], weights: list[float], start: int, which: list[int], amounts: list[float], n: int, width: int
    ) -> None:  # fmt: skip
        """Add n rows of a layer's weights, which begin at `start`, each so many times as `amounts` says, in order."""
        for i in range(n):
            row = start + which[i] * width
            for j in range(width):
                to[j] += amounts[i] * weights[row + j]

    def add_light_rows(
        to: MutableSequence[float], weights: MutableSequence[float], start: int, which: list[int],
        amounts: list[float], n: int, width: int,
    ) -> None:  # fmt: skip
        """Do the same with numbers of 32 bits, to which every product and every sum is rounded."""
        amount, product = floats(1), floats(1)
        for i in range(n):
            row = start + which[i] * width
            amount[0] = amounts[i]
            for j in range(width):
                product[0] = amount[0] * weights[row + j]
                to[j] += product[0]

    def release(memory: object) -> None:
        """Do nothing: a list needs no release."""


WIDE_LAYER, NARROW_LAYER, POINTS_UNIT = (
    WIDE,
    NARROW,
    UNIT,
)  # for Python too, which cannot reach the names above when compiled


def net_size(inputs: int, seats: int = 0) -> int:
    """How many numbers make a net with so many inputs: for each layer in turn its weights, then its biases."""
    outputs = 2 * whole(seats, "The number of seats", 0, 4) or 1
    return (whole(inputs, "The number of inputs", 1, 10**6) + 1) * WIDE + (WIDE + 1) * NARROW + (NARROW + 1) * outputs


class Net:
    """A net that judges what a position is worth to a seat, or to all seats. Raises ValueError for wrong weights."""

    def __init__(self, weights: bytes, seats: int = 0) -> None:
        if self.inputs:
            raise ValueError("This net has its weights already.")
        outputs = 2 * whole(seats, "The number of seats", 0, MOST_SEATS) or 1
        if len(instance(weights, bytes, "The weights")) % 4:
            raise ValueError("These are not the weights of a net.")
        numbers = array("f")
        numbers.frombytes(weights)
        inputs = (len(numbers) - (WIDE + 1) * NARROW - (NARROW + 1) * outputs) // WIDE - 1
        if inputs < 1 or len(numbers) != net_size(inputs, seats):
            raise ValueError("These are not the weights of a net.")
        self.seats = seats
        if seats:
            self.light = floats(len(numbers))
            for i in range(len(numbers)):
                self.light[i] = numbers[i]
        else:
            self.weights = doubles(len(numbers))
            for i in range(len(numbers)):
                self.weights[i] = numbers[i]
        self.inputs: int = inputs

    def __dealloc__(self) -> None:
        release(self.weights)
        release(self.light)

    def __reduce__(self) -> Any:
        raise TypeError("A net is pickled as its weights.")

    def judge(self, evaluator: Evaluator, position: Position, seat: int) -> float:
        """What a position is worth to a seat, from 0 to 1, by the features that an evaluator sees in it."""
        eye = cython.cast(Evaluator, instance(evaluator, Evaluator, "The evaluator"))
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        eye._check_suits(table)
        self._check_suits(eye)
        if not self.seats:
            return self._value(eye, table, seat)
        self._check_seats(table)
        if not cython.compiled:
            out = [0.0] * (2 * MOST_SEATS)
        self._expect(eye, table, seat, out)
        return self._worth(eye, table, out, 0)

    def expect(self, evaluator: Evaluator, position: Position, seat: int) -> list[tuple[float, float]]:
        """The share of first place and the points that each seat may expect, beginning with the one asked about."""
        eye = cython.cast(Evaluator, instance(evaluator, Evaluator, "The evaluator"))
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        eye._check_suits(table)
        self._check_suits(eye)
        self._check_seats(table)
        if not cython.compiled:
            out = [0.0] * (2 * MOST_SEATS)
        self._expect(eye, table, seat, out)
        return [(out[i], out[self.seats + i]) for i in range(table._seats())]

    def _check_seats(self, position: Position) -> None:
        """Raises ValueError unless the net says something of every seat of this position."""
        if not position._seats() <= self.seats:
            raise ValueError("This net was not made for so many seats.")

    def _check_suits(self, evaluator: Evaluator) -> None:
        """Raises ValueError unless the net has inputs for all features of this evaluator.

        A single number is enough only where one seat's gain is the other's loss.
        """
        inputs = evaluator._inputs()
        if self.seats:
            fits = inputs == self.inputs
        else:
            fits = 0 < inputs <= self.inputs and isinstance(evaluator, EndgameEvaluator)
        if not fits:
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
        add_rows(wide, self.weights, 0, which, amounts, n, WIDE)
        start = (self.inputs + 1) * WIDE
        row = start + WIDE * NARROW
        for j in range(NARROW):
            narrow[j] = self.weights[row + j]
        n = 0
        for i in range(WIDE):
            if wide[i] > 0.0:
                which[n] = i
                amounts[n] = wide[i]
                n += 1
        add_rows(narrow, self.weights, start, which, amounts, n, NARROW)
        row = start + (WIDE + 1) * NARROW
        amount = self.weights[row + NARROW]
        for i in range(NARROW):
            if narrow[i] > 0.0:
                amount += narrow[i] * self.weights[row + i]
        return 1.0 / (1.0 + exp(-amount))

    def _expect(self, evaluator: Evaluator, position: Position, seat: int, out: list[float]) -> None:
        """Write the share of each seat, beginning with this one, and then the points of each."""
        if not cython.compiled:
            which = [0] * MOST_FEATURES
            amounts = [0.0] * MOST_FEATURES
            light = floats(WIDE)
            narrow_light = floats(NARROW)
        n = evaluator._features(position, seat, which, amounts)
        row = self.inputs * WIDE
        for j in range(WIDE):
            light[j] = self.light[row + j]
        add_light_rows(light, self.light, 0, which, amounts, n, WIDE)
        start = (self.inputs + 1) * WIDE
        row = start + WIDE * NARROW
        for j in range(NARROW):
            narrow_light[j] = self.light[row + j]
        n = 0
        for i in range(WIDE):
            if light[i] > 0.0:
                which[n] = i
                amounts[n] = light[i]
                n += 1
        add_light_rows(narrow_light, self.light, start, which, amounts, n, NARROW)
        start += (WIDE + 1) * NARROW
        outputs = 2 * self.seats
        for j in range(outputs):
            out[j] = self.light[start + NARROW * outputs + j]
        for i in range(NARROW):
            weight = narrow_light[i]
            if weight > 0.0:
                row = start + i * outputs
                for j in range(outputs):
                    out[j] += weight * self.light[row + j]
        players = position._seats()
        most = out[0]
        for i in range(players):
            most = max(most, out[i])
        total = 0.0
        for i in range(players):
            out[i] = exp(out[i] - most)
            total += out[i]
        for i in range(players):
            out[i] /= total
            out[self.seats + i] *= UNIT

    def _worth(self, evaluator: Evaluator, position: Position, out: list[float], place: int) -> float:
        """What was written by `_expect` is worth to a seat, by its place after the one that was asked about."""
        rest = -1000.0
        for i in range(position._seats()):
            if i != place:
                rest = max(rest, out[self.seats + i])
        worth = evaluator._expected(out[place], out[self.seats + place], rest)
        return max(0.0, min(1.0, worth))


if not cython.compiled:
    Net.inputs = Net.seats = 0  # set even if `__init__` was not called, as in C
