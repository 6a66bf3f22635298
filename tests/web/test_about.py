"""Any card answers in a real browser: to a click, a key, a pointer that rests and a finger that stays."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import complaints, visit
from conftest import PLAIN
from gallery import HOUSE, Company
from gangland.famiglia import Duel, FamigliaView, Take
from gangland.gangs import Gangs
from gangland.server.new_tables import NewSeat
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from serving import Server, at_a_move, serving

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of this file, on which no opponent moves: tables are played to where they shall be."""
    folder = tmp_path_factory.mktemp("still")
    with serving(Settings(f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False)) as running:
        yield running


def street_of(services: Services, table: str, who: Person) -> tuple[list[str], list[str]]:
    """The ids of the Street cards that can be taken now, and of those that cannot."""
    view = services.tables.view(table, who).view
    assert isinstance(view, FamigliaView)
    taken = {move.action.card for move in view.legal_moves if isinstance(move.action, Take)}
    places = [(f"#street-{place}", card in taken) for place, card in enumerate(view.street, 1)]
    return [id_ for id_, free in places if free], [id_ for id_, free in places if not free]


def sheet_of(page: Page) -> Locator:
    return page.locator("#tell")


def test_a_card_that_rests_says_why_it_cannot_be_used(browser: Browser, server: Server) -> None:
    """H2: a click or Enter tells what the card is and why not; a click on a card that lives still acts."""
    address, services = server
    table, people, _ = at_a_move(services, Duel(), "take ")
    alive, resting = street_of(services, table, people[0])
    context, page = visit(browser, address, services, people[0])
    errors = complaints(page)
    page.goto(f"/t/{table}")
    sheet = sheet_of(page)
    expect(sheet).to_be_hidden()
    page.locator(resting[0]).click()
    expect(sheet).to_contain_text("You cannot take it now.")
    expect(sheet.locator("a.clause").first).to_have_attribute("href", re.compile(r"^/rules/famiglia#F6\.\d$"))
    expect(page.locator("#said")).to_contain_text("You cannot take it now.")  # read aloud
    expect(page.locator(resting[0])).to_be_focused()
    assert Axe().run(page).response["violations"] == []
    page.locator(resting[0]).click()  # once more shuts it
    expect(sheet).to_be_hidden()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator(resting[0])).to_be_focused()
    page.keyboard.press("i")
    expect(sheet).to_be_visible()
    page.keyboard.press("Tab")  # into the sheet, to the way out
    expect(sheet.locator(".x")).to_be_focused()
    page.keyboard.press("Enter")
    expect(sheet).to_be_hidden()
    expect(page.locator(resting[0])).to_be_focused()
    page.locator(alive[0]).focus()
    page.keyboard.press("I")
    expect(sheet).to_contain_text("You can take it now.")
    number = services.tables.view(table, None).number
    page.keyboard.press("ArrowLeft" if alive[0] != "#street-1" else "ArrowRight")  # the answer goes along
    expect(sheet).not_to_contain_text("You can take it now.")
    page.locator(".banner .say").click()  # elsewhere
    expect(sheet).to_be_hidden()
    page.locator(alive[0]).hover()
    expect(sheet).to_contain_text("You can take it now.")
    page.mouse.move(1, 1)
    expect(sheet).to_be_hidden()
    assert services.tables.view(table, None).number == number
    page.locator(alive[0]).focus()
    page.keyboard.press("i")
    expect(sheet).to_be_visible()
    sheet.locator(".act").click()  # the same as a click on the card: a move, or a choice how to pay
    expect(page.locator(".banner.wait, .chooser").first).to_be_visible()
    expect(sheet).to_be_hidden()
    assert errors == []
    context.close()


def test_a_finger_that_stays_asks_and_does_nothing_else(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, people[0], size=(390, 844), theme="dark")
    page.goto(f"/t/{table}")
    spot = page.locator(f"#spot-{move.split()[1]}")
    box = spot.bounding_box()
    assert box
    finger = context.new_cdp_session(page)
    where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [where]})
    sheet = sheet_of(page)
    expect(sheet).to_contain_text("It can climb.")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(sheet).to_be_visible()
    expect(spot).to_have_attribute("data-look", "playable")
    assert Axe().run(page).response["violations"] == []
    page.mouse.click(200, 60)  # beside the sheet
    expect(sheet).to_be_hidden()
    expect(spot).to_have_attribute("data-look", "playable")
    spot.click()
    expect(spot).to_have_attribute("data-look", "chosen")
    context.close()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (768, 1024)], ids=["desk", "screen", "tablet"])
def test_backs_of_rivals_and_small_tiles_answer_too(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    address, services = server
    company = Company(services)
    t = company.reach(Gangs(3), 5, (NewSeat("me"), HOUSE, HOUSE), lambda match, view: len(match.moves) > 40)
    context, page = visit(browser, address, services, company.me, size=size)
    page.goto(f"/t/{t.id}")
    for id_, said in (
        ("hidden-1", "influence"),
        ("ally-1-0", "alliance"),
        ("spent", "Spent influence"),
        ("expelled", "Expelled"),
    ):
        page.locator(f"#{id_}").click()
        expect(sheet_of(page)).to_contain_text(re.compile(said, re.IGNORECASE))
        page.keyboard.press("Escape")
        expect(sheet_of(page)).to_be_hidden()
    context.close()


def test_without_script_the_answer_is_on_the_page(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, _ = at_a_move(services, Duel(), "take ")
    _, resting = street_of(services, table, people[0])
    context, _ = visit(browser, address, services, people[0])
    state = context.storage_state()
    context.close()
    plain = browser.new_context(java_script_enabled=False, storage_state=state, base_url=address, locale="en")
    page = plain.new_page()
    page.goto(f"/t/{table}")
    page.locator(resting[0]).click()
    expect(sheet_of(page)).to_contain_text("You cannot take it now.")
    sheet_of(page).locator(".x").click()
    expect(page.locator(".street")).to_be_visible()
    expect(sheet_of(page)).to_be_hidden()
    plain.close()
