"""What happens in Famiglia, said in a sentence, and the names of its cards."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import assert_never

from gangland.arguments import instance
from gangland.famiglia import Card, FamigliaMove, FamigliaView, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.famiglia.moves import at_place
from gangland.game import Move, Pass, View
from gangland.play import Played, Reshuffled
from gangland.sentences import PASS, Deed, Event, Teller, event_between, tell_consequences, tell_move
from gangland.words import Words, mark

FAMILY_NAMES = {
    "F": mark("La Famiglia"),
    "A": mark("The Accountants"),
    "B": mark("The Brutes"),
    "M": mark("The Mercenaries"),
}

ABILITIES = {
    "F": mark("worth more points"),
    "A": mark("exchange hand and display"),
    "B": mark("make a Street card cheaper"),
    "M": mark("joker in a pair"),
}

SWEEP: Deed = (mark("{name} sweeps {card} off the Street."), mark("You sweep {card} off the Street."))
BRUTE: Deed = (mark("{name} plays {brute} on {card}."), mark("You play {brute} on {card}."))
SWAP: Deed = (
    mark("{name} lays {given} down and takes {got} back."),
    mark("You lay {given} down and take {got} back."),
)
TAKE: Deed = (mark("{name} takes {card}."), mark("You take {card}."))
PAY: Deed = (
    mark("{name} takes {card} with {spent} and {kept}; {spent} is spent."),
    mark("You take {card} with {spent} and {kept}; {spent} is spent."),
)


@dataclass(frozen=True, slots=True, eq=False)
class FamigliaEvent(Event):
    """An entry of a game of Famiglia."""

    came: str = ""  # the cards that came to the Street


@event_between.register
def famiglia_event(after: FamigliaView, before: View, entry: Played | Reshuffled) -> FamigliaEvent:
    if isinstance(entry, Reshuffled):
        return FamigliaEvent(entry)
    street = instance(before, FamigliaView, "A view").street
    left = len(street) - isinstance(entry.move.action, Sweep | Take)
    return FamigliaEvent(entry, intern(" ".join(after.street[left:])))


@tell_move.register
def tell_famiglia(event: FamigliaEvent, move: Move, teller: Teller) -> str:
    match instance(move, FamigliaMove, "A move").action:
        case Sweep(card, place):
            return teller.tells(SWEEP, card=at_place(card, place))
        case PlayAccountant(card):
            return tell_exchange(teller, card)
        case PlayBrute(brute, card):
            return teller.tells(BRUTE, brute=brute, card=card)
        case Swap(given, got):
            return teller.tells(SWAP, given=given, got=got)
        case Take(card, None, _, place):
            return teller.tells(TAKE, card=at_place(card, place))
        case Take(card, spent, kept, place):
            return teller.tells(PAY, card=at_place(card, place), spent=spent, kept=kept)
        case Pass():
            return teller.tells(PASS)
        case other:
            assert_never(other)


def tell_exchange(teller: Teller, card: Card) -> str:
    rank = card.rank
    if teller.is_you:
        return teller.words.say_many(
            "You play {card} and may exchange one card.", "You play {card} and may exchange up to {count} cards.",
            rank, card=card,
        )  # fmt: skip
    return teller.words.say_many(
        "{name} plays {card} and may exchange one card.",
        "{name} plays {card} and may exchange up to {count} cards.",
        rank, name=teller.name, card=card,
    )  # fmt: skip


@tell_consequences.register
def new_on_the_street(event: FamigliaEvent, words: Words) -> list[str]:
    return [words.say("New on the Street: {cards}", cards=event.came)] if event.came else []
