"""The courses as they are written in `courses/*.toml`: lessons with tasks, tips for a first game, advice for its end.

Reading checks the names and types of all fields; tests hold them against the rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import GenericAlias
from typing import Any, get_args, get_origin, get_type_hints

from gangland.registry import GAMES

FORMAT = "gangland-course/1"
COURSES = Path(__file__).parent / "courses"

Line = tuple[str, ...]  # moves, one after the other; a word of an accepted line may be a pattern


class BrokenCourse(ValueError):
    """A course that cannot be read. The message names the file and the entry."""


@dataclass(frozen=True)
class Wrong:
    """A move that the rules refuse, and why."""

    move: str
    say: str
    clause: str
    at: Line = ()  # the moves made before


@dataclass(frozen=True)
class Poor:
    """A legal move that a task does not ask for, and why."""

    move: str
    say: str
    at: Line = ()  # the moves made before
    shows: Line = ()  # how it goes on, to make the point


@dataclass(frozen=True)
class Ending:
    """How the game of a task is over after its accepted lines."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Task:
    """A position and what is to be done in it. The person has seat 0."""

    id: str
    kind: str  # rule: the goal says what to do; judgement: the accepted moves are the best
    clauses: tuple[str, ...]
    position: str
    teach: str
    goal: str
    accept: tuple[Line, ...]  # the first of these lines is what “Show me” plays
    hint: str
    success: str
    options: Mapping[str, int] = field(default_factory=dict)  # of the game
    draws: tuple[str, ...] = ()  # the cards that are turned up, in this order
    otherwise: str = ""  # the answer to any other legal move
    wrong: tuple[Wrong, ...] = ()
    poor: tuple[Poor, ...] = ()
    after: str = ""  # lines of the position at the end of the first accepted line
    outcome: Ending | None = None
    points: int | None = None
    ranking: int | None = None
    most: str = ""  # exactly the accepted ways bring the most points, the largest margin or the win
    turns: int = 1  # of how many turns that is said
    search: Mapping[str, Any] = field(default_factory=dict)  # what the search says of the moves
    played: Mapping[str, Any] = field(default_factory=dict)  # how often they win when both sides play on


@dataclass(frozen=True)
class Lesson:
    """A few tasks about one thing."""

    id: str
    title: str
    about: str
    shows: tuple[str, ...]  # the codes of cards or gangs, drawn beside its title
    task: tuple[Task, ...]


@dataclass(frozen=True)
class Trigger:
    """A tip of the guided first game, and the moment at which it is given. Those that come first matter most."""

    id: str
    event: str  # decide: the person is asked; moved: somebody has; ended
    say: str
    lesson: str
    who: str = ""  # who moved: me or other
    move: str = "*"  # a pattern
    facts: tuple[str, ...] = ()  # all of them must hold
    across: bool = False  # it speaks of the other side's cards or deeds, which must stay in sight


@dataclass(frozen=True)
class Advice:
    """What to try next, if a measure of the finished game lies within limits."""

    id: str
    measure: str
    say: str
    lesson: str
    one: str = ""  # what is said if the measure is 1 and `say` does not fit it
    at_least: int | None = None
    at_most: int | None = None
    only: str = ""  # to whom: won or lost


@dataclass(frozen=True)
class Untaught:
    """A clause of the rules that no task teaches, and why."""

    clause: str
    reason: str


@dataclass(frozen=True)
class Course:
    """Everything about learning one game."""

    format: str
    id: str
    game: str
    title: str  # one that other pages have too, so it is in the main catalogue
    about: str
    lesson: tuple[Lesson, ...]
    trigger: tuple[Trigger, ...] = ()
    advice: tuple[Advice, ...] = ()
    untaught: tuple[Untaught, ...] = ()

    def find(self, lesson: str) -> Lesson | None:
        """The lesson with this name, or None."""
        return next((each for each in self.lesson if each.id == lesson), None)


@dataclass(frozen=True)
class Message:
    """Something that a course says: where, and the English template, with one for several things if it counts."""

    entry: str
    text: str
    many: str = ""


def messages(course: Course) -> Iterator[Message]:
    """Everything that a course says to a person."""
    yield Message(f"{course.id} about", course.about)
    for lesson in course.lesson:
        yield Message(f"{lesson.id} title", lesson.title)
        yield Message(f"{lesson.id} about", lesson.about)
        for task in lesson.task:
            for name in ("teach", "goal", "hint", "success", "otherwise"):
                if text := getattr(task, name):
                    yield Message(f"{task.id} {name}", text)
            answers: tuple[Wrong | Poor, ...] = (*task.wrong, *task.poor)
            for answer in answers:
                yield Message(f"{task.id} “{answer.move}”", answer.say)
    for trigger in course.trigger:
        yield Message(trigger.id, trigger.say)
    for advice in course.advice:
        counts = "{count}" in advice.say
        yield Message(advice.id, (advice.one or advice.say) if counts else advice.say, advice.say if counts else "")


@cache
def courses() -> tuple[Course, ...]:
    """All courses, in the order of the registry's games. Raises BrokenCourse."""
    found = [read(path.read_text("utf-8"), path.name) for path in COURSES.glob("*.toml")]
    return tuple(sorted(found, key=lambda course: list(GAMES).index(course.game)))


def course_of(game: str) -> Course | None:
    """The course of a game by its name, or None if it has none."""
    return next((course for course in courses() if course.game == game), None)


def read(text: str, file: str) -> Course:
    """The course in a file's text. Raises BrokenCourse."""
    try:
        fields_of_course = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BrokenCourse(f"{file}: {error}") from None
    course: Course = build(Course, fields_of_course, f"{file}:")
    if course.format != FORMAT:
        raise BrokenCourse(f"{file}: the format is {course.format!r} instead of {FORMAT!r}")
    if course.game not in GAMES:
        raise BrokenCourse(f"{file}: there is no game {course.game!r}")
    return course


def build(kind: type[Any], given: Any, where: str) -> Any:
    """A value of a dataclass from what a file says, with its parts. Raises BrokenCourse."""
    if not isinstance(given, dict):
        raise BrokenCourse(f"{where} {given!r} is not a {kind.__name__.lower()}")
    if "id" in given:
        where = f"{where.partition(':')[0]}: {given['id']}"
    elif "move" in given:
        where = f"{where} “{given['move']}”"
    types = get_type_hints(kind)
    needed = {each.name for each in fields(kind) if each.default is each.default_factory}  # both are missing
    for name in given.keys() - types.keys():
        raise BrokenCourse(f"{where}: a {kind.__name__.lower()} has no {name}")
    for name in needed - given.keys():
        raise BrokenCourse(f"{where}: {name} is missing")
    return kind(**{name: converted(types[name], value, f"{where} {name}") for name, value in given.items()})


def converted(kind: Any, value: Any, where: str) -> Any:
    """A value from a file as its field wants it. Raises BrokenCourse."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list):
        return tuple(converted(arguments[0], part, where) for part in value)
    if isinstance(kind, GenericAlias) and origin is tuple:
        raise BrokenCourse(f"{where}: {value!r} is not a list")
    if is_dataclass(kind) and isinstance(kind, type):
        return build(kind, value, where)
    if origin is Mapping and isinstance(value, dict):
        return value
    plain = [part for part in (arguments or (kind,)) if isinstance(part, type)]
    if dataclasses := [part for part in plain if is_dataclass(part)]:
        return build(dataclasses[0], value, where)
    if type(value) in plain:
        return value
    raise BrokenCourse(f"{where}: {value!r} cannot stand here")
