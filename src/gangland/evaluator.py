"""The contract of what a search thinks of first: which moves look good, and what an end is worth to it.

The rules say what may be done and who wins (`gangland.position`). How a player would look at it is another matter and
changes for other reasons, so each game keeps it in an `evaluator` of its own. A game without one is searched with this.

Names without an underscore are for Python and check their arguments, as in `gangland.position`.
"""

from __future__ import annotations

from gangland.arguments import instance, real, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random
    from gangland.position import MOST_MOVES, Position

    MOST_FEATURES = 512


class Evaluator:
    """What a search thinks of first. It holds no position, so threads may share it."""

    # For Python: every argument is checked

    def rollout_move(self, position: Position, random: Random) -> int:
        """A legal move that a hasty but sensible player might make, where somebody decides."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        dice = cython.cast(Random, instance(random, Random, "The source of chance"))
        self._check_suits(table)
        if table.owed or table.ended:
            raise ValueError("There is no move now: a card is owed, or the game is over.")
        move = self._rollout_move(table, dice)
        table._check_sound()
        return move

    def priors(self, position: Position) -> list[tuple[int, int]]:
        """Each legal move with how much of a first look it deserves, from 1 on."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        self._check_suits(table)
        if not cython.compiled:
            moves = [0] * MOST_MOVES
            weights = [0] * MOST_MOVES
        if table.owed or table.ended:
            return []
        n = table._legal(moves)
        table._check_sound()
        self._priors(table, moves, n, weights)
        return [(moves[i], weights[i]) for i in range(n)]

    def utility(self, position: Position, seat: int) -> float:
        """What an end is worth to a seat that searches, from 0 to 1: mostly its share of the win."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        self._check_suits(table)
        utility = self._utility(table, seat)
        table._check_sound()
        return utility

    def features(self, position: Position, seat: int) -> list[tuple[int, float]]:
        """What a net is shown from a seat's side: the features that are not 0, with their amounts."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        self._check_suits(table)
        if not cython.compiled:
            which = [0] * MOST_FEATURES
            amounts = [0.0] * MOST_FEATURES
        n = self._features(table, seat, which, amounts)
        return [(which[i], amounts[i]) for i in range(n)]

    def _check_suits(self, position: Position) -> None:
        """Raise ValueError unless this is a whole position of the game that the evaluator was made for."""
        position._check_ready()
        position._check_known()
        if not self._suits(position):
            raise ValueError("This evaluator was made for another game.")

    def _suits(self, position: Position) -> bool:
        """Whether a position is of the game that the evaluator was made for."""
        return True

    # For the kernel alone: unchecked, and without the GIL

    def _inputs(self) -> int:
        """Every feature is below this number; 0 if there are none."""
        return 0

    def _rollout_move(self, position: Position, random: Random) -> int:
        """A legal move that a hasty but sensible player might make."""
        return position._pick(random)

    def _priors(self, position: Position, moves: list[int], n: int, weights: list[int]) -> int:
        """Write how much of a first look each of these legal moves deserves, from 1 on; return the sum."""
        for i in range(n):
            weights[i] = 1
        return n

    def _utility(self, position: Position, seat: int) -> float:
        """What an end is worth to a seat, from 0 to 1."""
        return position._returns(seat)

    def _features(self, position: Position, seat: int, which: list[int], amounts: list[float]) -> int:
        """Write the features that are not 0, and how much of each there is; return how many they are."""
        return 0


class EndgameEvaluator(Evaluator):
    """Also knows what an exact calculation of a two-player game needs."""

    def can_solve(self, position: Position) -> bool:
        """Whether nothing is left to chance, so that the rest can be calculated."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        self._check_suits(table)
        return self._can_solve(table)

    def end_utility(self, share: float, lead: int) -> float:
        """What an end is worth that gives this share of the win and leads by so many points."""
        return self._end_utility(real(share, "A share", 0.0, 1.0), whole(lead, "A lead", -1000, 1000))

    def _can_solve(self, position: Position) -> bool:
        """Whether nothing is left to chance."""
        return False

    def _end_utility(self, share: float, lead: int) -> float:
        """What an end is worth that gives this share of the win and leads by so many points."""
        return share

    def _max_gain(self, position: Position, seat: int) -> int:
        """No fewer points than a seat can still gain."""
        return 1000

    def _key(self, position: Position) -> int:
        """Equal for positions from which the same can happen."""
        return 0
