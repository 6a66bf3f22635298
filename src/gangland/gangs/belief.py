"""What a seat may believe about the others' cards, and worlds drawn from that belief.

The start is exact: every world that fits what was dealt and seen is as likely as its cards make it (G1.1, G1.2). How
the others play changes the weights (`suspicion`). A search also looks through an opponent's eyes. It then draws that
opponent's cards from this belief, and gives everybody else, this seat too, cards that fit what the opponent sees. They
are dealt to one seat after the other, which is close to exact.
"""

from __future__ import annotations

from itertools import combinations

from gangland.core.arguments import instance, real, whole
from gangland.gangs.odds import odds_by_homes

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import Position, Sampler
    from gangland.gangs.position import GangsPosition, card, held

    MOST_KINDS = 168  # ways to deal one player: three gangs of eight, one of them dealt last
    MOST_WORLDS = 19440  # worlds of three opponents: 90 ways to part the pairs, six for each third
    UNIT = 1.0 / (1 << 31)
    DEAD_ENDS = 4  # tries to deal cards of which too few are left, before giving up

TRIPLES = tuple(combinations(range(8), 3))
TINY = 1e-60


def read_weights(weights: dict[int, dict[int, float]], players: int) -> dict[int, dict[int, float]]:
    """The weights, checked. Raises ValueError or TypeError.

    Tiny weights of a player are scaled up, or their product could become 0.
    """
    read = {}
    given: dict[int, dict[int, float]] = instance(weights, dict, "The weights")
    for player, fits in given.items():
        whole(player, "A seat", 0, players - 1)
        own = {whole(mask, "A set of gangs", 0, 255): real(fit, "A weight", 0.0, 1e9) for mask, fit in fits.items()}
        most = max(own.values(), default=1.0)
        read[player] = {mask: fit / most for mask, fit in own.items()} if 0.0 < most < TINY else own
    return read


def unit(random: Random) -> float:
    """A random number from 0 to 1, without 1."""
    return random._below(0x7FFFFFFF) * UNIT


