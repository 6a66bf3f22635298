"""The sixty cards of Famiglia (F0), and the smaller decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from gangland.core.errors import InvalidNotation
from gangland.core.game import Code
from gangland.core.sentence import Sentence
from gangland.core.words import mark, mark_in

FAMILIES = "FABM"
COPIES = (5, 4, 3, 2, 1)  # how many cards of the ranks 0 to 4 each family has (F0.1)
SMALL_COPIES = (3, 2, 1, 0, 0)  # the same in the small duel
NAMES = {
    "F": mark("Famiglia {rank}"),
    "A": mark("Accountant {rank}"),
    "B": mark("Brute {rank}"),
    "M": mark("Mercenary {rank}"),
}
WORDS = {family: family + "{rank}" for family in FAMILIES}
ACCUSATIVES = (
    mark_in("accusative", "Famiglia {rank}"), mark_in("accusative", "Accountant {rank}"),
    mark_in("accusative", "Brute {rank}"), mark_in("accusative", "Mercenary {rank}"),
    mark_in("accusative", "F{rank}"), mark_in("accusative", "A{rank}"),
    mark_in("accusative", "B{rank}"), mark_in("accusative", "M{rank}"),
    mark_in("dative", "Famiglia {rank}"), mark_in("dative", "Accountant {rank}"),
    mark_in("dative", "Brute {rank}"), mark_in("dative", "Mercenary {rank}"),
    mark_in("dative", "F{rank}"), mark_in("dative", "A{rank}"),
    mark_in("dative", "B{rank}"), mark_in("dative", "M{rank}"),
    mark_in("accusative", "0"), mark_in("accusative", "1"), mark_in("accusative", "2"),
    mark_in("accusative", "3"), mark_in("accusative", "4"),
)  # fmt: skip


class Card(Code):
    """A card of Famiglia: a family and a rank, written like `B0` (F0.4). Its number is family * 5 + rank."""

    __slots__ = ()
    texts = tuple(f"{family}{rank}" for family in FAMILIES for rank in range(5))

    @classmethod
    def of(cls, family: str, rank: int) -> Self:
        """The card of a family and a rank. Raises InvalidNotation."""
        return cls.parse(f"{family}{rank}")

    @property
    def family(self) -> str:
        """The letter of the family: F, A, B or M."""
        return FAMILIES[self.number // 5]

    @property
    def rank(self) -> int:
        """The rank, a number from 0 to 4."""
        return self.number % 5

    @property
    def points(self) -> int:
        """The points that the card is worth in the end (F0.3)."""
        steps = self.rank + (self.family == "F")
        return steps * (steps + 1) // 2

    @property
    def name(self) -> Sentence:
        """The name of the card, such as “Brute 3”."""
        return Sentence(NAMES[self.family], {"rank": self.rank})

    @property
    def as_word(self) -> Sentence:
        """The code of the card, for plain text."""
        return Sentence(WORDS[self.family], {"rank": self.rank})

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise InvalidNotation(
            mark("“{text}” is not a card: write a family F, A, B or M and a rank 0 to 4."), "F0.4", text=text
        )


CARDS = tuple(map(Card, range(Card.count)))


def deck_of(families: str, copies: Sequence[int]) -> tuple[Card, ...]:
    """A deck of some families, each with so many cards of the ranks 0 to 4."""
    return tuple(card for card in CARDS if card.family in families for _ in range(copies[card.rank]))


DECK = deck_of(FAMILIES, COPIES)
DECKS = {len(deck): deck for deck in (DECK, deck_of(FAMILIES, SMALL_COPIES), deck_of("FB", SMALL_COPIES))}  # by size
START = tuple(card for card in CARDS if card.rank == 0)  # the hand of each player at the start (F1.1)


def unpack(word: int) -> list[Card]:
    """The cards of a kernel word, sorted."""
    return [card for card in CARDS for _ in range(word >> 3 * card.number & 7)]


def pack(cards: Iterable[Card]) -> int:
    """The kernel word of some cards."""
    return sum(1 << 3 * Card(card).number for card in cards)
