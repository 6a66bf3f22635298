"""Rules of thumb for Gangs, and the reasons for its moves."""

from __future__ import annotations

from typing import assert_never

from gangland.bots.attention import Depth, Idea, idea
from gangland.bots.hints import NOTHING_BETTER, PASS, advice, reason
from gangland.bots.simple import beginner_value, move_value
from gangland.core.arguments import instance
from gangland.core.game import Pass
from gangland.core.sentence import Sentence
from gangland.core.words import mark
from gangland.gangs import GangsMove, GangsView, Spot
from gangland.gangs.moves import Climb, Expel, Fill, Reveal

LORD_ROW = 6


@move_value.register
def gangs_value(view: GangsView, move: GangsMove) -> float:
    """The value of a move of Gangs by rules of thumb: bring own alliances up, and keep others down."""
    own = view.players[view.turn].alliances
    match instance(move, GangsMove, "A move of Gangs").action:
        case Climb(start, goal):
            return 2 + (goal.row if view.gang_on(start) in own else -goal.row)
        case Fill(start):
            return 1 if view.gang_on(start) in own else 0
        case Expel(victim):
            return _expulsion_value(view, victim)
        case Reveal(gang):
            return -sum(spot.row for spot, holder in view.pyramid.items() if holder == gang)
        case Pass():
            return 0
        case other:
            assert_never(other)


def _expulsion_value(view: GangsView, victim: Spot) -> float:
    """The value of expelling a victim: high late, on a spot that scores, if an alliance of one's own can fill it."""
    own = view.players[view.turn].alliances
    if not victim.points or view.gang_on(victim) in own:
        return -5
    friends = any(view.pyramid.get(spot) in own for spot in victim.supports)
    return victim.points + 0.5 if friends and view.crowned else -5


@advice.register
def gangs_advice(view: GangsView, move: GangsMove) -> Sentence:
    """What to do for a move of Gangs."""
    match instance(move, GangsMove, "A move of Gangs").action:
        case Climb(start, goal):
            return Sentence(mark("Climb with {gang} to {goal}"), {"gang": view.gang_on(start), "goal": goal})
        case Fill(start):
            return Sentence(mark("Fill the gap with {gang}"), {"gang": view.gang_on(start)})
        case Expel(victim, agent, card):
            gangs = {"agent_gang": view.gang_on(agent), "victim_gang": view.gang_on(victim)}
            return Sentence(
                mark("Spend {card}, let {agent_gang} expel {victim_gang} from {victim}"),
                {"card": card, "victim": victim, **gangs},
            )
        case Reveal(gang):
            return Sentence(mark("Reveal {gang}"), {"gang": gang})
        case Pass():
            return PASS
        case other:
            assert_never(other)


@beginner_value.register
def gangs_beginner_value(view: GangsView, move: GangsMove) -> float:
    """Climb with an alliance of one's own as high as possible, or else anyhow; never use influence."""
    own = view.players[view.turn].alliances
    match instance(move, GangsMove, "A move of Gangs").action:
        case Climb(start, goal):
            return 1 + (goal.row if view.gang_on(start) in own else 0)
        case Fill(start):
            return 1 + (view.gang_on(start) in own)
        case Reveal():
            return 1
        case Pass():
            return 0
        case Expel():
            return -1
        case other:
            assert_never(other)


@idea.register
def gangs_idea(view: GangsView, move: GangsMove) -> Idea:
    """The idea of a move of Gangs. To expel the Lord is a trick; further down it is a combination with the gap."""
    match instance(move, GangsMove, "A move of Gangs").action:
        case Expel(victim):
            return Idea(Depth.TRICK if victim.row == LORD_ROW else Depth.COMBINATION, victim)
        case Climb(start):
            return Idea(Depth.PLAIN, start)
        case Fill() | Reveal() | Pass():
            return Idea(Depth.PLAIN, None)
        case other:
            assert_never(other)


@reason.register
def gangs_reason(view: GangsView, move: GangsMove) -> Sentence:
    """Why a move of Gangs is good, from a look at the table."""
    match instance(move, GangsMove, "A move of Gangs").action:
        case Climb(start, goal):
            return _ascent_reason(view, start, goal.row)
        case Fill(start):
            return _ascent_reason(view, start, start.row + 1)
        case Expel(victim):
            gang = view.gang_on(victim)
            if gang in view.players[view.turn].alliances:
                return Sentence(
                    mark("the gap is worth more to you than {gang} on {spot}"), {"gang": gang, "spot": victim}
                )
            return Sentence(mark("the {gang} card on {spot} helps the others"), {"gang": gang, "spot": victim})
        case Reveal(gang):
            return Sentence(mark("the alliance {gang} gives the least away"), {"gang": gang})
        case Pass():
            return NOTHING_BETTER
        case other:
            assert_never(other)


def _ascent_reason(view: GangsView, start: Spot, row: int) -> Sentence:
    """Why it is good that the card on this spot comes to this row."""
    gang = view.gang_on(start)
    if gang in view.players[view.turn].alliances:
        return Sentence(mark("{gang} is an alliance of yours and comes to row {row}"), {"gang": gang, "row": row})
    return Sentence(mark("it keeps the way open for your own"))
