"""Busts of gangsters: their parts, in the order in which they are painted. Cards and people at every table have them.

Faces are paper and ink, without skin colours; dress and trade tell who somebody is. The higher the rank, the more
imposing. The same family, rank and copy always have the same face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, singledispatch
from random import Random
from zlib import crc32

from markupsafe import Markup

from gangland.bots import Level
from gangland.core.game import Game
from gangland.web.art.drawing import svg, use


@dataclass(frozen=True)
class Taste:
    """The parts that a family's faces are drawn from: dress, eyes, mouths and marks."""

    hats: tuple[str, ...]
    plain_hats: tuple[str, ...]  # the hats of the five 0s
    womens_hats: tuple[str, ...]
    womens_coat: str
    eyes: tuple[str, ...]
    coats: tuple[str, ...]
    marks: tuple[str, ...]
    mouths: tuple[str, ...]


TASTES = {
    "F": Taste(
        hats=("fedora", "homburg", "fedora", "slick", "bowler"),
        plain_hats=("slick", "cap", "newsboy", "cap", "bald"),
        womens_hats=("cloche", "plume", "fedora"),
        womens_coat="pearls",
        eyes=("narrow", "lidded", "open", "dark", "wink"),
        coats=("tie", "bow", "vest", "tie"),
        marks=("mole", "scar"),
        mouths=("line", "smirk", "cigar", "frown"),
    ),
    "A": Taste(
        hats=("visor", "bowler", "boater", "slick", "visor", "curls"),
        plain_hats=("visor", "slick", "boater", "curls", "visor"),
        womens_hats=("visor", "cloche", "boater"),
        womens_coat="bow",
        eyes=("specs", "specs", "open", "monocle", "lidded"),
        coats=("vest", "bow", "tie", "vest"),
        marks=("mole", "mole"),
        mouths=("line", "frown", "smirk", "pick"),
    ),
    "B": Taste(
        hats=("cap", "bald", "newsboy", "slick", "bowler", "curls", "cap"),
        plain_hats=("cap", "curls", "newsboy", "bald", "cap"),
        womens_hats=("cap", "newsboy", "curls"),
        womens_coat="kerchief",
        eyes=("narrow", "lidded", "narrow", "open"),
        coats=("braces", "roll", "braces", "kerchief"),
        marks=("plaster", "scar", "brow"),
        mouths=("frown", "grin", "pick", "line"),
    ),
    "M": Taste(
        hats=("beret", "peaked", "fedora", "cap", "beret", "bald"),
        plain_hats=("beret", "cap", "slick", "beret", "newsboy"),
        womens_hats=("beret", "peaked", "cloche"),
        womens_coat="trench",
        eyes=("patch", "narrow", "lidded", "dark", "open"),
        coats=("trench", "roll", "trench", "kerchief"),
        marks=("scar", "brow"),
        mouths=("line", "pick", "smirk", "cigar"),
    ),
}
CHIEFS = {  # the one 4 of each family is composed by hand
    "F": "sh-3 ct-fur hd-square brim ns-fine ey-lidded br-bushy mo-cigar mu-chevron ht-homburg",
    "A": "sh-3 ct-vest hd-round brim bd-burns ns-broad ey-monocle br-cocked mo-line mu-handlebar ht-top",
    "B": "sh-3 ct-braces hd-square brim mk-scar ns-bent ey-narrow br-angry mo-grin bd-stubble ht-bowler",
    "M": "sh-3 ct-trench hd-long brim mk-scar ns-fine ey-patch br-angry mo-pipe mu-walrus ht-peaked",
}
HAIR = ("", "mu-pencil", "mu-handlebar", "mu-chevron", "mu-walrus", "bd-full", "bd-stubble", "mu-pencil bd-goatee")
OPPONENTS = {  # by family, rank and copy
    "Nico": ("F", 0, 1), "Lina": ("M", 2, 0), "Vincent": ("F", 3, 1), "Otto": ("B", 3, 0), "Vera": ("A", 2, 1),
    "Edmund": ("A", 4, 0), "Aurelio": ("F", 4, 0),
}  # fmt: skip
FACES = 5  # ranks of a face, from 0 to 4
BARE = ("slick", "bald", "curls")


