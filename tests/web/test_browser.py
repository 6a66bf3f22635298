"""Whole games in a real browser: by clicks, by keys, against each other, and when things go wrong."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from browsing import complaints, visit
from conftest import LONG, PLAIN, long_only
from gallery import MANY_TABLES, SIZES, Company, has, has_ended, scenes, show
from gangland.bots import levels_for
from gangland.core.game import Game, View
from gangland.core.words import LANGUAGES
from gangland.famiglia import Duel, FamigliaView, PlayAccountant, Solo, Sweep
from gangland.gangs import Gangs, GangsView
from gangland.play import Match, deal
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.web.clock import Clock
from playing import any_text, come_to, played
from serving import Process, Server, at_a_move, person, serving, sit
from waiting import until

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
Gallery = tuple[str, Services, Company, dict[str, str]]  # its address and services, who is there, every page by name
OPENING = 24  # moves
BACKS = ".rival .row .card[aria-label='a secret alliance']"
STATE = "() => document.getElementById('main').dataset.here + document.getElementById('main').dataset.version"


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def open_table(services: Services, game: Game, name: str = "Ann", level: int = 1) -> tuple[str, Person]:
    who = person(services, name)
    seats = (NewSeat("me"),) if isinstance(game, Solo) else (NewSeat("me"), NewSeat("level", level))
    return services.tables.open(who, NewTable(game, seats), deal(game, 7)), who


def open_by_chance(services: Services, table: str, people: list[Person], moves: int = OPENING) -> None:
    """Let people make their first moves at random, without clicks."""
    chance = Random(7)

    def is_opened() -> bool:
        t = services.tables.view(table, None)
        if t.turn is not None and t.turn < len(people):
            legal = services.tables.view(table, people[t.turn]).legal_moves
            services.tables.move(table, people[t.turn], t.number, any_text(legal, chance))
        return t.number >= moves

    until(is_opened)


def is_over(page: Page) -> bool:
    return page.locator(".verdict").count() > 0


def wait_for_turn(page: Page) -> None:
    page.locator(".banner:not(.wait), .verdict").first.wait_for()


def wait_for_version(page: Page, version: int) -> None:
    page.wait_for_function(f"() => document.getElementById('main').dataset.version >= {version}")


def act(page: Page, selector: str) -> bool:
    """Click the first such thing and wait for what comes of it."""
    things = page.locator(selector)
    if not things.count():
        return False
    before = page.evaluate(STATE)
    things.first.click(position={"x": 8, "y": 12})
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    return True


def play_on_by_clicks(page: Page, wishes: tuple[str, ...]) -> None:
    wait_for_turn(page)
    if not is_over(page):
        assert any(act(page, wish) for wish in wishes), "nothing is alive"


FAMIGLIA_WISHES = (
    ".way", ".street [data-look=target]", ".shelf [data-look=target]", "button.card[data-look=playable]",
    ".street a.card[data-look=playable]", ".hand a.card[data-look=playable]", ".corner:not(.soft)",
    ".banner button[value=pass]",
)  # fmt: skip
GANGS_WISHES = (
    "button.spot[data-look=target]", "button.spot[data-look=playable]", "a.spot[data-look=playable]",
    "button.card[data-look=playable]", ".tray a.card[data-look=playable]", ".banner button[value=pass]",
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "wishes"), [(Duel(), FAMIGLIA_WISHES), (Gangs(2), GANGS_WISHES)], ids=["famiglia", "gangs"]
)
def test_a_game_is_played_to_its_end_by_clicks(
    browser: Browser, server: Server, game: Game, wishes: tuple[str, ...]
) -> None:
    """From its first move on in the long round, else from its middle."""
    address, services = server
    table, who = open_table(services, game)
    if not LONG:
        open_by_chance(services, table, [who], 36 if game.has_secrets else 2 * OPENING)
    context, page = visit(browser, address, services, who)
    errors = complaints(page)
    page.goto(f"/t/{table}")
    for _ in range(400):
        if is_over(page):
            break
        play_on_by_clicks(page, wishes)
    outcome = services.tables.view(table, None).outcome
    assert outcome
    totals = [int(re.findall(r"\d+", text)[0]) for text in page.locator(".total").all_inner_texts()]
    assert sorted(totals) == sorted(outcome.scores)
    assert errors == []
    context.close()


@pytest.mark.parametrize(
    ("people", "opponents"), [pytest.param(2, 1, id="three"), pytest.param(1, 3, marks=long_only, id="four")]
)
def test_people_and_the_house_play_gangs_by_clicks(
    browser: Browser, server: Server, people: int, opponents: int
) -> None:
    """Everybody's reveals are seen by everybody, and nothing is revealed before. `make test` clicks for these alone."""
    address, services = server
    game = Gangs(people + opponents)
    seats = (NewSeat("me"), *[NewSeat("open")] * (people - 1), *[NewSeat("level", 1)] * opponents)
    persons = [person(services, name) for name in ("Ann", "Ben")[:people]]
    table = services.tables.open(persons[0], NewTable(game, seats), deal(game, 7))
    for guest in persons[1:]:
        services.tables.claim(table, guest)
    open_by_chance(services, table, persons)  # what comes before the reveals
    visits = [visit(browser, address, services, who) for who in persons]
    away, watcher = visit(browser, address)
    errors = complaints(watcher)
    watcher.goto(f"/t/{table}")
    for _, page in visits:
        page.goto(f"/t/{table}")
    seen, chance = set(), Random(7)
    while (t := services.tables.view(table, None)).turn is not None:
        if t.turn >= people:
            until(lambda number=t.number: services.tables.view(table, None).number > number)  # type: ignore[misc]
            continue
        assert isinstance(t.view, GangsView)
        hidden = [gang for player in t.view.players for gang in player.alliances].count(None)
        wait_for_version(watcher, t.version)
        assert watcher.locator(BACKS).count() == hidden
        seen.add(hidden)
        legal = services.tables.view(table, persons[t.turn]).legal_moves
        if LONG or any(move.startswith("reveal") for move in legal):
            play_on_by_clicks(visits[t.turn][1], GANGS_WISHES)
        else:
            services.tables.move(table, persons[t.turn], t.number, any_text(legal, chance))
    for page in (watcher, *(page for _, page in visits)):
        expect(page.locator(".total")).to_have_count(game.players)
    reveals = sum(str(line.move).startswith("reveal") for line in t.lines)
    assert reveals >= game.players
    assert len(seen) > 1  # reveals were watched
    assert errors == []
    for context in (away, *(context for context, _ in visits)):
        context.close()


def test_a_curtain_falls_between_the_turns_at_a_shared_screen(browser: Browser, server: Server) -> None:
    """Until it is lifted, the page holds nothing of the next one's cards, nor of the last one's."""
    address, services = server
    game = Gangs(2)
    ann = person(services, "Ann")
    wish = NewTable(game, (NewSeat("me"), NewSeat("here", name="Ben")))
    table = services.tables.open(ann, wish, deal(game, 7, 0))
    context, page = visit(browser, address, services, ann)
    page.goto(f"/t/{table}")
    lifted: list[int] = []
    while len(lifted) < 4:
        expect(page.locator(".curtain")).to_be_visible()
        held = page.evaluate("document.documentElement.outerHTML")
        assert "alliance-" not in held
        assert "influence-" not in held
        assert not page.locator(".tray, .rivals, .pyramid").count()
        turn = services.tables.view(table, ann).turn
        assert turn is not None
        name = ("Ann", "Ben")[turn]
        page.get_by_role("link", name=f"Show the cards of {name}").click()
        expect(page.locator(".tray .card").first).to_be_visible()
        view = services.tables.view(table, ann, turn).view
        assert isinstance(view, GangsView)
        expect(page.locator("[id^=alliance-]")).to_have_count(len(view.players[turn].alliances))
        lifted.append(turn)
        while services.tables.view(table, ann).turn == turn:
            play_on_by_clicks(page, GANGS_WISHES)
    assert set(lifted) == {0, 1}
    context.close()


NEXT = ".way, [data-look=target], [data-look=playable]"


