"""The pages without a browser: whole games by plain links and forms, and nothing that the policy would block."""

import gzip
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from random import Random

import httpx
import pytest

from conftest import LONG, PLAIN, long_only
from gangland.bots import levels_for
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.server.dependencies import COOKIE
from gangland.server.messages import LEVEL
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.routes.table import Place, look
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.web.assets import address_of, assets
from gangland.web.clock import Clock, clock_words
from gangland.web.drawings import draw_table
from gangland.web.seat_names import names_of
from gangland.web.table_view import SeatKind
from playing import any_text, played
from serving import at_a_move, bot, person, serving, sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower"),
]
ADDRESSES = (
    "/", "/new", "/new?game=gangs&players=4", "/new?game=famiglia-solo", "/me", "/ranking", "/rules", "/rules/gangs",
    "/learn", "/learn/famiglia/f4?task=2", "/learn/gangs/g1", "/nowhere", "/rules/chess", "/learn/famiglia/f99",
    "/games", "/games?game=gangs&result=won&opponent=Nico&shown=-5", "/replay", "/r/0123456789ab",
    "/v/aaaaaaaaaa", "/try?game=famiglia-duel&position=street:+M4", "/try?game=chess&position=x",
)  # fmt: skip
BEGUN = 28  # moves
GAMES = ("famiglia-duel", "famiglia-solo", "gangs")
Server = tuple[str, Services]


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


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    """One for all tests: names that become somebody's own, as bots' are, differ from all others in this file."""
    folder = tmp_path_factory.mktemp("pages")
    with serving(Settings(f"sqlite:///{folder}/tables.db", pause=3600, limits=False)) as running:
        yield running


@pytest.fixture
def server(lasting: tuple[str, Services]) -> tuple[str, Services]:
    return lasting


@pytest.fixture
def services(server: tuple[str, Services]) -> Services:
    return server[1]


@pytest.fixture
def client(server: tuple[str, Services]) -> Iterator[Browser]:
    with Browser(server[0]) as browser:
        yield browser


def table_in(answer: httpx.Response) -> str:
    return str(answer.url.path).split("/")[2]


def let_the_house_move(services: Services, id: str) -> None:
    """What its workers would do, at once."""
    while turn := services.bot_turns.turn(id):
        number, match = turn.number, turn.match
        services.tables.bot_move(id, number, str(match.legal_moves[0]))


@pytest.mark.parametrize("game", [game if game == "gangs" else pytest.param(game, marks=long_only) for game in GAMES])
def test_a_whole_game_by_plain_links_and_forms(client: Browser, services: Services, game: str) -> None:
    """From its first move on in the long round, else its end."""
    random = Random(game)
    answer = client.post("/play", data={"game": game})
    id, page = table_in(answer), Page(answer.text)
    who = services.people.of_cookie(client.cookies[COOKIE])
    assert who
    sent = 0
    while not LONG and services.tables.view(id, who).number < BEGUN:
        let_the_house_move(services, id)
        t = services.tables.view(id, who)
        services.tables.move(id, who, t.number, any_text(t.legal_moves, random))
    while not page.is_over:
        let_the_house_move(services, id)
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
    outcome = services.tables.view(id, None).outcome
    assert outcome
    assert all(f">{score}<" in page.text.replace(" ", "") for score in outcome.scores)


def only_passes(page: Page, random: Random) -> bool:
    return page.moves == ["pass"] and random.random() < 0.05


def test_illegal_typed_moves_get_one_sentence_with_its_clause(client: Browser, services: Services) -> None:
    id = table_in(client.post("/play", data={"game": "gangs"}))
    let_the_house_move(services, id)
    hidden = Page(client.get(f"/t/{id}").text).hidden
    answer = client.post(f"/t/{id}/move", data={**hidden, "move": "climb a1 a3"})
    assert answer.status_code == 422
    assert ">G3.1</a>)" in answer.text
    assert 'role="alert"' in answer.text
    assert client.post(f"/t/{id}/move", data={"number": "x", "move": ""}).status_code == 422


def test_names_and_chat_are_escaped_everywhere(client: Browser) -> None:
    client.post("/me", data={"name": "<b>&'\"</b>"})
    id = table_in(client.post("/play", data={"game": "famiglia-duel"}))
    client.post(f"/t/{id}/chat", data={"text": "<script>alert(1)</script>"})
    for address in ("/", "/me", "/games", f"/t/{id}", "/new"):
        text = client.get(address).text
        assert "<script>alert" not in text
        assert "<b>&'" not in text


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_somebody_gives_up_early_has_an_end_too(client: Browser, services: Services, game: str) -> None:
    id = table_in(client.post("/play", data={"game": game}))
    answer = client.post(f"/t/{id}/resign")
    assert answer.status_code == 200
    assert Page(answer.text).is_over
    with Browser(str(client.base_url).rstrip("/")) as watcher:
        assert Page(watcher.get(f"/t/{id}").text).is_over


