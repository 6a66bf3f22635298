"""Shares, margins and a sequential test.

The unit is the deal, not the game. The games of one deal share its luck, so counting them one by one would claim too
much or too little. Everything here starts from the `Moments` of one number for each deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval."""

    value: float
    low: float
    high: float


class Moments:
    """The count, mean and spread of numbers, updated one by one (Welford)."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0  # the sum of the squared distances from the mean
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        """Count one more number."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)

    @property
    def error(self) -> float:
        """The standard error of the mean. It is infinite for fewer than two numbers."""
        return sqrt(self.squares / (self.count - 1) / self.count) if self.count > 1 else inf


def student(freedom: int) -> float:
    """How many standard errors hold 95%: Student's t by the expansion of Cornish and Fisher.

    It is right to three digits from four degrees of freedom on; below that the figures are those of the table.
    """
    if freedom < 4:
        return (inf, 12.706, 4.303, 3.182)[freedom]
    terms = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def mean(moments: Moments) -> Estimate:
    """The mean with Student's interval, for anything that is not a share."""
    reach = student(moments.count - 1) * moments.error if moments.count > 1 else inf
    return Estimate(moments.mean, moments.mean - reach, moments.mean + reach)


def share(moments: Moments) -> Estimate:
    """A share with Wilson's interval, for as many independent games as these deals are worth.

    A share p that is known with the standard error e is worth p (1 - p) / e² games. Deals that all agree show no spread
    and count as one game each. Unlike p ± 2e, this stays between 0 and 1 and holds near them.
    """
    value, error = moments.mean, moments.error
    if error == 0 or moments.count == 1:
        return wilson(value, moments.count, Z)
    return wilson(value, value * (1 - value) / error**2, student(moments.count - 1))


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate | None:
    """The share of parts in wholes that differ from deal to deal. It is None if the wholes are all 0."""
    total = sum(wholes)
    if not total:
        return None
    value = sum(parts) / total
    scale = len(wholes) / total
    moments = Moments((part - value * whole) * scale for part, whole in zip(parts, wholes, strict=True))
    moments.mean = value
    return share(moments)


def wilson(value: float, count: float, z: float) -> Estimate:
    """Wilson's interval of a share that was seen in `count` games, `z` standard errors wide."""
    middle = (value + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * sqrt(value * (1 - value) / count + z * z / (4 * count * count))
    return Estimate(value, max(0.0, min(value, middle - reach)), min(1.0, max(value, middle + reach)))


def elo(points: float) -> float:
    """The difference in Elo at which one expects this share of the points."""
    return inf if points >= 1 else -inf if points <= 0 else -400 * log10(1 / points - 1)


def expected(difference: float) -> float:
    """The share of the points that one expects at this difference in Elo: the inverse of `elo`."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_estimate(points: Estimate) -> Estimate:
    """The difference in Elo of a share of the points and of both ends of its interval."""
    return Estimate(elo(points.value), elo(points.low), elo(points.high))


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test: is the difference in Elo rather `low` or `high`?

    After each deal it looks at the logarithm of how much likelier the results are if the difference is `high` than if
    it is `low`, and stops where the chance of a wrong verdict is `error` either way. A deal's points are taken as
    normally distributed with the spread they show (the generalized test that chess engines use on pairs of games), so

        llr = n (s1 - s0) (2 m - s0 - s1) / (2 v)

    with n deals, their mean m and variance v, and the points s0, s1 that `low` and `high` let one expect. One imaginary
    won deal and one lost one are added to the variance: else the first few deals, all alike, would settle everything.
    """

    low: float
    high: float
    error: float = 0.05

    @property
    def bound(self) -> float:
        """The log-likelihood ratio at which the test ends, in either direction."""
        return log((1 - self.error) / self.error)

    def llr(self, moments: Moments) -> float:
        """The log-likelihood ratio of `high` against `low` after these deals."""
        s0, s1, m = expected(self.low), expected(self.high), moments.mean
        variance = (moments.squares + m * m + (1 - m) * (1 - m)) / (moments.count + 2)
        return moments.count * (s1 - s0) * (2 * m - s0 - s1) / (2 * variance)

    def verdict(self, moments: Moments) -> float | None:
        """The difference in Elo that the test decides for, or None while it is open."""
        llr = self.llr(moments)
        return self.high if llr >= self.bound else self.low if llr <= -self.bound else None
