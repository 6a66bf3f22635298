"""Tells what happens in Gangs, as sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from gangland.core.arguments import instance
from gangland.core.game import Move, Pass, View
from gangland.core.sentence import Sentence
from gangland.core.words import mark
from gangland.gangs import Climb, Expel, Fill, Gang, GangsMove, GangsView, Reveal, Spot
from gangland.play import Played, Reshuffled
from gangland.sentences import (
    PASS,
    Event,
    MoveSentence,
    Narrator,
    event_between,
    narrate_consequences,
    narrate_move,
    narrate_reshuffle,
)

CLIMB: MoveSentence = (
    mark("{name} climbs with {gang} to {goal}."),
    mark("You climb with {gang} to {goal}."),
)
FILL: MoveSentence = (
    mark("{name} fills the gap with {gang}."),
    mark("You fill the gap with {gang}."),
)
EXPEL: MoveSentence = (
    mark("{name} spends {card}, expels {victim_gang} from {victim}, agent {agent_gang}."),
    mark("You spend {card}, expel {victim_gang} from {victim}, agent {agent_gang}."),
)
MUST_REVEAL = Sentence(mark("A row was reached for the first time: an alliance must be revealed."), clause="G5.1")
REVEAL: MoveSentence = (mark("{name} reveals {gang}."), mark("You reveal {gang}."))


@dataclass(frozen=True, slots=True, eq=False)
class GangsEvent(Event):
    """A log entry of a game of Gangs."""

    moved: Gang | None = None  # the gang that left a spot, by itself or expelled
    agent: Gang | None = None
    came: Gang | None = None  # the gang that came from the deck
    crowned: Gang | None = None  # the gang that became the Lord of the Underworld


@event_between.register
def gangs_event(after: GangsView, before: View, entry: Played | Reshuffled) -> GangsEvent:
    """What an entry did between two views of Gangs."""
    if isinstance(entry, Reshuffled):
        return GangsEvent(entry)
    seen = instance(before, GangsView, "A view")
    action = instance(entry.move, GangsMove, "A move").action
    left = left_by(instance(entry.move, GangsMove, "A move"))
    return GangsEvent(
        entry,
        moved=gang_on(seen, left),
        agent=gang_on(seen, action.agent) if isinstance(action, Expel) else None,
        came=gang_on(after, left) if after.deck_size < seen.deck_size else None,
        crowned=gang_on(after, Spot.parse("a6")) if after.crowned and not seen.crowned else None,
    )


def gang_on(view: GangsView, spot: Spot | None) -> Gang | None:
    """The gang on a spot, or None if it is empty."""
    return view.pyramid.get(spot) if spot else None


def left_by(move: GangsMove) -> Spot | None:
    """The spot that a card leaves in a move, or None."""
    match move.action:
        case Climb(start) | Fill(start):
            return start
        case Expel(victim):
            return victim
        case Reveal() | Pass():
            return None
        case other:
            assert_never(other)


@narrate_reshuffle.register
def narrate_new_deck(event: GangsEvent) -> Sentence:
    """The sentence for a reshuffle in Gangs."""
    return Sentence(mark("The deck is empty: the spent influence cards are shuffled into a new one."))


@narrate_move.register
def narrate_gangs(event: GangsEvent, move: Move, narrator: Narrator) -> Sentence:
    """The sentence for a move of Gangs."""
    match instance(move, GangsMove, "A move").action:
        case Climb(_, goal):
            return narrator.says(CLIMB, gang=event.moved, goal=goal)
        case Fill():
            return narrator.says(FILL, gang=event.moved)
        case Expel(victim, _, card):
            return narrator.says(EXPEL, card=card, agent_gang=event.agent, victim=victim, victim_gang=event.moved)
        case Reveal(gang):
            return narrator.says(REVEAL, gang=gang)
        case Pass():
            return narrator.says(PASS)
        case other:
            assert_never(other)


@narrate_consequences.register
def new_in_the_pyramid(event: GangsEvent) -> list[Sentence]:
    """The sentences about the coronation and the card that came from the deck, if any."""
    lines = []
    if event.crowned:
        lines.append(Sentence(mark("The Lord of the Underworld is crowned: {gang}."), {"gang": event.crowned}))
    if event.came and isinstance(event.entry, Played):
        spot = left_by(instance(event.entry.move, GangsMove, "A move"))
        lines.append(Sentence(mark("From the deck to {spot}: {gang}."), {"gang": event.came, "spot": spot}))
    return lines
