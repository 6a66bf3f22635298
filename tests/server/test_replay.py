"""The pages of replays on a server, without a browser: who sees what, bad input, and how they are reached."""

import gzip
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from conftest import PLAIN
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import person, serving, sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower"),
]
NAMES = ["Anna", "Ben", "Carl", "Dora"]
Server = tuple[str, Services]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("replays")
    with serving(Settings(f"sqlite:///{folder / 'tables.db'}", bot_workers=0, limits=False)) as found:
        yield found


def play(services: Services, match: Match) -> tuple[str, list[Person]]:
    """A table at which the moves of a match were made."""
    table, people = sit(services, match, NAMES[: match.game.seats])
    turns = [step.entry.seat for step in match.history() if hasattr(step.entry, "seat")]
    for number, (seat, move) in enumerate(zip(turns, match.moves, strict=True)):
        services.tables.move(table, people[seat], number, str(move))
    return table, people


def ask(server: Server, path: str, who: Person | None = None, **headers: str) -> httpx.Response:
    address, services = server
    cookies = {"gangland": services.people.cookie(who)} if who else {}
    return httpx.get(f"{address}{path}", cookies=cookies, headers=headers, follow_redirects=True, timeout=60)


def said(response: httpx.Response) -> str:
    return unescape(re.sub(r"<[^>]*>", " ", response.text))


@pytest.fixture(scope="module")
def duel(server: Server) -> tuple[str, list[Person]]:
    return play(server[1], played(Duel(), 5))


@pytest.fixture(scope="module")
def gangs(server: Server) -> tuple[str, list[Person]]:
    return play(server[1], played(Gangs(3), 5))


def scene(page: httpx.Response) -> str:
    return page.text.partition('id="scene"')[2].partition('<div class="banner')[0]


def test_without_script_next_and_back_lead_through_the_whole_game(
    server: Server, duel: tuple[str, list[Person]]
) -> None:
    table = duel[0]
    match = server[1].tables.record(table).match()
    page = ask(server, f"/t/{table}/replay")
    numbers = [0]
    while True:
        found = re.search(r'href="([^"]*)"\s+data-step="on"', page.text)
        assert found
        to = unescape(found[1])
        number = int(re.findall(r"at=(\d+)", to)[0])
        if number == numbers[-1]:
            break
        numbers.append(number)
        before, page = page, ask(server, to)
        back = re.search(r'href="([^"]*)"\s+data-step="back"', page.text)
        assert back
        if number % 20 == 1:
            assert scene(ask(server, unescape(back[1]))) == scene(before)
    assert numbers == list(range(len(match.moves) + 1))
    assert "wins" in said(page)


def test_a_page_of_a_long_game_has_at_most_150_kb(server: Server) -> None:
    match = max((played(Gangs(4), seed) for seed in range(8)), key=lambda match: len(match.moves))
    table, _ = play(server[1], match)
    page = ask(server, f"/t/{table}/replay?as=all")
    assert len(gzip.compress(page.content)) < 150_000


def test_whoever_may_know_the_same_shares_one_drawing(server: Server, duel: tuple[str, list[Person]]) -> None:
    films, table = server[1].films, duel[0]
    ask(server, f"/t/{table}/replay?at=3")
    kept = len(films._kept)
    for at in (0, 1, 7):
        ask(server, f"/t/{table}/replay?at={at}", person(server[1], "Somebody"))
    assert len(films._kept) == kept


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?at=999", "There is no such moment: the game ends with move"),
        ("?at=-1", "There is no such moment"),
        ("?at=abc", "There is no such moment"),
        ("?at=99999999999999999999999999", ""),
        ("?as=3", "There is no seat '3' in this game."),
        ("?as=nobody%27s", "in this game."),
        ("?as=%00", "in this game."),
    ],
)
def test_bad_moments_and_eyes_get_one_sentence(
    server: Server, gangs: tuple[str, list[Person]], query: str, sentence: str
) -> None:
    answer = ask(server, f"/t/{gangs[0]}/replay{query}")
    assert answer.status_code in (400, 404, 422)
    assert sentence in said(answer)


