"""The evaluators of Famiglia: for the duel, and for the solo game against the robot."""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.evaluator import EndgameEvaluator
    from gangland.core.position import Position
    from gangland.famiglia.first_look import MOVE_FEATURES, describe, multiply
    from gangland.famiglia.position import (
        ABOVE0,
        ACTIONS,
        B_ABLE,
        BRUTAL,
        FIRST_PILE,
        M_ABLE,
        PASS,
        PAY,
        PLAY_A,
        PLAY_B,
        RANK0,
        SWAP,
        SWEEP,
        TAKE,
        USED_UP,
        B,
        DuelPosition,
        bit,
        dearest,
        held,
        jokered,
        kinds,
        legal_jokers,
        legal_payments,
        legal_reduced,
        lowest,
        nth,
        paired,
        pairs,
        payment,
        size,
        total_worth,
        worth,
    )
    from gangland.famiglia.robot import NOWHERE, ROBOT, WANTED, SoloPosition, street_card

    DUEL_FEATURES, SOLO_FEATURES = 269, 282
    MOST_TAKES = 256
    ABOVE1 = 0o11100111001110011100
    ABOVE2 = 0o11000110001100011000
    ABOVE3 = 0o10000100001000010000
    UP_TO_1 = ABOVE0 - ABOVE1  # the cards of the ranks 1 to 1, 1 to 2, 1 to 3
    UP_TO_2 = ABOVE0 - ABOVE2
    UP_TO_3 = ABOVE0 - ABOVE3
    WORD = 0xFFFFFFFFFFFFFFFF
    MIXER = 0x9E3779B97F4A7C15
    WORTH = [0] * 20  # F0.3
    APPEAL = [0] * 20  # the prior value of a card: its points, and what its family can do


FAMILY_APPEAL = (4, 0, 2, 8)  # what the abilities of F, A, B and M are worth in points, found by trial


