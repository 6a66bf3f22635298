"""What a seat may believe about the others' cards, and worlds drawn from that belief.

The start is exact: every world that fits what was dealt and seen is as likely as its cards make it (G1.1, G1.2).
How the others play weighs it (`suspicion`). What an opponent in turn believes, of this seat too, is imagined for cards
drawn from that belief: the others are dealt theirs one after the other, which is close to exact.
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

    MOST_KINDS = 168  # of one player: three gangs of eight, one of them dealt last
    MOST_WORLDS = 19440  # of three opponents: 90 ways to part the pairs, six for each third
    UNIT = 1.0 / (1 << 31)
    DEAD_ENDS = 4  # dealing somebody cards that are not there any more, before one gives up

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
            self.running = [0.0] * MOST_KINDS
            self.shown = [0] * 4
            self.pool = [0] * 8
            self.drawn = [0] * 4
            self.heap = [0.0] * MOST_WORLDS
            self.world = [0] * (4 * MOST_WORLDS)
            self.odds = [0.0] * 625
        for i, odds in enumerate(odds_by_homes(self.players)):
            self.odds[i] = odds
        for gang in range(8):
            self.pool[gang] = held(position.members, gang)
        for player in range(self.players):
            self.shown[player] = position.shown[player]
            self.list_kinds(player, weights.get(player, {}))
        own_pair = 1 << position.alliance[3 * seat] | 1 << position.alliance[3 * seat + 1]
        for kind in range(MOST_KINDS * seat, MOST_KINDS * seat + self.kinds[seat]):
            if self.pair[kind] == own_pair and self.third[kind] == position.alliance[3 * seat + 2]:
                self.drawn[seat] = kind
        self.list_worlds(0, own_pair, 1.0)

    def list_kinds(self, player: int, weights: dict[int, float]) -> None:
        """Every way a player can have been dealt three gangs."""
        n = MOST_KINDS * player
        for triple in TRIPLES:
            mask = sum(1 << gang for gang in triple)
            if self.shown[player] & ~mask:
                continue
            for last in triple:
                self.pair[n] = mask & ~(1 << last)
                self.third[n] = last
                self.fit[n] = weights.get(mask, 1.0)
                n += 1
        self.kinds[player] = n - MOST_KINDS * player

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
                ways = self.ways(other, kind)
                if ways > 0.0:
                    self.drawn[other] = kind
                    self.move_hidden(other, -1)
                    self.list_worlds(other + 1, taken | self.pair[kind], weight * ways)
                    self.drawn[other] = kind
                    self.move_hidden(other, 1)

    def ways(self, player: int, kind: int) -> float:
        """How likely a player is to have these very cards, of those in the pool."""
        hidden = (self.pair[kind] | 1 << self.third[kind]) & ~self.shown[player]
        ways = self.fit[kind]
        for gang in range(8):
            if hidden >> gang & 1:
                ways *= self.pool[gang]
        return ways

    def move_hidden(self, player: int, step: int) -> None:
        """Take a player's secret cards out of the pool, or put them back."""
        kind = self.drawn[player]
        hidden = (self.pair[kind] | 1 << self.third[kind]) & ~self.shown[player]
        for gang in range(8):
            self.pool[gang] += step * (hidden >> gang & 1)

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

    def sample(self, position: Position, seat: int, random: Random) -> None:
        self.fill_in(cython.cast(GangsPosition, position), seat, random)

    def fill_in(self, position: GangsPosition, seat: int, random: Random) -> None:
        world = self.draw_world(random)
        self.recall(world)
        if seat != self.seat:
            self.hide_own(position)
            if not self.deal_as_seen_by(seat, position, random):
                self.recall(world)
        for player in range(self.players):
            if player != self.seat or seat != self.seat:
                self.give_alliances(position, player)
        for player in range(self.players):
            if player != self.seat or seat != self.seat:
                self.draw_influence(position, player, random)

    def recall(self, world: int) -> None:
        for player in range(self.players):
            self.drawn[player] = self.world[4 * world + player]

    def hide_own(self, position: GangsPosition) -> None:
        """For others, this seat's secrets are as unknown as anybody's."""
        for i in range(3 * self.seat, 3 * self.seat + 3):
            if not self.shown[self.seat] >> position.alliance[i] & 1:
                position.members += card(position.alliance[i])
                position.members_size += 1
        position.members += position.influence[self.seat]
        position.members_size += position.influence_size[self.seat]

    def deal_as_seen_by(self, seat: int, position: GangsPosition, random: Random) -> bool:
        """What a seat with the cards drawn for it may think of the others'; whether that could be dealt."""
        for _ in range(DEAD_ENDS):
            for gang in range(8):
                self.pool[gang] = held(position.members, gang)
            self.move_hidden(seat, -1)
            taken = self.pair[self.drawn[seat]]
            start = random.below(self.players)
            done = 0
            for i in range(self.players):
                player = (start + i) % self.players
                if player == seat or self.draw_kind(player, taken, random):
                    taken |= self.pair[self.drawn[player]]
                    done += 1
            if done == self.players:
                return True
        return False

    def draw_kind(self, player: int, taken: int, random: Random) -> bool:
        """One player's alliances out of the pool; whether there are any left."""
        total = 0.0
        first = MOST_KINDS * player
        for i in range(self.kinds[player]):
            if not self.pair[first + i] & taken:
                total += self.ways(player, first + i)
            self.running[i] = total
        if total <= 0.0:
            return False
        mark = unit(random) * total
        i = 0
        while self.running[i] <= mark:
            i += 1
        self.drawn[player] = first + i
        self.move_hidden(player, -1)
        return True

    def give_alliances(self, position: GangsPosition, player: int) -> None:
        kind = self.drawn[player]
        i = 3 * player
        for gang in range(8):
            if self.pair[kind] >> gang & 1:
                position.alliance[i] = gang
                i += 1
        position.alliance[i] = self.third[kind]
        for i in range(3 * player, 3 * player + 3):
            if not self.shown[player] >> position.alliance[i] & 1:
                position.members -= card(position.alliance[i])
                position.members_size -= 1

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
