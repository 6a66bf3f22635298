"""The static files, each under an address that changes with its content, so that browsers may keep it for ever."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from gangland.web.environment import STATIC

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".txt": "text/plain"}


@dataclass(frozen=True)
class Asset:
    content: bytes
    type: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    found = {}
    for path in sorted(STATIC.iterdir()):
        content = path.read_bytes()
        found[path.name] = Asset(content, TYPES[path.suffix], sha256(content).hexdigest()[:12])
    return found


def address_of(name: str) -> str:
    return f"/static/{assets()[name].digest}/{name}"
