"""What divides a game into parts, for the curve of points."""

from __future__ import annotations

from functools import singledispatch

from gangland.core.game import View


@singledispatch
def landmark(after: View, before: View) -> str:
    """A few words, to be translated, for what a move has brought about that divides the game; mostly an empty text."""
    return ""
