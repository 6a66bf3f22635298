"""What a person reads or hears of a page."""

import re
from html.parser import HTMLParser

CODE = re.compile(r"\b(?:[FABM][0-4]|[a-f][1-6])\b")  # of a card of Famiglia, or of a spot of Gangs
SPOKEN = ("aria-label", "title", "alt")


class Reader(HTMLParser):
    """Collects what a person reads or hears of a page, but for the field for typed moves and keys."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what is said of an element."""
        values = dict(attrs)
        if values.get("id") != "typed":
            self.said += [values[name] or "" for name in SPOKEN if name in values]

    def handle_data(self, data: str) -> None:
        """Note a text that is read."""
        self.said.append(data)
