"""Cards, index tiles, emblems and plates. A page carries `sprite()` once; a card is then a short list of <use>.

All drawings are decoration: what they show is said in words by the element around them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from gangland.famiglia import Card
from gangland.web.art.faces import bust, gangster

SCALE = (1.12, 1.2, 1.27, 1.33, 1.38)
DROP = (60, 59, 58, 57, 58)
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
BEHIND = "EN"  # these are carried behind the bust
PIPS_OF_A_BOSS = '<path d="M34 98H66V106H34Z" fill="var(--p)"/>' + "".join(
    f'<use href="#pip" x="{x}" y="102"/>' for x in (41, 50, 59)
)


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


def numeral(rank: int) -> str:
    return f'<use href="#n-{rank}" x="6.5" y="7" width="19" height="27" fill="var(--o)"/>'


@cache
def famiglia(code: str, copy: int = 0) -> Markup:
    """One card of Famiglia: frame, face, index, ability, rank again as pips, points."""
    card = Card.parse(code)
    family, rank = card.family, card.rank
    rays = f'<g transform="translate(57 56)">{use("glory" if rank == 4 else "sun")}</g>' if rank >= 3 else ""
    bust_ = "".join(use(part) for part in bust(family, rank, copy))
    ability = symbol(f"a-{family}", 8, 118, 17) if rank else ""
    pips = "".join(f'<use href="#pip" x="{48 - 4.5 * (rank - 1) + 9 * i:g}" y="126.5"/>' for i in range(rank))
    size = 16 if card.points < 10 else 14
    return svg(
        f"art fam-{family}",
        "0 0 100 140",
        f'{use("fr-" + family)}<g clip-path="url(#win)">{rays}'
        f'<g transform="translate(57 {DROP[rank]}) scale({SCALE[rank]})">{bust_}</g></g>{use("ov-" + family)}'
        f'{numeral(rank)}{ability}<g fill="var(--o)">{pips}</g>'
        f'<g transform="translate(83 121)">{use("coin")}'
        f'<text y="5.7" text-anchor="middle" font-size="{size}" class="pts">{card.points}</text></g>',
    )


def index(code: str) -> Markup:
    """The corner of a card alone, for sentences."""
    return svg(f"ix fam-{code[0]}", "-1 -1 34 68", use("ix-" + code[0]) + numeral(int(code[1])))


def face(code: str, copy: int = 0) -> Markup:
    """The head of a gangster of Famiglia, for people at the table."""
    parts = "".join(use(part) for part in bust(code[0], int(code[1]), copy))
    return svg(
        f"fam-{code[0]}",
        "30 20 54 54",
        f'<rect width="100" height="140" fill="var(--t)"/><g transform="translate(57 58) scale(1.2)">{parts}</g>',
    )


@cache
def gang(code: str, name: str, copy: int = 1) -> Markup:
    """One card of Gangs: a small broadside. The name is set to the full measure, as wood type was."""
    badge = BADGES[code]
    bust_ = "".join(use(part) for part in gangster(code, copy))
    figure = badge + bust_ if code in BEHIND else bust_ + badge
    return svg(
        f"art gang-{code}",
        "0 0 100 140",
        '<rect width="100" height="140" rx="4" fill="var(--p)"/><rect x="5" y="5" width="90" height="97" '
        f'fill="var(--t)"/><g clip-path="url(#gwin)"><g transform="translate(54 50)">{use("sun")}</g>'
        f'<circle cx="54" cy="50" r="37" fill="var(--f)"/><g transform="translate(54 56) scale(1.08)">{figure}</g></g>'
        f'<path d="M5 102H95" stroke="var(--i)" stroke-width="2.5"/><g class="wood" fill="var(--i)">{set_name(name)}'
        '</g><rect x="2.5" y="2.5" width="95" height="135" rx="2" fill="none" stroke="var(--i)" stroke-width="2.2"/>'
        '<path d="M0 4Q0 0 4 0H32V32H0Z" fill="var(--f)" stroke="var(--p)" stroke-width="1.5"/>'
        f'{symbol("g-" + code, 3.5, 3.5, 25)}<g fill="var(--i)">{"" if copy else PIPS_OF_A_BOSS}</g>',
    )


def boss(code: str, name: str) -> Markup:
    return gang(code, name, 0)


def set_name(name: str) -> str:
    """A name in one or two lines of type, each stretched to the measure."""
    lines = split_name(name.upper())
    settings = [(124, 18, "d")] if len(lines) == 1 else [(116, 13, "i"), (132.5, 17, "d")]
    return "".join(
        f'<text x="8" y="{y}" font-size="{size}" textLength="84" lengthAdjust="spacingAndGlyphs" '
        f'fill="var(--{ink})">{escape(line)}</text>'
        for line, (y, size, ink) in zip(lines, settings, strict=True)
    )


def split_name(name: str) -> list[str]:
    """At the blank nearest to the middle, or else a hyphen; a single word stays whole.

    >>> split_name("Ladies of the Outskirts")
    ['Ladies of the', 'Outskirts']
    """
    mark = " " if " " in name else "-"
    halves = [(name[: i + 1].strip(), name[i + 1 :]) for i, sign in enumerate(name) if sign == mark]
    if not halves:
        return [name]
    top, bottom = min(reversed(halves), key=lambda pair: abs(len(pair[0]) - len(pair[1])))
    return [top, bottom]


def plate(code: str) -> Markup:
    """The emblem of a gangster in the pyramid."""
    return Markup(f'<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#g-{code}"/></svg>')


def emblem(code: str) -> Markup:
    body = f'<rect width="30" height="30" rx="3" fill="var(--f)"/>{symbol("g-" + code, 3, 3, 24)}'
    return svg(f"em gang-{code}", "0 0 30 30", body)


def family_emblem(code: str) -> Markup:
    body = f'<rect width="30" height="30" rx="15" fill="var(--f)"/>{symbol("e-" + code, 5, 5, 20)}'
    return svg(f"em fam-{code}", "0 0 30 30", body)


def back(part: str) -> Markup:
    """Every hidden card of a game is the same card: nothing on its back, no id."""
    return svg("art fam-F" if part == "bf" else "art", "0 0 100 140", use(part))


def back_of(game: str) -> Markup:
    return back("bg" if game == "gangs" else "bf")
