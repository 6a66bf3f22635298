"""Games of tables and of records to be looked at again: who may see what of them."""

from __future__ import annotations

from gangland.core.letters import visible
from gangland.core.sentence import shortened
from gangland.core.words import mark
from gangland.server.errors import Conflict, Forbidden
from gangland.server.people import Person
from gangland.server.tables import Tables
from gangland.server.uploads import Uploads
from gangland.server.views import table_view
from gangland.web.replays import NOBODY, Replay, chairs_at_rest, chairs_of
from gangland.web.table_view import TableView


def table_replay(
    tables: Tables, id: str, person: Person | None, eye: str | None, language: str
) -> tuple[Replay, TableView]:
    """The game of a table as a person may look at it again, and the table as that person may know it.

    A game that is over can be seen by everybody who knows its address, through every eye. While it is on, only those
    who sit there see it, through their own eyes. Raises NotFound, Conflict, Forbidden or InvalidArgument.
    """
    found = tables.look(id)
    table, match = table_view(found, person, None), found.match
    if not table.started:
        raise Conflict(mark("This game has not begun yet."))
    if not table.outcome and not table.mine:
        raise Forbidden(mark("This game is still on. Its replay can be seen when it is over."))
    reader = table.mine[0] if len(table.mine) == 1 else None
    if eye is None:
        eye = NOBODY if reader is None else str(reader)
    chairs = chairs_at_rest(table.chairs, reader)
    return Replay(f"{id} {table.number}", f"/t/{id}/replay", match, chairs, reader, eye, language), table


def record_replay(uploads: Uploads, id: str, eye: str | None, language: str) -> Replay:
    """The game of a record that somebody brought. Raises NotFound or InvalidArgument."""
    record = uploads.record(id)
    names = [shortened(visible(name)) for name in record.seats]
    return Replay(id, f"/r/{id}", record.match(), chairs_of(record.game, names), None, eye or NOBODY, language)
