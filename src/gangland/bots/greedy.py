"""A simple opponent by rules of thumb: it looks no further than its own turn."""

from __future__ import annotations

from gangland.arguments import instance
from gangland.famiglia import Card, FamigliaMove, FamigliaView
from gangland.famiglia.evaluator import FAMILY_APPEAL
from gangland.game import View
from gangland.gangs import GangsMove, GangsView, Spot

FAMILY_WORTH = dict(zip("FABM", FAMILY_APPEAL, strict=True))  # besides points
TRIFLE = 3  # points; for no more than that one sweeps first


def choose_greedily(view: View) -> str:
    """The move with the highest value; among equals the first."""
    if isinstance(view, FamigliaView):
        return max(view.legal_moves, key=lambda move: famiglia_value(view, move))
    seen = instance(view, GangsView, "A view")
    return max(view.legal_moves, key=lambda move: gangs_value(seen, move))


def famiglia_value(view: FamigliaView, move: str) -> float:
    match move.split(" "):
        case ["pass"]:
            return -1
        case ["take", *_]:
            return 10 + card_value(view, FamigliaMove.parse(move)) - 0.01 * spent_value(move)
        case ["play", brute, "on", target]:
            card = Card.parse(target)
            if reachable(view, card, Card.parse(brute).rank):
                return 8 + card_value(view, FamigliaMove.parse(move))
            return -2
        case ["sweep", _]:
            return sweep_value(view, FamigliaMove.parse(move))
    return -2


def card_value(view: FamigliaView, move: FamigliaMove) -> float:
    """Its points, what its family can do, and whether it makes a pair; a 0 counts one less."""
    card = instance(move.card, Card, "The card of this move")
    twins = view.hands[view.turn].count(str(card))
    return card.points + FAMILY_WORTH[card.family] + (1.5 if twins == 1 else 0) - (card.rank == 0)


def sweep_value(view: FamigliaView, move: FamigliaMove) -> float:
    """Worth it if only trifles are within reach; then away with the highest rank that is not."""
    card = instance(move.card, Card, "The card of this move")
    within_reach = {FamigliaMove.parse(take).card for take in view.legal_moves if take.startswith("take")}
    if card in within_reach or any(other and other.points > TRIFLE for other in within_reach):
        return -2
    return 100 + card.rank


def spent_value(move: str) -> int:
    _, _, pair = move.partition(" with ")
    return Card.parse(pair.split()[0]).rank if pair else 0


def reachable(view: FamigliaView, card: Card, brute: int) -> bool:
    """Whether a natural pair, or nothing at all, takes the card once a Brute has lowered it."""
    hand = view.hands[view.turn]
    if any(move.startswith(f"take {card}") for move in view.legal_moves):
        return False
    lowest = max(0, card.rank - brute)
    return lowest == 0 or any(hand.count(f"{card.family}{rank - 1}") >= 2 for rank in range(lowest, card.rank))


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
