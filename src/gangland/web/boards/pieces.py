"""What boards are made of."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from gangland.web.clicks import Click, Clicks
from gangland.words import Words


@dataclass(frozen=True)
class Piece:
    """A card or a spot: how it looks, what it is called, and what a click on it does."""

    id: str
    art: Markup
    label: str
    states: str = ""  # classes: alive, soft, chosen, target, linked, rest, lock, last
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


@dataclass(frozen=True)
class Banner:
    """One bold sentence that says whose turn it is and what to do, and one small one."""

    say: str
    more: str = ""
    mine: bool = False
    hint: str = ""  # instead of more: what the steps of the turn show as well
    crumbs: tuple[Markup | str, ...] = ()  # what is chosen, and last what is to be chosen now


@dataclass(frozen=True)
class Seen:
    """What every board is made from."""

    clicks: Clicks
    names: tuple[str, ...]
    words: Words
    house: frozenset[int] = frozenset()  # the seats of opponents that think


def state_of(thing: str, clicks: Clicks, is_target: bool, quiet: str = "rest") -> tuple[str, Click | None]:
    """The look of a thing by what a click on it does; `quiet` if nothing can be done with it while others are alive."""
    click = clicks.alive.get(thing)
    if clicks.is_chosen(thing):
        return "chosen", click
    if click is None:
        return (quiet if clicks.alive else ""), None
    if is_target and clicks.picks and not click.soft:
        return "target", click
    return ("alive soft" if click.soft else "alive"), click
