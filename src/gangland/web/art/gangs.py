"""The art of Gangs: cards, plates, emblems, and the lid of the box."""

from __future__ import annotations

from functools import cache, lru_cache

from markupsafe import Markup, escape

from gangland.core.words import Language
from gangland.gangs import Gang, Gangs
from gangland.gangs.cards import GANGS
from gangland.web.art.busts import portrait_of
from gangland.web.art.drawing import back_of, drawn_once, faces_of, sign_of, svg, symbol, use
from gangland.web.art.faces.gangs import gangster, portrait

BADGES = {  # what a gang's character carries beside the head
    "B": '<use href="#g-B" x="-46" y="2" width="28" height="28" fill="var(--i)"/>',
    "D": "",
    "N": '<path d="M-30 78L-38 28" fill="none" stroke="var(--i)" stroke-width="3"/>'
    '<circle cx="-38.5" cy="25" r="4" fill="var(--g)" stroke="var(--i)" stroke-width="1.2"/>',
    "L": '<g transform="rotate(-14 -30 46)">'
    '<use href="#g-L" x="-49" y="6" width="34" height="34" fill="var(--d)"/></g>',
    "K": '<use href="#g-K" x="-46" y="12" width="28" height="28" fill="var(--i)"/>',
    "R": '<use href="#g-R" x="12" y="15" width="30" height="30" fill="var(--i)"/>',
    "E": '<path d="M40 80L35-42" fill="none" stroke="var(--i)" stroke-width="3"/>'
    '<path d="M37-42C16-52-14-48-34-30C-12-40 14-38 37-26Z" fill="var(--p)" stroke="var(--i)" stroke-width="1.4"/>',
    "P": '<use href="#g-P" x="4" y="-34" width="17" height="17" fill="var(--t)"/>',
}
BEHIND = "EN"  # the gangs whose badge is drawn behind the bust
PIPS_OF_A_BOSS = '<path d="M34 98H66V106H34Z" fill="var(--p)"/>' + "".join(
    f'<use href="#pip" x="{x}" y="102"/>' for x in (41, 50, 59)
)
PYRAMID = ("BDNL", "KRE", "PD", "L")
RED = "#a8231c"
SIZE = "0 0 100 140"
COPIES = 3  # the boss and two members, whose faces differ
BACK = svg("art", SIZE, use("bg"))


def card(gang: Gang, name: str, copy: int = 1) -> Markup:
    """A card of Gangs, drawn where it stands. Copy 0 is the boss."""
    return svg(f"art gang-{gang}", SIZE, body_of(gang, name, copy))


@cache
def face(gang: Gang, copy: int = 1) -> Markup:
    """A card of Gangs on a page that has all faces of the game already. Copy 0 is the boss."""
    return svg(f"art gang-{gang}", SIZE, use(f"c-{gang}-{copy}"))


@faces_of.register
@cache
def gangs_faces(game: Gangs, words: Language) -> Markup:
    """The faces of all gangs and bosses, with their names."""
    names = [(gang, words.translate(gang.name)) for gang in GANGS]
    return drawn_once((f"c-{gang}-{copy}", body_of(gang, name, copy)) for gang, name in names for copy in range(COPIES))


@cache
def body_of(gang: Gang, name: str, copy: int) -> str:
    """A card of Gangs: a small broadside. The name fills the whole width, as wood type did."""
    code = str(gang)
    badge = BADGES[code]
    bust_ = "".join(use(part) for part in gangster(code, copy))
    figure = badge + bust_ if code in BEHIND else bust_ + badge
    return (
        '<rect width="100" height="140" rx="4" fill="var(--p)"/><rect x="5" y="5" width="90" height="97" '
        f'fill="var(--t)"/><g clip-path="url(#gwin)"><g transform="translate(54 50)">{use("sun")}</g>'
        f'<circle cx="54" cy="50" r="37" fill="var(--f)"/><g transform="translate(54 56) scale(1.08)">{figure}</g></g>'
        f'<path d="M5 102H95" stroke="var(--i)" stroke-width="2.5"/><g class="wood" fill="var(--i)">{set_name(name)}'
        '</g><rect x="2.5" y="2.5" width="95" height="135" rx="2" fill="none" stroke="var(--i)" stroke-width="2.2"/>'
        '<path d="M0 4Q0 0 4 0H32V32H0Z" fill="var(--f)" stroke="var(--p)" stroke-width="1.5"/>'
        f'{symbol("g-" + code, 3.5, 3.5, 25)}<g fill="var(--i)">{"" if copy else PIPS_OF_A_BOSS}</g>'
    )


def boss(gang: Gang, name: str) -> Markup:
    """The card of a gang's boss."""
    return card(gang, name, 0)


