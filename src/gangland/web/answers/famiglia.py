"""What the cards of Famiglia answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gangland.core.arguments import instance
from gangland.core.sentence import Name, Sentence
from gangland.core.words import Language, mark, mark_many
from gangland.famiglia import Card, FamigliaView, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.famiglia.game import ROBOT
from gangland.famiglia.moves import at_place
from gangland.famiglia.view import opened_by_brutes
from gangland.web.answers import NOT_YOUR_TURN, Answer, Need, Needs, Use, answer_of, code_of, refusals, use
from gangland.web.art import famiglia as art
from gangland.web.boards.famiglia import fans, pair_of, reduction
from gangland.web.clicks import Click
from gangland.web.clicks.famiglia import places, taken_at
from gangland.web.pov import Pov
from gangland.web.sentences import name_of, picture_of
from gangland.web.story.famiglia import Face, Row

NO_ABILITY = mark("A 0 has no ability, but it is free on the Street.")
WORTH_MORE = mark("No ability, but La Famiglia is worth more points.")
JOKER = mark("A joker: in a pair it stands in for a lower card of any family.")
EXCHANGES = mark_many(
    "Play it, then you may exchange one card between hand and display.",
    "Play it, then you may exchange up to {count} cards between hand and display.",
)
REDUCES = mark_many(
    "Play it on a Street card, which you may then take as if it were one rank lower.",
    "Play it on a Street card, which you may then take as if it were up to {count} ranks lower.",
)
FREE = Sentence(mark("It costs nothing."), clause="F6.1")
PAIR = Sentence(mark("One card of the pair goes to your display."), clause="F6.3")
HELPED = mark("Play {brute} on it, and you can take it.")
NEW_CARDS = mark_many("{count} new card comes to the Street.", "{count} new cards come to the Street.")
STAYS = Sentence(mark("It then stays in your display this turn."), clause="F4.3")
ON = mark("On a card of the Street: {cards}")
PAYS = mark("It pays for {cards}")
HOLDS = mark("{name} holds it.")
OPEN_HANDS = Sentence(mark("All hands lie open."), clause="F1.5")
LIES_THERE = mark("It lies in the display of {name}.")
COUNTS = Sentence(mark("It counts its points at the end."), clause="F9.4")
SWEPT = mark("It was swept.")
SECOND_PILE = Sentence(mark("When the pile is used up, the swept cards are the second pile."), clause="F8.1")


@answer_of.register
def famiglia_answer(view: FamigliaView, piece: str, pov: Pov) -> Answer | None:
    """The answer of a card of Famiglia: on the Street, in a hand, in a display or swept."""
    words = pov.words
    face = face_of(piece, instance(pov.story.layout, Row, "The layout"))
    if face is None:
        return None
    card = face[0]
    points = words.say_many("{count} point", "{count} points", card.points)
    click = pov.clicks.alive.get(thing_of(piece, card, view))
    return Answer(
        piece=piece,
        art=art.face(*face),
        name=name_of(card, words),
        facts=(words.say("rank {rank}", rank=card.rank), points),
        ability=ability(card, words),
        sign=art.ability(card),
        uses=tuple(uses_of(view, piece, card, pov)),
        act=(word_of(click, card, words), click) if click else None,
    )


@code_of.register
def famiglia_code(view: FamigliaView, piece: str, pov: Pov) -> Card | None:
    """A card on the Street, or one of the viewer's."""
    face = face_of(piece, instance(pov.story.layout, Row, "The layout"))
    return face[0] if face and thing_of(piece, face[0], view) else None


def face_of(piece: str, row: Row) -> Face | None:
    """The card with this id on the page, and which copy of it; None if no such card lies there."""
    match piece.split("-"):
        case ["street", place]:
            faces = {str(number): face for number, face in enumerate(row.street, 1)}
        case ["hand", "0" | "1" as seat, place]:
            faces = numbered(sorted(row.piles[f"hand {seat}"], key=lambda face: face[0]))
        case ["display", "0" | "1" as seat, card, place]:
            faces = {
                number: face
                for fan in fans(row.piles[f"display {seat}"])
                for number, face in numbered(fan).items()
                if str(face[0]) == card
            }
        case ["discard", place]:
            faces = numbered(row.piles["discard"])
        case _:
            return None
    return faces.get(place)


