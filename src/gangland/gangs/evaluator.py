"""The evaluator of Gangs of New York."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.evaluator import Evaluator
    from gangland.core.position import Position
    from gangland.gangs.first_look import MOVE_FEATURES, bits, describe_alone, friends_of, multiply
    from gangland.gangs.position import (
        AGENT,
        BOTH,
        CLIMB,
        EXPEL,
        FILL,
        LEFT,
        NOTHING,
        PASS,
        REVEAL,
        ROW,
        UPPER_PAIRS,
        VICTIM,
        GangsPosition,
        held,
        lowest,
        open_spots,
    )

    FEATURES = 272
    ALLIES, SPOTS, AGENTS, INFLUENCE, POINTS, TURN, MOVER, PASSED = 0, 84, 105, 189, 213, 217, 221, 225
    SHOWN, STATE, REVEALS, GAPS, PLAYERS, TOP, LEAD, STANDING = 229, 245, 249, 253, 260, 263, 267, 268

    ROW_OF = [0] * 21
    LEFT_OF = [0] * 21
    VICTIM_OF = [0] * 90


def fill_tables() -> None:
    """Copy the tables of the pyramid: compiled, those of another module are slower to reach."""
    for spot in range(21):
        ROW_OF[spot] = ROW[spot]
        LEFT_OF[spot] = LEFT[spot]
    for pair in range(90):
        VICTIM_OF[pair] = VICTIM[pair]


fill_tables()


# Rollouts: moves of a hasty player


def rollout(position: GangsPosition, random: Random) -> int:
    """A rollout move: own alliances climb; influence is spent for spots that score and that they can take."""
    if position.reveals:
        return position._pick(random)
    friends = friends_of(position)
    if position.gap != NOTHING:
        left = LEFT_OF[position.gap]
        right_friendly = friends >> position.board[left + 1] & 1
        if friends >> position.board[left] & 1 != right_friendly and random._below(8):
            return FILL + left + right_friendly
        return FILL + left + random._below(2)
    if position.influence_size[position.turn] and (position.crowned or (position.reached and random._below(4) == 0)):
        move = best_expulsion(position, friends, random)
        if move != NOTHING:
            return move
    if position.crowned:
        return PASS
    return rollout_climb(position, friends, random)


def rollout_climb(position: GangsPosition, friends: int, random: Random) -> int:
    """A random climb, drawn by the priors."""
    if not cython.compiled:
        climb = [0] * 30
        total = [0] * 30
    spots = open_spots(position.filled)
    n = sum_ = 0
    while spots:
        spot = lowest(spots)
        for side in range(2):
            sum_ += climb_prior(ROW_OF[spot], friends >> position.board[LEFT_OF[spot] + side] & 1)
            climb[n] = CLIMB + 2 * (spot - 6) + side
            total[n] = sum_
            n += 1
        spots &= spots - 1
    left = random._below(sum_)
    i = 0
    while left >= total[i]:
        i += 1
    return climb[i]


def best_expulsion(position: GangsPosition, friends: int, random: Random) -> int:
    """The expulsion of a stranger from a spot that scores, best above an own alliance. NOTHING if there is none."""
    best = NOTHING
    most = 0
    for pair in range(UPPER_PAIRS, 90):
        if position.filled & BOTH[pair] != BOTH[pair]:
            continue
        victim = VICTIM_OF[pair]
        gang = position.board[AGENT[pair]]
        if not held(position.influence[position.turn], gang) or friends >> position.board[victim] & 1:
            continue
        gain = 4 * ROW_OF[victim] - 12 + random._below(4)
        if not has_heir(position, victim, friends):
            gain -= 4
        if gain > most:
            most = gain
            best = EXPEL + 8 * pair + gang
    return best


def has_heir(position: GangsPosition, victim: int, friends: int) -> bool:
    """Whether an own alliance can fill the gap of a victim. In the base of a small pyramid the deck fills it."""
    if ROW_OF[victim] == position.base:
        return position.top != NOTHING and friends >> position.top & 1 == 1
    left = LEFT_OF[victim]
    return (friends >> position.board[left] | friends >> position.board[left + 1]) & 1 == 1


# Priors: the weight of each move before any search


def climb_prior(row: int, friendly: int) -> int:
    """The weight of a climb into a row before any search."""
    return 12 + 4 * row if friendly else 8 if row < 4 else 4


def prior(position: GangsPosition, move: int, friends: int) -> int:
    """The weight of a move before any search."""
    if move >= REVEAL:
        return 10
    if move >= EXPEL:
        victim = VICTIM_OF[(move - EXPEL) // 8]
        if ROW_OF[victim] < 4:
            return 1
        if friends >> position.board[victim] & 1:
            return 2
        return 6 + 2 * ROW_OF[victim] if position.crowned else 3 + ROW_OF[victim]
    if move >= FILL:
        return 20 if friends >> position.board[move - FILL] & 1 else 10
    spot = 6 + move // 2
    return climb_prior(ROW_OF[spot], friends >> position.board[LEFT_OF[spot] + move % 2] & 1)


def all_priors(position: GangsPosition, moves: list[int], n: int, weights: list[int]) -> int:
    """Write the weight of each move before any search. Returns the sum."""
    friends = friends_of(position)
    total = 0
    for i in range(n):
        weights[i] = prior(position, moves[i], friends)
        total += weights[i]
    return total


# Features: the input of a net. Seats are counted from the one that is asked about.


def note(which: list[int], amounts: list[float], n: int, feature: int, value: float) -> int:
    """Write one feature. Returns the new count."""
    which[n] = feature
    amounts[n] = value
    return n + 1


def features_of(position: GangsPosition, seat: int, which: list[int], amounts: list[float]) -> int:
    """Write everything that there is in a world, from a seat's side. Returns how many features there are."""
    if not cython.compiled:
        friends = [0] * 4
    n = 0
    players = position.players
    for r in range(players):
        i = 3 * ((seat + r) % players)
        friends[r] = 1 << position.alliance[i] | 1 << position.alliance[i + 1] | 1 << position.alliance[i + 2]
    for spot in range(21):
        gang = position.board[spot]
        if gang == NOTHING:
            continue
        n = note(which, amounts, n, SPOTS + spot, 1.0)
        for r in range(players):
            if friends[r] >> gang & 1:
                n = note(which, amounts, n, ALLIES + 4 * spot + r, 1.0)
            if held(position.influence[(seat + r) % players], gang):
                n = note(which, amounts, n, AGENTS + 4 * spot + r, 1.0)
    rest = 0
    for r in range(players):
        other = (seat + r) % players
        points = position._points(other)
        if r and points > rest:
            rest = points
        n = note(which, amounts, n, INFLUENCE + 6 * r + position.influence_size[other], 1.0)
        n = note(which, amounts, n, POINTS + r, points / 10.0)
        n = note(which, amounts, n, STANDING + r, position._returns(other))
        shown = position.shown[other]
        n = note(which, amounts, n, SHOWN + 4 * r + bits(shown), 1.0)
        if position.turn == other:
            n = note(which, amounts, n, TURN + r, 1.0)
        if position.mover == other:
            n = note(which, amounts, n, MOVER + r, 1.0)
        if position.passed >> other & 1:
            n = note(which, amounts, n, PASSED + r, 1.0)
        if position.top != NOTHING and friends[r] >> position.top & 1:
            n = note(which, amounts, n, TOP + r, 1.0)
    n = note(which, amounts, n, STATE, position.crowned)
    n = note(which, amounts, n, STATE + 1, 1.0 if position.reached >= 4 else 0.0)
    n = note(which, amounts, n, STATE + 2, 1.0 if position.reached >= 5 else 0.0)
    n = note(which, amounts, n, STATE + 3, position.due)
    n = note(which, amounts, n, REVEALS + position.reveals, 1.0)
    n = note(which, amounts, n, GAPS + (0 if position.gap == NOTHING else ROW_OF[position.gap]), 1.0)
    n = note(which, amounts, n, PLAYERS + players - 2, 1.0)
    return note(which, amounts, n, LEAD, (position._points(seat) - rest) / 10.0)


