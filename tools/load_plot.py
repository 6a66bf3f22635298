"""Draws what `load.py` measured: how cost, waiting and memory grow with the number of tables, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

WIDTH, HEIGHT, LEFT, GAP = 240, 200, 46, 34
STYLE = """
svg { font: 12px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
text { fill: #30363d; } .title { font-size: 14px; font-weight: 600; } .faint { fill: #6e7781; }
.grid { stroke: #8c959f; stroke-opacity: .3; } path { fill: none; stroke-width: 2.5; }
.here { stroke: #1f6feb; fill: #1f6feb; } .base { stroke: #c4632b; fill: #c4632b; } path.here, path.base { fill: none; }
text.here, text.base { stroke: none; }
@media (prefers-color-scheme: dark) {
text { fill: #d1d7e0; } .faint { fill: #9198a1; }
.here { stroke: #58a6ff; fill: #58a6ff; } .base { stroke: #e0824a; fill: #e0824a; }
}
"""


@dataclass(frozen=True)
class Panel:
    """One of the plots side by side: its title, and points (tables, value) for each server."""

    title: str
    lines: Mapping[str, Sequence[tuple[int, float]]]


def draw(panels: Sequence[Panel]) -> str:
    """The plots as one picture. It has no background and follows the reader's choice of light or dark."""
    width = len(panels) * (LEFT + WIDTH + GAP)
    shapes = [shape for place, panel in enumerate(panels) for shape in panel_shapes(panel, place)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + 80}" role="img" '
        f'aria-label="Cost and memory of a server, by the number of tables">\n<style>{STYLE}</style>\n'
        + "\n".join(shapes)
        + "\n</svg>\n"
    )


def panel_shapes(panel: Panel, place: int) -> list[str]:
    """The shapes of one plot. Each step to the right doubles the tables."""
    points = [point for line in panel.lines.values() for point in line]
    least, most = log2(min(tables for tables, _ in points)), log2(max(tables for tables, _ in points))
    top = max(value for _, value in points) * 1.1
    left, bottom = LEFT + place * (LEFT + WIDTH + GAP), HEIGHT + 36

    def at(tables: int, value: float) -> tuple[float, float]:
        return left + WIDTH * (log2(tables) - least) / (most - least or 1), bottom - HEIGHT * value / top

    shapes = [f'<text class="title" x="{left}" y="20">{panel.title}</text>']
    for share in (0, 0.5, 1):
        y = bottom - HEIGHT * share
        shapes.append(f'<line class="grid" x1="{left}" x2="{left + WIDTH}" y1="{y:g}" y2="{y:g}"/>')
        shapes.append(f'<text class="faint" x="{left - 6}" y="{y + 4:g}" text-anchor="end">{top * share:.0f}</text>')
    for tables in sorted({tables for tables, _ in points}):
        x = at(tables, 0)[0]
        shapes.append(f'<text class="faint" x="{x:.0f}" y="{bottom + 18}" text-anchor="middle">{tables}</text>')
    for name, line in panel.lines.items():
        path = "L".join("{:.1f} {:.1f}".format(*at(*point)) for point in line)
        x, y = at(*line[-1])
        shapes.append(f'<path class="{name}" d="M{path}"/>')
        shapes += [f'<circle class="{name}" r="3.5" cx="{x:.1f}" cy="{y:.1f}"/>' for x, y in (at(*p) for p in line)]
        shapes.append(f'<text class="{name}" x="{x:.0f}" y="{y - 9:.0f}" text-anchor="end">{name}</text>')
    return shapes
