"""The best move on the page: marked on the board, with its sentence, and gone when something else is chosen."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from browsing import visit
from conftest import PLAIN
from drawing import pov_of
from gallery import Company
from gangland.core.game import Game
from gangland.core.words import LANGUAGES
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.server.new_tables import NewSeat
from gangland.server.settings import Settings
from gangland.web.drawings import draw_table
from gangland.web.pov import HINT, Pov
from gangland.web.table_view import Hints
from playing import played
from serving import Server, serving

pytestmark = pytest.mark.skipif(PLAIN, reason="the page is the same")
POINTED = re.compile(r'data-hint="next"')


def hinting(pov: Pov, move: str | None, *, ranked: bool = False) -> Pov:
    hints = Hints(offered=True, used=not ranked, awaited=False, move=move)
    return replace(pov, table=replace(pov.table, hints=hints, ranked=ranked), picks=(HINT,))


@pytest.mark.slow
@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(2), Gangs(4)], ids=str)
def test_every_move_can_be_pointed_at_and_said_in_every_language(game: Game) -> None:
    random = Random(7)
    for seed in range(6):
        match = played(game, seed, 6 * seed)
        if match.outcome:
            continue
        plain = pov_of(match, match.turn, language=LANGUAGES[seed % len(LANGUAGES)])
        legal = plain.table.legal_moves
        for move in {legal[0], legal[-1], *random.sample(legal, min(6, len(legal)))}:
            pov = hinting(plain, move)
            html = draw_table(pov).html
            assert str(pov.advised) == move
            first, *later = pov.pointed
            kind = first.partition(":")[0]
            assert POINTED.search(html), move
            assert len(re.findall('class="hintline"', html)) == 1
            if kind not in ("pass", "sweep"):
                assert html.count("verb tip") >= 1 + len(later), move


def test_the_question_comes_before_the_first_hint_only() -> None:
    match = played(Duel(), 3, 6)
    plain = pov_of(match, match.turn)
    asking = hinting(plain, None, ranked=True)
    assert "Show a hint?" in draw_table(asking).html
    assert not hinting(plain, None).is_hinting  # nothing was asked for: an old link
    watched = replace(pov_of(match, None), picks=(HINT,))
    assert "hintline" not in draw_table(watched).html


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves the thinking to the test."""
    folder = tmp_path_factory.mktemp("hints")
    with serving(Settings(f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False)) as server:
        yield server


@pytest.mark.parametrize(("game", "size"), [(Duel(), (390, 844)), (Gangs(2), (1280, 800))], ids=["phone", "desk"])
def test_a_hint_is_asked_for_shown_and_taken_away(
    browser: Browser, house: Server, game: Game, size: tuple[int, int]
) -> None:
    address, services = house
    company = Company(services)
    seats = (NewSeat("me"), NewSeat("level", 1))
    t = company.reach(game, 5, seats, lambda match, view: len(match.moves) > 9 and len(view.legal_moves) > 3)
    context, page = visit(browser, address, services, company.me, size=size)
    page.goto(f"/t/{t.id}")
    if size[0] < 720:
        page.locator(".thumbs .hints").click()
        expect(page.locator(".banner")).to_contain_text("Then this game no longer counts.")
        page.locator(".thumbs [data-key=Escape]").click()
        expect(page.locator(".banner")).not_to_contain_text("counts")
        assert services.tables.view(t.id, None).ranked
        page.locator(".thumbs .hints").click()
        page.locator(".thumbs [form=hint].main").click()
    else:
        page.keyboard.press("t")
        expect(page.locator("[form=hint].main:visible")).to_be_focused()
        page.keyboard.press("Enter")
    expect(page.locator(".banner")).to_contain_text("Thinking")
    best = next(move for move in reversed(t.legal_moves) if move != "pass")
    services.tables.give_hint(t.id, t.number, best)
    expect(page.locator(".hinting [data-hint=next]").first).to_be_visible()
    said = page.locator(".hintline").inner_text()
    expect(page.locator("#said")).to_contain_text(said.split(":")[-1].strip())
    found = Axe().run(page).response["violations"]
    assert not found, [(rule["id"], rule["nodes"][0]["html"]) for rule in found]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.keyboard.press("t")  # it is not thought about again
    expect(page.locator(".hinting")).to_be_visible()
    expect(page.locator(".hintline")).to_have_text(said)
    assert services.tables.view(t.id, company.me).hints.move == best
    context.close()
