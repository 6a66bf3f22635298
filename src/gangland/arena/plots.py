"""Pictures of a summary as SVG: the ladder of ratings, and by how many points games were won.

They have no background and follow the reader's choice of light or dark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from pathlib import Path

from gangland.arena.report import signed, title
from gangland.arena.summary import Summary
from gangland.core.words import Language

WIDTH, LEFT, RIGHT, TOP = 720, 190, 40, 64
STYLE = """
svg { font: 14px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
text { fill: #30363d; } .title { font-size: 17px; font-weight: 600; } .faint { fill: #6e7781; font-size: 12px; }
.grid { stroke: #8c959f; stroke-opacity: .3; } .zero { stroke: #6e7781; }
.reach { stroke: #1f6feb; stroke-width: 3; stroke-linecap: round; } .dot { fill: #1f6feb; }
.won { fill: #1f6feb; } .lost { fill: #c4632b; } .even { fill: #8c959f; }
@media (prefers-color-scheme: dark) {
text { fill: #d1d7e0; } .faint { fill: #9198a1; } .zero { stroke: #9198a1; }
.reach { stroke: #58a6ff; } .dot, .won { fill: #58a6ff; } .lost { fill: #e0824a; }
}
"""


def files(folder: Path) -> list[Path]:
    """The files that `save` writes in a folder."""
    return [folder / "ladder.svg", folder / "margins.svg"]


def save(summary: Summary, folder: Path, words: Language) -> list[Path]:
    """Draw the plots of a summary into a folder, which is made if need be. Returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for file, draw in zip(files(folder), (ladder, margins), strict=True):
        file.write_text(draw(summary, words), encoding="utf-8", newline="\n")
    return files(folder)


def ladder(summary: Summary, words: Language) -> str:
    """The ratings as a plot, the strongest on top. A line is as long as the 95% interval."""
    rungs = sorted(summary.standings, key=lambda standing: -standing.rating.value)
    step, bottom = 36, TOP + 36 * len(rungs)
    axis = Axis([end for rung in rungs for end in (rung.rating.low, rung.rating.high)])
    shapes = [*heading(words.say("Rating with its 95% interval"), summary, words), *axis.grid(TOP, bottom)]
    for number, rung in enumerate(rungs):
        y = TOP + step * number + step / 2
        low, middle, high = (axis.x(value) for value in (rung.rating.low, rung.rating.value, rung.rating.high))
        shapes += [
            f'<text x="{LEFT - 14}" y="{y + 5:g}" text-anchor="end">{escape(short(rung.name))}</text>',
            f'<line class="reach" x1="{low:.1f}" x2="{high:.1f}" y1="{y:g}" y2="{y:g}"/>',
            f'<circle class="dot" cx="{middle:.1f}" cy="{y:g}" r="6"/>',
            f'<text class="faint" x="{middle:.1f}" y="{y - 10:g}" text-anchor="middle">'
            f"{words.figures(f'{rung.rating.value:.1f}')}</text>",
        ]
    return svg(shapes, bottom + 40)


def margins(summary: Summary, words: Language) -> str:
    """A histogram of margins for each contestant. Where two mirror each other, there is only the first one's."""
    shown = summary.standings[: len(summary.job.contestants)]
    if len(summary.standings) == summary.job.game.seats == 2:
        shown = shown[:1]
    axis = Axis([margin for standing in shown for margin in standing.margins] + [0])
    shapes = heading(words.say("Points ahead of the best of the others"), summary, words)
    height = 130
    for number, standing in enumerate(shown):
        top = TOP + number * (height + 50)
        shapes += [
            *axis.grid(top, top + height),
            *bars(standing.margins, axis, top, height),
            f'<line class="zero" x1="{axis.x(0):.1f}" x2="{axis.x(0):.1f}" y1="{top:g}" y2="{top + height:g}"/>',
            f'<line class="zero" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{top + height:g}" y2="{top + height:g}"/>',
            f'<text x="{LEFT - 14}" y="{top + height / 2:g}" text-anchor="end">{escape(short(standing.name))}</text>',
            f'<text class="faint" x="{LEFT - 14}" y="{top + height / 2 + 18:g}" text-anchor="end">'
            f"{words.figures(signed(standing.margin.value, 1))}</text>",
        ]
    return svg(shapes, TOP + len(shown) * (height + 50))


def bars(margins: Sequence[int], axis: Axis, top: float, height: float) -> Iterable[str]:
    """The bars of a histogram, whose area shows how many games there were.

    Zero has a bar of its own, so that no bar mixes wins with losses.
    """
    wide = max(1, round((axis.high - axis.low) / 30))
    counts = Counter(ceil(abs(margin) / wide) * (1 if margin > 0 else -1) for margin in margins)
    dense = {number: count / (wide if number else 1) for number, count in counts.items()}
    for number, density in sorted(dense.items()):
        far = abs(number) * wide + 0.5
        near = far - wide if number else -0.5
        start, end = sorted((axis.x(near if number >= 0 else -near), axis.x(far if number >= 0 else -far)))
        kind = "won" if number > 0 else "lost" if number < 0 else "even"
        tall = height * density / max(dense.values())
        yield (
            f'<rect class="{kind}" x="{start + 0.5:.1f}" width="{max(1, end - start - 1):.1f}" '
            f'y="{top + height - tall:.1f}" height="{tall:.1f}"/>'
        )


class Axis:
    """A horizontal axis from numbers to places, with a round step between its lines."""

    def __init__(self, values: Sequence[float]) -> None:
        span = max(max(values) - min(values), 1.0)
        power = 10.0 ** floor(log10(span / 6))
        self.step = next(step * power for step in (1, 2, 5, 10) if span / (step * power) <= 8)
        self.low = floor((min(values) - span * 0.02) / self.step) * self.step
        self.high = ceil((max(values) + span * 0.02) / self.step) * self.step

    def x(self, value: float) -> float:
        """The place of a value, in pixels from the left."""
        return LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)

    def grid(self, top: float, bottom: float) -> Iterable[str]:
        """The vertical lines of the axis from top to bottom, each with its label."""
        for number in range(round((self.high - self.low) / self.step) + 1):
            value = self.low + number * self.step
            x = self.x(value)
            label = f"{value + 0.0:g}".replace("-", "−")
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:g}" y2="{bottom:g}"/>'
            yield f'<text class="faint" x="{x:.1f}" y="{bottom + 18:g}" text-anchor="middle">{label}</text>'


def heading(text: str, summary: Summary, words: Language) -> list[str]:
    """The title of a plot, and below it what was played."""
    return [
        f'<text class="title" x="16" y="26">{escape(text)}</text>',
        f'<text class="faint" x="16" y="46">{escape(title(summary, words))}</text>',
    ]


def short(name: str) -> str:
    """A name of at most 22 letters; a longer one is cut off."""
    return name if len(name) <= 22 else name[:21] + "…"


def svg(shapes: Iterable[str], height: float) -> str:
    """A whole SVG document of these shapes."""
    size = f'width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}"'
    body = "\n".join(shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<style>{STYLE}</style>\n{body}\n</svg>\n'
