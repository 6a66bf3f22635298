"""The rules of Famiglia for two: what may be done, and what it does (docs/rules/famiglia.md).

Any set of cards is one 64-bit word: 20 kinds, family * 5 + rank, with a count of 3 bits each. Adding a card is adding a
1 at its place; a shift by 3 bits is one rank up or down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gangland.core.arguments import instance, items, whole

if TYPE_CHECKING:
    from gangland.core.game import View

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import Position

    ONE = 1
    ONES = 0o11111111111111111111  # one card of every kind
    RANK0 = 0o00001000010000100001
    FAMILIES = RANK0  # a family's word times this has the same cards in every family
    ABOVE0 = 0o11110111101111011110
    COUNTS0 = 0o00007000070000700007  # the counts of all rank-0 cards
    A_ABLE = 0o11110 << 15  # the kinds of Accountants with an ability
    B_ABLE = 0o11110 << 30
    M_ABLE = 0o11110 << 45
    ALL = 0o12345123451234512345  # F0.1

    A, B, M = 5, 10, 15  # the rank-0 cards of the families with an ability

    # The action space: where the moves of each kind begin. A place on the Street (F11.2)
    # adds that many times ACTIONS.
    SWEEP, PLAY_A, SWAP, PLAY_B, TAKE, PAY, PASS, ACTIONS = 0, 20, 24, 424, 504, 524, 1244, 1245

    FRESH, COUNTED, BRUTAL = 0, 1, 2  # how far a turn has come through the actions of F2.1
    USED_UP, FIRST_PILE, SECOND_PILE = 0, 1, 2
    BY_PILE, BY_PASSES = 1, 2
    MOST_TAKES = 256

    def lowest(word: int) -> int:
        """The first kind in a non-empty word of kinds."""
        return ((word & -word).bit_length() - 1) // 3

    def size(word: int) -> int:
        """How many kinds a word of kinds has."""
        return word.bit_count()

    def held(cards: int, card: int) -> int:
        """How many cards of a kind there are."""
        return (cards >> (3 * card)) & 7


KINDS_OF_MOVES = (SWEEP, PLAY_A, SWAP, PLAY_B, TAKE, PAY, PASS, ACTIONS)  # where each kind begins, for Python


def bit(card: int) -> int:
    """The word with one card of a kind."""
    return ONE << (3 * card)


def kinds(cards: int) -> int:
    """The kinds of which there is at least one card: a word with a 1 for each."""
    return (cards | cards >> 1 | cards >> 2) & ONES


def pairs(cards: int) -> int:
    """The kinds of which there are at least two cards: a word with a 1 for each."""
    return (cards >> 1 | cards >> 2) & ONES


def payment(card: int, k: int) -> int:
    """The move that takes a card at the reduced rank k with a natural pair."""
    return PAY + (card * 4 + k - 1) * 9


def paired(hand: int) -> int:
    """The kinds that a natural pair in hand takes: one shift finds all of them (F6.2)."""
    return pairs(hand) << 3 & ABOVE0


def jokered(hand: int, with_pair: bool) -> int:
    """The kinds that one card in hand takes with a joker of their rank or higher (F6.4, F6.7)."""
    single = kinds(hand)
    jokers = single >> (3 * M)
    jokers |= jokers >> 3
    jokers |= jokers >> 6
    if not with_pair:
        single &= ~pairs(hand)
    return single << 3 & jokers * FAMILIES & ABOVE0


def nth(word: int, n: int) -> int:
    """The kind number n, from 0, in a word of kinds."""
    while n:
        word &= word - 1
        n -= 1
    return lowest(word)


def dearest(word: int) -> int:
    """The kind worth most in a word of kinds; of two alike the one of the first family. It is 0 for an empty word."""
    for steps in range(5, 0, -1):
        found = word & (RANK0 << 3 * steps & ABOVE0 | bit(steps - 1))
        if found:
            return lowest(found)
    return lowest(word) if word else 0


def worth(card: int) -> int:
    """The points of a card (F0.3): triangular numbers, one step further for La Famiglia."""
    steps = card % 5
    if card < A:
        steps += 1
    return steps * (steps + 1) // 2


def total_worth(cards: int) -> int:
    """The points of all cards of a word."""
    total = 0
    while cards:
        card = lowest(kinds(cards))
        total += worth(card)
        cards -= bit(card)
    return total


class DuelPosition(Position):
    """The position of the duel. It holds public knowledge only.

    The pile is a bag of cards without an order, plus the known ones under it (F3.3).
    """

    def __init__(self) -> None:
        Position.__init__(self)
        self.first = 0
        self.joker_with_pair = False
        self.stage = FRESH
        self.clean = False  # no 0 lay on the Street when the turn began (F3.1)
        self.swept = False  # the one sweep of a turn on the second pile is spent (F3.3)
        self.accountant = 0  # the rank of the Accountant played this turn, or 0 (F4.3)
        self.swaps = 0  # exchanges left to the Accountant
        self.brute = 0  # the rank of the Brute played this turn, or 0
        self.target = 0  # the Street card that the Brute reduces
        self.passed = False  # the previous turn ended in a pass
        self.pile = FIRST_PILE
        self.refilling = False
        self.street = 0
        self.street_size = 0
        self.in_order = True  # `row` is kept: the Street's cards in their order (F7.2)
        self.bag = 0
        self.bag_size = 0
        self.stacked = False  # draws follow `tickets` from the end (perfect-information search only)
        self.under_size = 0
        self.discard = 0
        self.discard_size = 0
        if not cython.compiled:
            self.hand = [0, 0]
            self.display = [0, 0]
            self.row = [0] * 64
            self.under = [0] * 64
            self.tickets = [0] * 64
        for seat in range(2):
            self.hand[seat] = self.display[seat] = 0

    def deal(self, first: int, joker_with_pair: bool) -> None:
        """Deal everything but the six cards of the Street, which the pile then owes (F1). Raises ValueError."""
        if self._ready:
            raise ValueError("This position is dealt already.")
        self._begin(whole(first, "A seat", 0, 1), instance(joker_with_pair, bool, "An option"))

    def stack(self, cards: Sequence[int]) -> None:
        """Fix the order in which the cards of the bag are drawn, the first one first. Raises ValueError."""
        self._check_ready()
        order = [whole(card, "A card", 0, 19) for card in items(cards, "The cards", 64)]
        if sorted(order) != self.bag_cards():
            raise ValueError("These are not the cards of the pile.")
        self.stacked = True
        for i in range(self.bag_size):
            self.tickets[i] = order[self.bag_size - 1 - i]

    def bag_cards(self) -> list[int]:
        return sorted([self.tickets[i] for i in range(self.bag_size)])

    def can_sweep(self) -> bool:
        """Whether the Street may be swept now (F3)."""
        self._check_ready()
        return self._may_sweep()

    def view(self, seat: int | None) -> View:
        from gangland.famiglia import view

        self._check_ready()
        own = seat if seat is None else self._check_seat(seat)
        moves = self._moves() if own == self.turn else []
        return view.view(self, own, moves, (self._points(0), self._points(1)), self._may_sweep())

    def _begin(self, first: int, joker_with_pair: bool) -> None:
        self.first = self.turn = first
        self.joker_with_pair = joker_with_pair
        deck = self._deck()
        start = kinds(deck) & RANK0  # F1.1
        self.hand[0] = self.hand[1] = start
        self._fill_bag(deck - start - start)
        self.refilling = True
        self.owed = self._laid_out()
        self._ready = True

    def _restore(self, fields: Mapping[str, Any]) -> None:
        """Fill a blank position with the fields of a text that was checked."""
        if self._ready:
            raise ValueError("This position is dealt already.")
        self.turn = fields["turn"]
        self.first = fields["first"]
        self.owed = fields["owed"]
        self.ended = fields["ended"]
        self.reshuffles = fields["reshuffles"]
        self.joker_with_pair = fields["joker_with_pair"]
        self.stage = fields["stage"]
        self.clean = fields["clean"]
        self.swept = fields["swept"]
        self.accountant = fields["accountant"]
        self.swaps = fields["swaps"]
        self.brute = fields["brute"]
        self.target = fields["target"]
        self.passed = fields["passed"]
        self.pile = fields["pile"]
        self.refilling = fields["refilling"]
        self.street = fields["street"]
        self.street_size = fields["street_size"]
        self.under_size = fields["under_size"]
        self.discard = fields["discard"]
        self.discard_size = fields["discard_size"]
        for seat in range(2):
            self.hand[seat] = fields["hand"][seat]
            self.display[seat] = fields["display"][seat]
        for i in range(64):
            self.row[i] = fields["row"][i]
            self.under[i] = fields["under"][i]
        self._fill_bag(fields["bag"])
        self._ready = True

    def _text(self) -> str:
        from gangland.famiglia import text

        return text.write(self)

    def _rules(self) -> tuple[Any, ...]:
        return (self.joker_with_pair,)

    def _pickled(self) -> Any:
        from gangland.famiglia import text

        order = [self.tickets[i] for i in range(self.bag_size)][::-1] if self.stacked else None
        return text.reread, (str(self), self._rules(), order)

    def _seats(self) -> int:
        return 2

    def _actions(self) -> int:
        return ACTIONS

    def _can_come(self, card: int) -> bool:
        return card < 20 and held(self.bag, card) > 0

    # What is in the box

    def _deck(self) -> int:
        """All cards of the game (F0.1)."""
        return ALL

    def _laid_out(self) -> int:
        """How many cards an empty Street is filled with (F1.4, F7.1)."""
        return 6

    # What may be done

    def _may_sweep(self) -> bool:
        if self.stage != FRESH or not self.clean or self.street & COUNTS0:  # F3.1
            return False
        return self.pile == FIRST_PILE or (self.pile == SECOND_PILE and not self.swept)  # F3.3, F3.5

    def _legal(self, out: list[int]) -> int:
        n = 0
        hand = kinds(self.hand[self.turn])
        street = kinds(self.street)
        if self._may_sweep():
            left = street
            while left:
                out[n] = SWEEP + lowest(left)
                n += 1
                left &= left - 1
        if self.stage == FRESH:  # F4.1
            for rank in range(1, 5):
                if held(hand, A + rank):
                    out[n] = PLAY_A + rank - 1
                    n += 1
        if self.swaps:
            n = self._legal_swaps(out, n, hand)
        if self.stage != BRUTAL:  # F5.1
            for rank in range(1, 5):
                if held(hand, B + rank):
                    left = street & ABOVE0
                    while left:
                        out[n] = PLAY_B + (rank - 1) * 20 + lowest(left)
                        n += 1
                        left &= left - 1
        n = self._legal_takes(out, n, hand, street)
        out[n] = PASS  # F6.8
        return n + 1

    def _legal_takes(self, out: list[int], n: int, hand: int, street: int) -> int:
        left = street & RANK0  # F6.1
        while left:
            out[n] = TAKE + lowest(left)
            n += 1
            left &= left - 1
        if self.brute:
            n = legal_reduced(self, out, n)
        left = street & (paired(self.hand[self.turn]) | jokered(self.hand[self.turn], self.joker_with_pair))
        while left:
            card = lowest(left)
            n = legal_payments(self, out, n, card, card % 5)
            left &= left - 1
        return n

    def _legal_swaps(self, out: list[int], n: int, hand: int) -> int:
        display = self._open_to_swaps()
        while hand:
            card = lowest(hand)
            left = display & ~bit(card)  # F4.4
            while left:
                out[n] = SWAP + card * 20 + lowest(left)
                n += 1
                left &= left - 1
            hand &= hand - 1
        return n

    def _open_to_swaps(self) -> int:
        """The kinds that may come back from the display. The Accountant that was played is locked (F4.3)."""
        return kinds(self.display[self.turn] - bit(A + self.accountant))

    def _pick(self, random: Random) -> int:
        """A random legal move, as if drawn from `_legal` but without listing the many sweeps and swaps."""
        hand = kinds(self.hand[self.turn])
        street = kinds(self.street)
        gifts = street & (RANK0 | paired(self.hand[self.turn]))  # kinds taken in one way, jokers aside
        targets = street & ABOVE0
        if not cython.compiled:
            out = [0] * MOST_TAKES
        others = 0
        if hand & M_ABLE:
            left = street & jokered(self.hand[self.turn], self.joker_with_pair)
            while left:
                card = lowest(left)
                others = legal_jokers(self, out, others, card, card % 5)
                left &= left - 1
        if self.stage == BRUTAL:
            others = legal_reduced(self, out, others)
        total = size(gifts) + others
        counts = swaps = threats = sweeps = display = 0
        if self.stage != BRUTAL:
            if hand & B_ABLE:
                threats = size(hand & B_ABLE) * size(targets)
                total += threats
            if self.stage == FRESH:
                if hand & A_ABLE:
                    counts = size(hand & A_ABLE)
                    total += counts
                if self._may_sweep():
                    sweeps = size(street)
                    total += sweeps
            elif self.swaps:
                display = self._open_to_swaps()
                swaps = size(hand) * size(display) - size(hand & display)
                total += swaps
        if total == 0:
            return PASS
        n = random._below(total)
        if n < others:
            return out[n]
        n -= others
        if n < size(gifts):
            card = nth(gifts, n)
            return payment(card, card % 5) if card % 5 else TAKE + card
        n -= size(gifts)
        if n < sweeps:
            return SWEEP + nth(street, n)
        n -= sweeps
        if n < counts:
            return PLAY_A + nth(hand & A_ABLE, n) - A - 1
        n -= counts
        if n < threats:
            card = nth(hand & B_ABLE, n // size(targets)) - B
            return PLAY_B + (card - 1) * 20 + nth(targets, n % size(targets))
        n -= threats
        while True:
            card = lowest(hand)
            left = display & ~bit(card)
            if n < size(left):
                return SWAP + card * 20 + nth(left, n)
            n -= size(left)
            hand &= hand - 1

    # What it does

    def _apply(self, move: int) -> None:
        place = move // ACTIONS
        move %= ACTIONS
        hand = self.hand[self.turn]
        display = self.display[self.turn]
        if move == PASS:
            self._end_turn(True)
        elif move >= PAY:
            way = (move - PAY) % 9
            card = (move - PAY) // 36
            spent = M + way if 1 <= way <= 4 else card - card % 5 + (move - PAY) // 9 % 4
            self.hand[self.turn] = hand + bit(card) - bit(spent)
            self.display[self.turn] = display + bit(spent)
            self._leave_street(card, place)
            self._end_turn(False)
        elif move >= TAKE:
            card = move - TAKE
            self.hand[self.turn] = hand + bit(card)
            self._leave_street(card, place)
            self._end_turn(False)
        elif move >= PLAY_B:
            self.brute = (move - PLAY_B) // 20 + 1
            self.target = (move - PLAY_B) % 20
            self.stage = BRUTAL
            self.swaps = 0
            self.hand[self.turn] = hand - bit(B + self.brute)
            self.display[self.turn] = display + bit(B + self.brute)
        elif move >= SWAP:
            exchange = bit((move - SWAP) // 20) - bit((move - SWAP) % 20)
            self.hand[self.turn] = hand - exchange
            self.display[self.turn] = display + exchange
            self.swaps -= 1
        elif move >= PLAY_A:
            self.accountant = self.swaps = move - PLAY_A + 1
            self.stage = COUNTED
            self.hand[self.turn] = hand - bit(A + self.accountant)
            self.display[self.turn] = display + bit(A + self.accountant)
        else:
            self._sweep(move - SWEEP, place)

    def _sweep(self, card: int, place: int) -> None:
        self._leave_street(card, place)
        if self.pile == FIRST_PILE:  # F3.2
            self.discard += bit(card)
            self.discard_size += 1
        else:  # F3.3
            self.under[self.under_size] = card
            self.under_size += 1
            self.swept = True
        self.owed = card % 5
        self._settle()

    def _leave_street(self, card: int, place: int) -> None:
        """Remove the card at a place, counted from 1, or the leftmost copy (F7.2), and close the gap."""
        self.street -= bit(card)
        self.street_size -= 1
        if self.in_order:
            i = place - 1
            if place == 0:
                i = 0
                while self.row[i] != card:
                    i += 1
            for j in range(i, self.street_size):
                self.row[j] = self.row[j + 1]

    def _join_street(self, card: int) -> None:
        self.street += bit(card)
        if self.in_order:
            self.row[self.street_size] = card
        self.street_size += 1
        self.owed -= 1

    def _turn_up(self, card: int) -> None:
        i = 0
        while self.tickets[i] != card:
            i += 1
        self.tickets[i] = self.tickets[self.bag_size - 1]
        self._take_out(card)

    def _fill_bag(self, cards: int) -> None:
        self.bag = cards
        self.stacked = False
        self.bag_size = 0
        while cards:
            card = lowest(kinds(cards))
            self.tickets[self.bag_size] = card
            self.bag_size += 1
            cards -= bit(card)

    def _take_out(self, card: int) -> None:
        self.bag -= bit(card)
        self.bag_size -= 1
        self._join_street(card)
        if self.bag_size == 0:
            if self.pile == FIRST_PILE and self.discard_size:  # F8.1
                self.pile = SECOND_PILE
                self.reshuffles = 1
                self._fill_bag(self.discard)
                self.discard = 0
                self.discard_size = 0
            elif self.under_size == 0:  # F8.2, F9.1
                self._use_up()
        if self.owed == 0 or self.bag_size == 0:
            self._settle()

    def _settle(self) -> None:
        """Draw the known cards under the pile without chance (F3.3), then begin the turn if the Street is refilled."""
        while self.owed and self.bag_size == 0:
            self._join_street(self.under[0])
            self.under_size -= 1
            for i in range(self.under_size):
                self.under[i] = self.under[i + 1]
            if self.under_size == 0:
                self._use_up()
        if self.refilling and self.owed == 0:
            self._begin_turn()

    def _use_up(self) -> None:
        self.pile = USED_UP
        self.owed = 0

    def _end_turn(self, passed: bool) -> None:
        """End the turn and begin the next, or end the game (F7.1)."""
        if passed and self.passed:  # F9.3
            self.ended = BY_PASSES
            return
        if self.pile == USED_UP and self.turn != self.first:  # F9.1
            self.ended = BY_PILE
            return
        self.passed = passed
        self.turn = 1 - self.turn
        self.stage = FRESH
        self.clean = self.swept = False
        self.accountant = self.swaps = self.brute = self.target = 0
        if self.street_size == 0 and self.pile != USED_UP:
            self.refilling = True
            self.owed = self._laid_out()
            self._settle()
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.refilling = False
        self.clean = not (self.street & COUNTS0)

    def _roll(self, random: Random) -> None:
        i = self.bag_size - 1 if self.stacked else random._below(self.bag_size)
        card = self.tickets[i]
        self.tickets[i] = self.tickets[self.bag_size - 1]
        self._take_out(card)

    def _forget_order(self) -> None:
        self.in_order = False

    # What it is worth

    def _points(self, seat: int) -> int:
        return total_worth(self.hand[seat]) + total_worth(self.display[seat])  # F9.4

    def _best_card(self, seat: int) -> int:
        """The points of a seat's dearest card."""
        owned = kinds(self.hand[seat]) | kinds(self.display[seat])
        return worth(dearest(owned)) if owned else 0

    def _returns(self, seat: int) -> float:
        other = 1 - seat
        lead = self._points(seat) - self._points(other)
        if lead == 0:
            lead = self._best_card(seat) - self._best_card(other)  # F9.5
        return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5

    def _assign(self, other: Position) -> None:
        copy(self, cython.cast(DuelPosition, other))


