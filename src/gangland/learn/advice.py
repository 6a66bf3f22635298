"""What to try next, after a game: measures of it as its player saw it, and what a course says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import singledispatch
from itertools import pairwise

from gangland.core.game import Game, View
from gangland.core.sentence import Sentence
from gangland.learn.course import Advice, Course
from gangland.learn.moments import Moment, Story
from gangland.learn.terms import sentence_of

Measure = Callable[[Story], int]
MOST_ADVICE = 2


@dataclass(frozen=True)
class Counsel:
    """A sentence for somebody whose game is over, and the lesson that goes with it."""

    id: str
    say: Sentence
    lesson: str


@singledispatch
def measures_of(view: View) -> Mapping[str, Measure]:
    """What can be measured of a finished game, by the names that its course uses."""
    return {}


def counsels(course: Course, game: Game, story: Story, won: bool) -> tuple[Counsel, ...]:
    """What a course says to the player of a finished game, the most important first."""
    found = []
    for advice in course.advice:
        if advice.only == ("lost" if won else "won"):
            continue
        count = measures_of(story[-1].view)[advice.measure](story)
        if (advice.at_least is None or count >= advice.at_least) and (
            advice.at_most is None or count <= advice.at_most
        ):
            found.append(Counsel(advice.id, sentence_for(game, advice, count), advice.lesson))
    return tuple(found[:MOST_ADVICE])


def sentence_for(game: Game, advice: Advice, count: int) -> Sentence:
    """What is said of a measure, in the grammatical number that it needs."""
    if "{count}" not in advice.say:
        return sentence_of(game, advice.say)
    said = sentence_of(game, advice.say, count=count)
    return Sentence(advice.one or advice.say, said.words, many=advice.say)


def decisions(story: Story) -> Iterator[tuple[Moment, Moment]]:
    """Each moment at which the person was asked, and what the person did then."""
    for asked, done in pairwise(story):
        if done.move is not None and done.is_mine:
            yield asked, done
