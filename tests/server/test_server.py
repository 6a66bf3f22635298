"""The server over HTTP: the API, its streams, and what is refused."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from math import inf
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from conftest import LONG, PLAIN
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Record
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.tables import Tables
from playing import any_text
from serving import Server, Time, bot, person, serving, sit
from waiting import PATIENCE, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
DUEL = {"game": {"name": "famiglia-duel"}, "seats": [{"kind": "me"}, {"kind": "open"}], "first": 0}


NUMBERS = count(1)  # of bots, as each has a name of its own


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def seat_two(address: str, wish: dict[str, Any] = DUEL) -> tuple[str, list[httpx.Client]]:
    bots = [bot(address, f"{name} {next(NUMBERS)}")[0] for name in ("Ada", "Bob")]
    table = bots[0].post("/api/tables", json=wish).json()["id"]
    bots[1].post(f"/api/tables/{table}/claim", json={}).raise_for_status()
    return table, bots


# Playing


def test_two_bots_play_a_whole_game_by_their_streams(server: Server) -> None:
    table, bots = seat_two(server[0], DUEL | {"game": {"name": "gangs"}})

    def play(number: int) -> dict[str, Any]:
        """Move whenever the stream says so, until the game is over."""
        chance = Random(number)
        with bots[number].stream("GET", f"/api/tables/{table}/stream") as stream:
            for line in stream.iter_lines():
                state = json.loads(line or "{}")
                if state.get("outcome"):
                    return dict(state)
                if state.get("legal_moves"):
                    move = any_text(state["legal_moves"], chance)
                    wish = {"number": state["number"], "move": move}
                    bots[number].post(f"/api/tables/{table}/moves", json=wish)
        raise AssertionError("the stream ended before the game")

    with ThreadPoolExecutor() as pool:
        ends = list(pool.map(play, (0, 1)))
    assert ends[0]["outcome"] == ends[1]["outcome"]
    record = bots[0].get(f"/api/tables/{table}/record")
    Record.loads(record.text).verify()


def test_the_own_stream_calls_a_bot_to_its_turn(server: Server) -> None:
    table, bots = seat_two(server[0])
    with bots[1].stream("GET", "/api/stream") as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        here = next(lines)
        assert (here["id"], here["my_turn"]) == (table, False)
        bots[0].post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}).raise_for_status()
        called = next(lines)
        assert (called["id"], called["my_turn"]) == (table, True)


def test_a_browser_that_comes_back_hears_what_it_missed(server: Server) -> None:
    table, bots = seat_two(server[0])
    version = bots[0].get(f"/api/tables/{table}").json()["version"]

    def first_event(last: int) -> list[str]:
        with bots[1].stream("GET", f"/t/{table}/events", headers={"Last-Event-ID": str(last)}) as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            next(lines)
            return [next(lines) for _ in range(3)]

    assert first_event(version - 1) == ["event: changed", f"data: {version}", f"id: {version}"]
    bots[0].post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}).raise_for_status()
    assert first_event(version) == ["event: changed", f"data: {version + 1}", f"id: {version + 1}"]
    assert "event: present" in first_event(version + 1)


def test_nobody_is_told_of_their_own_coming(server: Server) -> None:
    table, bots = seat_two(server[0])
    version = bots[0].get(f"/api/tables/{table}").json()["version"]
    with bots[1].stream("GET", f"/t/{table}/events?after={version}") as stream:
        events = (line for line in stream.iter_lines() if line.startswith("event"))
        assert next(events) == "event: present"  # somebody may have come since the page was made
        bots[0].post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}).raise_for_status()
        assert next(events) == "event: changed"


def test_the_house_answers_and_finds_its_turn_again_after_a_restart(sqlite: str) -> None:
    services = Services(Settings(sqlite))  # no server runs: nobody plays for the house
    services.store.migrate()
    anna = person(services, "Anna")
    tables = [
        services.tables.open(anna, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=1)),
        services.tables.open(anna, NewTable(Gangs(2), (NewSeat("me"), NewSeat("level", 3)), first=1)),
        services.tables.open(anna, NewTable(Solo(2, robot_starts=True), (NewSeat("me"),))),
    ]
    assert {work.table for work in services.bot_turns.awaiting()} == set(tables)
    services.store.close()
    with serving(Settings(sqlite, pause=0)) as (_, restarted):
        for table in tables:
            until(lambda table=table: restarted.tables.view(table, anna).turn == 0)  # type: ignore[misc]
            assert restarted.tables.view(table, anna).lines
        move = restarted.tables.view(tables[0], anna).legal_moves[-1]
        restarted.tables.move(tables[0], anna, restarted.tables.view(tables[0], anna).number, move)
        until(lambda: not restarted.bot_turns.turn(tables[0]))


def test_the_house_takes_its_time(sqlite: str) -> None:
    with serving(Settings(sqlite, pause=1000)) as (_, services):
        anna = person(services, "Anna")
        table = services.tables.open(anna, NewTable(Solo(1, robot_starts=True), (NewSeat("me"),)))
        time.sleep(0.3)
        assert services.bot_turns.turn(table)


def test_an_expired_clock_forfeits_while_nobody_looks(sqlite: str) -> None:
    clock = Time()
    with serving(Settings(sqlite, steady=clock, late=inf, limits=False)) as (address, services):
        table, _ = seat_two(address, DUEL | {"clock": {"seconds": 30}})
        clock.pass_by(31)
        until(lambda: not services.tables.expired())
        outcome = services.tables.view(table, None).outcome
        assert outcome
        assert (outcome.reason, outcome.winners) == ("time", (1,))


# Refusals


def test_every_refusal_is_a_sentence_in_ones_language(server: Server) -> None:
    table, bots = seat_two(server[0])
    wish = {"number": 0, "move": "play A1"}  # nobody begins with one
    answer = bots[0].post(f"/api/tables/{table}/moves", json=wish, headers={"Accept-Language": "de-AT,en;q=0.5"})
    assert answer.status_code == 422
    assert answer.json()["clause"].startswith("F")
    assert "auf der Hand" in answer.json()["error"]
    english = bots[0].post(f"/api/tables/{table}/moves", json=wish)
    assert english.json()["error"] != answer.json()["error"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({}, 403),
        ({"Referer": "http://elsewhere.example/t/1"}, 403),
        ({"Origin": "http://[::1"}, 403),
        ({"Origin": "SELF"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_a_deed_by_cookie_must_come_from_an_own_page(server: Server, headers: dict[str, str], status: int) -> None:
    address, services = server
    table, people = sit(services, Match.new(Duel(), first=0), ["Anna", "Ben"])
    headers = {key: address if value == "SELF" else value for key, value in headers.items()}
    with httpx.Client(base_url=address, cookies={"gangland": services.people.cookie(people[0])}) as browser:
        answer = browser.post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}, headers=headers)
    assert answer.status_code == status
    assert services.tables.view(table, None).number == (1 if status == 200 else 0)


@pytest.mark.parametrize(
    "credentials", [{}, {"Authorization": "Bearer gl_forged"}, {"Cookie": "gangland=forged.forged"}]
)
def test_forged_credentials_are_nobody(server: Server, credentials: dict[str, str]) -> None:
    address, services = server
    table, _ = sit(services, Match.new(Duel(), first=0), ["Anna", "Ben"])
    headers = credentials | {"Origin": address}
    answer = httpx.post(f"{address}/api/tables/{table}/moves", json={"number": 0, "move": "pass"}, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_huge_requests_are_cut_short(server: Server) -> None:
    table, bots = seat_two(server[0])
    path = f"/api/tables/{table}/chat"
    assert bots[0].post(path, content=b"x" * 70_000).status_code == 413
    assert bots[0].post(path, content=iter([b"x" * 9_000] * 9)).status_code == 413  # without a length
    assert bots[0].get(f"/api/tables/{table}").json()["chat"] == []


def test_every_answer_carries_the_safety_headers(server: Server) -> None:
    for path in ("/health", "/api/games", "/api/none", "/none"):
        headers = httpx.get(server[0] + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_too_many_deeds_at_once_are_refused(sqlite: str) -> None:
    with serving(Settings(sqlite)) as (address, services):
        services.limits.now = Time()
        asked = [httpx.post(f"{address}/api/bots", json={"name": f"B {n}"}).status_code for n in range(31)]
        assert asked[-2:] == [201, 429]
        table, people = sit(services, Match.new(Duel(), first=0), ["Anna", "Ben"])
        cookie = services.people.cookie(people[0])
        with httpx.Client(base_url=address, cookies={"gangland": cookie}, headers={"Origin": address}) as browser:
            wish = {"number": 0, "move": "pass"}
            codes = [browser.post(f"/api/tables/{table}/moves", json=wish).status_code for _ in range(45)]
        assert codes == [200] * 40 + [429] * 5
        assert services.tables.view(table, None).number == 1


def test_work_in_the_background_outlives_a_database_that_is_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, asked = server[1].tables, []

    def expired() -> list[str]:
        asked.append(True)
        if len(asked) < 3:
            raise OperationalError("SELECT", {}, Exception("gone"))
        return Tables.expired(tables)

    monkeypatch.setattr(tables, "expired", expired)
    until(lambda: len(asked) >= 4)


OTHER_PATHS = [
    "/api/tables", "/api/bots", "/api/ranking?level=%00&robot_starts=7", "/api/me", "/api/..%5c",
    "/t/%ff/events", "/t/x", "/", "//", "/new", "/play", "/me", "/me/protect", "/me/enter", "/language", "/rules/%00",
    "/ranking?level=9", "/new?game=%00&players=-1&level=x",
]  # fmt: skip
HEADERS: list[dict[str, str]] = [
    {}, {}, {"Authorization": "Bearer \x7f"}, {"Authorization": "Basic x"}, {"Cookie": "gangland=\x7f; gangland"},
    {"Accept-Language": ";q=,;;q=x"}, {"Last-Event-ID": "9" * 50},
]  # fmt: skip


def malformed(chance: Random, table: str) -> tuple[str, str, dict[str, Any]]:
    """A request that no client of ours would send."""
    paths = ["moves", "undo", "undo/answer", "chat", "claim", "opponent", "resign", "leave", "rematch", "stream?x=", ""]
    ids = [table, table, table, "0123456789", "x", "%00", "..%2f..", "\ud7ff", "0" * 500, "%F0%28%8C%28"]
    deeds = [
        "move",
        "undo",
        "agree",
        "chat",
        "claim",
        "house",
        "resign",
        "leave",
        "rematch",
        "sit/x",
        "record",
        "?at=9",
    ]
    id = chance.choice(ids)
    some = [f"/api/tables/{id}/{chance.choice(paths)}", f"/t/{id}/{chance.choice(deeds)}", chance.choice(OTHER_PATHS)]
    path = chance.choice(some)
    junk: list[Any] = [
        None, True, -1, 0, 10**30, 1e308, "", "\u0000", "\ud800", "x" * 300, "pass", "take F0", [], {}, [[[]]],
        {"kind": "me"}, {"kind": "level", "level": 1}, "💣", float("nan"), "\u202e",
        "'; DROP TABLE people; --", "{0.__class__}",
    ]  # fmt: skip
    keys = ["number", "move", "seat", "text", "link", "agree", "level", "name", "game", "seats", "clock", "first", "x",
            "as", "password", "language", "back", "players", "seat-1", "token"]  # fmt: skip
    body = {chance.choice(keys): chance.choice(junk) for _ in range(chance.randrange(5))}
    form = urlencode({key: str(value).encode("utf-8", "replace") for key, value in body.items()}).encode()
    raw = chance.choice([form, form, json.dumps(body).encode(), json.dumps(chance.choice(junk)).encode(), b"{" * 5000,
                         b'{"number": ' + b"9" * 5000 + b"}", chance.randbytes(50), b"", b"\xff\xfe"])  # fmt: skip
    kind = chance.choice(["application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded",
                          "multipart/form-data; boundary=x", "", "application/json; charset=utf-7"])  # fmt: skip
    extra = chance.choice(HEADERS)
    return chance.choice(["POST", "POST", "PUT", "DELETE", "PATCH", "GET"]), path, {
        "content": raw, "headers": {"Content-Type": kind} | extra,
    }  # fmt: skip


def test_no_malformed_request_is_an_error_of_the_server(db: str) -> None:
    with (
        serving(Settings(db, limits=False)) as (address, services),
        httpx.Client(base_url=address, headers={"Origin": address}) as guest,  # a browser, with a cookie of its own
    ):
        table, bots = seat_two(address)
        bots.append(guest)
        chance = Random(1)
        codes: set[int] = set()
        for _ in range(1000 if LONG else 220):  # on each database
            method, path, request = malformed(chance, table)
            if path.endswith("events") or "stream" in path:
                method = "POST"  # a stream would never end
            answer = chance.choice(bots).request(method, path, **request)
            assert answer.status_code < 500, (method, path, request, answer.text)
            codes.add(answer.status_code)
        assert {400, 401, 404, 405, 422} <= codes
        assert services.tables.view(table, None).started
        assert httpx.get(f"{address}/health").text == "ok"


def test_nothing_hangs_when_many_watch_one_table(server: Server) -> None:
    table, bots = seat_two(server[0])
    version = bots[0].get(f"/api/tables/{table}").json()["version"]
    heard = threading.Semaphore(0)
    seen: list[int] = []

    def watch() -> None:
        with httpx.stream("GET", f"{server[0]}/t/{table}/events", timeout=30) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: "):
                    seen.append(int(line[6:]))
                    heard.release()
                    if seen[-1] > version:
                        return

    with ThreadPoolExecutor(60) as pool:
        watching = [pool.submit(watch) for _ in range(60)]
        for _ in watching:
            assert heard.acquire(timeout=PATIENCE)
        bots[0].post(f"/api/tables/{table}/moves", json={"number": 0, "move": "pass"}).raise_for_status()
        for task in watching:
            task.result(timeout=30)
