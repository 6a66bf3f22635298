"""The log of a game as HTML, with pictures of cards in its sentences."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from markupsafe import Markup, escape

from gangland.core.words import language_of
from gangland.play import Played
from gangland.sentences import narrate, narrate_consequences
from gangland.web.pov import Pov
from gangland.web.sentences import HTML
from gangland.web.story import Line

SHOWN_LINES = 60
DRAWN_LINES = 20_000  # in memory, of about a thousand bytes each
BLOCK = 12  # entries that are drawn as one
DRAWN_BLOCKS = 2_000  # in memory, of about five thousand bytes each
OWN = ' class="own"'  # of a line about what the reader did


def log_of(pov: Pov) -> Markup:
    """The newest entries as items of a list, the last one last, each with its consequences.

    Those that the viewer's page has already are left out.
    """
    lines = pov.story.lines
    start = max(known_lines(pov), len(lines) - SHOWN_LINES)
    bounds = [start, *range(start + BLOCK - start % BLOCK, len(lines), BLOCK), len(lines)]
    drawn = (
        draw_block(lines[begin:end], pov.names, pov.words.code, pov.reader, pov.may_look_back)
        for begin, end in pairwise(bounds)
    )
    return Markup("".join(drawn))


@lru_cache(DRAWN_BLOCKS)
def draw_block(
    lines: tuple[Line, ...], names: tuple[str, ...], language: str, reader: int | None, leads_back: bool
) -> Markup:  # fmt: skip
    """Neighbouring entries as HTML. Old ones stay neighbours, so a long log costs little more than a short one."""
    items = (draw_line(line, names, language, reader_of(line, reader), leads_back) for line in lines)
    return Markup("\n".join(item for entry in items for item in entry) + "\n")


def known_lines(pov: Pov) -> int:
    """How many entries of the log the viewer's page shows already, as its key says."""
    count = pov.known_log.partition("-")[0]
    known = int(count) if count.isdecimal() and len(count) < 5 else 0
    return known if known and pov.known_log == log_key(pov, known) else 0


def log_key(pov: Pov, count: int) -> str:
    """A key for the first entries of a log as a page shows them. Moves that are taken back change it."""
    who = [pov.language, str(pov.reader), str(pov.may_look_back), *pov.names]
    texts = [*who, *[line.move or "" for line in pov.table.lines[:count]]]
    digest = crc32("\n".join(texts).encode())
    return f"{count}-{digest:x}"


def reader_of(line: Line, reader: int | None) -> int | None:
    """The reader's seat if the reader made this move, otherwise None: then all readers get the same sentence."""
    return reader if isinstance(line.entry, Played) and line.entry.seat == reader else None


@lru_cache(DRAWN_LINES)
def draw_line(
    line: Line, names: tuple[str, ...], language: str, reader: int | None, leads_back: bool
) -> list[Markup]:  # fmt: skip
    """An entry and its consequences as HTML. They are drawn once for all readers and pages.

    For those who may look at the game again, each leads back to its moment.
    """
    words = language_of(language)
    number = f'<span class="num">{line.turn}</span>'
    if leads_back:
        title = escape(words.say("Look at this moment again"))
        number = (
            f'<button class="num" form="back" name="at" value="{line.moment}" tabindex="-1" '
            f'title="{title}">{line.turn}</button>'
        )
    sentences = [narrate(line.event, names, reader), *narrate_consequences(line.event)]
    named = [line.named, *[line.dealt] * (len(sentences) - 1)]
    return [
        Markup(
            f'<li{OWN if reader is not None and place == 0 else ""} tabindex="-1" data-names="{" ".join(cards)}" '
            f'data-number="{line.number}">{number}'
            f" <span>{HTML.say(sentence, words)}</span></li>"
        )
        for place, (cards, sentence) in enumerate(zip(named, sentences, strict=True))
    ]
