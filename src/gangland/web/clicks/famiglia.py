"""The things to click for the moves of Famiglia."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from gangland.famiglia import Card, FamigliaMove, FamigliaView, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.game import Move, Pass
from gangland.web.clicks import DONE, Path, paths


@paths.register
def famiglia_paths(view: FamigliaView) -> list[tuple[Path, Move]]:
    takes = Counter(place for move in view.legal_moves for place in taken_at(view, move))
    crowded = {place for place, ways in takes.items() if ways > 1}
    table: list[tuple[Path, Move]] = [
        (path, move) for move in view.legal_moves for path in famiglia_paths_of(view, move, crowded)
    ]
    if any(isinstance(move.action, Swap) for move in view.legal_moves):
        table += [((DONE, *path), move) for path, move in table if not isinstance(move.action, Swap)]
    return table


def famiglia_paths_of(view: FamigliaView, move: FamigliaMove, crowded: set[int]) -> list[Path]:
    """All ways to click a move; a Street card that can be taken in several ways asks which is meant."""
    match move.action:
        case Sweep(card, place):
            return [(f"sweep:{place}",) for place in places(view, card, place)]
        case PlayAccountant(card):
            return [(f"hand:{card}",)]
        case PlayBrute(brute, target):
            return [(f"hand:{brute}", f"street:{place}") for place in places(view, target)]
        case Swap(given, got):
            return [(f"hand:{given}", f"display:{got}")]
        case Take():
            taken = taken_at(view, move)
            return [(f"street:{place}", *([f"way:{move}"] if place in crowded else [])) for place in taken]
        case Pass():
            return [("pass",)]
        case other:
            assert_never(other)


def taken_at(view: FamigliaView, move: FamigliaMove) -> list[int]:
    """Where the card lies that a move takes; nowhere for other moves."""
    return places(view, move.action.card, move.action.place) if isinstance(move.action, Take) else []


def places(view: FamigliaView, card: Card, place: int | None = None) -> list[int]:
    """Where a Street card lies, from 1: one place if a move names it (F11.2), else every copy's."""
    return [place] if place else [number for number, other in enumerate(view.street, 1) if other == str(card)]
