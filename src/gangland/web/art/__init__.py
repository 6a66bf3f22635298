"""Every card of the two games as SVG: the parts are drawn in parts.svg, and composed here."""

from gangland.web.art.cards import (
    back,
    back_of,
    boss,
    emblem,
    face,
    famiglia,
    family_emblem,
    gang,
    index,
    plate,
    sprite,
)
from gangland.web.art.titles import title_famiglia, title_gangs

__all__ = [
    "back", "back_of", "boss", "emblem", "face", "famiglia", "family_emblem", "gang", "index", "plate", "sprite",
    "title_famiglia", "title_gangs",
]  # fmt: skip
