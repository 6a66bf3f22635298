"""Learning a game by playing: courses as data, the machine that plays a task, tips and advice."""

from gangland.core.rooms import load_room
from gangland.learn.advice import Counsel, counsels
from gangland.learn.course import Course, Lesson, Task, course_of, courses
from gangland.learn.guide import Tip, tip_for
from gangland.learn.moments import moments, moments_since_own_move
from gangland.learn.playing import SEAT, Attempt, Reply, Verdict, begin, judge
from gangland.learn.terms import sentence_of

__all__ = [
    "SEAT",
    "Attempt",
    "Counsel",
    "Course",
    "Lesson",
    "Reply",
    "Task",
    "Tip",
    "Verdict",
    "begin",
    "counsels",
    "course_of",
    "courses",
    "judge",
    "moments",
    "moments_since_own_move",
    "sentence_of",
    "tip_for",
]

load_room(__name__)
