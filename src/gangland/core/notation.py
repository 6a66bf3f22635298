"""How positions are written: one `key: value` a line. Each game declares its keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from gangland.core.errors import InvalidNotation, InvalidPosition, shown
from gangland.core.game import Code
from gangland.core.words import mark

C = TypeVar("C", bound=Code)
V = TypeVar("V")

YES = {"yes": True, "no": False}
REST = "rest"  # written instead of cards: all cards that lie nowhere else


def read_lines(text: str, keys: Iterable[str]) -> dict[str, str]:
    """The values of a position's lines by key. Raises InvalidNotation for an unknown or repeated key."""
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
    """The text of a position: one `key: value` a line."""
    return "\n".join(f"{key}: {value}".rstrip() for key, value in lines.items())


def write_word(value: object, meanings: Mapping[str, object]) -> str:
    """The word that stands for a value: the inverse of `read_word`. Raises ValueError if there is none."""
    for word, meaning in meanings.items():
        if meaning == value:
            return word
    raise ValueError(f"There is no word for {shown(value)}.")


def read_word(text: str, meanings: Mapping[str, V]) -> V:
    """The value that a word stands for. Raises InvalidNotation for any other word."""
    if text not in meanings:
        raise InvalidNotation(
            mark("The position says “{word}” where it must say one of: {words}."), word=text, words=", ".join(meanings)
        )
    return meanings[text]


def write_codes(codes: Iterable[Code]) -> str:
    """The text of cards, gangs or spots, with a space between two."""
    return " ".join(str(code) for code in codes)


def read_codes(text: str, parse: Callable[[str], C]) -> list[C]:
    """The cards, gangs or spots of a text. Raises what `parse` raises for one that it cannot read."""
    return [parse(word) for word in text.split()]


def read_zones(lines: Mapping[str, str], names: Iterable[str], parse: Callable[[str], C]) -> dict[str, list[C]]:
    """The cards of each zone. A zone that takes the rest of the cards is left out; `put_rest` fills it."""
    return {name: read_codes(lines.get(name, ""), parse) for name in names if lines.get(name) != REST}


def put_rest(zones: dict[str, list[C]], names: Iterable[str], everything: Iterable[C]) -> None:
    """Put the cards that lie nowhere into the zone that takes the rest.

    Raises InvalidPosition if cards are there too often, InvalidNotation if one lies nowhere and no zone takes the rest.
    """
    known, found = Counter(everything), Counter(card for cards in zones.values() for card in cards)
    if excess := list(found - known):
        sentence = mark("There are more {card} in the position than in the game.")
        raise InvalidPosition.because(InvalidNotation(sentence, card=card) for card in excess)
    left = list((known - found).elements())
    match [name for name in names if name not in zones]:
        case [name]:
            zones[name] = left
        case [_, *_]:
            raise InvalidNotation(mark("Only one place may say “rest”."))
        case _ if left:
            raise InvalidNotation(mark("The {card} lies nowhere in the position."), card=left[0])


Check = tuple[str, str, bool]  # the line, the clause of the rules, and whether the line agrees with it


def refuse(checks: Iterable[Check], lines: Mapping[str, str]) -> None:
    """Raises InvalidPosition with every line that does not agree with its clause."""
    if misfits := [misfit(key, lines.get(key), clause) for key, clause, fits in checks if not fits]:
        raise InvalidPosition.because(misfits)


def misfit(key: str, value: str | None, clause: str = "") -> InvalidNotation:
    """The error for a line that does not fit the rest of the position, written or left out."""
    if value is None:
        return InvalidNotation(
            mark("The position needs a line “{key}”: what it means without one does not fit the rest."), clause, key=key
        )
    return InvalidNotation(
        mark("The line “{key}: {value}” does not fit the rest of the position."), clause, key=key, value=value
    )
