"""What the page of the rules is made from: the book, its pictures and the art that they refer to."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from gangland.core.sentence import Sentence
from gangland.core.words import Language
from gangland.learn import courses
from gangland.learn.rulebook import Chapter, has_book, read_book
from gangland.web.art import faces_of
from gangland.web.boxes import Box, all_boxes
from gangland.web.figures import Figure, draw_figure
from gangland.web.lesson_list import Link, link_to
from gangland.web.sentences import HTML


@lru_cache(32)
def figures_of(rulebook: str, words: Language) -> dict[str, tuple[Figure, ...]]:
    """The pictures of a book by the names of its chapters."""
    chapters = read_book(rulebook, words.code).chapters
    return {chapter.name: tuple(draw_figure(picture, words) for picture in chapter.pictures) for chapter in chapters}


def boxes_with_rules(words: Language) -> list[Box]:
    """The boxes whose rules are written down here."""
    return [box for box in all_boxes(words) if has_book(box.rulebook)]


def lesson_for(chapter: Chapter, words: Language) -> Link | None:
    """The first of the lessons that teach most clauses of a chapter, or None."""
    taught = {
        lesson.id: len({clause for task in lesson.task for clause in task.clauses} & {*chapter.clauses})
        for course in courses()
        for lesson in course.lesson
    }
    best = max(taught, key=lambda lesson: taught[lesson])
    return link_to(best, words) if taught[best] else None


def rules_values(box: Box, words: Language) -> dict[str, Any]:
    """The values of the page with the rules of a box."""

    def refused(sentence: Sentence) -> str:
        return HTML.say(replace(sentence, clause=""), words)

    book = read_book(box.rulebook, words.code)
    return {
        "box": box,
        "book": book,
        "lessons": {chapter.name: lesson_for(chapter, words) for chapter in book.chapters},
        "figures": figures_of(box.rulebook, words),
        "faces": faces_of(box.game(), words),
        "refused": refused,
    }
