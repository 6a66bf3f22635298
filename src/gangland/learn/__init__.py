"""Learning a game by playing: courses as data, the machine that plays a task, tips and advice."""

from gangland.learn.course import Course, Lesson, Task, courses
from gangland.learn.playing import SEAT, Attempt, Reply, Verdict, begin, judge
from gangland.learn.terms import sentence_of

__all__ = [
    "SEAT",
    "Attempt",
    "Course",
    "Lesson",
    "Reply",
    "Task",
    "Verdict",
    "begin",
    "courses",
    "judge",
    "sentence_of",
]
