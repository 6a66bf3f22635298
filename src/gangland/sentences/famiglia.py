"""What happens in Famiglia, said in a sentence, and the names of its cards."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern

from gangland.arguments import instance
from gangland.famiglia import FamigliaView
from gangland.game import Move, View
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
    left = len(street) - (str(entry.move).split(" ")[0] in ("sweep", "take"))
    return FamigliaEvent(entry, intern(" ".join(after.street[left:])))


@tell_move.register
def tell_famiglia(event: FamigliaEvent, move: Move, teller: Teller) -> str:
    match str(move).split(" "):
        case ["sweep", card]:
            return teller.tells(SWEEP, card=card)
        case ["play", card]:
            return tell_exchange(teller, card)
        case ["play", brute, "on", card]:
            return teller.tells(BRUTE, brute=brute, card=card)
        case ["swap", given, got]:
            return teller.tells(SWAP, given=given, got=got)
        case ["take", card]:
            return teller.tells(TAKE, card=card)
        case ["take", card, "with", spent, kept]:
            return teller.tells(PAY, card=card, spent=spent, kept=kept)
    return teller.tells(PASS)


def tell_exchange(teller: Teller, card: str) -> str:
    rank = int(card[1])
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
