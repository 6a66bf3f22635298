"""The plots of docs/strength.md: strength by thinking time, and how nets learned and how true they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from gangland.arena.statistics import elo
from gangland.bots.analysis import NETS
from gangland.bots.netfile import NetFile
from gangland.core.errors import GanglandError
from line_plot import Panel, draw

Points = list[tuple[float, float]]

TIME_PLOT, NETS_PLOT = "time.svg", "nets.svg"
PLOTS = {TIME_PLOT: "Elo by thinking time", NETS_PLOT: "How the nets learned, and how true they are"}


def gain(share: float, games: int) -> float:
    """The gain in Elo that a share of first places in so many games shows. A game counts as half won at least."""
    end = 0.5 / games
    return elo(min(max(share, end), 1 - end))


def draw_time(lines: Mapping[str, Points]) -> str:
    """Elo by seconds of CPU time a move, a line for each game."""
    return draw([Panel("Elo by seconds a move", lines)], PLOTS[TIME_PLOT])


def draw_nets(folder: Path) -> str | None:
    """How every net of the house learned, and how often what it expects comes true. None if nothing is known of any."""
    learned: dict[str, Points] = {}
    true: dict[str, Points] = {}
    for place in sorted(NETS.glob("*.net")):
        net = NetFile.read(place)
        if curve := net.origin.get("curve"):
            learned[net.game] = [(row["round"], row["share"]) for row in curve]
        file = folder / f"calibration-{net.game}.json"
        if file.exists():
            true[net.game] = calibration(file)
    panels = []
    if learned:
        foot = min(error for line in learned.values() for _, error in line)
        panels.append(Panel("Error of the share, by round", learned, doubling=False, foot=0.95 * foot))
    if true:
        panels.append(Panel("Share that came, by the expected", true, doubling=False))
    return draw(panels, PLOTS[NETS_PLOT]) if panels else None


def calibration(file: Path) -> Points:
    """The points of a calibration: what was said, and what came. Raises GanglandError."""
    try:
        return [(row["said"], row["came"]) for row in json.loads(file.read_text("utf-8"))["bins"]]
    except (ValueError, KeyError, TypeError):
        raise GanglandError("{file} is not a file of a calibration.", file=file) from None