# Ways to take a card


def legal_reduced(position: DuelPosition, out: list[int], n: int) -> int:
    """Write the ways to take the card that the Brute names, at every rank that the Brute allows (F5.2).

    Moves are written to `out` from n on. Returns the new count.
    """
    if not held(position.street, position.target):
        return n
    rank = position.target % 5
    for k in range(rank):
        if k + position.brute >= rank:
            if k == 0:
                out[n] = TAKE + position.target
                n += 1
            else:
                n = legal_payments(position, out, n, position.target, k)
    return n


def legal_payments(position: DuelPosition, out: list[int], n: int, card: int, k: int) -> int:
    """Write the ways to take a card at the reduced rank k. Returns the new count of moves in `out`."""
    copies = held(position.hand[position.turn], card - card % 5 + k - 1)
    if copies >= 2:  # F6.2
        out[n] = payment(card, k)
        n += 1
    if copies == 1 or (copies > 1 and position.joker_with_pair):  # F6.4, F6.7
        n = legal_jokers(position, out, n, card, k)
    return n


def legal_jokers(position: DuelPosition, out: list[int], n: int, card: int, k: int) -> int:
    """Write the ways to take a card at the reduced rank k with a joker. Returns the new count of moves in `out`."""
    for joker in range(k, 5):
        if held(position.hand[position.turn], M + joker):
            out[n] = payment(card, k) + joker  # the joker is spent
            out[n + 1] = payment(card, k) + 4 + joker  # the true card is spent
            n += 2
    return n