@pytest.mark.parametrize("game", [pytest.param(Solo(1), marks=long_only), Gangs(2)], ids=["solo", "gangs"])
def test_a_game_is_played_to_its_end_by_keys(browser: Browser, server: Server, game: Game) -> None:
    """After every key the focus is where the game goes on, up to the replay."""
    address, services = server
    table, who = open_table(services, game)
    if not LONG:
        open_by_chance(services, table, [who])
    context, page = visit(browser, address, services, who)
    page.goto(f"/t/{table}")
    wait_for_turn(page)
    page.keyboard.press("ArrowDown")
    entered = 0
    for _ in range(400):
        wait_for_turn(page)
        if is_over(page):
            break
        page.wait_for_function(f"() => document.activeElement.matches('{NEXT}') || !document.querySelector('{NEXT}')")
        before, chooses = page.evaluate(f"[({STATE})(), document.activeElement.matches('{NEXT}')]")
        entered += chooses
        page.keyboard.press("Enter" if chooses else "p")
        page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    assert is_over(page)
    assert entered > 10
    page.wait_for_function("() => document.activeElement.closest('.verdict')")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay")
    context.close()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.className"))


def test_tab_goes_from_zone_to_zone_and_arrows_within(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, _ = at_a_move(services, Gangs(2), "expel")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.keyboard.press("d")
    stops = []
    for _ in range(3):
        stops.append(focused(page))
        page.keyboard.press("Shift+Tab")
    assert [stop.partition("-")[0] for stop in stops[:2]] == ["influence", "spot"]
    page.keyboard.press("d")
    for key, card in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        assert focused(page) == f"influence-{card}"
    page.keyboard.press("Enter")
    expect(page.locator("[id^=influence-][data-look=chosen]")).to_have_count(1)
    page.wait_for_function("() => document.activeElement.matches('.spot')")  # where an agent is to be picked
    context.close()


def test_arrows_go_through_the_pyramid_row_by_row(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, _ = at_a_move(services, Gangs(2), "expel a4", "expel b4", "expel a5", "expel b5")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.locator("[id^=influence-]:is([data-look=playable], [data-look=optional])").last.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.spot')")  # where an agent is to be picked
    spots = page.evaluate("all('.pyramid a.spot, .pyramid button.spot').map(spot => spot.id)")
    rows = sorted({spot[-1] for spot in spots})
    assert len(rows) > 2
    page.locator(f"#{max(spots, key=lambda spot: spot[-1])}").focus()
    for way, key in ((rows[-2::-1], "ArrowDown"), (rows[1:], "ArrowUp")):
        for row in way:
            page.keyboard.press(key)
            assert focused(page)[-1] == row
    page.locator("#spot-a1").focus()
    along = [spot for spot in sorted(spots) if spot[-1] == "1"]
    for spot in along[1:]:
        page.keyboard.press("ArrowRight")
        assert focused(page) == spot
    page.keyboard.press("ArrowRight")
    assert focused(page) == along[-1]  # the row ends here
    context.close()


def test_keys_do_not_reach_through_an_open_drawer(browser: Browser, server: Server) -> None:
    address, services = server
    table, who = open_table(services, Duel())
    context, page = visit(browser, address, services, who)
    page.goto(f"/t/{table}")
    wait_for_turn(page)
    page.locator("a[href='#pile']").first.press("Enter")
    expect(page.locator(".drawer .btn").first).to_be_focused()
    number = services.tables.view(table, None).number
    for key in ("p", "1", "s", "u"):
        page.keyboard.press(key)
    expect(page.locator(".drawer .btn").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
    assert services.tables.view(table, None).number == number
    wait_for_turn(page)
    page.keyboard.press("/")
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    expect(page.locator("#typed")).to_have_value("")  # for the next move
    context.close()


def test_arrows_escape_and_typing(browser: Browser, server: Server) -> None:
    address, services = server
    match = Match(Gangs(2), deal(Gangs(2), 3, 0))
    table, people = sit(services, match, ["Ann", "Ben"])
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.keyboard.press("ArrowDown")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    assert first.startswith("spot-")
    assert page.evaluate("document.activeElement.id") not in ("", first)
    page.keyboard.press("Enter")
    expect(page.locator(".spot[data-look=chosen]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".spot[data-look=chosen]")).to_have_count(0)
    page.locator("a[href='#pile']").first.click()
    page.keyboard.press("Escape")  # closes what is open
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    expect(page.locator(".spot[data-look=chosen]")).to_have_count(1)
    page.keyboard.press("Escape")  # and still takes a step back
    expect(page.locator(".spot[data-look=chosen]")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_focused()
    page.locator("#tab-table").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#tab-notes")).to_be_checked()  # arrows also walk through the tabs
    page.evaluate("document.activeElement.blur()")
    for key, zone in (("o", ".rivals"), ("D", ".tray"), ("s", ".pyramid"), ("l", "#pane-log")):
        page.keyboard.press(key)
        assert page.evaluate(f"document.activeElement.closest('{zone}') !== null"), key
    page.keyboard.press("/")
    page.keyboard.type("climb a1 a3")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_contain_text("(G3.1)")
    page.locator("#typed").fill(str(match.legal_moves[0]))
    page.locator("#typed").press("Enter")
    expect(page.locator(".banner")).to_contain_text("Ben")
    expect(page.locator("#said")).to_contain_text("You climb")
    context.close()


def test_two_browsers_play_a_third_watches_and_a_move_is_taken_back(browser: Browser, server: Server) -> None:
    address, services = server
    here, ann = visit(browser, address)
    ann.goto("/new?game=famiglia-duel&rival=link")
    ann.locator("#name").fill("Ann")
    ann.get_by_text("Me", exact=True).click()
    ann.get_by_role("button", name="Open the table").click()
    link = ann.locator("#invite-2").input_value()
    there, ben = visit(browser, address)
    ben.goto(link)
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    ben.locator(".banner").wait_for()
    expect(ann.locator(".banner")).to_contain_text("Your turn")  # it began by itself
    away, cleo = visit(browser, address)
    cleo.goto(re.sub("/sit/.*", "", link))
    assert cleo.locator("button[name=move], a.card").count() == 0
    table = re.findall(r"/t/(\w+)", link)[0]
    for turn in range(2):
        mover = (ann, ben)[turn]
        before = services.tables.view(table, None).turn
        while services.tables.view(table, None).turn == before:
            play_on_by_clicks(mover, FAMIGLIA_WISHES)
        for page in (ann, ben, cleo):
            wait_for_version(page, services.tables.version(table))
    lines = len(services.tables.view(table, None).lines)
    ben.get_by_role("button", name="Ask to undo").click()
    expect(ann.get_by_role("button", name="Agree")).to_be_visible()
    ben.get_by_role("button", name="Withdraw").click()
    expect(ann.get_by_role("button", name="Agree")).to_have_count(0)
    expect(ben.get_by_role("button", name="Ask to undo")).to_be_visible()
    ben.keyboard.press("u")
    ann.get_by_role("button", name="Agree").click()
    expect(ben.locator(".banner")).to_contain_text("Your turn")
    assert len(services.tables.view(table, None).lines) < lines
    for page in (ann, ben, cleo):  # the log came bit by bit, and is the one that whoever comes now is shown
        wait_for_version(page, services.tables.version(table))
        log = page.locator("#log li").all_text_contents()
        page.reload()
        assert page.locator("#log li").all_text_contents() == log
    for context in (here, there, away):
        context.close()


def test_a_move_is_taken_back_by_key_as_long_as_nothing_was_uncovered(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Duel(), "play B")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    before = services.tables.view(table, None)
    services.tables.move(table, people[0], before.number, move)
    expect(page.locator("#pane-log li").last).to_contain_text("You play")
    page.keyboard.press("u")
    expect(page.locator(".banner")).to_contain_text("no longer counts")
    page.keyboard.press("u")
    expect(page.locator("#pane-log li").last).not_to_contain_text("You play")
    after = services.tables.view(table, None)
    assert (after.lines, after.legal_moves) == (before.lines, before.legal_moves)
    context.close()


def test_whoever_moves_asks_for_no_page_besides_the_answer(browser: Browser, server: Server) -> None:
    """Nor does the stream, which tells of the move too, make the page fetch itself; it brings what others do."""
    address, services = server
    table, people, move = at_a_move(services, Duel(), "take ")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    asked: list[str] = []  # but for the stream and the icon
    beside = re.compile("/events[?]|/icon.svg")
    page.on("request", lambda request: None if beside.search(request.url) else asked.append(request.method))
    page.locator("#typed").fill(move)
    before = services.tables.version(table)
    page.locator("#typed").press("Enter")
    until(lambda: services.tables.version(table) > before)
    wait_for_version(page, services.tables.version(table))
    services.tables.chat(table, people[1], "Well done")
    wait_for_version(page, services.tables.version(table))
    assert asked == ["POST"]
    context.close()


@pytest.mark.parametrize("language", ["en", pytest.param("hu", marks=long_only)])
def test_a_first_visit_takes_less_than_sixty_kilobytes(browser: Browser, own_server: Server, language: str) -> None:
    """All that a browser loads, headers included, for the home page, or for a table or a lobby by link."""
    address, services = own_server
    table = sit(services, played(Gangs(2), 1, 12), ["Ann", "Ben"])[0]
    context, page = visit(browser, address, language=language, fresh=True)
    first, after = loaded(context, page, "/"), loaded(context, page, f"/t/{table}")
    context.close()
    context, page = visit(browser, address, language=language, fresh=True)
    by_link = loaded(context, page, f"/t/{table}")
    context.close()
    wanted = NewTable(Duel(), (NewSeat("me"), NewSeat("link")))
    lobby = services.tables.open(person(services, "Cleo"), wanted)
    context, page = visit(browser, address, language=language, fresh=True)
    invited = loaded(context, page, f"/t/{lobby}")
    context.close()
    assert 20 * 1024 < first < 60 * 1024
    assert after < 30 * 1024
    assert first < by_link < 60 * 1024
    assert first < invited < 60 * 1024


def loaded(context: BrowserContext, page: Page, path: str) -> int:
    """The bytes that a browser receives for a page and all that it needs."""
    sizes: list[int] = []
    network = context.new_cdp_session(page)
    network.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    network.send("Network.enable")
    page.goto(path, wait_until="load")
    page.wait_for_timeout(300)
    network.detach()
    return sum(sizes)


def test_whoever_comes_back_hears_every_move_they_missed(browser: Browser, server: Server) -> None:
    address, services = server
    match = played(Gangs(2), 5, 5)
    table, people = sit(services, match, ["Ann", "Ben"])
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    expect(page.locator("#said")).to_have_text("")  # the page itself is read first
    context.set_offline(True)
    for number, move in enumerate(match.moves):
        services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
    context.set_offline(False)
    expect(page.locator("#pane-log li[data-number]").last).to_have_attribute("data-number", "4")
    said = " ".join(page.locator("#said").inner_text().split())
    for line in page.locator("#pane-log li > span:last-child").all_inner_texts():
        assert " ".join(line.split()) in said
    assert ("Your turn" in said) == (match.turn == 0)
    context.close()


def test_the_language_is_switched_by_a_click_also_at_the_table(browser: Browser, server: Server) -> None:
    address, services = server
    table, who = open_table(services, Duel())
    context, page = visit(browser, address, services, who)
    page.goto("/rules/gangs")
    page.get_by_role("button", name="Deutsch").first.click()
    expect(page.locator("#chapter-short h2")).to_have_text("Kurz gesagt")
    assert page.url.endswith("/rules/gangs")
    page.goto(f"/t/{table}")
    page.locator("label[for=tab-table]").click()
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    expect(page.locator(".street")).to_be_visible()
    context.close()


def test_chat_reaches_the_others(browser: Browser, server: Server) -> None:
    address, services = server
    table, people = sit(services, Match(Duel(), deal(Duel(), 3, 0)), ["Ann", "Ben"])
    (here, ann), (there, ben) = (visit(browser, address, services, who) for who in people)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ann.locator("label[for=tab-chat]").click()
    ann.locator("#say").fill("Good luck <b>Ben</b>")
    ann.locator("#say").press("Enter")
    unread = "label[for=tab-chat] .unread"
    expect(ben.locator(unread)).to_have_text("1")
    expect(ann.locator(".chat time")).to_have_text(re.compile(r"^\d?\d:\d\d$"))
    expect(ann.locator(unread)).to_be_hidden()  # her own
    ben.locator("label[for=tab-chat]").click()
    expect(ben.locator(unread)).to_be_hidden()
    ben.reload()
    expect(ben.locator(unread)).to_be_hidden()
    ben.locator("label[for=tab-chat]").click()
    expect(ben.locator(".chat")).to_contain_text("Ann Good luck <b>Ben</b>")
    expect(ann.locator("#say")).to_have_value("")
    ben.get_by_role("button", name="Hello!").click()
    expect(ann.locator(".chat")).to_contain_text("Ben Hello!")
    expect(ben.locator("#tab-chat")).to_be_checked()  # the open tab stays open
    services.tables.resign(table, people[0])
    expect(ann.locator(".verdict")).to_be_visible()
    expect(ann.locator("#tab-chat")).to_be_checked()  # also when the game is over
    ann.get_by_role("button", name="Well played!").click()  # by one tap
    expect(ben.locator(".finished .chat")).to_contain_text("Ann Well played!")
    here.close()
    there.close()


def test_a_dropped_connection_is_shown_and_caught_up_with(browser: Browser, server: Server) -> None:
    address, services = server
    match = Match(Duel(), deal(Duel(), 8, 0))
    table, people = sit(services, match, ["Ann", "Ben"])
    context, page = visit(browser, address, services, people[1])
    page.goto(f"/t/{table}")
    expect(page.locator(".banner")).to_contain_text("Ann")
    page.wait_for_function("() => stream?.readyState === EventSource.OPEN")
    context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    services.tables.move(table, people[0], 0, "pass")
    expect(page.locator(".banner")).to_contain_text("Your turn")  # an open stream still brings this one
    assert page.locator(".lost").is_visible(), "the last board has taken the notice away"
    context.set_offline(False)
    services.tables.move(table, people[1], 1, str(services.tables.view(table, people[1]).legal_moves[0]))
    expect(page.locator(".banner")).to_contain_text("Ann")
    expect(page.locator(".lost")).to_be_hidden()
    context.close()


def test_an_error_in_between_is_waited_out(browser: Browser, server: Server) -> None:
    """As from a proxy whose server is being restarted: neither the stream nor the page is lost by it."""
    address, services = server
    table, people = sit(services, Match(Duel(), deal(Duel(), 3, 0)), ["Ann", "Ben"])
    context, page = visit(browser, address, services, people[1])
    page.goto(f"/t/{table}")
    page.route(f"**/t/{table}**", lambda route: route.fulfill(status=502, body="Bad gateway"))
    page.evaluate("stream.close(); stream = undefined; listen()")
    expect(page.locator(".lost")).to_be_visible()
    services.tables.move(table, people[0], 0, "pass")
    page.wait_for_timeout(1500)  # it has tried again meanwhile
    expect(page.locator(".street")).to_be_visible()  # and is not replaced by the error
    page.unroute_all()
    expect(page.locator(".banner")).to_contain_text("Your turn")
    expect(page.locator(".lost")).to_be_hidden()
    services.tables.move(table, people[1], 1, str(services.tables.view(table, people[1]).legal_moves[0]))
    wait_for_version(page, services.tables.version(table))  # live again
    half = {"content_type": "text/event-stream", "body": "event: board\ndata: <main id='main' data-version='99'>"}
    page.route(f"**/t/{table}/events**", lambda route: route.fulfill(**half), times=1)  # it breaks off in a message
    with page.expect_request(f"**/t/{table}/events**"):
        page.evaluate("stream.close(); stream = undefined; listen()")
    services.tables.chat(table, people[0], "hello")
    expect(page.locator("#pane-chat")).to_contain_text("hello")
    expect(page.locator("#main")).to_have_attribute("data-version", str(services.tables.version(table)))
    expect(page.locator(".street")).to_be_visible()
    expect(page.locator(".lost")).to_be_hidden()
    context.close()


def test_a_killed_server_is_waited_for(browser: Browser, sqlite: str) -> None:
    process = Process(sqlite)
    try:
        context, page = visit(browser, process.address)
        page.goto("/")
        page.locator("[data-game=gangs] button").last.click()  # “Play now”
        wait_for_turn(page)
        play_on_by_clicks(page, GANGS_WISHES)
        process.kill()
        expect(page.locator(".lost")).to_be_visible()
        process.start()
        expect(page.locator(".lost")).to_be_hidden()
        for _ in range(4):
            play_on_by_clicks(page, GANGS_WISHES)
        context.close()
    finally:
        process.kill()


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gallery]:
    """Every page and every state of the tables."""
    folder = tmp_path_factory.mktemp("gallery")
    settings = Settings(f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False, quotas=MANY_TABLES)
    with serving(settings) as (address, services):
        company = Company(services)
        yield address, services, company, scenes(company)


def violations(page: Page, name: str) -> list[tuple[str, str, list[str]]]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(name, violation["id"], [node["target"] for node in violation["nodes"]][:3]) for violation in found]


@pytest.mark.parametrize(
    ("language", "theme"),
    [
        pytest.param("en", "light", marks=long_only),
        pytest.param("pl", "dark", marks=long_only),
        pytest.param("de", "light", marks=long_only),
        ("hu", "dark"),
    ],
    ids=LANGUAGES,
)
def test_on_a_narrow_phone_nothing_is_wider_and_axe_finds_nothing(
    browser: Browser, gallery: Gallery, language: str, theme: str
) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, language)
    context, page = visit(browser, address, services, company.me, size=(360, 740), theme=theme, language=language)
    wide, errors = [], []  # the usual round sees every fourth page, in one language, and axe, which is slow, a few
    own = list(found)[LANGUAGES.index(language) :: 4 * len(LANGUAGES)]
    for name in found if LONG else own:
        show(page, name, found[name])
        assert page.locator("html").get_attribute("lang") == language
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            wide.append(name)
        if LONG or name in own[::3]:
            errors += violations(page, name)
    assert wide == []
    assert errors == []
    context.close()


def test_the_longest_name_fits_a_narrow_phone(browser: Browser, server: Server) -> None:
    address, services = server
    who = person(services, "W" * 30)
    for language in LANGUAGES:
        services.people.set_preferences(who, language)
        context, page = visit(browser, address, services, who, size=(360, 740), language=language)
        paths = ("/", "/me", "/games", "/rules")
        for path in paths if LONG else paths[LANGUAGES.index(language) % 2 :: 2]:
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") == 360, (language, path)
            box = page.locator(".home-bar .btn").bounding_box()
            assert box
            assert box["width"] >= 44
        context.close()


@pytest.mark.parametrize(("theme", "rest"), [("dark", 0), ("light", 1)])
def test_axe_finds_nothing(browser: Browser, gallery: Gallery, theme: str, rest: int) -> None:
    """Every page in one theme; the narrow phone sees it in the other. The usual round has a few here."""
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "en")
    context, page = visit(browser, address, services, company.me, theme=theme)
    errors = []
    for name, path in list(found.items())[rest::2] if LONG else list(found.items())[4 + 20 * rest :: 40]:
        show(page, name, path)
        errors += violations(page, name)
    assert errors == []
    context.close()


def test_a_refused_message_is_explained_at_the_table_and_not_lost(browser: Browser, server: Server) -> None:
    address, services = server
    table, people = sit(services, Match(Duel(), deal(Duel(), 3, 0)), ["Ann", "Ben"])
    for count in range(5):
        services.tables.chat(table, people[0], f"{count}")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.locator("label[for=tab-chat]").click()
    held: list[Route] = []
    page.route("**/chat", lambda route: held.append(route))
    page.locator("#say").fill("and six")
    page.locator("#say").press("Enter")
    services.tables.chat(table, people[1], "Hello")
    expect(page.locator(".chat")).to_contain_text("Hello")  # the page has changed before the answer came
    held[0].continue_()
    expect(page.locator("[role=alert]")).to_contain_text("Not so fast")
    expect(page.locator("#say")).to_have_value("and six")
    expect(page.locator(".street")).to_be_visible()
    context.close()


@pytest.mark.parametrize(("size", "word"), [((1280, 800), "Sweep"), ((390, 844), "")])
def test_what_may_be_swept_is_visibly_alive(
    browser: Browser, gallery: Gallery, size: tuple[int, int], word: str
) -> None:
    """Gilt, with its verb in words; on a phone with its sign. Here nothing else but passing is possible."""
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "en")
    context, page = visit(browser, address, services, company.me, size=size)
    page.goto(found["famiglia-sweep"])
    brooms = page.locator(".street .corner")
    expect(brooms).to_have_count(page.locator(".street .slot").count())
    for broom in brooms.all():
        assert broom.inner_text() == word
        assert broom.evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(245, 185, 46)"
        broom.click(trial=True)  # nothing lies over it
    context.close()


ANIMATIONS = """() => document.getAnimations().map(it => it.effect.pseudoElement + ' ' + it.animationName)
    .filter(it => it.startsWith('::view'))"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_tilt_dip_and_close_up_unless_nothing_shall_move(browser: Browser, server: Server, motion: str) -> None:
    address, services = server
    table, people, move = at_a_move(services, Duel(), " with ")
    context, page = visit(browser, address, services, people[1], motion=motion)
    page.goto(f"/t/{table}")
    page.evaluate("document.documentElement.style.setProperty('--fly', '60s')")
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    page.wait_for_function("() => document.documentElement.classList.contains('moved')")
    if motion == "reduce":
        expect(page.locator("#said")).to_contain_text("takes")
        assert page.evaluate(ANIMATIONS) == []
    else:
        page.wait_for_function(f"() => ({ANIMATIONS})().some(it => it.endsWith('tilt'))")
        assert {"tilt", "dip"} <= {name.split(" ")[1] for name in page.evaluate(ANIMATIONS)}
        page.locator("label[for=tab-chat]").click()  # it would wait for a minute, if it waited
        page.wait_for_function(f"() => ({ANIMATIONS})().length === 0")
        expect(page.locator("#tab-chat")).to_be_checked()
    context.close()


def test_a_click_on_a_flying_card_lands_it_and_counts(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Duel(), " with ")
    context, page = visit(browser, address, services, people[1], motion="no-preference")
    page.goto(f"/t/{table}")
    page.evaluate("document.documentElement.style.setProperty('--fly', '60s')")
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    page.wait_for_function(f"() => ({ANIMATIONS})().length > 0")
    box = page.locator(".street [data-look=playable], .street .corner").first.bounding_box()
    assert box
    before = page.evaluate(STATE)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    context.close()


def test_the_cards_a_log_line_names_are_marked(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Duel(), " with ")
    context, page = visit(browser, address, services, people[1])
    page.goto(f"/t/{table}")
    expect(page.locator(".spoken")).to_have_count(0)
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    expect(page.locator(".opp .spoken").first).to_be_visible()  # while the live region says it
    expect(page.locator(".spoken")).to_have_count(0)
    line = page.locator("#pane-log li", has_text="takes").last
    line.hover()
    expect(page.locator(".spoken")).to_have_count(3)  # taken, spent and kept
    page.locator("h1, .banner").last.hover()
    expect(page.locator(".spoken")).to_have_count(0)
    page.locator("#pane-log .log").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#pane-log li").last).to_be_focused()
    context.close()


def test_a_line_of_the_log_leads_to_its_moment(browser: Browser, gallery: Gallery) -> None:
    """M19: by a click anywhere on it, or by Enter. Who only watches a game that is still on cannot look at it again."""
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "en")
    context, page = visit(browser, address, services, company.me)
    page.goto(found["gangs-turn"])
    lines = page.locator("#log li", has_text=re.compile("climbs"))
    told = lines.last.inner_text().split("\n")[-1]
    lines.last.click(position={"x": 150, "y": 12})
    page.wait_for_url("**/replay?at=*")
    expect(page.locator(".banner .say, .moment").first).to_contain_text(told)
    page.go_back()
    page.locator("#log").focus()
    for _ in range(page.locator("#log li").count()):
        page.keyboard.press("ArrowUp")
        if page.evaluate("document.activeElement.matches('.own')"):
            break
    told = page.evaluate("document.activeElement.innerText.split('\\n').pop()")
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay?at=*")
    expect(page.locator(".banner .say, .moment").first).to_contain_text(told)
    page.goto(found["famiglia-watching"])
    assert page.locator("#log li").count() > 9
    assert page.locator("#log button").count() == 0
    context.close()


def test_the_sum_counts_along_with_the_cards_and_a_click_ends_that(browser: Browser, server: Server) -> None:
    address, services = server
    company = Company(services)
    t = company.reach(Duel(), 12, (NewSeat("me"), NewSeat("here", name="Ben")), has_ended)
    assert t.outcome
    scores = t.outcome.scores
    context, page = visit(browser, address, services, company.me, motion="no-preference", fresh=True)
    totals = page.locator(".total > span")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(f"/t/{t.id}?as=0")
    page.clock.run_for(200)
    assert 0 < int(totals.first.inner_text()) < scores[0]
    services.tables.chat(t.id, company.me, "Well played!")  # the page changes meanwhile
    wait_for_version(page, services.tables.version(t.id))
    assert 0 < int(totals.first.inner_text()) < scores[0]
    page.mouse.click(5, 300)
    assert totals.all_inner_texts() == [str(score) for score in scores]
    page.reload()
    page.clock.run_for(2100)
    assert totals.all_inner_texts() == [str(score) for score in scores]
    context.close()


def test_of_two_equal_cards_the_clicked_one_leaves(browser: Browser, server: Server) -> None:
    address, services = server

    def sweeps_a_twin(match: Match) -> bool:
        view = match.view(0)
        assert isinstance(view, FamigliaView)
        swept = [move.action.card for move in view.legal_moves if isinstance(move.action, Sweep)]
        return any(view.street.count(card) > 1 for card in swept)

    match = come_to(Duel(), 1, sweeps_a_twin)
    table, people = sit(services, match, ["Ann", "Ben"])
    for number, move in enumerate(match.moves):
        services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
    view = match.view(0)
    assert isinstance(view, FamigliaView)
    card = next(
        move.action.card for move in view.legal_moves
        if isinstance(move.action, Sweep) and view.street.count(move.action.card) > 1
    )  # fmt: skip
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    twins = page.locator(f".street .slot:has([data-flight^='{card}-'])")
    names = "them => them.map(it => it.querySelector('[data-flight]').dataset.flight)"
    left, right = twins.evaluate_all(names)[0], twins.evaluate_all(names)[-1]
    page.evaluate(  # what lies under the finger when the move is sent
        "() => addEventListener('click', ({target}) => { window.sent = "
        "target.closest('.slot').querySelector('[data-flight]').dataset.flight })"
    )
    twins.last.locator(".corner").click()
    wait_for_version(page, services.tables.version(table))
    swept = page.locator(".stackcard.flat [data-flight]")
    expect(swept).to_have_attribute("data-flight", left)
    assert page.evaluate("window.sent") == left
    assert right in twins.evaluate_all(names)
    context.close()


def test_new_cards_come_from_the_pile_one_by_one(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, sweep = at_a_move(services, Duel(), "sweep F2", "sweep M2")
    context, page = visit(browser, address, services, people[1], motion="no-preference")
    errors = complaints(page)
    page.goto(f"/t/{table}")
    page.evaluate("document.documentElement.style.setProperty('--turn', '60s')")
    services.tables.move(table, people[0], services.tables.view(table, None).number, sweep)
    page.wait_for_function(f"() => ({ANIMATIONS})().filter(it => it.endsWith('turn')).length === 2")
    delays = "() => document.getAnimations().filter(it => !it.animationName).map(it => it.effect.getTiming().delay)"
    assert page.evaluate(delays) == [320, 440]
    assert errors == []
    context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_whoever_is_expelled_shrinks_and_the_influence_is_turned_over(
    browser: Browser, server: Server, motion: str
) -> None:
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "expel")
    context, page = visit(browser, address, services, people[1], motion=motion)
    page.goto(f"/t/{table}")
    page.evaluate("document.documentElement.style.setProperty('--turn', '60s')")
    spot = page.locator(f"#spot-{move.split()[1]}").bounding_box()
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    gone = page.locator("[data-motion=expelled]")
    expect(gone).to_have_count(1)
    box = gone.bounding_box()
    assert spot
    assert box
    assert box["width"] <= 0.6 * spot["width"]
    name = gone.evaluate("it => getComputedStyle(it).viewTransitionName")
    slow = """() => document.getAnimations().filter(it => it.effect.getTiming().duration === 60000)
        .map(it => it.effect.pseudoElement ?? `${it.effect.target.dataset.motion} ${it.animationName}`)"""
    if motion == "reduce":
        assert page.evaluate(slow) == []
    else:
        for moving in (f"::view-transition-group({name})", "turned turn"):
            page.wait_for_function(f"moving => ({slow})().includes(moving)", arg=moving)
    context.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_revealed_alliance_turns_around(browser: Browser, server: Server, motion: str) -> None:
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "reveal")
    context, page = visit(browser, address, services, people[1], motion=motion)
    page.goto(f"/t/{table}")
    page.evaluate("document.documentElement.style.setProperty('--turn', '60s')")
    backs = page.locator(BACKS)
    before = backs.count()
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    expect(backs).to_have_count(before - 1)
    turning = page.locator(".rival [data-motion=turned]")
    expect(turning).to_have_count(1)
    assert turning.evaluate("it => it.getAnimations().map(it => it.animationName)") == (
        ["turn"] if motion == "no-preference" else []
    )
    context.close()


def test_notes_stay_in_the_browser_whatever_happens_at_the_table(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Duel(), " with ")
    context, page = visit(browser, address, services, people[1])
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.goto(f"/t/{table}")
    page.locator("label[for=tab-notes]").click()
    page.locator("#notes").press_sequentially("Ann collects B")
    services.tables.move(table, people[0], services.tables.view(table, None).number, move)
    expect(page.locator("#said")).to_contain_text("takes")
    page.keyboard.type("rutes")
    expect(page.locator("#notes")).to_have_value("Ann collects Brutes")
    page.reload()
    expect(page.locator("#notes")).to_have_value("Ann collects Brutes")
    assert not any("collects" in text for text in sent)
    page.goto(f"/t/{at_a_move(services, Duel(), ' with ')[0]}")
    expect(page.locator("#notes")).to_have_value("")
    context.close()


def test_late_in_a_game_with_a_clock_ones_own_display_is_in_view(browser: Browser, gallery: Gallery) -> None:
    address, services, company, _ = gallery
    seats = (NewSeat("me"), NewSeat("level", 3))
    t = company.reach(Duel(), 3, seats, lambda match, view: len(match.moves) > 60 and view.turn == 0, Clock(600))
    services.people.set_preferences(company.me, "de")  # the longest words
    context, page = visit(browser, address, services, company.me, language="de")
    page.goto(f"/t/{t.id}")
    for width, height in ((1280, 800), (1366, 660), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        display, thumbs = page.locator(".mine .stacks").bounding_box(), page.locator(".thumbs").bounding_box()
        assert display
        assert display["y"] + display["height"] < (thumbs["y"] if thumbs else height), width
    services.people.set_preferences(company.me, "en")
    context.close()


def test_in_an_exchange_every_card_of_a_long_street_is_in_view(browser: Browser, gallery: Gallery) -> None:
    address, services, company, _ = gallery
    t = company.reach(Duel(), 5, (NewSeat("me"), NewSeat("level", 3)), can_exchange_beside_a_long_street)
    assert t.view
    exchange = next(move for move in t.view.legal_moves if isinstance(move.action, PlayAccountant))
    services.tables.move(t.id, company.me, t.number, str(exchange))
    context, page = visit(browser, address, services, company.me)
    for width, height in ((360, 740), *WINDOWS.values(), SIZES["desk"]):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/t/{t.id}")
        boxes = page.locator(".exchange .street .slot .card").evaluate_all(
            "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.left, box.right, box.top])"
        )
        assert len(boxes) > 10
        assert boxes[0][0] >= 0
        assert max(right for _, right, _ in boxes) <= width, (width, height)
        for (left, _, top), (other, _, below) in pairwise(boxes):
            assert left + 15 < other or top + 30 < below, (width, height)
    context.close()


@pytest.mark.parametrize("moves", [8, 75])
def test_on_a_phone_the_hand_stays_where_it_was_when_an_exchange_begins(
    browser: Browser, gallery: Gallery, moves: int
) -> None:
    """Early in a game and late, when the other side has so many cards that they would not fit."""
    address, services, company, _ = gallery
    t = company.reach(Duel(), 17, (NewSeat("me"), NewSeat("level", 3)), has(PlayAccountant, moves))
    assert t.view
    context, page = visit(browser, address, services, company.me, size=SIZES["phone"])
    page.goto(f"/t/{t.id}")
    was = page.locator(".mine .hand").bounding_box()
    exchange = next(move for move in t.view.legal_moves if isinstance(move.action, PlayAccountant))
    services.tables.move(t.id, company.me, t.number, str(exchange))
    expect(page.locator(".exchange")).to_be_visible()
    now, zone = page.locator(".mine .hand").bounding_box(), page.locator(".opp").bounding_box()
    assert was
    assert now
    assert zone
    assert now["y"] == was["y"]
    for part in page.locator(".opp .fan").all():
        box = part.bounding_box()
        assert box
        assert box["x"] + box["width"] < zone["x"] + zone["width"] - 4
    context.close()


def can_exchange_beside_a_long_street(match: Match, view: View) -> bool:
    kinds = {type(move.action) for move in view.legal_moves}
    return PlayAccountant in kinds and isinstance(view, FamigliaView) and len(view.street) > 10


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        pytest.param(Duel(), ("phone", "desk"), id="famiglia"),
        pytest.param(Gangs(2), ("desk", "phone"), id="gangs", marks=long_only),
    ],
)
def test_a_rematch_is_one_click_for_everybody(
    browser: Browser, own_server: Server, game: Game, sizes: tuple[str, str]
) -> None:
    """First one asks and the other follows from the end; then from the first page; then both click at once."""
    address, services = own_server
    table, people = sit(services, Match(game, deal(game, 3, 0)), ["Ann", "Ben"])
    visits = [visit(browser, address, services, who, size=SIZES[size]) for who, size in zip(people, sizes, strict=True)]
    (_, ann), (_, ben) = visits
    errors = [complaints(page) for _, page in visits]

    def end(table: str) -> None:
        services.tables.resign(table, people[0])
        for _, page in visits:
            page.goto(f"/t/{table}")
            expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    def both_play(table: str) -> None:
        for _, page in visits:
            page.wait_for_url(f"{address}/t/{table}")
            expect(page.locator("#board")).to_be_visible()
        seen = services.tables.view(table, people[0])
        assert [chair.name for chair in seen.chairs] == ["Ann", "Ben"]

    def next_of(table: str) -> str:
        until(lambda: services.tables.view(table, people[0]).rematch)  # a click may still be on its way
        rematch = services.tables.view(table, people[0]).rematch
        assert rematch
        return rematch.id

    end(table)
    ben.get_by_role("button", name="Rematch").click()
    expect(ben.locator(".seat.free")).to_contain_text("Ann")  # who waits sees for whom
    expect(ben.locator(".seat.free")).to_contain_text("the seat is kept")
    assert violations(ben, "lobby") == []
    expect(ann.locator(".reason")).to_contain_text("Ben wants to play again and keeps your seat.")
    ann.get_by_role("button", name="Go to the rematch").click()
    both_play(table := next_of(table))

    end(table)
    ann.get_by_role("button", name="Rematch").click()
    expect(ann.locator(".seat.free")).to_contain_text("Ben")
    ben.goto("/")
    ben.get_by_role("button", name="Sit down").click()
    both_play(table := next_of(table))

    end(table)
    for _, page in visits:
        page.get_by_role("button", name="Rematch").click(no_wait_after=True)
    both_play(next_of(table))
    assert errors == [[], []]
    for context, _ in visits:
        context.close()


def test_whoever_waits_lets_the_house_play_and_the_other_is_not_left_in_the_dark(
    browser: Browser, server: Server
) -> None:
    address, services = server
    table, people = sit(services, Match(Gangs(2), deal(Gangs(2), 3, 0)), ["Ann", "Ben"])
    services.tables.resign(table, people[1])
    visits = [visit(browser, address, services, who, size=SIZES["phone"]) for who in people]
    (_, ann), (_, ben) = visits
    ben.goto(f"/t/{table}")
    ann.goto(f"/t/{table}")
    ann.get_by_role("button", name="Rematch").click()
    ben.get_by_role("button", name="Go to the rematch").wait_for()
    ann.get_by_role("button", name="Invite someone else").click()
    expect(ann.locator(".invite input")).to_have_value(re.compile("/sit/"))
    ben.goto(f"/t/{table}")
    expect(ben.get_by_role("link", name="Watch the rematch")).to_be_visible()
    ann.get_by_role("button", name="Give this seat to the computer").click()
    expect(ann.locator("#board")).to_be_visible()
    ben.get_by_role("link", name="Watch the rematch").click()
    expect(ben.locator(".watching")).to_be_visible()
    for context, _ in visits:
        context.close()


def test_a_browser_is_signed_out_by_a_click(browser: Browser, server: Server) -> None:
    address, services = server
    anna = services.people.protect(person(services, "Anna"), "Anna", "correct horse")
    context, page = visit(browser, address, services, anna, size=SIZES["phone"], language="de")
    page.goto("/me")
    assert violations(page, "me") == []
    page.get_by_role("button", name="Überall sonst abmelden").click()
    expect(page.get_by_role("status")).to_have_text("Alle anderen Browser sind abgemeldet.")
    assert services.people.of_cookie(services.people.cookie(anna)) is None
    page.get_by_role("button", name="Abmelden", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Gast")
    context.close()


WINDOWS = {"tablet": (768, 1024), "lying tablet": (1024, 768), "lying phone": (844, 390), "phone": (390, 844),
           "phone with bars": (390, 700)}  # fmt: skip


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("scene", ["famiglia-chooser", "famiglia-brute", "gangs-victim"])
def test_while_a_choice_is_open_the_way_back_is_cancel_and_not_undo(
    browser: Browser, gallery: Gallery, scene: str, size: tuple[int, int]
) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "en")
    context, page = visit(browser, address, services, company.me, size=size)
    page.goto(found[scene])
    moves = page.locator("#main").get_attribute("data-moves")
    assert page.locator("[data-key=u]:visible").count() == 0
    page.keyboard.press("u")
    chosen = page.locator("[data-look=chosen]").count()
    assert chosen > 0
    assert act(page, "[data-key=Escape]:visible")
    assert page.locator("[data-look=chosen]").count() < chosen
    assert page.locator("#main").get_attribute("data-moves") == moves
    context.close()


def test_before_the_first_undo_and_at_the_end_the_reader_is_told_that_the_game_does_not_count(
    browser: Browser, gallery: Gallery
) -> None:
    address, services, company, _ = gallery
    services.people.set_preferences(company.me, "en")
    t = company.reach(Duel(), 5, (NewSeat("me"), NewSeat("level", 1)), lambda match, view: len(match.moves) > 9)
    context, page = visit(browser, address, services, company.me, size=SIZES["phone"])
    page.goto(f"/t/{t.id}")
    thumbs = page.locator(".thumbs")
    thumbs.get_by_text("Undo").click()
    expect(page.locator(".banner")).to_contain_text("Then this game no longer counts.")
    thumbs.get_by_text("Cancel").click()
    expect(page.locator(".banner")).not_to_contain_text("counts")
    assert services.tables.view(t.id, None).number == t.number
    thumbs.get_by_text("Undo").click()
    expect(thumbs).to_contain_text("Take back")
    assert act(page, ".thumbs .btn:has-text('Take back')")
    assert not services.tables.view(t.id, None).ranked
    assert act(page, ".thumbs .btn:has-text('Undo')")  # it is told once
    assert services.tables.view(t.id, None).number == t.number + 2
    services.tables.resign(t.id, company.me)
    expect(page.locator(".end")).to_contain_text("This game does not count: a move was taken back.")
    context.close()


FIXED = ".banner, .thumbs .btn, .street .slot, .hand .slot, .shelf, .prow, .tray .lbl, .tray .row, .opp, .rivals"
PLACES = (
    "selector => [...document.querySelectorAll(selector)].filter(it => it.offsetParent !== null).map(it => {"
    " const box = it.getBoundingClientRect();"
    " return [it.className.split(' ')[0], ...[box.x, box.y, box.width, box.height].map(Math.round)]; })"
)


BEYOND = """() => {
  const banner = document.querySelector(".banner").getBoundingClientRect();
  return [...document.querySelectorAll(".banner .btn, .banner .clock, .banner .steps, .banner .ledger")]
    .filter((it) => it.getBoundingClientRect().right > banner.right - 4).map((it) => it.textContent.trim());
}"""  # what touches the banner's edge


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param(language, size, marks=() if is_drawn else long_only, id=f"{language}-{size[0]}x{size[1]}")
        for language in LANGUAGES
        for size in (*WINDOWS.values(), SIZES["desk"])
        for is_drawn in [(language, size) in (("pl", (390, 844)), ("de", SIZES["desk"]), ("hu", (844, 390)))]
    ],
)
def test_nothing_moves_under_the_finger_between_two_taps_of_a_move(
    browser: Browser, gallery: Gallery, language: str, size: tuple[int, int]
) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, language)
    context, page = visit(browser, address, services, company.me, size=size, language=language)
    moved = []
    for first, *others in (
        ("gangs-turn", "gangs-climb", "gangs-agent", "gangs-victim"),
        ("famiglia-turn", "famiglia-chooser"),
        ("famiglia-exchange", "famiglia-exchange-picked", "famiglia-exchange-back"),
    ):
        page.goto(found[first])
        before = page.evaluate(PLACES, FIXED)
        for other in others:
            page.goto(found[other])
            after = page.evaluate(PLACES, FIXED)
            assert len(before) == len(after)
            assert page.evaluate(BEYOND) == [], other
            moved += [(other, was, now) for was, now in zip(before, after, strict=True) if was != now]
    assert moved == []
    services.people.set_preferences(company.me, "en")
    context.close()


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=long_only) for part in range(1, 16))])
@pytest.mark.parametrize("language", ["de", "hu"])
def test_no_page_scrolls_sideways_at_any_width(browser: Browser, gallery: Gallery, language: str, part: int) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, language)
    context, page = visit(browser, address, services, company.me, language=language)
    every = range(320, 2561, 40)
    wide = []
    for name in list(found)[part::16] if LONG else list(found)[8 * (language == "hu") :: 16]:
        show(page, name, found[name])
        for width in every if LONG else (320, 480, 800, 1080):
            for height in (900, 400) if width < 1100 else (900,):
                page.set_viewport_size({"width": width, "height": height})
                if page.evaluate("document.documentElement.scrollWidth") > width:
                    wide.append((name, width, height))
    assert wide == []
    services.people.set_preferences(company.me, "en")
    context.close()


UNREADABLE = """() => {
  const over = ".chooser, .drawer, .guide, .side, .start, .sum > .btn, .thumbs, #tell"; // these may lie over the page
  const quiet = "svg, .hide, .skip, .verb, [aria-hidden=true], option, textarea, .seat > label", found = [], texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), holder = walker.currentNode.parentElement;
    if (!text || holder.closest(quiet) || !holder.checkVisibility()) continue;
    const scroller = holder.closest("nav, pre, .log, .scroller, .told, .tabs, .crumbs, .ledger"); // may be scrolled
    const room = scroller?.getBoundingClientRect(), range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(holder), isCut = style.overflowX !== "visible";
    const frame = holder.getBoundingClientRect();
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      const box = { top, bottom, left: isCut ? Math.max(left, frame.left) : left,
        right: isCut ? Math.min(right, frame.right) : right }; // with an ellipsis
      if (width < 2 || (room && (box.left < room.left || box.right > room.right || box.top < room.top
        || box.bottom > room.bottom))) continue;
      if (parseFloat(style.fontSize) < 11.99 && !holder.closest(".st")) found.push(["small", text]);
      if (box.left < -1 || box.right > innerWidth + 1) found.push(["outside", text]);
      texts.push([holder, box, text]);
    }
  }
  texts.forEach(([one, box, text], place) => texts.slice(place + 1).forEach(([other, its, words]) => {
    const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left),
      tall = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
    if (one !== other && wide > 3 && tall > 5 && one.closest(over) === other.closest(over))
      found.push(["over another", text, words]);
  }));
  return found;
}"""  # texts that are too small, stand outside the window or under other texts


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=long_only) for part in range(1, 4))])
@pytest.mark.parametrize("language", ["hu", *(pytest.param(code, marks=long_only) for code in ("en", "de", "pl"))])
def test_no_text_is_too_small_cut_off_or_under_another(
    browser: Browser, gallery: Gallery, language: str, part: int
) -> None:
    """M20 and H6, in every window. The names of streets are as large as their spots allow."""
    address, services, company, found = gallery
    services.people.set_preferences(company.me, language)
    context, page = visit(browser, address, services, company.me, language=language)
    wrong = []
    for name in list(found)[part::4] if LONG else list(found)[3 * LANGUAGES.index(language) :: 12]:
        show(page, name, found[name])
        for width, height in (*WINDOWS.values(), SIZES["desk"], (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [(name, width, *text) for text in page.evaluate(UNREADABLE)]
    assert wrong == []
    services.people.set_preferences(company.me, "en")
    context.close()


COVERED = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((it) => [it, it.getBoundingClientRect()]);
  const gone = boxes(".gonebox .lbl, .gone > span > *").filter(([, box]) => box.width);
  const meet = (one, other) => one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  return boxes(".spot").filter(([, spot]) => gone.some(([, box]) => meet(spot, box))).map(([spot]) => spot.id);
}"""  # spots under cards that were spent or expelled


