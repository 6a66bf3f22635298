"""What happened in a game, step by step.

A history is never changed: a move makes a new one that shares all its steps with the one before. A step keeps the
positions themselves and no views of them. A position can be played on, so whoever asks for one gets a copy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from gangland.game import Move
from gangland.position import Position


@dataclass(frozen=True, slots=True)
class Played:
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """F8.1 or G3.3: the new order, top first, before anything is drawn from it."""

    cards: tuple[str, ...]


Entry = Played | Reshuffled


class Pile(NamedTuple):
    """The order in which cards come up, and how many of them have come."""

    order: bytes
    drawn: int = 0

    @property
    def left(self) -> bytes:
        """The cards that have not come."""
        return self.order[self.drawn :]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A log entry, with the position that it met and the one that it led to.

    A reshuffle belongs to the move before it: that move's step leads to the position after all cards are drawn, and the
    reshuffle begins and ends there.
    """

    number: int  # of the entry, from 0
    entry: Entry
    _before: Position = field(repr=False)
    _after: Position = field(repr=False)
    _pile: Pile = field(repr=False)  # after it

    @property
    def before(self) -> Position:
        """A copy of the position that the entry met."""
        return self._before.copy()

    @property
    def after(self) -> Position:
        """A copy of the position that the entry led to."""
        return self._after.copy()


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """All the steps of a game; for `play` alone, as nothing here is a copy."""

    start: Position
    start_pile: Pile
    steps: tuple[Step, ...] = ()

    @property
    def position(self) -> Position:
        return self.steps[-1]._after if self.steps else self.start

    @property
    def pile(self) -> Pile:
        return self.steps[-1]._pile if self.steps else self.start_pile

    def extended(self, played: Played, reshuffled: Reshuffled | None, after: Position, pile: Pile) -> History:
        """The history with one more move, and the reshuffle that it led to."""
        number = len(self.steps)
        steps = (*self.steps, Step(number, played, self.position, after, pile))
        if reshuffled:
            steps = (*steps, Step(number + 1, reshuffled, after, after, pile))
        return History(self.start, self.start_pile, steps)

    def before(self, number: int) -> History:
        """The history as it was before this entry, which is a move."""
        return History(self.start, self.start_pile, self.steps[:number])
