"""How somebody may begin with the games of a box: lessons, a guided first game, a game by one click."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from gangland.bots import levels_for
from gangland.bots.levels import PEOPLE
from gangland.core.game import Game
from gangland.core.words import Language
from gangland.web.art.busts import portrait_of, rank_of
from gangland.web.lesson_list import CourseList, LessonLine
from gangland.web.opponents_page import called


@dataclass(frozen=True)
class Start:
    """What the first page offers of a box to one person, the most helpful thing first."""

    is_new: bool  # the person has neither finished this game nor solved a task of its course
    lesson: LessonLine | None  # the next one
    lessons: int
    guided: str  # whom the guided first game is played against; empty if there is none for this person any more
    against: str  # whom “Play now” chooses
    faces: tuple[tuple[int, str, Markup], ...]  # the level, the name and the face of each opponent


def start_of(
    game: Game, course: CourseList | None, level: int, words: Language, *, has_played: bool, may_guide: bool
) -> Start:
    """How a person whom “Play now” would lead to this level may begin with a game."""
    levels = levels_for(game)
    faces = tuple(
        (each.number, PEOPLE[each.name][0], portrait_of(game, PEOPLE[each.name][0], rank_of(each, len(levels))))
        for each in levels
    )
    has_learned = course is not None and any(line.solved for line in course.lines)
    return Start(
        is_new=not has_played and not has_learned,
        lesson=course.next if course else None,
        lessons=len(course.lines) if course else 0,
        guided=called(1, game, words) if course and may_guide and not has_played else "",
        against=called(level, game, words),
        faces=faces,
    )
