"""Which encoding a game has, how many games are dealt at once, and observations from views alone."""

from __future__ import annotations

from functools import cache, singledispatch

from gangland.arguments import instance
from gangland.env.encoding import Encoding
from gangland.env.stepping import Dealer
from gangland.game import Game, View
from gangland.position import Position


@cache
def encoding_for(game: Game) -> Encoding:
    return make_encoding(game)


@singledispatch
def make_encoding(game: Game) -> Encoding:
    raise ValueError(f"There is no encoding for {game!r}.")


def starts(game: Game) -> list[Position]:
    """What lies on the table before any card is dealt, for each seat that may start (F1.3, F10.1, G1.6)."""
    return [game.begin(first) for first in game.starters]


@singledispatch
def dealer_for(game: Game) -> Dealer:
    return Dealer(starts(instance(game, Game, "A game")))


def observe(game: Game, view: View) -> tuple[bytearray, list[int]]:
    """What a seat sees, encoded, and its legal actions, from nothing but its view."""
    seat = instance(view.seat, int, "A seat")
    encoding, position = encoding_for(game), game.position_from_view(view)
    actions = [encoding.action_of(position, move.number) for move in view.legal_moves]
    return encoding.encode(position, seat), sorted(actions)
