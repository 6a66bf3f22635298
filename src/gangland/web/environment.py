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
BLANKS = ("\0", "\1")  # stand for what is filled in later; no text on a page has them
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


def filled(drawn: Markup, *values: object) -> Markup:
    """What was drawn once with blanks, with values in them that change from move to move."""
    text = str(drawn)
    for blank, value in zip(BLANKS, values, strict=False):
        text = text.replace(blank, escape(value))
    return Markup(text)


@lru_cache(MOST_KEPT // 5)
def draw_part(words: Language, name: str, pile: Hashable) -> Markup:
    """The HTML of a drawer with a pile, drawn once for all who see the same in it."""
    return Markup(template(name, words).render(pile=pile))


def draw_forms(words: Language, table: str, seat: int | None, number: int) -> Markup:
    """The forms of all actions at a table, which buttons anywhere on the page send."""
    return filled(draw_once(words, "forms", BLANKS[0], seat, BLANKS[1]), table, number)


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
        click = piece.click
        if click is None or click.move is not None:
            return draw_once(self.words, macro, piece, "")
        return filled(draw_once(self.words, macro, piece, BLANKS[0]), self.link(click.picks))


class Unindented(FileSystemLoader):
    """Reads templates without their indentation, which is for readers of the source only."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return INDENTATION.sub("", source), path, is_current


class Translator(NodeTransformer):
    """Puts into a template what is known before: `say("…")` becomes the text itself, and an include what it names."""

    def __init__(self, words: Language, environment: Environment) -> None:
        self.words = words
        self.environment = environment

    def visit_Include(self, include: nodes.Include) -> nodes.Node:  # noqa: N802
        """Put a template in the place of its name. Included as Jinja does it, it would get a context of its own."""
        loader = self.environment.loader
        if not isinstance(include.template, nodes.Const) or loader is None:
            return include
        source, path, _ = loader.get_source(self.environment, include.template.value)
        parsed = self.environment.parse(source, include.template.value, path)
        return nodes.Scope(self.visit(parsed).body, lineno=include.lineno, environment=self.environment)

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
        super().visit_Template(Translator(words, self.environment).visit(node), frame)

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        """Write several things at once: what is included is handed on piece by piece, and each piece costs time."""
        if frame.buffer is not None or len(node.nodes) == 1:
            super().visit_Output(node, frame)
            return
        whole, pieces = frame.copy(), self.temporary_identifier()
        whole.buffer = pieces
        self.writeline(f"{pieces} = []")
        super().visit_Output(node, whole)
        self.writeline(f"yield ''.join({pieces})")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Call directly. Jinja looks first whether what is called wants the context, which nothing here does."""
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(*()")  # arguments begin with a comma
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """Begin to write a value. Most are HTML already."""
        self.write("(it if type(it := ")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write(") is Markup else escape(it))")


class SpokenEnvironment(Environment):
    """An environment of one language. What all of its templates know is one dictionary, made before the first."""

    code_generator_class = SpokenTemplates

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
        forms=partial(draw_forms, words), static=address_of, build=build(), sprite_of=art.sprite_of,
        parts=art.PLACE,
    )  # fmt: skip
    return jinja


def moment(at: float) -> str:
    """A time in seconds since 1970 as a machine reads it."""
    return datetime.fromtimestamp(int(at), UTC).isoformat()


def template(name: str, words: Language) -> Template:
    """A template in a language. It is rendered with the values of its page."""
    return environment(words).get_template(name)
