"""The faces of Gangs: the parts of a bust, in the order in which they are painted.

Faces are paper and ink, without skin colours; dress and trade tell who somebody is.
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
