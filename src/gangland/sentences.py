"""What happened, said in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern

from gangland.arguments import instance
from gangland.famiglia import FamigliaView
from gangland.game import Move, Outcome, View, mark
from gangland.gangs import Gang, GangsView
from gangland.play import Played, Reshuffled
from gangland.words import Words

GANG_NAMES = (
    mark("Sicilian Butchers"),
    mark("Broadway Dragons"),
    mark("Demimonde Dandies"),
    mark("Ladies of the Outskirts"),
    mark("Five Points Knuckles"),
    mark("Rat Catchers"),
    mark("Ebony Reapers"),
    mark("Saint Patrick's Rascals"),
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

ROW_NAMES = {
    6: mark("Lord of the Underworld"),
    5: mark("No Man's Land"),
    4: mark("Heart of the District"),
}
SPOT_NAMES = (
    "Pell Street", "Pearl Street", "Bayard Street", "Elm Street", "Franklin Street", "Leonard Street",
    "Park Street", "Mott Street", "Chatham Square", "Paradise Square", "Centre Street",
    "Mulberry Bend", "Bandit's Roost", "Cow Bay", "Bottle Alley",
    "Orange Street", "Cross Street", "Anthony Street",
    "The Old Brewery", "The Bowery Theatre",
)  # fmt: skip

REASONS = {
    "pile": mark("The second pile is used up and the round is over."),
    "passes": mark("Everybody has passed."),
    "resigned": mark("One side has resigned."),
    "time": mark("One side has run out of time."),
}


DEEDS = {  # of somebody by name, and of whoever reads it
    "sweep": (mark("{name} sweeps {card} off the Street."), mark("You sweep {card} off the Street.")),
    "brute": (mark("{name} plays {brute} on {card}."), mark("You play {brute} on {card}.")),
    "swap": (
        mark("{name} lays {given} down and takes {got} back."),
        mark("You lay {given} down and take {got} back."),
    ),
    "take": (mark("{name} takes {card}."), mark("You take {card}.")),
    "pay": (
        mark("{name} takes {card} with {spent} and {kept}; {spent} is spent."),
        mark("You take {card} with {spent} and {kept}; {spent} is spent."),
    ),
    "pass": (mark("{name} passes."), mark("You pass.")),
    "climb": (
        mark("{name}: {gang} climbs from {start} to {goal}."),
        mark("You: {gang} climbs from {start} to {goal}."),
    ),
    "fill": (mark("{name}: {gang} moves up from {start}."), mark("You: {gang} moves up from {start}.")),
    "expel": (
        mark("{name} spends influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
        mark("You spend influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
    ),
    "reveal": (mark("{name} reveals an alliance: {gang}."), mark("You reveal an alliance: {gang}.")),
}


@dataclass(frozen=True)
class Teller:
    """Says what somebody does: by name, or to whoever does it."""

    words: Words
    name: str
    is_you: bool

    def tells(self, deed: str, **details: str) -> str:
        return self.words.say(DEEDS[deed][self.is_you], name=self.name, **details)

    def exchange(self, card: str) -> str:
        rank = int(card[1])
        if self.is_you:
            return self.words.say_many(
                "You play {card} and may exchange one card.", "You play {card} and may exchange up to {count} cards.",
                rank, card=card,
            )  # fmt: skip
        return self.words.say_many(
            "{name} plays {card} and may exchange one card.",
            "{name} plays {card} and may exchange up to {count} cards.",
            rank, name=self.name, card=card,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A log entry with what everybody saw of it: enough to tell it in any language, and no view."""

    entry: Played | Reshuffled
    is_of_gangs: bool  # the game
    gangs: str = ""  # those on the spots that the move names, in its order
    came: str = ""  # the cards that came of it, on the Street or from the deck
    crowned: str = ""  # the gang that it made the Lord of the Underworld


