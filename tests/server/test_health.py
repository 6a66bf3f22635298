"""A database that is locked, full, away, damaged or open to others: it is told, and nothing is lost."""

import logging
import os
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE

import httpx
import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from conftest import PLAIN
from gangland.core.errors import GanglandError
from gangland.famiglia import Duel
from gangland.server import store as stores
from gangland.server import writer as writers
from gangland.server.models import SettingRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.serve import prepare, sqlite_url
from gangland.server.settings import Settings
from gangland.server.store import Store
from serving import Postgres, Process, bot, person, serving
from waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
LIMIT = 60.0  # seconds after which a test gives up
TABLE = {"game": {"name": "famiglia-duel"}, "seats": [{"kind": "me"}, {"kind": "here", "name": "Ben"}], "first": 0}
HOLD = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    arguments = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdin
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.stdin.close()


# Locked


def test_a_foreign_lock_keeps_no_reader_waiting(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (stores, writers):  # so that whoever writes waits for as long as the lock is held
        monkeypatch.setattr(module, "PATIENCE", LIMIT)
    with serving(Settings(sqlite, bot_workers=0)) as (address, _), ThreadPoolExecutor(14) as pool:
        client, _ = bot(address, "Ann")
        table = client.post("/api/tables", json=TABLE).json()["id"]
        assert httpx.get(address).status_code == 200  # the key of cookies is there
        with locked(file_of(sqlite)):
            chats = [
                pool.submit(httpx.post, f"{address}/api/tables/{table}/chat", json={"text": f"{number}"},
                            headers=client.headers, timeout=LIMIT)
                for number in range(14)
            ]  # fmt: skip
            time.sleep(0.5)  # they are all on their way
            for path in ("/health", "/", f"/t/{table}", f"/api/tables/{table}", "/ranking"):
                assert httpx.get(address + path, timeout=LIMIT / 2).status_code in (200, 503), path
            assert not any(chat.done() for chat in chats)
        codes = sorted(chat.result().status_code for chat in chats)
        assert set(codes) == {200, 429}  # as one may say no more than five things at once
        assert codes.count(200) == 5


def test_who_cannot_write_is_told_so_soon_and_in_their_language(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in (stores, writers):
        monkeypatch.setattr(module, "PATIENCE", 0.2)
    with serving(Settings(sqlite, bot_workers=0)) as (address, services):
        client, _ = bot(address, "Ann")
        table = client.post("/api/tables", json=TABLE).json()["id"]
        move = {"number": 0, "move": "pass"}
        ann = person(services, "Anna")
        other = services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("here", name="Ben")), first=0))
        page = httpx.Client(base_url=address, cookies={"gangland": services.people.cookie(ann)})
        page.headers.update({"Origin": address, "Accept-Language": "pl"})
        caplog.clear()
        with locked(file_of(sqlite)), page:
            refused = client.post(f"/api/tables/{table}/moves", json=move)
            assert (refused.status_code, refused.json()) == (
                503, {"error": "This was not kept; try again in a moment.", "clause": "", "field": ""},
            )  # fmt: skip
            assert refused.headers["Retry-After"].isdecimal()
            assert refused.headers["X-Content-Type-Options"] == "nosniff"
            shown = page.post(f"/t/{other}/move", data=move)
            assert (shown.status_code, "Retry-After" in shown.headers) == (503, True)
            assert "spróbuj ponownie za chwilę" in shown.text
            assert "data-version" in shown.text  # at the table
            assert page.get("/health").status_code == 503
        assert client.post(f"/api/tables/{table}/moves", json=move).json() == {"number": 1}
        until(lambda: httpx.get(f"{address}/health").status_code == 200)
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING and record.name == "gangland"]
    assert [record.getMessage() for record in lines] == ["the database does not answer: database is locked"]
    assert not any(record.exc_info for record in lines)


# Full


def test_a_full_disk_is_told_and_nothing_is_lost(sqlite: str, capfd: pytest.CaptureFixture[str]) -> None:
    server = Process(sqlite)
    client, _ = bot(server.address, "Ann")
    table = client.post("/api/tables", json=TABLE).json()["id"]
    path = f"/api/tables/{table}"

    def move() -> httpx.Response:
        seen = client.get(path).json()
        return client.post(f"{path}/moves", json={"number": seen["number"], "move": seen["legal_moves"][0]})

    try:
        assert move().status_code == 200
        usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        full = file_of(sqlite + "-wal").stat().st_size  # no file grows beyond this
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, usual[1]))
        assert move().status_code == 503
        assert client.get("/health").status_code == 503
        assert client.get("/", headers={"Accept": "text/html"}).status_code == 200
        assert client.get(path).json()["number"] == 1
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
        assert move().status_code == 200
        until(lambda: client.get("/health").status_code == 200)
        assert client.get(path).json()["number"] == 2
    finally:
        server.kill()
        client.close()
    told = capfd.readouterr().err
    assert "Traceback" not in told
    assert 1 <= told.count("the database does not answer") <= 3


