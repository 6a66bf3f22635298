"""What a seat may believe about the others' cards, and worlds drawn from that belief.

The start is exact: every world that fits what was dealt and seen is as likely as its cards make it (G1.1, G1.2).
How the others play weighs it (`suspicion`).
"""

from __future__ import annotations

from itertools import combinations

from gangland.gangs.odds import odds_by_homes

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random
    from gangland.gangs.position import GangsPosition, card, held
    from gangland.position import Position, Sampler

    MOST_KINDS = 90  # of one opponent: two gangs out of the six that are not mine by G1.1, and a third
    MOST_WORLDS = 19440  # of three opponents: 90 ways to part the pairs, six for each third
    UNIT = 1.0 / (1 << 31)

TRIPLES = tuple(combinations(range(8), 3))


def unit(random: Random) -> float:
    return random.below(0x7FFFFFFF) * UNIT


class Belief(Sampler):
    """Worlds that fit a view of Gangs; `weights` says how well each triple of gangs fits each opponent's play."""

    def __init__(self, position: GangsPosition, seat: int, weights: dict[int, dict[int, float]]) -> None:
        self.seat = seat
        self.players = position.players
        self.worlds = 0
        self.total = 0.0
        if not cython.compiled:
            self.kinds = [0] * 4
            self.pair = [0] * (4 * MOST_KINDS)
            self.third = [0] * (4 * MOST_KINDS)
            self.fit = [0.0] * (4 * MOST_KINDS)
            self.shown = [0] * 4
            self.pool = [0] * 8
            self.drawn = [0] * 4
            self.heap = [0.0] * MOST_WORLDS
            self.world = [0] * (4 * MOST_WORLDS)
            self.odds = [0.0] * 625
        own_pair = 1 << position.alliance[3 * seat] | 1 << position.alliance[3 * seat + 1]
        self.drawn[seat] = MOST_KINDS * seat
        self.pair[MOST_KINDS * seat] = own_pair
        self.third[MOST_KINDS * seat] = position.alliance[3 * seat + 2]
        for i, odds in enumerate(odds_by_homes(self.players)):
            self.odds[i] = odds
        for gang in range(8):
            self.pool[gang] = held(position.members, gang)
        for other in range(self.players):
            self.kinds[other] = 0
            self.shown[other] = position.shown[other]
            if other != seat:
                self.list_kinds(other, own_pair, weights.get(other, {}))
        self.list_worlds(0, own_pair, 1.0)

    def list_kinds(self, other: int, own_pair: int, weights: dict[int, float]) -> None:
        """Every way an opponent can have been dealt three gangs."""
        n = MOST_KINDS * other
        for triple in TRIPLES:
            mask = sum(1 << gang for gang in triple)
            if self.shown[other] & ~mask:
                continue
            for last in triple:
                pair = mask & ~(1 << last)
                if not pair & own_pair:
                    self.pair[n] = pair
                    self.third[n] = last
                    self.fit[n] = weights.get(mask, 1.0)
                    n += 1
        self.kinds[other] = n - MOST_KINDS * other

    def list_worlds(self, other: int, taken: int, weight: float) -> None:
        """Every way for all of them from `other` on: pairs do not meet (G1.1), and cards run out."""
        if other == self.players:
            self.total += weight * self.odds[self.homes()]
            self.heap[self.worlds] = self.total
            for seat in range(self.players):
                self.world[4 * self.worlds + seat] = self.drawn[seat]
            self.worlds += 1
        elif other == self.seat:
            self.list_worlds(other + 1, taken, weight)
        else:
            for kind in range(MOST_KINDS * other, MOST_KINDS * other + self.kinds[other]):
                if self.pair[kind] & taken:
                    continue
                hidden = (self.pair[kind] | 1 << self.third[kind]) & ~self.shown[other]
                ways = self.fit[kind]
                for gang in range(8):
                    if hidden >> gang & 1:
                        ways *= self.pool[gang]
                        self.pool[gang] -= 1
                if ways > 0.0:
                    self.drawn[other] = kind
                    self.list_worlds(other + 1, taken | self.pair[kind], weight * ways)
                for gang in range(8):
                    self.pool[gang] += hidden >> gang & 1

    def homes(self) -> int:
        """Where the thirds of a world are at home, in the digits of `odds_by_homes`."""
        digits = 0
        for seat in range(self.players - 1, -1, -1):
            home = 0
            for other in range(self.players):
                if self.pair[self.drawn[other]] >> self.third[self.drawn[seat]] & 1:
                    home = other + 1
            digits = 5 * digits + home
        return digits

    def sample(self, position: Position, random: Random) -> None:
        self.fill_in(cython.cast(GangsPosition, position), random)

    def fill_in(self, position: GangsPosition, random: Random) -> None:
        world = self.draw_world(random)
        for other in range(self.players):
            if other == self.seat or self.kinds[other] == 0:
                continue
            kind = self.world[4 * world + other]
            i = 3 * other
            for gang in range(8):
                if self.pair[kind] >> gang & 1:
                    position.alliance[i] = gang
                    i += 1
            position.alliance[i] = self.third[kind]
            for i in range(3 * other, 3 * other + 3):
                if not self.shown[other] >> position.alliance[i] & 1:
                    position.members -= card(position.alliance[i])
                    position.members_size -= 1
        for other in range(self.players):
            if other != self.seat:
                self.draw_influence(position, other, random)

    def draw_world(self, random: Random) -> int:
        """The first whose running total is above a mark."""
        mark = unit(random) * self.total
        low = 0
        last = self.worlds - 1
        while low < last:
            middle = (low + last) // 2
            if self.heap[middle] > mark:
                last = middle
            else:
                low = middle + 1
        return low

    def draw_influence(self, position: GangsPosition, other: int, random: Random) -> None:
        position.influence[other] = 0
        for _ in range(position.influence_size[other]):
            left = random.below(position.members_size)
            gang = 0
            while left >= held(position.members, gang):
                left -= held(position.members, gang)
                gang += 1
            position.influence[other] += card(gang)
            position.members -= card(gang)
            position.members_size -= 1
