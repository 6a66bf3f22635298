"""The faces of Gangs: the parts of a bust, in the order in which they are painted.

Faces are paper and ink, without skin colours; dress and trade tell who somebody is. The people at the table wear
nothing that a gang wears: it would look like a hint at an alliance.
"""

from __future__ import annotations

from random import Random

GANGSTERS = {
    "B": "sh-2 ct-apron hd-square bd-burns ns-broad ey-narrow br-bushy mo-frown mu-handlebar ht-boater",
    "D": "sh-2 ct-cape hd-oval ns-fine ht-mask ey-open mo-smirk bd-goatee",
    "N": "sh-1 ct-bow hd-long brim ns-fine ey-monocle br-cocked mo-smirk mu-pencil ht-top",
    "L": "sh-0 ct-pearls bk-wave hd-heart brim ns-fine ey-lash br-thin mo-lips mk-earring ht-plume",
    "K": "sh-3 ct-braces hd-square bd-stubble ns-bent ey-lidded br-angry mo-grin mk-plaster ht-slick",
    "R": "sh-1 ct-kerchief hd-long brim bd-full ns-fine ey-narrow br-flat mo-line ht-newsboy",
    "E": "sh-2 ct-robe hd-long ns-fine ey-narrow br-flat mo-line ht-hood",
    "P": "sh-1 ct-kerchief hd-round brim bd-burns ns-broad ey-wink br-cocked mo-pipe ht-bowler",
}
VARIED = {  # parts that differ between members of one gang; their dress never does
    "ey": ("narrow", "lidded", "open", "wink"),
    "br": ("angry", "bushy", "flat", "cocked", "thin"),
    "mo": ("line", "smirk", "frown"),
    "hd": ("oval", "square", "long", "round"),
}
KEPT = {"ey-monocle", "ey-lash", "mo-pipe", "mo-lips", "br-thin", "hd-heart"}


def gangster(gang: str, copy: int) -> list[str]:
    """The parts of one member of a gang. Copy 0 is the boss; the others vary in the face."""
    parts = GANGSTERS[gang].split()
    if copy == 0:
        return parts
    draw = Random(f"{gang}{copy}")
    return [
        f"{part[:2]}-{draw.choice(VARIED[part[:2]])}" if part[:2] in VARIED and part not in KEPT else part
        for part in parts
    ]