def bust(family: str, rank: int, copy: int) -> list[str]:
    """The parts of one gangster of Famiglia. The 4s are composed by hand."""
    if rank == 4:
        return CHIEFS[family].split()
    draw = Random(f"{family}{rank}{copy}gangland2")
    build = (0, 0, 1, 2)[rank] + (family == "B" and rank < 3)
    is_woman = (rank * 7 + copy * 4 + list(TASTES).index(family) * 3) % 5 in (1, 3)
    compose = woman if is_woman else man
    return [f"sh-{build}", *compose(family, rank, copy, draw)]


def face(family: str, rank: int, copy: int) -> Markup:
    """The head of a gangster, as the portrait of somebody at the table."""
    parts = "".join(use(part) for part in bust(family, rank, copy))
    return svg(
        f"fam-{family}",
        "30 20 54 54",
        f'<rect width="100" height="140" fill="var(--t)"/><g transform="translate(57 58) scale(1.2)">{parts}</g>',
    )


def rank_of(level: Level, count: int) -> int:
    """The rank that the face of an opponent shows: the higher its level of so many, the more imposing."""
    return round((level.number - 1) * (FACES - 1) / max(1, count - 1))


@singledispatch
def portrait_of(game: Game, name: str, rank: int | None = None) -> Markup:
    """The face of somebody at a table of this game. It follows from the name; an opponent's rank is 0 to 4."""
    return portrait(name, rank)


@lru_cache(1000)
def portrait(name: str, rank: int | None) -> Markup:
    """The face of somebody at a table of Famiglia, and of every game without faces of its own."""
    if name in OPPONENTS:
        return face(*OPPONENTS[name])
    number = crc32(name.encode())
    rank = 1 + number % 3 if rank is None else rank
    return face("FAM"[number // 3 % 3], rank, number // 11 % (5 - rank))


def woman(family: str, rank: int, copy: int, draw: Random) -> list[str]:
    """The parts of a woman's bust, without the shoulders."""
    taste = TASTES[family]
    hat = taste.womens_hats[(copy + rank) % 3]
    coat = taste.womens_coat if (copy + rank) % 3 else "pearls"
    eyes = "specs" if family == "A" and copy % 2 == 0 else "patch" if family == "M" and rank == 3 else "lash"
    parts = [f"ct-{coat}", f"bk-{('bob', 'wave')[copy % 2]}", f"hd-{('heart', 'oval')[draw.randrange(2)]}"]
    parts += ["brim"] * (hat != "curls")
    parts += ["ns-fine", f"ey-{eyes}", "br-thin", "mo-holder" if rank >= 2 else "mo-lips"]
    parts += ["mk-earring"] * (rank > 0)
    mark = taste.marks[draw.randrange(len(taste.marks))]
    parts += [f"mk-{mark}"] * (draw.random() < 0.25 + 0.1 * rank)
    return [*parts, f"ht-{hat}"]


def man(family: str, rank: int, copy: int, draw: Random) -> list[str]:
    """The parts of a man's bust, without the shoulders."""
    taste = TASTES[family]
    hat = taste.hats[(copy + rank * 2) % len(taste.hats)] if rank else taste.plain_hats[copy]
    mouths = taste.mouths if rank else taste.mouths[:2]
    parts = [
        f"ct-{taste.coats[(copy + rank) % len(taste.coats)]}",
        f"hd-{('oval', 'square', 'long', 'round')[draw.randrange(4)]}",
    ]
    hair = draw.choice(HAIR if rank else ("", "", "bd-burns")).split()
    parts += ["brim"] * (hat not in BARE) + hair
    parts += [
        f"ns-{draw.choice(('fine', 'bent', 'broad'))}",
        f"ey-{taste.eyes[(copy + rank) % len(taste.eyes)]}",
        f"br-{draw.choice(('angry', 'bushy', 'flat', 'cocked'))}",
        f"mo-{mouths[(copy + rank) % len(mouths)]}",
    ]
    mark = draw.choice(taste.marks)
    parts += [f"mk-{mark}"] * (draw.random() < 0.15 + 0.2 * rank)
    return [*parts, f"ht-{hat}"]