def test_whoever_leaves_for_good_is_replaced_whatever_their_name(client: Browser, services: Services) -> None:
    """A name is never a sentence to be translated or filled in, also when the house plays under it."""
    client.post("/me", data={"name": "{0} {x"})
    seats = (NewSeat("me"), NewSeat("open"), NewSeat("level", 1))
    who = services.people.of_cookie(client.cookies["gangland"])
    assert who
    ben = person(services, "Ben")
    table = services.tables.open(who, NewTable(Gangs(3), seats, public=True))
    services.tables.claim(table, ben)
    page = client.get(f"/t/{table}").text
    assert "The computer will play on in your place." in page
    assert client.post(f"/t/{table}/leave").status_code == 200
    for address in ("/", f"/t/{table}"):
        answer = client.get(address)
        assert answer.status_code == 200
    assert "{0} {x" in answer.text
    assert services.tables.view(table, ben).chairs[0].kind == "opponent"
    services.tables.leave(table, ben)
    assert "This table is closed." in client.get(f"/t/{table}").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_keeps_newcomers_out_by_protecting_what_they_are_called(
    server: tuple[str, Services], services: Services, language: str
) -> None:
    with pytest.raises(GanglandError):
        services.people.protect(person(services, "Eve"), Language(language).say("Guest"), "correct horse")
    with Browser(server[0], language) as newcomer:
        assert newcomer.post("/play", data={"game": "gangs"}).status_code == 200


def test_a_table_that_was_closed_before_its_start_says_so(client: Browser, services: Services) -> None:
    who = person(services, "Ann")
    table = services.tables.open(who, NewTable(Duel(), (NewSeat("me"), NewSeat("open")), public=True))
    assert "Sit down" in client.get(f"/t/{table}").text
    services.tables.leave(table, who)
    page = client.get(f"/t/{table}").text
    assert "This table is closed." in page
    assert "Sit down" not in page


def test_the_language_is_changed_without_losing_the_place(client: Browser) -> None:
    for place in ("/new?game=gangs&players=4", "/ranking?level=1&starts=robot"):
        page = client.get(place).text
        assert f'name="back" value="{place.replace("&", "&amp;")}"' in page
    table = client.post("/play", data={"game": "gangs"}).url.path
    answer = client.post("/language", data={"language": "pl", "back": table})
    assert answer.url.path == table
    assert 'lang="pl"' in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_keep_to_the_content_policy(server: tuple[str, Services], language: str) -> None:
    with Browser(server[0], language) as client:
        table = client.post("/play", data={"game": "gangs"})
        own = ADDRESSES if LONG else ADDRESSES[LANGUAGES.index(language) :: len(LANGUAGES)]
        pages = [client.get(address).text for address in own]
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
    page = client.get("/")
    assert page.headers["content-encoding"] == "gzip"
    weight = len(gzip.compress(page.content))
    for name in ("site.css", "htmx.js", "table.js", "icon.svg"):
        answer = client.get(address_of(name))
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 500
        weight += len(gzip.compress(assets()[name].content))
    assert weight < 150_000
    assert client.get("/static/0/nothing.css").status_code == 404


def test_a_protected_name_brings_ones_games_to_another_browser(client: Browser, services: Services) -> None:
    table = table_in(client.post("/play", data={"game": "gangs"}))
    assert "protected" in client.post("/me/protect", data={"name": "Anna", "password": "correct horse"}).text
    with Browser(str(client.base_url).rstrip("/")) as elsewhere:
        watched = elsewhere.get(f"/t/{table}").text
        assert "Your alliances" not in watched
        wrong = elsewhere.post("/me/enter", data={"name": "Anna", "password": "another horse"})
        assert (wrong.status_code, 'role="alert"' in wrong.text) == (403, True)
        assert f"/t/{table}" not in wrong.text
        assert f"/t/{table}" in elsewhere.post("/me/enter", data={"name": "anna", "password": "correct horse"}).text
        assert Page(elsewhere.get(f"/t/{table}").text).hidden["as"] == "0"


@pytest.mark.parametrize(
    ("game", "word", "marked"),
    [
        (Duel(), "sweep", [("{0}-0", "", "resting")]),
        (Gangs(2), "expel", [("g0", "expelled", "idle"), ("g1", "", "playable")]),
        (Gangs(2), "reveal", [("", "turned", "idle")]),
    ],
    ids=["sweep", "expel", "reveal"],
)
def test_the_last_move_is_marked(
    client: Browser, services: Services, game: Game, word: str, marked: list[tuple[str, str, str]]
) -> None:
    table, people, move = at_a_move(services, game, word)
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    client.cookies.set("gangland", services.people.cookie(people[1]))
    flown = r'(?:data-flight="([^"]*)"\s+)?(?:data-motion="(\w+)"\s+)?'
    marks = flown + r'data-look="(\w+)"\s+data-marks="last"'
    found = re.findall(marks, client.get(f"/t/{table}").text)
    assert found == [(flight.format(*move.split(" ")[1:]), *rest) for flight, *rest in marked]


