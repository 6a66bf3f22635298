"""Any card answers: what a piece is, what it is worth and can do, and why it cannot be used now.

The reasons are the sentences with which the rules refuse the moves that the piece would be used for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import singledispatch

from markupsafe import Markup

from gangland.core.errors import GanglandError, InvalidNotation
from gangland.core.game import Code, View
from gangland.core.rooms import load_room
from gangland.core.sentence import Sentence
from gangland.core.words import Language, mark
from gangland.web.clicks import Click
from gangland.web.pov import Pov
from gangland.web.sentences import HtmlMedium, rules_address

NOT_YOUR_TURN = mark("It is not your turn.")


@dataclass(frozen=True)
class Need:
    """A card that a move asks for, and whether the viewer has it."""

    picture: Markup
    held: bool


Needs = tuple[str, tuple[Need, ...]]  # some words, and the cards after them


@dataclass(frozen=True)
class Use:
    """One use of a piece, in words, and the cards that it asks for."""

    possible: bool | None  # None if it is not for the viewer to use
    say: Markup
    needs: tuple[Needs, ...] = ()


@dataclass(frozen=True)
class Answer:
    """What a piece answers to whoever asks about it."""

    piece: str  # its id on the page
    art: Markup
    name: str
    facts: tuple[str, ...]
    ability: str = ""  # a sentence, or lines
    sign: Markup | str = ""  # the sign of the ability, or a drawing of where the piece lies
    uses: tuple[Use, ...] = ()
    note: Markup | str = ""
    act: tuple[str, Click] | None = None  # the word for what a click on the piece does


@singledispatch
def answer_of(view: View, piece: str, pov: Pov) -> Answer | None:
    """The answer of the piece with this id, or None if no such piece lies there. A plain board has no pieces."""
    return None


@singledispatch
def code_of(view: View, piece: str, pov: Pov) -> Code | None:
    """What moves of the viewer name when they use the piece with this id. It is None if none could."""
    return None


class Clauses(HtmlMedium):
    """Writes sentences as HTML, with the clause that they cite as a small link behind them."""

    def cite(self, said: Markup, clause: str) -> Markup:
        pill = Markup('{} <a class="clause" href="{}" target="_blank">{}</a>')
        return pill.format(said, rules_address(clause), clause) if clause else said


CLAUSES = Clauses()


def write(words: Language, *sentences: Sentence) -> Markup:
    """Sentences with their clauses, one after the other. If several cite the same clause, the last of them does."""
    following = (*(sentence.clause for sentence in sentences[1:]), "")[: len(sentences)]
    said = (
        CLAUSES.say(replace(sentence, clause="") if sentence.clause == after else sentence, words)
        for sentence, after in zip(sentences, following, strict=True)
    )
    return Markup(" ").join(said)


def use(words: Language, possible: bool | None, head: str | Sentence, *reasons: Sentence) -> Use:
    """A use of a piece: what can or cannot be done in bold, and then why."""
    said = head if isinstance(head, Sentence) else Sentence(head)
    bold = Markup("<b>{}</b>").format(write(words, replace(said, clause="")))
    return Use(possible, Markup(" ").join([CLAUSES.cite(bold, said.clause), write(words, *reasons)]))


def refusals(view: View, moves: Iterable[str]) -> tuple[Sentence, ...]:
    """The sentences with which the rules refuse moves of the viewer's, each once. Legal moves have none."""
    game = view.game
    position = game.position_from_view(view)
    found: dict[str, Sentence] = {}
    for text in moves:
        try:
            refusal: GanglandError | None = game.why_illegal(position, game.move_type.parse(text))
        except InvalidNotation as error:
            refusal = error
        if refusal:
            found.setdefault(str(refusal), refusal.sentence)
    return tuple(found.values())


load_room(__name__)
