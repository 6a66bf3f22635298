"""The art of Famiglia: cards, index tiles, emblems, and the lid of the box."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from gangland.core.words import Language
from gangland.famiglia import Card
from gangland.famiglia.cards import CARDS, COPIES
from gangland.famiglia.game import Famiglia
from gangland.sentences.famiglia import StreetCard
from gangland.web.art.busts import bust
from gangland.web.art.drawing import back_of, drawn_once, faces_of, sign_of, svg, symbol, use

SIZE = "0 0 100 140"
SCALE = (1.12, 1.2, 1.27, 1.33, 1.38)
DROP = (60, 59, 58, 57, 58)
ARCH = "M40 232V110C40 50 120 24 240 24S440 50 440 110V232"


def numeral(rank: int) -> str:
    """The rank in the corner of a card."""
    return f'<use href="#n-{rank}" x="6.5" y="7" width="19" height="27" fill="var(--o)"/>'


def card(known: Card, copy: int = 0) -> Markup:
    """A card of Famiglia, drawn where it stands."""
    return svg(f"art fam-{known.family}", SIZE, body_of(known, copy))


@cache
def face(known: Card, copy: int = 0) -> Markup:
    """A card of Famiglia on a page that has all faces of the game already."""
    return svg(f"art fam-{known.family}", SIZE, use(name_of(known, copy)))


def name_of(known: Card, copy: int) -> str:
    """The name under which a page has a face."""
    return f"c-{known}-{copy}"


@faces_of.register
@cache
def famiglia_faces(game: Famiglia, words: Language) -> Markup:
    """The faces of all cards, which have no names on them."""
    faces = [(card, copy) for card in CARDS for copy in range(COPIES[card.rank])]
    return drawn_once((name_of(*face), body_of(*face)) for face in faces)


def body_of(known: Card, copy: int) -> str:
    """A card of Famiglia: frame, face, index, ability, rank again as pips, and points. Copies differ in the face."""
    family, rank = known.family, known.rank
    rays = f'<g transform="translate(57 56)">{use("glory" if rank == 4 else "sun")}</g>' if rank >= 3 else ""
    bust_ = "".join(use(part) for part in bust(family, rank, copy))
    ability = symbol(f"a-{family}", 8, 118, 17) if rank else ""
    pips = "".join(f'<use href="#pip" x="{48 - 4.5 * (rank - 1) + 9 * i:g}" y="126.5"/>' for i in range(rank))
    size = 16 if known.points < 10 else 14
    return (
        f'{use("fr-" + family)}<g clip-path="url(#win)">{rays}'
        f'<g transform="translate(57 {DROP[rank]}) scale({SCALE[rank]})">{bust_}</g></g>{use("ov-" + family)}'
        f'{numeral(rank)}{ability}<g fill="var(--o)">{pips}</g>'
        f'<g transform="translate(83 121)">{use("coin")}'
        f'<text y="5.7" text-anchor="middle" font-size="{size}" class="pts">{known.points}</text></g>'
    )


@sign_of.register
def index(known: Card) -> Markup:
    """The corner of a card alone, for use in sentences."""
    return svg(f"ix fam-{known.family}", "-1 -1 34 68", use("ix-" + known.family) + numeral(known.rank))


@sign_of.register
def index_on_the_street(known: StreetCard) -> Markup:
    """The corner of a Street card. Its place is not drawn."""
    return index(known.card)


@cache
def emblem(code: str) -> Markup:
    """The emblem of a family in a circle."""
    body = f'<rect width="30" height="30" rx="15" fill="var(--f)"/>{symbol("e-" + code, 5, 5, 20)}'
    return svg(f"em fam-{code}", "0 0 30 30", body)


def ability(known: Card) -> Markup:
    """The sign of a card's ability in a circle; for a 0, which has none, the emblem of its family."""
    sign = symbol(f"a-{known.family}", 6, 6, 18) if known.rank else symbol(f"e-{known.family}", 5, 5, 20)
    body = f'<rect width="30" height="30" rx="15" fill="var(--f)"/>{sign}'
    return svg(f"em fam-{known.family}", "0 0 30 30", body)


@back_of.register
@cache
def famiglia_back(game: Famiglia) -> Markup:
    """The back of Famiglia's cards."""
    return svg("art fam-F", SIZE, use("bf"))


@cache
def lid() -> Markup:
    """The lid of Famiglia's box, drawn as a cigar label: four chiefs under an arch, the name on a ribbon."""
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
    """The bust of a family's 4, for the lid."""
    parts = "".join(use(part) for part in bust(family, 4, 0))
    return f'<g class="fam-{family}" transform="translate({x} {y}) scale({scale})">{parts}</g>'


def medal(family: str, x: int) -> str:
    """The emblem of a family as a medal, for the lid."""
    return (
        f'<g class="fam-{family}" transform="translate({x} 44)">'
        '<circle r="21" fill="var(--g)" stroke="var(--i)" stroke-width="1.5"/>'
        f'<circle r="17" fill="var(--f)" stroke="var(--i)"/>{symbol("e-" + family, -11, -11, 22)}</g>'
    )