OPPONENTS = {
    "Toby": "sh-0 ct-roll hd-oval brim ns-fine ey-open br-flat mo-grin ht-cap",
    "Kit": "sh-0 ct-vest hd-heart ns-fine ey-wink br-thin mo-smirk mk-mole ht-curls",
    "Alfie": "sh-0 ct-roll hd-round brim ns-broad ey-open br-cocked mo-line mk-plaster ht-peaked",
    "Ned": "sh-0 ct-tie hd-long brim ns-bent ey-lidded br-flat mo-pick ht-beret",
    "Hattie": "sh-0 ct-tie bk-wave hd-heart brim ns-fine ey-lash br-thin mo-smirk ht-visor",
    "Mose": "sh-2 ct-vest hd-square bd-full ns-broad ey-narrow br-bushy mo-line ht-bald",
    "Jonah": "sh-1 ct-tie hd-long brim ns-fine ey-lidded br-cocked mo-line mu-walrus ht-homburg",
    "Nell": "sh-0 ct-trench bk-bob hd-oval brim ns-fine ey-open br-thin mo-lips ht-beret",
    "Bram": "sh-3 ct-roll hd-square bd-stubble brim ns-bent ey-patch br-angry mo-frown mk-plaster ht-cap",
    "Gus": "sh-3 ct-vest hd-round ns-broad ey-narrow br-bushy mo-grin mu-chevron mk-scar ht-bald",
    "Silas": "sh-2 ct-trench hd-long brim bd-full ns-bent ey-dark br-angry mo-line ht-fedora",
    "Rufus": "sh-3 ct-roll hd-square bd-burns ns-broad ey-wink br-cocked mo-cigar ht-curls",
    "Barney": "sh-3 ct-vest hd-round ns-broad ey-open br-flat mo-smirk mu-walrus ht-bald",
    "Minnie": "sh-0 ct-vest bk-wave hd-heart ns-fine ey-wink br-thin mo-lips mk-earring ht-curls",
    "Walt": "sh-2 ct-vest hd-long brim bd-burns ns-bent ey-lidded br-bushy mo-line ht-visor",
    "Flora": "sh-1 ct-tie bk-bob hd-oval brim ns-fine ey-lash br-cocked mo-holder ht-fedora",
    "Hiram": "sh-1 ct-vest hd-square brim bd-goatee ns-fine ey-wink br-cocked mo-smirk ht-visor",
    "Dot": "sh-0 ct-roll bk-bob hd-heart brim ns-fine ey-dark br-thin mo-smirk mk-mole ht-peaked",
    "Phineas": "sh-2 ct-fur hd-long mu-handlebar ns-fine ey-specs br-bushy mo-frown ht-bald",
    "Harriet": "sh-2 ct-trench bk-wave hd-square brim ns-broad ey-lidded br-flat mo-frown mk-earring ht-homburg",
    "Cornelia": "sh-2 ct-fur bk-wave hd-oval ns-fine ey-specs br-thin mo-lips mk-earring ht-curls",
    "Jasper": "sh-1 ct-tie hd-long brim mu-pencil ns-fine ey-dark br-flat mo-pick ht-fedora",
    "Ada": "sh-1 ct-vest bk-bob hd-oval brim ns-fine ey-lidded br-thin mo-lips mk-earring ht-cloche",
    "Otis": "sh-2 ct-fur hd-square brim bd-goatee ns-broad ey-specs br-bushy mo-line ht-homburg",
    "Ezra": "sh-3 ct-fur hd-square bd-full ns-broad ey-lidded br-bushy mo-cigar ht-bald",
    "Lavinia": "sh-2 ct-fur bk-wave hd-heart brim ns-fine ey-lash br-thin mo-holder mk-mole ht-cloche",
    "Abel": "sh-3 ct-fur hd-long brim mu-handlebar ns-bent ey-narrow br-angry mo-pipe ht-homburg",
    "Judith": "sh-2 ct-trench bk-bob hd-long brim ns-fine ey-specs br-cocked mo-holder mk-earring ht-fedora",
}  # fmt: skip
HATS = ("fedora", "homburg", "cap", "visor", "beret", "peaked", "bald", "curls")
COATS = ("tie", "vest", "roll", "trench", "fur")


def portrait(name: str) -> list[str]:
    """The parts of somebody at the table. A person's follow from the name."""
    if name in OPPONENTS:
        return OPPONENTS[name].split()
    draw = Random(f"{name} at the table")
    hat, coat = draw.choice(HATS), draw.choice(COATS)
    dress = [f"sh-{draw.randrange(3)}", f"ct-{coat}"]
    brim = ["brim"] * (hat not in ("bald", "curls"))
    if draw.random() < 0.5:
        hat = "cloche" if hat == "bald" else hat
        face = [f"bk-{draw.choice(('bob', 'wave'))}", f"hd-{draw.choice(('heart', 'oval'))}", *brim, "ns-fine"]
        face += [
            f"ey-{draw.choice(('lash', 'specs', 'open', 'lidded'))}",
            "br-thin",
            f"mo-{draw.choice(('lips', 'smirk'))}",
        ]
        return [*dress, *face, f"ht-{hat}"]
    face = [
        f"hd-{draw.choice(('oval', 'square', 'long', 'round'))}",
        *brim,
        f"ns-{draw.choice(('fine', 'bent', 'broad'))}",
    ]
    face += [f"ey-{draw.choice(('open', 'lidded', 'narrow', 'specs', 'dark'))}"]
    face += [f"br-{draw.choice(('bushy', 'flat', 'cocked'))}", f"mo-{draw.choice(('line', 'smirk', 'grin', 'pick'))}"]
    return [*dress, *face, *draw.choice(((), ("mu-walrus",), ("mu-pencil",), ("bd-full",))), f"ht-{hat}"]