# Away


def test_a_restart_of_postgresql_is_survived(postgres: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    with serving(Settings(postgres.new_database(), bot_workers=0)) as (address, _):
        client, _ = bot(address, "Ann")
        table = client.post("/api/tables", json=TABLE).json()["id"]
        move = {"number": 0, "move": "pass"}
        with client.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert next(lines)
            postgres.halt()
            try:
                assert client.get(f"/api/tables/{table}").status_code == 503
                refused = client.post(f"/api/tables/{table}/moves", json=move)
                assert (refused.status_code, "Retry-After" in refused.headers) == (503, True)
                assert httpx.get(f"{address}/health").status_code == 503
                assert httpx.get(address).status_code == 503
            finally:
                postgres.start()
        assert client.post(f"/api/tables/{table}/moves", json=move).json() == {"number": 1}
        until(lambda: httpx.get(f"{address}/health").status_code == 200)
    assert not any(record.exc_info for record in caplog.records if record.name == "gangland")


# Damaged, foreign or newer


def test_a_database_of_a_newer_version_is_left_alone(db: str) -> None:
    prepare(db, 1)
    store = Store(db)
    with store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    with pytest.raises(GanglandError, match="newer version"):
        prepare(db, 1)
    store.close()


def test_a_damaged_database_is_told_at_the_start(sqlite: str) -> None:
    prepare(sqlite, 1)
    file = file_of(sqlite)
    content = bytearray(file.read_bytes())
    content[4096 * 3 :] = os.urandom(len(content) - 4096 * 3)
    file.write_bytes(content)
    with pytest.raises(GanglandError, match=r"damaged|cannot be used"):
        prepare(sqlite, 1)


def test_damage_that_shows_later_stays_told(sqlite: str) -> None:
    store = Store(sqlite)
    store.migrate()
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorname = "SQLITE_CORRUPT_INDEX"
    store.health.failed(DatabaseError("SELECT", None, error))
    with store.write() as session:
        session.add(SettingRow(key="a", value=""))
    assert store.health.trouble == "database disk image is malformed"
    store.close()


# Whose business it is


def mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def test_nobody_else_can_read_a_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    before = os.umask(0)
    try:
        folder = tmp_path / "new"
        store = Store(sqlite_url(folder))
        store.migrate()
        files = list(folder.iterdir())
        assert {file.name for file in files} == {"tables.db", "tables.db-shm", "tables.db-wal"}
        assert (mode(folder), {mode(file) for file in files}, caplog.messages) == (0o700, {0o600}, [])
        folder.chmod(0o755)
        for file in files:
            file.chmod(0o644)
        Store(sqlite_url(folder)).close()  # one that was open
        assert (mode(folder), {mode(file) for file in files}) == (0o700, {0o600})
        assert len(caplog.messages) == 4
        assert all("was open to other users" in message for message in caplog.messages)
        store.close()
    finally:
        os.umask(before)


def test_a_folder_with_other_things_in_it_is_not_ours_to_close(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "letter.txt").touch()
    tmp_path.chmod(0o755)
    store = Store(sqlite_url(tmp_path))
    assert (mode(tmp_path), mode(tmp_path / "tables.db")) == (0o755, 0o600)
    assert [message for message in caplog.messages if "stays so" in message] == caplog.messages
    assert len(caplog.messages) == 1
    store.close()


def test_errors_of_the_database_show_nothing_of_what_it_keeps(db: str) -> None:
    store = Store(db)
    store.migrate()
    with store.write() as session:
        session.add(SettingRow(key="one", value="a secret"))
    with pytest.raises(IntegrityError) as raised, store.write() as session:
        session.execute(insert(SettingRow).values(key="one", value="a secret"))
    assert "a secret" not in str(raised.value)
    store.close()


def test_an_address_with_a_password_need_not_be_an_argument() -> None:
    environment = os.environ | {"GANGLAND_DB": "sqlite://"}
    run = subprocess.run(
        [sys.executable, "-m", "gangland", "serve"], env=environment, capture_output=True, text=True, timeout=LIMIT
    )
    assert run.returncode != 0
    lines = run.stderr.splitlines()
    assert lines.pop() == "The embedded database needs a file."
    assert lines == (["the server runs as root: an account of its own would be safer"] if os.geteuid() == 0 else [])
