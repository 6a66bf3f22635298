"""Replays in a real browser: forwards and back by keys, buttons, slider, links and touch, without asking the server."""

from collections.abc import Iterator
from functools import cache

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browsing import PATIENCE, complaints, visit
from conftest import PLAIN, long_only
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, Played
from gangland.server.people import Person
from gangland.server.services import Services
from playing import played
from serving import Server, sit

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
GAME_IDS = ["famiglia", "gangs"]
NAMES = ["Anna", "Ben", "Carl"]
SCENE = "document.getElementById('scene').innerHTML"
BROKEN_NAMES = """[...document.querySelectorAll('#scene .who strong')]
    .filter(name => name.offsetHeight > 1.9 * parseFloat(getComputedStyle(name).fontSize))
    .map(name => name.textContent)"""
SAME = """wanted => {
    const other = document.getElementById('scene').cloneNode();
    other.innerHTML = wanted;
    return document.getElementById('scene').isEqualNode(other);
}"""


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def play(services: Services, match: Match, stop: int | None = None) -> tuple[str, list[Person]]:
    table, people = sit(services, match, NAMES[: match.game.seats])
    go_on(services, match, table, people, 0, stop)
    return table, people


def go_on(services: Services, match: Match, table: str, people: list[Person], start: int, stop: int | None) -> None:
    made = [entry for entry in match.log if isinstance(entry, Played)]
    for number, entry in list(enumerate(made))[start:stop]:
        services.tables.move(table, people[entry.seat], number, str(entry.move))


def at(page: Page) -> int:
    return int(page.locator("#at").input_value())


def drawn(page: Page) -> str:
    found: str = page.evaluate(SCENE)
    return found


def described(page: Page) -> list[str]:
    """What a page says of its moment, and where its next step leads."""
    now, at, on = (page.locator(selector) for selector in ("#now", "#at", "[data-step=on]"))
    return [now.inner_text(), at.get_attribute("aria-valuetext") or "", on.get_attribute("href") or ""]


@pytest.fixture(params=[Duel(), Gangs(3)], ids=GAME_IDS)
def finished(request: pytest.FixtureRequest, server: Server) -> tuple[str, Match, list[Person]]:
    match = played(request.param, 5)
    table, people = play(server[1], match)
    return table, match, people


