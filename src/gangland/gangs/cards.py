"""The gangs and the spots of the pyramid (G0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from gangland.errors import InvalidNotation
from gangland.game import Code
from gangland.words import mark

GANG_CODES = "BDNLKREP"


class Gang(Code):
    """Written with its letter (G0.1); a card's gang is all that matters about it."""

    count = 8

    def __str__(self) -> str:
        return GANG_CODES[self]

    @classmethod
    def _parse(cls, text: str) -> Self:
        if len(text) == 1 and text in GANG_CODES:
            return cls._of(GANG_CODES.index(text))
        raise InvalidNotation(
            mark("“{text}” is not a gang: write one of B, D, N, L, K, R, E and P."), "G0.1", text=text
        )


class Spot(Code):
    """Column letter and row (G0.2), counted row by row from `a1`."""

    count = 21

    @property
    def row(self) -> int:
        return ROWS[self]

    @property
    def column(self) -> int:
        return "abcdef".index(SPOT_CODES[self][0])

    def __str__(self) -> str:
        return SPOT_CODES[self]

    @classmethod
    def _parse(cls, text: str) -> Self:
        if text in SPOT_CODES:
            return cls._of(SPOT_CODES.index(text))
        raise InvalidNotation(mark("“{text}” is not a spot of the pyramid (for example a1 or b4)."), "G0.2", text=text)


SPOT_CODES = tuple(f"{column}{row}" for row in range(1, 7) for column in "abcdef"[: 7 - row])
ROWS = tuple(int(code[1]) for code in SPOT_CODES)
SPOTS = tuple(Spot(number) for number in range(21))
GANGS = tuple(Gang(number) for number in range(8))
MEMBERS = tuple(gang for gang in GANGS for _ in range(6))
BOSSES = tuple(gang for gang in GANGS for _ in range(2))


def unpack(word: int) -> list[Gang]:
    """The cards of a kernel word, sorted."""
    return [gang for gang in GANGS for _ in range(word >> 4 * gang & 15)]


def pack(cards: Iterable[int]) -> int:
    return sum(1 << 4 * Gang(gang) for gang in cards)


def texts(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(Gang(card)) for card in cards)
