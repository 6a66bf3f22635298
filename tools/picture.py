"""Draws docs/table.svg: the table in the terminal, as it really answers. `make picture` runs it."""

from __future__ import annotations

import re
import sys
import tempfile
from html import escape
from pathlib import Path

from gangland.core.words import Language
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.terminal import Screen, Table
from gangland.terminal.saves import Seating

PICTURE = Path(__file__).parents[1] / "docs" / "table.svg"
COLOURS = {
    "31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea",
    "90": "#8b949e", "92": "#a5f3b5", "95": "#ff9bce",
}  # fmt: skip
LINE, WIDTH, MARGIN = 17, 7.83, 18


def screen(match: Match, moves: list[str]) -> list[str]:
    """The lines that a person at the terminal sees who types these moves."""
    lines: list[str] = []
    typed = iter(moves)

    def read(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        lines.append(f"{prompt}\033[1m{line}\033[0m")
        return line

    with tempfile.TemporaryDirectory() as folder:
        seating = Seating(match, frozenset({0}))
        Table(seating, Language("en"), Path(folder) / "x", Screen(read, lines.append, colour=True)).run()
    return "\n".join(lines[2:-2]).split("\n")


def spans(line: str) -> str:
    """One line with its colours as SVG."""
    parts = []
    style = ""
    for piece in re.split(r"(\033\[\d+m)", line):
        if code := re.fullmatch(r"\033\[(\d+)m", piece):
            style = ' font-weight="bold"' if code[1] == "1" else f' fill="{COLOURS[code[1]]}"' if code[1] != "0" else ""
        elif piece:
            parts.append(f"<tspan{style}>{escape(piece)}</tspan>")
    return "".join(parts)


def draw(lines: list[str]) -> str:
    """The lines as an SVG picture of a terminal."""
    columns = max(len(re.sub(r"\033\[\d+m", "", line)) for line in lines)
    width, height = round(columns * WIDTH) + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    texts = "\n".join(
        f'<text x="{MARGIN}" y="{MARGIN + (number + 1) * LINE - 4}" xml:space="preserve">{spans(line)}</text>'
        for number, line in enumerate(lines)
        if line
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">\n'
        "<title>Famiglia and Gangs of New York at the terminal table</title>\n"
        f'<rect width="{width}" height="{height}" rx="10" fill="#161b22"/>\n{texts}\n</svg>\n'
    )


def picture() -> str:
    """The picture of docs/table.svg: the beginning of a game of each kind."""
    famiglia = screen(
        Match.new(Duel(), seed=3, first=0, seats=["Player", "Pickpocket"]), ["sweep F4", "take F2", "take A0"]
    )
    gangs = screen(Match.new(Gangs(2), seed=3, first=0, seats=["Player", "Lookout"]), ["climb c1 c2", "? climb"])
    return draw(["$ gangland play famiglia-duel", *famiglia, "", "$ gangland play gangs", *gangs])


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
    print(PICTURE, file=sys.stderr)
