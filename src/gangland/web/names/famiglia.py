"""The names and the pictures of Famiglia's cards on a page."""

from __future__ import annotations

from markupsafe import Markup

from gangland.famiglia import Card
from gangland.sentence import Speaker
from gangland.sentences.famiglia import StreetCard
from gangland.web.art import famiglia as art
from gangland.web.names import picture, picture_of


def card_name(code: str, speaker: Speaker) -> str:
    """The name of a card in this language, such as “Brute 3”."""
    return speaker.translate(Card.parse(code).name)


def card_picture(code: str, speaker: Speaker) -> Markup:
    """The index of a card as a picture inside a sentence."""
    return draw_card(Card.parse(code), speaker)


@picture_of.register
def draw_card(card: Card, speaker: Speaker, case: str = "") -> Markup:
    """The index of a card, read aloud as its name in a case."""
    return picture(art.index(str(card)), speaker.translate(card.name, case=case))


@picture_of.register
def draw_street_card(card: StreetCard, speaker: Speaker, case: str = "") -> Markup:
    """The index of a Street card. Its place is not drawn."""
    return draw_card(card.card, speaker, case)
