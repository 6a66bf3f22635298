"""The elements that boards are made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from markupsafe import Markup

from gangland.web.clicks import Click, Clicks
from gangland.web.story import Motion


class Look(Enum):
    """How a piece looks now. Templates write it as `data-look`, and the style sheets select it."""

    IDLE = "idle"
    RESTING = "resting"  # it cannot be clicked now, but others can
    PLAYABLE = "playable"
    OPTIONAL = "optional"  # something else is chosen, and a click on this one starts anew
    CHOSEN = "chosen"
    TARGET = "target"
    PAYING = "paying"  # it would be spent for what is chosen
    GAP = "gap"  # a spot that must be filled


class Mark(Enum):
    """Something else that a piece shows, whatever its look. Templates write all of them as `data-marks`."""

    LAST = "last"  # the last move moved it
    REDUCED = "reduced"  # a Brute has made it cheaper
    LOCKED = "locked"  # it stays where it is this turn
    REACHED = "reached"  # what is clicked next may lead to it
    TOLD = "told"  # the tip of a first game speaks of it


UNMARKED: frozenset[Mark] = frozenset()
LAST = frozenset({Mark.LAST})


class Piece(NamedTuple):
    """A card or a spot: how it looks, what it is called, and what a click on it does."""

    id: str
    art: Markup
    label: str  # its name
    look: Look = Look.IDLE
    marks: frozenset[Mark] = UNMARKED
    verb: str = ""
    sign: str = ""  # the verb on a phone
    click: Click | None = None
    flight: str = ""  # the identity that the page's script follows when the card moves
    motion: Motion | None = None  # how it has just moved
    order: int | None = None  # in which it was dealt, from 0
    corner: Click | None = None  # what a click on its corner does
    note: str = ""
    worth: int = 0
    earns: int | None = None  # the points that it brings right now, if it shall say so
    is_ally: bool = False
    name: str = ""
    gang: str = ""  # the gang that stands on a spot
    hint: str = ""  # what to do with it, while the page shows the best move
    is_next: bool = False  # and it is to be clicked first
    points_at_corner: bool = False  # the best move is a click on its corner
    spoken: str = ""  # what a click on it does, if it says more than the verb that is shown
    thing: str = ""  # what it is for `clicks`, where the id does not say it


@dataclass(frozen=True)
class Banner:
    """A bold sentence that says whose turn it is and what to do, and a small one with more."""

    say: Markup | str
    more: Markup | str = ""
    mine: bool = False
    tip: Markup | str = ""  # the best move in a sentence, in place of everything else below
    hint: str = ""  # a small sentence to leave out where the steps of the turn show the same
    crumbs: tuple[Markup | str, ...] = ()  # what is chosen so far, then what to choose now
    tone: str = ""  # what a lesson answers: right, poor or wrong; the style sheets know it
    is_hit: bool = False  # the small sentence tells what somebody did to the viewer, and is read aloud first


def look_of(thing: str, clicks: Clicks, is_target: bool, quiet: Look = Look.RESTING) -> tuple[Look, Click | None]:
    """The look of a thing and what a click on it does. `quiet` is the look if only others can be clicked."""
    click = clicks.alive.get(thing)
    if clicks.is_chosen(thing):
        return Look.CHOSEN, click
    if click is None:
        return (quiet if clicks.alive else Look.IDLE), None
    if is_target and clicks.picks and not click.soft:
        return Look.TARGET, click
    return (Look.OPTIONAL if click.soft else Look.PLAYABLE), click
