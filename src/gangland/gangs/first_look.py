"""What a learned first look notes of the moves of Gangs of New York (`gangland.bots.look`).

It tells nothing that the seat that decides may not know. Each feature is a place in one of several tables.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.evaluator import MOST_NOTED
    from gangland.gangs.position import (
        AGENT,
        EXPEL,
        FILL,
        LEFT,
        LORD,
        NOTHING,
        PASS,
        REVEAL,
        ROW,
        UPPER_PAIRS,
        VICTIM,
        GangsPosition,
        held,
    )

    # Where each table begins
    MOVE_FEATURES = 422
    CLIMBER, CLIMB_HEIR, OPENED, CLIMB_RIVAL, CLIMB_HELD, ARRIVAL, CROWNED = 0, 40, 55, 67, 72, 82, 86
    FILLER, FILL_HEIR, FILL_RIVAL, FILL_HELD, FILL_CROWNED = 96, 136, 166, 171, 181
    STRUCK, STRUCK_HEIR, STRUCK_RIVAL, CARDS_LEFT, SPENT, STRUCK_POINTS = 191, 287, 323, 335, 359, 367
    SHOWN_POINTS, SHOWN_HELD, SHOWN_RIVAL, PASSING, LAST_IN = 377, 385, 387, 388, 418

    ROW_OF = [0] * 21
    LEFT_OF = [0] * 21
    VICTIM_OF = [0] * 90
    AGENT_OF = [0] * 90
    OVER = [0] * 42  # the two spots above each spot: first the one with a spot more to the left below it


def fill_tables() -> None:
    """Copy the tables of the pyramid: compiled, those of another module are slower to reach."""
    for spot in range(21):
        ROW_OF[spot] = ROW[spot]
        LEFT_OF[spot] = LEFT[spot]
        OVER[2 * spot] = OVER[2 * spot + 1] = NOTHING
    for spot in range(6, 21):
        OVER[2 * LEFT[spot] + 2] = spot
        OVER[2 * LEFT[spot] + 1] = spot
    for pair in range(90):
        VICTIM_OF[pair] = VICTIM[pair]
        AGENT_OF[pair] = AGENT[pair]


fill_tables()


def friends_of(position: GangsPosition) -> int:
    """The alliances of the seat that decides, as a set of bits."""
    i = 3 * position.turn
    return 1 << position.alliance[i] | 1 << position.alliance[i + 1] | 1 << position.alliance[i + 2]


def describe_alone(position: GangsPosition, move: int, noted: list[int]) -> int:
    """Write the features of a single legal move. Returns how many there are."""
    return describe(position, move, friends_of(position), rivals_of(position), noted)


def describe(position: GangsPosition, move: int, friends: int, rivals: int, noted: list[int]) -> int:
    """Write the features of a legal move. Returns how many there are."""
    if move == PASS:
        noted[0] = PASSING + 5 * position.influence_size[position.turn] + standing(position)
        noted[1] = LAST_IN + position.players - 1 - bits(position.passed)
        return 2
    if move >= REVEAL:
        return describe_reveal(position, move - REVEAL, rivals, noted)
    if move >= EXPEL:
        pair = (move - EXPEL) // 8
        by = friends >> position.board[AGENT_OF[pair]] & 1
        n = describe_strike(position, VICTIM_OF[pair], by, friends, rivals, noted)
        noted[n] = spent(position, (move - EXPEL) % 8, 1 if pair >= UPPER_PAIRS else 0, friends)
        return n + 1
    if move >= FILL:
        return describe_fill(position, move - FILL, friends, rivals, noted)
    return describe_climb(position, 6 + move // 2, LEFT_OF[6 + move // 2] + move % 2, friends, rivals, noted)


def rivals_of(position: GangsPosition) -> int:
    """The alliances that other seats have revealed, as a set of bits."""
    gangs = 0
    for seat in range(position.players):
        if seat != position.turn:
            gangs |= position.shown[seat]
    return gangs


def standing(position: GangsPosition) -> int:
    """The points of the seat that decides, from 0 to 4: in pairs, and 8 or more as one."""
    points = position._points(position.turn)
    return points // 2 if points < 8 else 4


def heirs(position: GangsPosition, gap: int, friends: int) -> int:
    """How many own alliances may fill a gap, from 0 to 2."""
    if ROW_OF[gap] == position.base:
        return 1 if position.top != NOTHING and friends >> position.top & 1 else 0
    left = LEFT_OF[gap]
    count = 0
    for spot in range(left, left + 2):
        if position.board[spot] != NOTHING and friends >> position.board[spot] & 1:
            count += 1
    return count


def describe_climb(
    position: GangsPosition, spot: int, start: int, friends: int, rivals: int, noted: list[int]
) -> int:  # fmt: skip
    """Write the features of a climb: who climbs how high beside whom, who may follow, and what it opens to others."""
    row = ROW_OF[spot] - 2
    gang = position.board[start]
    friendly = friends >> gang & 1
    beside = position.board[2 * LEFT_OF[spot] + 1 - start]
    noted[0] = CLIMBER + 20 * (position.players > 2) + 4 * row + 2 * friendly + (friends >> beside & 1)
    noted[1] = CLIMB_HEIR + 3 * row + heirs(position, start, friends)
    n = 2
    for side in range(2):
        above = OVER[2 * spot + side]
        if above != NOTHING and not position.filled >> above & 1:
            neighbour = spot - 1 + 2 * side
            if position.filled >> neighbour & 1:
                noted[n] = OPENED + 3 * row + friendly + (friends >> position.board[neighbour] & 1)
                n += 1
    if rivals & ~friends & 1 << gang:
        noted[n] = CLIMB_RIVAL + row
        n += 1
    if held(position.influence[position.turn], gang):
        noted[n] = CLIMB_HELD + 2 * row + friendly
        n += 1
    if (row == 2 or row == 3) and row + 2 > position.reached:
        noted[n] = ARRIVAL + 2 * (row - 2) + friendly
        n += 1
    if spot == LORD:
        noted[n] = CROWNED + 2 * standing(position) + friendly
        n += 1
    return n


def describe_fill(position: GangsPosition, start: int, friends: int, rivals: int, noted: list[int]) -> int:
    """Write the features of a fill: who rises instead of whom, and who may follow."""
    row = ROW_OF[start] - 1
    gang = position.board[start]
    friendly = friends >> gang & 1
    other = position.board[2 * LEFT_OF[position.gap] + 1 - start]
    noted[0] = FILLER + 20 * (position.players > 2) + 4 * row + 2 * friendly + (friends >> other & 1)
    noted[1] = FILL_HEIR + 6 * row + 3 * friendly + heirs(position, start, friends)
    n = 2
    if rivals & ~friends & 1 << gang:
        noted[n] = FILL_RIVAL + row
        n += 1
    if held(position.influence[position.turn], gang):
        noted[n] = FILL_HELD + 2 * row + friendly
        n += 1
    if position.crowned:
        noted[n] = FILL_CROWNED + 2 * row + friendly
        n += 1
    return n


def describe_strike(
    position: GangsPosition, victim: int, by: int, friends: int, rivals: int, noted: list[int]
) -> int:  # fmt: skip
    """Write the features of an expulsion but for its card: who is struck, whether by a friend, who may follow."""
    gang = position.board[victim]
    row = ROW_OF[victim] - 1
    high = 1 if row > 2 else 0
    own = friends >> gang & 1
    crowned = 1 if position.crowned else 0
    noted[0] = STRUCK + 48 * (position.players > 2) + 8 * row + 4 * crowned + 2 * own + by
    noted[1] = STRUCK_HEIR + 6 * row + 3 * own + heirs(position, victim, friends)
    noted[2] = CARDS_LEFT + 12 * crowned + 6 * high + position.influence_size[position.turn]
    n = 3
    if rivals & ~friends & 1 << gang:
        noted[n] = STRUCK_RIVAL + 2 * row + crowned
        n += 1
    if crowned and high:
        noted[n] = STRUCK_POINTS + 2 * standing(position) + own
        n += 1
    return n


def spent(position: GangsPosition, card: int, high: int, friends: int) -> int:
    """The feature of the influence card that an expulsion costs."""
    return SPENT + 4 * high + 2 * (friends >> card & 1) + (held(position.influence[position.turn], card) > 1)


def describe_reveal(position: GangsPosition, gang: int, rivals: int, noted: list[int]) -> int:
    """Write the features of a reveal: what the gang is worth already, and whether one holds it or others have it."""
    points = 0
    for spot in range(15, 21):
        if position.board[spot] == gang:
            points += ROW_OF[spot] - 3
    noted[0] = SHOWN_POINTS + 4 * (position.players > 2) + (points if points < 3 else 3)
    noted[1] = SHOWN_HELD + (held(position.influence[position.turn], gang) > 0)
    if not rivals >> gang & 1:
        return 2
    noted[2] = SHOWN_RIVAL
    return 3


def multiply(
    position: GangsPosition, moves: list[int], n: int, factors: list[float], products: list[float]
) -> None:  # fmt: skip
    """Write for each of these legal moves the product of the factors of its features.

    There are many expulsions, but few victims and few cards.
    """
    if not cython.compiled:
        noted = [0] * MOST_NOTED
        strikes = [0.0] * 42
        cards = [0.0] * 16
    friends = friends_of(position)
    rivals = rivals_of(position)
    last = NOTHING  # the pair of the expulsion before: those of one pair follow each other
    strike = 0.0
    first = 0  # of the cards for this pair
    for i in range(n):
        move = moves[i]
        if move < EXPEL or move >= REVEAL:
            products[i] = product(factors, noted, describe(position, move, friends, rivals, noted))
            continue
        pair = (move - EXPEL) >> 3
        if pair != last:
            if last == NOTHING:
                for victim in range(42):
                    strikes[victim] = 0.0
                for gang in range(8):
                    cards[gang] = factors[spent(position, gang, 0, friends)]
                    cards[8 + gang] = factors[spent(position, gang, 1, friends)]
            last = pair
            first = 8 if pair >= UPPER_PAIRS else 0
            by = friends >> position.board[AGENT_OF[pair]] & 1
            victim = 2 * VICTIM_OF[pair] + by
            if strikes[victim] == 0.0:
                count = describe_strike(position, VICTIM_OF[pair], by, friends, rivals, noted)
                strikes[victim] = product(factors, noted, count)
            strike = strikes[victim]
        products[i] = strike * cards[first + ((move - EXPEL) & 7)]


def product(factors: list[float], noted: list[int], n: int) -> float:
    """The product of the factors of n features."""
    result = 1.0
    for i in range(n):
        result *= factors[noted[i]]
    return result


def bits(word: int) -> int:
    """The number of bits in a small set."""
    n = 0
    while word:
        word &= word - 1
        n += 1
    return n