def test_a_seat_link_leads_to_the_seat_once(client: Browser) -> None:
    form = {"game": "famiglia-duel", "seat-1": "link", "name": "Ann", "first": "me"}
    lobby = client.post("/new", data=form)
    link = re.search(r'value="http://[^/"]+(/t/\w+/sit/[^"]+)"', lobby.text)
    assert link
    address = str(client.base_url).rstrip("/")
    with Browser(address) as friend, Browser(address) as stranger:
        seat = friend.get(link[1])
        token = re.search(r'name="token"\s+value="([^"]+)"', seat.text)
        assert token
        id = link[1].split("/")[2]
        assert 'id="board"' in friend.post(f"/t/{id}/claim", data={"token": token[1], "name": "Ben"}).text
        assert stranger.post(f"/t/{id}/claim", data={"token": token[1]}).status_code == 403
        assert stranger.get(link[1]).url.path == f"/t/{id}"
        watched = Page(stranger.get(f"/t/{id}").text)
    assert watched.moves == watched.picks == []
    assert Page(client.get(f"/t/{id}").text).hidden["as"] == "0"


def test_a_link_that_opens_no_seat_offers_none(client: Browser) -> None:
    lobby = client.post("/new", data={"game": "famiglia-duel", "seat-1": "link", "name": "Ann", "first": "me"})
    id = str(lobby.url.path).split("/")[2]
    with Browser(str(client.base_url).rstrip("/")) as stranger:
        for answer in (
            stranger.get(f"/t/{id}/sit/made-up"),
            stranger.post(f"/t/{id}/claim", data={"token": "made-up", "name": "Eve"}),
        ):
            assert "This seat is taken." in answer.text
            assert 'name="token"' not in answer.text


def test_a_reduced_card_is_spoken_with_what_it_lost(client: Browser, services: Services) -> None:
    table, people, move = at_a_move(services, Duel(), "play B")
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    client.cookies.set("gangland", services.people.cookie(people[0]))
    shown = client.get(f"/t/{table}").text
    less = f"−{move.split(' ')[1][1]}"
    assert re.search(f'data-marks="reduced"[^>]*aria-label="[^"]*, {less}"', shown)
    assert f'<span class="less">{less}</span>' in shown


def test_secrets_at_a_shared_screen_are_behind_a_curtain(client: Browser) -> None:
    form = {"game": "gangs", "seat-1": "here", "name-1": "Ben", "name": "Ann", "first": "me"}
    curtain = client.post("/new", data=form)
    assert 'class="curtain"' in curtain.text
    assert "alliance-0" not in curtain.text
    id = table_in(curtain)
    mine = client.get(f"/t/{id}?as=0")
    assert "alliance-0" in mine.text
    assert 'class="curtain"' in client.get(f"/t/{id}?as=1").text  # it is not Ben's turn


HTMX = {"HX-Request": "true"}


def test_a_card_answers_the_script_and_whoever_has_none(client: Browser, services: Services) -> None:
    table, people, _ = at_a_move(services, Duel(), "take ")
    address = f"/t/{table}/about?card=street-1"
    for who in (people[0], people[1], None):  # the last one watches
        client.cookies.clear()
        if who:
            client.cookies.set("gangland", services.people.cookie(who))
        part, page = client.get(address, headers=HTMX), client.get(address)
        assert (part.status_code, page.status_code) == (200, 200)
        assert part.text.count('id="tell-name"') == page.text.count('id="tell-name"') == 1
        assert "<main" not in part.text
        assert 'id="board"' in page.text
        assert (">F6." in part.text) == (who is people[0])  # why, or what it costs, only in one's own turn
        assert ("It is not your turn." in part.text) == (who is people[1])
        assert len(gzip.compress(part.content)) < 3_000


