"""Connections: endless and slow clients, and crowds, against `gangland serve` itself."""

import json
import secrets
import select
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from conftest import PLAIN
from gangland.cli import main
from gangland.famiglia import Duel
from gangland.play import Match
from gangland.server.limits import Caps
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.web.table_view import TableView
from serving import Process, bot, person, serving, sit
from wire import HOST, read_all, status_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]

PATIENCE = 2
PER_ADDRESS = 40
LONG = 30.0  # seconds that a test waits at most
Server = tuple[str, Services]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """An impatient one for small crowds."""
    process = Process(
        f"sqlite:///{tmp_path_factory.mktemp('edge') / 'tables.db'}",
        environment={
            "GANGLAND_PATIENCE": str(PATIENCE),
            "GANGLAND_CONNECTIONS_PER_ADDRESS": str(PER_ADDRESS),
            "GANGLAND_STREAMS_PER_PERSON": "3",
        },
    )
    yield process
    process.kill()


def somebody() -> dict[str, str]:
    """A bot whose name nobody has."""
    return {"name": f"B {secrets.token_hex(4)}"}


def connect(server: Process, start: bytes = b"", buffer: int = 8192) -> socket.socket:
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    client.settimeout(LONG)
    client.connect(("127.0.0.1", server.port))
    client.sendall(start)
    return client


def memory(server: Process) -> int:
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])


# Requests without end

CHUNKED = b"POST /api/bots HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = {  # how it begins, what comes again and again, and the answer
    "line": (b"GET /", b"x" * 1000, 414),
    "header": (b"GET / HTTP/1.1\r\nX: ", b"x" * 1000, 431),
    "headers": (b"GET / HTTP/1.1\r\n", b"X: y\r\n" * 150, 431),
    "blank lines": (b"", b"\r\n" * 500, 431),
    "trailers": (CHUNKED + b"0\r\n", b"X: y\r\n" * 150, 431),
    "extension of a chunk": (CHUNKED + b"1;", b"x" * 1000, 431),
}


def send_without_end(server: Process, name: str) -> tuple[int, int]:
    """How much the client got rid of, and the answer."""
    start, piece, _ = ENDLESS[name]
    client, sent = connect(server, start), 0
    with suppress(ConnectionError):
        while sent < 8_000_000:
            client.sendall(piece)
            sent += len(piece)
    return sent, status_of(read_all(client))


def test_what_has_no_end_is_cut_off_before_64_kb(server: Process) -> None:
    httpx.get(f"{server.address}/")  # what is made once is made now
    before = memory(server)
    with ThreadPoolExecutor() as pool:
        found = dict(zip(ENDLESS, pool.map(lambda name: send_without_end(server, name), ENDLESS), strict=True))
    assert {name: status for name, (_, status) in found.items()} == {name: row[2] for name, row in ENDLESS.items()}
    assert max(sent for sent, _ in found.values()) < 2 * 65_536  # with all that is in the buffers of two systems
    assert memory(server) < 1.3 * before


def test_what_is_only_long_is_read(server: Process) -> None:
    """A head in several pieces, two requests at once, and a body that comes with its head."""
    long = b"X: " + b"x" * 12_000 + b"\r\n"
    body = json.dumps({"name": "B" * 31}).encode()
    post = b"POST /api/bots HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
    get = b"GET /health HTTP/1.1\r\n"
    with connect(server, get + HOST + b"\r\n" + post + HOST + long + b"\r\n" + body) as client:
        time.sleep(0.1)
        client.sendall(get + HOST)
        time.sleep(0.1)
        client.sendall(long + b"Connection: close\r\n\r\n")
        answer = read_all(client)
    assert [answer.count(code) for code in (b"HTTP/1.1 200", b"HTTP/1.1 422")] == [2, 1]


# Clients that take their time

SLOW = {  # how it begins, the drops that follow, and the answer, if any
    "nothing": (b"", b"", 0),
    "line": (b"GET / HTT", b"", 408),
    "drops of a head": (b"GET / HTTP/1.1\r\nX: ", b"x", 408),
    "body": (b"POST /api/bots HTTP/1.1\r\n" + HOST + b"Content-Length: 99\r\n\r\n{", b"", 408),
    "drops of a body": (CHUNKED, b"1\r\nx\r\n", 408),
    "refused body": (b"POST /api/bots HTTP/1.1\r\n" + HOST + b"Content-Length: 99999\r\n\r\n{", b"x", 413),
    "second request": (b"GET /health HTTP/1.1\r\n" + HOST + b"\r\nGET /hea", b"", 200),
}


def send_slowly(server: Process, name: str) -> int:
    """The answer to a request that never comes to its end."""
    start, drop, _ = SLOW[name]
    client = connect(server, start)
    client.settimeout(0.2)
    answer, end = b"", time.monotonic() + LONG
    with suppress(ConnectionError):
        while time.monotonic() < end:
            with suppress(TimeoutError):
                part = client.recv(65_536)
                if not part:
                    break
                answer += part
            client.sendall(drop)
    assert time.monotonic() < end, "it was never closed"
    client.close()
    return status_of(answer)


