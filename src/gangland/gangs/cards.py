"""The gangs and the spots of the pyramid (G0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from gangland.core.errors import InvalidArgument, InvalidNotation
from gangland.core.game import Code
from gangland.core.sentence import Sentence
from gangland.core.words import mark
from gangland.gangs.position import count_gangs

GANG_NAMES = (
    mark("Sicilian Butchers"),
    mark("Broadway Dragons"),
    mark("Demimonde Dandies"),
    mark("Ladies of the Outskirts"),
    mark("Five Points Knuckles"),
    mark("Rat Catchers"),
    mark("Ebony Reapers"),
    mark("Saint Patrick's Rascals"),
)

COLUMNS = "abcdef"  # of the pyramid, from the left
ROW_NAMES = {
    6: mark("Lord of the Underworld"),
    5: mark("No Man's Land"),
    4: mark("Heart of the District"),
}
SPOT_NAMES = (
    "Pell Street", "Pearl Street", "Bayard Street", "Elm Street", "Franklin Street", "Leonard Street",
    "Park Street", "Mott Street", "Chatham Square", "Paradise Square", "Centre Street",
    "Mulberry Bend", "Bandit's Roost", "Cow Bay", "Bottle Alley",
    "Orange Street", "Cross Street", "Anthony Street",
    "The Old Brewery", "The Bowery Theatre",
)  # fmt: skip


class Gang(Code):
    """A gang, written with its letter (G0.1). Cards of the same gang are interchangeable."""

    __slots__ = ()
    texts = "BDNLKREP"

    @property
    def name(self) -> Sentence:
        """The name of the gang, such as “Sicilian Butchers”."""
        return Sentence(GANG_NAMES[self.number])

    @property
    def as_word(self) -> Sentence:
        """The letter of the gang with its name, for plain text."""
        return Sentence("{code} ({name})", {"code": str(self), "name": self.name})

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise InvalidNotation(
            mark("“{text}” is not a gang: write one of B, D, N, L, K, R, E and P."), "G0.1", text=text
        )


class Spot(Code):
    """A spot of the pyramid, written with the letter of its column and its row (G0.2).

    Numbers go row by row from `a1`.
    """

    __slots__ = ()
    texts = tuple(f"{column}{row}" for row in range(1, 7) for column in COLUMNS[: 7 - row])

    @property
    def name(self) -> Sentence:
        """The name of the street or square (G0.3), or the Lord's title for the top."""
        return Sentence(ROW_NAMES[6] if self.row == 6 else SPOT_NAMES[self.number])

    @property
    def row(self) -> int:
        """The row, from 1 at the bottom to 6, where the Lord of the Underworld stands."""
        return ROWS[self.number]

    @property
    def column(self) -> int:
        """The column, from 0 on the left."""
        return COLUMNS.index(self.texts[self.number][0])

    @property
    def points(self) -> int:
        """The points of a card on this spot in the end (G7.1)."""
        return max(0, self.row - 3)

    @property
    def supports(self) -> tuple[Spot, Spot]:
        """The two spots below this one (G0.2). Raises InvalidArgument for a spot in row 1."""
        if self.row == 1:
            raise InvalidArgument(mark("{spot} stands on no other spot."), "G0.2", spot=self)
        left = self.number - 8 + self.row
        return SPOTS[left], SPOTS[left + 1]

    def touches(self, other: Spot) -> bool:
        """Whether two spots are neighbours (G0.4)."""
        if self.row == other.row:
            return abs(self.column - other.column) == 1
        low, high = sorted((self, other))
        return high.row == low.row + 1 and low in high.supports

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise InvalidNotation(mark("“{text}” is not a spot of the pyramid (for example a1 or b4)."), "G0.2", text=text)


ROWS = tuple(int(text[1]) for text in Spot.texts)
SPOTS = tuple(map(Spot, range(Spot.count)))
GANGS = tuple(map(Gang, range(Gang.count)))
MEMBERS = tuple(gang for gang in GANGS for _ in range(6))
BOSSES = tuple(gang for gang in GANGS for _ in range(2))


def gangs_of(base: int) -> tuple[Gang, ...]:
    """The gangs of a game whose pyramid begins with this row: all of them, or fewer if it is small."""
    return GANGS[: count_gangs(base)]


def cards_of(base: int) -> list[Gang]:
    """All cards of a game whose pyramid begins with this row: sixteen bosses, and six members of each gang."""
    gangs = gangs_of(base)
    return [gang for gang in gangs for _ in range(6 + 16 // len(gangs))]


def row_of(number: int) -> tuple[Spot, ...]:
    """The spots of a row of the pyramid, from the left."""
    return tuple(spot for spot in SPOTS if spot.row == number)


def unpack(word: int) -> list[Gang]:
    """The cards of a kernel word, sorted."""
    return [gang for gang in GANGS for _ in range(word >> 4 * gang.number & 15)]


def pack(cards: Iterable[Gang]) -> int:
    """The kernel word of some cards."""
    return sum(1 << 4 * Gang(gang).number for gang in cards)
