"""The points of all seats over a game, as a picture that is at the same time the slider of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_TOP = 5  # points; a curve of few points is not blown up
TICKS = (1, 2, 3, 4, 5, 10, 20, 25, 50, 100, 250, 500)  # turns from one number below the curve to the next
MOST_TICKS = 9


@dataclass(frozen=True)
class Line:
    """The points of one seat: a path of steps in a square of a hundred units, and the last count."""

    seat: int
    name: str
    path: str
    last: int | None


@dataclass(frozen=True)
class Curve:
    """The lines of all seats, and what is written above and below them. Places are in percent of the width."""

    lines: tuple[Line, ...]
    flags: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, int], ...]
    lane: tuple[tuple[float, float, int], ...]  # of each move: its start, its end and its seat


def curve_of(
    points: Sequence[Sequence[int | None]],
    names: Sequence[str],
    movers: Sequence[int],
    turns: Sequence[int],
    flags: Sequence[tuple[int, str]],
) -> Curve:
    """The curve of the points after each moment. `movers` and `turns` tell who made each move, and in which turn."""
    count = max(1, len(points) - 1)
    top = max(LEAST_TOP, *(value for values in points for value in values if value is not None), 0)
    lines = tuple(
        Line(seat, name, steps([values[seat] for values in points], top, count), points[-1][seat])
        for seat, name in enumerate(names)
    )
    begins: dict[int, int] = {}
    for place, turn in enumerate(turns):
        begins.setdefault(turn, place)
    every = next((step for step in TICKS if len(begins) / step < MOST_TICKS), TICKS[-1])
    return Curve(
        lines,
        tuple((percent(place, count), text) for place, text in flags),
        tuple((percent(place, count), turn) for turn, place in begins.items() if turn % every == 0),
        tuple((percent(place, count), percent(place + 1, count), seat) for place, seat in enumerate(movers)),
    )


def percent(place: int, count: int) -> float:
    """How far a moment is from the start."""
    return round(100 * place / count, 2)


def steps(values: Sequence[int | None], top: int, count: int) -> str:
    """A line of points, which jump. It begins where they are known, and is interrupted where they are not."""
    path = ""
    before: int | None = None
    for place, value in enumerate(values):
        x = f"{percent(place, count):g}"
        if value is not None and before is None:
            path += f"M{x} {height(value, top)}"
        elif value is None and before is not None:
            path += f"H{x}"
        elif value is not None and value != before:
            path += f"H{x}V{height(value, top)}"
        before = value
    return path + "H100" if before is not None else path


def height(value: int, top: int) -> str:
    """The place of a number of points in the picture, where 0 is above."""
    return f"{98 - 92 * value / top:.4g}"
