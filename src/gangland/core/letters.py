"""What a terminal, a pipe or a file can show of a text."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
PLAIN = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "→": "->", "×": "x", "·": ".",
    "±": "+/-", "≥": ">=", "≤": "<=", "∞": "infinite", "ł": "l", "Ł": "L", "ß": "ss",
}  # fmt: skip


def visible(text: object) -> str:
    """A text from outside, such as a name in a record, as one line without control characters.

    It cannot steer a terminal or hide anything.

    >>> visible("Al\\x1b[2J \\ud800Capone")
    'Al�[2J �Capone'
    """
    return "".join(char if char.isprintable() else " " if char.isspace() else UNKNOWN for char in str(text))


def plain(text: str) -> str:
    """The text in ASCII, as one would type it on a keyboard without accents.

    >>> plain("„Łódź” → …")
    '"Lodz" -> ...'
    """
    return "".join(PLAIN.get(char) or plain_letter(char) for char in text)


def plain_letter(char: str) -> str:
    """A letter without its accents, or a question mark if no ASCII letter is left."""
    return unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"


def never_fail() -> None:
    """Let the standard streams replace what they cannot encode by plain letters, and read any bytes."""

    def replaced(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError)
        return plain(error.object[error.start : error.end]), error.end

    codecs.register_error("gangland.plain", replaced)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "gangland.plain"), (sys.stderr, "gangland.plain")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