def test_what_does_not_lie_there_answers_with_one_sentence(client: Browser, services: Services) -> None:
    table, _ = sit(services, played(Gangs(2), 4, 0), ["Ann", "Ben"])
    lobby = table_in(client.post("/new", data={"game": "famiglia-duel", "seat-1": "link", "name": "Ann"}))
    shared = {"game": "gangs", "seat-1": "here", "name-1": "Ben", "name": "Ann", "first": "me"}
    curtain = table_in(client.post("/new", data=shared))
    over = table_in(client.post("/play", data={"game": "famiglia-duel"}))
    client.post(f"/t/{over}/resign")
    for address, status, said in (
        (f"/t/{table}/about?card=spot-z9", 404, "There is no such card on the table."),
        (f"/t/{table}/about?card=alliance-0", 404, "There is no such card on the table."),  # a watcher has none
        (f"/t/{lobby}/about?card=street-1", 404, "There is no such card on the table."),
        (f"/t/{curtain}/about?card=spot-a1", 404, "There is no such card on the table."),
        (f"/t/{curtain}/about?card=alliance-0&as=1", 404, "There is no such card on the table."),
        (f"/t/{over}/about?card=hand-0-0", 409, "The game is over."),
        ("/t/nowhere/about?card=street-1", 404, "There is no such table."),
        (f"/t/{table}/about", 422, "This request cannot be read."),
        (f"/t/{table}/about?card={'x' * 99}", 422, "This request cannot be read."),
    ):
        for headers in ({}, HTMX):
            answer = client.get(address, headers=headers)
            assert (answer.status_code, answer.text.count(said) > 0) == (status, True), address
            assert "tell-name" not in answer.text.replace('aria-labelledby="tell-name"', "")


REFUSED: dict[str, tuple[dict[str, str], int]] = {
    "move": ({"number": "0", "move": "pass"}, 403),
    "undo": ({"number": "0"}, 403),
    "agree": ({"number": "0", "agree": "yes"}, 403),
    "chat": ({"text": "hello"}, 403),
    "resign": ({}, 403),
    "leave": ({}, 403),
    "claim": ({"name": "Cleo", "token": "stale"}, 403),
    "house": ({"seat": "1"}, 403),
    "rematch": ({}, 403),
}


@pytest.mark.parametrize("deed", REFUSED)
def test_whoever_is_refused_stays_at_the_table_and_reads_why(client: Browser, services: Services, deed: str) -> None:
    """A stranger tries everything, without script: the table stays, with one sentence where a refused move says it."""
    table, _ = sit(services, played(Gangs(2), 4, 0), ["Ann", "Ben"])
    form, status = REFUSED[deed]
    answer = client.post(f"/t/{table}/{deed}", data=form)
    assert answer.status_code == status
    assert len(re.findall(r'<p class="sayno" role="alert">[^<]+\.</p>', answer.text)) == 1
    assert 'id="board"' in answer.text
    assert client.get(f"/t/{table}/{deed}").url.path == f"/t/{table}"  # and may come back to that address


def test_refusals_are_said_in_the_lobby_and_behind_the_curtain_too(client: Browser) -> None:
    lobby = client.post("/new", data={"game": "famiglia-duel", "seat-1": "link", "name": "Ann"})
    assert 'class="sayno"' in client.post(f"/t/{table_in(lobby)}/rematch").text
    shared = {"game": "gangs", "seat-1": "here", "name-1": "Ben", "name": "Ann", "first": "me"}
    curtain = client.post(f"/t/{table_in(client.post('/new', data=shared))}/rematch")
    assert 'class="curtain"' in curtain.text
    assert "The game is still on." in curtain.text


def test_a_refused_table_leaves_one_on_the_page_of_its_wishes(client: Browser) -> None:
    answer = client.post("/new", data={"game": "gangs", "players": "3", "name": "Ann", "seat-1": "9", "seat-2": "2"})
    assert (answer.status_code, "There is no such opponent." in answer.text) == (400, True)
    assert 'name="seat-2"' in answer.text
    form = {"game": "gangs", "players": "3", "name": "Ann", "seat-1": "here", "name-1": "x" * 99, "seat-2": "4"}
    answer = client.post("/new", data={**form, "first": "me", "clock": "days", "days": "3", "public": "on"})
    assert answer.status_code == 400
    checked = r'name="(?:first|clock|public)"(?: value="(\w+)")? checked'
    selected = r'value="(\w+)"(?:\s+data-about="[^"]+")?\s+selected'
    chosen = re.findall(f"(?:{checked}|{selected})", answer.text)
    assert ["".join(values) for values in chosen] == ["here", "4", "me", "days", "1", "3", ""]
    assert 'role="alert"' in client.post("/play", data={"game": "chess"}).text


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"clock": "live", "live": "0"}, "5 minutes each, +3 s per turn"),
        ({"clock": "live", "live": "2"}, "20 minutes each, +10 s per turn"),
        ({"clock": "days", "days": "3"}, "7 days per turn"),
        ({"clock": "days", "live": "2", "days": "0"}, "1 day per turn"),
        ({"clock": "none", "live": "2", "days": "0"}, "no clock"),
    ],
)
def test_the_clock_one_chooses_is_offered_and_said_exactly(client: Browser, form: dict[str, str], said: str) -> None:
    if said != "no clock":
        assert f">{said}</option>" in client.get("/new").text
    table = {"game": "famiglia-duel", "name": "Ann", "public": "on"}
    for seat in ("open", "2"):  # in the lobby, at the table
        page = client.post("/new", data={**table, **form, "seat-1": seat}).text
        assert re.search(rf"<dt>Clock</dt>\s*<dd>\s*{re.escape(said)}\s*</dd>", page)
    assert (f" · {said}" in client.get("/").text) == (said != "no clock")
    assert client.post("/new", data={**table, "seat-1": "2", "clock": "live", "live": "9"}).status_code == 400