OUT_OF_SIGHT = """() => {
  const bar = document.querySelector(".thumbs").getBoundingClientRect(), isRail = bar.height > bar.width;
  const bottom = bar.width && !isRail ? bar.top : innerHeight, right = isRail ? bar.left : innerWidth;
  const parts = document.querySelectorAll(".street, .pyramid, .banner, .mine .hand, .mine .stacks, .tray");
  return [...parts].map((it) => [it.className, it.getBoundingClientRect()]).filter(([, box]) =>
    !box.width || box.top < 0 || box.bottom > bottom + 1 || box.right > right + 1);
}"""  # parts of a table that are not wholly above or beside the bar for thumbs


def test_on_a_phone_no_card_of_a_hand_covers_the_points_of_another(browser: Browser, gallery: Gallery) -> None:
    address, _, company, found = gallery
    context, page = visit(browser, address, gallery[1], company.me, size=(390, 844))
    for name in ("famiglia-first", "famiglia-sweep", "famiglia-turn", "famiglia-late"):  # 4, 5, 8 and 12 cards
        page.goto(found[name])
        boxes = page.locator(".mine .hand .card").evaluate_all(
            "cards => cards.map(card => card.getBoundingClientRect()).map(box => [box.left, box.right, box.top])"
        )
        for (_, right, top), (other, _, below) in pairwise(boxes):
            assert right <= other + 1 or below > top + 30, (name, right, other)
    context.close()


