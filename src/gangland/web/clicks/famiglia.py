"""The things to click for the moves of Famiglia."""

from __future__ import annotations

from gangland.famiglia import FamigliaView
from gangland.web.clicks import DONE, Path, paths


@paths.register
def famiglia_paths(view: FamigliaView) -> list[tuple[Path, str]]:
    table: list[tuple[Path, str]] = []
    takes = [(place, move) for move in view.legal_moves if move.startswith("take ") for place in places(view, move)]
    crowded = {place for place, _ in takes if sum(other == place for other, _ in takes) > 1}
    for place, move in takes:
        question = (f"way:{move}",) if place in crowded else ()
        table.append(((f"street:{place}", *question), move))
    for move in view.legal_moves:
        match move.split(" "):
            case ["sweep", _]:
                table += [((f"sweep:{place}",), move) for place in places(view, move)]
            case ["play", card]:
                table.append(((f"hand:{card}",), move))
            case ["play", brute, "on", card]:
                table += [((f"hand:{brute}", f"street:{place}"), move) for place in copies(view, card)]
            case ["swap", given, got]:
                table.append(((f"hand:{given}", f"display:{got}"), move))
            case ["pass"]:
                table.append((("pass",), move))
    if any(move.startswith("swap ") for _, move in table):
        table += [((DONE, *path), move) for path, move in table if not move.startswith("swap ")]
    return table


def places(view: FamigliaView, move: str) -> list[int]:
    """Where the Street card of a move lies, from 1: one place if it names it (F11.2), else every copy's."""
    card, sign, place = move.split(" ")[1].partition("#")
    return [int(place)] if sign else copies(view, card)


def copies(view: FamigliaView, card: str) -> list[int]:
    return [place for place, other in enumerate(view.street, 1) if other == card]
