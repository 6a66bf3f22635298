"""A contestant that sees what is hidden: an upper bound of strength, for comparison. It is no bot."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.bots import Limit
from gangland.bots.analysis import analyse_position
from gangland.bots.contestants import read_limit
from gangland.core.game import Move
from gangland.core.position import Sampler
from gangland.play import Match

NAMES = ("oracle", "seer")  # the second one stands in older results


@dataclass(frozen=True)
class Oracle:
    """A search of the true position. It sees everybody's cards and, in Famiglia, the order of the pile."""

    limit: Limit

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""
        return self.limit.seconds is not None

    def foresee(self, match: Match, seed: int) -> Move:
        """The best move for the seat whose turn it is, found with all cards open."""
        position = match.position
        match.game.fix_order(position, match.pile)
        return analyse_position(match.game, position, [Sampler()], self.limit, seed).move


def find_oracle(text: str) -> Oracle | None:
    """The oracle of a text such as `oracle:1000`, or None if it names something else. Raises InvalidNotation."""
    kind, _, details = text.partition(":")
    return Oracle(read_limit(details)) if kind in NAMES else None
