"""Observations as bytes, and moves as actions: the one encoding of all environments.

A seat's own things come first, then those of the next seats in turn order. Only what the seat's view shows is written.
`env/kernel` says what the bytes of a game are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gangland.core.arguments import instance, whole
from gangland.env.fields import Field, plain_fields

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if TYPE_CHECKING:
    from gangland.core.game import Game

if not cython.compiled:
    from gangland.core.position import MOST_MOVES, Position
    from gangland.core.python_position import PythonPosition

    Bytes = memoryview
    bytes_of = memoryview  # compiled, the address of a buffer's bytes


class Encoding:
    """The observations, actions and rewards of one game."""

    def __init__(self) -> None:
        """Only the encodings of games have observations; this one has none."""

    # For Python: every argument is checked

    def encode(self, position: Position, seat: int) -> bytearray:
        """What a seat sees, as bytes."""
        table = self._check(position)
        out = bytearray(self.size)
        self._write(table, whole(seat, "A seat", 0, self.seats - 1), bytes_of(out), 0)
        table._check_sound()
        return out

    def legal_actions(self, position: Position) -> list[int]:
        """The legal actions, sorted. There are none if no agent decides."""
        if not cython.compiled:
            legal = [0] * MOST_MOVES
        table = self._check(position)
        n = self._list(table, legal)
        return sorted([self._action(table, legal[i]) for i in range(n)])

    def mask(self, position: Position) -> bytearray:
        """A byte for each action: 1 if it is legal, 0 if not. There are only zeros if no agent decides."""
        if not cython.compiled:
            legal = [0] * MOST_MOVES
        table = self._check(position)
        mask = bytearray(self.actions)
        out = bytes_of(mask)
        for i in range(self._list(table, legal)):
            out[self._action(table, legal[i])] = 1
        return mask

    def action_of(self, position: Position, move: int) -> int:
        """The action that stands for a legal move. Raises ValueError if the move is not legal."""
        table = self._check(position)
        if move not in table.moves():
            raise ValueError("This move is not legal now.")
        return self._action(table, move)

    def move_of(self, position: Position, action: int) -> int:
        """The legal move that an action stands for. Raises ValueError for an action that the mask forbids."""
        table = self._check(position)
        if not cython.compiled:
            legal = [0] * MOST_MOVES
        wanted = whole(action, "An action", 0, self.actions - 1)
        for i in range(self._list(table, legal)):
            if self._action(table, legal[i]) == wanted:
                return legal[i]
        raise ValueError(f"Action {wanted} is not legal now.")

    def rewards(self, position: Position) -> list[float]:
        """The rewards of all agents. They are 0 before the end."""
        table = self._check(position)
        rewards = [self._reward(table, seat) if table.ended else 0.0 for seat in range(self.agents)]
        table._check_sound()
        return rewards

    def _check(self, position: Position) -> Position:
        table: Position = cython.cast(Position, instance(position, Position, "A position"))
        table._check_ready()
        if not self.size or not self._suits(table):
            raise ValueError("This is not a position that the encoding was made for.")
        return table

    @property
    def names(self) -> list[str]:
        """The name of each byte of an observation: its field and its place there, such as `hand F0`."""
        return [f"{name} {place}".rstrip() for name, field in (self.fields or {}).items() for place in field.places]

    @property
    def highest(self) -> bytes:
        """The largest value of each byte of an observation. Divided by them, all values are from 0 to 1."""
        return bytes([most for field in (self.fields or {}).values() for most in field.highest])

    def _describe(self, seats: int, agents: int, actions: int, version: int, fields: dict[str, Field]) -> None:
        if self.size:
            raise ValueError("This encoding is made already.")
        self.seats = seats
        self.agents = agents  # the number of seats that learn: all but the robot's
        self.actions = actions
        self.version = version  # it grows when observations or actions change, so that saved policies no longer fit
        self.fields = dict(fields)
        self.size: int = sum([field.size for field in fields.values()])

    def _list(self, table: Position, out: list[int]) -> int:
        """Write the legal moves of the agent that decides. Returns how many there are."""
        if table.owed or table.ended or table.turn >= self.agents:
            return 0
        table._check_mover()
        n = table._legal(out)
        table._check_sound()
        return n

    # For the kernel alone: unchecked, and without the GIL

    def _suits(self, position: Position) -> bool:
        """Whether the encoding can write a position: it is of the same game, and there is room for all its cards."""
        return False

    def _write(self, position: Position, seat: int, out: Bytes, at: int) -> None:
        """Write what a seat sees into `size` zeros that begin at `at`."""

    def _action(self, position: Position, move: int) -> int:
        """The number of a legal move in the action space."""
        return move

    def _move(self, position: Position, action: int) -> int:
        """The move that an action stands for: the inverse of `_action`."""
        return action

    def _reward(self, position: Position, seat: int) -> float:
        """The reward of a seat at the end: 1 for the only winner; all rewards sum to 0."""
        return (self.seats * position._returns(seat) - 1.0) / (self.seats - 1)


class ViewEncoding(Encoding):
    """The encoding of a game in plain Python: whether the seat decides, then the numbers of `Game.observation`."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game.begin(game.starters[0]), PythonPosition):
            raise ValueError(f"There is no encoding for {game!r}.")
        fields = {"decides": Field("Whether the seat decides."), **plain_fields(game.observation_fields)}
        self._describe(game.seats, game.players, game.move_type.count, 0, fields)
        self.game = game

    def __reduce__(self) -> Any:
        return ViewEncoding, (self.game,)

    def _suits(self, position: Position) -> bool:
        return isinstance(position, PythonPosition) and position.game == self.game

    def _write(self, position: Position, seat: int, out: Bytes, at: int) -> None:
        table = cython.cast(PythonPosition, position)
        try:
            view = table.view(seat)
            numbers = [whole(number, "A number that is observed", 0, 255) for number in self.game.observation(view)]
            if len(numbers) != self.size - 1:
                raise ValueError(f"What is observed are {self.size - 1} numbers, not {len(numbers)}.")
            out[at] = table.turn == seat
            for number in numbers:
                at += 1
                out[at] = number
        except BaseException as error:
            table._fail(error)


if not cython.compiled:
    Encoding.size, Encoding.fields = 0, {}  # set even if `__init__` was not called, as in C
