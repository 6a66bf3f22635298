"""The names of gangs and spots on a page, and the emblems of gangs."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from gangland.core.sentence import Speaker
from gangland.gangs import Gang, Spot
from gangland.web.art import gangs as art
from gangland.web.names import picture, picture_of


@lru_cache(1000)
def gang_name(gang: Gang, speaker: Speaker, case: str = "") -> str:
    """The name of a gang in this language."""
    return speaker.translate(gang.name, case=case)


@lru_cache(1000)
def spot_name(spot: Spot, speaker: Speaker) -> str:
    """The name of a spot: a street's, which is not translated, or that of the top."""
    return speaker.translate(spot.name)


@picture_of.register
def gang_picture(gang: Gang, speaker: Speaker, case: str = "") -> Markup:
    """The emblem of a gang, read aloud as its name in a case."""
    return picture(art.emblem(gang), gang_name(gang, speaker, case))
