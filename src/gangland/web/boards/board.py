"""The board of whatever game it is."""

from __future__ import annotations

from gangland.famiglia import FamigliaView
from gangland.game import View
from gangland.gangs import GangsView
from gangland.play import Played
from gangland.web.boards.famiglia import FamigliaBoard, famiglia_board
from gangland.web.boards.gangs import GangsBoard, gangs_board
from gangland.web.boards.pieces import Banner, Piece, Seen
from gangland.web.story import Story

__all__ = ["Banner", "Board", "Piece", "Seen", "board_of"]

Board = FamigliaBoard | GangsBoard


def board_of(view: View, story: Story, seen: Seen) -> Board:
    if isinstance(view, FamigliaView):
        return famiglia_board(view, story.row, exchanges(story), seen)
    assert isinstance(view, GangsView)
    return gangs_board(view, story.pyramid, seen)


def exchanges(story: Story) -> tuple[tuple[str, str], ...]:
    """Those made in the turn that is on, the first one first."""
    made: list[tuple[str, str]] = []
    for line in reversed(story.lines):
        words = str(line.entry.move).split(" ") if isinstance(line.entry, Played) else []
        if words[:1] == ["swap"]:
            made.insert(0, (words[1], words[2]))
        elif words[:1] != ["play"]:
            break
    return tuple(made)
