"""The log, told with pictures."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup

from gangland.play import Played
from gangland.sentences import tell, tell_consequences
from gangland.web.names import drawn_words
from gangland.web.pov import Pov
from gangland.web.story import Line
from gangland.words import Words

DRAWN_LINES = 30_000  # in memory, of about a thousand bytes each
STOPPED = re.compile(r'(<span role="img"[^>]*>(?:(?!</span>).)*</span>)([;.,:])')


LINE = Markup(
    '<li tabindex="-1" data-names="{names}" data-number="{number}">'
    '<span class="num">{turn}</span> <span>{text}</span></li>'
)


def log_of(pov: Pov, most: int) -> list[Markup]:
    """The newest `most` entries as items of a list, the last one last, each with what came of it."""
    return [
        item
        for line in pov.story.lines[-most:]
        for item in draw_line(line, pov.names, pov.words.language, reader_of(line, pov.reader))
    ]


def reader_of(line: Line, reader: int | None) -> int | None:
    """To all but whoever made the move it is told in the same way."""
    return reader if isinstance(line.entry, Played) and line.entry.seat == reader else None


@lru_cache(DRAWN_LINES)
def draw_line(line: Line, names: tuple[str, ...], language: str, reader: int | None) -> list[Markup]:
    """An entry and what came of it: drawn once for everybody who reads it, on every page on which it stands."""
    drawn = drawn_words(line.event, Words(language))
    bold = tuple(Markup("<b>{}</b>").format(name) for name in names)
    told = [tell(line.event, bold, drawn, reader), *tell_consequences(line.event, drawn)]
    named = [line.named, *[line.dealt] * (len(told) - 1)]
    return [
        LINE.format(names=" ".join(cards), number=line.number, turn=line.turn, text=keep_together(Markup(text)))
        for cards, text in zip(named, told, strict=True)
    ]


def keep_together(text: Markup) -> Markup:
    """A stop after a picture stays on its line."""
    return Markup(STOPPED.sub(r'<span class="stick">\1\2</span>', str(text)))
