"""A person's games: the list with its filter, all of them in one file, and something to watch."""

import re
from collections.abc import Iterator

import httpx
import pytest

from conftest import PLAIN
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Record
from gangland.server.dependencies import COOKIE
from gangland.server.limits import DOWNLOAD_RATE
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import Server, person, serving, sit

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]


def browser(address: str, services: Services, who: Person | None = None) -> httpx.Client:
    cookies = {COOKIE: services.people.cookie(who)} if who else {}
    return httpx.Client(base_url=address, cookies=cookies, timeout=60)


def finished(services: Services, game: Game, seed: int, who: Person, rival: str = "") -> str:
    """A finished game of a person, against another one or the computer."""
    match = played(game, seed)
    others = (NewSeat("open"),) if rival else (NewSeat("level", 1),) * (game.players - 1)
    table = services.tables.open(who, NewTable(game, (NewSeat("me"), *others)), match.deal)
    people = {0: who}
    if rival:
        people[1] = person(services, rival)
        services.tables.claim(table, people[1])
    for number, move in enumerate(match.moves):
        turn = services.tables.view(table, None).turn or 0
        if turn in people:
            services.tables.move(table, people[turn], number, str(move))
        else:
            services.tables.bot_move(table, number, str(move))
    return table


def lines_of(page: str) -> list[str]:
    return re.findall(r'<a class="btn[^"]*"\s+href="/t/([0-9a-f]{10})', page)


@pytest.fixture
def quiet(sqlite: str) -> Iterator[Server]:
    with serving(Settings(sqlite, bot_workers=0)) as running:
        yield running


def test_finished_games_are_filtered_by_game_opponent_and_result(quiet: Server) -> None:
    address, services = quiet
    ann = person(services, "Ann")
    tables = {
        "duel": finished(services, Duel(), 3, ann, "Bea"),
        "solo": finished(services, Solo(1), 4, ann),
        "gangs": finished(services, Gangs(2), 5, ann, "Cid"),
    }
    outcomes = {name: services.tables.record(table).outcome for name, table in tables.items()}
    won = {name for name, outcome in outcomes.items() if outcome and 0 in outcome.winners}
    running = services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=1))
    waits = services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), first=0))
    with browser(address, services, ann) as client:
        assert lines_of(client.get("/games").text) == [waits, running, *reversed(tables.values())]
        for query, wanted in (
            ("game=famiglia", {"duel", "solo"}),
            ("game=gangs", {"gangs"}),
            ("opponent=Bea", {"duel"}),
            ("game=gangs&opponent=Bea", set()),
            ("result=won", won),
            ("result=lost", {*tables} - won),
            ("result=nonsense", set()),
        ):
            shown = lines_of(client.get(f"/games?{query}").text)[2:]
            assert set(shown) == {tables[name] for name in wanted}, query
        assert re.search(r"\d+ turns", client.get("/games?game=gangs").text)  # as its log counts
        assert re.search(r"\d+ rounds", client.get("/games?opponent=Bea").text)
        text = client.get("/games.jsonl").text
        records = [Record.loads(line) for line in text.splitlines()]
        assert [record.game.name for record in records] == ["gangs", "famiglia-solo", "famiglia-duel"]
        for record in records:
            assert record.verify().outcome
        statuses = [client.get("/games.jsonl").status_code for _ in range(int(DOWNLOAD_RATE.burst))]
        assert statuses[-1] == 429
    with browser(address, services, person(services, "Eve")) as stranger:
        assert lines_of(stranger.get("/games").text) == []


def test_there_is_always_something_to_watch(quiet: Server) -> None:
    address, services = quiet
    with browser(address, services) as client:
        assert client.get("/watch").headers["Location"] == "/rules"
        ann = person(services, "Ann")
        finished(services, Duel(), 3, ann)  # a private one is nobody's business
        assert client.get("/watch").headers["Location"] == "/rules"
        match = played(Duel(), 4)
        wanted = NewTable(Duel(), (NewSeat("me"), NewSeat("level", 1)), public=True)
        over = services.tables.open(ann, wanted, match.deal)
        assert client.get("/watch").headers["Location"] == f"/t/{over}"  # it is on
        for number, move in enumerate(match.moves):
            if services.tables.view(over, None).turn == 0:
                services.tables.move(over, ann, number, str(move))
            else:
                services.tables.bot_move(over, number, str(move))
        resigned = services.tables.open(ann, wanted)
        services.tables.resign(resigned, ann)
        assert client.get("/watch").headers["Location"].startswith(f"/t/{over}")
        running, _ = sit(services, played(Gangs(2), 1, 0), ["Bea", "Cid"])
        assert client.get("/watch").headers["Location"].startswith(f"/t/{over}")  # that one is private
        with browser(address, services, ann) as player:
            services.tables.open(ann, wanted)
            assert player.get("/watch").headers["Location"].startswith(f"/t/{over}")  # not one's own
        assert running
