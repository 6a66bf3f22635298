"""What the bytes of an observation mean: fields, one after the other, each with its order and its largest values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Field"]

LARGEST = 255  # the largest value of a byte


@dataclass(frozen=True)
class Field:
    """One field of an observation: a byte for each of its places, in their order.

    >>> Field("The cards in hand.", ("F0", "F1"), (5, 4)).size
    2
    """

    meaning: str
    places: tuple[str, ...] = ("",)  # what each byte is about; "" if the field is a single byte
    most: int | tuple[int, ...] = 1  # the largest value of every byte, or of each one; the smallest is 0

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self.places)

    @property
    def highest(self) -> tuple[int, ...]:
        """The largest value of each byte."""
        return self.most if isinstance(self.most, tuple) else (self.most,) * self.size


def numbered(count: int) -> tuple[str, ...]:
    """Places without names: the numbers from 1 on.

    >>> numbered(3)
    ('1', '2', '3')
    """
    return tuple(map(str, range(1, count + 1)))


def plain_fields(sizes: Mapping[str, int]) -> dict[str, Field]:
    """The fields of a game that says no more of them than how many numbers each has."""
    return {name: Field(f"{size} numbers of the game's own.", numbered(size), LARGEST) for name, size in sizes.items()}
