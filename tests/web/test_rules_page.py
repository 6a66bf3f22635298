"""The pages of the rules: every link leads somewhere, pictures are drawn, and four sheets of paper are enough."""

import re
from html.parser import HTMLParser

import httpx
import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from browsing import complaints, visit
from conftest import PLAIN, long_only
from gangland.core.words import LANGUAGES
from gangland.learn.rulebook import read_book
from serving import Server
from waiting import PATIENCE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]
BOOKS = ("famiglia", "gangs")
PAPER = ViewportSize(width=718, height=1047)  # what A4 has within its margins, in pixels of CSS
STICKING_OUT = """() => [...document.querySelectorAll(".scene .card")].filter((card) => {
    const [inner, outer] = [card, card.closest(".scene")].map((it) => it.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1;
}).length"""
A4_PAGE = re.compile(rb"/Type\s*/Page\b")


class Names(HTMLParser):
    """The ids of a page, where its links lead within it, and the pictures without words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if "id" in values and tag not in ("g", "symbol", "path"):  # those are the art's
            self.ids.append(values["id"] or "")
        if tag == "a" and (values.get("href") or "").startswith("#"):
            self.targets.add((values["href"] or "")[1:])
        self.silent += values.get("role") == "img" and not values.get("aria-label")


def test_every_clause_has_its_place_and_every_link_leads_there(server: Server) -> None:
    address, _ = server
    for number, language in enumerate(LANGUAGES):
        name = BOOKS[number % 2]
        page = httpx.get(f"{address}/rules/{name}", headers={"accept-language": language}, timeout=PATIENCE).text
        found = Names(page)
        assert f'<html lang="{language}"' in page
        assert set(read_book(name, language).clauses) <= found.targets <= set(found.ids)
        assert len(set(found.ids)) == len(found.ids)
        assert found.silent == 0
        assert "Friedemann Friese" in page
        assert "Gordon Hamilton" in page
        assert page.count('class="scene"') == sum(
            len(picture.steps) + 1 for chapter in read_book(name, language).chapters for picture in chapter.pictures
        )


def print_rules(browser: Browser, address: str, name: str, language: str) -> tuple[int, int]:
    """How many sheets of A4 all the rules take, and how many the summary."""
    context, page = visit(browser, address, language=language)
    errors = complaints(page)
    page.add_init_script("window.print = () => {}")
    page.goto(f"/rules/{name}#{'F6.4' if name == 'famiglia' else 'G4.2'}")
    expect(page.locator(".passage:target")).to_be_in_viewport()
    sheets = []
    for button in page.locator(".printing button").all():
        button.click()
        sheets.append(len(A4_PAGE.findall(page.pdf(prefer_css_page_size=True))))
    page.set_viewport_size(PAPER)
    page.emulate_media(media="print")
    assert page.evaluate(STICKING_OUT) == 0
    assert errors == []
    context.close()
    return sheets[0], sheets[1]


@pytest.mark.parametrize(
    ("name", "language"),
    [
        pytest.param(name, language, marks=[] if (name, language) == ("famiglia", "de") else [long_only])
        for name in BOOKS
        for language in LANGUAGES
    ],
)
def test_on_paper_the_rules_are_four_pages_and_the_summary_is_one(
    browser: Browser, server: Server, name: str, language: str
) -> None:
    every, summary = print_rules(browser, server[0], name, language)
    assert every <= 4
    assert summary == 1