def test_clocks_of_programs_are_said_exactly_too() -> None:
    words = Language("en")
    clocks = (Clock(90), Clock(600, 2.5), Clock(days=0.5), Clock(days=1.5), Clock(seconds=600.0))
    assert [clock_words(clock, words) for clock in clocks] == [
        "1:30 each",
        "10 minutes each, +2.5 s per turn",
        "12:00:00 per turn",
        "1 d 12 h per turn",
        "10 minutes each",
    ]


def test_the_log_says_you_to_whoever_made_the_move(client: Browser, server: tuple[str, Services]) -> None:
    table = client.post("/new", data={"game": "famiglia-duel", "name": "Ann", "seat-1": "2", "first": "me"})
    mine = client.post(f"/t/{table_in(table)}/move", data={**Page(table.text).hidden, "move": "pass"}).text
    assert ("You pass." in mine, "<b>Ann</b> passes." in mine) == (True, False)
    with Browser(server[0]) as watcher:
        theirs = watcher.get(f"/t/{table_in(table)}").text
    assert ("You pass." in theirs, "<b>Ann</b> passes." in theirs) == (False, True)
    form = {"game": "famiglia-duel", "name": "Ann", "seat-1": "here", "name-1": "Ben", "first": "me"}
    shared = client.post("/new", data=form)
    ours = client.post(f"/t/{table_in(shared)}/move", data={**Page(shared.text).hidden, "move": "pass"}).text
    assert ("You pass." in ours, "<b>Ann</b> passes." in ours) == (False, True)


def test_the_log_is_sent_as_what_is_new(server: Server, services: Services) -> None:
    match = played(Duel(), 3, 70)
    table, people = sit(services, match, ["Ann", "Ben"])
    with Browser(server[0]) as watcher:

        def look(known: str = "") -> tuple[str, list[int]]:
            headers = {"HX-Request": "true", "Gangland-Log": known}
            page = watcher.get(f"/t/{table}", headers=headers).text
            numbers = {int(number) for number in re.findall(r'data-number="(\d+)"', page)}
            return re.findall(r'data-key="([^"]*)"', page)[0], sorted(numbers)

        keys = []
        for number, move in enumerate(match.moves):
            keys.append(look()[0])
            services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
        count = len(match.log)
        key, lines = look()
        assert lines == [*range(count - 60, count)]
        assert look(key) == (key, [])
        assert look(keys[-2]) == (key, [count - 2, count - 1])
        for useless in (keys[1], "5-abc", "x" * 50, f"99999-{keys[1]}"):
            assert look(useless) == (key, lines)
        mover = services.tables.view(table, None).lines[-1].seat or 0
        if not services.tables.undo(table, people[mover], len(match.moves)):
            services.tables.answer_undo(table, people[1 - mover], len(match.moves), agree=True)
        after, fewer = look(key)
        assert after in keys
        assert (after, fewer) == look()  # whoever shows moves that were taken back gets the whole log


def test_a_table_for_a_million_millions_is_not_laid(client: Browser) -> None:
    assert client.get("/new?game=famiglia-duel&players=1000000000000").status_code == 200
    assert client.get("/new?game=gangs&players=1000000000000").status_code == 400


def items_of(page: str) -> list[str]:
    """The lines of a list as they are read."""
    lines = re.findall('<li class="(?:item|game).*?</li>', page, re.DOTALL)
    return [" ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", line, flags=re.DOTALL).split()) for line in lines]


