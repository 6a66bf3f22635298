"""Rules of thumb for Famiglia, and the reasons for its moves."""

from __future__ import annotations

from gangland.arguments import instance
from gangland.bots.hints import NOTHING_BETTER, Reason, reason
from gangland.bots.simple import move_value
from gangland.famiglia import Card, FamigliaMove, FamigliaView
from gangland.famiglia.evaluator import FAMILY_APPEAL
from gangland.words import mark

FAMILY_WORTH = dict(zip("FABM", FAMILY_APPEAL, strict=True))  # besides points
TRIFLE = 3  # points; for no more than that one sweeps first


@move_value.register
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


@reason.register
def famiglia_reason(view: FamigliaView, text: str) -> Reason:
    move = FamigliaMove.parse(text)
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
    return NOTHING_BETTER


def pays(view: FamigliaView, seat: int, card: Card) -> bool:
    """Whether a seat could take a card with a natural pair."""
    return view.hands[seat].count(f"{card.family}{card.rank - 1}") >= 2
