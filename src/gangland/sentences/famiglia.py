"""Tells what happens in Famiglia, as sentences, and names its families."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from gangland.core.arguments import instance
from gangland.core.game import Move, Pass, View
from gangland.core.sentence import Sentence, Term
from gangland.core.words import mark, mark_in, mark_many
from gangland.famiglia import Card, FamigliaMove, FamigliaView, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.play import Played, Reshuffled
from gangland.sentences import (
    PASS,
    Event,
    MoveSentence,
    Narrator,
    event_between,
    narrate_consequences,
    narrate_move,
)

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

SWEEP: MoveSentence = (mark("{name} sweeps {card} off the Street."), mark("You sweep {card} off the Street."))
BRUTE: MoveSentence = (mark("{name} plays {brute} on {card}."), mark("You play {brute} on {card}."))
SWAP: MoveSentence = (
    mark("{name} lays {given} down and takes {got} back."),
    mark("You lay {given} down and take {got} back."),
)
TAKE: MoveSentence = (mark("{name} takes {card}."), mark("You take {card}."))
PAY: MoveSentence = (
    mark("{name} takes {card}, lays {spent} down."),
    mark("You take {card}, lay {spent} down."),
)
EXCHANGE = (
    mark_many(
        "{name} plays {card} and may exchange one card.", "{name} plays {card} and may exchange up to {count} cards."
    ),
    mark_many("You play {card} and may exchange one card.", "You play {card} and may exchange up to {count} cards."),
)
AT_PLACE = mark_in("accusative", "{card}#{place}")


@dataclass(frozen=True, slots=True)
class StreetCard(Term):
    """A card at a place of the Street, if the place tells it from its copies (F11.2)."""

    card: Card
    place: int

    @property
    def name(self) -> Sentence:
        """The name of the card, without its place."""
        return self.card.name

    @property
    def as_word(self) -> Sentence:
        """The code of the card and its place."""
        return Sentence(AT_PLACE, {"card": self.card, "place": self.place})


def street_card(card: Card, place: int | None) -> Card | StreetCard:
    """A Street card as a move names it, with its place if that is given."""
    return StreetCard(card, place) if place else card


@dataclass(frozen=True, slots=True, eq=False)
class FamigliaEvent(Event):
    """A log entry of a game of Famiglia."""

    came: tuple[Card, ...] = ()  # the cards that came to the Street


@event_between.register
def famiglia_event(after: FamigliaView, before: View, entry: Played | Reshuffled) -> FamigliaEvent:
    """What an entry did between two views of Famiglia."""
    if isinstance(entry, Reshuffled):
        return FamigliaEvent(entry)
    street = instance(before, FamigliaView, "A view").street
    left = len(street) - isinstance(entry.move.action, Sweep | Take)
    return FamigliaEvent(entry, after.street[left:])


@narrate_move.register
def narrate_famiglia(event: FamigliaEvent, move: Move, narrator: Narrator) -> Sentence:
    """The sentence for a move of Famiglia."""
    match instance(move, FamigliaMove, "A move").action:
        case Sweep(card, place):
            return narrator.says(SWEEP, card=street_card(card, place))
        case PlayAccountant(card):
            one, many = EXCHANGE[narrator.is_you]
            return Sentence(one, {"name": narrator.name, "card": card, "count": card.rank}, many)
        case PlayBrute(brute, card):
            return narrator.says(BRUTE, brute=brute, card=card)
        case Swap(given, got):
            return narrator.says(SWAP, given=given, got=got)
        case Take(card, None, _, place):
            return narrator.says(TAKE, card=street_card(card, place))
        case Take(card, spent, _, place):
            return narrator.says(PAY, card=street_card(card, place), spent=spent)
        case Pass():
            return narrator.says(PASS)
        case other:
            assert_never(other)


@narrate_consequences.register
def new_on_the_street(event: FamigliaEvent) -> list[Sentence]:
    """The sentence about the cards that came to the Street, if any."""
    return [Sentence(mark("New on the Street: {cards}"), {"cards": event.came})] if event.came else []
