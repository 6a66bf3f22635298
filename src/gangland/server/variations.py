"""Games tried otherwise that people keep, each under a short address."""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from gangland.core.words import mark
from gangland.server.errors import NotFound
from gangland.server.models import VariationRow
from gangland.server.store import Store, insert_if_missing

VARIATION_ID = re.compile("[a-z2-7]{10}")


@dataclass(frozen=True)
class Kept:
    """A variation that somebody keeps."""

    query: str  # what the address of its page asks for
    name: str


class Variations:
    """The variations that people keep. The same one under the same name has the same address."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    def keep(self, query: str, name: str) -> str:
        """Keep a variation that has been checked; returns its id."""
        digest = sha256(f"{name}\n{query}".encode("utf-8", "backslashreplace")).digest()
        id = b32encode(digest).decode()[:10].lower()
        with self.store.write() as session:
            insert_if_missing(session, VariationRow, id=id, address=query, name=name, at=self.now())
        return id

    def find(self, id: str) -> Kept:
        """A variation that was kept. Raises NotFound."""
        with self.store.read() as session:
            row = session.get(VariationRow, id) if VARIATION_ID.fullmatch(id) else None
            if row is None:
                raise NotFound(mark("There is no such variation."))
            return Kept(row.address, row.name)
