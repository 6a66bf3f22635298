"""Rules of thumb for Famiglia, and the reasons for its moves."""

from __future__ import annotations

from typing import assert_never

from gangland.bots.attention import Depth, Idea, idea
from gangland.bots.hints import NOTHING_BETTER, PASS, advice, reason
from gangland.bots.simple import beginner_value, move_value
from gangland.core.arguments import instance
from gangland.core.game import Pass
from gangland.core.sentence import Sentence
from gangland.core.words import mark, mark_many
from gangland.famiglia import Card, FamigliaMove, FamigliaView
from gangland.famiglia.evaluator import FAMILY_APPEAL
from gangland.famiglia.moves import PlayAccountant, PlayBrute, Swap, Sweep, Take

FAMILY_WORTH = dict(zip("FABM", FAMILY_APPEAL, strict=True))  # added to a card's points
WORTH = mark_many("it is worth {count} point", "it is worth {count} points")
MAKES_A_PAIR = mark_many("it is worth {count} point and makes a pair", "it is worth {count} points and makes a pair")
LAST_CHANCE = mark_many(
    "it is worth {count} point, and the other side cannot take it any more",
    "it is worth {count} points, and the other side cannot take it any more",
)
TRIFLE = 3  # points; sweep first if no card within reach is worth more


@move_value.register
def famiglia_value(view: FamigliaView, move: FamigliaMove) -> float:
    """The value of a move of Famiglia by rules of thumb: sweep trifles, reduce what then is payable, take the best."""
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Sweep(card):
            return _sweep_value(view, card)
        case PlayBrute(brute, target):
            return 8 + _card_value(view, target) if _reachable(view, target, brute.rank) else -2
        case Take(card, spent):
            return 10 + _card_value(view, card) - (0.01 * spent.rank if spent else 0)
        case Pass():
            return -1
        case PlayAccountant() | Swap():
            return -2
        case other:
            assert_never(other)


def _card_value(view: FamigliaView, card: Card) -> float:
    """How much a card is worth to the hand: its points, its family's ability, and 1.5 more if it makes a pair."""
    twins = view.hands[view.turn].count(card)
    return card.points + FAMILY_WORTH[card.family] + (1.5 if twins == 1 else 0) - (card.rank == 0)


def _sweep_value(view: FamigliaView, card: Card) -> float:
    """The value of sweeping a card: high if only trifles can be taken, and for the highest rank out of reach."""
    within_reach = _takeable(view)
    if card in within_reach or any(other.points > TRIFLE for other in within_reach):
        return -2
    return 100 + card.rank


def _takeable(view: FamigliaView) -> set[Card]:
    """The Street cards that can be taken now."""
    return {move.action.card for move in view.legal_moves if isinstance(move.action, Take)}


def _reachable(view: FamigliaView, card: Card, brute: int) -> bool:
    """Whether a Brute of this rank lowers a card so far that it is free or a natural pair takes it."""
    hand = view.hands[view.turn]
    if card in _takeable(view):
        return False
    lowest = max(0, card.rank - brute)
    return lowest == 0 or any(hand.count(Card.of(card.family, rank - 1)) >= 2 for rank in range(lowest, card.rank))


@advice.register
def famiglia_advice(view: FamigliaView, move: FamigliaMove) -> Sentence:
    """What to do for a move of Famiglia."""
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Take(card, Card() as spent, Card() as kept):
            return Sentence(mark("Take {card} for {spent} and {kept}"), {"card": card, "spent": spent, "kept": kept})
        case Take(card):
            return Sentence(mark("Take {card} for free"), {"card": card})
        case Sweep(card):
            return Sentence(mark("Sweep {card} off the Street"), {"card": card})
        case Swap(given, got):
            return Sentence(mark("Lay {given} down and take {got} back"), {"given": given, "got": got})
        case PlayBrute(brute, target):
            return Sentence(mark("Play {brute} on {card}"), {"brute": brute, "card": target})
        case PlayAccountant(card):
            return Sentence(mark("Play {card}"), {"card": card})
        case Pass():
            return PASS
        case other:
            assert_never(other)


@beginner_value.register
def famiglia_beginner_value(view: FamigliaView, move: FamigliaMove) -> float:
    """Take the dearest card that is free or that two equal cards pay for, or else sweep, or else pass."""
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Take(card) as take if take.is_plain:
            return 2 + card.points
        case Sweep():
            return 1
        case Pass():
            return 0
        case _:
            return -1


@idea.register
def famiglia_idea(view: FamigliaView, move: FamigliaMove) -> Idea:
    """The idea of a move of Famiglia. A joker is a trick; a Brute and a sweep before a take are combinations."""
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Take(card) as take:
            return Idea(Depth.PLAIN if take.is_plain else Depth.TRICK, card)
        case Sweep():
            return Idea(Depth.COMBINATION if _takes_plainly(view) else Depth.PLAIN, "sweep")
        case PlayBrute(_, card) | PlayAccountant(card) | Swap(_, card):
            return Idea(Depth.COMBINATION, card)
        case Pass():
            return Idea(Depth.PLAIN, None)
        case other:
            assert_never(other)


def _takes_plainly(view: FamigliaView) -> bool:
    """Whether a card can be taken for free or for two equal ones."""
    return any(isinstance(move.action, Take) and move.action.is_plain for move in view.legal_moves)


@reason.register
def famiglia_reason(view: FamigliaView, move: FamigliaMove) -> Sentence:
    """Why a move of Famiglia is good, from a look at the table."""
    match instance(move, FamigliaMove, "A move of Famiglia").action:
        case Take(card):
            return _take_reason(view, card)
        case Sweep():
            return Sentence(mark("something better may turn up"))
        case Swap(_, got):
            return Sentence(mark("{card} is needed in hand"), {"card": got})
        case PlayBrute(_, target):
            return Sentence(mark("it makes {card} affordable"), {"card": target})
        case PlayAccountant():
            return Sentence(mark("it brings cards back from the display"))
        case Pass():
            return NOTHING_BETTER
        case other:
            assert_never(other)


def _take_reason(view: FamigliaView, card: Card) -> Sentence:
    """Why it is good to take this card: its points, the pair it makes, or that the other side wants it."""
    if card.rank and view.street.count(card) == 1 and _pays(view, 1 - view.turn, card):
        one, many = LAST_CHANCE
    elif view.hands[view.turn].count(card) == 1:
        one, many = MAKES_A_PAIR
    else:
        one, many = WORTH
    return Sentence(one, {"count": card.points}, many)


def _pays(view: FamigliaView, seat: int, card: Card) -> bool:
    """Whether a seat could take a card with a natural pair."""
    return view.hands[seat].count(Card.of(card.family, card.rank - 1)) >= 2
