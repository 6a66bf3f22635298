"""What a learned first look notes of the moves of Famiglia (`gangland.bots.look`). All of it is public.

Each feature is a place in one of several tables.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.evaluator import MOST_NOTED
    from gangland.famiglia.position import (
        ACTIONS,
        BRUTAL,
        PASS,
        PAY,
        PLAY_A,
        PLAY_B,
        RANK0,
        SECOND_PILE,
        SWAP,
        TAKE,
        DuelPosition,
        M,
        bit,
        dearest,
        held,
        jokered,
        kinds,
        paired,
        worth,
    )

    # Where each table begins
    MOVE_FEATURES = 545
    TAKEN, TAKEN_HELD, PAID, SPENT, DENIED, REDUCED = 0, 60, 120, 156, 176, 181
    SWEPT, SWEPT_OF, SWEPT_AWAY, SWEPT_FROM, SWEPT_BEST = 186, 226, 238, 243, 248
    COUNTED_BY, COUNTED_BEST, GIVEN, GOT, GOT_PAIR, GIVEN_PAIR = 278, 290, 296, 356, 416, 421
    BRUTE, BRUTE_BEST, BRUTE_FREES, BRUTE_PAIRS, BRUTE_IDLE, PASSING, PASSING_BEST, PASSING_LEAD = (
        426,
        506,
        512,
        517,
        522,
        527,
        533,
        539,
    )


def describe(position: DuelPosition, move: int, noted: list[int]) -> int:
    """Write the features of a legal move. Returns how many there are."""
    return describe_within(position, move % ACTIONS, reach(position, position.turn), noted)


def reach(position: DuelPosition, seat: int) -> int:
    """The kinds on the Street that a seat could take now without Accountants and Brutes."""
    hand = position.hand[seat]
    return kinds(position.street) & (RANK0 | paired(hand) | jokered(hand, position.joker_with_pair))


def describe_within(position: DuelPosition, move: int, own: int, noted: list[int]) -> int:
    """Write the features of a move of the duel, when one knows what can be taken. Returns how many there are."""
    if move == PASS:
        return describe_pass(position, own, noted)
    if move >= PAY:
        card = (move - PAY) // 36
        way = (move - PAY) % 9
        noted[0] = PAID + (move - PAY) % 36
        noted[1] = SPENT + (M + way if 1 <= way <= 4 else card - card % 5 + (move - PAY) // 9 % 4)
        return describe_take(position, card, 2, noted)
    if move >= TAKE:
        return describe_take(position, move - TAKE, 0, noted)
    if move >= PLAY_B:
        return describe_brute(position, (move - PLAY_B) // 20 + 1, (move - PLAY_B) % 20, own, noted)
    if move >= SWAP:
        return describe_swap(position, (move - SWAP) // 20, (move - SWAP) % 20, noted)
    if move >= PLAY_A:
        noted[0] = COUNTED_BY + 3 * (move - PLAY_A) + position.pile
        noted[1] = COUNTED_BEST + best_of(own)
        return 2
    return describe_sweep(position, move, own, noted)


def few(cards: int, card: int) -> int:
    """How many cards of a kind there are: none, one, or more as two."""
    count = held(cards, card)
    return count if count < 2 else 2


def best_of(reached: int) -> int:
    """How dear the best of these kinds is, from 0 to 5: worth 0, 1, 3, 6, 10 or 15 points."""
    if not reached:
        return 0
    points = worth(dearest(reached))
    steps = 0
    while steps < 5 and points > steps * (steps + 1) // 2:
        steps += 1
    return steps


def describe_take(position: DuelPosition, card: int, n: int, noted: list[int]) -> int:
    """Write what is noted of a card that is taken, from n on: how many of it one has, and who else could take it."""
    noted[n] = TAKEN + 20 * position.pile + card
    noted[n + 1] = TAKEN_HELD + 3 * card + few(position.hand[position.turn], card)
    n += 2
    if reach(position, 1 - position.turn) & bit(card):
        noted[n] = DENIED + card % 5
        n += 1
    if position.stage == BRUTAL and position.target == card:
        noted[n] = REDUCED + card % 5
        n += 1
    return n


def describe_sweep(position: DuelPosition, card: int, own: int, noted: list[int]) -> int:
    """Write the features of a sweep: of what, how long the Street is, and who could have taken it."""
    rank = card % 5
    noted[0] = SWEPT + (20 if position.pile == SECOND_PILE else 0) + card
    noted[1] = SWEPT_OF + (position.street_size if position.street_size < 11 else 11)
    noted[2] = SWEPT_BEST + 6 * rank + best_of(own)
    n = 3
    if own & bit(card):
        noted[n] = SWEPT_FROM + rank
        n += 1
    if reach(position, 1 - position.turn) & bit(card):
        noted[n] = SWEPT_AWAY + rank
        n += 1
    return n


def describe_swap(position: DuelPosition, given: int, got: int, noted: list[int]) -> int:
    """Write the features of an exchange: whether pairs are made or broken that would take something."""
    hand = position.hand[position.turn]
    noted[0] = GIVEN + 3 * given + few(hand, given)
    noted[1] = GOT + 3 * got + few(hand, got)
    n = 2
    if got % 5 < 4 and held(hand, got) == 1 and held(position.street, got + 1):
        noted[n] = GOT_PAIR + got % 5
        n += 1
    if given % 5 < 4 and held(hand, given) == 2 and held(position.street, given + 1):
        noted[n] = GIVEN_PAIR + given % 5
        n += 1
    return n


def describe_brute(position: DuelPosition, brute: int, target: int, own: int, noted: list[int]) -> int:
    """Write the features of a Brute: whether it makes a card free or fit for a pair, or was not needed."""
    hand = position.hand[position.turn]
    rank = target % 5
    noted[0] = BRUTE + 20 * (brute - 1) + target
    noted[1] = BRUTE_BEST + best_of(own)
    n = 2
    if brute >= rank:
        noted[n] = BRUTE_FREES + rank
        n += 1
    for less in range(1, brute + 1):
        if less < rank and held(hand, target - less - 1) >= 2:
            noted[n] = BRUTE_PAIRS + rank
            n += 1
            break
    if own & bit(target):
        noted[n] = BRUTE_IDLE + rank
        n += 1
    return n


def describe_pass(position: DuelPosition, own: int, noted: list[int]) -> int:
    """Write the features of a pass: what could be had, and who is ahead if it ends the game."""
    lead = position._points(position.turn) - position._points(1 - position.turn)
    passed = 1 if position.passed else 0
    noted[0] = PASSING + 2 * position.pile + passed
    noted[1] = PASSING_BEST + best_of(own)
    noted[2] = PASSING_LEAD + 3 * passed + (2 if lead > 0 else 1 if lead == 0 else 0)
    return 3


def multiply(
    position: DuelPosition, moves: list[int], n: int, factors: list[float], products: list[float]
) -> None:  # fmt: skip
    """Write for each of these legal moves the product of the factors of its features."""
    if not cython.compiled:
        noted = [0] * MOST_NOTED
    own = reach(position, position.turn)
    for i in range(n):
        result = 1.0
        for j in range(describe_within(position, moves[i] % ACTIONS, own, noted)):
            result *= factors[noted[j]]
        products[i] = result
