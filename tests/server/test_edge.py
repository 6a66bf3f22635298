"""The edge of the server: endless and slow clients, crowds, names, proxies. Mostly against `gangland serve` itself."""

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
from starlette.routing import Route

from conftest import PLAIN
from gangland.cli import main
from gangland.errors import GanglandError
from gangland.famiglia import Duel
from gangland.play import Match
from gangland.server import api, limits, routes
from gangland.server.app import create_app
from gangland.server.errors import NoRoom, TooManyRequests
from gangland.server.limits import Caps, Limits, Places, Rate, household
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings, read_settings
from gangland.web.table_view import TableView
from serving import Process, Time, bot, person, serving, sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]

PATIENCE = 2
PER_ADDRESS = 40
LONG = 30.0  # seconds that a test waits at most
HOST = b"Host: localhost\r\n"
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


def read_all(client: socket.socket) -> bytes:
    """Until the server closes."""
    answer = b""
    with suppress(ConnectionError):
        while part := client.recv(65_536):
            answer += part
    client.close()
    return answer


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


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


# Names


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With a name, and a proxy."""
    settings = Settings(
        f"sqlite:///{tmp_path_factory.mktemp('club') / 'tables.db'}",
        public_url="https://club.example",
        proxies=("127.0.0.2",),
        caps=Caps(streams_per_address=2),
    )
    with serving(settings) as running:
        yield running


@pytest.fixture(scope="module")
def browser(club: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=club[0], headers={"Origin": club[0]}, timeout=LONG) as client:
        yield client


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("LOCALHOST:8000", 200), ("127.0.0.1", 200), ("192.168.1.20:8000", 200), ("[::1]:80", 200),
        (socket.gethostname(), 200), ("club.example", 200), ("club.example.:443", 200),
        ("evil.example", 421), ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421), ("[", 421), ("", 421),
    ],
)  # fmt: skip
def test_the_server_answers_to_its_own_names_only(browser: httpx.Client, host: str, status: int) -> None:
    headers = {"Host": host, "Accept-Language": "de"}
    for path in ("/health", "/api/games", "/new/"):
        answer = browser.get(path, headers=headers)
        assert answer.status_code == (404 if path == "/new/" and status == 200 else status)
        assert "location" not in answer.headers
    if status == 421:
        assert "Dieser Server" in browser.get("/api/games", headers=headers).json()["error"]


def test_a_request_has_one_host(club: Server) -> None:
    port = int(club[0].rpartition(":")[2])
    for hosts, status in ((b"", 400), (HOST + HOST, 400), (HOST, 200)):
        with socket.create_connection(("127.0.0.1", port), LONG) as client:
            client.sendall(b"GET /health HTTP/1.1\r\nConnection: close\r\n" + hosts + b"\r\n")
            assert status_of(read_all(client)) == status


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("club.example", "https://club.example", 303),
        ("127.0.0.1:8000", "https://club.example", 303),  # a proxy that says its own name
        ("127.0.0.1:8000", "http://127.0.0.1:8000", 303),
        ("127.0.0.1:8000", "http://127.0.0.1:9000", 403),
        ("club.example", "https://evil.example", 403),
        ("evil.example", "https://evil.example", 421),
    ],
)
def test_where_a_deed_comes_from_is_a_name_of_the_server_too(
    browser: httpx.Client, host: str, origin: str, status: int
) -> None:
    answer = browser.post("/play", data={"game": "gangs"}, headers={"Host": host, "Origin": origin})
    assert answer.status_code == status
    assert answer.headers.get("location", "/t/").startswith("/t/")


def test_links_to_share_begin_with_the_public_address(browser: httpx.Client) -> None:
    form = {"game": "famiglia-duel", "name": "Ann", "seat-1": "link"}
    assert "https://club.example/t/" in browser.post("/new", data=form, follow_redirects=True).text


def test_head_works_wherever_get_does(club: Server) -> None:
    address, services = club
    table, people = sit(services, Match.new(Duel(), seed=1), ["Anna", "Ben"])
    services.tables.resign(table, people[0])
    values = {
        "id": table,
        "digest": "x",
        "name": "icon.svg",
        "action": "move",
        "token": "x",
        "game": "gangs",
        "rulebook": "gangs",
    }
    own = [route for router in (*api.ROUTERS, *routes.ROUTERS) for route in router.routes]
    every = [*create_app(services.settings).routes, *own]
    paths = {
        route.path.format(**values) for route in every if isinstance(route, Route) and "GET" in (route.methods or ())
    }
    assert len(paths) > 20
    cookies = {"gangland": services.people.cookie(people[0])}
    plain = {"Accept-Encoding": "identity"}  # the keys of forms are compressed to different lengths
    with httpx.Client(base_url=address, cookies=cookies, timeout=LONG, headers=plain) as client:
        for path in sorted(paths):
            head = client.head(path)
            assert head.status_code < 400 or path == "/me/move", path  # which is none of a person's deeds
            assert head.content == b""
            if path.endswith(("/stream", "/events")):
                assert client.head(path).status_code == 200  # it has given its place back
            else:
                got = client.get(path)
                assert head.status_code == got.status_code
                assert head.headers.get("content-length") == got.headers.get("content-length")
        assert [client.head(path).status_code for path in ("/play", "/none")] == [405, 404]


# Who asks


def test_nobody_is_believed_who_asks_but_a_proxy(
    club: Server, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangland.server.dependencies.NEWCOMER_RATE", Rate(2, 0.01))
    address, services = club
    services.limits = Limits(now=Time())
    forged = [{"X-Forwarded-For": f"10.0.0.{number}", "X-Forwarded-Proto": "https"} for number in range(4)]
    proxied = [*forged, *[{"X-Forwarded-For": "10.9.9.9, 10.0.1.1"}] * 3]  # a proxy adds what it sees itself

    def new_bots(client: httpx.Client, requests: list[dict[str, str]]) -> list[int]:
        return [client.post("/api/bots", json=somebody(), headers=headers).status_code for headers in requests]

    assert new_bots(browser, forged) == [201] * 2 + [429] * 2
    with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address="127.0.0.2")) as proxy:
        assert new_bots(proxy, proxied) == [201] * 6 + [429]
        assert "; Secure" in proxy.get("/", headers=forged[0]).headers["set-cookie"]
    assert "; Secure" not in httpx.get(address, headers=forged[0]).headers["set-cookie"]


def test_guesses_at_one_name_are_counted_from_everywhere(club: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gangland.server.dependencies.PASSWORD_RATE", Rate(2, 0.01))
    address, services = club
    services.limits = Limits(now=Time())
    with httpx.Client(base_url=address, transport=httpx.HTTPTransport(local_address="127.0.0.2")) as proxy:

        def guess(name: str, number: int) -> int:
            form = {"name": name, "password": "wrong password"}
            headers = {"Origin": address, "X-Forwarded-For": f"10.0.0.{number}"}
            return proxy.post("/me/enter", data=form, headers=headers).status_code

        assert [guess("Anna", 1), guess("Anna", 2), guess("Anna", 3), guess("ANNA", 4)] == [403, 403, 429, 429]
        assert guess("Ben", 5) == 403


# Refusals of the API


@pytest.mark.parametrize(
    ("path", "wish", "field", "sentence"),
    [
        ("tables", {"game": {"name": "chess"}, "seats": [{"kind": "me"}]}, "game.name", "Das Feld game.name"),
        ("tables", {"game": {"name": "gangs"}, "seats": [{"kind": "you"}]}, "seats.0.kind", "Input should be 'me'"),
        ("tables", {"game": {"name": "gangs"}}, "seats", "Das Feld seats fehlt."),
        ("tables", {"game": {"name": "gangs"}, "seats": [{"kind": "me"}], "x": 1}, "x", "gibt es hier nicht"),
        ("tables/0123456789/moves", {"number": "a", "move": "pass"}, "number", "integer"),
        ("tables/%20/moves", {"number": 0, "move": "pass"}, "id", "Das Feld id"),
    ],
)
def test_what_cannot_be_read_names_the_field(
    club: Server, browser: httpx.Client, path: str, wish: dict[str, object], field: str, sentence: str
) -> None:
    club[1].limits = Limits(False)
    token = browser.post("/api/bots", json=somebody()).json()["token"]
    headers = {"Accept-Language": "de", "Authorization": f"Bearer {token}"}
    answer = browser.post(f"/api/{path}", json=wish, headers=headers)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert sentence in answer.json()["error"]


def test_what_is_no_json_is_told_so(browser: httpx.Client) -> None:
    answer = browser.post("/api/bots", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["field"]) == (422, "")
    assert "JSON" in answer.json()["error"]


def test_who_is_too_fast_is_told_when_to_come_again(
    club: Server, browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gangland.server.dependencies.NEWCOMER_RATE", Rate(2, 0.2))
    club[1].limits = Limits(now=Time())
    answers = [browser.post("/api/bots", json=somebody()) for _ in range(3)]
    assert (answers[-1].status_code, answers[-1].headers["Retry-After"]) == (429, "5")
    assert "Retry-After" not in answers[0].headers


# Limits


def test_limits_fill_up_again_and_never_hold_a_debt() -> None:
    clock, rate = Time(), Rate(3, 0.5)
    guarded = Limits(now=clock)

    def left() -> int:
        taken = 0
        with suppress(TooManyRequests):
            while True:
                guarded.take("Anna", rate)
                taken += 1
        return taken

    assert left() == 3
    assert left() == 0
    clock.pass_by(4)
    assert left() == 2
    clock.pass_by(1000)
    assert left() == 3
    with pytest.raises(TooManyRequests) as refused:
        guarded.take("Anna", rate)
    assert refused.value.wait == pytest.approx(2)
    clock.pass_by(-3600)  # as no monotonic clock does
    assert left() == 0
    assert Limits().now is time.monotonic


def test_nobody_is_forgotten_for_the_sake_of_throw_away_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEPT", 100)
    guarded, rate = Limits(now=Time()), Rate(3, 0.5)
    for _ in range(3):
        guarded.take("Anna", rate)
    for number in range(1000):
        guarded.take(str(number), rate)
    with pytest.raises(TooManyRequests):
        guarded.take("Anna", rate)
    assert len(guarded._full) <= 100


def test_places_are_given_back() -> None:
    places = Places(3)
    with places.held({"a": 1}), places.held({"b": 2}):
        with pytest.raises(TooManyRequests):
            places.take({"b": 2, "a": 1})
        with places.held({"b": 2}), pytest.raises(NoRoom):
            places.take({"c": 9})
    assert (places.count, places._held) == (0, {})


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("x" * 100, "x" * 64),
    ],
)
def test_addresses_are_counted_by_household(address: str, counted: str) -> None:
    assert household(address) == counted


# Settings


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("GANGLAND_THINKERS", "x"), ("GANGLAND_THINKERS", "-1"), ("GANGLAND_THINKERS", "1.5"),
        ("GANGLAND_PAUSE", "-1"), ("GANGLAND_PAUSE", "nan"), ("GANGLAND_PAUSE", "inf"), ("GANGLAND_STREAMS", "0"),
        ("GANGLAND_PATIENCE", "0"), ("GANGLAND_CONNECTIONS", "9" * 5000),
        ("GANGLAND_PROXY", "proxy"), ("GANGLAND_PROXY", "10.0.0.0/99"),
        ("GANGLAND_PUBLIC_URL", "club.example"), ("GANGLAND_PUBLIC_URL", "https://club.example/tables"),
        ("GANGLAND_PUBLIC_URL", "ftp://club.example"), ("GANGLAND_PUBLIC_URL", "https://a@club.example"),
    ],
)  # fmt: skip
def test_settings_that_cannot_be_meant_are_refused(name: str, text: str) -> None:
    with pytest.raises(GanglandError, match="not"):
        read_settings({"GANGLAND_DB": "sqlite://", name: text})


def test_settings_are_read_from_the_environment() -> None:
    environ = {
        "GANGLAND_DB": "sqlite://", "GANGLAND_THINKERS": "0", "GANGLAND_PAUSE": "0", "GANGLAND_STREAMS": "7",
        "GANGLAND_PROXY": "127.0.0.1, 10.0.0.0/8 ::1", "GANGLAND_PUBLIC_URL": "https://Club.example:8443/",
    }  # fmt: skip
    settings = read_settings(environ)
    assert (settings.bot_workers, settings.pause, settings.caps) == (0, 0, Caps(streams=7))
    assert settings.proxies == ("127.0.0.1", "10.0.0.0/8", "::1")
    assert settings.public_url == "https://club.example:8443"


def test_every_setting_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
    for name in ("pause", "thinkers", "proxy", "public_url", *Caps.__dataclass_fields__):
        assert f"`GANGLAND_{name.upper()}`" in page, name


@pytest.fixture
def own_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` leaves its settings there for its processes."""
    for name in ("DB", "HOST", "THINKERS", "PROXY", "PUBLIC_URL"):
        monkeypatch.setenv(f"GANGLAND_{name}", "")


@pytest.mark.parametrize(
    "options",
    [["--port", "70000"], ["--port", "-1"], ["--proxy", "x"], ["--public-url", "x"], ["--workers", "0"]],
)
def test_bad_options_are_one_sentence(
    options: list[str], sqlite: str, capsys: pytest.CaptureFixture[str], own_environment: None
) -> None:
    assert main(["serve", "--db", sqlite, *options]) == 2
    assert capsys.readouterr().err.count("\n") == 1


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
