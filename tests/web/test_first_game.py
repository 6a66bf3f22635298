"""The guided first game in a real browser: to its end, each tip once, put away and switched off."""

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browsing import complaints, visit
from conftest import PLAIN, long_only
from gangland.bots.simple import choose_greedily
from gangland.core.words import LANGUAGES
from gangland.server.services import Services
from serving import Server

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
WHERE = ".board :is(.card, .spot)"
PLACES = f"() => [...document.querySelectorAll('{WHERE}')].map(e => [e.id, e.getBoundingClientRect().toJSON()])"


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
    """Type the move that rules of thumb find, and wait for the next decision or the end."""
    look = services.tables.look(table)
    page.locator("#typed").fill(str(choose_greedily(look.match.view(0))))
    page.locator("#typed").press("Enter")
    page.wait_for_function(
        """([number]) => document.querySelector(".verdict") || (!document.querySelector(".banner.wait")
        && document.querySelector("#board [name=number]").value > number)""",
        arg=[look.row.number],
    )


def tip_on(page: Page) -> str:
    shown = page.locator(".guide")
    return (shown.get_attribute("id") or "") if shown.count() else ""


@pytest.mark.parametrize("place", [0, pytest.param(1, marks=long_only)])
def test_each_tip_comes_once_moves_nothing_and_is_put_away_or_switched_off(
    browser: Browser, server: Server, place: int
) -> None:
    context, page = visit(browser, server[0])
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
    expect(page.get_by_role("button", name="Tips again")).to_be_visible()
    page.goto("/")
    expect(page.locator("[name=guided]")).to_have_count(0)
    assert wrong == []
    context.close()


@long_only
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("place", [0, 1])
def test_a_first_game_is_played_to_its_end(browser: Browser, server: Server, place: int, size: tuple[int, int]) -> None:
    context, page = visit(browser, server[0], size=size)
    wrong = complaints(page)
    table, heard = begin(page, place), [""]
    if size[0] < 720:
        page.goto(f"/t/{table}#side")
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