def copy(to: DuelPosition, source: DuelPosition) -> None:
    """Copy all fields of a position into another."""
    to._ready = source._ready
    to._unknown = source._unknown
    to.turn = source.turn
    to.owed = source.owed
    to.ended = source.ended
    to.reshuffles = source.reshuffles
    to.first = source.first
    to.joker_with_pair = source.joker_with_pair
    to.stage = source.stage
    to.clean = source.clean
    to.swept = source.swept
    to.accountant = source.accountant
    to.swaps = source.swaps
    to.brute = source.brute
    to.target = source.target
    to.passed = source.passed
    to.pile = source.pile
    to.refilling = source.refilling
    to.street = source.street
    to.street_size = source.street_size
    to.in_order = source.in_order
    to.bag = source.bag
    to.bag_size = source.bag_size
    to.stacked = source.stacked
    to.under_size = source.under_size
    to.discard = source.discard
    to.discard_size = source.discard_size
    for seat in range(2):
        to.hand[seat] = source.hand[seat]
        to.display[seat] = source.display[seat]
    if source.in_order:
        for i in range(source.street_size):
            to.row[i] = source.row[i]
    for i in range(source.under_size):
        to.under[i] = source.under[i]
    for i in range(source.bag_size):
        to.tickets[i] = source.tickets[i]
