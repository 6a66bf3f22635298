"""What lies on the table, piece by piece: what templates draw, made from a view and its clicks."""

from gangland.core.rooms import load_room
from gangland.web.boards.board import Board, board_of
from gangland.web.boards.log import known_lines, log_key, log_of
from gangland.web.boards.pieces import Banner, Piece

__all__ = ["Banner", "Board", "Piece", "board_of", "known_lines", "log_key", "log_of"]

load_room(__name__)
