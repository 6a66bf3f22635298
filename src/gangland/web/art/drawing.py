"""The elements of all drawings. A page carries `sprite()` once; a card is then a short list of <use>.

All drawings are decoration: the element around each says in words what it shows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from functools import cache, singledispatch
from pathlib import Path

from markupsafe import Markup

from gangland.core.game import Game
from gangland.core.rooms import GAME_FOLDERS
from gangland.core.words import Language

HERE = Path(__file__).parent
COMMENT = re.compile(r"<!--.*?-->\n")
PART = re.compile(r'^<\w+ id="([^"]+)"', re.MULTILINE)
FACE = re.compile(r'<g id="(?:(?!<g id=).)*</g>(?=<g id=|</defs>)')
PLACE = Markup("<!-- parts -->")
REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')


@cache
def sprite() -> Markup:
    """The SVG of all shared parts. A page must contain it once."""
    return sprite_of(*GAME_FOLDERS)


@cache
def sprite_of(*rulebooks: str) -> Markup:
    """The SVG of the shared parts for a page on which nothing but the games of these rulebooks is drawn.

    What only one rulebook draws is in a file named after it, and everything else in `parts.svg`.
    """
    shared = (HERE / "parts.svg").read_text("utf-8")
    own = (HERE / f"{rulebook}.svg" for rulebook in rulebooks)
    parts = "".join(path.read_text("utf-8") for path in own if path.is_file())
    return Markup(COMMENT.sub("", shared.replace("</defs>", f"{parts}</defs>")))


def with_parts(html: str, faces: Markup) -> str:
    """A page that never changes, with the faces and shared parts that it refers to in the place that `PLACE` keeps."""
    drawn = "".join(face for face in FACE.findall(faces) if f'"#{PART.findall(face)[0]}"' in html)
    parts, found = set[str](), set(REFERENCE.findall(html + drawn))
    while found:
        parts |= found
        found = set(REFERENCE.findall(only(found))) - parts
    return html.replace(PLACE, str(only(parts)).replace("</defs>", f"{drawn}</defs>"))


def only(parts: Container[str]) -> Markup:
    """The SVG of these shared parts. Each has a line of its own."""
    lines = ((PART.match(line), line) for line in sprite().splitlines())
    return Markup("\n".join(line for part, line in lines if not part or part[1] in parts))


def svg(classes: str, box: str, body: str) -> Markup:
    """An SVG element with these classes, this view box and this body. Screen readers skip it."""
    return Markup(f'<svg class="{classes}" viewBox="{box}" aria-hidden="true">{body}</svg>')


def use(part: str) -> str:
    """A reference to a shared part. Shoulders and coats are lifted by 6 units."""
    lift = ' y="-6"' if part[:3] in ("sh-", "ct-") else ""
    return f'<use href="#{part}"{lift}/>'


def symbol(part: str, x: float, y: float, size: float, fill: str = "o") -> str:
    """A reference to a shared symbol, at this place and size. `fill` is the name of a CSS variable."""
    return f'<use href="#{part}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="var(--{fill})"/>'


def drawn_once(faces: Iterable[tuple[str, str]]) -> Markup:
    """Whole drawings by name, for a page that shows each of them often and then only refers to it with `use`."""
    groups = "".join(f'<g id="{name}">{body}</g>' for name, body in faces)
    return Markup(f'<svg width="0" height="0" aria-hidden="true" class="sprite"><defs>{groups}</defs></svg>')


@singledispatch
def faces_of(game: Game, words: Language) -> Markup:
    """The drawings that the table of a game refers to, with names in a language. Its page must contain them once."""
    return Markup("")


@singledispatch
def sign_of(word: object) -> Markup | None:
    """The small drawing that stands for a card or gang in a sentence, or None for a word without one."""
    return None


@singledispatch
def back_of(game: Game) -> Markup:
    """The back of a game's cards. All hidden cards look the same and have no id."""
    return svg("art", "0 0 100 140", '<rect width="100" height="140" rx="6" fill="currentColor" opacity=".35"/>')
