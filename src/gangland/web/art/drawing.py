"""What every drawing is made of. A page carries `sprite()` once; a card is then a short list of <use>.

All drawings are decoration: what they show is said in words by the element around them.
"""

from __future__ import annotations

from functools import cache, singledispatch
from pathlib import Path

from markupsafe import Markup

from gangland.game import Game


@cache
def sprite() -> Markup:
    """Every shared part, to be put into a page once."""
    return Markup((Path(__file__).parent / "parts.svg").read_text("utf-8"))


def svg(classes: str, box: str, body: str) -> Markup:
    return Markup(f'<svg class="{classes}" viewBox="{box}" aria-hidden="true">{body}</svg>')


def use(part: str) -> str:
    lift = ' y="-6"' if part[:3] in ("sh-", "ct-") else ""
    return f'<use href="#{part}"{lift}/>'


def symbol(part: str, x: float, y: float, size: float, fill: str = "o") -> str:
    return f'<use href="#{part}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="var(--{fill})"/>'


@singledispatch
def back_of(game: Game) -> Markup:
    """Every hidden card of a game is the same card: nothing on its back, no id."""
    return svg("art", "0 0 100 140", '<rect width="100" height="140" rx="6" fill="currentColor" opacity=".35"/>')
