"""What boards are made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from markupsafe import Markup

from gangland.web.clicks import Click, Clicks


class Look(Enum):
    """What a piece is at this moment. Templates write it as `data-look`, and the style sheets select it."""

    IDLE = "idle"
    RESTING = "resting"  # nothing can be done with it, but with others
    PLAYABLE = "playable"
    OPTIONAL = "optional"  # a click on it would start anew, while something else is chosen
    CHOSEN = "chosen"
    TARGET = "target"
    PAYING = "paying"  # it would be spent for what is chosen
    GAP = "gap"  # a spot that must be filled


class Mark(Enum):
    """What else a piece shows, whatever its look. Templates write all of them as `data-marks`."""

    LAST = "last"  # the last move moved it
    REDUCED = "reduced"  # a Brute has made it cheaper
    LOCKED = "locked"  # it stays where it is this turn


UNMARKED: frozenset[Mark] = frozenset()
LAST = frozenset({Mark.LAST})


@dataclass(frozen=True)
class Piece:
    """A card or a spot: how it looks, what it is called, and what a click on it does."""

    id: str
    art: Markup
    label: str
    look: Look = Look.IDLE
    marks: frozenset[Mark] = UNMARKED
    verb: str = ""
    sign: str = ""  # the verb on a phone
    click: Click | None = None
    flight: str = ""  # the identity by which it flies
    motion: str = ""  # how it has just moved: spent, dips, dealt-0…, turned
    corner: Click | None = None  # a second thing to do with it
    note: str = ""
    worth: int = 0
    is_ally: bool = False
    name: str = ""
    gang: str = ""  # who stands on a spot


@dataclass(frozen=True)
class Banner:
    """One bold sentence that says whose turn it is and what to do, and one small one."""

    say: str
    more: str = ""
    mine: bool = False
    hint: str = ""  # instead of more: what the steps of the turn show as well
    crumbs: tuple[Markup | str, ...] = ()  # what is chosen, and last what is to be chosen now


def look_of(thing: str, clicks: Clicks, is_target: bool, quiet: Look = Look.RESTING) -> tuple[Look, Click | None]:
    """The look of a thing by what a click on it does; `quiet` if nothing can be done with it, but with others."""
    click = clicks.alive.get(thing)
    if clicks.is_chosen(thing):
        return Look.CHOSEN, click
    if click is None:
        return (quiet if clicks.alive else Look.IDLE), None
    if is_target and clicks.picks and not click.soft:
        return Look.TARGET, click
    return (Look.OPTIONAL if click.soft else Look.PLAYABLE), click
