"""The four languages: gettext catalogues in `locales/`, with English in the code itself."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from pathlib import Path

from gangland.errors import GanglandError
from gangland.letters import visible

DOMAIN = "gangland"
LOCALES = Path(__file__).resolve().parent / "locales"
LANGUAGES = ("en", "pl", "de", "hu")


def choose_language(asked: str | None, environ: Mapping[str, str]) -> str:
    """The one asked for, or what the locale says, in the order that gettext follows, or English."""
    locale = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    wishes = [] if locale in ("C", "POSIX") else [*environ.get("LANGUAGE", "").split(":"), locale]
    for name in [asked or "", *wishes]:
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return "en"


def mark(sentence: str) -> str:
    """Leave a sentence as it is, but list it in the catalogues."""
    return sentence


def mark_in(context: str, word: str) -> str:
    """The same for a word that is translated in its context only."""
    return word


class Words:
    """Says things in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        languages = [] if language == "en" else [language]
        self._catalogue = gettext.translation(DOMAIN, LOCALES, languages, fallback=language == "en")

    def say(self, sentence: str, **words: object) -> str:
        return self._catalogue.gettext(sentence).format(**words)

    def say_many(self, one: str, many: str, count: int, **words: object) -> str:
        return self._catalogue.ngettext(one, many, count).format(count=count, **words)

    def command(self, word: str) -> str:
        """The word by which a person calls one of the table's commands."""
        return self._catalogue.pgettext("command", word)

    def trouble(self, trouble: GanglandError) -> str:
        return visible(trouble.told(self._catalogue.gettext))


def teach_argparse(language: str) -> None:
    """argparse says its part in the process's language; let that be ours."""
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language


ARGPARSE = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("show program's version number and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("the following arguments are required: %s"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
    mark("unrecognized arguments: %s"),
    mark("expected one argument"),
)
