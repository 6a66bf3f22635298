"""The log, told with pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup

from gangland.gangs import GangsView
from gangland.play import Played
from gangland.sentences import tell, tell_consequences
from gangland.web.names import Drawn
from gangland.web.story import Line, Story
from gangland.words import Words

STOPPED = re.compile(r'(<span role="img"[^>]*>(?:(?!</span>).)*</span>)([;.,:])')


@dataclass(frozen=True)
class LogLine:
    number: int  # of the entry that it tells of
    turn: int
    text: Markup
    named: tuple[str, ...]  # the identities of the cards it names


def log_of(
    story: Story, names: tuple[str, ...], words: Words, most: int | None = None, reader: int | None = None
) -> list[LogLine]:
    """The newest `most` entries, the last one last, each with what came of it."""
    return [
        LogLine(line.number, line.turn, text, line.dealt if place else line.named)
        for line in (story.lines[-most:] if most else story.lines)
        for place, text in enumerate(texts(line, names, words, reader))
    ]


def texts(line: Line, names: tuple[str, ...], words: Words, reader: int | None) -> list[Markup]:
    drawn = Drawn(words, "gangs" if isinstance(line.before, GangsView) else "famiglia")
    bold = tuple(Markup("<b>{}</b>").format(name) for name in names)
    told = [tell(line.entry, line.before, bold, drawn, reader)]
    if isinstance(line.entry, Played):
        told += tell_consequences(line.entry.move, line.before, line.after, drawn)
    return [keep_together(Markup(text)) for text in told]


def keep_together(text: Markup) -> Markup:
    """A stop after a picture stays on its line."""
    return Markup(STOPPED.sub(r'<span class="stick">\1\2</span>', str(text)))
