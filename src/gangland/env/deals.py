"""Deals as OpenSpiel wants them: one chance event after the other, each with its odds."""

from __future__ import annotations

from functools import singledispatch

from gangland.core.arguments import instance
from gangland.core.chance import Random
from gangland.core.game import Game
from gangland.core.position import Position

Outcomes = list[tuple[int, float]]


class ChanceDeal:
    """The deal of a game without secrets. Its only chance is who starts (F1.3, F10.1, G1.6)."""

    size = 1  # the number of chance events before the position is there

    def __init__(self, game: Game) -> None:
        self.game: Game = instance(game, Game, "A game")

    def seat(self, number: int) -> int | None:
        """The seat that gets the card of this chance event, or None if everybody sees it."""
        return None

    def outcomes(self, dealt: tuple[int, ...]) -> Outcomes:
        """What may come after these chances, with the odds of each."""
        return [(seat, 1 / len(self.game.starters)) for seat in self.game.starters]

    def position(self, dealt: tuple[int, ...]) -> Position:
        """The position after all chances of a deal. Raises ValueError if it is not a whole deal."""
        return self.game.begin(self.whole_deal(dealt)[0])

    def whole_deal(self, dealt: tuple[int, ...]) -> tuple[int, ...]:
        """The deal itself. Raises ValueError unless it has all its chances."""
        if len(instance(dealt, tuple, "A deal")) != self.size:
            raise ValueError(f"A deal of this game has {self.size} chances, not {len(dealt)}.")
        return dealt

    def secrets(self, position: Position) -> tuple[str, ...]:
        """What each seat alone knows of a position, as text."""
        return ("",) * self.game.seats

    def redeal(self, history: list[int], seat: int, truth: Position, world: Position, random: Random) -> None:
        """Change the deal in a history, so that it gives a seat what it has in another world."""


@singledispatch
def chance_deal(game: Game) -> ChanceDeal:
    """The deal of a game, chance by chance."""
    return ChanceDeal(game)