def event_of(entry: Played | Reshuffled, before: View, after: View) -> Event:
    """What happened between two views, which may be anybody's; the order of a reshuffled pile is nobody's to know."""
    if isinstance(entry, Reshuffled):
        return Event(Reshuffled(()), isinstance(after, GangsView))
    texts = str(entry.move).split(" ")
    if isinstance(before, FamigliaView) and isinstance(after, FamigliaView):
        left = len(before.street) - (texts[0] in ("sweep", "take"))
        return Event(entry, is_of_gangs=False, came=intern(" ".join(after.street[left:])))
    before, after = instance(before, GangsView, "A view"), instance(after, GangsView, "A view")
    return Event(
        entry,
        is_of_gangs=True,
        gangs=intern("".join(before.pyramid.get(text, "") for text in texts)),
        came=after.pyramid[texts[1]] if after.deck_size < before.deck_size else "",  # whoever stood there has gone
        crowned=after.pyramid["a6"] if after.crowned and not before.crowned else "",
    )


def tell(event: Event, names: tuple[str, ...], words: Words, reader: int | None = None) -> str:
    """What the log entry was. What the reader did is said to them."""
    entry = event.entry
    if isinstance(entry, Reshuffled):
        if event.is_of_gangs:
            return words.say("The deck is empty: the spent influence cards are shuffled into a new one.")
        return words.say("The pile is empty: the discard is shuffled and becomes the second pile.")
    teller = Teller(words, names[entry.seat], entry.seat == reader)
    if event.is_of_gangs:
        return tell_gangs(entry.move, event.gangs, teller)
    return tell_famiglia(entry.move, teller)


def tell_famiglia(move: Move, teller: Teller) -> str:
    match str(move).split(" "):
        case ["sweep", card]:
            return teller.tells("sweep", card=card)
        case ["play", card]:
            return teller.exchange(card)
        case ["play", brute, "on", card]:
            return teller.tells("brute", brute=brute, card=card)
        case ["swap", given, got]:
            return teller.tells("swap", given=given, got=got)
        case ["take", card]:
            return teller.tells("take", card=card)
        case ["take", card, "with", spent, kept]:
            return teller.tells("pay", card=card, spent=spent, kept=kept)
    return teller.tells("pass")


def tell_gangs(move: Move, gangs: str, teller: Teller) -> str:
    named = [gang_name(gang, teller.words) for gang in gangs]
    match str(move).split(" "), named:
        case ["climb", start, goal], [gang]:
            return teller.tells("climb", gang=gang, start=start, goal=goal)
        case ["fill", start], [gang]:
            return teller.tells("fill", gang=gang, start=start)
        case ["expel", victim, "by", agent, "with", card], [victim_gang, agent_gang]:
            return teller.tells(
                "expel", card=card, agent=agent, agent_gang=agent_gang, victim=victim, victim_gang=victim_gang
            )
        case ["reveal", code], _:
            return teller.tells("reveal", gang=gang_name(code, teller.words))
    return teller.tells("pass")


def tell_consequences(event: Event, words: Words) -> list[str]:
    """What came of a move by itself: new cards on the Street or in the pyramid, and the coronation."""
    if not event.is_of_gangs:
        return [words.say("New on the Street: {cards}", cards=event.came)] if event.came else []
    told = []
    if event.crowned:
        gang = gang_name(event.crowned, words)
        told.append(words.say("The Lord of the Underworld is crowned: {gang}.", gang=gang))
    if event.came and isinstance(event.entry, Played):
        spot = str(event.entry.move).split(" ")[1]
        gang = gang_name(event.came, words)
        told.append(words.say("{gang} comes from the deck to {spot}.", gang=gang, spot=spot))
    return told


def gang_name(code: str, words: Words) -> str:
    return f"{code} ({words.say(GANG_NAMES[Gang.parse(code)])})"


def tell_outcome(outcome: Outcome, names: tuple[str, ...], words: Words) -> list[str]:
    lines = [words.say(REASONS[outcome.reason])]
    for name, score in zip(names, outcome.scores, strict=True):
        lines.append(words.say_many("{name}: {count} point.", "{name}: {count} points.", score, name=name))
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        lines.append(words.say("{name} wins.", name=winners[0]))
    else:
        lines.append(words.say("It is a tie: {names}.", names=", ".join(winners)))
    return lines
