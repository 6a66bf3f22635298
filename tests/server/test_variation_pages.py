"""Games tried otherwise on a server, without a browser: by links and forms alone, who sees what, and bad input."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlencode

import httpx
import pytest

from conftest import PLAIN
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs, GangsView
from gangland.play import Match
from gangland.server.limits import VARIATION_RATE
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import Server, person, serving, sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower"),
]
NAMES = ["Anna", "Ben", "Carl", "Dora"]
STUDY = "hand 0: M1 M1 B2\nstreet: M4 A3"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("variations")
    with serving(Settings(f"sqlite:///{folder / 'tables.db'}", bot_workers=0, limits=False)) as found:
        yield found


def play(services: Services, match: Match) -> tuple[str, list[Person]]:
    if match.game.has_robot:
        people = [person(services, NAMES[0])]
        table = services.tables.open(people[0], NewTable(match.game, (NewSeat("me"),)), match.deal)
    else:
        table, people = sit(services, match, NAMES[: match.game.seats])
    for number, move in enumerate(match.moves):
        turn = services.tables.view(table, None).turn
        assert turn is not None
        if turn < len(people):
            services.tables.move(table, people[turn], number, str(move))
        else:
            services.tables.bot_move(table, number, str(move))
    return table, people


def client_of(server: Server, who: Person | None = None) -> httpx.Client:
    address, services = server
    cookies = {"gangland": services.people.cookie(who)} if who else {}
    return httpx.Client(
        base_url=address, headers={"Origin": address}, cookies=cookies, timeout=60, follow_redirects=True
    )


def said(response: httpx.Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", response.text)).split())


def fields(page: str, form: str) -> list[tuple[str, str]]:
    """The fields of a form, by its id or class."""
    found = re.search(rf'<form[^>]*(?:id|class)="{form}".*?</form>', page, re.DOTALL)
    assert found
    hidden = re.findall(r'type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', found[0])
    return [(name, unescape(value)) for name, value in hidden]


def first_move(client: httpx.Client, page: str) -> str:
    """A move that a button of the page makes, or one to which the links within a move lead."""
    button = re.search(r'name="move"\s+value="([^"]+)"', page)
    if button:
        return unescape(button[1])
    link = re.search(r'href="(/try\?[^"]*pick=[^"]*)"', page)
    assert link
    return first_move(client, client.get(unescape(link[1])).text)


def send(client: httpx.Client, path: str, data: list[tuple[str, str]]) -> httpx.Response:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return client.post(path, content=urlencode(data), headers=headers)


@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(3)], ids=str)
def test_moves_are_made_taken_back_and_kept_by_links_and_forms_alone(server: Server, game: Game) -> None:
    match = played(game, 5)
    table, people = play(server[1], match)
    with client_of(server, people[0]) as client:
        replay = client.get(f"/t/{table}/replay?at=12").text
        found = re.search(r'id="try"[^>]*href="([^"]+)"', replay)
        assert found
        start = client.get(unescape(found[1]))
        assert start.url.path == "/try"
        assert "anew each time." in said(start)
        pages = [start]
        while len(pages) < 5:
            data = [*fields(pages[-1].text, "board"), ("move", first_move(client, pages[-1].text))]
            page = send(client, "/try", data)
            assert page.status_code == 200
            assert page.url.path == "/try"
            assert dict(parse_qsl(page.url.query.decode()))["of"] == f"/t/{table}"
            pages.append(page)
        back = client.get("/try", params=urlencode(fields(pages[-1].text, "undo")))
        assert back.text == pages[-2].text  # nothing but the moves makes a page
        keep = [*fields(back.text, "keep"), ("name", " The ledger first ")]
        kept = send(client, "/try/keep", keep)
        assert re.fullmatch("/v/[a-z2-7]{10}", kept.url.path)
        assert "The ledger first" in said(kept)
        assert str(kept.url) in kept.text
        assert send(client, "/try/keep", keep).url == kept.url
        assert send(client, "/try/keep", [*keep[:-1], ("name", "Another name")]).url != kept.url
        last = fields(kept.text, "board")
        assert last == fields(back.text, "board")
        assert "Carl" not in said(kept) or game.seats > 2
    with client_of(server) as stranger:
        assert stranger.get(kept.url.path).status_code == 200  # the game is over


def test_a_try_ends_as_a_game_does(server: Server) -> None:
    with client_of(server) as client:
        page = client.get("/try/new", params={"game": "famiglia-duel", "position": "hand 0: M4"})
        for _ in range(2):
            page = send(client, "/try", [*fields(page.text, "board"), ("move", "pass")])
        assert "Player 1 wins" in said(page)
        again = send(client, "/try", [*fields(page.text, "board"), ("move", "pass")])
        assert again.status_code == 422
        assert "The game is over." in said(again)


def test_a_record_and_a_position_in_notation_are_tried_too(server: Server) -> None:
    record = played(Gangs(2), 5).record().dumps()
    with client_of(server) as client:
        brought = client.post("/replay", data={"text": record}, files={"file": ("", b"")})
        page = client.get(f"{brought.url.path}/try?at=20&as=1")
        assert "could not see are dealt anew each time." in said(page)
        worlds = {str(client.get(f"{brought.url.path}/try?at=20&as=1").url) for _ in range(4)}
        assert len(worlds) > 1
        opened = {str(client.get(f"{brought.url.path}/try?at=20&as=all").url) for _ in range(4)}
        assert len(opened) == 1
        study = client.get("/try/new", params={"game": "famiglia-duel", "position": STUDY})
        assert study.url.path == "/try"
        page = send(client, "/try", [*fields(study.text, "board"), ("move", "play B2 on M4")])
        page = send(client, "/try", [*fields(page.text, "board"), ("move", "take M4 with M1 M1")])
        assert "Player 1 takes" in said(page)
        answer = client.get(f"{study.url}&card=street-1")
        assert 'id="tell-name"' in answer.text
        assert client.get("/replay").text.count("<option") >= 5


@pytest.fixture(scope="module")
def start(server: Server) -> str:
    """The address of a try from a moment of a duel."""
    table, _ = play(server[1], played(Duel(), 5))
    with client_of(server) as client:
        return str(client.get(f"/t/{table}/try?at=12").url)


@pytest.mark.parametrize(
    ("changes", "status", "sentence"),
    [
        ({"made": ["pass", "take F9"]}, 422, "Move 2: “F9” is not a card"),
        ({"made": ["sweep F0"]}, 422, "Move 1: "),
        ({"made": ["pass = F0"]}, 422, "Move 1: These cards cannot come up now."),
        ({"made": ["pass"] * 401}, 422, ""),
        ({"made": ["x" * 300]}, 422, ""),
        ({"position": "nonsense"}, 422, "nonsense"),
        ({"position": "turn: 1"}, 409, "This is not the position of that moment in the game."),
        ({"position": "x" * 5000}, 422, ""),
        ({"game": "chess"}, 422, "There is no game “chess”"),
        ({"game": "gangs"}, 422, ""),
        ({"rules": "{"}, 422, "This is not JSON."),
        ({"rules": '{"joker_with_pair":true}'}, 409, "This is not the position of that moment in the game."),
        ({"rules": '{"joker_with_pair":7}'}, 422, ""),
        ({"of": "/t/nowhere"}, 404, ""),
        ({"of": "//elsewhere"}, 404, "There is no such game."),
        ({"moment": "999"}, 404, "There is no such moment"),
        ({"moment": "3"}, 409, "This is not the position of that moment in the game."),
        ({"eye": "7"}, 422, "There is no seat '7' in this game."),
        ({"card": "nothing"}, 404, "There is no such card on the table."),
        ({"at": "x"}, 422, ""),
    ],
)
def test_what_is_not_in_order_is_refused_with_one_sentence(
    server: Server, start: str, changes: dict[str, str | list[str]], status: int, sentence: str
) -> None:
    asked: dict[str, str | list[str]] = dict(parse_qsl(httpx.URL(start).query.decode()))
    with client_of(server) as client:
        assert client.get("/try", params=asked).status_code == 200
        answer = client.get("/try", params=asked | changes)
        assert answer.status_code == status, said(answer)[:300]
        assert sentence in said(answer)
        kept = client.post("/try/keep", data=asked | changes)
        if "card" not in changes and "at" not in changes:
            assert kept.status_code == status
            assert kept.url.path == "/try/keep"


def test_positions_and_addresses_that_are_none(server: Server) -> None:
    with client_of(server) as client:
        for game, position in (("famiglia-duel", "hand 0: X"), ("chess", ""), ("gangs", ""), ("", "")):
            answer = client.get("/try/new", params={"game": game, "position": position})
            assert answer.status_code == 422
            assert 'name="position"' in answer.text  # the form again, with what was typed
            assert position in unescape(answer.text)
        assert client.get("/v/aaaaaaaaaa").status_code == 404
        assert "There is no such variation." in said(client.get("/v/nonsense"))
        assert client.get("/try").status_code == 422
        assert send(client, "/try/keep", [("game", "famiglia-duel"), ("position", STUDY), ("name", "x" * 61)]).is_error
        named = send(client, "/try/keep", [("game", "famiglia-duel"), ("position", STUDY), ("name", "<b>x</b>\u202e")])
        assert "<b>x</b>" not in named.text
        illegal = send(client, "/try", [("game", "famiglia-duel"), ("position", STUDY), ("move", "take M4 with B2")])
        assert illegal.status_code == 422
        assert 'id="board"' in illegal.text  # with the board as it was


def test_a_running_game_is_tried_only_through_ones_own_eyes(server: Server) -> None:
    services = server[1]
    match = played(Gangs(3), 9, 20)
    table, people = play(services, match)
    start = f"/t/{table}/try?at=15"
    for stranger in (None, person(services, "Eve")):
        with client_of(server, stranger) as client:
            assert client.get(start).status_code == 403
    with client_of(server, people[1]) as client:
        for eye in ("0", "2", "all"):
            assert client.get(f"{start}&as={eye}").status_code == 422
        for eye in ("", "&as=1", "&as=nobody"):
            own = client.get(start + eye)
            assert own.status_code == 200
            asked = dict(parse_qsl(own.url.query.decode()))
            assert asked["eye"] == "1"
            world = Gangs(3).position(asked["position"])
            assert world.view(1) == match.at(15).view(1)
        dealt = set()
        for _ in range(6):
            asked = dict(parse_qsl(client.get(start).url.query.decode()))
            view = Gangs(3).position(asked["position"]).view(0)
            assert isinstance(view, GangsView)
            dealt.add(view.players[0].alliances)
        assert len(dealt) > 1  # what another seat hides is another thing each time
        kept = send(client, "/try/keep", fields(own.text, "keep"))
        assert kept.status_code == 200
        assert client.get(kept.url.path).status_code == 200
    for other in (None, people[0], people[2], person(services, "Eve")):
        with client_of(server, other) as client:
            for path in (kept.url.path, f"/try?{own.url.query.decode()}"):
                refused = client.get(path)
                assert refused.status_code in (403, 422)
                assert 'id="board"' not in refused.text


def test_a_hundred_variations_of_one_address_are_too_many(sqlite: str) -> None:
    with serving(Settings(sqlite)) as (address, services), client_of((address, services)) as client:
        data = {"game": "famiglia-duel", "position": STUDY}
        answers = []
        for number in range(100):
            answers.append(client.post("/try/keep", data={**data, "name": str(number)}, follow_redirects=False))
            if answers[-1].status_code == 429:
                break
        assert len(answers) <= VARIATION_RATE.burst + 2
        assert "Not so fast" in answers[-1].text
        assert client.get("/replay").status_code == 200
