"""A board that one person plays at without a table: the task of a lesson, or a game tried otherwise."""

from __future__ import annotations

from typing import Any

from gangland.core.game import Game, View
from gangland.play.history import History
from gangland.web import art
from gangland.web.boards import Board
from gangland.web.boards.choices import as_attribute
from gangland.web.boxes import box_of
from gangland.web.clock import NO_CLOCK
from gangland.web.environment import Pencil
from gangland.web.pov import Pov
from gangland.web.sitters import Sitter
from gangland.web.table_view import Chair, Hints, TableView, Undo


def practice_table(
    key: str, game: Game, history: History, view: View, chairs: tuple[Chair, ...], seat: int, number: int
) -> TableView:
    """The board of a history as a seat sees it. The person has the chairs that are theirs, and may take moves back."""
    return TableView(
        id=key, version=0, number=number, game=game, clock=NO_CLOCK, public=False, is_opener=False, seat=seat,
        mine=tuple(chair.number for chair in chairs if chair.mine), chairs=chairs, opened=0, started=True, closed=False,
        turn=history.position.turn, view=view, legal_moves=tuple(map(str, view.legal_moves)),
        lines=(), outcome=None, undo=Undo("free" if number else None, 1, None, ()),
        hints=Hints(False, False, False, None), chat=(), ranked=False, rematch=None, commitment="", record=None,
    )  # fmt: skip


def practice_values(pov: Pov, board: Board, chairs: list[Sitter]) -> dict[str, Any]:
    """What the template of a board needs, at which nobody else is asked and no hint is given."""
    return {
        "box": box_of(pov.table.game, pov.words),
        "t": pov.table,
        "chairs": chairs,
        "board": board,
        "page": pov.page,
        "asks": pov.asks,
        "back": art.back_of(pov.table.game),
        "link": pov.address_with,
        "pencil": Pencil(pov.words, pov.address_with),
        "undo": pov.table.undo,
        "undo_note": "",
        "asks_undo": False,
        "asks_hint": False,
        "may_ask": False,
        "hinting": "",
        "pointed": (),
        "is_undoing": False,
        "trouble": pov.trouble,
        "as_attribute": as_attribute,
    }
