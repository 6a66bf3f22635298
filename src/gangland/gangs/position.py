"""The rules of Gangs of New York for two to four (docs/rules/gangs.md).

Gangs are numbers from 0 to 7 in the order of G0.1. Spots are numbers from 0 (`a1`) to 20 (`a6`), row by row. A set of
cards is one word with a count of 4 bits for each gang; a set of spots has one bit for each. The position holds
everybody's secrets: only `gangland.gangs.view` may show it to a seat.

A small variant for study plays on the top of the pyramid alone (`gangland.gangs.game.SmallGangs`). Its `base`, the row
that is laid out at the start, is not row 1 but a higher one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gangland.core.arguments import items, whole

if TYPE_CHECKING:
    from gangland.core.game import View

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import Position

    NOTHING = -1
    LORD = 20  # the spot of row 6

    # The action space: where the moves of each kind begin.
    CLIMB, FILL, EXPEL, REVEAL, PASS, ACTIONS = 0, 30, 50, 770, 778, 779

    BY_PASSES = 1

    UPPER_PAIRS = 66  # pairs from here on have victims in rows 4 to 6
    MOST_SMALL = 512  # an upper bound for the moves on a small pyramid
    ROW = [0] * 21
    LEFT = [0] * 21  # the left one of the two spots below each spot
    VICTIM = [0] * 90  # the victims of the ordered pairs of neighbours (G0.4)
    AGENT = [0] * 90
    BOTH = [0] * 90  # both spots of each pair, as a set

    def lowest(spots: int) -> int:
        """The first in a non-empty set of spots."""
        return (spots & -spots).bit_length() - 1

    def held(cards: int, gang: int) -> int:
        """How many cards of a gang there are."""
        return (cards >> (4 * gang)) & 15


KINDS_OF_MOVES = (CLIMB, FILL, EXPEL, REVEAL, PASS, ACTIONS)  # where each kind begins, for Python


def draw_the_pyramid() -> None:
    """Fill in the tables of rows, spots below and pairs of neighbours (G0.2, G0.4)."""
    spot = 0
    for row in range(1, 7):
        for _ in range(7 - row):
            ROW[spot] = row
            LEFT[spot] = spot - 8 + row if row > 1 else NOTHING
            spot += 1
    pair = 0
    for victim in range(21):
        for agent in range(21):
            if touch(victim, agent):
                VICTIM[pair] = victim
                AGENT[pair] = agent
                BOTH[pair] = 1 << victim | 1 << agent
                pair += 1


def touch(one: int, other: int) -> bool:
    """Whether two spots are neighbours (G0.4)."""
    if ROW[one] == ROW[other]:
        return one - other == 1 or other - one == 1
    if ROW[one] == ROW[other] + 1:
        return LEFT[one] == other or LEFT[one] + 1 == other
    return ROW[other] == ROW[one] + 1 and touch(other, one)


draw_the_pyramid()


def card(gang: int) -> int:
    """The word with one card of a gang."""
    return 1 << (4 * gang)


def open_spots(filled: int) -> int:
    """The empty spots with both spots below occupied. One shift for each row finds them."""
    both = filled & filled >> 1
    rows = (both & 0x1F) << 6 | (both & 0xF << 6) << 5 | (both & 7 << 11) << 4 | (both & 3 << 15) << 3
    return (rows | (both & 1 << 18) << 2) & ~filled


def read_gangs(players: Sequence[Sequence[int]], what: str) -> list[list[int]]:
    """Each player's cards as numbers of gangs. Raises ValueError or TypeError."""
    return [[whole(gang, "A gang", 0, 7) for gang in items(own, what, 8)] for own in items(players, "The players", 4)]


def count_gangs(base: int) -> int:
    """How many gangs play: eight (G0.1), or four on a small pyramid. In both cases they have sixteen bosses."""
    return 8 if base == 1 else 4