@pytest.mark.parametrize("finished", [Duel(), pytest.param(Gangs(3), marks=long_only)], indirect=True, ids=GAME_IDS)
def test_a_game_is_stepped_through_without_a_request(
    browser: Browser, server: Server, finished: tuple[str, Match, list[Person]]
) -> None:
    address, services = server
    table, match, people = finished
    last = len(match.moves)
    context, page = visit(browser, address, services, people[0], motion="no-preference")
    other = context.new_page()
    errors = complaints(page)
    page.goto(f"/t/{table}/replay")
    page.evaluate(
        "window.flights = 0; const before = document.startViewTransition;"
        "document.startViewTransition = (update) => { window.flights++; return before(update); }; null"
    )
    asked: list[str] = []  # but for the icon, which some browsers look up with each new address
    page.on("request", lambda request: None if "/icon.svg" in request.url else asked.append(request.url))

    @cache
    def by_the_server(number: int) -> tuple[str, ...]:
        """A moment as the server draws it."""
        other.goto(f"/t/{table}/replay?at={number}")
        return (drawn(other), *described(other))

    def shows(number: int) -> None:
        """The page shows a moment just as the server draws it."""
        expect(page.locator("#at")).to_have_value(str(number))
        scene, *wanted = by_the_server(number)
        page.wait_for_function(SAME, arg=scene)
        assert page.locator("#moves [aria-current]").get_attribute("data-to") == str(number)
        expect(page.locator("#moves [aria-current]")).to_be_in_viewport()
        page.locator("[data-step=on]").dispatch_event("pointerdown")  # whoever opens a link elsewhere gets this moment
        assert described(page) == wanted

    for key, number in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last),
        ("ArrowLeft", last - 1), ("Home", 0), ("ArrowLeft", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        shows(number)
    assert page.evaluate("window.flights") == 4  # each single step flies, a jump does not
    page.locator("[data-step=on]").click()
    shows(1)
    page.locator(f"#moves [data-to='{last // 2}']").click()
    shows(last // 2)
    page.locator("#at").fill(str(last - 2))
    shows(last - 2)
    page.keyboard.press("]")
    expect(page.locator("[name=speed]").nth(2)).to_be_checked()
    page.locator("body").press(" ")
    shows(last)  # it plays to the end and stops there
    expect(page.locator("#play")).not_to_have_attribute("data-playing", "")
    page.wait_for_url(f"**/t/{table}/replay?at={last}&as=0")
    assert asked == []
    assert errors == []
    context.close()


def test_a_step_draws_no_zone_that_stays_as_it_is(
    browser: Browser, server: Server, finished: tuple[str, Match, list[Person]]
) -> None:
    """A step must not cost more script than the same move at the table (`make step-cost` measures both)."""
    table, match, _ = finished
    context, page = visit(browser, server[0])
    page.goto(f"/t/{table}/replay")
    page.evaluate(
        "new MutationObserver((found) => { window.touched = (window.touched ?? 0) + found.length; })"
        ".observe(document.getElementById('scene'), { subtree: true, childList: true, attributes: true }); null"
    )
    steps = min(20, len(match.moves))
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#at")).to_have_value(str(steps))
    touched = page.evaluate("window.touched") / steps
    assert 0 < touched < page.locator("#scene *").count() / 10
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, base_url=server[0],
        color_scheme="dark", reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_by_touch_on_a_phone(phone: Page, finished: tuple[str, Match, list[Person]]) -> None:
    errors = complaints(phone)
    phone.goto(f"/t/{finished[0]}/replay?at=4")
    assert phone.evaluate(BROKEN_NAMES) == []
    phone.locator("[data-step=on]").tap()
    assert at(phone) == 5
    phone.locator("[data-step=back]").tap()
    phone.locator("[data-step=back]").tap()
    assert at(phone) == 3
    assert phone.locator("#side").is_hidden()
    phone.locator("#to-moves").tap()
    phone.locator("#moves [data-to='6']").tap()
    expect(phone.locator("#side")).to_be_hidden()
    assert at(phone) == 6
    box = phone.locator("#play").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 844
    assert box["height"] >= 44
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    assert errors == []


@pytest.mark.parametrize("is_other", [False, pytest.param(True, marks=long_only)])
def test_axe_finds_nothing_and_everything_is_said_in_the_readers_language(
    browser: Browser, server: Server, finished: tuple[str, Match, list[Person]], is_other: bool
) -> None:
    address, services = server
    table, match, people = finished
    theme = "dark" if match.game.has_secrets != is_other else "light"  # each game in one, in the long round in both
    language = LANGUAGES[(match.game.seats + is_other) % 4]
    services.people.set_preferences(people[0], language)
    context, page = visit(browser, address, services, people[0], theme=theme, language=language)
    page.goto(f"/t/{table}/replay?at=9&as=all")
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("#moves li").first.inner_text().strip() == Language(language).say("The cards are dealt.")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found] == []
    page.locator("a[href='#share']").click()
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found] == []
    context.close()


def test_a_moment_is_shared_as_a_link_a_text_and_a_picture(
    browser: Browser, server: Server, finished: tuple[str, Match, list[Person]]
) -> None:
    table = finished[0]
    context, page = visit(browser, server[0])
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    errors = complaints(page)
    page.goto(f"/t/{table}/replay?at=3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    link = f"{server[0]}/t/{table}/replay?at=4&as=nobody"
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.locator("a[href='#share']").click()
    expect(page.locator("#share")).to_be_visible()
    page.locator("[data-copy=message]").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.endswith(f" {link}")
    assert page.locator("#shot").get_attribute("alt") in text
    page.wait_for_function("() => document.getElementById('shot').naturalWidth === 840")
    with page.expect_download() as download:
        page.locator("#png").click()
    assert download.value.suggested_filename == "gangland.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as download:
        page.locator("#svg").click()
    assert download.value.path().read_text("utf-8").startswith("<svg")
    assert errors == []
    context.close()


@pytest.mark.parametrize("finished", [Duel(), Gangs(3)], indirect=True, ids=GAME_IDS)
def test_in_a_low_window_board_and_player_are_in_view_together(
    browser: Browser, server: Server, finished: tuple[str, Match, list[Person]]
) -> None:
    table, _, people = finished
    context, page = visit(browser, server[0], server[1], people[0], size=(844, 390))
    page.goto(f"/t/{table}/replay?at=30")
    for width, height in ((844, 390), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        player, board = page.locator(".curve").bounding_box(), page.locator(".strt, .rp .pyramid").bounding_box()
        assert player
        assert board
        assert player["y"] + player["height"] <= height, width
        assert board["y"] + board["height"] < player["y"], width
    context.close()
