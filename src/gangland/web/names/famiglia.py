"""The names and the pictures of Famiglia's cards on a page."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from gangland.core.sentence import Speaker
from gangland.famiglia import Card
from gangland.sentences.famiglia import StreetCard
from gangland.web.art import famiglia as art
from gangland.web.names import picture, picture_of


@lru_cache(1000)
def card_name(card: Card, speaker: Speaker, case: str = "") -> str:
    """The name of a card in this language, such as “Brute 3”."""
    return speaker.translate(card.name, case=case)


@picture_of.register
def card_picture(card: Card, speaker: Speaker, case: str = "") -> Markup:
    """The index of a card, read aloud as its name in a case."""
    return picture(art.index(card), card_name(card, speaker, case))


@picture_of.register
def draw_street_card(card: StreetCard, speaker: Speaker, case: str = "") -> Markup:
    """The index of a Street card. Its place is not drawn."""
    return card_picture(card.card, speaker, case)
