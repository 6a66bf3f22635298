"""The small duel: so few cards that exact methods come to an end (docs/research.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.core.arguments import whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.position import Position
    from gangland.famiglia.position import DuelPosition, copy

    DECK_24 = 0o00123001230012300123  # three cards of rank 0, two of rank 1 and one of rank 2 in each family
    DECK_12 = 0o00000001230000000123  # of these La Famiglia and the Brutes
    LAID_OUT = 3


class SmallPosition(DuelPosition):
    """The position of the duel with 12 or 24 cards, and three laid out on the Street at a time.

    All other rules are the duel's.
    """

    def __init__(self) -> None:
        DuelPosition.__init__(self)
        self.cards = 24

    def deal_small(self, first: int, joker_with_pair: bool, cards: int) -> None:
        """Deal as in the duel, with 12 or 24 cards. Raises ValueError."""
        if self._ready:
            raise ValueError("This position is dealt already.")
        cards = whole(cards, "The number of cards", 12, 24)
        if cards not in (12, 24):
            raise ValueError("The small duel has 12 or 24 cards.")
        self.cards = cards
        self.deal(first, joker_with_pair)

    def _restore(self, fields: Mapping[str, Any]) -> None:
        DuelPosition._restore(self, fields)
        self.cards = fields["cards"]

    def _rules(self) -> tuple[Any, ...]:
        return (self.joker_with_pair, None, self.cards)

    def _deck(self) -> int:
        return DECK_12 if self.cards == 12 else DECK_24

    def _laid_out(self) -> int:
        return LAID_OUT

    def _assign(self, other: Position) -> None:
        copy(self, cython.cast(DuelPosition, other))
        self.cards = cython.cast(SmallPosition, other).cards
