"""The static files. The address of each changes with its content, so that browsers may keep it for ever.

They are served without what is for readers of the source only, and the style sheets that pages share as one: a first
visit shall be short.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}

BUNDLES = {  # style sheets that pages always load together, in this order
    "site.css": ("tokens.css", "components.css", "flights.css", "layout.css"),
    "player.css": ("hint.css", "guide.css"),
}
COMMENTS = {  # on lines of their own, with indentation
    ".css": re.compile(rb"^[ \t]+|/\*.*?\*/\s*", re.MULTILINE | re.DOTALL),
    ".js": re.compile(rb"^[ \t]*//.*\n|^[ \t]*/\*.*?\*/\s*|^[ \t]+|[ \t]+// [^\"'`\n]*$", re.MULTILINE),
}
GAPS = (  # in style sheets, where nobody needs them
    (re.compile(rb"\s*([{};,>])\s*"), rb"\1"),
    (re.compile(rb":\s+"), rb":"),
    (re.compile(rb"\s+"), rb" "),
    (re.compile(rb";}"), rb"}"),
)


@dataclass(frozen=True)
class Asset:
    """A static file: its content, its media type, and the start of its SHA-256."""

    content: bytes
    type: str
    digest: str

    @cached_property
    def packed(self) -> bytes:
        """The content as a gzip file, as small as it gets: it is packed only once."""
        return gzip.compress(self.content, 9, mtime=0)


def asset(name: str, content: bytes) -> Asset:
    """A static file with this content, of which readers of the source get more than browsers."""
    suffix = Path(name).suffix
    if suffix in COMMENTS:
        content = COMMENTS[suffix].sub(b"", content)
    for gap, kept in GAPS if suffix == ".css" else ():
        content = gap.sub(kept, content)
    return Asset(content, TYPES[suffix], sha256(content).hexdigest()[:12])


@cache
def assets() -> dict[str, Asset]:
    """All static files by name, read once."""
    found = {path.name: asset(path.name, path.read_bytes()) for path in sorted(STATIC.iterdir())}
    for name, sheets in BUNDLES.items():
        found[name] = asset(name, b"".join(found[sheet].content for sheet in sheets))
    return found


@cache
def build() -> str:
    """A name for all static files as they are now. A page that was made with others must be loaded again."""
    return sha256("".join(asset.digest for asset in assets().values()).encode()).hexdigest()[:8]


def address_of(name: str) -> str:
    """The address of a static file, which changes with its content."""
    return f"/static/{assets()[name].digest}/{name}"
