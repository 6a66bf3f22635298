"""The contract of evaluators: which moves look good to a search, and what an end is worth to it.

The rules say what may be done and who wins (`gangland.core.position`). How a player judges that is another matter and
changes for other reasons, so each game has an evaluator of its own. A game without one is searched with this.

Names without an underscore are for Python and check their arguments, as in `gangland.core.position`.
"""

from __future__ import annotations

from gangland.core.arguments import instance, real, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import MOST_MOVES, Position

    MOST_FEATURES = 512
    MOST_NOTED = 16  # of one move


class Evaluator:
    """The judgement of a search: rollout moves, priors, utility, features.

    It holds no position, so threads may share it.
    """

    # For Python: every argument is checked

    def rollout_move(self, position: Position, random: Random) -> int:
        """A legal move that a hasty but sensible player might make. Raises ValueError if nobody decides now."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        dice = cython.cast(Random, instance(random, Random, "The source of chance"))
        self._check_suits(table)
        if table.owed or table.ended:
            raise ValueError("There is no move now: a card is owed, or the game is over.")
        move = self._rollout_move(table, dice)
        table._check_sound()
        return move

    def priors(self, position: Position) -> list[tuple[int, int]]:
        """Each legal move with its weight before any search, from 1 on."""
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
        """What an end is worth to a seat, from 0 to 1: mostly its share of the win."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        self._check_suits(table)
        utility = self._utility(table, seat)
        table._check_sound()
        return utility

    def features(self, position: Position, seat: int) -> list[tuple[int, float]]:
        """The input of a net from a seat's side: the features that are not 0, with their amounts."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        seat = table._check_seat(seat)
        self._check_suits(table)
        if not cython.compiled:
            which = [0] * MOST_FEATURES
            amounts = [0.0] * MOST_FEATURES
        n = self._features(table, seat, which, amounts)
        return [(which[i], amounts[i]) for i in range(n)]

    def inputs(self) -> int:
        """The number of features, all of which are below it. It is 0 if there are none."""
        return self._inputs()

    def move_features(self, position: Position) -> list[tuple[int, list[int]]]:
        """Each legal move with the features by which a learned first look weighs it."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        self._check_suits(table)
        if not cython.compiled:
            moves = [0] * MOST_MOVES
            noted = [0] * MOST_NOTED
        if table.owed or table.ended:
            return []
        n = table._legal(moves)
        table._check_sound()
        rows = []
        for i in range(n):
            count = self._move_features(table, moves[i], noted)
            rows.append((moves[i], [noted[j] for j in range(count)]))
        return rows

    def move_inputs(self) -> int:
        """The number of features of moves, all of which are below it. It is 0 if there are none."""
        return self._move_inputs()

    def _check_suits(self, position: Position) -> None:
        """Raises ValueError unless this is a whole position of the game that the evaluator was made for."""
        position._check_ready()
        position._check_known()
        if not self._suits(position):
            raise ValueError("This evaluator was made for another game.")

    def _suits(self, position: Position) -> bool:
        """Whether a position is of the game that the evaluator was made for."""
        return True

    # For the kernel alone: unchecked, and without the GIL

    def _inputs(self) -> int:
        """The number of features, all of which are below it. It is 0 if there are none."""
        return 0

    def _rollout_move(self, position: Position, random: Random) -> int:
        """A legal move that a hasty but sensible player might make."""
        return position._pick(random)

    def _priors(self, position: Position, moves: list[int], n: int, weights: list[int]) -> int:
        """Write the weight of each of these legal moves before any search, from 1 on. Returns the sum."""
        for i in range(n):
            weights[i] = 1
        return n

    def _utility(self, position: Position, seat: int) -> float:
        """What an end is worth to a seat, from 0 to 1."""
        return position._returns(seat)

    def _expected(self, share: float, points: float, rest: float) -> float:
        """What a share of first place, points and the most points of any other seat are worth, from 0 to 1."""
        return share

    def _features(self, position: Position, seat: int, which: list[int], amounts: list[float]) -> int:
        """Write the features that are not 0, and their amounts. Returns how many there are."""
        return 0

    def _move_inputs(self) -> int:
        """The number of features of moves, all of which are below it. It is 0 if there are none."""
        return 0

    def _move_features(self, position: Position, move: int, noted: list[int]) -> int:
        """Write the features of a legal move, by nothing but what the seat that decides may know. Returns how many."""
        return 0

    def _multiply(
        self, position: Position, moves: list[int], n: int, factors: list[float], products: list[float]
    ) -> None:
        """Write for each of these legal moves the product of the factors of its features."""
        if not cython.compiled:
            noted = [0] * MOST_NOTED
        for i in range(n):
            products[i] = 1.0
            for j in range(self._move_features(position, moves[i], noted)):
                products[i] *= factors[noted[j]]


class EndgameEvaluator(Evaluator):
    """An evaluator that also knows what an exact solution of a two-player game needs."""

    def can_solve(self, position: Position) -> bool:
        """Whether nothing is left to chance, so that the rest can be calculated."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        self._check_suits(table)
        return self._can_solve(table)

    def is_last_round(self, position: Position) -> bool:
        """Whether so little is left that it can be calculated soon."""
        table = cython.cast(Position, instance(position, Position, "A position"))
        self._check_suits(table)
        return self._is_last_round(table)

    def end_utility(self, share: float, lead: int) -> float:
        """What an end is worth that gives this share of the win and this lead in points."""
        return self._end_utility(real(share, "A share", 0.0, 1.0), whole(lead, "A lead", -1000, 1000))

    def _can_solve(self, position: Position) -> bool:
        """Whether nothing is left to chance."""
        return False

    def _is_last_round(self, position: Position) -> bool:
        """Whether so little is left that it can be calculated soon."""
        return True

    def _end_utility(self, share: float, lead: int) -> float:
        """What an end is worth that gives this share of the win and this lead in points."""
        return share

    def _max_gain(self, position: Position, seat: int) -> int:
        """An upper bound of the points that a seat can still gain."""
        return 1000

    def _key(self, position: Position) -> int:
        """A hash that is equal for positions with the same future. It is 0 if the game cannot be solved."""
        return 0
