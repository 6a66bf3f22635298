"""Why a move: one sentence for people, from a thought and what is plain to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gangland.arguments import instance
from gangland.bots.mind import Budget, Mind, Option
from gangland.famiglia import Card, FamigliaMove, FamigliaView
from gangland.game import View, mark
from gangland.gangs import GangsMove, GangsView, Spot
from gangland.play import Seen

ENOUGH = Budget(seconds=1.0)


@dataclass(frozen=True)
class Hint:
    """A move, how good it looks, and the reason as a sentence with its words."""

    option: Option
    exact: bool
    reason: str
    words: dict[str, Any]


def hint(seen: Seen, budget: Budget = ENOUGH, seed: int = 0) -> Hint:
    thought = Mind().think(seen, budget, seed)
    reason, words = reason_for(thought.move, seen.view)
    return Hint(thought.options[0], thought.exact, reason, words)


def reason_for(move: str, view: View) -> tuple[str, dict[str, Any]]:
    if isinstance(view, FamigliaView):
        return famiglia_reason(FamigliaMove.parse(move), view)
    return gangs_reason(GangsMove.parse(move), instance(view, GangsView, "A view"))


def famiglia_reason(move: FamigliaMove, view: FamigliaView) -> tuple[str, dict[str, Any]]:
    card = move.card
    word = str(move).split(" ")[0]
    if word == "take" and card is not None:
        if card.rank and view.street.count(str(card)) == 1 and pays(view, 1 - view.turn, card):
            return mark("it is worth {points}, and the other side cannot take it any more"), {"points": card.points}
        if view.hands[view.turn].count(str(card)) == 1:
            return mark("it is worth {points} and makes a pair"), {"points": card.points}
        return mark("it is worth {points}"), {"points": card.points}
    if word == "sweep":
        return mark("something better may turn up"), {}
    if word == "swap":
        return mark("{card} is needed in hand"), {"card": move.exchange[1]}
    if word == "play" and " on " in str(move):
        return mark("it makes {card} affordable"), {"card": card}
    if word == "play":
        return mark("it brings cards back from the display"), {}
    return mark("nothing better is to be had"), {}


def pays(view: FamigliaView, seat: int, card: Card) -> bool:
    """Whether a seat could take a card with a natural pair."""
    return view.hands[seat].count(f"{card.family}{card.rank - 1}") >= 2


def gangs_reason(move: GangsMove, view: GangsView) -> tuple[str, dict[str, Any]]:
    own = view.players[view.turn].alliances
    match str(move).split(" "):
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
    return mark("nothing better is to be had"), {}
