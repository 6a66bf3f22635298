"""How positions are written: one `key: value` a line. Games say which keys there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from gangland.errors import InvalidNotation, shown
from gangland.game import Code
from gangland.words import mark

C = TypeVar("C", bound=Code)
V = TypeVar("V")

YES = {"yes": True, "no": False}
REST = "rest"  # in place of cards: all that lie nowhere else


def read_lines(text: str, keys: Iterable[str]) -> dict[str, str]:
    if not isinstance(text, str):
        raise InvalidNotation(mark("{value} is not text."), value=shown(text))
    known = set(keys)
    lines: dict[str, str] = {}
    for line in text.strip().splitlines():
        key, colon, value = line.partition(":")
        key = key.strip()
        if not colon or key not in known or key in lines:
            raise InvalidNotation(mark("The position has no place for the line “{line}”."), line=line.strip())
        lines[key] = value.strip()
    return lines


def write_lines(lines: dict[str, str]) -> str:
    return "\n".join(f"{key}: {value}".rstrip() for key, value in lines.items())


def write_word(value: object, meanings: Mapping[str, object]) -> str:
    return next(word for word, meaning in meanings.items() if meaning == value)


def read_word(text: str, meanings: Mapping[str, V]) -> V:
    if text not in meanings:
        raise InvalidNotation(
            mark("The position says “{word}” where it must say one of: {words}."), word=text, words=", ".join(meanings)
        )
    return meanings[text]


def write_codes(codes: Iterable[Code]) -> str:
    return " ".join(str(code) for code in codes)


def read_codes(text: str, parse: Callable[[str], C]) -> list[C]:
    return [parse(word) for word in text.split()]


def read_zones(lines: Mapping[str, str], names: Iterable[str], parse: Callable[[str], C]) -> dict[str, list[C]]:
    """The cards of each zone but the one that takes the rest, for `put_rest`."""
    return {name: read_codes(lines.get(name, ""), parse) for name in names if lines.get(name) != REST}


def put_rest(zones: dict[str, list[C]], names: Iterable[str], everything: Iterable[C]) -> None:
    """Put the cards that lie nowhere into the zone that takes the rest, and see that none is there twice."""
    counted = Counter(everything)
    for card in (card for cards in zones.values() for card in cards):
        if not counted[card]:
            raise InvalidNotation(mark("There are more {card} in the position than in the game."), card=card)
        counted[card] -= 1
    left = list(counted.elements())
    match [name for name in names if name not in zones]:
        case [name]:
            zones[name] = left
        case [_, *_]:
            raise InvalidNotation(mark("Only one place can take the rest of the cards."))
        case _ if left:
            raise InvalidNotation(mark("The {card} lies nowhere in the position."), card=left[0])


Check = tuple[str, str, bool]  # the line, the clause of the rules, and whether the line agrees with it


def refuse(checks: Iterable[Check], lines: Mapping[str, str]) -> None:
    """Object to the first line that does not fit."""
    for key, clause, fits in checks:
        if not fits:
            raise misfit(key, lines.get(key, ""), clause)


def misfit(key: str, value: str, clause: str = "") -> InvalidNotation:
    return InvalidNotation(
        mark("The line “{key}: {value}” does not fit the rest of the position."), clause, key=key, value=value
    )
