"""The names of cards and spots on a page, and sentences with pictures in them."""

from __future__ import annotations

from functools import singledispatch

from markupsafe import Markup, escape

from gangland.registry import load_room
from gangland.sentences import Event
from gangland.words import Words


def picture(drawing: Markup, name: str) -> Markup:
    """A small drawing inside a sentence. Screen readers read its name."""
    return Markup('<span role="img" aria-label="{}">{}</span>').format(name, drawing)


class Drawn(Words):
    """Words whose sentences have pictures in place of the codes of cards, if the game has some."""

    def __init__(self, words: Words) -> None:
        super().__init__(words.language)
        self.plain = words

    def say(self, sentence: str, **words: object) -> Markup:
        return Markup(escape(self._catalogue.gettext(sentence))).format(**self._drawn(words))

    def say_many(self, one: str, many: str, count: int, **words: object) -> Markup:
        sentence = self._catalogue.ngettext(one, many, count)
        return Markup(escape(sentence)).format(count=count, **self._drawn(words))

    def _drawn(self, words: dict[str, object]) -> dict[str, object]:
        return {key: word if key == "name" else self.draw(str(word)) for key, word in words.items()}

    def draw(self, word: str) -> str | Markup:
        """A word of a sentence, or its picture as HTML."""
        return word


@singledispatch
def drawn_words(event: Event, words: Words) -> Drawn:
    """Words that tell an event of a game with its pictures."""
    return Drawn(words)


load_room(__name__)
