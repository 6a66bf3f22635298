"""Pictures of games for notebooks. The web's room draws them with the art of its table; here is only the way there.

Nothing is imported before somebody looks, so that rules, records and bots need no package.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from gangland.core.arguments import file_path
from gangland.core.extras import MissingExtra, require

__all__ = ["Picture", "draw"]


@dataclass(frozen=True, repr=False)
class Picture:
    """A table as an SVG document that needs no other file. A notebook shows it."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters of SVG>"

    def save(self, path: str | Path) -> None:
        """Write the picture to a file. Raises OSError."""
        file_path(path, "The file").write_text(self.svg, "utf-8")


def draw(thing: object, seat: int | None = None) -> Picture:
    """The picture of a match, a position or a view; of a match as a seat sees it, or a watcher.

    Raises MissingExtra without the packages of the web, TypeError for anything else.
    """
    require("web")
    return Picture(import_module("gangland.web.pictures").svg_of(thing, seat))


def drawn(thing: object) -> str | None:
    """What a notebook shows of something. Without the packages it warns in one sentence, and shows the text."""
    try:
        return draw(thing).svg
    except MissingExtra as missing:
        warnings.warn(f"There is no picture. {missing}", RuntimeWarning, stacklevel=3)
        return None
