"""Games tried otherwise in a real browser: by clicks, keys and touch, without script, in light and dark."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browsing import complaints, visit
from conftest import PLAIN, long_only
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, Record
from gangland.server.services import Services
from playing import played
from serving import Server

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
LIVE = ("#board .way", '#board [data-look="target"]', '#board [data-look="playable"]')  # the nearest to a move first


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def bring(services: Services, match: Match) -> str:
    """The address of the game of a match, brought as a record."""
    return f"/r/{services.uploads.keep(match.record().dumps())}"


def make_a_move(page: Page, wanted: int) -> None:
    """Click what is alive until so many moves are made."""
    for _ in range(4):
        if page.locator("#main").get_attribute("data-moves") == str(wanted):
            return
        next(page.locator(kind).first for kind in LIVE if page.locator(kind).count()).click()
        page.wait_for_timeout(150)
    expect(page.locator("#main")).to_have_attribute("data-moves", str(wanted))


def axe(page: Page) -> list[object]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found]


@pytest.mark.parametrize("game", [pytest.param(Duel(), marks=long_only), Gangs(3)], ids=["famiglia", "gangs"])
def test_moves_are_tried_taken_back_and_kept(browser: Browser, server: Server, game: Game) -> None:
    address, services = server
    home = bring(services, played(game, 5))
    theme, language = ("dark", "de") if game.has_secrets else ("light", "hu")
    context, page = visit(browser, address, theme=theme, language=language)
    errors = complaints(page)
    page.goto(f"{home}?at=11&as={'0' if game.has_secrets else 'nobody'}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    page.wait_for_url("**/try?**")
    assert "moment=12" in page.url  # where the reader was, not where the page began
    start = page.url
    say = Language(language).say
    assert say("You move for all.") in page.locator(".side .chance").inner_text() or game.seats == 2
    make_a_move(page, 1)
    assert page.url.count("made=") == 1
    make_a_move(page, 2)
    two = page.url
    page.reload()  # the address has it all
    assert page.locator(".tries .own").count() == 2
    assert axe(page) == []
    page.keyboard.press("u")
    expect(page.locator("#main")).to_have_attribute("data-moves", "1")
    assert page.locator(".tries .own").count() == 1
    page.goto(two)
    page.locator(".tries .own a").first.click()  # a line leads to where another branch begins
    expect(page.locator("#main")).to_have_attribute("data-moves", "1")
    page.locator("#name").fill("Another way")
    page.locator(".keep .btn").click()
    page.wait_for_url("**/v/*")
    assert page.locator(".side h2").inner_text() == "Another way"
    assert page.locator("#kept").input_value() == page.url
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.wait_for_url(f"**{home}?at=12**")
    page.goto(start)
    assert page.locator(".tries .own").count() == 0
    assert errors == []
    context.close()


def test_by_touch_on_a_phone(browser: Browser, server: Server) -> None:
    address, services = server
    home = bring(services, played(Duel(), 5))
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        base_url=address,
        reduced_motion="reduce",
    )
    page = context.new_page()
    errors = complaints(page)
    page.goto(f"{home}?at=12")
    page.locator("#try").tap()
    page.wait_for_url("**/try?**")
    expect(page.locator(".chance.above")).to_be_visible()
    page.locator(".thumbs [form=board]").tap()  # pass
    expect(page.locator("#main")).to_have_attribute("data-moves", "1")
    page.locator(".thumbs [form=undo]").tap()
    expect(page.locator("#main")).to_have_attribute("data-moves", "0")
    page.locator(".thumbs [href='#side']").tap()
    expect(page.locator("#name")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert errors == []
    context.close()


def test_without_script_a_record_is_brought_stepped_through_and_tried(browser: Browser, server: Server) -> None:
    match = played(Duel(), 3)
    context = browser.new_context(base_url=server[0], java_script_enabled=False)
    page = context.new_page()
    page.goto("/replay")
    page.locator("[name=text]").fill(match.record().dumps())
    page.locator("form[action='/replay'] .btn").click()
    page.wait_for_url("**/r/*")
    page.locator("[data-step=on]").click()
    page.wait_for_url("**at=1&**")
    page.locator("[data-step=on]").click()
    page.wait_for_url("**at=2&**")
    page.locator("[data-step=back]").click()
    page.wait_for_url("**at=1&**")
    page.locator("#try").click()
    page.wait_for_url("**/try?**")
    page.locator("#board [value=pass]").first.click()
    page.wait_for_url("**made=pass**")
    page.locator("[form=undo]").first.click()
    page.wait_for_url("**/try?**")
    assert "made=" not in page.url
    page.locator(".keep .btn").click()
    page.wait_for_url("**/v/*")
    context.close()


def test_good_broken_and_forged_records_are_brought(browser: Browser, server: Server) -> None:
    record = json.loads(played(Gangs(2), 3).record().dumps())
    forged = {**record, "log": [*record["log"][:4], {**record["log"][4], "move": "climb a1 a1"}, *record["log"][5:]]}
    files = {"broken": "{", "forged": json.dumps(forged), "good": json.dumps(record)}
    context, page = visit(browser, server[0], theme="dark", language=LANGUAGES[0])
    page.goto("/replay")
    assert axe(page) == []
    said = {}
    for name, text in files.items():
        page.locator("[name=file]").set_input_files(
            {"name": f"{name}.json", "mimeType": "application/json", "buffer": text.encode()}
        )
        page.locator("form[action='/replay'] .btn").click()
        page.wait_for_url("**/r/*" if name == "good" else "**/replay")
        said[name] = page.locator(".sayno").inner_text() if name != "good" else page.url
    assert said["broken"] == "This is not JSON."
    assert said["forged"].startswith("Log entry 4: ")
    assert page.locator("#at").get_attribute("max") == str(len(Record.loads(files["good"]).match().moves))
    assert axe(page) == []
    page.locator("a[href$='/fair']:visible").first.click()
    page.wait_for_url("**/fair")
    assert axe(page) == []
    context.close()
