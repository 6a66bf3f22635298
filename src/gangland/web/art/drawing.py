"""The elements of all drawings. A page carries `sprite()` once; a card is then a short list of <use>.

All drawings are decoration: the element around each says in words what it shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, singledispatch
from pathlib import Path

from markupsafe import Markup

from gangland.core.game import Game
from gangland.core.words import Language


@cache
def sprite() -> Markup:
    """The SVG of all shared parts. A page must contain it once."""
    return Markup((Path(__file__).parent / "parts.svg").read_text("utf-8"))


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
