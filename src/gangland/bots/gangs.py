"""Rules of thumb for Gangs, and the reasons for its moves."""

from __future__ import annotations

from gangland.bots.hints import NOTHING_BETTER, Reason, reason
from gangland.bots.simple import move_value
from gangland.gangs import GangsMove, GangsView, Spot
from gangland.words import mark


@move_value.register
def gangs_value(view: GangsView, move: str) -> float:
    own = view.players[view.turn].alliances
    match move.split(" "):
        case ["pass"]:
            return 0
        case ["reveal", gang]:
            return -sum(Spot.parse(spot).row for spot, holder in view.pyramid.items() if holder == gang)
        case ["climb", start, goal]:
            row = Spot.parse(goal).row
            return 2 + (row if view.pyramid[start] in own else -row)
        case ["fill", start]:
            return 1 if view.pyramid[start] in own else 0
    return expulsion_value(view, move)


def expulsion_value(view: GangsView, move: str) -> float:
    """Worth it late, for a spot that scores, if a friend stands ready to fill it."""
    own = view.players[view.turn].alliances
    victim, _, _ = GangsMove.parse(move).expulsion
    if victim.row < 4 or view.pyramid[str(victim)] in own:
        return -5
    below = (str(Spot(victim - 8 + victim.row)), str(Spot(victim - 7 + victim.row)))
    friends = any(view.pyramid.get(spot) in own for spot in below)
    return victim.row - 3 + 0.5 if friends and view.crowned else -5


@reason.register
def gangs_reason(view: GangsView, move: str) -> Reason:
    own = view.players[view.turn].alliances
    match str(GangsMove.parse(move)).split(" "):
        case ["climb" | "fill", start, *goal]:
            row = Spot.parse(goal[0]).row if goal else Spot.parse(start).row + 1
            gang = view.pyramid[start]
            if gang in own:
                return mark("{gang} is an alliance of yours and comes to row {row}"), {"gang": gang, "row": row}
            return mark("it keeps the way open for your own"), {}
        case ["expel", victim, *_] if view.pyramid[victim] in own:
            return (
                mark("the gap is worth more to you than {gang} on {spot}"),
                {"gang": view.pyramid[victim], "spot": victim},
            )
        case ["expel", victim, *_]:
            return mark("{gang} on {spot} helps the others"), {"gang": view.pyramid[victim], "spot": victim}
        case ["reveal", gang]:
            return mark("{gang} gives the least away"), {"gang": gang}
    return NOTHING_BETTER
