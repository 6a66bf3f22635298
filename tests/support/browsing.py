"""A real browser for tests: Chromium by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from gangland.server.dependencies import COOKIE
from gangland.server.people import Person
from gangland.server.services import Services
from machine import find_chromium, missing

PATIENCE = 30_000  # milliseconds: a server that starts again on a busy machine takes its time


@contextmanager
def chromium() -> Iterator[Browser]:
    found = find_chromium()
    assert found, missing("browser")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


def visit(
    browser: Browser, address: str, services: Services | None = None, who: Person | None = None, *,
    size: tuple[int, int] = (1280, 800), theme: str = "light", language: str = "en",
    motion: str = "reduce",
) -> tuple[BrowserContext, Page]:  # fmt: skip
    """A window of its own, with the cookie of a person if one is given."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme,  # type: ignore[arg-type]
        locale=language, reduced_motion=motion, base_url=address,  # type: ignore[arg-type]
    )  # fmt: skip
    if services and who:
        context.add_cookies([{"name": COOKIE, "value": services.people.cookie(who), "url": address}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return context, page


def complaints(page: Page) -> list[str]:
    """What the page's console calls errors from now on, blocked scripts and styles included."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
