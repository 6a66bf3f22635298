"""Lessons in a real browser: solved by mouse on a desk and by keys on a phone, answered, and never too wide."""

from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from browsing import complaints, visit
from conftest import LONG, PLAIN, long_only
from gangland.core.words import LANGUAGES
from gangland.learn import SEAT, Course, Lesson, begin, courses
from gangland.web.clicks import paths
from serving import Server, person

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")
Act = Callable[[Page, str], None]
DESK, PHONE = (1280, 800), (390, 844)
LESSONS = [(course, lesson) for course in courses() for lesson in course.lesson]
SAMPLE = ("f7", "g4", "s2")  # one click a move, and several; three moves a turn
HERE = "() => document.getElementById('main').dataset.here + document.querySelector('.banner').className"
ZONE = ".chooser, .opp, .rivals, .street, .pyramid, .hand, .shelf, .tray, .banner"


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


def elements_of(course: Course, lesson: Lesson, number: int) -> Iterator[list[str]]:
    """The elements to act on for each move of a task, one after the other."""
    task = lesson.task[number - 1]
    attempt = begin(course.game, task)
    while not attempt.is_done:
        move = attempt.accepted[0]
        path = next(path for path, legal in paths(attempt.position.view(SEAT)) if legal == move)
        picks = [f'a[href$="pick={quote(thing, safe="")}"]' for thing in path[:-1]]
        yield [*picks, f'.board [name="move"][value="{move}"]']
        following = attempt.after(move)
        assert following
        attempt = following


def click(page: Page, selector: str) -> None:
    page.locator(selector).locator("visible=true").first.click()


def press(page: Page, selector: str) -> None:
    """Go to an element by keys, and enter it."""
    if selector.endswith('value="pass"]'):
        page.keyboard.press("p")
        return
    target = page.locator(selector).locator("visible=true").first
    target.wait_for()
    inside = "(target, zones) => target.closest(zones)?.contains(document.activeElement)"
    for _ in range(20):
        if target.evaluate(inside, ZONE):
            break
        page.keyboard.press("Tab")
    for _ in range(20):
        x, y = target.evaluate(
            """target => {
                const [to, from] = [target, document.activeElement].map((it) => it.getBoundingClientRect());
                return target === document.activeElement ? [0, 0] : [
                    to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
            }"""
        )
        if not (x or y):
            break
        row = abs(y) < 30
        page.keyboard.press(("ArrowRight" if x > 0 else "ArrowLeft") if row else ("ArrowDown" if y > 0 else "ArrowUp"))
    expect(target).to_be_focused()
    page.keyboard.press("Enter")


def solve(page: Page, course: Course, lesson: Lesson, act: Act) -> None:
    """Every task of a lesson from the first one on, by a way to act; then Enter goes on."""
    page.goto(f"/learn/{course.id}/{lesson.id}")
    for number in range(1, len(lesson.task) + 1):
        for selectors in elements_of(course, lesson, number):
            for selector in selectors:
                before = page.evaluate(f"({HERE})()")
                act(page, selector)
                page.wait_for_function(f"before => ({HERE})() !== before", arg=before)
        expect(page.locator(".banner.answer.right")).to_be_visible()
        expect(page.locator("[data-next]:focus")).to_be_visible()
        last = number == len(lesson.task)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: f"task={number + 1}" in url or (last and f"/{lesson.id}" not in url))  # noqa: B023


def cases() -> Iterator[object]:
    """Every lesson by mouse and by keys; the usual round has some of them."""
    for course, lesson in LESSONS:
        for size, act in ((DESK, click), (PHONE, press)):
            usual = lesson.id in SAMPLE[act is press :: 2]
            name = f"{lesson.id} by {'mouse' if act is click else 'keys'}"
            yield pytest.param(course, lesson, size, act, id=name, marks=() if usual else long_only)


@pytest.mark.parametrize(("course", "lesson", "size", "act"), list(cases()))
def test_a_lesson_is_solved(
    browser: Browser, server: Server, course: Course, lesson: Lesson, size: tuple[int, int], act: Act
) -> None:
    address, services = server
    who = person(services, f"Ann {lesson.id} {size[0]}")
    context, page = visit(browser, address, services, who, size=size)
    heard = complaints(page)
    solve(page, course, lesson, act)
    assert services.progress.of(who) == {task.id for task in lesson.task}
    assert heard == []
    context.close()


