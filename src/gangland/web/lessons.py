"""Lessons as pages: a task on the real board, and the answer to what was tried.

A page follows from its address alone: the task, the moves made in it and what was tried last. So nothing but progress
is kept, and every page works without script.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gangland.bots import levels_for
from gangland.core.game import Game
from gangland.core.words import Language
from gangland.learn import SEAT, Attempt, Course, Lesson, Reply, Task, Verdict, begin, courses, judge, sentence_of
from gangland.learn.playing import wrong_moves
from gangland.play.history import History
from gangland.web.answers import CLAUSES, answer_of, code_of
from gangland.web.boards import Banner, Board, board_of
from gangland.web.drawings import Drawing
from gangland.web.environment import template
from gangland.web.pov import Pov
from gangland.web.practice import practice_table, practice_values
from gangland.web.sentences import rules_address
from gangland.web.sitters import sitter
from gangland.web.story import Story
from gangland.web.table_view import Chair, SeatKind

HELPED = 2  # so many misses, and only what the task accepts stays alive
MOST_MISSES = 9
TONES = {Verdict.DONE: "right", Verdict.POOR: "poor", Verdict.WRONG: "wrong"}


@dataclass(frozen=True)
class Asked:
    """What the address of a lesson asks for: a task, what was done in it, and what was tried last."""

    task: int = 1  # counted from 1
    made: tuple[str, ...] = ()  # the person's moves
    missed: int = 0
    tried: str = ""  # a move
    card: str = ""  # the id of a piece that rests
    shown: bool = False  # the person wants to be shown how it is done

    @property
    def query(self) -> tuple[tuple[str, str], ...]:
        """The names and values in an address that asks for this."""
        made = [("made", move) for move in self.made]
        more = [("missed", str(self.missed or "")), ("tried", self.tried), ("card", self.card)]
        shown = ("shown", "1" if self.shown else "")
        return (("task", str(self.task)), *((name, value) for name, value in (*made, *more, shown) if value))


@dataclass(frozen=True)
class Visited:
    """A task of a lesson as a person meets it."""

    course: Course
    lesson: Lesson
    asked: Asked
    words: Language
    picks: tuple[str, ...] = ()  # what the person has clicked for a move so far
    done: Collection[str] = ()  # the tasks that the person has solved
    name: str = ""

    @property
    def number(self) -> int:
        """The number of the task, from 1. It is the first one if there is none with the number asked for."""
        return self.asked.task if 1 <= self.asked.task <= len(self.lesson.task) else 1

    @property
    def task(self) -> Task:
        """The task itself."""
        return self.lesson.task[self.number - 1]

    @cached_property
    def before(self) -> Attempt:
        """The attempt before what was tried last."""
        return begin(self.course.game, self.task, self.asked.made)

    @cached_property
    def reply(self) -> Reply | None:
        """The answer to a move or to what has been done. It is None if neither is there."""
        if self.asked.shown:
            return judge(self.before.shown(), "")
        if self.before.is_done or self.asked.tried:
            return judge(self.before, self.asked.tried)
        return judge(self.before, self.refused) if self.refused else None

    @cached_property
    def refused(self) -> str:
        """The move for which the piece that was clicked would be used, if the task says why that is not possible."""
        if not self.asked.card:
            return ""
        pov = self.pov_of(self.before.history)
        assert pov.table.view is not None
        code = code_of(pov.table.view, self.asked.card, pov)
        read = pov.table.game.move_type.read_action
        return next((wrong.move for wrong in wrong_moves(self.before) if code in read(wrong.move).named), "")

    @cached_property
    def attempt(self) -> Attempt:
        """The attempt to go on with."""
        return self.reply.attempt if self.reply else self.before

    @property
    def is_solved(self) -> bool:
        """Whether the person has solved the task in this attempt."""
        return self.attempt.is_done and not self.asked.shown

    @cached_property
    def answer(self) -> tuple[Verdict, Markup] | None:
        """What is said to what was tried, and what kind of answer it is. It is None where the goal is enough."""
        if self.reply:
            said = CLAUSES.say(self.reply.say, self.words)
            return None if self.reply.verdict is Verdict.RIGHT else (self.reply.verdict, said)
        if not self.asked.card:
            return None
        pov = self.pov_of(self.before.history)
        assert pov.table.view is not None
        about = answer_of(pov.table.view, self.asked.card, pov)
        if about is None:
            return None
        uses = [use.say for use in about.uses]
        said = Markup("<b>{}.</b> {}").format(about.name, Markup(" ").join(uses) if uses else about.ability)
        return Verdict.WRONG, said

    @property
    def going_on(self) -> Asked:
        """What is asked for by whoever goes on from here. Whoever misses again gets more help."""
        missed = bool(self.answer) and not self.attempt.is_done
        return Asked(self.number, self.attempt.own_moves, min(MOST_MISSES, self.asked.missed + missed))

    def pov_of(self, history: History, *, asks: Asked | None = None, moves: Collection[str] | None = None) -> Pov:
        """The board of a history as the person sees it. If `moves` is given, only these may be clicked."""
        game, view = self.before.game, history.position.view(SEAT)
        if moves is not None:
            view = replace(view, legal_moves=tuple(move for move in view.legal_moves if str(move) in moves))
        chairs = chairs_of(game, self.name)
        table = practice_table(self.task.id, game, history, view, chairs, SEAT, len(history.steps))
        return Pov(
            table=table,
            story=Story.from_start(history.start, history.steps),
            language=self.words.code,
            picks=self.picks,
            page=self.address,
            asks=asks.query if asks else (),
        )

    def without_picks(self) -> Visited:
        """The same task with nothing picked."""
        return replace(self, picks=())

    @property
    def address(self) -> str:
        """The path of the lesson."""
        return f"/learn/{self.course.id}/{self.lesson.id}"

    def address_of(self, asked: Asked) -> str:
        """The address of the lesson with what is asked for."""
        return f"{self.address}?{urlencode(asked.query)}"

    @property
    def next(self) -> str:
        """The address of what comes after the task: the next one, the next lesson, or the list."""
        if self.number < len(self.lesson.task):
            return self.address_of(Asked(self.number + 1))
        lessons = self.course.lesson
        place = lessons.index(self.lesson) + 1
        return f"/learn/{self.course.id}/{lessons[place].id}" if place < len(lessons) else "/learn"

    @property
    def previous(self) -> str:
        """The address of what comes before the task."""
        if self.number > 1:
            return self.address_of(Asked(self.number - 1))
        lessons = self.course.lesson
        place = lessons.index(self.lesson)
        return f"/learn/{self.course.id}/{lessons[place - 1].id}" if place else "/learn"


def find_lesson(course: str, lesson: str) -> tuple[Course, Lesson] | None:
    """A course and one of its lessons by their ids. It is None if there is no such lesson."""
    found = next((each for each in courses() if each.id == course), None)
    wanted = found.find(lesson) if found else None
    return (found, wanted) if found and wanted else None


def chairs_of(game: Game, name: str) -> tuple[Chair, ...]:
    """Who sits at the table of a lesson: the person, and the friendliest opponents or the robot."""
    is_robot = game.players == 1
    rival = SeatKind.ROBOT if is_robot else SeatKind.OPPONENT
    trade = "" if is_robot else levels_for(game)[0].name
    return tuple(
        Chair(
            number=seat, kind=rival if seat else SeatKind.PERSON, name=trade if seat else name, house=None,
            level=1 if seat and not is_robot else None, bot=False, replaced=False, kept=False, offered=False,
            connected=True, mine=not seat, left=None, link=None,
        )
        for seat in range(game.seats)
    )  # fmt: skip


def draw_lesson(visited: Visited) -> Drawing:
    """The part of a lesson's page that changes from move to move."""
    values = lesson_values(visited)
    html = template("_lesson.html", visited.words).render(values)
    return Drawing(f"{values['title']} · gangland", html, "")


