"""Which names look the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.metadata import version

from confusable_homoglyphs.confusables import confusables_data

LONGEST_KEY = 80
# What no font shows: Unicode's Default_Ignorable_Code_Point, an empty Braille cell and a note without a head
BLANK = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
SECOND_DOT = re.compile("(?<=[ij\u0131\u0237])\u0307")  # which takes the place of the first
KEYS = f"1 {version('confusable_homoglyphs')} {unicodedata.unidata_version}"  # keys of another making are made anew


def tidy(text: str) -> str:
    """One line without control characters or invisible ones."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or char.isprintable())
    return " ".join(unicodedata.normalize("NFC", kept).split())


@lru_cache(4096)
def key_of(name: str) -> str:
    """The same for all names that look alike, in large or small letters: “Victim”, “VICTIM”, “Vlctim”, “V\u0456ctim”.

    This is the skeleton of Unicode's UTS 39, made to follow both cases, as an I looks like an l and is an i.
    """
    text = unicodedata.normalize("NFKD", "".join(tidy(BLANK.sub("", name[:LONGEST_KEY])).split()).casefold())
    return skeleton(skeleton(SECOND_DOT.sub("", text).upper()).casefold())[:LONGEST_KEY]


def skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", "".join(map(prototype, unicodedata.normalize("NFD", text))))


def prototype(char: str) -> str:
    """What stands for everything that looks like this: the middle of a star in the library's data."""
    return max([char, *looks_like(char)], key=lambda text: (len(looks_like(text)), len(text), text))


def looks_like(text: str) -> list[str]:
    return [found["c"] for found in confusables_data.get(text, ())]
