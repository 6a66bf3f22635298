"""The contract every game's position fulfils.

A position is what is known on the table: flat words and bytes, moves as small integers, chance as
visible events. It never holds the order of a pile; whoever runs the game (a match, a playout, a
search) is asked for the next card. `legal`, `apply`, `turn_up` and `roll` are unchecked and, when
compiled, run without the GIL; `moves`, `push` and `draw` are their doors from Python. Checked moves
are the business of `gangland.play.Match`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from gangland.game import View

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random

    MOST_MOVES = 4096
    SOURCE_HASH = b""

P = TypeVar("P", bound="Position")


class Sampler:
    """Fills in what a seat cannot see. This one is for games in which that is nothing but the order of a pile."""

    def __init__(self) -> None:
        self.players = 0  # who have secrets from each other

    def sample(self, position: Position, seat: int, random: Random) -> None:
        """Make a position one of the worlds that this seat may think it is in."""

    def imagine(self, position: Position, seat: int, random: Random) -> None:
        """`sample`, from Python."""
        self.sample(position, seat, random)


class Position:
    """Somebody decides (`turn`), or the pile owes a card (`owed`), or it has ended (`ended`)."""

    def __init__(self) -> None:
        self.turn = 0
        self.owed = 0
        self.ended = 0
        self.reshuffles = 0

    def legal(self, out: list[int]) -> int:
        """Write the legal moves into `out` and return how many there are."""
        return 0

    def pick(self, random: Random) -> int:
        """A legal move, uniformly at random; the pass only if there is nothing else."""
        return 0

    def apply(self, move: int) -> None:
        """Make a legal move."""

    def turn_up(self, card: int) -> None:
        """Lay out the card that the pile owes."""

    def roll(self, random: Random) -> None:
        """Let chance turn up the card that the pile owes."""

    def assign(self, other: Position) -> None:
        """Become a copy of `other`, which is of the same class."""

    def forget_order(self) -> None:
        """Stop keeping what is only shown and no rule asks for: for playouts and search."""

    def points(self, seat: int) -> int:
        """What a seat's cards are worth now."""
        return 0

    def guess(self, random: Random) -> int:
        """A legal move that a hasty but sensible player might make: for the playouts of a search."""
        return self.pick(random)

    def weigh(self, moves: list[int], n: int, weights: list[int]) -> int:
        """How much of a first look each of these legal moves deserves, from 1 on; returns the sum."""
        for i in range(n):
            weights[i] = 1
        return n

    def payoff(self, seat: int) -> float:
        """What an ended game is worth to a seat, from 0 to 1: mostly who won, a little by how much."""
        return 0.0

    def features(self, seat: int, which: list[int], amount: list[float]) -> int:
        """What a net looks at from a seat's side: the features that are not 0, and how many they are."""
        return 0

    def prospect(self, seat: int) -> int:
        """No fewer points than a seat can still gain."""
        return 1000

    def key(self) -> int:
        """Equal for positions from which the same can happen."""
        return 0

    def playout(self, random: Random) -> int:
        """Play to the end at random; return the number of decisions."""
        decisions = 0
        while True:
            while self.owed:
                self.roll(random)
            if self.ended:
                return decisions
            self.apply(self.pick(random))
            decisions += 1

    def moves(self) -> list[int]:
        """The legal moves; none while a card is owed and when the game is over."""
        if self.owed or self.ended:
            return []
        if not cython.compiled:
            out = [0] * MOST_MOVES
        n = self.legal(out)
        return [out[i] for i in range(n)]

    def bag_cards(self) -> list[int]:
        """The cards from which chance turns up the next one."""
        return []

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a watcher, may know: the only way out for a game's facts."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}\n{self}>"

    def push(self, move: int) -> None:
        self.apply(move)

    def draw(self, card: int) -> None:
        self.turn_up(card)

    def score(self, seat: int) -> int:
        return self.points(seat)

    def result(self, seat: int) -> float:
        return self.payoff(seat)

    def copy(self: P) -> P:
        other = type(self)()
        other.assign(self)
        return other

    def random_move(self, random: Random) -> int:
        return self.pick(random)

    def playouts(self, count: int, seed: int) -> int:
        """Play `count` games from here to the end and return the decisions made, without the GIL."""
        decisions = 0
        random = Random(seed)
        start = self.copy()
        start.forget_order()
        scratch = self.copy()
        with cython.nogil:
            for _ in range(count):
                scratch.assign(start)
                decisions += scratch.playout(random)
        return decisions


def built_from() -> str:
    """The hash of the sources this was compiled from (`gangland.kernel`), or nothing."""
    return SOURCE_HASH.decode()
