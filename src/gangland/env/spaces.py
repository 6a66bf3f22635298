"""Which encoding a game has, and observations from views alone."""

from __future__ import annotations

from functools import cache

from gangland.arguments import instance
from gangland.env.encoding import DuelEncoding, Encoding, GangsEncoding, SoloEncoding
from gangland.famiglia import FamigliaView, Solo
from gangland.famiglia import view as famiglia_view
from gangland.game import Game, View
from gangland.gangs import Gangs, GangsView
from gangland.gangs import view as gangs_view
from gangland.position import Position


@cache
def encoding_for(game: Game) -> Encoding:
    if isinstance(game, Gangs):
        return GangsEncoding(game.players)
    return SoloEncoding(game.level) if isinstance(game, Solo) else DuelEncoding()


def imagine(view: View) -> Position:
    """The position as far as a view goes."""
    if isinstance(view, FamigliaView):
        return famiglia_view.imagine(view)
    return gangs_view.imagine(instance(view, GangsView, "A view"))


def observe(game: Game, view: View) -> tuple[bytearray, list[int]]:
    """What a seat sees, encoded, and its legal actions, from nothing but its view."""
    seat = instance(view.seat, int, "A seat")
    encoding, position = encoding_for(game), imagine(view)
    actions = [encoding.action_of(position, game.move_type.parse(move)) for move in view.legal_moves]
    return encoding.encode(position, seat), sorted(actions)