class GangsEvaluator(Evaluator):
    """The evaluator of Gangs for two to four players."""

    def _suits(self, position: Position) -> bool:
        return isinstance(position, GangsPosition)

    def _rollout_move(self, position: Position, random: Random) -> int:
        return rollout(cython.cast(GangsPosition, position), random)

    def _priors(self, position: Position, moves: list[int], n: int, weights: list[int]) -> int:
        return all_priors(cython.cast(GangsPosition, position), moves, n, weights)

    def _utility(self, position: Position, seat: int) -> float:
        return self._expected(position._returns(seat), position._points(seat), 0.0)

    def _expected(self, share: float, points: float, rest: float) -> float:
        return 0.9 * share + 0.01 * points

    def _inputs(self) -> int:
        return FEATURES

    def _features(self, position: Position, seat: int, which: list[int], amounts: list[float]) -> int:
        return features_of(cython.cast(GangsPosition, position), seat, which, amounts)

    def _move_inputs(self) -> int:
        return MOVE_FEATURES

    def _move_features(self, position: Position, move: int, noted: list[int]) -> int:
        return describe_alone(cython.cast(GangsPosition, position), move, noted)

    def _multiply(
        self, position: Position, moves: list[int], n: int, factors: list[float], products: list[float]
    ) -> None:
        multiply(cython.cast(GangsPosition, position), moves, n, factors, products)
