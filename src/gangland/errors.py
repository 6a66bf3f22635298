"""The package's errors: each is one sentence that can be said in four languages."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import Repr

MOST_LETTERS = 80  # of a value in a sentence; the rest is cut off


class GanglandError(Exception):
    """Something that a person did wrong, as one sentence that can be translated."""

    def __init__(self, sentence: str, clause: str = "", **words: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause
        self.words = words

    def __str__(self) -> str:
        return self.told(lambda sentence: sentence)

    def told(self, translate: Callable[[str], str]) -> str:
        """The sentence with its words filled in and the clause that it cites, in the language of `translate`."""
        words = {
            key: word.told(translate) if isinstance(word, GanglandError) else shortened(word)
            for key, word in self.words.items()
        }
        told = translate(self.sentence).format(**words)
        return f"{told} ({self.clause})" if self.clause else told


def shortened(word: object) -> object:
    """A word of a sentence, cut off where it is longer than anybody would read."""
    return f"{word[:MOST_LETTERS]}…" if isinstance(word, str) and len(word) > MOST_LETTERS else word


def shown(value: object) -> str:
    """A short repr of any value, for a sentence about it. It never raises."""
    try:
        return Repr().repr(value)
    except Exception:  # the number is too long to be written, or the value's own repr fails
        return f"<{type(value).__name__}>"


class InvalidArgument(GanglandError, ValueError):
    """The value of an argument does not exist: an option, a seat, a number of something."""


class InvalidNotation(GanglandError, ValueError):
    """The text is not valid notation."""


class IllegalMove(GanglandError, ValueError):
    """The move is valid notation, but the rules do not allow it now. It cites the clause."""


class CorruptRecord(GanglandError, ValueError):
    """The record is not one that a game can have produced."""
