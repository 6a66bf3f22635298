"""The names that people may take."""

from __future__ import annotations

from functools import cache

from gangland.bots.levels import PEOPLE
from gangland.core.words import LANGUAGES, Language, mark
from gangland.server.errors import Refusal
from gangland.web.lookalikes import BLANK, key_of, tidy

LONGEST_NAME = 30


def clean_name(name: str) -> str:
    """The name without invisible characters. Raises Refusal if it is empty or too long."""
    cleaned = tidy(BLANK.sub("", name[:1000]))
    if not cleaned or len(cleaned) > LONGEST_NAME:
        raise Refusal(mark("A name must have 1 to {count} characters."), count=LONGEST_NAME)
    return cleaned


@cache
def house_keys() -> frozenset[str]:
    """The keys of the names of computer opponents, in every language."""
    names = (*PEOPLE, mark("Robot"), mark("Robot gangster"))
    return frozenset(key_of(Language(language).say(name)) for language in LANGUAGES for name in names)


@cache
def newcomer_keys() -> frozenset[str]:
    """The keys of what guests are called at first, in every language; such a name is nobody's own."""
    return frozenset(key_of(Language(language).say(mark("Guest"))) for language in LANGUAGES)


def is_of_house(name: str) -> bool:
    """Whether a name looks like that of a computer opponent, also with a number behind it."""
    return not house_keys().isdisjoint((key_of(name), key_of(name.rstrip(" 0123456789"))))
