"""What is told of a table: each change once, who comes and goes apart from it, and no page fetched for nothing."""

import json
import threading

import httpx
import pytest
from playwright.sync_api import Browser, Request, expect

from browsing import visit
from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server import tables
from gangland.server.dependencies import COOKIE
from gangland.server.events import event_of
from gangland.server.routes import table as table_routes
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import find_table
from serving import Server, serving, sit
from waiting import complete

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the server is the same, only slower")]
PASSWORD = "a long one that nobody guesses"


def first_move(services: Services, table: str) -> tuple[int, str]:
    """Whose turn it is, and what may be done."""
    turn = services.tables.view(table, None).turn or 0
    with services.store.read() as session:
        match = services.tables.matches.at(session, find_table(session, table))
    return turn, str(match.legal_moves[0])


def test_sending_a_move_or_taking_it_back_makes_no_table_view(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    address, services = server
    table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    turn, move = first_move(services, table)
    made: list[str] = []
    for user in (tables, table_routes):
        monkeypatch.setattr(user, "table_view", lambda *_: made.append("one"))
    headers = {"origin": address, "cookie": f"{COOKIE}={services.people.cookie(people[turn])}"}
    with httpx.Client(base_url=address, headers=headers, verify=False, timeout=30) as client:
        for action, data in (("move", {"number": 0, "move": move.lower()}), ("undo", {"number": 1})):
            answer = client.post(f"/t/{table}/{action}", data={**data, "as": str(turn)})
            assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    assert not made


def test_htmx_is_answered_with_the_table_after_the_action(server: Server) -> None:
    address, services = server
    table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    turn, move = first_move(services, table)
    headers = {
        "origin": address,
        "cookie": f"{COOKIE}={services.people.cookie(people[turn])}",
        "hx-request": "true",
    }
    with httpx.Client(base_url=address, headers=headers, verify=False, timeout=30) as client:
        for action, data in (("move", {"number": 0, "move": move}), ("chat", {"text": "Good luck"})):
            answer = client.post(f"/t/{table}/{action}", data={**data, "as": str(turn)})
            assert (answer.status_code, answer.text) == (200, client.get(f"/t/{table}").text)
            assert f'data-version="{services.tables.version(table)}"' in answer.text
            assert answer.text.startswith("<title>")


def test_a_fragment_is_asked_for_where_there_is_no_table_and_without_htmx(server: Server) -> None:
    """Whoever sends htmx's header gets a sentence or a page that can be read, also where no fragment is."""
    address, services = server
    table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    headers = {"origin": address, "cookie": f"{COOKIE}={services.people.cookie(people[0])}", "hx-request": "true"}
    with httpx.Client(base_url=address, headers=headers, verify=False, timeout=30) as client:
        for nowhere in ("/t/nowhere", "/t/nowhere/about?card=top", f"/t/{table}/about?card=nothing", "/nowhere"):
            answer = client.get(nowhere)
            assert answer.status_code == 404, nowhere
            assert "data-version" not in answer.text, nowhere
        assert client.post("/t/nowhere/move", data={"number": 0, "move": "pass"}).status_code == 404
        for page in ("/", "/new", "/me", "/rules", "/ranking"):
            assert client.get(page).text.count("<html") == 1, page
    assert services.tables.view(table, None).number == 0


@pytest.mark.parametrize("mine", [True, False])
def test_a_process_passes_over_what_it_has_told_already(sqlite: str, mine: bool) -> None:
    services = Services(Settings(sqlite))
    services.store.migrate()
    table, _ = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    with services.store.read() as session:
        event = event_of(find_table(session, table))

    async def hear() -> bool:
        with services.live.subscribe(table) as subscription:
            services.live._hear(f"{services.store.process if mine else 'another'} {event}")
            return await subscription.next(0.01)

    assert complete(hear()) != mine
    services.store.close()


@pytest.mark.slow
def test_a_change_is_told_once_on_every_database(db: str) -> None:
    with serving(Settings(db, pause=0, limits=False)) as (address, services):
        table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
        version = services.tables.version(table)
        heard: list[tuple[str, str]] = []
        ready, over = threading.Event(), threading.Event()

        def listen() -> None:
            with httpx.stream("GET", f"{address}/t/{table}/events?after={version}", timeout=30, verify=False) as stream:
                event = ""
                for line in stream.iter_lines():
                    if line.startswith("event: "):
                        event = line[7:]
                    elif line.startswith("data: "):
                        heard.append((event, line[6:]))
                        ready.set()
                        if "bye" in [said.text for said in services.tables.view(table, None).chat]:
                            over.set()
                            return

        listener = threading.Thread(target=listen)
        listener.start()
        assert ready.wait(30)
        turn, move = first_move(services, table)
        services.tables.move(table, people[turn], 0, move)
        assert not over.wait(1.5)  # long enough for a notification to come back from the database
        services.tables.chat(table, people[0], "bye")
        assert over.wait(30)
        listener.join()
    assert heard == [("present", "[]"), ("changed", str(version + 1)), ("changed", str(version + 2))]


def test_who_comes_and_goes_is_shown_without_fetching_the_page(browser: Browser, server: Server) -> None:
    address, services = server
    table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    context, page = visit(browser, address, services, people[0])
    fetched: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith(f"/t/{table}"):
            fetched.append(request.url)

    page.on("request", note)
    with page.expect_response("**/events*"):
        page.goto(f"/t/{table}")
    rival = page.locator("[data-away]").first
    expect(rival).to_have_text("away at the moment")
    other, there = visit(browser, address, services, people[1])
    there.goto(f"/t/{table}")
    expect(rival).to_have_text("at the table")
    expect(there.locator("[data-away]").first).to_have_text("at the table")
    other.close()
    expect(rival).to_have_text("away at the moment")
    assert len(fetched) == 1
    turn, move = first_move(services, table)
    services.tables.move(table, people[turn], 0, move)
    expect(page.locator("#pane-log li[data-number]").first).to_have_attribute("data-number", "0")
    assert len(fetched) == 1  # the stream has brought the board
    context.close()


@pytest.mark.parametrize("packing", ["gzip", "identity"])
def test_a_stream_brings_each_viewer_their_own_board(server: Server, packing: str) -> None:
    """Players see their own secrets, watchers none, and whoever has been signed out only that something has changed."""
    address, services = server
    table, people = sit(services, Match.new(Gangs(2), seed=1), ["Ann", "Ben"])
    version, turn = services.tables.version(table), services.tables.view(table, None).turn or 0
    cookies = [services.people.cookie(who) for who in people]
    services.people.protect(people[1 - turn], "Somebody", PASSWORD)  # which makes the cookie void
    heard: dict[str, tuple[str, str]] = {}
    ready = threading.Semaphore(0)

    def listen(name: str, cookie: str | None) -> None:
        headers = {"accept-encoding": packing} | ({"cookie": f"{COOKIE}={cookie}"} if cookie else {})
        query = f"after={version}&page={name}"
        with httpx.stream("GET", f"{address}/t/{table}/events?{query}", headers=headers, timeout=30) as stream:
            assert stream.headers.get("content-encoding", "identity") == packing
            event = ""
            for line in stream.iter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: ") and event == "present":
                    ready.release()
                elif line.startswith("data: "):
                    heard[name] = event, line[6:]
                    return

    viewers = {"mover": cookies[turn], "signed out": cookies[1 - turn], "watcher": None, "another watcher": None}
    listeners = [threading.Thread(target=listen, args=viewer) for viewer in viewers.items()]
    for listener in listeners:
        listener.start()
    for _ in listeners:
        assert ready.acquire(timeout=30)
    services.tables.move(table, people[turn], 0, first_move(services, table)[1])
    for listener in listeners:
        listener.join(30)
    assert {name: event for name, (event, _) in heard.items()} == dict.fromkeys(viewers, "board")
    boards = {name: data for name, (_, data) in heard.items()}
    assert all(f'data-version="{version + 1}"' in board for board in boards.values())
    assert boards["watcher"] == boards["another watcher"] == boards["signed out"]
    assert 'id="influence-0"' in boards["mover"]
    assert 'id="influence-0"' not in boards["watcher"]


def test_whoever_is_signed_out_while_listening_hears_no_more_secrets(server: Server) -> None:
    address, services = server
    table, people = sit(services, Match.new(Gangs(2), seed=1), ["Ann", "Ben"])
    turn = services.tables.view(table, None).turn or 0
    headers = {"cookie": f"{COOKIE}={services.people.cookie(people[turn])}"}
    with httpx.stream("GET", f"{address}/t/{table}/events?page=open", headers=headers, timeout=30) as stream:
        lines = stream.iter_lines()
        assert 'id="influence-0"' in next(line for line in lines if line.startswith("data: "))
        services.people.protect(people[turn], "Somebody", PASSWORD)  # which makes the cookie void
        services.tables.move(table, people[turn], 0, first_move(services, table)[1])
        assert next(line for line in lines if line.startswith("event: ") and "present" not in line) == "event: changed"


def test_a_page_that_is_up_to_date_hears_who_is_here(server: Server) -> None:
    address, services = server
    table, people = sit(services, Match.new(Duel(), seed=1), ["Ann", "Ben"])
    headers = {"cookie": f"{COOKIE}={services.people.cookie(people[1])}"}
    after = services.tables.version(table)
    with httpx.stream("GET", f"{address}/t/{table}/events?after={after}", headers=headers, verify=False) as stream:
        data = next(line for line in stream.iter_lines() if line.startswith("data: "))
    assert json.loads(data[6:]) == [1]
