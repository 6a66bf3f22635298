"""What everybody saw of a match so far: the log as it can be told, and which copy of a card lies where.

Copies of a card are interchangeable in the rules, but on a page each has its own face and flies from place to place. A
copy gets its number when it is first seen, and gives it back when it goes into a pile; so a number tells nothing about
cards that are hidden. Everything here is made from watchers' views.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import singledispatch
from typing import ClassVar, Self

from gangland.core.game import View
from gangland.core.position import Position
from gangland.core.rooms import load_room
from gangland.core.words import mark, mark_many
from gangland.play import Match, Played, Reshuffled, Step
from gangland.sentences import Event, event_of

Identity = str  # the name of a copy that the page's script follows when the card moves


class Motion(Enum):
    """How a card has just moved, if not straight to its place. Templates write it as `data-motion`."""

    DEALT = "dealt"  # it has come from the pile
    SPENT = "spent"  # it tilts, as it pays for another card
    DIPS = "dips"  # it is kept of the pair that pays
    TURNED = "turned"  # it is turned over where it lies
    EXPELLED = "expelled"


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A log entry, with the turn it belongs to and the cards it is about."""

    event: Event
    number: int  # of the log entry
    turn: int
    moment: int  # how many moves have been made then
    named: tuple[Identity, ...]  # the cards that the entry is about
    dealt: tuple[Identity, ...]  # the cards that were drawn after it

    @property
    def entry(self) -> Played | Reshuffled:
        """The log entry that the line tells of."""
        return self.event.entry


class Layout:
    """Where the copies of a game's cards lie. This one, for games without a file here, tells no copies apart."""

    turn_name: ClassVar[str] = mark("Turn {number}")  # what the log counts
    length_words: ClassVar[tuple[str, str]] = mark_many("{count} turn", "{count} turns")

    def copied(self) -> Self:
        """A copy that can be changed without changing this one."""
        return self

    def lay_out(self, view: View) -> None:
        """Put the cards where the first view of a game has them."""

    def follow(self, entry: Played, before: View, after: View) -> None:
        """Move the cards as a move does."""

    def named(self, entry: Played) -> tuple[Identity, ...]:
        """The cards that the last move was about."""
        return ()

    def dealt(self) -> tuple[Identity, ...]:
        """The cards that were drawn after the last move."""
        return ()

    def ends_turn(self, entry: Played, before: View, after: View) -> bool:
        """Whether a move ends a turn."""
        return True

    def turn_after(self, turns: int) -> int:
        """The number that the log gives to the turn after this many have ended."""
        return 1 + turns


@singledispatch
def new_layout(view: View) -> Layout:
    """The layout of the game of this view, before any card lies there."""
    return Layout()


@dataclass(frozen=True)
class Story:
    """A match as everybody saw it. It is never changed: when the match goes on, `following` makes a longer story."""

    lines: tuple[Line, ...]
    layout: Layout
    view: View  # a watcher's view at the end of the story
    turns: int = 0  # the number of turns that have ended

    @classmethod
    def of(cls, match: Match, told: Story | None = None) -> Story:
        """The story of a match. It goes on from the one that was told before, if any."""
        return told.following(match) if told else cls.from_start(match.at(0).position, match.history())

    @classmethod
    def from_start(cls, start: Position, steps: Sequence[Step]) -> Story:
        """The story of some steps, which begin at a position."""
        view = start.view(None)
        layout = new_layout(view)
        layout.lay_out(view)
        return cls((), layout, view).going_on(steps)

    def following(self, match: Match) -> Story:
        """The story of the same match later. It is told anew from the beginning only if a move was taken back."""
        steps, known = match.history(), len(self.lines)
        moves = [line for line in self.lines[-2:] if isinstance(line.entry, Played)]  # no two reshuffles are neighbours
        if not moves or known > len(steps) or steps[moves[-1].number].entry is not moves[-1].entry:
            return Story.of(match)
        return self.going_on(steps[known:]) if known < len(steps) else self

    def going_on(self, steps: Sequence[Step]) -> Story:
        """The story with these steps, which begin where it ends."""
        layout, lines, view, turns = self.layout.copied(), list(self.lines), self.view, self.turns
        moment = lines[-1].moment if lines else 0
        for step in steps:
            entry, before, turn = step.entry, view, layout.turn_after(turns)
            named: tuple[Identity, ...] = ()
            dealt: tuple[Identity, ...] = ()
            if isinstance(entry, Played):
                view = step.after.view(None)
                layout.follow(entry, before, view)
                named, dealt = layout.named(entry), layout.dealt()
                turns += layout.ends_turn(entry, before, view)
                moment += 1
            lines.append(Line(event_of(entry, before, view), step.number, turn, moment, named, dealt))
        return Story(tuple(lines), layout, view, turns)

    @property
    def turn(self) -> int:
        """The number of the current turn, as the log counts turns."""
        return self.layout.turn_after(self.turns)

    @property
    def last(self) -> Line | None:
        """The last line, or None if nothing has happened."""
        return self.lines[-1] if self.lines else None


load_room(__name__)
