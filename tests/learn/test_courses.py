"""The courses against the rules, in both kernels: every task can be solved, and every move is answered as it claims."""

import re
from dataclasses import replace

import pytest

from check_courses import Mismatch, check_clauses, check_names, check_sentence, check_task, decisions, failures
from conftest import long_only
from course_sentences import template
from gangland.bots.analysis import Limit, analyse
from gangland.core.words import LANGUAGES, Language
from gangland.learn import SEAT, Course, Task, Verdict, begin, courses, judge
from gangland.learn.course import COURSES, BrokenCourse, Poor, Wrong, messages, read
from gangland.play import InformationState

COURSE = {course.id: course for course in courses()}
SIZES = {"famiglia": range(8, 13), "solo": range(3, 4), "gangs": range(8, 13)}
KINDS = {
    "famiglia": {"sweep", "play", "play on", "swap", "take", "take with", "take with joker", "pass"},
    "solo": {"sweep", "take", "take with"},
    "gangs": {"climb", "fill", "expel", "reveal", "pass"},
}
ENDS = {"famiglia": {"pile", "passes"}, "solo": {"pile"}, "gangs": {"passes"}}
MARGIN = 0.03  # a poor move must be worth that much less than the best accepted one


def tasks_of(course: Course) -> list[Task]:
    return [task for lesson in course.lesson for task in lesson.task]


@pytest.mark.slow
@pytest.mark.parametrize("course", COURSE.values(), ids=COURSE)
def test_every_task_can_be_solved_and_answers_as_it_claims(course: Course) -> None:
    for task in tasks_of(course):
        check_task(course, task)
        assert begin(course.game, task).shown().is_done


@pytest.mark.parametrize("course", COURSE.values(), ids=COURSE)
def test_a_course_is_whole(course: Course) -> None:
    check_names(course)
    assert len(course.lesson) in SIZES[course.id]
    for said in messages(course):
        for text in (said.text, said.many or said.text):
            check_sentence(course, said.entry, text)
    for language in LANGUAGES[1:]:
        assert course.title in ("Famiglia", "Gangs of New York") or Language(language).say(course.title)


def test_every_clause_is_taught_or_listed_with_a_reason() -> None:
    check_clauses()


@pytest.mark.slow
@pytest.mark.parametrize("course", COURSE.values(), ids=COURSE)
def test_who_has_finished_a_course_has_made_every_kind_of_move_and_met_every_end(course: Course) -> None:
    attempts = [attempt for task in tasks_of(course) for attempt in decisions(course, task)]
    kinds = {kind_of(str(move)) for attempt in attempts if not attempt.is_done for move in attempt.accepted}
    assert kinds >= KINDS[course.id]
    assert {task.outcome.reason for task in tasks_of(course) if task.outcome} >= ENDS[course.id]


def kind_of(move: str) -> str:
    verb, *rest = move.split()
    if verb == "play" and "on" in rest:
        return "play on"
    if verb == "take" and "with" in rest:
        return "take with" if rest[2] == rest[3] else "take with joker"
    return verb


def test_a_task_judges_moves() -> None:
    task = tasks_of(COURSE["famiglia"])[0]
    attempt = begin("famiglia-duel", task)
    wrong = judge(attempt, "take A1")
    assert (wrong.verdict, wrong.say.clause, wrong.attempt) == (Verdict.WRONG, "F6.1", attempt)
    assert judge(attempt, "take B3").verdict is Verdict.WRONG  # not in the list: the rules answer
    assert judge(attempt, "nonsense").verdict is Verdict.WRONG
    poor = judge(attempt, "pass")
    assert poor.verdict is Verdict.POOR
    assert poor.shows
    done = judge(attempt, "take F0")
    assert done.verdict is Verdict.DONE
    assert done.attempt.is_done
    assert judge(done.attempt, "take F0").verdict is Verdict.DONE  # sent twice


def test_moves_that_do_not_fit_are_not_made() -> None:
    task = tasks_of(COURSE["famiglia"])[3]  # two moves of the person, and one of the other side between
    assert begin("famiglia-duel", task, ["take F1 with F0 F0"]).moves == ("take F1 with F0 F0", "take M0")
    assert begin("famiglia-duel", task, ["take F0", "take F1 with F0 F0"]).moves == ()
    assert begin("famiglia-duel", task, ["take F1 with F0 F0", "nonsense"]).own_moves == ("take F1 with F0 F0",)


FIRST = replace(tasks_of(COURSE["famiglia"])[0], wrong=(), poor=(), otherwise="Allowed.")


