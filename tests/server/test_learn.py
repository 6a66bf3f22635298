"""The pages of the lessons without a browser: every task by plain forms, progress that counts once, bad input."""

import re
from collections.abc import Iterator

import httpx
import pytest

from conftest import LONG, PLAIN
from gangland.learn import Course, Lesson, begin, courses
from gangland.server.models import LearnedRow
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.store import insert_if_missing
from serving import Server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]


@pytest.fixture(scope="module")
def server(lasting_server: Server) -> Server:
    return lasting_server


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server[0], follow_redirects=True, headers={"Origin": server[0]}, timeout=30) as client:
        yield client


def who(client: httpx.Client, services: Services) -> Person:
    found = services.people.of_cookie(client.cookies["gangland"])
    assert found
    return found


def fields(page: str) -> dict[str, str | list[str]]:
    """The hidden fields of the board's form."""
    board = page.partition('id="board"')[2].partition("</form>")[0]
    found: dict[str, str | list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', board):
        if name == "made":
            made = found.setdefault("made", [])
            assert isinstance(made, list)
            made.append(value)
        else:
            found[name] = value
    return found


def solve(client: httpx.Client, course: Course, lesson: Lesson, number: int) -> str:
    """Solve a task as “Show me” would, by forms; returns the last page."""
    address = f"/learn/{course.id}/{lesson.id}"
    page = client.get(f"{address}?task={number}").text
    for move in begin(course.game, lesson.task[number - 1]).shown().own_moves:
        answer = client.post(address, data={**fields(page), "move": move})
        assert answer.status_code == 200
        page = answer.text
    return page


def test_every_task_is_solved_by_plain_forms_and_remembered(client: httpx.Client, server: Server) -> None:
    """Every task in the long round, else those of some lessons of each course; the others count as solved."""
    services = server[1]
    lessons = [(course, lesson) for course in courses() for lesson in course.lesson]
    solved = lessons if LONG else lessons[::4]
    for course, lesson in solved:
        for number, task in enumerate(lesson.task, 1):
            page = solve(client, course, lesson, number)
            assert "banner answer right" in page, task.id
            assert "data-next" in page, task.id
    person = who(client, services)
    assert services.progress.of(person) == {task.id for _, lesson in solved for task in lesson.task}
    for _, lesson in lessons:
        for task in lesson.task:
            services.progress.add(person, task.id)
    overview = client.get("/learn").text
    assert overview.count('aria-label="done"') == len(lessons)
    assert "Begin here" not in overview


def test_an_answer_counts_once_however_often_it_is_sent(client: httpx.Client, server: Server) -> None:
    answer = {"task": "1", "move": "take F0"}
    assert client.post("/learn/famiglia/f1", data=answer).status_code == 200  # by somebody whom nobody knows yet
    services = server[1]
    person = who(client, services)
    assert services.progress.of(person) == {"f1-1"}
    client.post("/learn/famiglia/f1", data=answer)
    client.post("/learn/famiglia/f1", data={**answer, "made": "take F0"})  # late: the task is solved already
    assert services.progress.of(person) == {"f1-1"}
    assert services.people.find(person.id).name == "Guest"
    with httpx.Client(base_url=str(client.base_url)) as stranger:
        page = stranger.get("/learn/famiglia/f1?task=1&made=take+F0").text  # a page that is only looked at
        assert "banner answer right" in page
        assert services.progress.of(who(stranger, services)) == frozenset()


def test_what_was_shown_is_not_solved(client: httpx.Client, server: Server) -> None:
    page = client.get("/learn/famiglia/f1?task=1&shown=1").text
    assert "Now try it yourself" in page
    client.post("/learn/famiglia/f1", data={"task": "1", "card": "street-2"})
    assert server[1].progress.of(who(client, server[1])) == frozenset()


def test_progress_of_a_lesson_that_no_longer_exists_is_kept_and_does_no_harm(
    client: httpx.Client, server: Server
) -> None:
    services = server[1]
    client.post("/learn/famiglia/f1", data={"task": "1", "move": "take F0"})
    person = who(client, services)
    with services.store.write() as session:
        insert_if_missing(session, LearnedRow, person=person.id, task="z9-9", at=0.0)
    assert client.get("/learn").status_code == 200
    assert client.get("/learn/famiglia/f1").status_code == 200
    assert services.progress.of(person) == {"f1-1", "z9-9"}
    services.people.forget_guests(before=1e12)
    assert services.people.find(person.id).name == "Guest"  # a guest who has learned something is not forgotten


def test_a_wrong_move_is_explained_with_its_clause_and_changes_nothing(client: httpx.Client) -> None:
    page = client.post("/learn/famiglia/f1", data={"task": "1", "move": "take A1"}).text
    assert "banner answer wrong" in page
    assert "is not free. Only a 0 is." in page
    assert re.search(r'<a class="clause" href="/rules/famiglia#F6[^"]*"', page)
    assert fields(page) == {"task": "1", "missed": "1"}


def test_a_card_that_rests_says_why(client: httpx.Client) -> None:
    told = client.post("/learn/famiglia/f1", data={"task": "1", "card": "street-5"}).text  # A1: the task's own answer
    assert "is not free. Only a 0 is." in told
    told = client.post("/learn/famiglia/f1", data={"task": "1", "card": "street-3"}).text  # B3: what the card answers
    assert "banner answer wrong" in told
    assert "Brute 3" in told
    assert "F6.1" in told or "F6.2" in told


def test_after_a_second_miss_only_the_right_card_is_alive(client: httpx.Client) -> None:
    first = client.post("/learn/famiglia/f1", data={"task": "2", "move": "take A0"}).text
    assert "costs no more and is worth a point" in first
    again = client.get("/learn/famiglia/f1?task=2&missed=1").text
    assert again.count('data-look="playable"') == 2
    second = client.post("/learn/famiglia/f1", data={"task": "2", "missed": "1", "move": "take B1"}).text
    assert second.count('data-look="playable"') == 1
    assert 'data-key="p"' not in second


def test_a_poor_move_is_shown_with_what_comes_of_it_and_taken_back(client: httpx.Client) -> None:
    page = client.post("/learn/famiglia/f3", data={"task": "1", "move": "sweep A1"}).text
    assert "banner answer poor" in page
    assert "Take it back" in page
    assert 'name="move"' not in page  # nothing can be done but that
    assert fields(page) == {"task": "1", "missed": "1"}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/learn/chess/f1", 404),
        ("/learn/famiglia/f99", 404),
        ("/learn/famiglia", 404),
        ("/learn/gangs/f1", 404),
        ("/learn/famiglia/f1?task=0", 200),
        ("/learn/famiglia/f1?task=99", 200),
        ("/learn/famiglia/f1?task=x", 422),
        ("/learn/famiglia/f1?made=take+F9&made=nonsense", 200),
        ("/learn/famiglia/f1?tried=%3Cscript%3E", 200),
        ("/learn/famiglia/f1?tried=take+{F0}", 200),
        ("/learn/famiglia/f1?card=street-99", 200),
        ("/learn/famiglia/f1?card=nonsense", 200),
        ("/learn/gangs/g1?card=spot-z9", 200),
        ("/learn/gangs/g1?card=influence-9", 200),
        ("/learn/famiglia/f1?missed=10", 422),
        ("/learn/famiglia/f1?at=0&pick=street:9&pick=nonsense", 200),
        ("/learn/famiglia/f1?" + "made=pass&" * 30, 422),
    ],
)
def test_whatever_an_address_asks_for_there_is_a_page(client: httpx.Client, address: str, status: int) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert "<script>" not in answer.text
    assert "<h1" in answer.text


@pytest.mark.parametrize("sent", [{}, {"task": "1", "move": "x" * 81}, {"task": "1" * 30, "move": "pass"}])
def test_whatever_is_sent_is_answered(client: httpx.Client, sent: dict[str, str]) -> None:
    answer = client.post("/learn/famiglia/f1", data=sent)
    assert answer.status_code in (200, 422)
    assert "<h1" in answer.text


def test_a_newcomer_is_offered_the_first_lesson_first_and_goes_on_later(client: httpx.Client) -> None:
    home = client.get("/").text
    assert home.index('href="/learn/famiglia/f1"') < home.index("Play now")
    assert re.search(r'class="btn main big"\s+href="/learn/famiglia/f1"', home)
    for number in (1, 2, 3):
        solve(client, courses()[0], courses()[0].lesson[0], number)
    home = client.get("/").text
    assert 'href="/learn/famiglia/f2"' in home
    assert re.search(r'class="btn main big"\s+name="game"', home)