def test_board_banner_and_own_cards_are_in_view_together(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "de")
    context, page = visit(browser, address, services, company.me, language="de")
    hidden = []
    for name in ("famiglia-turn", "famiglia-late", "famiglia-crowded", "gangs-turn", "gangs-victim", "gangs-late"):
        page.goto(found[name])
        for width, height in WINDOWS.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".thumbs .btn:visible").count() in (0, 5), (name, width)  # five places, or a desk
            hidden += [(name, width, height, *part) for part in page.evaluate(OUT_OF_SIGHT)]
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= height, (name, width)  # the log is limited
            assert page.evaluate(COVERED) == [], (name, width)
    assert hidden == []
    services.people.set_preferences(company.me, "en")
    context.close()


def test_the_button_that_a_page_is_for_is_in_view(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me)
    for width, height in ((640, 400), *WINDOWS.values()):
        page.set_viewport_size({"width": width, "height": height})
        for name, button in (("opponents", ".start .btn.main"), ("new-gangs", ".sum > .btn")):
            page.goto(found[name])
            box = page.locator(button).bounding_box()
            assert box
            assert box["y"] + box["height"] <= height, (name, width)
    context.close()


OVERLAPS = """() => {
  const boxOf = (it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return range.getBoundingClientRect();
  };
  const clash = (a, b) => a.right + 4 > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
  return [...document.querySelectorAll(".seat:has(.btn)"), ...document.querySelectorAll(".guide")].filter((it) => {
    const texts = [...it.querySelectorAll(":scope > span:not(.fields), .btn, header a, .row small")].map(boxOf);
    return texts.some((a, place) => texts.slice(place + 1).some((b) => a.width && b.width && clash(a, b)));
  }).map((it) => it.textContent.trim().replace(/\\s+/g, " "));
}"""  # words of a lobby or a tip that lie over others, or touch them


