"""The log, told with pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass
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


@dataclass(frozen=True)
class LogLine:
    number: int  # of the entry that it tells of
    turn: int
    text: Markup
    named: tuple[str, ...]  # the identities of the cards it names


def log_of(pov: Pov, most: int) -> list[LogLine]:
    """The newest `most` entries, the last one last, each with what came of it."""
    lines = pov.story.lines[-most:]
    told = (texts(line, pov.names, pov.words.language, reader_of(line, pov.reader)) for line in lines)
    return [
        LogLine(line.number, line.turn, text, line.dealt if place else line.named)
        for line, parts in zip(lines, told, strict=True)
        for place, text in enumerate(parts)
    ]


def reader_of(line: Line, reader: int | None) -> int | None:
    """To all but whoever made the move it is told in the same way."""
    return reader if isinstance(line.entry, Played) and line.entry.seat == reader else None


@lru_cache(DRAWN_LINES)
def texts(line: Line, names: tuple[str, ...], language: str, reader: int | None) -> list[Markup]:
    """Drawn once for everybody who reads it, on every page on which it stands."""
    drawn = drawn_words(line.event, Words(language))
    bold = tuple(Markup("<b>{}</b>").format(name) for name in names)
    told = [tell(line.event, bold, drawn, reader), *tell_consequences(line.event, drawn)]
    return [keep_together(Markup(text)) for text in told]


def keep_together(text: Markup) -> Markup:
    """A stop after a picture stays on its line."""
    return Markup(STOPPED.sub(r'<span class="stick">\1\2</span>', str(text)))
