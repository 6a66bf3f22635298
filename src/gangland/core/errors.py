"""The package's errors: each is one sentence that can be said in four languages."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import Repr
from typing import Self

from gangland.core.sentence import Sentence


class GanglandError(Exception):
    """Something that a person did wrong, as one sentence that can be translated."""

    def __init__(self, template: str, clause: str = "", **words: object) -> None:
        super().__init__(template)
        self.sentence: Sentence
        said = {key: word.sentence if isinstance(word, GanglandError) else word for key, word in words.items()}
        self.sentence = Sentence(template, said, clause=clause)

    @classmethod
    def of(cls, error: GanglandError) -> Self:
        """An error of this class with the sentence of another error."""
        return cls(error.sentence.template, error.clause, **error.sentence.words)

    @property
    def clause(self) -> str:
        """The clause of the rules that the sentence cites, or an empty text."""
        return self.sentence.clause

    def __str__(self) -> str:
        return str(self.sentence)


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


class InvalidPosition(InvalidNotation):
    """The text is that of a position, but no game comes to it. The sentence says the first reason."""

    reasons: tuple[InvalidNotation, ...] = ()  # all of them

    @classmethod
    def because(cls, reasons: Iterable[InvalidNotation]) -> Self:
        """The error with these reasons, of which there is at least one."""
        found = tuple(reasons)
        made = cls.of(found[0])
        made.reasons = found
        return made


class IllegalMove(GanglandError, ValueError):
    """The move is valid notation, but the rules do not allow it now. It cites the clause."""


class CorruptRecord(GanglandError, ValueError):
    """The record is not one that a game can have produced."""