def test_lists_of_games_tell_score_result_and_day_and_games_can_be_put_away(server: Server) -> None:
    address, services = server
    with Browser(address) as ann:
        ann.post("/me", data={"name": "Ann"})
        match = played(Duel(), 3)
        assert match.outcome
        table, people = sit(services, match, ["Bea", "Cid"])
        for number, move in enumerate(match.moves):
            services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
        scores = match.outcome.scores
        for seat, who in enumerate(people):
            with Browser(address) as mine:
                mine.cookies.set(COOKIE, services.people.cookie(who))
                (line,) = items_of(mine.get("/games").text)[1:]
                result = "won" if seat in match.outcome.winners else "lost"
                assert f"{scores[seat]} : {scores[1 - seat]} {result} " in line, line
                assert re.search(r"\d+ rounds no clock \d{4}-\d\d-\d\d Replay", line), line
                assert "Put away" not in line
        for players in (2, 4):
            form = {"game": "gangs", "players": str(players), **{f"seat-{n}": "1" for n in range(1, players)}}
            table = ann.post("/new", data=form).url.path
            (line,) = [line for line in items_of(ann.get("/").text) if "Toby" in line]
            assert re.search(r"\d points? \d{4}-\d\d-\d\d Open", line), line
            assert ("It counts as lost" in line) == (players == 2)
            assert f'action="{table}/leave"' in ann.get("/").text
            assert ann.post(f"{table}/leave").url.path == "/"
            assert not [line for line in items_of(ann.get("/").text) if "Toby" in line]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_is_chosen_from_the_first_page_and_says_how_strong_it_is(client: Browser, language: str) -> None:
    client.post("/me", data={"language": language})
    for game in (Duel(), Gangs()):
        assert f'href="/opponents?game={game.name}"' in client.get("/").text
        opponents = client.get(f"/opponents?game={game.name}").text
        assert re.findall(r'name="level"\s+value="(\d)"', opponents) == list("1234567")
        page = client.get(f"/new?game={game.name}").text
        told = re.findall(r'value="([1-7])"\s+data-about="([^"]+)"', page)
        assert [level for level, _ in told] == ["1", "2", "3", "4", "5", "6", "7"]
        assert len({about for _, about in told}) == 7
        for level, (_, about) in zip(levels_for(game), told, strict=True):
            assert bool(re.search(rf"\b{level.number - 1}\b", about)) == (level.wins is not None), about
        for field in re.findall('data-shows="([^"]+)"', page):
            assert f'name="{field}"' in page, field


def rivals_of(page: str) -> list[str]:
    return re.findall(r'class="zone rival[^"]*"\s+aria-label="([^"]+)"', page)


def test_opponents_are_people_with_names_and_faces_in_the_order_of_play(client: Browser) -> None:
    form = {"game": "gangs", "players": "4", "name": "Ann", "seat-1": "2", "seat-2": "2", "seat-3": "2"}
    table = client.post("/new", data=form)
    assert rivals_of(table.text) == ["Hattie, after you", "Mose, after Hattie", "Jonah, before you"]
    assert table.text.count("Lookout, ") == 3
    assert len(set(re.findall('<span class="face" .*?</span>', table.text))) == 3
    assert "Hattie, Mose, Jonah" in client.get("/").text
    with Browser(str(client.base_url)) as watcher:
        watched = watcher.get(table.url.path).text
    assert rivals_of(watched)[0::3] == ["Ann, after Jonah", "Jonah, after Mose"]
    assert rivals_of(client.post("/new", data={"game": "gangs", "players": "2", "seat-1": "7"}).text) == ["Ezra"]


def test_what_browsers_and_machines_ask_for_by_themselves_is_there(client: Browser) -> None:
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Disallow: /t/" in client.get("/robots.txt").text
    page = client.get("/").text
    manifest = re.findall('<link rel="manifest" href="([^"]+)"', page)[0]
    assert client.get(client.get(manifest).json()["icons"][0]["src"]).status_code == 200
    assert re.search(r'<meta name="description"\s+content="Two card games', page)


def test_at_one_screen_the_banner_names_the_player(client: Browser) -> None:
    form = {"game": "famiglia-duel", "name": "Ann", "seat-1": "here", "name-1": "Ben", "first": "me"}
    page = client.post("/new", data=form)
    assert '<p class="say">Ann · Your turn' in page.text
    form = {"game": "famiglia-duel", "name": "Ann", "seat-1": "1", "first": "me"}
    assert '<p class="say">Your turn' in client.post("/new", data=form).text


def test_namesakes_are_told_apart(client: Browser) -> None:
    form = {"game": "gangs", "players": "4", "name": "Hattie", "seat-1": "2", "seat-2": "2", "seat-3": "3"}
    table = client.post("/new", data=form).text
    assert rivals_of(table) == ["Mose, after you", "Jonah, after Mose", "Bram, before you"]
    assert "Mose, Jonah, Bram" in client.get("/").text
    seats = ((SeatKind.PERSON, "Ann", False), (SeatKind.PERSON, "ANN", False), (SeatKind.OPPONENT, "Ann", True))
    assert names_of(seats, Language("en")) == ("Ann 1", "ANN 2", "Ann 3")


def test_a_form_that_is_sent_twice_does_once_what_it_does(own_server: Server) -> None:
    with Browser(own_server[0]) as browser:
        for page in ("/", "/new", "/ranking", "/ranking/gangs"):
            keys = re.findall(
                r'<form[^>]*action="/(?:play|new)"[^>]*>\s*<input type="hidden" name="key" value="(.+?)">',
                browser.get(page).text,
            )
            assert keys, page
        form = {"game": "famiglia-duel", "key": "a"}
        tables = [browser.post("/play", data=form).url.path for _ in range(2)]
        assert tables[0] == tables[1] != browser.post("/play", data=form | {"key": "b"}).url.path
        wish = {"game": "famiglia-duel", "seat-1": "link", "key": "c"}
        assert browser.post("/new", data=wish).url.path == browser.post("/new", data=wish).url.path
        key = re.search(r'id="chat">\s*<input type="hidden" name="key" value="(\d+)"', browser.get(tables[0]).text)
        assert key
        for _ in range(2):
            browser.post(f"{tables[0]}/chat", data={"text": "hello", "key": key[1]})
        assert browser.get(tables[0]).text.count("</b> hello") == 1


