"""The pages without a browser: whole games by plain links and forms, and nothing that the policy would block."""

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

import httpx
import pytest

from conftest import PLAIN
from gangland.server.house import House, Settings
from gangland.web.assets import address_of, assets
from gangland.words import LANGUAGES
from serving import serving

ADDRESSES = ("/", "/new", "/new?game=gangs&players=4", "/new?game=famiglia-solo", "/me", "/ranking", "/nowhere")
GAMES = ("famiglia-duel", "famiglia-solo", "gangs")


class Page(HTMLParser):
    """The links and buttons of a page, and what a form sends besides."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.moves: list[str] = []
        self.picks: list[str] = []
        self.hidden: dict[str, str] = {}
        self.form = ""
        self.text = text
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.form = values.get("id", "")
        if values.get("type") == "hidden" and self.form == "board":
            self.hidden[values["name"]] = values["value"]
        if tag == "button" and values.get("name") == "move":
            self.moves.append(values["value"])
        if tag == "a" and "pick=" in values.get("href", ""):
            self.picks.append(values["href"])

    @property
    def is_over(self) -> bool:
        return 'class="verdict"' in self.text


class Browser(httpx.Client):
    """As a browser asks: it follows redirections, keeps cookies and says where a form comes from."""

    def __init__(self, address: str, language: str = "en") -> None:
        headers = {"origin": address, "accept-language": language}
        super().__init__(base_url=address, headers=headers, follow_redirects=True, timeout=30)


@pytest.fixture
def server(sqlite: str) -> Iterator[tuple[str, House]]:
    with serving(Settings(sqlite, pause=3600, limits=False)) as running:
        yield running


@pytest.fixture
def house(server: tuple[str, House]) -> House:
    return server[1]


@pytest.fixture
def client(server: tuple[str, House]) -> Iterator[Browser]:
    with Browser(server[0]) as browser:
        yield browser


def table_in(answer: httpx.Response) -> str:
    return str(answer.url.path).split("/")[2]


def let_the_house_move(house: House, id: str) -> None:
    """What its workers would do, at once."""
    while turn := house.tables.house_turn(id):
        number, _, match, _ = turn
        house.tables.house_move(id, number, str(match.legal_moves[0]))


@pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_plain_links_and_forms(client: Browser, house: House, game: str) -> None:
    random = Random(game)
    answer = client.post("/play", data={"game": game})
    id, page = table_in(answer), Page(answer.text)
    sent = 0
    while not page.is_over:
        let_the_house_move(house, id)
        page = Page(client.get(f"/t/{id}").text)
        assert "&lt;" not in page.text  # pictures are drawn, not written out
        if page.is_over:
            break
        while page.picks and (not page.moves or random.random() < 0.3) and not only_passes(page, random):
            page = Page(client.get(random.choice(page.picks)).text)
        choices = [move for move in page.moves if move != "pass"] or page.moves
        if not choices:  # a selection that was taken back
            continue
        answer = client.post(f"/t/{id}/move", data={**page.hidden, "move": random.choice(choices)})
        assert answer.status_code == 200
        sent += 1
        assert sent < 500
    assert sent > 5
    outcome = house.tables.glimpse(id, None).outcome
    assert outcome
    assert all(f">{score}<" in page.text.replace(" ", "") for score in outcome.scores)


def only_passes(page: Page, random: Random) -> bool:
    return page.moves == ["pass"] and random.random() < 0.05


def test_illegal_typed_moves_get_one_sentence_with_its_clause(client: Browser, house: House) -> None:
    id = table_in(client.post("/play", data={"game": "gangs"}))
    let_the_house_move(house, id)
    hidden = Page(client.get(f"/t/{id}").text).hidden
    answer = client.post(f"/t/{id}/move", data={**hidden, "move": "climb a1 a3"})
    assert answer.status_code == 422
    assert "(G3.1)" in answer.text
    assert 'role="alert"' in answer.text
    assert client.post(f"/t/{id}/move", data={"number": "x", "move": ""}).status_code == 422


def test_names_and_chat_are_escaped_everywhere(client: Browser) -> None:
    client.post("/me", data={"name": "<b>&'\"</b>"})
    id = table_in(client.post("/play", data={"game": "famiglia-duel"}))
    client.post(f"/t/{id}/chat", data={"text": "<script>alert(1)</script>"})
    for address in ("/", "/me", f"/t/{id}", "/new"):
        text = client.get(address).text
        assert "<script>alert" not in text
        assert "<b>&'" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_keep_to_the_content_policy(server: tuple[str, House], language: str) -> None:
    with Browser(server[0], language) as client:
        table = client.post("/play", data={"game": "gangs"})
        pages = [client.get(address).text for address in ADDRESSES]
    for text in [*pages, table.text]:
        check_policy(text, language)


def check_policy(text: str, language: str) -> None:
    assert f'<html lang="{language}"' in text
    assert " style=" not in text
    assert "<style" not in text
    assert not re.search(r"<script(?! src=)", text)
    assert not re.search(r" on\w+=", text)
    assert not re.search(r'(?:src|href|action)="(?!/|#)', text)


def test_a_language_once_chosen_stays(client: Browser) -> None:
    assert "Wer beginnt" in client.post("/language", data={"language": "de", "back": "/new"}).text
    assert 'lang="de"' in client.get("/").text
    assert client.post("/language", data={"language": "de", "back": "//evil"}).url.path == "/"


def test_static_files_are_kept_for_ever_and_the_first_page_is_light(client: Browser) -> None:
    page = client.get("/").text
    weight = len(gzip.compress(page.encode()))
    for name in ("tokens.css", "components.css", "flights.css", "layout.css", "htmx.js", "table.js", "icon.svg"):
        answer = client.get(address_of(name))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        weight += len(gzip.compress(assets()[name].content))
    assert weight < 150_000
    assert client.get("/static/0/nothing.css").status_code == 404


def test_a_seat_link_leads_to_the_seat_once(client: Browser) -> None:
    form = {"game": "famiglia-duel", "seat-1": "link", "name": "Ann", "first": "me"}
    lobby = client.post("/new", data=form)
    link = re.search(r'value="http://[^/"]+(/t/\w+/sit/[^"]+)"', lobby.text)
    assert link
    address = str(client.base_url).rstrip("/")
    with Browser(address) as friend, Browser(address) as stranger:
        seat = friend.get(link[1])
        token = re.search(r'name="token" value="([^"]+)"', seat.text)
        assert token
        id = link[1].split("/")[2]
        assert 'id="board"' in friend.post(f"/t/{id}/claim", data={"token": token[1], "name": "Ben"}).text
        assert stranger.post(f"/t/{id}/claim", data={"token": token[1]}).status_code == 403
        watched = Page(stranger.get(f"/t/{id}").text)
    assert watched.moves == watched.picks == []
    assert Page(client.get(f"/t/{id}").text).hidden["as"] == "0"


def test_secrets_at_a_shared_screen_are_behind_a_curtain(client: Browser) -> None:
    form = {"game": "gangs", "seat-1": "here", "name-1": "Ben", "name": "Ann", "first": "me"}
    curtain = client.post("/new", data=form)
    assert 'class="curtain"' in curtain.text
    assert "alliance-0" not in curtain.text
    id = table_in(curtain)
    mine = client.get(f"/t/{id}?as=0")
    assert "alliance-0" in mine.text
    assert 'class="curtain"' in client.get(f"/t/{id}?as=1").text  # it is not Ben's turn
