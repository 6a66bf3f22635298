"""How sentences are written on a page: with pictures of cards, names in bold, and everything else escaped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter

from markupsafe import Markup, escape

from gangland.core.errors import GanglandError
from gangland.core.letters import visible
from gangland.core.sentence import Medium, Name, Sentence, Speaker, Term
from gangland.registry import GAMES
from gangland.web.art import sign_of

STOPS = ";.,:"


@lru_cache(2000)
def name_of(term: Term, speaker: Speaker, case: str = "") -> str:
    """The name of a card, a gang or a spot in this language, such as “Brute 3”."""
    return speaker.translate(term.name, case)


@lru_cache(2000)
def picture_of(term: Term, speaker: Speaker, case: str = "") -> Markup:
    """The sign of a card or gang inside a sentence. Screen readers read its name. What has no sign is its name."""
    name, sign = name_of(term, speaker, case), sign_of(term)
    return Markup('<span role="img" aria-label="{}">{}</span>').format(name, sign) if sign else escape(name)


@lru_cache(2000)
def parts_of(template: str) -> tuple[tuple[str, str | None, str, str], ...]:
    """The parts of a template: text, the key and the case of the word after it, and the letter after that word."""
    parts = list(Formatter().parse(template))
    following = [literal[:1] for literal, *_ in parts[1:]] + [""]
    return tuple((text, key, case or "", rest) for (text, key, case, _), rest in zip(parts, following, strict=True))


class HtmlMedium(Medium):
    """Writes sentences as HTML."""

    def write(self, word: object, speaker: Speaker, case: str = "") -> Markup:
        if isinstance(word, Name):
            return Markup(f"<b>{escape(word)}</b>")
        if isinstance(word, tuple):
            return Markup(" ").join(self.write(part, speaker, case) for part in word)
        if isinstance(word, Term):
            return picture_of(word, speaker, case)
        return escape(super().write(word, speaker, case))

    def say(self, sentence: Sentence, speaker: Speaker, case: str = "") -> Markup:
        said = self.compose(speaker.template(sentence, case), sentence.words, speaker)
        return self.cite(said, sentence.clause) if sentence.clause else said

    def cite(self, said: Markup, clause: str) -> Markup:
        """A sentence with a link to its clause in the rules."""
        address = rules_address(clause)
        link = Markup('<a href="{}" target="_blank">{}</a>').format(address, clause)
        return Markup("{} ({})").format(said, link if address else clause)

    def compose(self, template: str, words: Mapping[str, object], speaker: Speaker) -> Markup:
        """A template with its words filled in. A stop after a picture stays on its line."""
        text, taken = "", 0
        for literal, key, case, rest in parts_of(template):
            text, taken = text + escape(literal[taken:]), 0
            if key is None:
                continue
            said = self.write(words[key], speaker, case)
            if rest and rest in STOPS and sign_of(words[key]):
                said, taken = Markup(f'<span class="stick">{said}{rest}</span>'), 1
            text += said
        return Markup(text)


class AloudMedium(Medium):
    """Writes sentences as they are read aloud: things by their names, and no notation."""

    def write(self, word: object, speaker: Speaker, case: str = "") -> str:
        return name_of(word, speaker, case) if isinstance(word, Term) else super().write(word, speaker, case)


HTML = HtmlMedium()
ALOUD = AloudMedium()


def rules_address(clause: str) -> str:
    """The address of a clause in the rules, or an empty text if no page tells the rules of its game."""
    games = (game for game in GAMES.values() if game.clauses and game.clauses == clause.rstrip("0123456789."))
    return next((f"/rules/{game.rulebook}#{clause}" for game in games), "")


def write_error(error: GanglandError, speaker: Speaker) -> Markup:
    """The sentence of an error on a page, with cards as pictures."""
    return Markup(visible(HTML.say(error.sentence, speaker)))