@pytest.mark.parametrize(
    ("task", "trouble"),
    [
        (replace(FIRST, position="hand 0: F9"), "F9"),
        (replace(FIRST, position=FIRST.position + "discard: F0\n"), "does not fit the rest of the position"),
        (replace(FIRST, position=FIRST.position.replace("hand 1: F0", "hand 1:")), "a 0 of each family"),
        (replace(FIRST, accept=(("take F4",),)), "nothing legal fits"),
        (replace(FIRST, accept=(("take F0",), ("take F4",))), "nobody can play ['take F4'] to its end"),
        (replace(FIRST, accept=(("take F0", "take A0"),)), "the others cannot go on"),
        (replace(FIRST, wrong=(Wrong("take F0", "No.", "F6.1"),)), "is legal"),
        (replace(FIRST, wrong=(Wrong("take A1", "No.", "F6.4"),)), "is refused by F6.1, not F6.4"),
        (replace(FIRST, poor=(Poor("take A1", "No."),)), "is not legal"),
        (replace(FIRST, poor=(Poor("take F0", "No."),)), "is accepted"),
        (replace(FIRST, poor=(Poor("pass", "No.", ("pass",)),)), "nobody decides"),
        (replace(FIRST, otherwise=""), "there is no answer to"),
        (replace(FIRST, points=99), "the points"),
    ],
)
def test_a_broken_task_is_refused(task: Task, trouble: str) -> None:
    with pytest.raises((Mismatch, ValueError, AssertionError), match=re.escape(trouble)):
        check_task(COURSE["famiglia"], task)


@pytest.mark.parametrize(
    ("old", "new", "trouble"),
    [
        ('id = "f1-1"', 'id = "f1-1', "famiglia.toml: "),
        ('goal = "Take the 0 from the Street."\n', "", "famiglia.toml: f1-1: goal is missing"),
        ('hint = "Click {F0}. It', 'hynt = "Click {F0}. It', "famiglia.toml: f1-1: a task has no hynt"),
        ('accept = [["take F0"]]', 'accept = ["take F0"]', "famiglia.toml: f1-1 accept: 'take F0' is not a list"),
        ('clauses = ["F1.1", "F6.1"]', "clauses = 7", "famiglia.toml: f1-1 clauses: 7 is not a list"),
        ('game = "famiglia-duel"', 'game = "chess"', "famiglia.toml: there is no game 'chess'"),
        ("gangland-course/1", "gangland-course/9", "famiglia.toml: the format is"),
        ('clause = "F6.1"\n', "", "famiglia.toml: f1-1 wrong “take A1”: clause is missing"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_entry(old: str, new: str, trouble: str) -> None:
    text = (COURSES / "famiglia.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(BrokenCourse, match=f"^{re.escape(trouble)}"):
        read(text.replace(old, new, 1), "famiglia.toml")


def test_what_does_not_hold_is_told_with_file_and_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make check` prints."""
    course = COURSE["famiglia"]
    lesson = replace(course.lesson[0], task=(replace(FIRST, accept=(("take F4",),)), *course.lesson[0].task[1:]))
    broken = replace(course, lesson=(lesson,), about="Take F3 {Z9}.")
    monkeypatch.setattr("check_courses.courses", lambda: (broken,))
    told = list(failures())
    assert any(line.startswith("famiglia.toml f1-1: after [] nothing legal fits") for line in told)
    assert "famiglia.toml famiglia about: a code that players never see" in told
    assert any(line.startswith("clauses: neither taught") for line in told)


@pytest.mark.slow
def test_a_text_that_is_missing_in_a_language_is_told_with_file_and_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    said = template()
    said.add("Take {F0}, whatever it costs.", auto_comments=["f1-1 goal"])
    monkeypatch.setattr("check_courses.template", lambda: said)
    assert [line for line in failures() if "whatever it costs" in line] == [
        f"src/gangland/locales/{language}/LC_MESSAGES/course.po f1-1 goal: "
        "no translation of “Take {F0}, whatever it costs.”"
        for language in LANGUAGES[1:]
    ]


def test_a_file_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise BrokenCourse("famiglia.toml: f1-1: goal is missing")

    monkeypatch.setattr("check_courses.courses", broken)
    assert list(failures()) == ["famiglia.toml: f1-1: goal is missing"]


@long_only
@pytest.mark.parametrize(
    "task",
    [task for task in tasks_of(COURSE["famiglia"]) if task.search and "solver" not in task.search],
    ids=lambda task: task.id,
)
def test_what_is_called_best_is_best_for_the_search(task: Task) -> None:
    """Poor moves are worth less than the best accepted one, as far as the search can tell."""
    attempt = begin("famiglia-duel", task)
    seen = InformationState(attempt.position.view(SEAT), ())
    thought = analyse(seen, Limit(simulations=task.search["simulations"]), seed=task.search["seed"])
    values = {str(each.move): each.value for each in thought.candidates}
    best = max(values[str(move)] for move in attempt.accepted if str(move) in values)
    for poor in task.poor:
        if not poor.at and poor.move in values:
            assert values[poor.move] <= best - MARGIN, (poor.move, values[poor.move], best)
