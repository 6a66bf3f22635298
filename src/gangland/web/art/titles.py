"""The lids of the two boxes."""

from __future__ import annotations

from markupsafe import Markup

from gangland.web.art.cards import symbol, use
from gangland.web.art.faces import bust

ARCH = "M40 232V110C40 50 120 24 240 24S440 50 440 110V232"
PYRAMID = ("BDNL", "KRE", "PD", "L")
RED = "#a8231c"


def title_famiglia() -> Markup:
    """A cigar label: the four chiefs under an arch, the name on a ribbon."""
    name = (
        '<textPath href="#arc" startOffset="50%" text-anchor="middle" textLength="300" '
        'lengthAdjust="spacingAndGlyphs">Famiglia</textPath>'
    )
    return Markup(
        '<svg class="title fam-F" viewBox="0 0 480 280" role="img" aria-label="Famiglia"><defs>'
        '<path id="arc" d="M70 258Q240 226 410 258"/>'
        f'<clipPath id="lid"><path d="{ARCH}Z"/></clipPath></defs>'
        '<rect width="480" height="280" rx="10" fill="var(--d)"/>'
        '<rect x="8" y="8" width="464" height="264" rx="5" fill="none" stroke="var(--g)" stroke-width="2.5"/>'
        '<rect x="14" y="14" width="452" height="252" rx="2" fill="none" stroke="var(--g)" stroke-width=".8"/>'
        '<g clip-path="url(#lid)"><rect width="480" height="280" fill="var(--t)"/>'
        '<g transform="translate(240 130) scale(3.4)"><use href="#sun"/></g>'
        + chief("A", 112, 126, 1.7)
        + chief("M", 384, 124, 1.7)
        + chief("B", 306, 134, 1.75)
        + chief("F", 210, 122, 2.15)
        + f'</g><path d="{ARCH}" fill="none" stroke="var(--g)" stroke-width="4"/>'
        + medal("A", 46)
        + medal("M", 434)
        + '<path d="M4 222L34 212Q240 168 446 212L476 222L460 244L476 268L446 262Q240 224 34 262L4 268L20 244Z" '
        'fill="#3d080f"/><path d="M22 206Q240 162 458 206V266Q240 222 22 266Z" fill="var(--f)" stroke="var(--g)" '
        'stroke-width="3"/><path d="M29 213Q240 170 451 213M29 256Q240 214 451 256" fill="none" stroke="var(--g)"/>'
        '<g class="label" font-size="58" font-weight="700" transform="translate(0 -10)">'
        f'<text fill="#3d080f" stroke="#3d080f" stroke-width="5" transform="translate(2 3)">{name}</text>'
        f'<text fill="#ffe7a8">{name}</text></g></svg>'
    )


def chief(family: str, x: int, y: int, scale: float) -> str:
    parts = "".join(use(part) for part in bust(family, 4, 0))
    return f'<g class="fam-{family}" transform="translate({x} {y}) scale({scale})">{parts}</g>'


def medal(family: str, x: int) -> str:
    return (
        f'<g class="fam-{family}" transform="translate({x} 44)">'
        '<circle r="21" fill="var(--g)" stroke="var(--i)" stroke-width="1.5"/>'
        f'<circle r="17" fill="var(--f)" stroke="var(--i)"/>{symbol("e-" + family, -11, -11, 22)}</g>'
    )


def title_gangs() -> Markup:
    """A playbill: every line of wood type is set to the full measure."""
    return Markup(
        '<svg class="title" viewBox="0 0 480 280" role="img" aria-label="Gangs of New York">'
        '<rect width="480" height="280" rx="3" fill="var(--p)"/>'
        '<rect x="7" y="7" width="466" height="266" fill="none" stroke="var(--i)" stroke-width="5"/>'
        '<rect x="14" y="14" width="452" height="252" fill="none" stroke="var(--i)" stroke-width="1.2"/>'
        '<g class="wood"><g transform="translate(0 -14) scale(1 1.18)">'
        + line("GANGS", 100, 84)
        + '</g><path d="M24 122H118M198 122H292" stroke="var(--i)" stroke-width="3"/>'
        '<path d="M24 127H118M198 127H292" stroke="var(--i)"/>'
        + line("OF", 134, 30, 52, 132, RED)
        + '<g transform="translate(0 -52) scale(1 1.3)">'
        + line("NEW YORK", 193, 52, fill=RED)
        + '</g><path d="M24 210H292" stroke="var(--i)" stroke-width="5"/>'
        + line("THE FIVE POINTS, 1860", 232, 20)
        + '<path d="M24 242H292V244H24ZM24 248H292V255H24Z" fill="var(--i)"/></g>'
        + "".join(brick(gang, row, column) for row, gangs in enumerate(PYRAMID) for column, gang in enumerate(gangs))
        + "</svg>"
    )


def line(text: str, y: int, size: int, width: int = 268, x: int = 24, fill: str = "var(--i)") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" textLength="{width}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{fill}">{text}</text>'
    )


def brick(gang: str, row: int, column: int) -> str:
    x, y = 305 + 20 * row + 40 * column, 202 - 56 * row
    return (
        f'<g transform="translate({x} {y}) scale(.62 .86)" class="gang-{gang}">'
        '<rect width="60" height="60" rx="3" fill="var(--f)" stroke="var(--i)" stroke-width="2.5"/>'
        f"{symbol('g-' + gang, 9, 9, 42)}</g>"
    )
