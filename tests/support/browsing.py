"""A real browser for tests: Chromium by Playwright."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from gangland.server.dependencies import COOKIE
from gangland.server.people import Person
from gangland.server.services import Services
from machine import find_chromium, missing

WAITING: WeakKeyDictionary[Browser, dict[tuple[str, ...], list[BrowserContext]]] = WeakKeyDictionary()
PATIENCE = 30_000  # milliseconds: a server that starts again on a busy machine takes its time


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window, closed at the end."""
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
    motion: str = "reduce", fresh: bool = False,
) -> tuple[BrowserContext, Page]:  # fmt: skip
    """A window of its own, with the cookie of a person if one is given.

    A window that a test closes waits for the next visit of its kind, without cookies: to open one takes half of a
    test's time. What it has loaded stays in its cache, unless it is to be `fresh`.
    """
    kind = (address, theme, language, motion)
    waiting = WAITING.setdefault(browser, {}).setdefault(kind, [])
    if waiting and not fresh:
        context = waiting.pop()
    else:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme,  # type: ignore[arg-type]
            locale=language, reduced_motion=motion, base_url=address,  # type: ignore[arg-type]
        )  # fmt: skip
        if not fresh:
            context.new_page()  # keeps the window open
            context.close = partial(leave, context, waiting)  # type: ignore[method-assign]
    if services and who:
        context.add_cookies([{"name": COOKIE, "value": services.people.cookie(who), "url": address}])
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_default_timeout(PATIENCE)
    return context, page


def leave(context: BrowserContext, waiting: list[BrowserContext]) -> None:
    """Close the pages of a window but the first, forget who it was, and let it wait for the next visit."""
    for page in context.pages[1:]:
        page.close()
    context.clear_cookies()
    context.clear_permissions()
    context.set_offline(False)
    waiting.append(context)


def close_windows(browser: Browser) -> None:
    """Close those that wait for a next visit, as their server ends."""
    for contexts in WAITING.pop(browser, {}).values():
        for context in contexts:
            BrowserContext.close(context)


def complaints(page: Page) -> list[str]:
    """What the page's console calls errors from now on, blocked scripts and styles included."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
