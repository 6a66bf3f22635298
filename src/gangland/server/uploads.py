"""Records that people bring, verified and kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

from gangland.core.errors import CorruptRecord
from gangland.core.words import mark
from gangland.play import Record
from gangland.registry import check_offered
from gangland.server.errors import NotFound
from gangland.server.models import UploadRow
from gangland.server.store import Store, insert_if_missing

UPLOAD_ID = re.compile("[0-9a-f]{12}")


class Uploads:
    """The records that people brought. The same record has the same address, however often it comes."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store = store
        self.now = now

    def keep(self, text: str) -> str:
        """Verify a record and keep it; returns its id. Raises CorruptRecord, which names the first wrong entry.

        Raises InvalidArgument for a game that no table offers.
        """
        if not text.strip():
            raise CorruptRecord(mark("There is no record here: choose a file, or paste it."))
        record = Record.loads(text)
        check_offered(record.game)
        record.verify()
        written = record.dumps()
        id = sha256(written.encode("utf-8", "backslashreplace")).hexdigest()[:12]
        with self.store.write() as session:
            insert_if_missing(session, UploadRow, id=id, text=written, at=self.now())
        return id

    def record(self, id: str) -> Record:
        """A kept record. Raises NotFound."""
        with self.store.read() as session:
            row = session.get(UploadRow, id) if UPLOAD_ID.fullmatch(id) else None
        if row is None:
            raise NotFound(mark("There is no such record."))
        return Record.loads(row.text)
