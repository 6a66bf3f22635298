"""The encoding and the dealer of a game, and observations from views alone."""

from __future__ import annotations

from functools import cache, singledispatch

from gangland.core.arguments import instance
from gangland.core.game import Game, View
from gangland.core.position import Position
from gangland.env.encoding import Encoding, ViewEncoding
from gangland.env.stepping import Dealer

__all__ = ["encoding_for", "observe"]


@cache
def encoding_for(game: Game) -> Encoding:
    """The encoding of a game. It is made once. Raises ValueError if the game has none."""
    return make_encoding(game)


@singledispatch
def make_encoding(game: Game) -> Encoding:
    """A new encoding of a game. A game in plain Python without one of its own is encoded by its view."""
    return ViewEncoding(instance(game, Game, "A game"))


def starts(game: Game) -> list[Position]:
    """The positions before any card is dealt, one for each seat that may start (F1.3, F10.1, G1.6)."""
    return [game.begin(first) for first in game.starters]


@singledispatch
def dealer_for(game: Game) -> Dealer:
    """The dealer that sets up the games of a batch."""
    return Dealer(starts(instance(game, Game, "A game")))


def observe(game: Game, view: View) -> tuple[bytearray, list[int]]:
    """The encoded observation of a view's seat and its legal actions, from nothing but the view."""
    seat = instance(view.seat, int, "A seat")
    encoding, position = encoding_for(game), game.position_from_view(view)
    actions = [encoding.action_of(position, move.number) for move in view.legal_moves]
    return encoding.encode(position, seat), sorted(actions)