def test_a_program_says_by_a_key_that_it_asks_again(server: tuple[str, Services]) -> None:
    client, _ = bot(server[0], "Program")
    wish = {"game": {"name": "famiglia-duel"}, "seats": [{"kind": "me"}, {"kind": "link"}]}
    asked = [client.post("/api/tables", json=wish, headers={"Idempotency-Key": key}).json()["id"] for key in "aab"]
    assert asked[0] == asked[1] != asked[2]
    for _ in range(2):
        said = client.post(f"/api/tables/{asked[0]}/chat", json={"text": "hi"}, headers={"Idempotency-Key": "a"})
        assert said.status_code == 200
    assert len(client.get(f"/api/tables/{asked[0]}").json()["chat"]) == 1
    assert client.post("/api/tables", json=wish, headers={"Idempotency-Key": "a" * 101}).status_code == 422


def test_htmx_is_the_one_that_is_named_beside_it() -> None:
    kept = {name: asset.content for name, asset in assets().items()}
    told = kept["htmx-VERSION.txt"].decode().split()
    assert told[-1] == sha256(kept["htmx.js"]).hexdigest()
    assert f'version="{told[1].rstrip(",")}"'.encode() in kept["htmx.js"]


# Playing again


def end_of_a_game(services: Services, client: Browser, game: Game) -> tuple[str, str, Person]:
    """A finished game of Ann, who is not here, and the client; the next table, which Ann has asked for."""
    ann = person(services, "Ann")
    table = services.tables.open(ann, NewTable(game, (NewSeat("me"), NewSeat("link")), first=0))
    link = services.tables.view(table, ann).chairs[1].link
    client.post(f"/t/{table}/claim", data={"token": link or "", "name": "Ben"})
    services.tables.resign(table, ann)
    return table, services.tables.rematch(table, ann), ann


@pytest.mark.parametrize("way", ["end", "home", "me", "lobby"])
def test_one_click_leads_to_the_seat_that_is_kept(
    client: Browser, services: Services, server: Server, way: str
) -> None:
    game = Gangs(2) if way in ("end", "lobby") else Duel()
    table, following, ann = end_of_a_game(services, client, game)
    with Browser(server[0]) as stranger:
        for address in (f"/t/{table}", f"/t/{following}", "/"):
            page = stranger.get(address).text
            assert "wants to play again" not in page
            if address == "/":
                assert following not in page
            else:
                assert "Sit down" not in page
        assert stranger.post(f"/t/{following}/claim", data={"name": "Eve"}).status_code == 403
        assert stranger.post(f"/t/{table}/rematch").status_code == 403
    address = {"end": f"/t/{table}", "home": "/", "me": "/games", "lobby": f"/t/{following}"}[way]
    deed = f"/t/{table}/rematch" if way == "end" else f"/t/{following}/claim"
    page = client.get(address).text
    assert f'action="{deed}"' in page
    if way == "end":
        assert re.search('<button class="btn main big" form="rematch">Go to the rematch</button>', page)
        assert "Ann wants to play again and keeps your seat." in page
    else:
        assert re.search('<button class="btn main"[^>]*>Sit down</button>', page)
    answer = client.post(deed)
    assert (answer.status_code, answer.url.path) == (200, f"/t/{following}")
    assert 'id="board"' in answer.text
    assert services.tables.view(following, ann).started
    link = rf'href="/t/{following}" data-hx-boost="false">\s*Go to the rematch\s*</a>'
    assert re.search(link, client.get(f"/t/{table}").text)


def test_whoever_waits_gives_a_kept_seat_away(client: Browser, server: Server, services: Services) -> None:
    table, _, ann = end_of_a_game(services, client, Duel())
    with Browser(server[0]) as opener:
        opener.cookies.set(COOKIE, services.people.cookie(ann), domain="127.0.0.1")
        waits = opener.post(f"/t/{table}/rematch")
        assert ("the seat is kept" in waits.text, "Sit down" in waits.text) == (True, False)
        invited = opener.post(f"/t/{table_in(waits)}/invite", data={"seat": "1"})
        assert (invited.status_code, "Send this link to your friend" in invited.text) == (200, True)
        assert "Watch the rematch" in client.get(f"/t/{table}").text
        assert "Sit down" not in client.get(f"/t/{table_in(waits)}").text
        begun = opener.post(f"/t/{table_in(waits)}/house", data={"seat": "1"})
        assert 'id="board"' in begun.text
    assert client.post(f"/t/{table}/rematch").url.path == f"/t/{table_in(waits)}"  # to watch it


