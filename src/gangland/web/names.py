"""How cards and spots are called on a page."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from gangland.gangs import Gang, Spot
from gangland.sentences.gangs import GANG_NAMES, ROW_NAMES, SPOT_NAMES
from gangland.web import art
from gangland.words import Words, mark

CARD_NAMES = {
    "F": mark("Famiglia {rank}"),
    "A": mark("Accountant {rank}"),
    "B": mark("Brute {rank}"),
    "M": mark("Mercenary {rank}"),
}
CARD = re.compile(r"([FABM][0-4])(#\d+)?")
GANG = re.compile(r"([BDNLKREP])( \(.*\))?")
SPOT = re.compile(r"[a-f][1-6]")


def card_name(code: str, words: Words) -> str:
    return words.say(CARD_NAMES[code[0]], rank=code[1])


def gang_name(code: str, words: Words) -> str:
    return words.say(GANG_NAMES[Gang.parse(code)])


def spot_name(spot: str, words: Words) -> str:
    number = Spot.parse(spot)
    return words.say(ROW_NAMES[6]) if number == len(SPOT_NAMES) else SPOT_NAMES[number]


def picture(drawing: Markup, name: str) -> Markup:
    """A small drawing inside a sentence, which is read aloud as its name."""
    return Markup('<span role="img" aria-label="{}">{}</span>').format(name, drawing)


def card_picture(code: str, words: Words) -> Markup:
    return picture(art.index(code), card_name(code, words))


def gang_picture(code: str, words: Words) -> Markup:
    return picture(art.emblem(code), gang_name(code, words))


class Drawn(Words):
    """Says the same sentences with pictures for the codes of cards and gangs, and with the streets' names."""

    def __init__(self, words: Words, game: str) -> None:
        super().__init__(words.language)
        self.plain = words
        self.game = game

    def say(self, sentence: str, **words: object) -> Markup:
        return Markup(escape(self._catalogue.gettext(sentence))).format(**self._drawn(words))

    def say_many(self, one: str, many: str, count: int, **words: object) -> Markup:
        sentence = self._catalogue.ngettext(one, many, count)
        return Markup(escape(sentence)).format(count=count, **self._drawn(words))

    def _drawn(self, words: dict[str, object]) -> dict[str, object]:
        return {key: word if key == "name" else self._draw(str(word)) for key, word in words.items()}

    def _draw(self, word: str) -> str | Markup:
        if self.game != "gangs":
            codes = [CARD.fullmatch(part) for part in word.split(" ")]
            return Markup(" ").join(card_picture(code[1], self.plain) for code in codes if code) if all(codes) else word
        if code := GANG.fullmatch(word):
            return gang_picture(code[1], self.plain)
        return spot_name(word, self.plain) if SPOT.fullmatch(word) else word
