"""The names of a table's seats."""

from __future__ import annotations

from functools import lru_cache

from gangland.bots.levels import PEOPLE
from gangland.core.words import Language
from gangland.web.lookalikes import key_of
from gangland.web.table_view import SeatKind

Seat = tuple[SeatKind, str, bool]  # kind, name, and whether the computer has replaced the person of this name


def name_of(kind: SeatKind, name: str, replaced: bool, words: Language) -> str:
    """The name of a kind of player, such as an opponent's trade, in the reader's language. People keep theirs."""
    if kind is SeatKind.ROBOT:
        return words.say("Robot gangster")
    return words.say(name) if kind is SeatKind.OPPONENT and not replaced else name


@lru_cache(1000)
def names_of(seats: tuple[Seat, ...], words: Language) -> tuple[str, ...]:
    """The names of seats. Each opponent is somebody else of its trade. Names that look alike get numbers."""
    names = called(seats, words)
    keys = [key_of(name) for name in names]
    counted = [f"{name} {keys[: seat + 1].count(keys[seat])}" for seat, name in enumerate(names)]
    told = [counted[seat] if name and keys.count(keys[seat]) > 1 else name for seat, name in enumerate(names)]
    if len({key_of(name) for name in told if name}) == sum(map(bool, told)):
        return tuple(told)
    return tuple(name and f"{name} ({seat})" for seat, name in enumerate(names, 1))  # a person's own name is “Anna 1”


def called(seats: tuple[Seat, ...], words: Language) -> list[str]:
    """The names of seats, of which people's own may look alike."""
    names = [name_of(*seat, words) for seat in seats]
    taken = {key_of(name) for name in names}
    for seat, (kind, trade, replaced) in enumerate(seats):
        if kind is SeatKind.OPPONENT and not replaced:
            names[seat] = next((name for name in PEOPLE.get(trade, ()) if key_of(name) not in taken), names[seat])
            taken.add(key_of(names[seat]))
    return names
