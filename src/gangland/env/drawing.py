"""A view as text and as a picture, both from the same rows of cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import cast

from gangland.famiglia import FamigliaView
from gangland.game import View
from gangland.gangs import GangsView, Spot

COLOURS = {
    "famiglia": {"F": "#c0392b", "A": "#2471a3", "B": "#b9770e", "M": "#1e8449"},
    "gangs": {
        "B": "#c0392b", "D": "#1e8449", "N": "#7d3c98", "L": "#c2569b", "K": "#b9770e", "R": "#566573", "E": "#148f98",
        "P": "#5d8a1c",
    },
}  # fmt: skip
EMPTY, SECRET = ".", "?"
WIDTH, HEIGHT, LABEL = 34, 44, 150


@dataclass(frozen=True)
class Row:
    label: str
    cards: tuple[str, ...]
    indent: int = 0  # in half cards


def rows_of(view: View) -> list[Row]:
    title = f"ended: {view.ended}" if view.ended else f"seat {view.turn} decides"
    table = famiglia_rows(view) if isinstance(view, FamigliaView) else gangs_rows(cast(GangsView, view))
    return [Row(title, ()), *table]


def famiglia_rows(view: FamigliaView) -> Iterator[Row]:
    yield Row("street", view.street)
    for seat in range(2):
        yield Row(f"hand {seat}", view.hands[seat])
        yield Row(f"display {seat}", view.displays[seat])
    yield Row(f"discard, pile {view.pile_size}", view.discard)
    if view.under:
        yield Row("under the pile", view.under)
    played = (view.accountant, view.brute, view.target)
    if any(played):
        yield Row("played, target", tuple(card for card in played if card))


def gangs_rows(view: GangsView) -> Iterator[Row]:
    for row in range(6, 0, -1):
        spots = [f"{column}{row}" for column in "abcdef"[: 7 - row]]
        yield Row(f"row {row}", tuple(view.pyramid.get(spot, EMPTY) for spot in spots), indent=row - 1)
    yield Row(f"deck {view.deck_size}", (view.top or EMPTY,))
    if view.gap:
        yield Row(f"gap on {Spot.parse(view.gap)}", ())
    for seat, player in enumerate(view.players):
        yield Row(f"alliances {seat}", tuple(gang or SECRET for gang in player.alliances))
        yield Row(f"influence {seat}", player.influence or (SECRET,) * player.influence_size)
    yield Row("discard", view.discard)
    yield Row("expelled", view.expelled)


def text(view: View) -> str:
    lines = (
        f"{row.label:18}" + row.indent * "  " + "  ".join(f"{card:2}" for card in row.cards) for row in rows_of(view)
    )
    return "\n".join(line.rstrip() for line in lines)


def svg(view: View) -> str:
    """A drawing of its own, without any outside file."""
    rows = rows_of(view)
    family = "famiglia" if isinstance(view, FamigliaView) else "gangs"
    width = LABEL + max(WIDTH * len(row.cards) + WIDTH * row.indent // 2 for row in rows) + 10
    height = HEIGHT * len(rows) + 10
    shapes = "".join(draw_row(row, HEIGHT * number + 10, COLOURS[family]) for number, row in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="14"><rect width="100%" height="100%" fill="#f7f4ec"/>{shapes}</svg>'
    )


def draw_row(row: Row, y: int, colours: dict[str, str]) -> str:
    shapes = [f'<text x="10" y="{y + 22}" fill="#333">{escape(row.label)}</text>']
    for place, card in enumerate(row.cards):
        x = LABEL + WIDTH * place + WIDTH * row.indent // 2
        fill = colours.get(card[0], "#ded8c8")
        shapes.append(f'<rect x="{x}" y="{y}" width="{WIDTH - 4}" height="{HEIGHT - 6}" rx="4" fill="{fill}"/>')
        if card != EMPTY:
            shapes.append(f'<text x="{x + WIDTH // 2 - 2}" y="{y + 24}" fill="#fff" text-anchor="middle">{card}</text>')
    return "".join(shapes)
