"""The guided first game: a tip at the moment at which it matters, each once, from nothing but what the person sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import singledispatch

from gangland.core.game import Game, Move, View
from gangland.core.sentence import Sentence
from gangland.learn.course import Course, Trigger
from gangland.learn.moments import Moment, Story
from gangland.learn.terms import sentence_of

Evidence = bool | Collection[Move]  # whether a fact holds, or the moves that make it so, the best one first
Fact = Callable[[Moment], Evidence]


@dataclass(frozen=True)
class Tip:
    """A sentence for somebody in their first game."""

    id: str
    say: Sentence
    lesson: str  # that teaches it
    move: Move | None = None  # that it speaks of
    across: bool = False  # it speaks of the other side's cards or deeds


@singledispatch
def facts_of(view: View) -> Mapping[str, Fact]:
    """What can be asked of a moment of a game, by the names that its course uses."""
    return {}


def tip_for(course: Course, game: Game, story: Story, heard: Collection[str]) -> Tip | None:
    """The tip for a person who has just seen these moments and heard other tips: the first of the course that fits."""
    for trigger in course.trigger:
        for moment in () if trigger.id in heard else story:
            evidence = evidence_for(trigger, moment)
            if evidence is not None:
                move = next(iter(evidence), None)
                return Tip(trigger.id, sentence_of(game, trigger.say), trigger.lesson, move, trigger.across)
    return None


def evidence_for(trigger: Trigger, moment: Moment) -> Collection[Move] | None:
    """The moves that make the facts of a tip true. It is None if the tip does not fit the moment."""
    if trigger.event != moment.event or trigger.who not in ("", "me" if moment.is_mine else "other"):
        return None
    if not fnmatchcase(str(moment.move or ""), trigger.move):
        return None
    facts, moves = facts_of(moment.view), []
    for name in trigger.facts:
        evidence = facts[name](moment)
        if not evidence:
            return None
        moves += [] if isinstance(evidence, bool) else list(evidence)
    return moves