class GangsPosition(Position):
    """The position of Gangs with everybody's cards. It lacks only the order of the deck below its top card."""

    def __init__(self) -> None:
        Position.__init__(self)
        self.players = 2
        self.base = 1  # the row that is laid out at the start and then filled from the deck (G1.5, G3.2)
        self.first = 0
        self.mover = 0  # the seat whose turn it is, also while others reveal
        self.filled = 0  # the occupied spots
        self.gap = NOTHING
        self.laying = False  # the base is being laid out (G1.5)
        self.top = NOTHING  # the visible card of the deck
        self.bosses = 0  # the deck below the top: first the bosses, then the members
        self.bosses_size = 0
        self.members = 0
        self.members_size = 0
        self.discard = 0
        self.discard_size = 0
        self.expelled = 0
        self.crowned = False
        self.reached = 0  # the highest of rows 4 and 5 that has brought its reveals (G5.1)
        self.due = False  # reveals are due when the gaps are filled (G5.3)
        self.reveals = 0  # how many reveals are still to be made now
        self.passed = 0  # the seats that are out (G6.3)
        self.deck = 0  # the deck's cards, if they are public (G3.3) and others' cards are not known
        self.deck_size = 0
        if not cython.compiled:
            self.board = [0] * 21
            self.alliance = [0] * 12
            self.shown = [0] * 4
            self.influence = [0] * 4
            self.influence_size = [0] * 4
        for spot in range(21):
            self.board[spot] = NOTHING
        for i in range(12):
            self.alliance[i] = NOTHING
        for seat in range(4):
            self.shown[seat] = self.influence[seat] = self.influence_size[seat] = 0

    def begin(self, first: int, players: int, base: int = 1) -> None:
        """Set up everything but the players' cards, row 1 and the top of the deck; the last two are then owed.

        The base is row 1, or a higher one on a small pyramid. Raises ValueError.
        """
        if self._ready:
            raise ValueError("This position is dealt already.")
        players = whole(players, "The number of players", 2, 4)
        self._begin(whole(first, "A seat", 0, players - 1), players, whole(base, "The base", 1, 5))

    def deal(
        self, first: int, alliances: Sequence[Sequence[int]], influence: Sequence[Sequence[int]], base: int = 1
    ) -> None:
        """Deal everything but row 1 and the top of the deck, which are then owed (G1). Raises ValueError."""
        friends = read_gangs(alliances, "The alliances")
        hands = read_gangs(influence, "The influence cards")
        gangs = count_gangs(whole(base, "The base", 1, 5))
        dealt = [gang for own in (*friends, *hands) for gang in own]
        if any(len(own) != 3 or len(set(own)) != 3 for own in friends):
            raise ValueError("A player's alliances are three different gangs.")
        if len(hands) != len(friends) or any(len(own) > 5 for own in hands):
            raise ValueError("Every player has up to five influence cards.")
        if any(dealt.count(gang) > (6 if gang < gangs else 0) for gang in range(8)):
            raise ValueError("There are six members of each gang.")
        self.begin(first, len(friends), base)
        for seat in range(self.players):
            for i in range(3):
                self.alliance[3 * seat + i] = friends[seat][i]
                self.members -= card(friends[seat][i])
                self.members_size -= 1
            for gang in hands[seat]:
                self.influence[seat] += card(gang)
                self.influence_size[seat] += 1
                self.members -= card(gang)
                self.members_size -= 1
        self._unknown = 0

    def bag_cards(self) -> list[int]:
        if self.bosses_size and self.base > 1:
            return [self._next_boss()]
        cards = self.bosses if self.bosses_size else self.members
        return [gang for gang in range(8) for _ in range(held(cards, gang))]

    def view(self, seat: int | None) -> View:
        from gangland.gangs import view

        self._check_ready()
        own = seat if seat is None else self._check_seat(seat)
        moves = self._moves() if own == self.turn else []
        scores = [self._points(other) if other == own or self.ended else None for other in range(self.players)]  # G8.1
        return view.view(self, own, moves, tuple(scores))

    def _begin(self, first: int, players: int, base: int) -> None:
        self.players = players
        self.base = base
        self.first = self.mover = self.turn = first
        gangs = count_gangs(base)
        for gang in range(gangs):
            self.bosses += 16 // gangs * card(gang)
            self.members += 6 * card(gang)
        self.bosses_size = 16
        self.members_size = 6 * gangs
        self.laying = True
        self.gap = 0
        while ROW[self.gap] < base:
            self.gap += 1
        self.owed = 1
        self._unknown = (1 << players) - 1  # nobody's cards are known yet
        self._ready = True

    def _restore(self, fields: Mapping[str, Any]) -> None:
        """Fill a blank position with the fields of a text or a view that was checked."""
        if self._ready:
            raise ValueError("This position is dealt already.")
        self.players = fields["players"]
        self.base = fields["base"]
        self.turn = fields["turn"]
        self.first = fields["first"]
        self.mover = fields["mover"]
        self.owed = fields["owed"]
        self.ended = fields["ended"]
        self.reshuffles = fields["reshuffles"]
        self.filled = fields["filled"]
        self.gap = fields["gap"]
        self.laying = fields["laying"]
        self.top = fields["top"]
        self.bosses = fields["bosses"]
        self.bosses_size = fields["bosses_size"]
        self.members = fields["members"]
        self.members_size = fields["members_size"]
        self.discard = fields["discard"]
        self.discard_size = fields["discard_size"]
        self.expelled = fields["expelled"]
        self.crowned = fields["crowned"]
        self.reached = fields["reached"]
        self.due = fields["due"]
        self.reveals = fields["reveals"]
        self.passed = fields["passed"]
        self.deck = fields["deck"]
        self.deck_size = fields["deck_size"]
        self._unknown = fields["unknown"]
        for spot in range(21):
            self.board[spot] = fields["board"][spot]
        for i in range(12):
            self.alliance[i] = fields["alliance"][i]
        for seat in range(4):
            self.shown[seat] = fields["shown"][seat]
            self.influence[seat] = fields["influence"][seat]
            self.influence_size[seat] = fields["influence_size"][seat]
        self._ready = True

    def _text(self) -> str:
        from gangland.gangs import text

        return text.write(self)

    def _rules(self) -> tuple[Any, ...]:
        return (self.players, self.base)

    def _pickled(self) -> Any:
        from gangland.gangs import text

        return text.read, (str(self), self.players, self.base)

    def _seats(self) -> int:
        return self.players

    def _actions(self) -> int:
        return ACTIONS

    def _can_come(self, card: int) -> bool:
        if self.bosses_size and self.base > 1:
            return card == self._next_boss()
        return card < 8 and held(self.bosses if self.bosses_size else self.members, card) > 0

    # What may be done

    def _legal(self, out: list[int]) -> int:
        if self.reveals:
            return self._legal_reveals(out)
        if self.gap != NOTHING:  # G3.2
            out[0] = FILL + LEFT[self.gap]
            out[1] = FILL + LEFT[self.gap] + 1
            return 2
        n = self._legal_climbs(out, 0)
        if self.influence_size[self.turn]:
            n = self._legal_expulsions(out, n)
        if self.crowned:  # G6.2
            out[n] = PASS
            n += 1
        return n

    def _legal_reveals(self, out: list[int]) -> int:
        n = 0
        for i in range(3):
            gang = self.alliance[3 * self.turn + i]
            if not self.shown[self.turn] >> gang & 1:
                out[n] = REVEAL + gang
                n += 1
        return n

    def _legal_climbs(self, out: list[int], n: int) -> int:
        """Write the climbs: into an empty spot with both spots below it occupied (G3.1). Returns the new count."""
        left = open_spots(self.filled)
        while left:
            spot = lowest(left)
            out[n] = CLIMB + 2 * (spot - 6)
            out[n + 1] = CLIMB + 2 * (spot - 6) + 1
            n += 2
            left &= left - 1
        return n

    def _legal_expulsions(self, out: list[int], n: int) -> int:
        """Write the expulsions (G4.2). Returns the new count.

        In rows 1 to 3 any influence card will do, above only one of the agent's gang.
        """
        if not cython.compiled:
            mine = [0] * 8
        gangs = self._list_influence(mine)
        for pair in range(UPPER_PAIRS):
            if self.filled & BOTH[pair] == BOTH[pair]:
                for i in range(gangs):
                    out[n] = EXPEL + 8 * pair + mine[i]
                    n += 1
        for pair in range(UPPER_PAIRS, 90):
            if self.filled & BOTH[pair] == BOTH[pair]:
                gang = self.board[AGENT[pair]]
                if held(self.influence[self.turn], gang):
                    out[n] = EXPEL + 8 * pair + gang
                    n += 1
        return n

    def _list_influence(self, out: list[int]) -> int:
        """Write the gangs of which the seat that decides has influence cards. Returns how many there are."""
        n = 0
        for gang in range(8):
            if held(self.influence[self.turn], gang):
                out[n] = gang
                n += 1
        return n

    def _pick(self, random: Random) -> int:
        """A random legal move, as if drawn from `_legal` but without listing the many expulsions."""
        if not cython.compiled:
            out = [0] * 30
            mine = [0] * 8
        if self.reveals:
            return out[random._below(self._legal_reveals(out))]
        if self.gap != NOTHING:
            return FILL + LEFT[self.gap] + random._below(2)
        if self.base > 1:
            return self._pick_listed(random)
        climbs = self._legal_climbs(out, 0)
        gangs = self._list_influence(mine)
        if climbs + gangs == 0:
            return PASS
        while True:
            n = random._below(climbs + 90 * gangs)
            if n < climbs:
                return out[n]
            pair = (n - climbs) // gangs
            gang = mine[(n - climbs) % gangs]
            if self.filled & BOTH[pair] == BOTH[pair] and (pair < UPPER_PAIRS or self.board[AGENT[pair]] == gang):
                return EXPEL + 8 * pair + gang

    def _pick_listed(self, random: Random) -> int:
        """The same on a small pyramid, where it may be that nobody can be expelled."""
        if not cython.compiled:
            out = [0] * MOST_SMALL
        n = self._legal(out)
        if self.crowned and n > 1:
            n -= 1  # the pass is the last one
        return out[random._below(n)]

    # What it does

    def _apply(self, move: int) -> None:
        if move == PASS:
            self.passed |= 1 << self.turn
            self._end_turn()
        elif move >= REVEAL:
            self.shown[self.turn] |= 1 << (move - REVEAL)
            self.reveals -= 1
            self.turn = (self.turn + 1) % self.players
            if self.reveals == 0:
                self._end_turn()
        elif move >= EXPEL:
            self._expel(VICTIM[(move - EXPEL) // 8], (move - EXPEL) % 8)
        elif move >= FILL:
            self._rise(move - FILL, self.gap)
        else:
            spot = 6 + move // 2
            self._arrive(ROW[spot])
            self._rise(LEFT[spot] + move % 2, spot)

    def _arrive(self, row: int) -> None:
        if row == 6:
            self.crowned = True  # G6.1
        elif row >= 4 and row > self.reached:  # G5.1
            self.reached = row
            self.due = True

    def _expel(self, victim: int, gang: int) -> None:
        self.influence[self.turn] -= card(gang)
        self.influence_size[self.turn] -= 1
        self.discard += card(gang)
        self.discard_size += 1
        self.expelled += card(self.board[victim])
        self._vacate(victim)

    def _rise(self, start: int, spot: int) -> None:
        self.board[spot] = self.board[start]
        self.filled |= 1 << spot
        self._vacate(start)

    def _vacate(self, spot: int) -> None:
        self.board[spot] = NOTHING
        self.filled &= ~(1 << spot)
        self.gap = spot
        if ROW[spot] == self.base:
            self._fill_from_deck()

    def _fill_from_deck(self) -> None:
        if self.top == NOTHING:  # G3.3
            self.reshuffles = 1
            self.members = self.discard
            self.members_size = self.discard_size
            self.discard = 0
            self.discard_size = 0
            self.owed = 1
            return
        self.board[self.gap] = self.top
        self.filled |= 1 << self.gap
        self.gap = NOTHING
        self.top = NOTHING
        self.owed = 1 if self.bosses_size + self.members_size else 0
        if self.due:
            self.due = False
            self.reveals = 1 if self.players == 2 else self.players - 1  # G5.2
        else:
            self._end_turn()

    def _turn_up(self, gang: int) -> None:
        if self.bosses_size:
            self.bosses -= card(gang)
            self.bosses_size -= 1
        else:
            self.members -= card(gang)
            self.members_size -= 1
        if self.laying:
            self.board[self.gap] = gang
            self.filled |= 1 << self.gap
            self.gap += 1
            if ROW[self.gap] > self.base:
                self.gap = NOTHING
                self.laying = False
        elif self.top == NOTHING:
            self.top = gang
            self.owed = 0
            if self.gap != NOTHING:
                self._fill_from_deck()

    def _end_turn(self) -> None:
        if self.passed == (1 << self.players) - 1:  # G6.3
            self.ended = BY_PASSES
            return
        self.mover = (self.mover + 1) % self.players
        while self.passed >> self.mover & 1:
            self.mover = (self.mover + 1) % self.players
        self.turn = self.mover

    def _next_boss(self) -> int:
        """The boss that comes next on a small pyramid, where their order is open: gang after gang, over and over."""
        best = 0
        for gang in range(1, 4):
            if held(self.bosses, gang) > held(self.bosses, best):
                best = gang
        return best

    def _roll(self, random: Random) -> None:
        if self.bosses_size and self.base > 1:
            self._turn_up(self._next_boss())
            return
        cards = self.bosses if self.bosses_size else self.members
        left = random._below(self.bosses_size if self.bosses_size else self.members_size)
        gang = 0
        while left >= held(cards, gang):
            left -= held(cards, gang)
            gang += 1
        self._turn_up(gang)

    def _points(self, seat: int) -> int:
        """The points of a seat's alliances in rows 4 to 6 (G7.1)."""
        total = 0
        for i in range(3):
            gang = self.alliance[3 * seat + i]
            for spot in range(15, 21):
                if self.board[spot] == gang:
                    total += ROW[spot] - 3
        return total

    def _returns(self, seat: int) -> float:
        mine = 16 * self._points(seat) + self.influence_size[seat]  # G7.2
        sharing = 1
        for other in range(self.players):
            theirs = 16 * self._points(other) + self.influence_size[other]
            if theirs > mine:
                return 0.0
            if theirs == mine and other != seat:
                sharing += 1
        return 1.0 / sharing

    def _assign(self, other: Position) -> None:
        copy(self, cython.cast(GangsPosition, other))


def copy(to: GangsPosition, source: GangsPosition) -> None:
    """Copy all fields of a position into another."""
    to._ready = source._ready
    to._unknown = source._unknown
    to.turn = source.turn
    to.owed = source.owed
    to.ended = source.ended
    to.players = source.players
    to.base = source.base
    to.first = source.first
    to.mover = source.mover
    to.filled = source.filled
    to.gap = source.gap
    to.laying = source.laying
    to.top = source.top
    to.bosses = source.bosses
    to.bosses_size = source.bosses_size
    to.members = source.members
    to.members_size = source.members_size
    to.discard = source.discard
    to.discard_size = source.discard_size
    to.expelled = source.expelled
    to.reshuffles = source.reshuffles
    to.crowned = source.crowned
    to.reached = source.reached
    to.due = source.due
    to.reveals = source.reveals
    to.passed = source.passed
    to.deck = source.deck
    to.deck_size = source.deck_size
    for spot in range(21):
        to.board[spot] = source.board[spot]
    for i in range(12):
        to.alliance[i] = source.alliance[i]
    for seat in range(4):
        to.shown[seat] = source.shown[seat]
        to.influence[seat] = source.influence[seat]
        to.influence_size[seat] = source.influence_size[seat]
