"""What a seat may believe about the others' cards, and worlds drawn from that belief.

The start is exact: every world that fits what was dealt and seen is as likely as its cards make it (G1.1, G1.2).
How the others play weighs it (`suspicion`).
"""

from __future__ import annotations

from itertools import combinations

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random
    from gangland.gangs.position import GangsPosition, card, held
    from gangland.position import Position, Sampler

    MOST_KINDS = 168  # three gangs out of eight, one of which was dealt last
    PATIENCE = 200
    UNIT = 1.0 / (1 << 31)

TRIPLES = tuple(combinations(range(8), 3))


def unit(random: Random) -> float:
    return random.below(0x7FFFFFFF) * UNIT


class Belief(Sampler):
    """Worlds that fit a view of Gangs; `weights` says how well each triple of gangs fits each opponent's play."""

    def __init__(self, position: GangsPosition, seat: int, weights: dict[int, dict[int, float]]) -> None:
        self.seat = seat
        self.players = position.players
        self.own_pair = 0
        if not cython.compiled:
            self.kinds = [0] * 4
            self.pair = [0] * (4 * MOST_KINDS)
            self.third = [0] * (4 * MOST_KINDS)
            self.heap = [0.0] * (4 * MOST_KINDS)
            self.pool = [0] * 8
            self.drawn = [0] * 4
        self.own_pair = 1 << position.alliance[3 * seat] | 1 << position.alliance[3 * seat + 1]
        for gang in range(8):
            self.pool[gang] = held(position.members, gang)
        for other in range(self.players):
            self.kinds[other] = 0
            if other != seat:
                self.list_kinds(other, position.shown[other], weights.get(other, {}))

    def list_kinds(self, other: int, shown: int, weights: dict[int, float]) -> None:
        """Every way an opponent can have been dealt three gangs, with its running total of weights."""
        n = 0
        total = 0.0
        for triple in TRIPLES:
            mask = sum(1 << gang for gang in triple)
            if shown & ~mask:
                continue
            weight = weights.get(mask, 1.0)
            for gang in triple:
                if not shown >> gang & 1:
                    weight *= self.pool[gang]
            for last in triple:
                pair = mask & ~(1 << last)
                if weight > 0 and not pair & self.own_pair:
                    total += weight
                    self.pair[MOST_KINDS * other + n] = pair
                    self.third[MOST_KINDS * other + n] = last
                    self.heap[MOST_KINDS * other + n] = total
                    n += 1
        self.kinds[other] = n

    def sample(self, position: Position, random: Random) -> None:
        self.fill_in(cython.cast(GangsPosition, position), random)

    def fill_in(self, position: GangsPosition, random: Random) -> None:
        self.settle_alliances(position.shown, random)
        for other in range(self.players):
            if other == self.seat or self.kinds[other] == 0:
                continue
            pair = self.pair[self.drawn[other]]
            i = 3 * other
            for gang in range(8):
                if pair >> gang & 1:
                    position.alliance[i] = gang
                    i += 1
            position.alliance[i] = self.third[self.drawn[other]]
            for i in range(3 * other, 3 * other + 3):
                if not position.shown[other] >> position.alliance[i] & 1:
                    position.members -= card(position.alliance[i])
                    position.members_size -= 1
        for other in range(self.players):
            if other != self.seat:
                self.draw_influence(position, other, random)

    def settle_alliances(self, shown: list[int], random: Random) -> None:
        """Exactly by trial and error; where few worlds are left, one opponent after the other."""
        for _ in range(PATIENCE):
            if self.draw_alliances(shown, random):
                return
        for _ in range(PATIENCE):
            if self.draw_in_turn(shown, random):
                return

    def draw_in_turn(self, shown: list[int], random: Random) -> bool:
        """Each opponent from what the ones before have left; false if nothing is left for one."""
        if not cython.compiled:
            left = [0] * 8
        for gang in range(8):
            left[gang] = self.pool[gang]
        taken = self.own_pair
        for other in range(self.players):
            if other == self.seat or self.kinds[other] == 0:
                continue
            total = 0.0
            base = MOST_KINDS * other
            for kind in range(base, base + self.kinds[other]):
                hidden = (self.pair[kind] | 1 << self.third[kind]) & ~shown[other]
                possible = not self.pair[kind] & taken
                for gang in range(8):
                    if hidden >> gang & 1 and left[gang] == 0:
                        possible = False
                if possible:
                    weight = self.heap[kind] - (self.heap[kind - 1] if kind > base else 0.0)
                    total += weight
                    if unit(random) * total < weight:  # each stays with its share of the total
                        self.drawn[other] = kind
            if total == 0.0:
                return False
            taken |= self.pair[self.drawn[other]]
            hidden = (self.pair[self.drawn[other]] | 1 << self.third[self.drawn[other]]) & ~shown[other]
            for gang in range(8):
                left[gang] -= hidden >> gang & 1
        return True

    def draw_alliances(self, shown: list[int], random: Random) -> bool:
        """One try for all opponents: pairs must not meet (G1.1), and no card can be dealt twice."""
        taken = self.own_pair
        odds = 1.0
        for other in range(self.players):
            if other == self.seat or self.kinds[other] == 0:
                continue
            base = MOST_KINDS * other
            last = base + self.kinds[other] - 1
            mark = unit(random) * self.heap[last]
            low = base
            while low < last:  # the first running total above the mark
                middle = (low + last) // 2
                if self.heap[middle] > mark:
                    last = middle
                else:
                    low = middle + 1
            self.drawn[other] = low
            if self.pair[low] & taken:
                return False
            taken |= self.pair[low]
        for other in range(self.players):
            if other == self.seat or self.kinds[other] == 0:
                continue
            gang = self.third[self.drawn[other]]
            if shown[other] >> gang & 1:
                continue
            rivals = 0  # others that hide the same gang have each taken a card of it
            for rival in range(self.players):
                if rival != self.seat and rival != other and self.kinds[rival] and not shown[rival] >> gang & 1:
                    rivals += self.pair[self.drawn[rival]] >> gang & 1
                    if rival < other and self.third[self.drawn[rival]] == gang:
                        rivals += 1
            odds *= (self.pool[gang] - rivals) / (1.0 * self.pool[gang])
        return odds >= 1.0 or unit(random) < odds

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
