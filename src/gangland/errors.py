"""The package's errors: each is one sentence that can be said in four languages."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import Repr

MOST_LETTERS = 80  # of a word in a sentence


class GanglandError(Exception):
    """What a person did wrong, as one sentence that can be said in their language."""

    def __init__(self, sentence: str, clause: str = "", **words: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause
        self.words = words

    def __str__(self) -> str:
        return self.told(lambda sentence: sentence)

    def told(self, translate: Callable[[str], str]) -> str:
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
    """Any value in a few letters, for a sentence about it."""
    try:
        return Repr().repr(value)
    except Exception:  # a number too long to be written, or a repr of somebody's own
        return f"<{type(value).__name__}>"


class InvalidArgument(GanglandError, ValueError):
    """A value that there is not: an option, a seat, a number of something."""


class InvalidNotation(GanglandError, ValueError):
    """It cannot be read."""


class IllegalMove(GanglandError, ValueError):
    """It can be read, but is not allowed now."""


class CorruptRecord(GanglandError, ValueError):
    """A record that no game can have produced."""
