"""The rules of safety around all routes: names, origins, proxies, and how refusals are told."""

import secrets
import socket
from collections.abc import Iterator

import httpx
import pytest
from starlette.routing import Route

from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.learn import courses
from gangland.play import Match
from gangland.server import api, routes
from gangland.server.app import create_app
from gangland.server.limits import Caps, Limits, Rate
from gangland.server.services import Services
from gangland.server.settings import Settings
from serving import Time, serving, sit
from wire import HOST, read_all, status_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]

LONG = 30.0  # seconds that a test waits at most
Server = tuple[str, Services]


def somebody() -> dict[str, str]:
    """A bot whose name nobody has."""
    return {"name": f"B {secrets.token_hex(4)}"}


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
    cookies = {"gangland": services.people.cookie(people[0])}
    tried = httpx.get(f"{address}/t/{table}/try", cookies=cookies, timeout=LONG).headers["location"].partition("?")[2]
    record = services.uploads.keep(services.tables.record(table).dumps())
    ids = {"t": table, "r": record, "v": services.variations.keep(tried, "Mine")}  # by the first word of a path
    asked = {"/try": tried, "/try/new": "game=famiglia-duel&position=hand 0: M4"}
    values = {
        "digest": "x",
        "name": "icon.svg",
        "action": "move",
        "token": "x",
        "game": "gangs",
        "rulebook": "gangs",
        "course": "gangs",
        "lesson": courses()[-1].lesson[0].id,
    }
    own = [route for router in (*api.ROUTERS, *routes.ROUTERS) for route in router.routes]
    every = [*create_app(services.settings).routes, *own]
    paths = {
        route.path.format(**values, id=ids.get(route.path.split("/")[1], table))
        for route in every
        if isinstance(route, Route) and "GET" in (route.methods or ())
    }
    assert len(paths) > 20
    plain = {"Accept-Encoding": "identity"}  # the keys of forms are compressed to different lengths
    with httpx.Client(base_url=address, cookies=cookies, timeout=LONG, headers=plain) as client:
        for path in sorted(f"{path}?{asked[path]}" if path in asked else path for path in paths):
            head = client.head(path)
            missing = ("/me/move", f"/t/{table}/about")  # none of a person's deeds; what must be asked of a card
            assert head.status_code < 400 or path in missing, path
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
