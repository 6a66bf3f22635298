"""Draws a view as text and as a picture, both from the same rows of cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from html import escape

from gangland.core.game import View

EMPTY, SECRET = ".", "?"
WIDTH, HEIGHT, LABEL = 34, 44, 150


@dataclass(frozen=True)
class Row:
    """A row of cards with a label in front."""

    label: str
    cards: tuple[str, ...]
    indent: int = 0  # in half cards


def rows_of(view: View) -> list[Row]:
    """All rows of a view. The first says whose turn it is, or why the game is over."""
    title = f"ended: {view.ended}" if view.ended else f"seat {view.turn} decides"
    return [Row(title, ()), *table_rows(view)]


@singledispatch
def table_rows(view: View) -> Iterator[Row]:
    """The rows of what lies on the table. A game without a drawing of its own lists the fields of its view."""
    for name, value in view.as_dict().items():
        several = isinstance(value, list | tuple)
        yield Row(name.replace("_", " "), tuple(map(str, value)) if several else (str(value),))


@singledispatch
def colours(view: View) -> dict[str, str]:
    """The colours of cards by the first letter of their code. Other cards are grey."""
    return {}


def text(view: View) -> str:
    """The view as text, one line a row."""
    lines = (
        f"{row.label:18}" + row.indent * "  " + "  ".join(f"{card:2}" for card in row.cards) for row in rows_of(view)
    )
    return "\n".join(line.rstrip() for line in lines)


def svg(view: View) -> str:
    """The view as an SVG document that needs no other file."""
    rows = rows_of(view)
    width = LABEL + max(WIDTH * len(row.cards) + WIDTH * row.indent // 2 for row in rows) + 10
    height = HEIGHT * len(rows) + 10
    shapes = "".join(draw_row(row, HEIGHT * number + 10, colours(view)) for number, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="#f7f4ec"/>{shapes}</svg>'
    )


def draw_row(row: Row, y: int, colours: dict[str, str]) -> str:
    """The shapes of one row, `y` pixels from the top."""
    shapes = [f'<text x="10" y="{y + 22}" fill="#333">{escape(row.label)}</text>']
    for place, card in enumerate(row.cards):
        x = LABEL + WIDTH * place + WIDTH * row.indent // 2
        fill = colours.get(card[:1], "#ded8c8")
        shapes.append(f'<rect x="{x}" y="{y}" width="{WIDTH - 4}" height="{HEIGHT - 6}" rx="4" fill="{fill}"/>')
        if card != EMPTY:
            shapes.append(
                f'<text x="{x + WIDTH // 2 - 2}" y="{y + 24}" fill="#fff" text-anchor="middle">{escape(card)}</text>'
            )
    return "".join(shapes)
