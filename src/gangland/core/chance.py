"""Fast random numbers for playouts and search. Deals use `gangland.play.deal` instead."""

from gangland.core.arguments import LARGEST_SEED, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    WORD = 0xFFFFFFFFFFFFFFFF
    STEP = 0x9E3779B97F4A7C15
    MIX1 = 0xBF58476D1CE4E5B9
    MIX2 = 0x94D049BB133111EB

    def check_signals() -> None:
        """Do nothing: Python itself looks for Ctrl-C. Compiled code must ask."""


class Random:
    """SplitMix64: one word of state. It gives the same numbers compiled and uncompiled."""

    def __init__(self, seed: int) -> None:
        seed = whole(seed, "A seed", 0, LARGEST_SEED)
        self.state = seed & 0xFFFFFFFF
        self.state = self._next() ^ (seed >> 32)

    def roll(self, n: int) -> int:
        """A random number from 0 to n - 1. Raises ValueError or TypeError unless n is from 1 to 2**31 - 1."""
        return self._below(whole(n, "The number of outcomes", 1, 2**31 - 1))

    def _next(self) -> int:
        self.state = (self.state + STEP) & WORD
        z = self.state
        z = ((z ^ (z >> 30)) * MIX1) & WORD
        z = ((z ^ (z >> 27)) * MIX2) & WORD
        return z ^ (z >> 31)

    def _below(self, n: int) -> int:
        """A random number from 0 to n - 1. The bias is below n / 2**32."""
        return ((self._next() >> 32) * n) >> 32