def lesson_values(visited: Visited) -> dict[str, Any]:
    """What the template of a lesson needs."""
    words, attempt, reply, going_on = visited.words, visited.attempt, visited.reply, visited.going_on
    shows = reply.shows if reply and reply.shows else None
    is_over = attempt.is_done or shows is not None
    helped = [str(move) for move in attempt.accepted] if going_on.missed >= HELPED else None
    pov = visited.pov_of(shows or attempt.history, asks=going_on, moves=() if is_over else helped)
    task = visited.task
    sitters = [sitter(chair, pov) for chair in pov.table.chairs]
    return practice_values(pov, board_for(visited, pov), sitters) | {
        "visited": visited,
        "course": visited.course,
        "lesson": visited.lesson,
        "task": task,
        "title": words.say(visited.lesson.title),
        "teach": tell(visited, task.teach),
        "hint": tell(visited, task.hint),
        "clauses": [(clause, rules_address(clause)) for clause in task.clauses],
        "is_over": is_over,
        "is_done": attempt.is_done,
        "is_solved": visited.is_solved,
        "is_shown": visited.asked.shown,
        "again": visited.address_of(Asked(visited.number)),
        "show": visited.address_of(Asked(visited.number, shown=True)),
        "here_url": visited.address_of(going_on),
        "asks_before": (going_on if shows else replace(going_on, made=going_on.made[:-1])).query,
        "lines": longest(visited),
    }


def board_for(visited: Visited, pov: Pov) -> Board:
    """The board of a task. Its banner says the goal or the answer, unless a choice is open."""
    assert pov.table.view is not None
    board = board_of(pov.table.view, pov)
    if pov.clicks.picks:
        return board
    if visited.answer is None:
        return replace(board, banner=Banner(tell(visited, visited.task.goal), mine=True))
    verdict, said = visited.answer
    return replace(board, banner=Banner("", said, mine=True, tone=TONES[verdict]))


def tell(visited: Visited, text: str) -> Markup:
    """A sentence of the course in the person's language, with pictures."""
    return CLAUSES.say(sentence_of(visited.before.game, text), visited.words)


def longest(visited: Visited) -> int:
    """How much room the banner of the task needs: the letters of the longest thing that it may say, in fifties.

    A letter of the goal counts as two: it is larger, and stands beside the steps of a turn or above them.
    """
    task, game, words = visited.task, visited.before.game, visited.words
    misses = [*(wrong.say for wrong in task.wrong), *(poor.say for poor in task.poor)]
    letters = [
        len(words.translate(sentence_of(game, text))) for text in (task.success, task.otherwise, *misses) if text
    ]
    return max(2 * len(words.translate(sentence_of(game, task.goal))), *letters) // 50 + 1
