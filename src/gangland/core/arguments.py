"""Checks of arguments that Python hands to the kernel. Each error is one sentence: what is wrong, what is allowed."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, cast

T = TypeVar("T")

LARGEST_SEED = 2**64 - 1


def whole(value: object, what: str, least: int, most: int) -> int:
    """The value as an int from `least` to `most`. Raises TypeError or ValueError.

    `what` names the argument in the sentence.

    >>> whole(3, "A seat", 0, 1)
    Traceback (most recent call last):
    ValueError: A seat is a number from 0 to 1, not 3.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {name_of(type(value))}.") from None
    if not least <= number <= most:
        shown = str(number) if abs(number) < 10**20 else "a number of so many digits"
        raise ValueError(f"{what} is a number from {least} to {most}, not {shown}.")
    return number


def real(value: object, what: str, least: float, most: float) -> float:
    """The value as a float from `least` to `most`. Raises TypeError or ValueError."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{what} is a number, not {name_of(type(value))}.") from None
    if not least <= number <= most:
        raise ValueError(f"{what} is a number from {least} to {most}, not {number}.")
    return number


def instance(value: Any, kind: Callable[..., T], what: str) -> T:
    """The value itself, which must be of a class. Raises TypeError.

    >>> instance(None, int, "A card")
    Traceback (most recent call last):
    TypeError: A card is of the class int, not NoneType.
    """
    if not isinstance(value, cast(type, kind)):
        raise TypeError(f"{what} is of the class {name_of(cast(type, kind))}, not {name_of(type(value))}.")
    return cast(T, value)


def file_path(value: Any, what: str) -> Path:
    """The value as a path whose name this system can encode. Raises TypeError or ValueError."""
    try:
        os.fsencode(value)
        return Path(value)
    except UnicodeEncodeError:
        raise ValueError(f"{what} must be a name that this system can encode.") from None
    except TypeError:
        raise TypeError(f"{what} must be a path, not {name_of(type(value))}.") from None


def items(values: Iterable[T], what: str, most: int) -> list[T]:
    """The values as a list. Raises TypeError if they are not iterable, ValueError if there are more than `most`."""
    try:
        found = list(islice(values, most + 1))
    except TypeError:
        raise TypeError(f"{what} must be a row of values, not {name_of(type(values))}.") from None
    if len(found) > most:
        raise ValueError(f"{what} may be no more than {most}.")
    return found


def buffer(value: Any, what: str, formats: str, length: int, *, written: bool = True) -> memoryview:
    """A memoryview of a row of numbers of one C type, without gaps in memory. Raises TypeError or ValueError.

    `formats` are the names that `memoryview` may have for the type; `written` says that the kernel writes to it.
    """
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"{what} must be a buffer, not {name_of(type(value))}.") from None
    if view.format not in tuple(formats) or view.ndim != 1 or not view.c_contiguous or (written and view.readonly):
        access = "writable, " if written else ""
        raise ValueError(f"{what} must be a {access}contiguous row of numbers of the format “{formats[0]}”.")
    if len(view) != length:
        raise ValueError(f"{what} must be {length} numbers, not {len(view)}.")
    return view


def name_of(kind: type) -> str:
    """The name of a class, for a sentence."""
    return kind.__name__
