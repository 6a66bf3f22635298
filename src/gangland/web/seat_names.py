"""What the seats of a table are called."""

from __future__ import annotations

from collections.abc import Iterable

from gangland.web.lookalikes import key_of
from gangland.words import Words


def name_of(kind: str, name: str, replaced: bool, words: Words) -> str:
    """Only opponents of the house have names to be translated; people keep theirs when the house plays on for them."""
    if kind == "robot":
        return words.say("Robot gangster")
    return words.say(name) if kind == "opponent" and not replaced else name


def names_of(seats: Iterable[tuple[str, str, bool]], words: Words) -> list[str]:
    """What (kind, name, replaced) are called. Those alike are numbered, so that a sentence tells which one it means."""
    names = [name_of(*seat, words) for seat in seats]
    keys = [key_of(name) for name in names]
    counted = [f"{name} {keys[: seat + 1].count(keys[seat])}" for seat, name in enumerate(names)]
    told = [counted[seat] if name and keys.count(keys[seat]) > 1 else name for seat, name in enumerate(names)]
    if len({key_of(name) for name in told if name}) == sum(map(bool, told)):
        return told
    return [name and f"{name} ({seat})" for seat, name in enumerate(names, 1)]  # somebody is called “Anna 1”
