"""Progress bars, where somebody can see them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NoReturn, TypeVar

from gangland.core.extras import require

if TYPE_CHECKING:
    from tqdm import tqdm

Item = TypeVar("Item")


def progress(items: Iterable[Item], unit: str, done: int = 0, total: int | None = None) -> Iterator[Item]:
    """The items, with a progress bar on a terminal."""
    with bar(unit, done, total) as shown:
        for item in items:
            yield item
            shown.update()


def bar(unit: str, done: int = 0, total: int | None = None) -> tqdm[NoReturn]:
    """A progress bar on a terminal, nothing elsewhere. Raises MissingExtra."""
    require("cli")
    from tqdm import tqdm

    return tqdm(unit=f" {unit}", initial=done, total=total, disable=None, file=sys.stderr, dynamic_ncols=True)
