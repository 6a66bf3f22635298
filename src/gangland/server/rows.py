"""Rows of tables outside of a session: copies to change, and plain statements that write what has changed."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Update, bindparam, update
from sqlalchemy.orm.attributes import instance_dict

from gangland.server.models import Base, SeatRow, TableRow

Kind = TypeVar("Kind", TableRow, SeatRow)

COLUMNS: dict[type[Base], tuple[str, ...]] = {
    kind: tuple(kind.__table__.columns.keys()) for kind in (TableRow, SeatRow)
}
KEYS: dict[type[Base], tuple[str, ...]] = {
    kind: tuple(column.name for column in kind.__table__.primary_key) for kind in (TableRow, SeatRow)
}


def copy_row(row: TableRow) -> TableRow:
    """A copy of a table's row and of its seats, which belongs to no session."""
    made = copy_columns(row)
    instance_dict(made)["seats"] = [copy_columns(seat) for seat in row.seats]
    return made


def copy_columns(row: Kind) -> Kind:
    """A copy of a row, without what it refers to."""
    made, values = type(row)(), instance_dict(row)
    instance_dict(made).update({name: values[name] for name in COLUMNS[type(row)]})
    return made


def write_changes(connection: Connection, before: TableRow, after: TableRow) -> None:
    """Write what is different in a copy of a table's row, and of its seats."""
    write_columns(connection, before, after)
    for old, new in zip(before.seats, after.seats, strict=True):
        write_columns(connection, old, new)


def write_columns(connection: Connection, before: Base, after: Base) -> None:
    """Write the columns of a row that are different in its copy."""
    kind = type(before)
    old, new = instance_dict(before), instance_dict(after)
    changed = {name: new[name] for name in COLUMNS[kind] if new[name] != old[name]}
    if changed:
        keys: dict[str, Any] = {f"the_{name}": old[name] for name in KEYS[kind]}
        connection.execute(changing(kind, tuple(changed)), changed | keys)


@cache
def changing(kind: type[Base], columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of one row."""
    table = kind.__table__
    which = [table.c[name] == bindparam(f"the_{name}") for name in KEYS[kind]]
    return update(kind).where(*which).values({name: bindparam(name) for name in columns})
