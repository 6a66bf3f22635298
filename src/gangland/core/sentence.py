"""Sentences as values: an English template and typed words. They are said late, in a language and for a medium.

A sentence is never stored: what is stored is the move or the error that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_LETTERS = 80  # of a word in a sentence; the rest is cut off


class Name(str):
    """The name of a person. It is never translated or inflected."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence before it is said."""

    template: str  # English, like “{name} takes {card}.”; a translation may ask for a case: “{card:accusative}”
    words: Mapping[str, object] = field(default_factory=dict)  # terms, names, numbers, text, sentences, tuples of these
    many: str = ""  # the template for several things; the word `count` is their number
    clause: str = ""  # the clause of the rules that it cites

    def __str__(self) -> str:
        return ENGLISH.translate(self)


class Term:
    """Something of a game that has a name in every language: a card, a gang, a spot."""

    __slots__ = ()

    @property
    def name(self) -> Sentence:
        """The name of the thing, such as “Brute 3”."""
        return Sentence(str(self))

    @property
    def as_word(self) -> Sentence:
        """The thing as plain text writes it."""
        return Sentence(str(self))


class Medium:
    """A way to write the words of a sentence. This one writes plain text."""

    def write(self, word: object, speaker: Speaker, case: str = "") -> str:
        """A word as text, in a grammatical case if one is named."""
        if isinstance(word, Sentence):
            return self.say(word, speaker, case)
        if isinstance(word, Term):
            return self.say(word.as_word, speaker, case)
        if isinstance(word, tuple):
            return " ".join(self.write(part, speaker, case) for part in word)
        if isinstance(word, int) and case:
            return self.say(Sentence(str(word)), speaker, case)
        return shortened(word) if isinstance(word, str) else str(word)

    def say(self, sentence: Sentence, speaker: Speaker, case: str = "") -> str:
        """A sentence, or a phrase in a grammatical case, with its words and the clause that it cites."""
        words = {key: Spoken(word, self, speaker) for key, word in sentence.words.items()}
        said = speaker.template(sentence, case).format(**words)
        return f"{said} ({sentence.clause})" if sentence.clause else said


PLAIN = Medium()


class Spoken:
    """A word on its way into a template, which may ask for it in a grammatical case."""

    __slots__ = ("medium", "speaker", "word")

    def __init__(self, word: object, medium: Medium, speaker: Speaker) -> None:
        self.word = word
        self.medium = medium
        self.speaker = speaker

    def __format__(self, case: str) -> str:
        return self.medium.write(self.word, self.speaker, case)


class Speaker:
    """Says sentences as they are, in English. A `Language` translates them."""

    def translate(self, sentence: Sentence, case: str = "") -> str:
        """A sentence, or a phrase in a grammatical case, as plain text."""
        return PLAIN.say(sentence, self, case)

    def template(self, sentence: Sentence, case: str) -> str:
        """The template of a sentence in this language, for one thing or for several."""
        return sentence.many if sentence.many and sentence.words.get("count") != 1 else sentence.template


ENGLISH = Speaker()


def shortened(word: str) -> str:
    """A word of a sentence, cut off if it is longer than anybody would read."""
    return f"{word[:MOST_LETTERS]}…" if len(word) > MOST_LETTERS else word
