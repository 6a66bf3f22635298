"""Fast random numbers for playouts and search; a deal uses `gangland.play.deal` instead."""

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    WORD = 0xFFFFFFFFFFFFFFFF
    STEP = 0x9E3779B97F4A7C15
    MIX1 = 0xBF58476D1CE4E5B9
    MIX2 = 0x94D049BB133111EB


class Random:
    """SplitMix64: one word of state, the same numbers compiled and uncompiled."""

    def __init__(self, seed: int) -> None:
        self.state = seed & 0xFFFFFFFF
        self.state = self.next() ^ (seed >> 32)

    def next(self) -> int:
        self.state = (self.state + STEP) & WORD
        z = self.state
        z = ((z ^ (z >> 30)) * MIX1) & WORD
        z = ((z ^ (z >> 27)) * MIX2) & WORD
        return z ^ (z >> 31)

    def roll(self, n: int) -> int:
        """`below`, from Python."""
        return self.below(n)

    def below(self, n: int) -> int:
        """A number from 0 to n-1; the bias is below n / 2**32."""
        return ((self.next() >> 32) * n) >> 32
