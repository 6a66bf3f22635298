"""What the sentences of a course are about: placeholders such as {F3} and {b4} stand for cards, gangs and spots."""

from __future__ import annotations

from string import Formatter

from gangland.core.game import Game
from gangland.core.sentence import Sentence, Term


def term_of(game: Game, code: str) -> Term:
    """What a placeholder of a game's course stands for. Raises InvalidNotation."""
    spots = game.spot_type
    return spots.parse(code) if spots and code in spots.texts else game.card_type.parse(code)


def sentence_of(game: Game, template: str, clause: str = "", **words: object) -> Sentence:
    """A sentence of a course with everything that it names. Raises InvalidNotation for an unknown one."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    terms = {name: term_of(game, name) for name in names - words.keys()}
    return Sentence(template, terms | words, clause=clause)
