"""Jinja with what every page needs. Pages are made from values: no request and no database reaches a template."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from gangland.core.words import Language, mark
from gangland.web import art
from gangland.web.assets import address_of
from gangland.web.clock import write_clock

HERE = Path(__file__).parent
INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
MOST_KEPT = 5_000  # parts kept as HTML; each has at most about two thousand bytes
LANGUAGE_NAMES = (("en", "English"), ("pl", "Polski"), ("de", "Deutsch"), ("hu", "Magyar"))

HAT = Markup(
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8.5 2H15.5L16.5 11H7.5ZM2 12.5C6 14.5 18 14.5 22 12.5'
    'C22 16.5 18 17.5 12 17.5S2 16.5 2 12.5ZM7 19.5H17V22H7Z"/></svg>'
)
BROOM = Markup('<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#broom"/></svg>')
STAR = Markup('<svg class="ally" viewBox="0 0 24 24" aria-hidden="true"><use href="#star"/></svg>')

# What a click does, by the verb of its move; read aloud where the card shows no word.
BUTTON_LABELS = {
    "take": mark("Take"), "play on": mark("Reduce"), "swap": mark("exchange"), "climb": mark("Climb"),
    "fill": mark("Move up"), "expel": mark("Expel"), "reveal": mark("Reveal"),
}  # fmt: skip


@lru_cache(MOST_KEPT)
def draw_once(macro: str, *values: Hashable) -> Markup:
    """The HTML of a macro for some values, drawn once for all pages: a card that nothing can be done with, a banner."""
    drawn: Markup = getattr(template("macros.html").module, macro)(*values)
    return drawn


class Unindented(FileSystemLoader):
    """Reads templates without their indentation, which is for readers of the source only."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return INDENTATION.sub("", source), path, is_current


@cache
def environment() -> Environment:
    """The Jinja environment of all templates, made once."""
    jinja = Environment(
        loader=Unindented(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(clock=write_clock, moment=moment)
    jinja.globals.update(
        sprite=art.sprite(), mark_svg=HAT, broom=BROOM, star=STAR, languages=LANGUAGE_NAMES,
        button_labels=BUTTON_LABELS, at_rest=draw_once, static=address_of,
    )  # fmt: skip
    return jinja


def moment(at: float) -> str:
    """A time in seconds since 1970 as a machine reads it."""
    return datetime.fromtimestamp(int(at), UTC).isoformat()


def template(name: str) -> Template:
    """A template. It is rendered with `spoken` and the values of its page."""
    return environment().get_template(name)


def spoken(words: Language) -> dict[str, Any]:
    """What every page needs to speak a language."""
    return {"words": words, "say": words.say, "say_many": words.say_many}
