"""What is special about learning Gangs."""

from __future__ import annotations

from gangland.core.sentence import Term
from gangland.gangs import Gang, Gangs, Spot
from gangland.learn.terms import term_of


@term_of.register
def gang_or_spot(game: Gangs, code: str) -> Term:
    """A gang by its letter, or a spot."""
    return Gang.parse(code) if len(code) == 1 else Spot.parse(code)
