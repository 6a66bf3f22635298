"""The things to click for the moves of Gangs."""

from __future__ import annotations

from typing import assert_never

from gangland.core.game import Move, Pass
from gangland.gangs import Climb, Expel, Fill, GangsMove, GangsView, Reveal
from gangland.web.clicks import Path, paths


@paths.register
def gangs_paths(view: GangsView) -> list[tuple[Path, Move]]:
    """The legal moves of Gangs with the things to click."""
    return [(gangs_path(move), move) for move in view.legal_moves]


def gangs_path(move: GangsMove) -> Path:
    """The things to click for a move of Gangs, in their order."""
    match move.action:
        case Climb(start, goal):
            return (f"spot:{start}", f"spot:{goal}")
        case Fill(start):
            return (f"spot:{start}",)
        case Expel(victim, agent, card):
            return (f"influence:{card}", f"spot:{agent}", f"spot:{victim}")
        case Reveal(gang):
            return (f"alliance:{gang}",)
        case Pass():
            return ("pass",)
        case other:
            assert_never(other)
