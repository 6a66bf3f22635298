"""The things to click for the moves of Gangs."""

from __future__ import annotations

from gangland.gangs import GangsView
from gangland.web.clicks import Path, paths


@paths.register
def gangs_paths(view: GangsView) -> list[tuple[Path, str]]:
    return [(gangs_path(move), move) for move in view.legal_moves]


def gangs_path(move: str) -> Path:
    match move.split(" "):
        case ["climb", start, goal]:
            return (f"spot:{start}", f"spot:{goal}")
        case ["fill", start]:
            return (f"spot:{start}",)
        case ["expel", victim, "by", agent, "with", card]:
            return (f"influence:{card}", f"spot:{agent}", f"spot:{victim}")
        case ["reveal", gang]:
            return (f"alliance:{gang}",)
    return ("pass",)
