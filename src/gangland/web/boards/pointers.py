"""The best move on a board: which pieces are to be clicked for it, and in which order; and what a tip speaks of."""

from __future__ import annotations

from gangland.core.words import mark
from gangland.web.boards.pieces import Mark, Piece
from gangland.web.pov import Pov

ORDER = (mark("first"), mark("then"), mark("last"))


def point_at(piece: Piece, thing: str, pov: Pov) -> Piece:
    """The piece with what to do with it for the best move, if the page shows that move and it begins or goes on here.

    A single click is named by its verb, several clicks by their order. What a tip speaks of is marked.
    """
    if thing in pov.told:
        piece = tell_of(piece)
    things = pov.pointed
    if thing not in things:
        return piece
    place = things.index(thing)
    word = piece.verb if len(things) == 1 and piece.verb else pov.words.say(ORDER[min(place, len(ORDER) - 1)])
    return piece._replace(hint=word, is_next=place == 0)


def tell_of(piece: Piece) -> Piece:
    """The piece, marked as what a tip speaks of."""
    return piece._replace(marks=piece.marks | {Mark.TOLD})
