"""The static files. The address of each changes with its content, so that browsers may keep it for ever."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}

FOR_READERS = {  # of the source only: comments on lines of their own, and indentation
    ".css": re.compile(rb"^[ \t]+|/\*.*?\*/\s*", re.MULTILINE | re.DOTALL),
    ".js": re.compile(rb"^[ \t]*//.*\n|^[ \t]*/\*.*?\*/\s*|^[ \t]+", re.MULTILINE),
}


@dataclass(frozen=True)
class Asset:
    """A static file: its content, its media type, and the start of its SHA-256."""

    content: bytes
    type: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """All static files by name, read once."""
    found = {}
    for path in sorted(STATIC.iterdir()):
        content = path.read_bytes()
        if path.suffix in FOR_READERS:
            content = FOR_READERS[path.suffix].sub(b"", content)
        found[path.name] = Asset(content, TYPES[path.suffix], sha256(content).hexdigest()[:12])
    return found


@cache
def build() -> str:
    """A name for all static files as they are now. A page that was made with others must be loaded again."""
    return sha256("".join(asset.digest for asset in assets().values()).encode()).hexdigest()[:8]


def address_of(name: str) -> str:
    """The address of a static file, which changes with its content."""
    return f"/static/{assets()[name].digest}/{name}"