def set_name(name: str) -> str:
    """A name as one or two lines of type, each stretched to the width of the card."""
    lines = split_name(name.upper())
    settings = [(124, 18, "d")] if len(lines) == 1 else [(116, 13, "i"), (132.5, 17, "d")]
    return "".join(
        f'<text x="8" y="{y}" font-size="{size}" textLength="84" lengthAdjust="spacingAndGlyphs" '
        f'fill="var(--{ink})">{escape(line)}</text>'
        for line, (y, size, ink) in zip(lines, settings, strict=True)
    )


def split_name(name: str) -> list[str]:
    """A name in two parts, split at the blank or else hyphen nearest to the middle. A single word stays whole.

    >>> split_name("Ladies of the Outskirts")
    ['Ladies of the', 'Outskirts']
    """
    mark = " " if " " in name else "-"
    halves = [(name[: i + 1].strip(), name[i + 1 :]) for i, sign in enumerate(name) if sign == mark]
    if not halves:
        return [name]
    top, bottom = min(reversed(halves), key=lambda pair: abs(len(pair[0]) - len(pair[1])))
    return [top, bottom]


@cache
def plate(gang: Gang) -> Markup:
    """The emblem of a gang, for a spot of the pyramid."""
    return Markup(f'<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#g-{gang}"/></svg>')


@sign_of.register
def sign(gang: Gang) -> Markup:
    """The sign of a gang in a sentence."""
    return emblem(gang)


@cache
def emblem(gang: Gang) -> Markup:
    """The emblem of a gang in a square."""
    body = f'<rect width="30" height="30" rx="3" fill="var(--f)"/>{symbol(f"g-{gang}", 3, 3, 24)}'
    return svg(f"em gang-{gang}", "0 0 30 30", body)


@back_of.register
@cache
def gangs_back(game: Gangs) -> Markup:
    """The back of the cards of Gangs."""
    return BACK


@cache
def lid(name: str, first: str, second: str, third: str) -> Markup:
    """The lid of the box of Gangs, drawn as a playbill: its lines of wood type fill the whole width.

    The second line is a small one between rules; it may be empty.
    """
    rules = "M24 122H118M198 122H292" if second else "M24 122H292"
    return Markup(
        f'<svg class="title" viewBox="0 0 480 280" role="img" aria-label="{escape(name)}">'
        '<rect width="480" height="280" rx="3" fill="var(--p)"/>'
        '<rect x="7" y="7" width="466" height="266" fill="none" stroke="var(--i)" stroke-width="5"/>'
        '<rect x="14" y="14" width="452" height="252" fill="none" stroke="var(--i)" stroke-width="1.2"/>'
        '<g class="wood"><g transform="translate(0 -14) scale(1 1.18)">'
        + line(first, 100, 84)
        + f'</g><path d="{rules}" stroke="var(--i)" stroke-width="3"/>'
        f'<path d="{rules}" transform="translate(0 5)" stroke="var(--i)"/>'
        + (line(second, 134, 30, 52, 132, RED) if second else "")
        + '<g transform="translate(0 -52) scale(1 1.3)">'
        + line(third, 188, 52, fill=RED)
        + '</g><path d="M24 210H292" stroke="var(--i)" stroke-width="5"/>'
        + line("THE FIVE POINTS, 1860", 232, 20)
        + '<path d="M24 242H292V244H24ZM24 248H292V255H24Z" fill="var(--i)"/></g>'
        + "".join(brick(gang, row, column) for row, gangs in enumerate(PYRAMID) for column, gang in enumerate(gangs))
        + "</svg>"
    )


def line(text: str, y: int, size: int, width: int = 268, x: int = 24, fill: str = "var(--i)") -> str:
    """A line of wood type on the lid, stretched to a width."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" textLength="{width}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{fill}">{text}</text>'
    )


def brick(gang: str, row: int, column: int) -> str:
    """The emblem of a gang as a brick of the pyramid on the lid."""
    x, y = 305 + 20 * row + 40 * column, 202 - 56 * row
    return (
        f'<g transform="translate({x} {y}) scale(.62 .86)" class="gang-{gang}">'
        '<rect width="60" height="60" rx="3" fill="var(--f)" stroke="var(--i)" stroke-width="2.5"/>'
        f"{symbol('g-' + gang, 9, 9, 42)}</g>"
    )


@portrait_of.register
def draw_portrait(game: Gangs, name: str, rank: int | None = None) -> Markup:
    """The face of somebody at a table of Gangs, black on newsprint."""
    return ink_portrait(name)


@lru_cache(1000)
def ink_portrait(name: str) -> Markup:
    """A face in black ink on newsprint."""
    parts = portrait(name)
    box = "-25 -36 50 50" if "ht-homburg" in parts else "-24 -33 48 48"
    body = '<rect x="-60" y="-70" width="120" height="160" fill="var(--t)"/>' + "".join(map(use, parts))
    return svg("ink", box, body)