def numbered(faces: list[Face]) -> dict[str, Face]:
    """Cards by their places, as ids write them."""
    return {str(place): face for place, face in enumerate(faces)}


def thing_of(piece: str, card: Card, view: FamigliaView) -> str:
    """What a click on a piece picks. It is empty for cards that are not the viewer's."""
    match piece.split("-"):
        case ["street", place]:
            return f"street:{place}"
        case [("hand" | "display") as zone, seat, *_] if seat == str(view.seat):
            return f"{zone}:{card}"
    return ""


def word_of(click: Click, card: Card, words: Language) -> str:
    """The word for what a click on a card does."""
    if click.verb == PlayAccountant.verb:
        return words.say("Exchange {count}", count=card.rank)
    if click.verb == PlayBrute.verb:
        return words.say("Reduce by {count}", count=card.rank)
    return words.say("Take") if click.verb == Take.verb else words.say("Exchange")


def ability(card: Card, words: Language) -> str:
    """What a card can do, in one sentence."""
    if card.family == "F":
        return words.say(WORTH_MORE)
    if not card.rank:
        return words.say(NO_ABILITY)
    if card.family == "M":
        return words.say(JOKER)
    one, many = EXCHANGES if card.family == "A" else REDUCES
    return words.say_many(one, many, card.rank)


def uses_of(view: FamigliaView, piece: str, card: Card, pov: Pov) -> Iterator[Use]:
    """What the viewer can do with a card now, and what not."""
    words = pov.words
    zone, seat, *_ = piece.split("-")
    if zone == "discard":
        yield use(words, None, SWEPT, SECOND_PILE)
    elif zone != "street" and seat != str(view.seat):
        whose = {"name": Name(pov.names[int(seat)])}
        is_held = zone == "hand"
        yield use(words, None, Sentence(HOLDS if is_held else LIES_THERE, whose), OPEN_HANDS if is_held else COUNTS)
    elif view.seat is None:
        return
    elif view.turn != view.seat or (view.robot_level is not None and view.turn == ROBOT):
        yield use(words, False, NOT_YOUR_TURN)
    elif zone == "street":
        yield from street_uses(view, card, int(seat), words)
    elif zone == "hand":
        yield from playing(view, card, words)
    else:
        yield exchanging(view, card, words)


def street_uses(view: FamigliaView, card: Card, place: int, words: Language) -> Iterator[Use]:
    """Whether a Street card can be taken now, and what it asks for; and whether it can be swept."""
    ways = [move for move in view.legal_moves if place in taken_at(view, move)]
    pairs = {tuple(sorted(pair_of(move))) for move in ways}
    reasons: tuple[Sentence, ...] = ()
    if () in pairs:
        yield use(words, True, mark("You can take it now."), FREE)
    elif pairs:
        paid = [tuple(Need(picture_of(part, words), True) for part in pair) for pair in sorted(pairs)]
        labels = [words.say("with"), *[words.say("or with")] * (len(paid) - 1)]
        needs = tuple(zip(labels, paid, strict=True))
        yield replace(use(words, True, mark("You can take it now."), PAIR), needs=needs)
    else:
        true = wanted(view, card)
        helped = [Sentence(HELPED, {"brute": brute}, clause="F5.2") for brute in helpers(view, card)[:1]]
        reasons = (*refusals(view, payments(view, card, place, true)), *helped)
        yield replace(use(words, False, mark("You cannot take it now."), *reasons), needs=lacks(view, true, words))
    if any(
        isinstance(move.action, Sweep) and place in places(view, move.action.card, move.action.place)
        for move in view.legal_moves
    ):
        one, many = NEW_CARDS
        yield use(words, True, mark("You can sweep it."), Sentence(one, {"count": card.rank}, many, "F3.2"))
    elif len(reasons) < 2:  # otherwise enough is said
        yield use(words, False, mark("You cannot sweep it."), *refusals(view, [f"sweep {card}"]))


