"""The pictures of Famiglia's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from markupsafe import Markup

from gangland.core.words import Language, mark
from gangland.famiglia import Card, FamigliaView
from gangland.web.art import back_of
from gangland.web.art import famiglia as art
from gangland.web.art.drawing import svg
from gangland.web.figures import Scene, Zone, draw_zone
from gangland.web.sentences import name_of

ZONES: dict[str, tuple[str, Callable[[FamigliaView], Sequence[Card]]]] = {
    "street": (mark("Street"), lambda view: view.street),
    "hand": (mark("Hand"), lambda view: view.hands[0]),
    "display": (mark("Display"), lambda view: view.displays[0]),
    "discard": (mark("Discard"), lambda view: view.discard),
    "other": (mark("Opponent"), lambda view: view.hands[1]),
    "robot": (mark("Robot"), lambda view: view.hands[1]),
}
PARTS = ((-8, 20), (-8, 50), (-8, 125), (108, 125))  # beside rank, family, ability and points of a card


@draw_zone.register
def draw_cards(view: FamigliaView, zone: str, scene: Scene[FamigliaView]) -> Zone:
    """The cards of a zone in a row; those that go and those that have come are ringed."""
    say = scene.words.say
    if zone == "pile":
        stack = Markup('<span class="row"><span class="card">{}</span></span>').format(back_of(view.game))
        return Zone(say("Pile"), stack, str(view.pile_size))
    if zone == "parts":
        return draw_parts(view.hands[0], scene.words)
    title, cards_of = ZONES[zone]
    cards = cards_of(view)
    came = Counter(cards) - Counter(cards_of(scene.earlier) if scene.earlier else cards)
    goes = Counter(cards) - Counter(cards_of(scene.later) if scene.later else cards)
    drawn = Markup("")
    for place in reversed(range(len(cards))):  # a card that has come lies at the right
        card = cards[place]
        classes = "card"
        for name, counted in (("came", came), ("goes", goes)):
            if counted[card]:
                counted[card] -= 1
                classes += f" {name}"
        if zone == "street" and card == view.target:
            classes += " low"
        copy = cards[:place].count(card)
        drawn = Markup('<span class="{}">{}</span>').format(classes, art.face(card, copy)) + drawn
    row = Markup('<span class="row">{}</span>').format(drawn or Markup('<span class="card none"></span>'))
    return Zone(say(title), row, ", ".join(name_of(card, scene.words) for card in cards) or say("empty"))


def draw_parts(cards: Sequence[Card], words: Language) -> Zone:
    """Some cards side by side. The signs of the first are numbered."""
    dots = "".join(
        f'<g class="dot" transform="translate({x} {y})"><circle r="11"/><text y="5">{number}</text></g>'
        for number, (x, y) in enumerate(PARTS, 1)
    )
    first = svg("art dots", art.SIZE, dots)
    drawn = Markup("").join(
        Markup('<span class="card">{}{}</span>').format(art.face(card), first if not place else "")
        for place, card in enumerate(cards)
    )
    row = Markup('<span class="row parts">{}</span>').format(drawn)
    return Zone(words.say("Cards"), row, ", ".join(name_of(card, words) for card in cards))
