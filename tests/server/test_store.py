"""Transactions that share a commit are still transactions."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError

from gangland.core.errors import GanglandError
from gangland.server.models import SeatRow, SettingRow
from gangland.server.store import Store


def count(store: Store) -> int:
    with store.read() as session:
        return session.scalar(select(func.count()).select_from(SettingRow)) or 0


def write_twice(store: Store, key: str) -> None:
    """What no database allows."""
    with store.write() as session:
        for _ in range(2):
            session.execute(insert(SettingRow).values(key=key, value=""))


def test_many_writers_at_once_lose_nothing_and_a_failed_one_leaves_nothing(db: str) -> None:
    store = Store(db)
    store.migrate()

    def write(number: int) -> bool:
        """Every third one fails half-way."""
        try:
            with store.write() as session:
                session.add(SettingRow(key=f"a{number}", value=""))
                session.flush()
                session.add(SettingRow(key=f"b{number}", value=""))
                if number % 3 == 0:
                    raise GanglandError("no")
        except GanglandError:
            return False
        with store.read() as session:  # what is acknowledged can be read by anybody
            assert session.get(SettingRow, f"b{number}")
        return True

    with ThreadPoolExecutor(16) as pool:
        written = list(pool.map(write, range(150)))
    assert sum(written) == 100
    assert count(store) == 200
    store.close()


def test_an_error_of_the_database_leaves_the_writer_in_order(db: str) -> None:
    store = Store(db)
    store.migrate()
    for _ in range(3):
        with pytest.raises(IntegrityError):
            write_twice(store, "one")
    with store.write() as session:
        session.add(SettingRow(key="one", value=""))
    assert count(store) == 1
    store.close()


def seat_nobody_nowhere(store: Store) -> None:
    with store.write() as session:
        session.execute(text("PRAGMA defer_foreign_keys=ON"))  # so that it is the commit that fails
        session.execute(insert(SeatRow).values(table="nowhere", number=0, kind="open", name=""))


def test_after_a_commit_that_failed_others_write_on(sqlite: str) -> None:
    store = Store(sqlite)
    store.migrate()
    with pytest.raises(IntegrityError):
        seat_nobody_nowhere(store)
    with store.write() as session:
        session.add(SettingRow(key="a", value=""))
    assert count(store) == 1
    store.close()


def test_a_failed_writer_does_not_keep_the_database_locked(tmp_path: Path) -> None:
    first, second = (Store(f"sqlite:///{tmp_path / 'tables.db'}") for _ in range(2))
    first.migrate()
    with pytest.raises(IntegrityError):
        write_twice(first, "one")
    with second.write() as session:
        session.add(SettingRow(key="one", value=""))
    assert count(first) == 1
    first.close()
    second.close()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_the_embedded_database_needs_a_file(url: str) -> None:
    with pytest.raises(GanglandError):
        Store(url)
