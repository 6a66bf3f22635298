"""How sentences are written on a page: with pictures of cards, names in bold, and everything else escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, singledispatch
from string import Formatter

from markupsafe import Markup, escape

from gangland.core.errors import GanglandError
from gangland.core.letters import visible
from gangland.core.sentence import Medium, Name, Speaker, Term
from gangland.registry import GAMES, load_room

STOPS = ";.,:"


@lru_cache(2000)
def picture(drawing: Markup, name: str) -> Markup:
    """A small drawing inside a sentence. Screen readers read its name."""
    return Markup('<span role="img" aria-label="{}">{}</span>').format(name, drawing)


@singledispatch
def picture_of(word: object, speaker: Speaker, case: str = "") -> Markup | None:
    """The picture of a word, or None if it has none."""
    return None


class HtmlMedium(Medium):
    """Writes sentences as HTML."""

    def write(self, word: object, speaker: Speaker, case: str = "") -> Markup:
        if isinstance(word, Name):
            return Markup("<b>{}</b>").format(word)
        if isinstance(word, tuple):
            return Markup(" ").join(self.write(part, speaker, case) for part in word)
        if drawn := picture_of(word, speaker, case):
            return drawn
        if isinstance(word, Term):
            return escape(speaker.translate(word.name, case=case))
        return escape(super().write(word, speaker, case))

    def cite(self, said: str, clause: str) -> Markup:
        """A sentence with a link to the chapter of the rules that has its clause."""
        address = rules_address(clause)
        link = Markup('<a href="{}" target="_blank">{}</a>').format(address, clause)
        return Markup("{} ({})").format(said, link if address else clause)

    def compose(self, template: str, words: Mapping[str, object], speaker: Speaker) -> Markup:
        """A template with its words filled in. A stop after a picture stays on its line."""
        parts = list(Formatter().parse(template))
        following = [literal for literal, *_ in parts[1:]] + [""]
        text, taken = Markup(""), 0
        for (literal, key, case, _), rest in zip(parts, following, strict=True):
            text, taken = text + literal[taken:], 0
            if key is None:
                continue
            said = self.write(words[key], speaker, case or "")
            if rest[:1] and rest[0] in STOPS and picture_of(words[key], speaker):
                said, taken = Markup('<span class="stick">{}{}</span>').format(said, rest[0]), 1
            text += said
        return text


HTML = HtmlMedium()


def rules_address(clause: str) -> str:
    """The address of the chapter with a clause, or an empty text if no page tells the rules of its game."""
    chapter = clause.partition(".")[0]
    games = (game for game in GAMES.values() if game.clauses and game.clauses == chapter.rstrip("0123456789"))
    return next((f"/rules/{game.rulebook}#{chapter}" for game in games), "")


def write_error(error: GanglandError, speaker: Speaker) -> Markup:
    """The sentence of an error on a page, with cards as pictures."""
    return Markup(visible(speaker.translate(error.sentence, HTML)))


load_room(__name__)
