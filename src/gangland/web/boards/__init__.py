"""What lies on the table, piece by piece: from a view and its clicks to what a template draws."""

from gangland.web.boards.board import Banner, Board, Piece, board_of
from gangland.web.boards.log import LogLine, log_of
from gangland.web.boards.scoring import Scoring, scoring_of

__all__ = ["Banner", "Board", "LogLine", "Piece", "Scoring", "board_of", "log_of", "scoring_of"]
