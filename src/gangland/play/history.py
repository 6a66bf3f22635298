"""What happened in a game, step by step.

A history is never changed: a move makes a new one that shares all its steps with the one before. A step keeps the
positions themselves and no views of them. A position can be played on, so whoever asks for one gets a copy.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from gangland.core.arguments import instance
from gangland.core.game import Code, Move
from gangland.core.position import Position


@dataclass(frozen=True, slots=True)
class Played:
    """A log entry: a move, and the seat that made it."""

    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """A log entry: the discard becomes a new pile (F8.1, G3.3). Its cards are listed top first, before any is drawn."""

    cards: tuple[Code, ...]


Entry = Played | Reshuffled


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
    _pile: bytes = field(repr=False)  # after it: the cards that have not been drawn, the next one first

    @property
    def is_move(self) -> bool:
        """Whether the entry is a move."""
        return isinstance(self.entry, Played)

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
    """All the steps of a game. It hands out its own objects, not copies, so only `play` uses it."""

    start: Position
    start_pile: bytes
    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        """Raises TypeError unless the fields are of their classes."""
        instance(self.start, Position, "The start of a history")
        instance(self.start_pile, bytes, "The pile of a history")
        instance(self.steps, tuple, "The steps of a history")

    @property
    def position(self) -> Position:
        """The position after the last step."""
        return self.steps[-1]._after if self.steps else self.start

    @property
    def pile(self) -> bytes:
        """The cards that have not been drawn after the last step, the next one first."""
        return self.steps[-1]._pile if self.steps else self.start_pile

    def extended(self, played: Played, reshuffled: Reshuffled | None, after: Position, pile: bytes) -> History:
        """A history with one more move and the reshuffle that it caused, if any."""
        number = len(self.steps)
        steps = (*self.steps, Step(number, played, self.position, after, pile))
        if reshuffled:
            steps = (*steps, Step(number + 1, reshuffled, after, after, pile))
        return History(self.start, self.start_pile, steps)

    def after(self, move: Move, pile: bytes) -> History | None:
        """A history with one more legal move and the cards of this pile that it turns up. It is None if they run out.

        Raises ValueError for a card that cannot come up.
        """
        before, after = self.position, self.position.copy()
        after.push(move.number)
        while after.owed:
            if not pile:
                return None
            after.draw(pile[0])
            pile = pile[1:]
        reshuffled = Reshuffled(()) if after.reshuffles > before.reshuffles else None
        return self.extended(Played(before.turn, move), reshuffled, after, pile)

    def before(self, number: int) -> History:
        """The history up to the entry with this number. That entry must be a move."""
        return History(self.start, self.start_pile, self.steps[:number])
