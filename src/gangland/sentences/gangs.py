"""What happens in Gangs, said in a sentence, and the names of its gangs and spots."""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern
from typing import assert_never

from gangland.arguments import instance
from gangland.game import Move, Pass, View
from gangland.gangs import Climb, Expel, Fill, Gang, GangsMove, GangsView, Reveal, Spot
from gangland.play import Played, Reshuffled
from gangland.sentences import (
    PASS,
    Deed,
    Event,
    Teller,
    event_between,
    tell_consequences,
    tell_move,
    tell_reshuffle,
)
from gangland.words import Words, mark

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

CLIMB: Deed = (
    mark("{name}: {gang} climbs from {start} to {goal}."),
    mark("You: {gang} climbs from {start} to {goal}."),
)
FILL: Deed = (mark("{name}: {gang} moves up from {start}."), mark("You: {gang} moves up from {start}."))
EXPEL: Deed = (
    mark("{name} spends influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
    mark("You spend influence {card}: {agent_gang} on {agent} expels {victim_gang} from {victim}."),
)
REVEAL: Deed = (mark("{name} reveals an alliance: {gang}."), mark("You reveal an alliance: {gang}."))


@dataclass(frozen=True, slots=True, eq=False)
class GangsEvent(Event):
    """An entry of a game of Gangs."""

    gangs: str = ""  # those on the spots that the move names, in its order
    came: str = ""  # the gang that came from the deck
    crowned: str = ""  # the gang that became the Lord of the Underworld


@event_between.register
def gangs_event(after: GangsView, before: View, entry: Played | Reshuffled) -> GangsEvent:
    if isinstance(entry, Reshuffled):
        return GangsEvent(entry)
    seen = instance(before, GangsView, "A view")
    spots = spots_of(instance(entry.move, GangsMove, "A move"))
    return GangsEvent(
        entry,
        gangs=intern("".join(seen.pyramid.get(str(spot), "") for spot in spots)),
        came=after.pyramid[str(spots[0])] if after.deck_size < seen.deck_size else "",  # whoever stood there has gone
        crowned=after.pyramid["a6"] if after.crowned and not seen.crowned else "",
    )


def spots_of(move: GangsMove) -> tuple[Spot, ...]:
    """Those that a move names; whoever stands on the first one leaves it."""
    match move.action:
        case Climb(start, goal):
            return start, goal
        case Fill(start):
            return (start,)
        case Expel(victim, agent):
            return victim, agent
        case Reveal() | Pass():
            return ()
        case other:
            assert_never(other)


@tell_reshuffle.register
def tell_new_deck(event: GangsEvent, words: Words) -> str:
    return words.say("The deck is empty: the spent influence cards are shuffled into a new one.")


@tell_move.register
def tell_gangs(event: GangsEvent, move: Move, teller: Teller) -> str:
    named = [gang_name(gang, teller.words) for gang in event.gangs]
    match instance(move, GangsMove, "A move").action:
        case Climb(start, goal):
            return teller.tells(CLIMB, gang=named[0], start=start, goal=goal)
        case Fill(start):
            return teller.tells(FILL, gang=named[0], start=start)
        case Expel(victim, agent, card):
            victim_gang, agent_gang = named
            return teller.tells(
                EXPEL, card=card, agent=agent, agent_gang=agent_gang, victim=victim, victim_gang=victim_gang
            )
        case Reveal(gang):
            return teller.tells(REVEAL, gang=gang_name(str(gang), teller.words))
        case Pass():
            return teller.tells(PASS)
        case other:
            assert_never(other)


@tell_consequences.register
def new_in_the_pyramid(event: GangsEvent, words: Words) -> list[str]:
    told = []
    if event.crowned:
        gang = gang_name(event.crowned, words)
        told.append(words.say("The Lord of the Underworld is crowned: {gang}.", gang=gang))
    if event.came and isinstance(event.entry, Played):
        spot = spots_of(instance(event.entry.move, GangsMove, "A move"))[0]
        gang = gang_name(event.came, words)
        told.append(words.say("{gang} comes from the deck to {spot}.", gang=gang, spot=spot))
    return told


def gang_name(code: str, words: Words) -> str:
    return f"{code} ({words.say(GANG_NAMES[Gang.parse(code)])})"