def test_in_a_lobby_and_a_tip_no_words_lie_over_others(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    for language in LANGUAGES if LONG else ("de",):
        services.people.set_preferences(company.me, language)
        context, page = visit(browser, address, services, company.me, language=language)
        for width in (320, 390, 640):
            page.set_viewport_size({"width": width, "height": 844 if width < 600 else 400})
            for name in ("lobby", "lobby-waits", "lobby-called", "famiglia-first", "gangs-first"):
                page.goto(found[name])
                assert page.evaluate(OVERLAPS) == [], (name, width, language)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width, language)
        context.close()
    services.people.set_preferences(company.me, "en")


def test_on_a_tablet_no_link_of_the_main_menu_is_cut_off(browser: Browser, gallery: Gallery) -> None:
    address, services, company, _ = gallery
    for language in LANGUAGES:
        services.people.set_preferences(company.me, language)
        context, page = visit(browser, address, services, company.me, size=(768, 1024), language=language)
        page.goto("/")
        assert page.locator(".home-bar nav:not(.tongues)").evaluate("nav => nav.scrollWidth <= nav.clientWidth"), (
            language
        )
        context.close()
    services.people.set_preferences(company.me, "en")


def test_one_sees_who_the_rivals_are_and_when_each_of_them_plays(browser: Browser, server: Server) -> None:
    address, services = server
    who, lookout = person(services, "Ann"), NewSeat("level", 2)
    wanted = NewTable(Gangs(4), (NewSeat("me"), lookout, lookout, lookout))
    table = services.tables.open(who, wanted, deal(Gangs(4), 7, 0))
    context, page = visit(browser, address, services, who)
    page.goto(f"/t/{table}")
    rivals = page.locator(".rival")
    assert rivals.locator("strong").all_inner_texts() == ["Hattie", "Mose", "Jonah"]
    assert len(set(rivals.locator(".face").evaluate_all("them => them.map(it => it.innerHTML)"))) == 3
    notes = rivals.locator("small")
    for width, height in ((390, 844), (1024, 768), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for number, order in enumerate(("after you", "after Hattie", "before you")):
            expect(notes.nth(number)).to_contain_text(order)
            assert notes.nth(number).evaluate("it => it.scrollWidth <= it.clientWidth"), (width, order)  # not cut short
            expect(rivals.nth(number).locator(".face")).to_be_visible()
        spots = [spot.bounding_box() for spot in page.locator(".spot").all()]
        for tile in rivals.all():
            box = tile.bounding_box()
            assert box
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            assert all(it and (it["x"] >= right or it["y"] >= bottom) for it in spots), width
    context.close()


def test_the_form_of_a_new_table_sums_up_what_is_chosen(browser: Browser, server: Server) -> None:
    context, page = visit(browser, server[0])
    page.goto("/new?game=famiglia-duel")
    page.locator("#seat-1").select_option("4")
    page.get_by_text("Live", exact=True).click()
    summary = page.locator(".sum dd")
    expect(summary).to_have_text(["Famiglia", "Bootlegger, level 4 of 7", "Random", "Live"])
    expect(page.locator("[data-about-of]")).to_contain_text(
        f"Wins {levels_for(Duel())[3].wins} of 10 games against level 3."
    )
    page.locator("#seat-1").select_option("link")
    expect(page.locator("[data-about-of]")).to_be_empty()
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.get_by_role("button", name="Open the table")).to_be_in_viewport()  # without scrolling
    context.close()