def fill_tables() -> None:
    """Fill in the worth of every card, which the search asks for all the time."""
    for card in range(20):
        WORTH[card] = worth(card)
        APPEAL[card] = worth(card) + FAMILY_APPEAL[card // 5]


fill_tables()


# Rollouts: moves of a hasty player


def duel_rollout(position: DuelPosition, random: Random) -> int:
    """A rollout move of the duel: take the best card, play a Brute if that brings a better one, or else sweep."""
    cards = position.hand[position.turn]
    hand = kinds(cards)
    street = kinds(position.street)
    natural = paired(cards)
    gifts = street & (RANK0 | natural)
    if position.stage == BRUTAL and held(position.street, position.target):
        gifts |= street & bit(position.target) & lowered(natural, position.brute)
    best = dearest(gifts)
    if position.stage != BRUTAL and hand & B_ABLE:
        brute = highest(hand & B_ABLE) - B
        within = street & ABOVE0 & lowered(natural, brute)
        target = dearest(within)
        if within and (not gifts or WORTH[target] > WORTH[best] + brute):
            return PLAY_B + (brute - 1) * 20 + target
    if hand & M_ABLE and (not gifts or WORTH[best] < 6):
        left = street & jokered(cards, position.joker_with_pair)
        card = dearest(left)
        if left and (not gifts or WORTH[card] > WORTH[best] + 2):
            if not cython.compiled:
                out = [0] * MOST_TAKES
            return out[random._below(legal_jokers(position, out, 0, card, card % 5))]
    if gifts:
        if best % 5 == 0:
            gifts &= RANK0
            if gifts & hand & ~pairs(cards):  # a second copy makes a pair
                gifts &= hand & ~pairs(cards)
            return TAKE + nth(gifts, random._below(size(gifts)))
        if position.stage == BRUTAL and best == position.target:
            if not cython.compiled:
                out = [0] * MOST_TAKES
            n = legal_payments(position, out, legal_reduced(position, out, 0), best, best % 5)
            return out[random._below(n)]
        return payment(best, best % 5)
    if position._may_sweep():
        return SWEEP + (highest_rank(street) if random._below(4) else nth(street, random._below(size(street))))
    return PASS


def lowered(natural: int, brute: int) -> int:
    """The kinds that a Brute brings within reach: those that become free, and those that a natural pair then takes."""
    reach = UP_TO_1
    if brute >= 2:
        reach = UP_TO_2
    if brute >= 3:
        reach = UP_TO_3
    if brute >= 4:
        reach = ABOVE0
    reach |= natural << 3 & ABOVE1
    if brute >= 2:
        reach |= natural << 6 & ABOVE2
    if brute >= 3:
        reach |= natural << 9 & ABOVE3
    return reach


def highest(word: int) -> int:
    """The last kind in a non-empty word of kinds."""
    while word & (word - 1):
        word &= word - 1
    return lowest(word)


def highest_rank(word: int) -> int:
    """A kind of the highest rank in a non-empty word of kinds."""
    for rank in range(4, 0, -1):
        if word & RANK0 << 3 * rank:
            return lowest(word & RANK0 << 3 * rank)
    return lowest(word)


def solo_rollout(position: SoloPosition, random: Random) -> int:
    """A rollout move of the solo game: as in the duel, but with more sweeps, as it is a race against the robot.

    Of several copies of a card it names the leftmost.
    """
    if position.turn == ROBOT:
        return position._pick(random)  # the robot's only move (F11.3)
    if position._may_sweep() and random._below(2):
        move = SWEEP + highest_rank(kinds(position.street))
    else:
        move = duel_rollout(position, random)
    card = street_card(move)
    if card == NOWHERE or held(position.street, card) == 1:
        return move
    place = 0
    while position.row[place] != card:
        place += 1
    return move + (place + 1) * ACTIONS


# Priors: the weight of each move before any search


def duel_priors(position: DuelPosition, moves: list[int], n: int, weights: list[int]) -> int:
    """Write the weight of each move before any search. Returns the sum."""
    hand = position.hand[position.turn]
    total = 0
    for i in range(n):
        weights[i] = prior(hand, moves[i] % ACTIONS)
        total += weights[i]
    return total


def prior(hand: int, move: int) -> int:
    """The weight of a move before any search."""
    if move == PASS:
        return 2
    if move >= PAY:
        return 6 + 6 * APPEAL[(move - PAY) // 36]
    if move >= TAKE:
        return 2 + 6 * APPEAL[move - TAKE] + (9 if held(hand, move - TAKE) == 1 else 0)
    if move >= PLAY_B:
        return 3 + 4 * WORTH[(move - PLAY_B) % 20]
    if move >= SWAP:
        return 10 if held(hand, (move - SWAP) % 20) == 1 else 2
    if move >= PLAY_A:
        return 5
    return 20 + 40 * (move % 5)  # a sweep: the best cards may still be in the pile


# Features: the input of a net


def note(which: list[int], amounts: list[float], n: int, feature: int, value: float) -> int:
    """Write one feature. Returns the new count."""
    which[n] = feature
    amounts[n] = value
    return n + 1


def note_cards(which: list[int], amounts: list[float], n: int, feature: int, cards: int) -> int:
    """Write how many cards there are of each kind. Returns the new count of features."""
    left = kinds(cards)
    while left:
        card = lowest(left)
        n = note(which, amounts, n, feature + card, held(cards, card) / 2.0)
        left &= left - 1
    return n


def note_hand(which: list[int], amounts: list[float], n: int, feature: int, cards: int) -> int:
    """Write how many cards there are of each kind, which kinds there are, and which are pairs.

    Returns the new count.
    """
    n = note_cards(which, amounts, n, feature, cards)
    left = kinds(cards)
    while left:
        n = note(which, amounts, n, feature + 20 + lowest(left), 1.0)
        left &= left - 1
    left = pairs(cards)
    while left:
        n = note(which, amounts, n, feature + 40 + lowest(left), 1.0)
        left &= left - 1
    return n


def duel_features(position: DuelPosition, seat: int, which: list[int], amounts: list[float]) -> int:
    """Write everything that lies open, from a seat's side. Returns how many features there are."""
    other = 1 - seat
    mine = position._points(seat)
    theirs = position._points(other)
    n = note_hand(which, amounts, 0, 0, position.hand[seat])
    n = note_hand(which, amounts, n, 60, position.hand[other])
    n = note_cards(which, amounts, n, 120, position.display[seat])
    n = note_cards(which, amounts, n, 140, position.display[other])
    n = note_cards(which, amounts, n, 160, position.street)
    n = note_cards(which, amounts, n, 180, position.bag)
    n = note_cards(which, amounts, n, 200, position.discard)
    if position.brute:
        n = note(which, amounts, n, 220 + position.target, 1.0)
        n = note(which, amounts, n, 240 + position.brute, 1.0)
    n = note(which, amounts, n, 245 + position.pile, 1.0)
    n = note(which, amounts, n, 248 + position.stage, 1.0)
    n = note(which, amounts, n, 251 + position.swaps, 1.0)
    n = note(which, amounts, n, 256, 1.0 if position.turn == seat else 0.0)
    n = note(which, amounts, n, 257, 1.0 if position.first == seat else 0.0)
    n = note(which, amounts, n, 258, position._may_sweep())
    n = note(which, amounts, n, 259, position.clean)
    n = note(which, amounts, n, 260, position.passed)
    n = note(which, amounts, n, 261, position.bag_size / 16.0)
    n = note(which, amounts, n, 262, position.discard_size / 8.0)
    n = note(which, amounts, n, 263, position.under_size / 4.0)
    n = note(which, amounts, n, 264, position.street_size / 8.0)
    n = note(which, amounts, n, 265, total_worth(position.street) / 16.0)
    n = note(which, amounts, n, 266, mine / 32.0)
    n = note(which, amounts, n, 267, theirs / 32.0)
    return note(which, amounts, n, 268, (mine - theirs) / 16.0)


def solo_features(position: SoloPosition, seat: int, which: list[int], amounts: list[float]) -> int:
    """Write the features of the duel, and what the robot still wants. Returns how many features there are."""
    n = duel_features(position, seat, which, amounts)
    n = note(which, amounts, n, 268 + position.level, 1.0)
    still = 0
    for rank in range(4):
        missing = WANTED[4 * (position.level - 1) + rank] - position._owned(rank)
        if missing > 0:
            n = note(which, amounts, n, 273 + rank, missing / 2.0)
            n = note(which, amounts, n, 277 + rank, 1.0)
            still += missing
    return note(which, amounts, n, 281, still / 4.0)


# For the solver


def mix(state: int, word: int) -> int:
    """One step of a hash: the state after a word."""
    state = (state ^ word) * MIXER & WORD
    return state ^ state >> 29


def duel_key(position: DuelPosition) -> int:
    """A hash of everything that the future of a position depends on."""
    mover = position.turn
    other = 1 - mover
    state = mix(mix(0, position.hand[mover]), position.display[mover])
    if position.pile == USED_UP and mover != position.first:  # the other seat has no more turns: only its points count
        state = mix(mix(state, position._points(other)), position._best_card(other))
    else:
        state = mix(mix(state, position.hand[other]), position.display[other])
    state = mix(state, position.street)
    state = mix(state, position.bag)
    state = mix(state, position.discard)
    for i in range(position.under_size):
        state = mix(state, position.under[i] + 1)
    turn = mover + 2 * position.stage + 8 * position.swaps + 64 * position.accountant
    turn += 512 * position.brute + 4096 * position.target
    flags = position.clean + 2 * position.swept + 4 * position.passed + 8 * position.pile
    flags += 32 * position.ended + 256 * position.owed
    return mix(mix(state, turn), flags)


def solo_key(position: SoloPosition) -> int:
    """A hash of everything that the future depends on. In the solo game that includes the row of the Street (F7.3)."""
    state = duel_key(position)
    for i in range(position.street_size):
        state = mix(state, position.row[i] + 1)
    return state


def max_gain(position: DuelPosition, seat: int) -> int:
    """An upper bound of the points that a seat can still gain."""
    if position.pile == FIRST_PILE:
        return 175  # all points there are (F0.3)
    if position.pile != USED_UP:  # what was discarded does not come back (F3.3)
        gain = total_worth(position.street) + total_worth(position.bag)
        for i in range(position.under_size):
            gain += worth(position.under[i])
        return gain
    if position.turn != seat and seat == position.first:  # the seat has no more turns (F9.1)
        return 0
    return worth(dearest(kinds(position.street))) if position.street else 0


class DuelEvaluator(EndgameEvaluator):
    """The evaluator of Famiglia for two."""

    def _suits(self, position: Position) -> bool:
        return isinstance(position, DuelPosition)

    def _inputs(self) -> int:
        return DUEL_FEATURES

    def _rollout_move(self, position: Position, random: Random) -> int:
        return duel_rollout(cython.cast(DuelPosition, position), random)

    def _priors(self, position: Position, moves: list[int], n: int, weights: list[int]) -> int:
        return duel_priors(cython.cast(DuelPosition, position), moves, n, weights)

    def _utility(self, position: Position, seat: int) -> float:
        return self._end_utility(position._returns(seat), position._points(seat) - position._points(1 - seat))

    def _expected(self, share: float, points: float, rest: float) -> float:
        return 0.8 * share + 0.2 * (0.5 + (points - rest) / 350.0)

    def _features(self, position: Position, seat: int, which: list[int], amounts: list[float]) -> int:
        return duel_features(cython.cast(DuelPosition, position), seat, which, amounts)

    def _move_inputs(self) -> int:
        return MOVE_FEATURES

    def _move_features(self, position: Position, move: int, noted: list[int]) -> int:
        return describe(cython.cast(DuelPosition, position), move, noted)

    def _multiply(
        self, position: Position, moves: list[int], n: int, factors: list[float], products: list[float]
    ) -> None:
        multiply(cython.cast(DuelPosition, position), moves, n, factors, products)

    def _can_solve(self, position: Position) -> bool:
        return not cython.cast(DuelPosition, position).bag_size  # what lies under the pile is known (F3.3)

    def _is_last_round(self, position: Position) -> bool:
        return not cython.cast(DuelPosition, position).under_size

    def _end_utility(self, share: float, lead: int) -> float:
        win = (
            0.3 if share == 0.5 else share
        )  # a tie is less than half a win, or two cautious players would pass at once
        return self._expected(win, lead, 0.0)

    def _max_gain(self, position: Position, seat: int) -> int:
        return max_gain(cython.cast(DuelPosition, position), seat)

    def _key(self, position: Position) -> int:
        return duel_key(cython.cast(DuelPosition, position))


class SoloEvaluator(DuelEvaluator):
    """The evaluator of Famiglia alone against the robot."""

    def _suits(self, position: Position) -> bool:
        return isinstance(position, SoloPosition)

    def _inputs(self) -> int:
        return SOLO_FEATURES

    def _rollout_move(self, position: Position, random: Random) -> int:
        return solo_rollout(cython.cast(SoloPosition, position), random)

    def _expected(self, share: float, points: float, rest: float) -> float:
        """An estimate in which points count more than in the duel: when the robot is far ahead, they show the way."""
        near = min(80.0, max(-80.0, points - rest))
        return 0.625 * DuelEvaluator._expected(self, share, points, rest) + 0.375 * (0.5 + near / 160.0)

    def _features(self, position: Position, seat: int, which: list[int], amounts: list[float]) -> int:
        return solo_features(cython.cast(SoloPosition, position), seat, which, amounts)

    def _key(self, position: Position) -> int:
        return solo_key(cython.cast(SoloPosition, position))
