"""Choices within a move are drawn by the browser as the server draws them, and without a request."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browsing import complaints, visit
from conftest import LONG, PLAIN, long_only
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.server.people import Person
from gangland.server.services import Services
from playing import any_text
from serving import Server, at_a_move

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")

# Every selection that the page can draw, drawn by the page and by the server: what differs.
COMPARE = """
async () => {
  const said = (text) => text.replace(/\\s+/g, " ").trim();
  const facts = (html) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    page.querySelectorAll("[data-choices]").forEach((form) => delete form.dataset.choices);
    const parts = [...page.querySelectorAll("#board *, .thumbs *")].filter((part) => !part.closest("svg *"));
    return [page.title, page.getElementById("main").dataset.here, ...parts.map((part) => {
      const names = ["id", "href", "name", "value", "role", "aria-label", "aria-pressed", "data-look", "data-marks",
        "data-key", "disabled", "class", "data-flight", "data-motion", "data-order"];
      const texts = [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const own = texts.map((node) => node.data).join("");
      const given = names.filter((name) => part.hasAttribute(name)).map((name) => `${name}=${part.getAttribute(name)}`);
      return [part.tagName, ...given, said(own)].join(" ");
    })];
  };
  const found = [];
  let drawn = 0;
  const visit = async (made, node) => {
    if (made.length) {
      drawn += 1;
      const answer = await fetch(addressOf(made), { headers: { "HX-Request": "true" } });
      const [here, there] = [facts(draw(made)), facts(await answer.text())];
      for (let line = 0; line < Math.max(here.length, there.length); line++)
        if (here[line] !== there[line]) {
          found.push(`${made}: ${here[line]} | ${there[line]}`);
          break;
        }
    }
    for (const [thing, rest] of Object.entries(node))
      if (typeof rest === "object") await visit([...made, thing], rest);
  };
  if (served) await visit([], served.paths);
  return [drawn, found];
}
"""


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


@pytest.mark.parametrize(
    ("game", "words", "language"),
    [
        (Duel(), ("play A", "play B"), "de"),
        (Duel(), ("with A",), "hu"),
        pytest.param(Gangs(2), ("climb",), "pl", marks=long_only),
        (Gangs(2), ("expel",), "de"),
    ],
    ids=["brutes-and-exchanges", "ways-to-pay", "climbing", "expelling"],
)
def test_the_browser_draws_choices_as_the_server_does(
    browser: Browser, server: Server, game: Game, words: tuple[str, ...], language: str
) -> None:
    address, services = server
    drawn = 0
    for word in words:
        table, people, _ = at_a_move(services, game, word)
        chance = Random(3)
        visits = {who.id: visit(browser, address, services, who, language=language) for who in people}
        for _ in range(40 if LONG else 2):
            t = services.tables.view(table, None)
            if t.turn is None:
                break
            who = next(who for who in people if services.tables.view(table, who).seat == t.turn)
            page = visits[who.id][1]
            page.goto(f"/t/{table}")
            count, differences = page.evaluate(COMPARE)
            assert differences == []
            drawn += count
            legal = services.tables.view(table, who).legal_moves
            rare = [text for text in legal if text.startswith(("play", "swap"))]
            services.tables.move(table, who, t.number, any_text(rare or legal, chance))
        for context, _ in visits.values():
            context.close()
    assert drawn


@dataclass
class Climb:
    """A table of Gangs in a browser of the player whose turn it is, where one of the moves is a climb."""

    address: str
    services: Services
    table: str
    player: Person
    other: Person
    move: str
    page: Page

    @property
    def start(self) -> Locator:
        return self.page.locator(f"#spot-{self.move.split()[1]}")

    @property
    def goal(self) -> Locator:
        return self.page.locator(f"#spot-{self.move.split()[2]}")

    @property
    def moves(self) -> list[str | None]:
        return [line.move for line in self.services.tables.view(self.table, None).lines]


@pytest.fixture
def climb(browser: Browser, server: Server) -> Iterator[Climb]:
    address, services = server
    table, (player, other), move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, player)
    errors = complaints(page)
    page.goto(f"/t/{table}")
    page.wait_for_function("() => stream?.readyState === EventSource.OPEN")
    yield Climb(address, services, table, player, other, move, page)
    cut_off = ("Failed to load resource", "Failed to fetch")  # where a test takes the connection away
    assert [error for error in errors if not any(words in error for words in cut_off)] == []
    context.close()


def test_a_choice_is_drawn_without_a_request(climb: Climb) -> None:
    """H7: a click is felt at once, also where the way to the server is long or cut."""
    asked: list[str] = []
    climb.page.on("request", lambda request: asked.append(request.url.removeprefix(climb.address)))
    climb.start.hover()
    climb.page.mouse.down()
    expect(climb.start).to_have_css("scale", "0.96")  # pressed, before anything else happens
    expect(climb.start).to_have_attribute("data-look", "playable")
    climb.page.mouse.up()
    expect(climb.start).to_have_attribute("data-look", "chosen")
    expect(climb.page.locator(".banner .acts [data-key=Escape]")).to_be_visible()
    climb.page.keyboard.press("Escape")
    expect(climb.start).to_have_attribute("data-look", "playable")
    climb.start.click()
    assert asked == []
    climb.goal.click()
    expect(climb.page.locator(".banner.wait")).to_be_visible()
    assert asked == [f"/t/{climb.table}/move"]


def test_a_choice_stays_open_when_the_table_changes_beside_it(climb: Climb) -> None:
    climb.start.click()
    expect(climb.start).to_have_attribute("data-look", "chosen")
    climb.services.tables.chat(climb.table, climb.other, "hello")
    expect(climb.page.locator("#pane-chat")).to_contain_text("hello")
    expect(climb.start).to_have_attribute("data-look", "chosen")
    climb.goal.click()
    expect(climb.page.locator(".banner.wait")).to_be_visible()


def test_a_move_that_was_not_sent_is_kept_and_sent_later(climb: Climb) -> None:
    """H9: whoever clicks without a connection is told so, and the move is made when there is one again."""
    before = climb.moves
    climb.page.context.set_offline(True)
    expect(climb.page.locator(".lost")).to_be_visible()
    expect(climb.page.locator("#unsent")).to_be_hidden()
    climb.start.click()
    climb.goal.click()
    expect(climb.page.locator("#unsent")).to_be_visible()
    assert climb.moves == before
    climb.page.context.set_offline(False)
    expect(climb.page.locator(".banner.wait")).to_be_visible()
    expect(climb.page.locator(".lost")).to_be_hidden()
    assert climb.moves == [*before, climb.move]


def test_a_move_that_is_not_to_be_sent_is_forgotten(climb: Climb) -> None:
    before = climb.moves
    climb.page.context.set_offline(True)
    climb.start.click()
    climb.goal.click()
    climb.page.locator("#unsent button").click()
    expect(climb.page.locator("#unsent")).to_be_hidden()
    climb.page.context.set_offline(False)
    expect(climb.page.locator(".lost")).to_be_hidden()
    climb.services.tables.chat(climb.table, climb.other, "hello")  # after which the page is up to date
    expect(climb.page.locator("#pane-chat")).to_contain_text("hello")
    assert climb.moves == before


def test_a_move_that_comes_too_late_is_refused_with_a_sentence(climb: Climb) -> None:
    view = climb.services.tables.view(climb.table, climb.player)
    other = next(text for text in view.legal_moves if text.startswith("climb") and text != climb.move)
    climb.page.context.set_offline(True)
    climb.start.click()
    climb.goal.click()
    expect(climb.page.locator("#unsent")).to_be_visible()
    climb.services.tables.move(climb.table, climb.player, view.number, other)  # from another browser
    climb.page.context.set_offline(False)
    expect(climb.page.locator("[role=alert]")).to_be_visible()
    expect(climb.page.locator("#unsent")).to_be_hidden()
    assert climb.moves[-1] == other


def test_a_page_of_an_older_server_is_loaded_again(climb: Climb) -> None:
    """It has not got the faces and scripts that the boards of the new one refer to."""
    climb.page.evaluate("() => { main().dataset.build = 'older'; window.isOld = true }")
    climb.services.tables.move(
        climb.table, climb.player, climb.services.tables.view(climb.table, None).number, climb.move
    )
    climb.page.wait_for_function("() => window.isOld === undefined && document.querySelector('.banner.wait')")


def test_two_tabs_of_one_person_show_the_same_and_make_a_move_once(climb: Climb) -> None:
    """A choice that is open in one tab ends when the move is made in the other; a late click does nothing twice."""
    before = climb.moves
    second = climb.page.context.new_page()
    second.goto(f"/t/{climb.table}")
    _, start, goal = climb.move.split()
    climb.start.click()
    expect(climb.start).to_have_attribute("data-look", "chosen")
    second.locator(f"#spot-{start}").click()
    second.locator(f"#spot-{goal}").click()
    for page in (second, climb.page):
        expect(page.locator(".banner.wait")).to_be_visible()
        expect(page.locator(".back[data-key=Escape]")).to_have_count(0)
        expect(page.locator("[role=alert]")).to_have_count(0)
        expect(page.locator("#pane-table:not([data-kept]) .keys kbd").first).to_be_attached()  # no update brings it
    assert climb.moves == [*before, climb.move]
    second.close()


def test_a_reload_while_a_choice_is_open_begins_the_move_anew(climb: Climb) -> None:
    before = climb.moves
    climb.start.click()
    expect(climb.start).to_have_attribute("data-look", "chosen")
    climb.page.reload()
    expect(climb.start).to_have_attribute("data-look", "playable")
    expect(climb.page.locator("[role=alert]")).to_have_count(0)
    climb.start.click()
    climb.goal.click()
    expect(climb.page.locator(".banner.wait")).to_be_visible()
    assert climb.moves == [*before, climb.move]