def test_ten_seconds_after_the_last_change_nothing_moves_any_more(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me, motion="no-preference", fresh=True)
    slowly = context.new_cdp_session(page)  # or a page would be at rest before a busy machine looks at it
    slowly.send("Animation.enable")
    slowly.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    for name in ("famiglia-sweep", "famiglia-late", "gangs-turn"):
        page.goto(found[name])
        ends = page.evaluate("document.getAnimations().map(it => it.effect.getComputedTiming().endTime)")
        assert all(end is not None and end < 10_000 for end in ends), name  # it is null for what never ends
    assert ends
    page.evaluate("document.getAnimations().forEach(it => it.finish())")
    assert page.evaluate("document.getAnimations().length") == 0
    redrawn = """async () => {
      let count = 0;
      new MutationObserver((changes) => (count += changes.length))
        .observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
      await new Promise((done) => setTimeout(done, 1500));
      return count;
    }"""
    page.wait_for_function("() => stream?.readyState === EventSource.OPEN")
    page.wait_for_timeout(500)  # who is here is told when the stream opens
    assert page.evaluate(redrawn) == 0  # by no timer: this table has no clock
    context.close()


def test_a_phones_log_opens_at_the_newest_line(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me, size=SIZES["phone"])
    page.goto(found["famiglia-late"])
    page.locator(".thumbs [data-tab=log]").click()
    expect(page.locator("#pane-log li").last).to_be_in_viewport()
    assert page.evaluate("document.querySelector('#pane-log .log').scrollTop") > 0
    context.close()