def wanted(view: FamigliaView, card: Card) -> Card:
    """The card of which two take a Street card: one rank lower, or as low as a Brute allows if one is held (F6.2)."""
    brute = view.brute if view.brute and view.target == card else None
    lowest = max(0, card.rank - 1 - (reduction(card, brute) if brute else 0))
    ranks = [Card.of(card.family, rank) for rank in range(card.rank - 1, lowest - 1, -1)]
    hand = view.hands[view.turn]
    return next((true for true in ranks if true in hand), ranks[0])


def payments(view: FamigliaView, card: Card, place: int, true: Card) -> Iterator[str]:
    """The moves that would take a Street card: with a pair and, if one card of it is held, with the best joker."""
    is_named = view.robot_level is not None and view.street.count(card) > 1  # F11.2
    taken = f"take {at_place(card, place if is_named else None)} with {true}"
    yield f"{taken} {true}"
    hand = view.hands[view.turn]
    jokers = [joker for joker in hand if joker.family == "M" != card.family and joker.rank]
    if true in hand and jokers:
        yield f"{taken} {max(jokers)}"


def lacks(view: FamigliaView, true: Card, words: Language) -> tuple[Needs, ...]:
    """The cards that would take a Street card: those that the viewer holds, and those that are missing."""
    hand = view.hands[view.turn]
    pair = tuple(Need(picture_of(true, words), hand.count(true) > i) for i in range(2))
    jokers = [Card.of("M", rank) for rank in range(true.rank + 1, 5)]
    stand_ins = tuple(Need(picture_of(joker, words), joker in hand) for joker in jokers)
    return (words.say("It asks for"), pair), (words.say("or the joker"), stand_ins)


def helpers(view: FamigliaView, card: Card) -> list[Card]:
    """The Brutes that make a Street card cheap enough to be taken, the lowest first."""
    return sorted(brute for brute, target in opened_by_brutes(view) if target == card)


def playing(view: FamigliaView, card: Card, words: Language) -> Iterator[Use]:
    """What a card in the viewer's hand can be used for now: exchanged, played for its ability, shown in a pair."""
    actions = [move.action for move in view.legal_moves]
    targets = [action.target for action in actions if isinstance(action, PlayBrute) and action.brute == card]
    if any(isinstance(action, Swap) and action.given == card for action in actions):
        yield use(words, True, mark("You can exchange it now."))
    if PlayAccountant(card) in actions:
        yield use(words, True, mark("You can play it now."), STAYS)
    elif targets:
        yield use(words, True, mark("You can play it now."), Sentence(ON, {"cards": tuple(targets)}, clause="F5.1"))
    else:
        street = max(view.street, key=lambda target: target.rank, default=Card.parse("F1"))
        move = f"play {card} on {street}" if card.family == "B" and card.rank else f"play {card}"
        yield use(words, False, mark("You cannot play it now."), *refusals(view, [move]))
    paid = sorted(
        {action.card for action in actions if isinstance(action, Take) and card in (action.spent, action.kept)}
    )
    if paid:
        yield use(words, True, Sentence(PAYS, {"cards": tuple(paid)}, clause="F6.2"))


def exchanging(view: FamigliaView, card: Card, words: Language) -> Use:
    """Whether a card in the viewer's display can come back to the hand now."""
    given = [
        move.action.given for move in view.legal_moves if isinstance(move.action, Swap) and move.action.got == card
    ]
    if given:
        return use(words, True, mark("You can exchange it now."))
    hand = view.hands[view.turn]
    other = next((held for held in hand if held != card), card)
    return use(words, False, mark("You cannot exchange it now."), *refusals(view, [f"swap {other} {card}"]))
