"""The points of all seats over a game, as a picture that is at the same time the slider of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST_TOP = 5  # points; a curve of few points is not blown up
TICKS = (1, 2, 3, 4, 5, 10, 20, 25, 50, 100, 250, 500)  # turns from one number below the curve to the next
MOST_TICKS = 9


@dataclass(frozen=True)
class SeatCurve:
    """The points of one seat: a path of steps in a square of a hundred units, and the last count."""

    seat: int
    name: str
    path: str
    last: int | None


@dataclass(frozen=True)
class Curve:
    """The lines of all seats, and what is written above and below them. Places are in percent of the width."""

    lines: tuple[SeatCurve, ...]
    flags: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, int], ...]
    lane: tuple[tuple[float, float, int], ...]  # of each move: its start, its end and its seat
    top: int  # the points at the upper edge
    count: int  # the moves from edge to edge


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
        SeatCurve(seat, name, steps([values[seat] for values in points], top, count), points[-1][seat])
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
        top,
        count,
    )


def percent(place: int, count: int) -> float:
    """How far a moment is from the start."""
    return round(100 * place / count, 2)


def steps(values: Sequence[int | None], top: int, count: int, start: int = 0, end: float = 100.0) -> str:
    """A line of points, which jump. It begins where they are known, and is interrupted where they are not.

    `start` is the number of moves before its first point, and `end` the place where it ends.
    """
    path = ""
    before: int | None = None
    for place, value in enumerate(values, start):
        x = f"{min(100.0, percent(place, count)):g}"
        if value is not None and before is None:
            path += f"M{x} {height(value, top)}"
        elif value is None and before is not None:
            path += f"H{x}"
        elif value is not None and value != before:
            path += f"H{x}V{height(value, top)}"
        before = value
    return path + f"H{end:g}" if before is not None else path


def height(value: int, top: int) -> str:
    """The place of a number of points in the picture, where 0 is above."""
    return f"{98 - 92 * min(1.0, value / top):.4g}"


@dataclass(frozen=True)
class VariationCurve:
    """The points of a variation, drawn into the curve of the game that it leaves."""

    curve: Curve
    lines: tuple[SeatCurve, ...]
    fork: float  # where it leaves the game
    head: float  # where it has come to


def variation_curve(curve: Curve, points: Sequence[Sequence[int | None]], at: int) -> VariationCurve:
    """The way of a variation that leaves a game after so many moves. What goes beyond the curve is drawn at its end."""
    head = min(100.0, percent(at + len(points) - 1, curve.count))
    lines = tuple(
        SeatCurve(
            line.seat,
            line.name,
            steps([values[line.seat] for values in points], curve.top, curve.count, at, head),
            points[-1][line.seat],
        )
        for line in curve.lines
    )
    return VariationCurve(curve, lines, percent(at, curve.count), head)
