"""The names of Famiglia's cards on a page."""

from __future__ import annotations

import re

from markupsafe import Markup

from gangland.sentences.famiglia import FamigliaEvent
from gangland.web.art import famiglia as art
from gangland.web.names import Drawn, drawn_words, picture
from gangland.words import Words, mark

CARD_NAMES = {
    "F": mark("Famiglia {rank}"),
    "A": mark("Accountant {rank}"),
    "B": mark("Brute {rank}"),
    "M": mark("Mercenary {rank}"),
}
CARD = re.compile(r"([FABM][0-4])(#\d+)?")


def card_name(code: str, words: Words) -> str:
    """The name of a card in this language, such as “Brute 3”."""
    return words.say(CARD_NAMES[code[0]], rank=code[1])


def card_picture(code: str, words: Words) -> Markup:
    """The index of a card as a picture inside a sentence."""
    return picture(art.index(code), card_name(code, words))


class FamigliaDrawn(Drawn):
    """Words with pictures in place of the codes of Famiglia's cards."""

    def draw(self, word: str) -> str | Markup:
        codes = [CARD.fullmatch(part) for part in word.split(" ")]
        return Markup(" ").join(card_picture(code[1], self.plain) for code in codes if code) if all(codes) else word


@drawn_words.register
def famiglia_words(event: FamigliaEvent, words: Words) -> FamigliaDrawn:
    """Words that tell an event of Famiglia with pictures."""
    return FamigliaDrawn(words)