def test_the_way_back_does_not_open_a_closed_sheet_again(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me, size=SIZES["phone"])
    page.goto("/rules")
    page.goto(found["famiglia-turn"])
    page.locator(".thumbs a[href='#pile']").click()
    page.locator(".drawer header a").click()
    expect(page.locator(".drawer")).to_be_hidden()
    page.locator(".thumbs a[href='#pile']").click()
    expect(page.locator(".drawer")).to_be_visible()
    page.mouse.click(195, 4)  # beside the sheet
    expect(page.locator(".drawer")).to_be_hidden()
    page.locator(".thumbs [data-tab=log]").click()
    page.keyboard.press("Escape")
    expect(page.locator("#side")).to_be_hidden()
    page.go_back()
    expect(page).to_have_url(re.compile("/rules$"))
    context.close()


def test_an_address_that_opens_the_log_shows_its_newest_line(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me, size=SIZES["phone"])
    page.goto(f"{found['famiglia-late']}#side")
    expect(page.locator("#log > :first-child")).not_to_be_in_viewport()
    expect(page.locator("#log > :last-child")).to_be_in_viewport()
    context.close()


def test_a_chooser_stays_within_the_window_whatever_card_it_asks_about(browser: Browser, gallery: Gallery) -> None:
    address, services, company, found = gallery
    services.people.set_preferences(company.me, "de")
    context, page = visit(browser, address, services, company.me, size=(768, 1024), language="de")
    for width, height in ((768, 1024), (1024, 768), SIZES["desk"]):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(found["famiglia-chooser"])
        edges = page.evaluate(
            "() => all('.street .slot').flatMap(slot => { const chooser = document.querySelector('.chooser');"
            " slot.append(chooser); placeChooser(chooser); const box = chooser.getBoundingClientRect();"
            " return [box.left, box.right] })"
        )
        assert min(edges) >= 0
        assert max(edges) <= width
    services.people.set_preferences(company.me, "en")
    context.close()


