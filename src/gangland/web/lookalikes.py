"""Finds names that look the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.metadata import version

from confusable_homoglyphs.confusables import confusables_data

LONGEST_KEY = 80
# Characters that no font shows: Default_Ignorable_Code_Point, an empty Braille cell, a note without a head
BLANK = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
SECOND_DOT = re.compile("(?<=[ij\u0131\u0237])\u0307")  # a dot that replaces the letter's own, and so looks like it
KEYS = f"1 {version('confusable_homoglyphs')} {unicodedata.unidata_version}"  # stored keys of another kind are renewed


def tidy(text: str) -> str:
    """The text in one line, without control characters or invisible ones."""
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or char.isprintable())
    return " ".join(unicodedata.normalize("NFC", kept).split())


@lru_cache(4096)
def key_of(name: str) -> str:
    """A key that is equal for names that look alike, in large or small letters: “Victim”, “VICTIM”, “Vlctim”.

    This is the skeleton of Unicode's UTS 39, made to follow both cases, as an I looks like an l and is an i.
    """
    text = unicodedata.normalize("NFKD", "".join(tidy(BLANK.sub("", name[:LONGEST_KEY])).split()).casefold())
    return skeleton(skeleton(SECOND_DOT.sub("", text).upper()).casefold())[:LONGEST_KEY]


def skeleton(text: str) -> str:
    """The text with each letter replaced by the one that stands for its lookalikes (UTS 39)."""
    return unicodedata.normalize("NFD", "".join(map(prototype, unicodedata.normalize("NFD", text))))


def prototype(char: str) -> str:
    """The letter that stands for all that look like this one: the one with most lookalikes in the library's data."""
    return max([char, *looks_like(char)], key=lambda text: (len(looks_like(text)), len(text), text))


def looks_like(text: str) -> list[str]:
    """The texts that look like this one, by the library's data."""
    return [found["c"] for found in confusables_data.get(text, ())]