def test_a_wrong_card_is_answered_where_the_question_stood(browser: Browser, server: Server) -> None:
    """Nothing moves, the clause leads to the rules, and after the second miss only the right card is alive."""
    context, page = visit(browser, server[0], size=PHONE)
    page.goto("/learn/famiglia/f1?task=2")
    tops = (
        "() => [...document.querySelectorAll('.street .slot, .hand .slot')].map((it) => it.getBoundingClientRect().top)"
    )
    before = page.evaluate(tops)
    expect(page.locator("[data-look=playable]")).to_have_count(2)
    page.locator("#street-6").click()
    expect(page.locator(".banner.answer.wrong")).to_contain_text("its rank is 1 too")
    assert page.evaluate(tops) == before
    assert (page.locator(".banner .clause").get_attribute("href") or "").startswith("/rules/famiglia#F6")
    page.locator("#street-6").click()
    expect(page.locator("[data-look=playable]")).to_have_count(1)
    page.locator("[data-look=playable]").click()
    expect(page.locator(".banner.answer.right")).to_be_visible()
    assert page.evaluate(tops)[-1] == before[-1]
    context.close()


def pages_of(lessons: list[tuple[Course, Lesson]]) -> Iterator[str]:
    """The pages of lessons: as they begin, and with each kind of answer."""
    for course, lesson in lessons:
        for number, task in enumerate(lesson.task, 1):
            address = f"/learn/{course.id}/{lesson.id}?task={number}"
            wrong, poor = ([each.move for each in kind if not each.at] for kind in (task.wrong, task.poor))
            tried = [*wrong, *poor][:: 1 if LONG else 3]
            yield from (address, f"{address}&shown=1", *(f"{address}&tried={quote(move)}" for move in tried))


@pytest.mark.parametrize("language", ["hu", *(pytest.param(code, marks=long_only) for code in ("en", "pl", "de"))])
def test_no_page_of_a_lesson_is_too_wide_for_a_narrow_phone(browser: Browser, server: Server, language: str) -> None:
    context, page = visit(browser, server[0], size=(360, 740), language=language)
    place = LANGUAGES.index(language)
    wide = []
    for path in ("/learn", *pages_of(LESSONS if LONG else LESSONS[3 * place :: 26])):
        page.goto(path)
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            wide.append(path)
    assert wide == []
    context.close()


BANNER = """() => {
    const [banner, thumbs] = [".banner", ".thumbs"].map((it) => document.querySelector(it).getBoundingClientRect());
    return [banner.height, banner.top, (thumbs.height ? thumbs.top : innerHeight) - banner.bottom];
}"""


@pytest.mark.parametrize(
    ("language", "size"),
    [
        pytest.param(language, size, marks=() if is_drawn else long_only, id=f"{language}-{size[0]}")
        for language in LANGUAGES
        for size in (DESK, PHONE)
        for is_drawn in [(language, size) in (("de", DESK), ("hu", PHONE))]
    ],
)
def test_question_and_answers_are_in_sight_and_of_one_height(
    browser: Browser, server: Server, language: str, size: tuple[int, int]
) -> None:
    context, page = visit(browser, server[0], size=size, language=language)
    place = 2 * LANGUAGES.index(language) + (size == PHONE)
    hidden, jumps = [], []
    for course, lesson in LESSONS if LONG else LESSONS[place::26]:
        heights: dict[str, list[float]] = {}
        for path in pages_of([(course, lesson)]):
            page.goto(path)
            height, above, below = page.evaluate(BANNER)
            heights.setdefault(path.partition("&")[0], []).append(height)
            if above < 0 or below < 0:
                hidden.append(path)
        jumps += [task for task, found in heights.items() if max(found) - min(found) > 2]
    assert (hidden, jumps) == ([], [])
    context.close()


@pytest.mark.parametrize(("theme", "size"), [("light", DESK), ("dark", (360, 740))], ids=["desk", "phone"])
def test_axe_finds_nothing_in_lessons(browser: Browser, server: Server, theme: str, size: tuple[int, int]) -> None:
    context, page = visit(browser, server[0], size=size, theme=theme)
    states = ("f4?task=1", "f4?task=1&tried=take+F3+with+F2+M2", "f3?task=1&tried=sweep+A1", "f1?task=1&made=take+F0")
    paths = ["/learn", *(f"/learn/famiglia/{state}" for state in states), "/learn/gangs/g5?task=2"]
    found = []
    for path in paths if LONG else paths[:: 2 if theme == "light" else 3]:
        page.goto(path)
        answer = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        found += [(path, each["id"], [node["target"] for node in each["nodes"]][:3]) for each in answer]
    assert found == []
    context.close()
