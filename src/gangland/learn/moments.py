"""A game as one seat saw it, moment by moment. Tips and advice are made from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from gangland.core.game import Move, View
from gangland.play import Match, Played


class Event(StrEnum):
    """What kind of moment it is; the courses write the values."""

    DECIDE = "decide"  # the person is asked
    MOVED = "moved"  # somebody has moved
    ENDED = "ended"


@dataclass(frozen=True, eq=False)
class Moment:
    """Something that a person at the table just saw."""

    event: Event
    is_mine: bool  # the person decides or has moved
    move: Move | None  # what was just done
    view: View  # as the person sees it now
    before: View  # and as it was before the move


Story = tuple[Moment, ...]


def moments(match: Match, seat: int, since: int = 0) -> Iterator[Moment]:
    """The moments of a match from this log entry on, as a seat saw them."""
    view = match.at(since).view(seat)
    for step in match.history()[since:]:
        if not isinstance(step.entry, Played):
            continue
        before, is_mine = view, step.entry.seat == seat
        if is_mine:
            yield Moment(Event.DECIDE, True, None, before, before)
        view = step.after.view(seat)
        yield Moment(Event.MOVED, is_mine, step.entry.move, view, before)
    if match.outcome:
        yield Moment(Event.ENDED, False, None, view, view)
    elif match.turn == seat:
        yield Moment(Event.DECIDE, True, None, view, view)


def moments_since_own_move(match: Match, seat: int) -> Story:
    """The moments since a seat's last decision, with the move that it made then."""
    entries = list(enumerate(match.log))
    own = [number for number, entry in entries if isinstance(entry, Played) and entry.seat == seat]
    return tuple(moments(match, seat, own[-1]))[1:] if own else tuple(moments(match, seat))