def test_a_street_in_two_rows_leaves_ones_own_display_in_view(browser: Browser, gallery: Gallery) -> None:
    address, services, company, _ = gallery
    t = company.reach(
        Duel(), 1, (NewSeat("me"), NewSeat("level", 3)),
        lambda match, view: (
            isinstance(view, FamigliaView) and view.turn == 0 and len(view.street) > 12 and len(view.displays[0]) > 2
        ),
    )  # fmt: skip
    context, page = visit(browser, address, services, company.me)
    page.goto(f"/t/{t.id}")
    for width, height in (SIZES["desk"], (1440, 900), (1920, 1080), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        display, thumbs = page.locator(".mine .stacks").bounding_box(), page.locator(".thumbs").bounding_box()
        assert display
        assert display["y"] + display["height"] < (thumbs["y"] if thumbs else height), width
        tops = page.locator(".street .slot .card").evaluate_all(
            "cards => cards.map(card => card.offsetParent.offsetTop)"
        )
        assert len(set(tops)) == 2, width
    context.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_tip_of_a_chooser_points_at_the_card_it_asks_about(
    browser: Browser, gallery: Gallery, size: tuple[int, int]
) -> None:
    address, services, company, found = gallery
    context, page = visit(browser, address, services, company.me, size=size)
    page.goto(found["famiglia-chooser"])
    tip = page.evaluate(
        "(() => { const chooser = document.querySelector('.chooser');"
        " return chooser.getBoundingClientRect().x + parseFloat(getComputedStyle(chooser, '::after').left); })()"
    )
    card = page.locator(".street [data-look=chosen]").bounding_box()
    assert card
    assert card["x"] < tip < card["x"] + card["width"]
    context.close()
