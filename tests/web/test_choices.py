"""Choices within a move are drawn by the browser as the server draws them, and without a request."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from browsing import chromium, complaints, visit
from conftest import LONG, PLAIN, long_only
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import any_text
from serving import at_a_move, serving

pytestmark = [pytest.mark.browser, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]
Server = tuple[str, Services]

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
        "data-key", "disabled", "class"];
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
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def server(sqlite: str) -> Iterator[Server]:
    with serving(Settings(sqlite, pause=0, limits=False)) as running:
        yield running


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
        for _ in range(40 if LONG else 4):
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


def test_a_choice_is_drawn_without_a_request(browser: Browser, server: Server) -> None:
    """H7: a click is felt at once, also where the way to the server is long or cut."""
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, people[0])
    errors = complaints(page)
    page.goto(f"/t/{table}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/events" not in request.url else None)
    _, start, goal = move.split()
    page.locator(f"#spot-{start}").click()
    expect(page.locator(f"#spot-{start}")).to_have_attribute("data-look", "chosen")
    expect(page.locator(".banner .acts [data-key=Escape]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(f"#spot-{start}")).to_have_attribute("data-look", "playable")
    page.locator(f"#spot-{start}").click()
    assert asked == []
    page.locator(f"#spot-{goal}").click()
    expect(page.locator(".banner.wait")).to_be_visible()
    assert [url.removeprefix(address) for url in asked] == [f"/t/{table}/move"]
    assert errors == []
    context.close()


def test_a_choice_stays_open_when_the_table_changes_beside_it(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    _, start, goal = move.split()
    page.locator(f"#spot-{start}").click()
    expect(page.locator(f"#spot-{start}")).to_have_attribute("data-look", "chosen")
    services.tables.chat(table, people[1], "hello")
    expect(page.locator("#pane-chat")).to_contain_text("hello")
    expect(page.locator(f"#spot-{start}")).to_have_attribute("data-look", "chosen")
    page.locator(f"#spot-{goal}").click()
    expect(page.locator(".banner.wait")).to_be_visible()
    context.close()


def test_a_move_that_was_not_sent_is_kept_and_sent_later(browser: Browser, server: Server) -> None:
    """H9: whoever clicks without a connection is told so, and the move is made when there is one again."""
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.wait_for_function("() => stream?.readyState === EventSource.OPEN")
    number = services.tables.view(table, None).number
    _, start, goal = move.split()
    context.set_offline(True)
    expect(page.locator(".lost")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    page.locator(f"#spot-{start}").click()
    page.locator(f"#spot-{goal}").click()
    expect(page.locator("#unsent")).to_be_visible()
    assert services.tables.view(table, None).number == number
    context.set_offline(False)
    expect(page.locator(".banner.wait")).to_be_visible()
    expect(page.locator(".lost")).to_be_hidden()
    assert services.tables.view(table, None).lines[-1].move == move
    context.close()


def test_a_move_that_comes_too_late_is_refused_with_a_sentence(browser: Browser, server: Server) -> None:
    address, services = server
    table, people, move = at_a_move(services, Gangs(2), "climb")
    context, page = visit(browser, address, services, people[0])
    page.goto(f"/t/{table}")
    page.wait_for_function("() => stream?.readyState === EventSource.OPEN")
    view = services.tables.view(table, people[0])
    other = next(text for text in view.legal_moves if text.startswith("climb") and text != move)
    _, start, goal = move.split()
    context.set_offline(True)
    page.locator(f"#spot-{start}").click()
    page.locator(f"#spot-{goal}").click()
    expect(page.locator("#unsent")).to_be_visible()
    services.tables.move(table, people[0], view.number, other)  # from another browser
    context.set_offline(False)
    expect(page.locator("[role=alert]")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    lines = services.tables.view(table, None).lines
    assert [line.move for line in lines][-1] == other
    context.close()