def test_a_kept_seat_is_declined(client: Browser, services: Services) -> None:
    _, following, ann = end_of_a_game(services, client, Duel())
    assert "No, thanks" in client.get(f"/t/{following}").text
    assert client.post(f"/t/{following}/leave").url.path == "/"
    assert following not in client.get("/").text
    assert services.tables.view(following, ann).chairs[1].link


# Sessions


def test_signing_out_and_signing_others_out(client: Browser, server: Server, services: Services) -> None:
    table = table_in(client.post("/play", data={"game": "gangs"}))
    planted = dict(client.cookies)
    assert (
        client.post("/me/leave").status_code == client.post("/me/others").status_code == 400
    )  # nothing to come back by
    client.post("/me/protect", data={"name": "Hanna", "password": "correct horse"})
    with Browser(server[0]) as thief, Browser(server[0]) as phone:
        thief.cookies.update(planted)
        assert "Your alliances" not in thief.get(f"/t/{table}").text
        phone.post("/me/enter", data={"name": "Hanna", "password": "correct horse"})
        assert "Your alliances" in phone.get(f"/t/{table}").text
        assert "All other browsers are signed out." in client.post("/me/others").text
        assert "Your alliances" not in phone.get(f"/t/{table}").text
        assert "Your alliances" in client.get(f"/t/{table}").text
        wrong = client.post("/me/password", data={"password": "wrong horse", "new": "another horse"})
        assert (wrong.status_code, "This is not your password." in wrong.text) == (403, True)
        assert client.get("/me/password").url.path == "/me"
        changed = client.post("/me/password", data={"password": "correct horse", "new": "another horse"})
        assert "Your password is changed" in changed.text
        assert "You are signed out." in client.post("/me/leave").text
        assert "Your alliances" not in client.get(f"/t/{table}").text
        assert f"/t/{table}" in client.post("/me/enter", data={"name": "Hanna", "password": "another horse"}).text


# Bots


def test_bots_are_marked_on_every_page(client: Browser, server: Server, services: Services) -> None:
    (bot, _), word = services.people.new_bot("Deep"), '<span class="bot">bot</span> Deep'
    for game in ("famiglia-duel", "gangs"):
        lobby = client.post("/new", data={"game": game, "name": "Ann", "seat-1": "open", "public": "on"})
        table = table_in(lobby)
        services.tables.claim(table, bot)
        services.tables.chat(table, bot, "Hello!")
        assert client.get(f"/t/{table}").text.count(word) == 2  # at the table and in the chat
        with Browser(server[0]) as stranger:
            assert word in stranger.get("/").text
        client.post(f"/t/{table}/resign")
        assert client.get(f"/t/{table}").text.count(word) == 2  # on the score sheet and in the chat
        for address in (f"/ranking/{game}", "/games"):
            assert word in client.get(address).text
        next_table = client.post(f"/t/{table}/rematch").text
        assert word in next_table


def test_a_bots_token_is_renewed_by_the_api_and_its_streams_end(server: Server, services: Services) -> None:
    client, _ = bot(server[0], "Blue")
    wish = {"game": {"name": "gangs"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = client.post("/api/tables", json=wish).json()["id"]
    with client.stream("GET", f"/api/tables/{table}/stream") as stream:
        lines = stream.iter_lines()
        assert json.loads(next(lines))["chairs"][0]["bot"] is True
        token = client.post("/api/me/token").json()["token"]
        services.tables.claim(table, person(services, "Ann"))
        assert [line for line in lines if line] == []
    assert client.get("/api/me").status_code == 401
    client.headers["Authorization"] = f"Bearer {token}"
    assert client.get("/api/me").json()["name"] == "Blue"
    assert client.delete("/api/me/token").status_code == 200
    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize("game", [Duel(), Gangs(4)], ids=str)
def test_an_update_is_at_most_6_kb_however_long_the_game_is(sqlite: str, game: Game) -> None:
    """What a page gets after a move of anybody, packed as the server packs it, in the language of the longest words."""
    services = Services(Settings(sqlite))
    services.store.migrate()
    match = played(game, 4, 90)
    table, people = sit(services, match, ["Anna", "Ben", "Cleo", "Dan"][: game.seats])
    logs = dict.fromkeys((who.id for who in people), "")
    sizes = []
    for number, move in enumerate(match.moves):
        turn = services.tables.view(table, None).turn or 0
        services.tables.move(table, people[turn], number, str(move))
        if number % 5 and number + 1 < len(match.moves):
            continue
        for who in people:
            drawing = draw_table(look(services, who, Language("hu"), "", Place(table), logs[who.id]))
            logs[who.id] = drawing.log
            sizes.append(len(gzip.compress(drawing.update.encode(), LEVEL)))
    services.store.close()
    assert max(sizes[game.seats :]) <= 6 * 1024  # the first has the whole log
