"""The guided first game in a real browser: to its end, each tip once, put away and switched off."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browsing import complaints, visit
from conftest import PLAIN, long_only
from gangland.bots.simple import choose_greedily
from gangland.core.words import LANGUAGES
from gangland.learn import courses
from gangland.server.services import Services
from serving import Server

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
DESK, PHONE = (1280, 800), (390, 844)
WHERE = ".board :is(.card, .spot)"
PLACES = f"() => [...document.querySelectorAll('{WHERE}')].map(e => [e.id, e.getBoundingClientRect().toJSON()])"

FREE_OF_TIP = """zone => {
    const [seen, tip] = [zone, document.querySelector(".guide")].map(e => e.getBoundingClientRect());
    return seen.bottom <= tip.top || tip.bottom <= seen.top || seen.right <= tip.left || tip.right <= seen.left;
}"""


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def begin(page: Page, place: int) -> str:
    """Start the first game of a box, and return the id of the table."""
    page.goto("/")
    page.locator("form:has([name=guided]) button").nth(place).click()
    expect(page.locator(".guide")).to_be_visible()
    return page.url.rsplit("/", 1)[1]


def type_best_move(page: Page, services: Services, table: str) -> None:
    """Send the move that rules of thumb find, as if it were typed, and wait for the next decision or the end."""
    look = services.tables.look(table)
    send = "(field, move) => { field.value = move; field.form.requestSubmit(); }"
    page.locator("#typed").evaluate(send, str(choose_greedily(look.match.view(0))))
    page.wait_for_function(
        """([number]) => document.querySelector(".verdict") || (!document.querySelector(".banner.wait")
        && document.querySelector("#board [name=number]").value > number)""",
        arg=[look.row.number],
    )


def tip_on(page: Page) -> str:
    shown = page.locator(".guide")
    return (shown.get_attribute("id") or "") if shown.count() else ""


@pytest.mark.parametrize(
    ("place", "size"), [(0, DESK), pytest.param(1, DESK, marks=long_only), pytest.param(1, PHONE, marks=long_only)]
)
def test_each_tip_comes_once_moves_nothing_and_is_put_away_or_switched_off(
    browser: Browser, server: Server, place: int, size: tuple[int, int]
) -> None:
    context, page = visit(browser, server[0], size=size)
    wrong = complaints(page)
    begin(page, place)
    assert Axe().run(page).response["violations"] == []
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".guide")).to_have_count(0)
    assert page.evaluate(PLACES) == before
    page.reload()
    expect(page.locator(".guide")).to_have_count(0)
    first = page.locator(".board [name=move]:is([data-look=playable]), .board a[data-look=playable]").first
    is_pick = first.evaluate("piece => piece.matches('a')")
    first.click()
    if is_pick:
        page.locator(".board button[name=move].spot").first.click()
    expect(page.locator(".guide")).to_be_visible()
    page.locator(".guide").get_by_role("button", name="No more tips").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.evaluate("location.hash = 'side'")
    expect(page.get_by_role("button", name="Tips again")).to_be_visible()
    page.goto("/")
    expect(page.locator("[name=guided]")).to_have_count(0)
    assert wrong == []
    context.close()


@pytest.mark.parametrize(
    ("place", "tip", "size"),
    [
        (1, "tg-rival-reveals", PHONE),
        pytest.param(1, "tg-rival-reveals", DESK, marks=long_only),
        pytest.param(0, "tf-rival-dear", PHONE, marks=long_only),
        pytest.param(0, "tf-rival-dear", DESK, marks=long_only),
    ],
)
def test_a_tip_about_the_other_side_does_not_cover_it(
    browser: Browser, server: Server, place: int, tip: str, size: tuple[int, int]
) -> None:
    context, page = visit(browser, server[0], size=size)
    table = begin(page, place)
    opener = server[1].tables.look(table).row.opener
    others = {trigger.id for course in courses() for trigger in course.trigger} - {tip}
    for heard in others:
        server[1].guide.hear(server[1].people.find(opener), heard)
    page.reload()
    page.wait_for_load_state()
    while not page.locator(".guide").count():
        type_best_move(page, server[1], table)
    assert tip_on(page) == f"guide-{tip}"
    assert page.locator(".rival, .opp").first.evaluate(FREE_OF_TIP)
    context.close()


@long_only
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("place", [0, 1])
def test_a_first_game_is_played_to_its_end(browser: Browser, server: Server, place: int, size: tuple[int, int]) -> None:
    context, page = visit(browser, server[0], size=size)
    wrong = complaints(page)
    table, heard = begin(page, place), [""]
    while not page.locator(".verdict").count():
        tip = tip_on(page)
        assert not tip or tip not in heard
        heard.append(tip)
        type_best_move(page, server[1], table)
    assert sum(map(bool, heard)) > 5
    expect(page.locator(".decided")).to_contain_text("This game does not count: it was your first one, with tips.")
    assert Axe().run(page).response["violations"] == []
    assert wrong == []
    context.close()


@long_only
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
def test_a_tip_fits_every_window(browser: Browser, server: Server, language: str, width: int) -> None:
    for place in (0, 1):
        context, page = visit(browser, server[0], size=(width, 800), language=language)
        begin(page, place)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        inside = "e => e.getBoundingClientRect().left >= 0 && e.getBoundingClientRect().right <= innerWidth"
        assert page.locator(".guide").evaluate(inside)
        context.close()