def test_a_running_game_is_replayed_only_for_those_who_sit_there(server: Server) -> None:
    services = server[1]
    table, people = play(services, played(Gangs(3), 9, 20))
    for stranger in (None, person(services, "Eve")):
        answer = ask(server, f"/t/{table}/replay", stranger)
        assert answer.status_code == 403
        assert "This game is still on." in said(answer)
    for eye in ("all", "0", "2"):
        answer = ask(server, f"/t/{table}/replay?as={eye}", people[1])
        assert answer.status_code == 422
        assert "once the game is over" in said(answer)
    own = ask(server, f"/t/{table}/replay", people[1])
    assert own.status_code == 200
    assert 'data-eye="1"' in own.text
    assert 'class="eyes"' not in own.text
    assert "move 0 of 20" in said(own)
    page = ask(server, f"/t/{table}", people[1])
    assert f'href="/t/{table}/replay?at=16"' in page.text  # “What happened?”
    assert "What happened?" not in said(ask(server, f"/t/{table}"))


def test_a_table_without_a_game_has_no_replay(server: Server) -> None:
    services = server[1]
    opener = person(services, "Anna")
    table = services.tables.open(opener, NewTable(Duel(), (NewSeat("me"), NewSeat("open"))))
    assert "This game has not begun yet." in said(ask(server, f"/t/{table}/replay", opener))
    assert ask(server, "/t/nowhere/replay").status_code == 404


def test_only_who_sat_there_reads_the_chat(server: Server) -> None:
    services = server[1]
    match = played(Duel(), 6, 8)
    table, people = play(services, match)
    services.tables.chat(table, people[0], "a word among friends", "1")
    services.tables.resign(table, people[1])
    assert "a word among friends" in ask(server, f"/t/{table}/replay", people[1]).text
    for stranger in (None, person(services, "Eve")):
        page = ask(server, f"/t/{table}/replay", stranger)
        assert page.status_code == 200
        assert "a word among friends" not in page.text
    end = ask(server, f"/t/{table}/replay?at={len(match.moves)}")
    assert "Ben has resigned." in said(end)


@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=str)
def test_a_game_with_moves_taken_back_replays_as_it_was_played_in_the_end(server: Server, game: Game) -> None:
    services = server[1]
    match = played(game, 8, 12)
    table, people = play(services, match)
    mover = match.log[-1].seat if hasattr(match.log[-1], "seat") else 0
    if not services.tables.undo(table, people[mover], 12, mover):
        services.tables.answer_undo(table, people[1 - mover], 12, True)
    services.tables.resign(table, people[0])
    page = ask(server, f"/t/{table}/replay?at=11")
    assert page.status_code == 200
    assert "move 11 of 11" in said(page)


def test_a_game_in_which_the_computer_took_over_is_replayed_under_the_same_name(server: Server) -> None:
    services = server[1]
    match = played(Gangs(3), 7, 9)
    table, people = play(services, match)
    services.tables.leave(table, people[2])
    assert services.tables.view(table, None).chairs[2].replaced
    page = ask(server, f"/t/{table}/replay?at=9", people[0])
    assert page.status_code == 200
    assert "Carl" in said(page)


def test_the_end_and_every_list_lead_to_the_replay(server: Server, duel: tuple[str, list[Person]]) -> None:
    table, people = duel
    end = ask(server, f"/t/{table}", people[0]).text
    buttons = re.findall(r'class="btn[^"]*big[^"]*"[^>]*>\s*([^<]+?)\s*<', end.partition('class="verdict"')[2])
    assert buttons[1] == "Replay"
    assert f'href="/t/{table}/replay"' in ask(server, "/games", people[0]).text
