"""Moves of Famiglia as text (F11), and why a move is not legal."""

from __future__ import annotations

from typing import Self

from gangland.errors import IllegalMove, InvalidArgument, InvalidNotation, shown
from gangland.famiglia.cards import CARDS, Card
from gangland.famiglia.position import KINDS_OF_MOVES, DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.game import Move
from gangland.words import mark

SWEEP, PLAY_A, SWAP, PLAY_B, TAKE, PAY, PASS, ACTIONS = KINDS_OF_MOVES

MOST_PLACES = 99  # that are read; no Street is so long

ACCOUNTANT, BRUTE, MERCENARY = Card(5), Card(10), Card(15)
UNREADABLE = mark("“{text}” is not a move of Famiglia.")


class FamigliaMove(Move):
    """The number of the plain move, plus ACTIONS times the place on the Street, if it names one."""

    count = ACTIONS * (MOST_PLACES + 1)

    def __new__(cls, number: int) -> Self:
        """Numbers that no text stands for are none: a place where no card leaves the Street, a pair that never is."""
        if type(number) is cls:
            return number
        move = super().__new__(cls, number)
        plain = move.plain
        if move >= ACTIONS and not (plain < PLAY_A or TAKE <= plain < PASS):  # F11.2
            raise cls._unknown(number)
        if PAY <= plain < PASS:
            wanted, rank, way = (plain - PAY) // 36, (plain - PAY) // 9 % 4, (plain - PAY) % 9
            joker = way - 4 if way > 4 else way
            if rank >= wanted % 5 or 0 < joker <= rank:
                raise cls._unknown(number)
        return move

    @classmethod
    def _unknown(cls, number: object) -> InvalidArgument:
        return InvalidArgument(mark("{number} is not the number of a move of Famiglia."), "F11", number=shown(number))

    @property
    def place(self) -> int:
        return self // ACTIONS

    @property
    def plain(self) -> int:
        return self % ACTIONS

    @property
    def card(self) -> Card | None:
        """The Street card swept, taken or named by a Brute, or the Accountant played."""
        plain = self.plain
        if plain < PLAY_A:
            return CARDS[plain]
        if plain < SWAP:
            return CARDS[ACCOUNTANT + plain - PLAY_A + 1]
        if plain < PLAY_B:
            return None
        if plain < TAKE:
            return CARDS[(plain - PLAY_B) % 20]
        if plain < PAY:
            return CARDS[plain - TAKE]
        return CARDS[(plain - PAY) // 36] if plain < PASS else None

    @property
    def brute(self) -> Card:
        """The Brute played."""
        if not PLAY_B <= self.plain < TAKE:
            raise self._of_another_kind()
        return CARDS[BRUTE + (self.plain - PLAY_B) // 20 + 1]

    @property
    def exchange(self) -> tuple[Card, Card]:
        """From hand to display, and back."""
        if not SWAP <= self.plain < PLAY_B:
            raise self._of_another_kind()
        return CARDS[(self.plain - SWAP) // 20], CARDS[(self.plain - SWAP) % 20]

    @property
    def pair(self) -> tuple[Card, Card]:
        """The spent card, and the one that returns to the hand."""
        if not PAY <= self.plain < PASS:
            raise self._of_another_kind()
        way = (self.plain - PAY) % 9
        wanted = (self.plain - PAY) // 36
        true = CARDS[wanted - wanted % 5 + (self.plain - PAY) // 9 % 4]
        if way == 0:
            return true, true
        return (CARDS[MERCENARY + way], true) if way <= 4 else (true, CARDS[MERCENARY + way - 4])

    def __str__(self) -> str:
        plain = self.plain
        at = f"{self.card}#{self.place}" if self.place else str(self.card)
        if plain == PASS:
            return "pass"
        if plain < PLAY_A:
            return f"sweep {at}"
        if plain < SWAP:
            return f"play {self.card}"
        if plain < PLAY_B:
            return "swap {} {}".format(*self.exchange)
        if plain < TAKE:
            return f"play {self.brute} on {self.card}"
        if plain < PAY:
            return f"take {at}"
        return "take {} with {} {}".format(at, *self.pair)

    @classmethod
    def _parse(cls, text: str) -> Self:
        match text.split(" "):
            case ["pass"]:
                return cls(PASS)
            case ["sweep", wanted]:
                card, place = read_place(wanted)
                return cls(SWEEP + card + place)
            case ["play", played]:
                return cls(PLAY_A + read_accountant(Card.parse(played)) - 1)
            case ["play", played, "on", target]:
                return cls(PLAY_B + (read_brute(Card.parse(played)) - 1) * 20 + Card.parse(target))
            case ["swap", given, got]:
                return cls(SWAP + Card.parse(given) * 20 + Card.parse(got))
            case ["take", wanted]:
                card, place = read_place(wanted)
                return cls(TAKE + card + place)
            case ["take", wanted, "with", spent, kept]:
                card, place = read_place(wanted)
                return cls(PAY + read_pair(card, Card.parse(spent), Card.parse(kept)) + place)
        raise InvalidNotation(UNREADABLE, "F11", text=text)


def read_place(text: str) -> tuple[Card, int]:
    """A Street card, and what its place (F11.2) adds to the move."""
    name, sign, place = text.partition("#")
    card = Card.parse(name)
    if not sign:
        return card, 0
    if place.isascii() and place.isdigit() and len(place) <= 2 and place[0] != "0":
        return card, int(place) * ACTIONS
    raise InvalidNotation(mark("“{text}” does not name a place on the Street (for example B0#3)."), "F11.2", text=text)


NO_ABILITY = mark("{card} cannot be played: a 0 has no ability.")
NOT_PLAYED = mark("{card} cannot be played: only an Accountant can, or a Brute on a card of the Street.")


def read_accountant(card: Card) -> int:
    """The rank of an Accountant that can be played."""
    if not card.rank:
        raise InvalidNotation(NO_ABILITY, "F0.5", card=card)
    if card.family == "B":
        raise InvalidNotation(
            mark("A Brute is played on a card of the Street: say which, like play {card} on M4."), "F5.1", card=card
        )
    if card.family != "A":
        raise InvalidNotation(NOT_PLAYED, "F4.1", card=card)
    return card.rank


def read_brute(card: Card) -> int:
    """The rank of a Brute that can be played on a card."""
    if not card.rank:
        raise InvalidNotation(NO_ABILITY, "F0.5", card=card)
    if card.family == "A":
        raise InvalidNotation(mark("An Accountant is not played on a card: write just play {card}."), "F4.1", card=card)
    if card.family != "B":
        raise InvalidNotation(NOT_PLAYED, "F5.1", card=card)
    return card.rank


def read_pair(wanted: Card, spent: Card, kept: Card) -> int:
    if wanted.rank == 0:
        raise InvalidNotation(mark("{card} is free: it is taken without a pair."), "F6.1", card=wanted)
    true, joker = (kept, spent) if is_joker(wanted, spent, kept) else (spent, kept)
    if true.family == wanted.family and true.rank < wanted.rank:
        code = (wanted * 4 + true.rank) * 9
        if true == joker:
            return code
        if joker.family == "M" and joker.rank > true.rank:
            return code + joker.rank + (4 if true is spent else 0)
        if joker.family == "M":
            raise InvalidNotation(
                mark("{joker} cannot be the joker beside {card}: its rank must be higher."), "F6.4",
                joker=joker, card=true,
            )  # fmt: skip
    elif true.family == joker.family == "M" != wanted.family:
        raise InvalidNotation(mark("Two jokers never pair: one of the two must be of the wanted family."), "F6.5")
    raise InvalidNotation(
        mark("{spent} and {kept} are never a pair for {wanted}."), "F6.2", spent=spent, kept=kept, wanted=wanted
    )


def is_joker(wanted: Card, card: Card, other: Card) -> bool:
    return card.family == "M" and (wanted.family != "M" or card.rank > other.rank)


def why_illegal(position: DuelPosition, move: FamigliaMove) -> IllegalMove:
    """The first reason why a move is not legal, with its clause."""
    plain = move.plain
    if position.ended:
        return IllegalMove(mark("The game is over."), "F9")
    if isinstance(position, SoloPosition) and position.turn == 1:
        return IllegalMove(mark("It is the robot's turn, and it only makes the move that its steps give."), "F11.3")
    if plain < PLAY_A:
        return object_to_sweep(position, move)
    if plain < SWAP:
        return object_to_accountant(position, Card(ACCOUNTANT + plain - PLAY_A + 1))
    if plain < PLAY_B:
        return object_to_swap(position, *move.exchange)
    if plain < TAKE:
        return object_to_brute(position, move.brute, Card((plain - PLAY_B) % 20))
    return object_to_take(position, move)


def count(word: int, card: Card) -> int:
    return word >> 3 * card & 7


def not_there(position: DuelPosition, move: FamigliaMove) -> IllegalMove | None:
    card = move.card
    if card is None:
        return None
    if not count(position.street, card):
        return IllegalMove(mark("There is no {card} on the Street."), "F1.4", card=card)
    if not isinstance(position, SoloPosition):
        if move.place:
            return IllegalMove(mark("In the duel a card has no place: write just {card}."), "F11.2", card=card)
    elif count(position.street, card) > 1 and not move.place:
        return IllegalMove(mark("There is more than one {card}: say which, like {card}#3."), "F11.2", card=card)
    elif count(position.street, card) == 1 and move.place:
        return IllegalMove(mark("There is only one {card}: leave its place out."), "F11.2", card=card)
    elif move.place and (move.place > position.street_size or position.row[move.place - 1] != card):
        return IllegalMove(mark("Place {place} of the Street is not a {card}."), "F11.2", place=move.place, card=card)
    return None


def object_to_sweep(position: DuelPosition, move: FamigliaMove) -> IllegalMove:
    if position.stage:
        return IllegalMove(mark("The Street is swept before anything else in a turn."), "F2.1")
    if not position.clean:
        return IllegalMove(mark("There was a 0 on the Street when the turn began, so it cannot be swept."), "F3.1")
    if position.pile == 0:
        return IllegalMove(mark("The pile is used up, so there is nothing to sweep for."), "F3.5")
    if any(position.row[place] % 5 == 0 for place in range(position.street_size)):
        return IllegalMove(mark("There is a 0 on the Street now, so the sweeping is over."), "F3.1")
    if position.swept:
        return IllegalMove(mark("From the second pile there is only one sweep a turn."), "F3.3")
    return not_there(position, move) or IllegalMove(mark("This card cannot be swept."), "F3.1")


def object_to_accountant(position: DuelPosition, card: Card) -> IllegalMove:
    if position.accountant:
        return IllegalMove(mark("Only one Accountant may be played in a turn."), "F2.2")
    if position.stage:
        return IllegalMove(mark("An Accountant is played before a Brute, not after."), "F2.1")
    return IllegalMove(mark("There is no {card} in your hand."), "F4.1", card=card)


def object_to_swap(position: DuelPosition, given: Card, got: Card) -> IllegalMove:
    if not position.accountant:
        return IllegalMove(mark("Exchanging needs an Accountant, played first."), "F4.1")
    if position.stage == 2:
        return IllegalMove(mark("Cards are exchanged before a Brute is played, not after."), "F2.1")
    if not position.swaps:
        return IllegalMove(mark("This Accountant has no exchange left."), "F4.2")
    if given == got:
        return IllegalMove(mark("A card is not exchanged for an identical one."), "F4.4")
    if not count(position.hand[position.turn], given):
        return IllegalMove(mark("There is no {card} in your hand."), "F4.2", card=given)
    if not count(position.display[position.turn], got):
        return IllegalMove(mark("There is no {card} in your display."), "F4.2", card=got)
    return IllegalMove(mark("The Accountant just played stays in the display this turn."), "F4.3")


def object_to_brute(position: DuelPosition, brute: Card, target: Card) -> IllegalMove:
    if position.brute:
        return IllegalMove(mark("Only one Brute may be played in a turn."), "F2.2")
    if not count(position.hand[position.turn], brute):
        return IllegalMove(mark("There is no {card} in your hand."), "F5.1", card=brute)
    if not count(position.street, target):
        return IllegalMove(mark("There is no {card} on the Street."), "F5.1", card=target)
    return IllegalMove(mark("A Brute needs a card of rank 1 or more; a 0 is free anyway."), "F5.1")


def object_to_take(position: DuelPosition, move: FamigliaMove) -> IllegalMove:
    gone = not_there(position, move)
    card = move.card
    if gone or card is None:
        return gone or IllegalMove(mark("This is not legal now."), "F2.1")
    if move.plain < PAY:
        return IllegalMove(mark("{card} is not free: it needs a pair."), "F6.1", card=card)
    spent, kept = move.pair
    true, joker = (kept, spent) if is_joker(card, spent, kept) else (spent, kept)
    reduced = true.rank + 1
    lowest = card.rank - (position.brute if position.target == card else 0)
    if reduced < lowest:
        return IllegalMove(mark("A pair of rank {rank} is too low for {card}."), "F6.2", rank=true.rank, card=card)
    hand = position.hand[position.turn]
    if true == joker:
        return IllegalMove(mark("There are not two {card} in your hand."), "F6.2", card=true)
    if not count(hand, true):
        return IllegalMove(mark("There is no {card} in your hand."), "F6.4", card=true)
    if not count(hand, joker):
        return IllegalMove(mark("There is no {card} in your hand."), "F6.4", card=joker)
    return IllegalMove(mark("With two {card} in hand the joker is not available."), "F6.7", card=true)
