"""The moves of Famiglia (F11), and why a move is not legal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self, assert_never

from gangland.core import game
from gangland.core.arguments import instance
from gangland.core.errors import IllegalMove, InvalidArgument, InvalidNotation, shown
from gangland.core.game import Move, Pass
from gangland.core.words import mark
from gangland.famiglia.cards import CARDS, Card
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition

MOST_PLACES = 99  # the largest place that can be read; no Street is that long
PLACES = tuple(map(str, range(1, MOST_PLACES + 1)))


@dataclass(frozen=True, slots=True)
class Sweep(game.Action):
    """Sweep a Street card: it goes to the discard, or under the pile (F3)."""

    verb: ClassVar[str] = "sweep"
    card: Card
    place: int | None = None  # on the Street, from 1, if there are several copies in the solo game (F11.2)

    def __str__(self) -> str:
        return f"sweep {at_place(self.card, self.place)}"


@dataclass(frozen=True, slots=True)
class PlayAccountant(game.Action):
    """Play an Accountant: it goes from the hand to the display (F4.1)."""

    verb: ClassVar[str] = "play"
    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class Swap(game.Action):
    """Swap cards: one goes from the hand to the display, one from the display to the hand (F4.2)."""

    verb: ClassVar[str] = "swap"
    given: Card
    got: Card

    def __str__(self) -> str:
        return f"swap {self.given} {self.got}"


@dataclass(frozen=True, slots=True)
class PlayBrute(game.Action):
    """Play a Brute on a Street card, which makes that card cheaper (F5.1)."""

    verb: ClassVar[str] = "play on"
    brute: Card
    target: Card

    def __str__(self) -> str:
        return f"play {self.brute} on {self.target}"


@dataclass(frozen=True, slots=True)
class Take(game.Action):
    """Take a Street card into the hand, for free or for a pair (F6)."""

    verb: ClassVar[str] = "take"
    card: Card
    spent: Card | None = None  # the card of the pair that goes to the display
    kept: Card | None = None  # the card of the pair that goes back to the hand
    place: int | None = None  # on the Street, from 1, if there are several copies in the solo game (F11.2)

    @property
    def is_plain(self) -> bool:
        """Whether the card is free or two equal cards pay for it. Otherwise a joker does (F6.4)."""
        return self.spent is self.kept

    def __str__(self) -> str:
        paid = f" with {self.spent} {self.kept}" if self.spent else ""
        return f"take {at_place(self.card, self.place)}{paid}"


Action = Sweep | PlayAccountant | Swap | PlayBrute | Take | Pass


def at_place(card: Card, place: int | None) -> str:
    """The notation of a Street card, with its place if it is given: `B0` or `B0#3`."""
    return f"{card}#{place}" if place else str(card)


def payments(card: Card) -> Iterator[Take | None]:
    """All ways to pay for a card, for each rank of the pair: two equal cards, a joker spent, a joker kept.

    None stands for a pair that is never one.
    """
    for rank in range(4):
        true = Card.of(card.family, rank)
        jokers = [Card.of("M", joker) if joker > rank else None for joker in range(1, 5)]  # F6.4
        ways = [(true, true), *((joker, true) for joker in jokers), *((true, joker) for joker in jokers)]
        yield from (Take(card, *way) if rank < card.rank and None not in way else None for way in ways)  # F6.2


ACTIONS: tuple[Action | None, ...] = (  # in the order of the kernel's action space; None is not a pair
    *(Sweep(card) for card in CARDS),
    *(PlayAccountant(Card.of("A", rank)) for rank in range(1, 5)),
    *(Swap(given, got) for given in CARDS for got in CARDS),
    *(PlayBrute(Card.of("B", rank), target) for rank in range(1, 5) for target in CARDS),
    *(Take(card) for card in CARDS),
    *(payment for card in CARDS for payment in payments(card)),
    Pass(),
)


class FamigliaMove(Move[Action]):
    """One of 805 moves, written as in F11. There are 1245 numbers without a place; a place adds a multiple of that."""

    __slots__ = ()
    actions = ACTIONS
    count = len(ACTIONS) * (MOST_PLACES + 1)

    @classmethod
    def _unknown(cls, number: object) -> InvalidArgument:
        return InvalidArgument(mark("{number} is not the number of a move of Famiglia."), "F11", number=shown(number))

    @classmethod
    def _action(cls, number: int) -> Action | None:
        place, plain = divmod(number, len(ACTIONS))
        action = ACTIONS[plain]
        if not place:
            return action
        return replace(action, place=place) if isinstance(action, Sweep | Take) else None  # F11.2

    @classmethod
    def _read_action(cls, text: str) -> Action:
        match text.split(" "):
            case ["sweep", card]:
                return Sweep(*read_street_card(card))
            case ["play", card]:
                return PlayAccountant(Card.parse(card))
            case ["play", brute, "on", target]:
                return PlayBrute(Card.parse(brute), Card.parse(target))
            case ["swap", given, got]:
                return Swap(Card.parse(given), Card.parse(got))
            case ["take", card]:
                wanted, place = read_street_card(card)
                return Take(wanted, place=place)
            case ["take", card, "with", spent, kept]:
                wanted, place = read_street_card(card)
                return Take(wanted, Card.parse(spent), Card.parse(kept), place)
            case ["pass"]:
                return Pass()
        raise InvalidNotation(mark("“{text}” is not a move of Famiglia."), "F11", text=text)

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        action = cls._read_action(text)
        if isinstance(action, Sweep | Take) and action.place:
            plain = cls.parse(str(replace(action, place=None)))
            return cls(plain.number + len(ACTIONS) * action.place)
        raise why_never(action)


def read_street_card(text: str) -> tuple[Card, int | None]:
    """A card of the Street and its place, if that is given: the inverse of `at_place`. Raises InvalidNotation."""
    card, has_place, place = text.partition("#")
    return Card.parse(card), read_place(place, text) if has_place else None


def read_place(place: str, text: str) -> int:
    """The number of a place on the Street (F11.2). Raises InvalidNotation."""
    if place in PLACES:
        return int(place)
    raise InvalidNotation(mark("“{text}” does not name a place on the Street (for example B0#3)."), "F11.2", text=text)


NO_ABILITY = mark("{card} cannot be played: a 0 has no ability.")
NOT_PLAYED = mark("{card} cannot be played: only an Accountant can, or a Brute on a card of the Street.")


def why_never(action: Action) -> InvalidNotation:
    """The error that says why no move stands for an action."""
    match action:
        case PlayAccountant(card):
            return _why_no_accountant(card)
        case PlayBrute(card):
            return _why_no_brute(card)
        case Take(wanted, Card() as spent, Card() as kept):
            return _why_no_pair(wanted, spent, kept)
    raise AssertionError(f"{action} is a move")


def _why_no_accountant(card: Card) -> InvalidNotation:
    """The error for playing a card that is not an Accountant with an ability."""
    if not card.rank:
        return InvalidNotation(NO_ABILITY, "F0.5", card=card)
    if card.family == "B":
        return InvalidNotation(
            mark("A Brute is played on a card of the Street: say which, like play {code} on M4."),
            "F5.1",
            code=str(card),
        )
    return InvalidNotation(NOT_PLAYED, "F4.1", card=card)


def _why_no_brute(card: Card) -> InvalidNotation:
    """The error for playing a card on another that is not a Brute with an ability."""
    if not card.rank:
        return InvalidNotation(NO_ABILITY, "F0.5", card=card)
    if card.family == "A":
        return InvalidNotation(
            mark("An Accountant is not played on a card: write just play {code}."), "F4.1", code=str(card)
        )
    return InvalidNotation(NOT_PLAYED, "F5.1", card=card)


def _why_no_pair(wanted: Card, spent: Card, kept: Card) -> InvalidNotation:
    """The error for paying with two cards that never are a pair for the wanted card."""
    if wanted.rank == 0:
        return InvalidNotation(mark("{card} is free: it is taken without a pair."), "F6.1", card=wanted)
    true, joker = (kept, spent) if _is_joker(wanted, spent, kept) else (spent, kept)
    if true.family == wanted.family and true.rank < wanted.rank:
        if joker.family == "M":
            return InvalidNotation(
                mark("{joker} cannot be the joker beside {card}: its rank must be higher."), "F6.4",
                joker=joker, card=true,
            )  # fmt: skip
    elif true.family == joker.family == "M":
        return InvalidNotation(mark("Two jokers never make a pair: one of the two must be the real card."), "F6.5")
    return InvalidNotation(
        mark("{spent} and {kept} are never a pair for {wanted}."), "F6.2", spent=spent, kept=kept, wanted=wanted
    )


def _is_joker(wanted: Card, card: Card, other: Card) -> bool:
    """Whether a card must be the joker beside the other one, to take the wanted card (F6.4)."""
    return card.family == "M" and (wanted.family != "M" or card.rank > other.rank)


def why_illegal(position: DuelPosition, move: FamigliaMove) -> IllegalMove:
    """The error with the first reason why a move is not legal, and its clause."""
    if position.ended:
        return IllegalMove(mark("The game is over."), "F9")
    if isinstance(position, SoloPosition) and position.turn == 1:
        return IllegalMove(mark("It is the robot's turn, and it only makes the move that its steps give."), "F11.3")
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Sweep(card, place):
            return _why_no_sweep(position, card, place)
        case PlayAccountant(card):
            return _why_not_played(position, card)
        case Swap(given, got):
            return _why_no_swap(position, given, got)
        case PlayBrute(brute, target):
            return _why_not_lowered(position, brute, target)
        case Take() as take:
            return _why_no_take(position, take)
        case Pass():
            return IllegalMove(mark("This is not legal now."), "F2.1")
        case other:
            assert_never(other)


def _count(word: int, card: Card) -> int:
    """The number of copies of a card in a kernel word."""
    return word >> 3 * card.number & 7


def _why_not_there(position: DuelPosition, card: Card, place: int | None) -> IllegalMove | None:
    """The error for a Street card that is not there, or whose place is wrong. It is None if all is right."""
    there = _count(position.street, card)
    if not there:
        return IllegalMove(mark("There is no {card} on the Street."), "F1.4", card=card)
    if not isinstance(position, SoloPosition):
        if place:
            return IllegalMove(mark("In the duel a card has no place: write just {code}."), "F11.2", code=str(card))
    elif there > 1 and not place:
        return IllegalMove(
            mark("There is more than one {card}: say which, like {code}#3."), "F11.2", card=card, code=str(card)
        )
    elif there == 1 and place:
        return IllegalMove(mark("There is only one {card}: leave its place out."), "F11.2", card=card)
    elif place and (place > position.street_size or position.row[place - 1] != card.number):
        return IllegalMove(mark("Place {place} of the Street is not a {card}."), "F11.2", place=place, card=card)
    return None


def _why_no_sweep(position: DuelPosition, card: Card, place: int | None) -> IllegalMove:
    """The error that says why a card cannot be swept now."""
    if position.stage:
        return IllegalMove(mark("You can only sweep at the start of your turn, before anything else."), "F2.1")
    if not position.clean:
        return IllegalMove(mark("There was a 0 on the Street when the turn began, so it cannot be swept."), "F3.1")
    if position.pile == 0:
        return IllegalMove(mark("The pile is used up, so there is nothing to sweep for."), "F3.5")
    if any(position.row[place] % 5 == 0 for place in range(position.street_size)):
        return IllegalMove(mark("There is a 0 on the Street now, so the sweeping is over."), "F3.1")
    if position.swept:
        return IllegalMove(mark("With the second pile you may sweep only once a turn."), "F3.3")
    return _why_not_there(position, card, place) or IllegalMove(mark("This card cannot be swept."), "F3.1")


def _why_not_played(position: DuelPosition, card: Card) -> IllegalMove:
    """The error that says why an Accountant cannot be played now."""
    if position.accountant:
        return IllegalMove(mark("Only one Accountant may be played in a turn."), "F2.2")
    if position.stage:
        return IllegalMove(mark("An Accountant is played before a Brute, not after."), "F2.1")
    return IllegalMove(mark("There is no {card} in your hand."), "F4.1", card=card)


def _why_no_swap(position: DuelPosition, given: Card, got: Card) -> IllegalMove:
    """The error that says why two cards cannot be swapped now."""
    if not position.accountant:
        return IllegalMove(mark("Play an Accountant before you exchange cards."), "F4.1")
    if position.stage == 2:
        return IllegalMove(mark("Cards are exchanged before a Brute is played, not after."), "F2.1")
    if not position.swaps:
        return IllegalMove(mark("This Accountant has no exchange left."), "F4.2")
    if given == got:
        return IllegalMove(mark("A card is not exchanged for an identical one."), "F4.4")
    if not _count(position.hand[position.turn], given):
        return IllegalMove(mark("There is no {card} in your hand."), "F4.2", card=given)
    if not _count(position.display[position.turn], got):
        return IllegalMove(mark("There is no {card} in your display."), "F4.2", card=got)
    return IllegalMove(mark("The Accountant just played stays in the display this turn."), "F4.3")


def _why_not_lowered(position: DuelPosition, brute: Card, target: Card) -> IllegalMove:
    """The error that says why a Brute cannot be played on a card now."""
    if position.brute:
        return IllegalMove(mark("Only one Brute may be played in a turn."), "F2.2")
    if not _count(position.hand[position.turn], brute):
        return IllegalMove(mark("There is no {card} in your hand."), "F5.1", card=brute)
    if not _count(position.street, target):
        return IllegalMove(mark("There is no {card} on the Street."), "F5.1", card=target)
    return IllegalMove(mark("A Brute needs a card of rank 1 or more; a 0 is free anyway."), "F5.1")


def _why_no_take(position: DuelPosition, take: Take) -> IllegalMove:
    """The error that says why a card cannot be taken in this way now."""
    card, spent, kept = take.card, take.spent, take.kept
    gone = _why_not_there(position, card, take.place)
    if gone:
        return gone
    if not spent or not kept:
        return IllegalMove(mark("{card} is not free: it needs a pair."), "F6.1", card=card)
    true, joker = (kept, spent) if _is_joker(card, spent, kept) else (spent, kept)
    reduced = true.rank + 1
    lowest = card.rank - (position.brute if position.target == card.number else 0)
    if reduced < lowest:
        return IllegalMove(mark("A pair of rank {rank} is too low for {card}."), "F6.2", rank=true.rank, card=card)
    hand = position.hand[position.turn]
    if true == joker:
        return IllegalMove(mark("There are not two {card} in your hand."), "F6.2", card=true)
    if not _count(hand, true):
        return IllegalMove(mark("There is no {card} in your hand."), "F6.4", card=true)
    if not _count(hand, joker):
        return IllegalMove(mark("There is no {card} in your hand."), "F6.4", card=joker)
    return IllegalMove(mark("With two {card} in hand the joker is not available."), "F6.7", card=true)
