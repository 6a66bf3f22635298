"""A deal as OpenSpiel wants it: chance by chance, each with its odds."""

from __future__ import annotations

from functools import singledispatch

from gangland.arguments import instance
from gangland.chance import Random
from gangland.game import Game
from gangland.position import Position

Outcomes = list[tuple[int, float]]


class ChanceDeal:
    """The deal of a game without secrets: only who starts (F1.3, F10.1, G1.6)."""

    size = 1  # chances until the position is there

    def __init__(self, game: Game) -> None:
        self.game: Game = instance(game, Game, "A game")

    def seat(self, number: int) -> int | None:
        """The seat that gets this card of the deal; None if it concerns everybody."""
        return None

    def outcomes(self, dealt: tuple[int, ...]) -> Outcomes:
        """What may come next, and how likely."""
        return [(seat, 1 / len(self.game.starters)) for seat in self.game.starters]

    def position(self, dealt: tuple[int, ...]) -> Position:
        """What lies on the table when all is dealt."""
        return self.game.begin(self.whole_deal(dealt)[0])

    def whole_deal(self, dealt: tuple[int, ...]) -> tuple[int, ...]:
        if len(instance(dealt, tuple, "A deal")) != self.size:
            raise ValueError(f"A deal of this game has {self.size} chances, not {len(dealt)}.")
        return dealt

    def secrets(self, position: Position) -> tuple[str, ...]:
        """What each seat alone knows of a position."""
        return ("",) * self.game.seats

    def redeal(self, history: list[int], seat: int, truth: Position, world: Position, random: Random) -> None:
        """Change the deal of a history so that it leads to what a seat has in another world."""


@singledispatch
def chance_deal(game: Game) -> ChanceDeal:
    return ChanceDeal(game)
