"""Jinja with what every page needs. Pages are made from values: no request and no database reaches a template.

Templates are compiled once for each language, with their sentences translated, so a page does no work that is the same
each time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from gangland.core.words import Language, mark
from gangland.learn.rulebook import CREDITS, UNOFFICIAL, has_book
from gangland.web import art
from gangland.web.assets import address_of, build
from gangland.web.clock import write_clock

if TYPE_CHECKING:
    from gangland.web.boards.pieces import Piece

HERE = Path(__file__).parent
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
MOST_KEPT = 5_000  # parts kept as HTML; each has at most about two thousand bytes
LANGUAGE_NAMES = (("en", "English"), ("pl", "Polski"), ("de", "Deutsch"), ("hu", "Magyar"))

HAT = Markup(
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8.5 2H15.5L16.5 11H7.5ZM2 12.5C6 14.5 18 14.5 22 12.5'
    'C22 16.5 18 17.5 12 17.5S2 16.5 2 12.5ZM7 19.5H17V22H7Z"/></svg>'
)
BROOM = Markup('<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#broom"/></svg>')
FIST = Markup(
    '<svg class="fist" viewBox="0 0 34 24" aria-hidden="true"><path d="M0 6H6V20H0ZM7.5 7C11 7 13 4 16.5 4H21C23 4 23 '
    "7.2 21 7.2H31C33.6 7.2 33.6 11 31 11H22.5C24.6 11.3 24.4 14.6 22.2 14.6C23.6 15.3 23.2 18 21.2 18C22 19.2 21.3 "
    '21 19.6 21H14C11 21 10 19.5 7.5 19.5Z"/></svg>'
)
STAR = Markup('<svg class="ally" viewBox="0 0 24 24" aria-hidden="true"><use href="#star"/></svg>')
CROSS = Markup('<svg class="sign no" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5l14 14M19 5L5 19"/></svg>')

# What a click does, by the verb of its move; read aloud where the card shows no word.
BUTTON_LABELS = {
    "take": mark("Take"), "play on": mark("Reduce"), "swap": mark("exchange"), "climb": mark("Climb"),
    "fill": mark("Move up"), "expel": mark("Expel"), "reveal": mark("Reveal"),
}  # fmt: skip


@lru_cache(MOST_KEPT)
def draw_once(words: Language, macro: str, *values: Hashable) -> Markup:
    """The HTML of a macro for some values, drawn once for all pages: a card that nothing can be done with, a banner."""
    drawn: Markup = getattr(template("macros.html", words).module, macro)(*values)
    return drawn


@lru_cache(MOST_KEPT // 5)
def draw_part(words: Language, name: str, pile: Hashable) -> Markup:
    """The HTML of a drawer with a pile, drawn once for all who see the same in it."""
    return Markup(template(name, words).render(pile=pile))


@dataclass(frozen=True)
class Pencil:
    """Draws the pieces of a page. A piece that looks the same on many pages is drawn once for all of them."""

    words: Language
    link: Callable[[tuple[str, ...]], str]  # the address of the page with these picks

    def card(self, piece: Piece) -> Markup:
        """A card, as it lies on the table."""
        return self._draw("card", piece)

    def cards(self, pieces: Iterable[Piece]) -> Markup:
        """Cards, one after the other."""
        return Markup("".join(self._draw("card", piece) for piece in pieces))

    def spots(self, pieces: Iterable[Piece]) -> Markup:
        """Spots of a pyramid, one after the other."""
        return Markup("".join(self._draw("spot", piece) for piece in pieces))

    def _draw(self, macro: str, piece: Piece) -> Markup:
        is_pick = piece.click is not None and piece.click.move is None
        return draw_once(self.words, macro, piece, self.link(piece.click.picks) if piece.click and is_pick else "")


@lru_cache(MOST_KEPT)
def escaped(text: str) -> Markup:
    """A text as HTML."""
    return escape(text)


class Unindented(FileSystemLoader):
    """Reads templates without their indentation, which is for readers of the source only."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return INDENTATION.sub("", source), path, is_current


class Translator(NodeTransformer):
    """Puts translations into a template: `say("…")`, where all is known, becomes the text itself."""

    def __init__(self, words: Language) -> None:
        self.words = words

    def visit_Call(self, call: nodes.Call) -> nodes.Expr:  # noqa: N802 - Jinja names it
        """Translate the sentence of a call, or leave the call as it is."""
        self.generic_visit(call)
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            known = [*call.args, *(word.value for word in call.kwargs)]
            if all(isinstance(value, nodes.Const) for value in known):
                words = {word.key: word.value.as_const() for word in call.kwargs}
                return nodes.Const(self.words.say(*(value.as_const() for value in call.args), **words))
        return call


class SpokenTemplates(CodeGenerator):
    """Compiles templates in the language of their environment."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """Compile a template, with its sentences translated."""
        words = self.environment.globals["words"]
        assert isinstance(words, Language)
        super().visit_Template(Translator(words).visit(node), frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.written(")


class DirectCalls(Context):
    """Calls what a template calls. Jinja's own looks first whether that wants the context, which nothing here does."""

    def call(self, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call something with these arguments."""
        kwargs.pop("_loop_vars", None)  # for those who want the context
        kwargs.pop("_block_vars", None)
        return called(*args, **kwargs)


class SpokenEnvironment(Environment):
    """An environment of one language. What all of its templates know is one dictionary, made before the first."""

    code_generator_class = SpokenTemplates
    context_class = DirectCalls

    @staticmethod
    def written(value: object) -> str:
        """A value as a template writes it. Most are HTML already, or a text that was written before."""
        if type(value) is Markup:
            return value
        return escaped(value) if type(value) is str else escape(value)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows. Jinja's own chains dictionaries, and walks them with every template that is used."""
        return {**self.globals, **d} if d else self.globals


@cache
def environment(words: Language) -> Environment:
    """The Jinja environment of all templates in a language, made once."""
    jinja = SpokenEnvironment(
        loader=Unindented(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # all of them
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(clock=write_clock, moment=moment)
    jinja.globals.update(
        words=words, say=words.say, say_many=words.say_many, sprite=art.sprite(), mark_svg=HAT, broom=BROOM, star=STAR,
        fist=FIST, languages=LANGUAGE_NAMES, cross=CROSS, credits=CREDITS, unofficial=UNOFFICIAL, has_book=has_book,
        button_labels=BUTTON_LABELS, at_rest=partial(draw_once, words), drawn=partial(draw_part, words),
        static=address_of, build=build(),
    )  # fmt: skip
    return jinja


def moment(at: float) -> str:
    """A time in seconds since 1970 as a machine reads it."""
    return datetime.fromtimestamp(int(at), UTC).isoformat()


def template(name: str, words: Language) -> Template:
    """A template in a language. It is rendered with the values of its page."""
    return environment(words).get_template(name)
