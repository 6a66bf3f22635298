"""Which names people may take."""

from __future__ import annotations

from functools import cache

from gangland.bots.levels import NAMES
from gangland.server.errors import Refusal
from gangland.web.lookalikes import BLANK, key_of, tidy
from gangland.words import LANGUAGES, Language, mark

LONGEST_NAME = 30


def clean_name(name: str) -> str:
    """The name without what cannot be seen; raises Refusal if nothing is left, or too much."""
    cleaned = tidy(BLANK.sub("", name[:1000]))
    if not cleaned or len(cleaned) > LONGEST_NAME:
        raise Refusal(mark("A name has between 1 and {count} letters."), count=LONGEST_NAME)
    return cleaned


@cache
def house_keys() -> frozenset[str]:
    """Of the opponents of the computer, in every language."""
    names = (*NAMES, mark("Robot"), mark("Robot gangster"))
    return frozenset(key_of(Language(language).say(name)) for language in LANGUAGES for name in names)


@cache
def newcomer_keys() -> frozenset[str]:
    """What everybody is called at first is nobody's own."""
    return frozenset(key_of(Language(language).say(mark("Guest"))) for language in LANGUAGES)


def is_of_house(name: str) -> bool:
    """Also with a number, as namesakes at a table are told apart by."""
    return not house_keys().isdisjoint((key_of(name), key_of(name.rstrip(" 0123456789"))))
