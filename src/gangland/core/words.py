"""The four languages: gettext catalogues in `locales/`, with English in the code itself."""

from __future__ import annotations

import gettext
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from gangland.core.errors import GanglandError
from gangland.core.letters import visible
from gangland.core.sentence import Sentence, Speaker

DOMAIN = "gangland"
COURSE_DOMAIN = "course"  # the sentences of the lessons, in catalogues of their own
LOCALES = Path(__file__).resolve().parents[1] / "locales"
LANGUAGES = ("en", "pl", "de", "hu")


def choose_language(asked: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: the one asked for, or else that of the locale in gettext's order, or else English."""
    locale = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    wishes = [] if locale in ("C", "POSIX") else [*environ.get("LANGUAGE", "").split(":"), locale]
    for name in [asked or "", *wishes]:
        if name[:2].lower() in LANGUAGES and not name[2:3].isalpha():
            return name[:2].lower()
    return "en"


def mark(sentence: str) -> str:
    """Return a sentence as it is. The call lists it in the catalogues, to be translated later."""
    return sentence


def mark_in(context: str, word: str) -> str:
    """Return a word as it is. The call lists it in the catalogues under a context, to be translated later."""
    return word


def mark_many(one: str, many: str) -> tuple[str, str]:
    """Return both forms of a sentence, about one thing and about several. The call lists them in the catalogues."""
    return one, many


class Language(Speaker):
    """Translates sentences into one language."""

    def __init__(self, code: str) -> None:
        self.code = code  # like “en”
        self._said: dict[str, str] = {}  # what was said without words
        languages = [] if code == "en" else [code]
        self._catalogue = gettext.translation(DOMAIN, LOCALES, languages, fallback=code == "en")
        self._catalogue.add_fallback(gettext.translation(COURSE_DOMAIN, LOCALES, languages, fallback=True))

    def say(self, sentence: str, **words: object) -> str:
        """A sentence in this language, its placeholders filled with the words."""
        if words:
            return self._catalogue.gettext(sentence).format(**words)
        if sentence not in self._said:
            self._said[sentence] = self._catalogue.gettext(sentence).format()
        return self._said[sentence]

    def say_many(self, one: str, many: str, count: int, **words: object) -> str:
        """A sentence in this language, in the grammatical number that the count needs."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **words)

    def figures(self, text: str) -> str:
        """Figures as this language writes them: its decimal sign, and in German a space before the percent sign."""
        if self.code == "en":
            return text
        return text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%" if self.code == "de" else "%")

    def command(self, word: str) -> str:
        """The word for one of the table's commands in this language."""
        return self._catalogue.pgettext("command", word)

    def template(self, sentence: Sentence, case: str) -> str:
        """The translated template, in a grammatical case if the catalogue has it as a context.

        Otherwise it is in the plain form.
        """
        if sentence.many:
            return self._catalogue.ngettext(sentence.template, sentence.many, cast(int, sentence.words["count"]))
        return found_template(self._catalogue, sentence.template, case)

    def error(self, error: GanglandError) -> str:
        """The sentence of an error in this language, without characters that could steer a terminal."""
        return visible(self.translate(error.sentence))


@lru_cache(10_000)
def found_template(catalogue: gettext.NullTranslations, template: str, case: str) -> str:
    """A template as a catalogue has it, in a case if it has that. gettext takes long to say that it has none."""
    found = catalogue.pgettext(case, template) if case else template
    return found if found != template else catalogue.gettext(template)


@cache
def language_of(code: str) -> Language:
    """The language of a code; every caller gets the same."""
    return Language(code)


def teach_argparse(language: str) -> None:
    """Let argparse speak this language: it takes its sentences from our catalogues."""
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
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    *mark_many("expected %s argument", "expected %s arguments"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("ignored explicit argument %r"),
)