def test_who_is_too_slow_is_left_but_a_stream_may_be_quiet(server: Process) -> None:
    services = Services(Settings(server.db))
    table, _ = sit(services, Match.new(Duel(), seed=1), ["Anna", "Ben"])
    services.store.close()
    asked = 100
    listener = connect(server, f"GET /t/{table}/events HTTP/1.1\r\n".encode() + HOST + b"\r\n")
    deaf = connect(server, (b"GET / HTTP/1.1\r\n" + HOST + b"\r\n") * asked)  # takes in no answer
    with ThreadPoolExecutor() as pool:
        found = dict(zip(SLOW, pool.map(lambda name: send_slowly(server, name), SLOW), strict=True))
    assert found == {name: row[2] for name, row in SLOW.items()}
    closed = select.poll()
    closed.register(deaf, 0)
    assert closed.poll(1000 * LONG)
    assert read_all(deaf).count(b"HTTP/1.1 200") < asked
    listener.settimeout(0.5)
    with suppress(TimeoutError):
        while True:
            assert listener.recv(65_536), "the stream was closed"
    listener.close()


# Crowds


def test_one_person_holds_few_streams_and_another_one_gets_in(server: Process) -> None:
    flooder, other = (bot(server.address, name)[0] for name in ("Flo", "Oda"))
    with ExitStack() as held:
        answers = [held.enter_context(flooder.stream("GET", "/api/stream")) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 3 + [429] * 3
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert "too much open" in json.loads(answers[-1].read())["error"]
        with other.stream("GET", "/api/stream") as answer:
            assert answer.status_code == 200
    end = time.monotonic() + LONG
    while time.monotonic() < end:  # the places are free again as soon as the server has noticed
        with flooder.stream("GET", "/api/stream") as answer:
            if answer.status_code == 200:
                break
    assert answer.status_code == 200
    flooder.close()
    other.close()


def test_one_address_holds_so_many_connections_and_another_one_gets_in(server: Process) -> None:
    held = [connect(server) for _ in range(2 * PER_ADDRESS)]
    refused = [answer for answer in (read_all(client) for client in held[PER_ADDRESS:]) if answer]
    assert len(refused) == PER_ADDRESS
    assert {status_of(answer) for answer in refused} == {429}
    assert b"\r\nretry-after: " in refused[0]
    with socket.create_connection(("127.0.0.1", server.port), LONG, ("127.0.0.2", 0)) as neighbour:
        neighbour.sendall(b"GET /health HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        assert status_of(read_all(neighbour)) == 200
    for client in held[:PER_ADDRESS]:
        client.close()
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        with connect(server, b"GET /health HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n") as client:
            if status_of(read_all(client)) == 200:
                return
    raise AssertionError("nobody gets in any more")


def test_in_all_there_is_an_end_too(sqlite: str) -> None:
    caps = Caps(connections=2, streams=1)
    with serving(Settings(sqlite, caps=caps)) as (address, services):
        table, _ = sit(services, Match.new(Duel(), seed=1), ["Anna", "Ben"])
        german = {"Accept-Language": "de"}
        with (
            httpx.Client(base_url=address, headers=german) as client,
            client.stream("GET", f"/t/{table}/events") as stream,
        ):
            assert stream.status_code == 200
            refused = client.get(f"/api/tables/{table}/stream")
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
            assert refused.json()["error"].startswith("Alle Plätze")
            with client.stream("GET", "/health") as first, client.stream("GET", "/health") as second:
                assert (first.status_code, second.status_code) == (200, 503)


def test_all_watchers_of_a_table_share_one_rendering(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Settings(sqlite, limits=False)) as (address, services):
        table, people = sit(services, Match.new(Duel(), seed=1, first=0), ["Anna", "Ben"])
        made: list[object] = []
        table_view = services.tables.view

        def counted(id: str, who: Person | None) -> TableView:
            made.append(who)
            return table_view(id, who)

        monkeypatch.setattr(services.tables, "view", counted)
        watchers = [None] * 8 + [person(services, "Carl")] * 2 + people
        ready, lines = threading.Semaphore(0), {}

        def watch(number: int) -> None:
            who = watchers[number]
            cookies = {"gangland": services.people.cookie(who)} if who else {}
            with (
                httpx.Client(base_url=address, cookies=cookies, timeout=LONG) as client,
                client.stream("GET", f"/api/tables/{table}/stream") as stream,
            ):
                for line in stream.iter_lines():
                    state = json.loads(line or '{"number": 0}')
                    if state["number"]:
                        lines[number] = line
                        return
                    ready.release()

        with ThreadPoolExecutor(len(watchers)) as pool:
            tasks = [pool.submit(watch, number) for number in range(len(watchers))]
            for _ in tasks:
                assert ready.acquire(timeout=LONG)
            time.sleep(0.5)  # everybody has been told of everybody's coming
            made.clear()
            services.tables.move(table, people[0], 0, "pass")
            for task in tasks:
                task.result(LONG)
        for number, who in enumerate(watchers):
            assert json.loads(lines[number])["mine"] == ([people.index(who)] if who in people else [])
        assert len(set(lines.values())) == 3
        assert 3 <= len(made) < len(watchers) / 2 + 2


# One server


@pytest.fixture
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` leaves its settings there for its processes."""
    for name in ("DB", "HOST", "THINKERS", "PROXY", "PUBLIC_URL"):
        monkeypatch.setenv(f"GANGLAND_{name}", "")


def test_a_second_server_on_one_file_is_refused(
    server: Process, capsys: pytest.CaptureFixture[str], own_environment: None
) -> None:
    assert main(["serve", "--db", server.db, "--port", "0"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("Another server has opened ")
    assert told.count("\n") == 1


def test_as_many_files_as_connections_may_be_open(server: Process) -> None:
    rows = Path(f"/proc/{server.process.pid}/limits").read_text().splitlines()
    soft, hard = next(row for row in rows if row.startswith("Max open files")).split()[3:5]
    assert int(soft) == min(int(hard), 65_536)
