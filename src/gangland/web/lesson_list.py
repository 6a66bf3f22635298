"""The list of all lessons, with what somebody has done of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from gangland.core.words import Language
from gangland.learn import Course, Lesson, courses
from gangland.learn.terms import term_of
from gangland.registry import load_game
from gangland.web.sentences import picture_of


@dataclass(frozen=True)
class LessonLine:
    """A lesson in the list."""

    number: int
    address: str
    title: str
    about: str
    pictures: Markup
    solved: int
    count: int

    @property
    def is_done(self) -> bool:
        """Whether all its tasks are solved."""
        return self.solved == self.count


@dataclass(frozen=True)
class CourseList:
    """A course in the list, with its lessons."""

    id: str
    game: str
    title: str
    about: str
    rulebook: str
    lines: tuple[LessonLine, ...]

    @property
    def done(self) -> int:
        """How many of its lessons are done."""
        return sum(line.is_done for line in self.lines)

    @property
    def next(self) -> LessonLine | None:
        """The first lesson that is not done, or None."""
        return next((line for line in self.lines if not line.is_done), None)


@dataclass(frozen=True)
class Link:
    """A lesson to which something else leads."""

    address: str
    number: int
    title: str


def link_to(lesson: str, words: Language) -> Link:
    """The lesson with this name, which a tip, an advice or a chapter of the rules leads to. Raises KeyError."""
    for course in courses():
        for number, each in enumerate(course.lesson, 1):
            if each.id == lesson:
                return Link(f"/learn/{course.id}/{lesson}", number, words.say(each.title))
    raise KeyError(lesson)


def overview(done: Collection[str], words: Language) -> dict[str, Any]:
    """What the page of all lessons needs."""
    lists = [course_list(course, done, words) for course in courses()]
    return {"courses": lists, "going_on": going_on(lists)}


def going_on(lists: Collection[CourseList]) -> tuple[CourseList, LessonLine] | None:
    """Where somebody goes on: in the last course that they have begun and not finished, or else in the first one."""
    begun = [each for each in lists if each.next and any(line.solved for line in each.lines)]
    found = (*reversed(begun), *lists)
    return next(((each, each.next) for each in found if each.next), None)


def course_list(course: Course, done: Collection[str], words: Language) -> CourseList:
    """A course in the list, as far as somebody has come with it."""
    game = load_game(course.game)
    lines = tuple(line(course, lesson, number, done, words) for number, lesson in enumerate(course.lesson, 1))
    return CourseList(course.id, course.game, words.say(course.title), words.say(course.about), game.rulebook, lines)


def line(course: Course, lesson: Lesson, number: int, done: Collection[str], words: Language) -> LessonLine:
    """A lesson in the list."""
    game = load_game(course.game)
    pictures = [picture_of(term_of(game, code), words) for code in lesson.shows]
    solved = sum(task.id in done for task in lesson.task)
    return LessonLine(
        number, f"/learn/{course.id}/{lesson.id}", words.say(lesson.title), words.say(lesson.about),
        Markup("").join(picture or "" for picture in pictures), solved, len(lesson.task),
    )  # fmt: skip
