"""Draws plots with lines as SVG, side by side: for `load.py` and `strength.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

WIDTH, HEIGHT, LEFT, GAP = 240, 200, 46, 34
STYLE = """
svg { font: 12px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
text { fill: #30363d; } .title { font-size: 14px; font-weight: 600; } .faint { fill: #6e7781; }
.grid { stroke: #8c959f; stroke-opacity: .3; } path { fill: none; stroke-width: 2.5; }
.line0 { stroke: #1f6feb; fill: #1f6feb; } .line1 { stroke: #c4632b; fill: #c4632b; }
.line2 { stroke: #6f7d3c; fill: #6f7d3c; } path.line0, path.line1, path.line2 { fill: none; }
text.line0, text.line1, text.line2 { stroke: none; }
@media (prefers-color-scheme: dark) {
text { fill: #d1d7e0; } .faint { fill: #9198a1; }
.line0 { stroke: #58a6ff; fill: #58a6ff; } .line1 { stroke: #e0824a; fill: #e0824a; }
.line2 { stroke: #a8b86a; fill: #a8b86a; }
}
"""


@dataclass(frozen=True)
class Panel:
    """One of the plots side by side: its title, and the points (x, y) of each line by its name. No more than three."""

    title: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    doubling: bool = True  # whether equal steps to the right double x, instead of adding to it
    foot: float = 0.0  # y at the foot of the plot


def draw(panels: Sequence[Panel], label: str) -> str:
    """The plots as one picture. It has no background and follows the reader's choice of light or dark."""
    width = len(panels) * (LEFT + WIDTH + GAP)
    shapes = [shape for place, panel in enumerate(panels) for shape in panel_shapes(panel, place)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + 80}" role="img" '
        f'aria-label="{label}">\n<style>{STYLE}</style>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


def panel_shapes(panel: Panel, place: int) -> list[str]:
    """The shapes of one plot."""
    scale = log2 if panel.doubling else float
    points = [point for line in panel.lines.values() for point in line]
    least, most = scale(min(x for x, _ in points)), scale(max(x for x, _ in points))
    top = panel.foot + (max(y for _, y in points) - panel.foot) * 1.1
    left, bottom = LEFT + place * (LEFT + WIDTH + GAP), HEIGHT + 36

    def at(x: float, y: float) -> tuple[float, float]:
        right, up = (scale(x) - least) / (most - least or 1), (y - panel.foot) / (top - panel.foot)
        return left + WIDTH * right, bottom - HEIGHT * up

    shapes = [f'<text class="title" x="{left}" y="20">{panel.title}</text>']
    for share in (0, 0.5, 1):
        y = bottom - HEIGHT * share
        value = panel.foot + (top - panel.foot) * share
        label = f"{value:.0f}" if top >= 10 else f"{value:.3g}"
        shapes.append(f'<line class="grid" x1="{left}" x2="{left + WIDTH}" y1="{y:g}" y2="{y:g}"/>')
        shapes.append(f'<text class="faint" x="{left - 6}" y="{y + 4:g}" text-anchor="end">{label}</text>')
    for x in marks(panel):
        shapes.append(
            f'<text class="faint" x="{at(x, 0)[0]:.0f}" y="{bottom + 18}" text-anchor="middle">{round(x, 2):g}</text>'
        )
    for number, (name, line) in enumerate(panel.lines.items()):
        path = "L".join("{:.1f} {:.1f}".format(*at(*point)) for point in line)
        x, y = at(*line[-1])
        kind = f"line{number}"
        shapes.append(f'<path class="{kind}" d="M{path}"/>')
        shapes += [f'<circle class="{kind}" r="3.5" cx="{x:.1f}" cy="{y:.1f}"/>' for x, y in (at(*p) for p in line)]
        shapes.append(f'<text class="{kind}" x="{x:.0f}" y="{y - 9:.0f}" text-anchor="end">{name}</text>')
    return shapes


def marks(panel: Panel) -> list[float]:
    """The numbers below a plot: where lines have points, but no more than seven."""
    known = sorted({x for line in panel.lines.values() for x, _ in line})
    return known[:: -(-len(known) // 7)]
