"""The names of a table's seats."""

from __future__ import annotations

from collections.abc import Iterable

from gangland.core.words import Language
from gangland.web.lookalikes import key_of
from gangland.web.table_view import SeatKind


def name_of(kind: SeatKind, name: str, replaced: bool, words: Language) -> str:
    """The name of a seat. The house's opponents have names in the reader's language; people keep theirs."""
    if kind is SeatKind.ROBOT:
        return words.say("Robot gangster")
    return words.say(name) if kind is SeatKind.OPPONENT and not replaced else name


def names_of(seats: Iterable[tuple[SeatKind, str, bool]], words: Language) -> list[str]:
    """The names of seats given as (kind, name, replaced). Names that look alike get numbers."""
    names = [name_of(*seat, words) for seat in seats]
    keys = [key_of(name) for name in names]
    counted = [f"{name} {keys[: seat + 1].count(keys[seat])}" for seat, name in enumerate(names)]
    told = [counted[seat] if name and keys.count(keys[seat]) > 1 else name for seat, name in enumerate(names)]
    if len({key_of(name) for name in told if name}) == sum(map(bool, told)):
        return told
    return [name and f"{name} ({seat})" for seat, name in enumerate(names, 1)]  # a person's own name is “Anna 1”
