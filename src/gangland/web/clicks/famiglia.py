"""The things to click for the moves of Famiglia."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from gangland.core.game import Move, Pass
from gangland.famiglia import Card, FamigliaMove, FamigliaView, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.web.clicks import DONE, Path, paths


@paths.register
def famiglia_paths(view: FamigliaView) -> list[tuple[Path, Move]]:
    """The legal moves of Famiglia with the things to click, also after the exchanges were ended early."""
    takes = Counter(place for move in view.legal_moves for place in taken_at(view, move))
    crowded = {place for place, ways in takes.items() if ways > 1}
    table: list[tuple[Path, Move]] = [
        (path, move) for move in view.legal_moves for path in famiglia_paths_of(view, move, crowded)
    ]
    if any(isinstance(move.action, Swap) for move in view.legal_moves):
        table += [((DONE, *path), move) for path, move in table if not isinstance(move.action, Swap)]
    return table


def famiglia_paths_of(view: FamigliaView, move: FamigliaMove, crowded: set[int]) -> list[Path]:
    """All ways to click a move.

    A Street card in `crowded` can be taken in several ways, so the player is asked which.
    """
    match move.action:
        case Sweep(card, place):
            return [(f"sweep:{place}",) for place in places(view, card, place)]
        case PlayAccountant(card):
            return [(f"hand:{card}",)]
        case PlayBrute(brute, target):
            return [(f"hand:{brute}", f"street:{place}") for place in places(view, target)]
        case Swap(given, got):
            return [(f"hand:{given}", f"display:{got}"), (f"display:{got}", f"hand:{given}")]
        case Take():
            taken = taken_at(view, move)
            return [(f"street:{place}", *([f"way:{move}"] if place in crowded else [])) for place in taken]
        case Pass():
            return [("pass",)]
        case other:
            assert_never(other)


def taken_at(view: FamigliaView, move: FamigliaMove) -> list[int]:
    """The places on the Street of the card that a move takes. It is empty for other moves."""
    return places(view, move.action.card, move.action.place) if isinstance(move.action, Take) else []


def places(view: FamigliaView, card: Card, place: int | None = None) -> list[int]:
    """The places of a Street card, from 1: the one that the move names (F11.2), or else those of all copies."""
    return [place] if place else [number for number, other in enumerate(view.street, 1) if other == card]
