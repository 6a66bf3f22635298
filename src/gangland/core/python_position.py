"""Positions and samplers in plain Python, for games that are not compiled (docs/new-game.md).

The kernel calls a position's C functions, which no class in Python can override. The classes here stand between the
two: each C function calls a Python method, with the GIL. An error in such a method ends the simulation, and is raised
again where the kernel was called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gangland.core.arguments import whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if TYPE_CHECKING:
    from gangland.core.game import Game

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import MOST_MOVES, Position, Sampler

    MOST_SEATS = 4
    BROKEN = -1


class PythonPosition(Position):
    """The base of a position in plain Python.

    The game says by `settle` whose turn it is. It keeps everything else in attributes that it replaces and never
    changes in place: numbers, texts, tuples. So a copy may share them.
    """

    def __init__(self, game: Game) -> None:
        seats = whole(game.seats, "The number of seats", 1, MOST_SEATS)
        actions = whole(game.move_type.count, "The number of moves", 1, 2**24)
        if type(self) is PythonPosition:
            raise TypeError("Only the position of a game can be made.")
        super().__init__()
        self.game = game
        self.seats = seats
        self.actions = actions
        self.error: BaseException | None = None
        self._ready: bool = True

    def settle(self, turn: int, owed: int = 0, ended: int = 0) -> None:
        """Set the seat that decides, the number of cards owed, and the game's own number of an end (0 for none).

        Raises ValueError or TypeError.
        """
        self._check_ready()
        seat = whole(turn, "The seat that decides", 0, self.seats - 1)
        cards = whole(owed, "The number of cards that are owed", 0, 1000)
        end = whole(ended, "The number of an end", 0, 1000)
        self.turn, self.owed, self.ended = seat, cards, end

    def hide(self, seat: int) -> None:
        """Mark a seat's cards as unknown: a sampler fills them in. Raises ValueError or TypeError."""
        self._check_ready()
        self._unknown: int = self._unknown | 1 << whole(seat, "A seat", 0, self.seats - 1)

    # For a game to write; the arguments are checked by the caller

    def legal(self) -> Sequence[int]:
        """The legal moves of the seat that decides."""
        raise TypeError("Only the position of a game has moves.")

    def make(self, move: int) -> None:
        """Make a legal move."""
        raise TypeError("Only the position of a game has moves.")

    def turn_up(self, card: int) -> None:
        """Lay out a card that the pile owes. It is one of `bag_cards`."""
        raise TypeError("Only the position of a game has cards.")

    def points(self, seat: int) -> int:
        """The points of a seat's cards now."""
        raise TypeError("Only the position of a game has points.")

    def share(self, seat: int) -> float:
        """A seat's share of the win if the game ended now, from 0 to 1."""
        raise TypeError("Only the position of a game has a winner.")

    def text(self) -> str:
        """The position as text, which its game can read."""
        raise TypeError("Only the position of a game has a text.")

    # For the kernel

    def _fail(self, error: BaseException) -> None:
        """Keep an error that a method raised, and end the game, so that the kernel stops."""
        if self.error is None:
            self.error = error
        self.owed = 0
        self.ended = BROKEN

    def _check_sound(self) -> None:
        error = self.error
        if error is not None:
            self.error = None
            raise error

    def _list_moves(self) -> list[int]:
        moves = [whole(move, "A move", 0, self.actions - 1) for move in self.legal()]
        if not 0 < len(moves) <= MOST_MOVES:
            raise ValueError(f"Whoever decides has from 1 to {MOST_MOVES} moves, not {len(moves)}.")
        return moves

    def _moves(self) -> list[int]:
        return [] if self.owed or self.ended else self._list_moves()

    def _twin(self) -> PythonPosition:
        self._check_ready()
        other: PythonPosition = type(self).__new__(type(self))
        other._assign(self)
        other._check_sound()
        return other

    def _text(self) -> str:
        return self.text()

    def _rules(self) -> tuple[Any, ...]:
        return (self.game,)

    def _pickled(self) -> Any:
        return self.game.position, (self.text(),)

    def _seats(self) -> int:
        return self.seats

    def _actions(self) -> int:
        return self.actions

    def _is_legal(self, move: int) -> bool:
        try:
            return move in self._list_moves()
        except BaseException as error:
            self._fail(error)
            return False

    def _can_come(self, card: int) -> bool:
        try:
            return card in self.bag_cards()
        except BaseException as error:
            self._fail(error)
            return False

    def _legal(self, out: list[int]) -> int:
        n = 0
        try:
            for move in self._list_moves():
                out[n] = move
                n += 1
        except BaseException as error:
            self._fail(error)
            out[0] = 0
            n = 1
        return n

    def _pick(self, random: Random) -> int:
        try:
            moves = self._list_moves()
            return moves[random._below(len(moves))]
        except BaseException as error:
            self._fail(error)
            return 0

    def _apply(self, move: int) -> None:
        if self.ended != BROKEN:
            try:
                self.make(move)
            except BaseException as error:
                self._fail(error)

    def _turn_up(self, card: int) -> None:
        try:
            self.turn_up(card)
        except BaseException as error:
            self._fail(error)

    def _roll(self, random: Random) -> None:
        try:
            cards = list(self.bag_cards())
            if not cards:
                raise ValueError("A card is owed, and none is left.")
            self.turn_up(cards[random._below(len(cards))])
        except BaseException as error:
            self._fail(error)

    def _assign(self, other: Position) -> None:
        twin = cython.cast(PythonPosition, other)
        error = self.error  # of an earlier simulation, not raised yet
        try:
            own = self.__dict__
            own.clear()
            own.update(twin.__dict__)
        except BaseException as trouble:
            error = trouble
        self.game = twin.game
        self.seats = twin.seats
        self.actions = twin.actions
        self.turn = twin.turn
        self.owed = twin.owed
        self.ended = twin.ended
        self.reshuffles: int = twin.reshuffles
        self._ready = twin._ready
        self._unknown = twin._unknown
        self.error = error

    def _points(self, seat: int) -> int:
        try:
            return whole(self.points(seat), "The points of a seat", -(2**30), 2**30)
        except BaseException as error:
            self._fail(error)
            return 0

    def _returns(self, seat: int) -> float:
        try:
            return float(self.share(seat))
        except BaseException as error:
            self._fail(error)
            return 0.0


class PythonSampler(Sampler):
    """The base of a sampler in plain Python."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.players = whole(players, "The number of players with secrets", 2, MOST_SEATS)

    def sample(self, position: PythonPosition, seat: int, random: Random) -> None:
        """Give all players cards that they may have, as far as this seat knows. A game writes this."""
        raise TypeError("Only the sampler of a game can fill in cards.")

    def _fits(self, position: Position) -> bool:
        return isinstance(position, PythonPosition)

    def _sample(self, position: Position, seat: int, random: Random) -> None:
        table = cython.cast(PythonPosition, position)
        try:
            self.sample(table, seat, random)
        except BaseException as error:
            table._fail(error)
        table._unknown = 0


if not cython.compiled:
    PythonPosition.error = None  # set even if `__init__` was not called, as in C