class Belief(Sampler):
    """Samples worlds that fit a view of Gangs.

    `weights` says how well each triple of gangs fits each player's moves.
    """

    def __init__(self, position: GangsPosition, seat: int, weights: dict[int, dict[int, float]]) -> None:
        if self.worlds:
            raise ValueError("This belief is made already.")
        table = cython.cast(GangsPosition, instance(position, GangsPosition, "A position of Gangs"))
        table._check_ready()
        self.seat = table._check_seat(seat)
        self.players = table.players
        if table._unknown != (1 << table.players) - 1 - (1 << self.seat):
            raise ValueError("A belief is made from what one seat sees: others' cards must not be known.")
        fits = read_weights(weights, self.players)
        self._busy = False
        self.worlds: int = 0
        self.total = 0.0
        if not cython.compiled:
            self.deal_count = [0] * 4
            self.pair = [0] * (4 * MOST_KINDS)
            self.third = [0] * (4 * MOST_KINDS)
            self.fit = [0.0] * (4 * MOST_KINDS)
            self.running = [0.0] * MOST_KINDS
            self.shown = [0] * 4
            self.pool = [0] * 8
            self.drawn = [0] * 4
            self.cumulative = [0.0] * MOST_WORLDS
            self.world = [0] * (4 * MOST_WORLDS)
            self.odds = [0.0] * 625
        self.seen = table.copy()
        self.deck = table.deck
        self.deck_size = table.deck_size
        for i, odds in enumerate(odds_by_homes(self.players)):
            self.odds[i] = odds
        for gang in range(8):
            self.pool[gang] = held(table.members - table.deck, gang)
        for player in range(self.players):
            self.shown[player] = table.shown[player]
            self._list_kinds(player, fits.get(player, {}))
        own_pair = 1 << table.alliance[3 * self.seat] | 1 << table.alliance[3 * self.seat + 1]
        for kind in range(MOST_KINDS * self.seat, MOST_KINDS * self.seat + self.deal_count[self.seat]):
            if self.pair[kind] == own_pair and self.third[kind] == table.alliance[3 * self.seat + 2]:
                self.drawn[self.seat] = kind
        self._list_worlds(0, own_pair, 1.0)
        if self.worlds == 0:
            raise ValueError("Nobody can have been dealt cards that lead to this position.")

    def _fits(self, position: Position) -> bool:
        """Whether a position has the same cards as the one that the belief was made from."""
        if self.worlds == 0 or not isinstance(position, GangsPosition):
            return False
        table, seen = cython.cast(GangsPosition, position), self.seen
        if table.players != seen.players or table._unknown != seen._unknown:
            return False
        if table.members != seen.members or table.members_size != seen.members_size or table.deck != seen.deck:
            return False
        for i in range(3 * self.seat, 3 * self.seat + 3):
            if table.alliance[i] != seen.alliance[i]:
                return False
        for player in range(self.players):
            if table.shown[player] != seen.shown[player] or table.influence[player] != seen.influence[player]:
                return False
            if table.influence_size[player] != seen.influence_size[player]:
                return False
        return True

    def _list_kinds(self, player: int, weights: dict[int, float]) -> None:
        """List every way in which a player can have been dealt three gangs."""
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
        self.deal_count[player] = n - MOST_KINDS * player

    def _list_worlds(self, other: int, taken: int, weight: float) -> None:
        """List every way to deal the players from `other` on. Pairs share no gang (G1.1), and cards run out."""
        if other == self.players:
            self.total += weight * self.odds[self._homes()]
            self.cumulative[self.worlds] = self.total
            for seat in range(self.players):
                self.world[4 * self.worlds + seat] = self.drawn[seat]
            self.worlds += 1
        elif other == self.seat:
            self._list_worlds(other + 1, taken, weight)
        else:
            for kind in range(MOST_KINDS * other, MOST_KINDS * other + self.deal_count[other]):
                if self.pair[kind] & taken:
                    continue
                ways = self._ways(other, kind)
                if ways > 0.0:
                    self.drawn[other] = kind
                    self._move_hidden(other, -1)
                    self._list_worlds(other + 1, taken | self.pair[kind], weight * ways)
                    self.drawn[other] = kind
                    self._move_hidden(other, 1)

    def _ways(self, player: int, kind: int) -> float:
        """How likely a player is to have these very cards out of the pool."""
        hidden = (self.pair[kind] | 1 << self.third[kind]) & ~self.shown[player]
        ways = self.fit[kind]
        for gang in range(8):
            if hidden >> gang & 1:
                ways *= self.pool[gang]
        return ways

    def _move_hidden(self, player: int, step: int) -> None:
        """Take a player's secret cards out of the pool (step -1), or put them back (step 1)."""
        kind = self.drawn[player]
        hidden = (self.pair[kind] | 1 << self.third[kind]) & ~self.shown[player]
        for gang in range(8):
            self.pool[gang] += step * (hidden >> gang & 1)

    def _homes(self) -> int:
        """Where the third alliances of a world are at home, as digits that index `odds_by_homes`."""
        digits = 0
        for seat in range(self.players - 1, -1, -1):
            home = 0
            for other in range(self.players):
                if self.pair[self.drawn[other]] >> self.third[self.drawn[seat]] & 1:
                    home = other + 1
            digits = 5 * digits + home
        return digits

    def _sample(self, position: Position, seat: int, random: Random) -> None:
        """Fill in what a seat cannot see, for a search."""
        self._fill_in(cython.cast(GangsPosition, position), seat, random)

    def _fill_in(self, position: GangsPosition, seat: int, random: Random) -> None:
        """Draw a world by its weight and deal it onto the position: alliances first, then influence."""
        position.members -= self.deck  # cards known to lie in the deck are in nobody's hand (G3.3)
        position.members_size -= self.deck_size
        world = self._draw_world(random)
        self._recall(world)
        if seat != self.seat:
            self._hide_own(position)
            if not self._deal_as_seen_by(seat, position, random):
                self._recall(world)
        for player in range(self.players):
            if player != self.seat or seat != self.seat:
                self._give_alliances(position, player)
        for player in range(self.players):
            if player != self.seat or seat != self.seat:
                self._draw_influence(position, player, random)
        position.members += self.deck
        position.members_size += self.deck_size
        position.deck = 0
        position.deck_size = 0
        position._unknown = 0

    def _recall(self, world: int) -> None:
        """Take the alliances that each player has in a listed world."""
        for player in range(self.players):
            self.drawn[player] = self.world[4 * world + player]

    def _hide_own(self, position: GangsPosition) -> None:
        """Put this seat's secret cards among the unseen ones, as others see them."""
        for i in range(3 * self.seat, 3 * self.seat + 3):
            if not self.shown[self.seat] >> position.alliance[i] & 1:
                position.members += card(position.alliance[i])
                position.members_size += 1
        position.members += position.influence[self.seat]
        position.members_size += position.influence_size[self.seat]

    def _deal_as_seen_by(self, seat: int, position: GangsPosition, random: Random) -> bool:
        """Deal the others as a seat with its drawn cards may imagine them. Returns whether that was possible."""
        for _ in range(DEAD_ENDS):
            for gang in range(8):
                self.pool[gang] = held(position.members, gang)
            self._move_hidden(seat, -1)
            taken = self.pair[self.drawn[seat]]
            start = random._below(self.players)
            done = 0
            for i in range(self.players):
                player = (start + i) % self.players
                if player == seat or self._draw_kind(player, taken, random):
                    taken |= self.pair[self.drawn[player]]
                    done += 1
            if done == self.players:
                return True
        return False

    def _draw_kind(self, player: int, taken: int, random: Random) -> bool:
        """Draw one player's alliances out of the pool. Returns whether any were left."""
        total = 0.0
        first = MOST_KINDS * player
        for i in range(self.deal_count[player]):
            if not self.pair[first + i] & taken:
                total += self._ways(player, first + i)
            self.running[i] = total
        if total <= 0.0:
            return False
        mark = unit(random) * total
        i = 0
        while self.running[i] <= mark:
            i += 1
        self.drawn[player] = first + i
        self._move_hidden(player, -1)
        return True

    def _give_alliances(self, position: GangsPosition, player: int) -> None:
        """Write the alliances that were drawn for a player into the position."""
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

    def _draw_world(self, random: Random) -> int:
        """The number of a random world, drawn by weight: the first whose running total is above a mark."""
        mark = unit(random) * self.total
        low = 0
        last = self.worlds - 1
        while low < last:
            middle = (low + last) // 2
            if self.cumulative[middle] > mark:
                last = middle
            else:
                low = middle + 1
        return low

    def _draw_influence(self, position: GangsPosition, other: int, random: Random) -> None:
        """Draw the secret influence of another player from the unseen members."""
        position.influence[other] = 0
        for _ in range(position.influence_size[other]):
            left = random._below(position.members_size)
            gang = 0
            while left >= held(position.members, gang):
                left -= held(position.members, gang)
                gang += 1
            position.influence[other] += card(gang)
            position.members -= card(gang)
            position.members_size -= 1


if not cython.compiled:
    Belief.worlds = 0  # set even if `__init__` was not called, as in C
