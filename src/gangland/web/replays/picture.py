"""A moment of a game as one picture: an SVG file that needs nothing else, drawn with the art of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, singledispatch

from markupsafe import Markup, escape

from gangland.core.game import View
from gangland.web import art
from gangland.web.assets import STATIC
from gangland.web.pov import Pov
from gangland.web.replays.film import moment_of, sitters
from gangland.web.replays.replay import Replay
from gangland.web.sitters import Sitter
from gangland.web.story import Story

WIDTH = 840
MARGIN = 20
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
INKS = re.compile(r"^\s*\.(?:(?:fam|gang)-\w|ink|pts|wood)\s*$")
BY_THEME = re.compile(r"light-dark\(([^,()]+), [^()]+\)")
VALUES = "i p g sans narrow label wood display table panel line text muted"  # custom properties of tokens.css
BUST = re.compile(r'<svg class="([^"]*)" viewBox="([^"]*)"[^>]*>')


@dataclass(frozen=True)
class Sketch:
    """The body of a picture, below the names, and how high it is."""

    body: Markup
    height: float


@singledispatch
def sketch(view: View, pov: Pov) -> Sketch:
    """What lies on the table, as a viewer sees it. A game without a drawing of its own shows the players alone."""
    return Sketch(Markup(""), 0)


def picture_of(replay: Replay, number: int, site: str) -> str:
    """The picture of a moment as a file. Its title and its description say in words what it shows."""
    matches = replay.moments
    before = Story.of(matches[max(0, number - 1)])
    story = before.following(matches[number]) if number > 1 else Story.of(matches[number])
    pov = replay.pov(number, story)
    moment = moment_of(story.lines[len(before.lines) if number else 0 :], pov)
    say = replay.words.say
    where = say("move {number} of {count}", number=number, count=len(matches) - 1)
    title = f"{say(replay.match.game.title)}: {where}"
    return framed(pov, title, escape(moment.text), site)


def framed(pov: Pov, title: str, words: Markup, site: str) -> str:
    """The picture of a table: the players, what lies there, and below it a sentence and where it comes from."""
    assert pov.table.view is not None
    drawn = sketch(pov.table.view, pov)
    head, top = players(sitters(pov), pov.table.view.points)
    height = top + drawn.height + 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" viewBox="0 0 {WIDTH} {height:g}" '
        f'role="img" aria-labelledby="title desc"><title id="title">{escape(title)}</title>'
        f'<desc id="desc">{words}</desc><style>{inks(pov.table.game.rulebook)}</style>{art.sprite()}'
        f'<rect width="{WIDTH}" height="{height:g}" fill="var(--table)"/>'
        f'<rect x="8" y="8" width="{WIDTH - 16}" height="{height - 16:g}" rx="8" fill="var(--panel)" '
        f'stroke="var(--line)" stroke-width="1.5"/>{head}<g transform="translate(0 {top:g})">{drawn.body}</g>'
        f'<text class="fine" x="{MARGIN}" y="{height - 22:g}">{shortened(words, 104)}</text>'
        f'<text class="fine" x="{WIDTH - MARGIN}" y="{height - 22:g}" text-anchor="end">{escape(site)}</text></svg>'
    )


def shortened(text: Markup, most: int) -> Markup:
    """A text that fits into a line."""
    plain = text.unescape()
    return text if len(plain) <= most else escape(plain[: most - 1].rstrip() + "…")


def players(chairs: Sequence[Sitter], points: Sequence[int | None]) -> tuple[Markup, float]:
    """The faces, names and points of all players in one line, and how far down it reaches."""
    step = (WIDTH - 2 * MARGIN) / len(chairs)
    drawn = Markup("")
    for place, (chair, count) in enumerate(zip(chairs, points, strict=True)):
        x = MARGIN + step * place
        drawn += placed(chair.face, x, MARGIN, 40, 40)
        drawn += Markup('<text class="name" x="{:g}" y="{}">{}</text>').format(x + 50, MARGIN + 19, chair.name[:24])
        told = "–" if count is None else count
        drawn += Markup('<text class="points" x="{:g}" y="{}">{}</text>').format(x + 50, MARGIN + 40, told)
    return drawn, MARGIN + 56


def placed(drawing: Markup, x: float, y: float, width: float, height: float) -> Markup:
    """A drawing of the page, put into the picture at a place and in a size."""
    found = BUST.search(drawing)
    assert found
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    start = f'<svg class="{found[1]}" viewBox="{found[2]}" {size}>'
    return Markup(start) + drawing[found.end() : drawing.rindex("</svg>")] + Markup("</svg>")


@cache
def inks(rulebook: str) -> str:
    """The colours of a game by day, and the letters of a picture, as a style sheet."""
    values: dict[str, str] = {}
    rules: list[str] = []
    for selector, body in RULE.findall((STATIC / "tokens.css").read_text("utf-8")):
        selector = re.sub(r"/\*.*?\*/", "", selector, flags=re.DOTALL).strip()
        day = BY_THEME.sub(r"\1", " ".join(body.split()))
        if ":root" in selector.split(",")[0] or selector == f'[data-game="{rulebook}"]':
            values |= dict(re.findall(r"(--[\w-]+): ([^;]+);", day))
        elif INKS.match(selector):
            rules.append(f"{selector}{{{day}}}")
    root = "".join(f"{name}:{value};" for name, value in values.items() if name[2:] in VALUES.split())
    return (
        f":root{{{root}}}{''.join(rules)}.name{{font:700 17px var(--display);fill:var(--text)}}"
        ".points{font:800 20px var(--wood);fill:var(--text)}.fine{font:13px var(--sans);fill:var(--muted)}"
        ".st{font:700 10px var(--narrow)}"
    )
