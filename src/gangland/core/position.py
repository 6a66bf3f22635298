"""The contract that every game's position fulfils.

A position is what is known on the table: flat words and bytes, moves as small integers, chance as visible events. It
never holds the order of a pile; it asks whatever runs the game (a match, a playout, a search) for the next card.

Names without an underscore are for Python and check their arguments. Names with one are the kernel's own: they check
nothing, and compiled they run without the GIL and cannot be reached from Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gangland.core.arguments import instance, whole
from gangland.core.playouts import PlayoutResults

if TYPE_CHECKING:
    from gangland.core.game import View

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random, check_signals

    MOST_MOVES = 4096
    MOST_SEATS = 8
    PLAYOUTS_AT_ONCE = 1024  # playouts between two looks for Ctrl-C
    SOURCE_HASH = b""

P = TypeVar("P", bound="Position")


class Sampler:
    """Fills in what a seat cannot see. This one is for games that hide nothing but the order of a pile."""

    def __init__(self) -> None:
        self.players = 0  # the number of players with secrets from each other
        self._busy = False  # a search is using it

    def imagine(self, position: Position, seat: int, random: Random) -> None:
        """Turn a position into one of the worlds that this seat may be in.

        Raises ValueError for a position that the sampler was not made for, RuntimeError if a search is using it.
        """
        table = cython.cast(Position, instance(position, Position, "A position"))
        dice = cython.cast(Random, instance(random, Random, "The source of chance"))
        table._check_ready()
        seat = whole(seat, "A seat", 0, table._seats() - 1)
        if self._busy:
            raise RuntimeError("A search in another thread is using this sampler.")
        if not self._fits(table):
            raise ValueError("This sampler was made for another position, or everything is filled in already.")
        self._sample(table, seat, dice)
        table._check_sound()

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} objects cannot be pickled.")

    def _sample(self, position: Position, seat: int, random: Random) -> None:
        """Fill in a position that fits. Here there is nothing to fill in."""

    def _fits(self, position: Position) -> bool:
        """Whether the sampler can fill in this position."""
        return position._unknown == 0


class Position:
    """What lies on the table. Somebody decides (`turn`), or the pile owes a card (`owed`), or it has `ended`."""

    def __init__(self) -> None:
        self.turn = 0
        self.owed = 0
        self.ended = 0
        self.reshuffles = 0
        self._ready = False  # the position was dealt, or read from its text
        self._unknown = 0  # the seats whose cards are not known, as a set of bits

    # For Python: every argument is checked

    def moves(self) -> list[int]:
        """The legal moves. There are none while a card is owed and when the game is over."""
        self._check_ready()
        if not self.owed and not self.ended:
            self._check_mover()
        return self._moves()

    def push(self, move: int) -> None:
        """Make a legal move. Raises ValueError for any other."""
        self._check_ready()
        self._check_mover()
        move = whole(move, "A move", 0, self._actions() - 1)
        if self.owed or self.ended or not self._is_legal(move):
            self._check_sound()
            raise ValueError(f"Move {move} is not legal now.")
        self._apply(move)
        self._check_sound()

    def draw(self, card: int) -> None:
        """Turn up this card, which the pile owes. Raises ValueError for a card that cannot come."""
        self._check_ready()
        if not self.owed:
            raise ValueError("No card is owed now.")
        card = whole(card, "A card", 0, 63)
        if not self._can_come(card):
            self._check_sound()
            raise ValueError(f"Card {card} is not among those that can come up.")
        self._turn_up(card)
        self._check_sound()

    def bag_cards(self) -> list[int]:
        """The cards that the next card turned up is drawn from."""
        return []

    def score(self, seat: int) -> int:
        """The points of a seat's cards now."""
        points = self._points(self._check_seat(seat))
        self._check_sound()
        return points

    def returns(self, seat: int) -> float:
        """A seat's share of the win if the game ended now, from 0 to 1. Seats that tie share it."""
        seat = self._check_seat(seat)
        self._check_known()
        share = self._returns(seat)
        self._check_sound()
        return share

    def view(self, seat: int | None) -> View:
        """What a seat may know, or a watcher if it is None. Nothing else leaves a game for players."""
        raise TypeError("Only the position of a game has views.")

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table with everything that is hidden."""
        from gangland.core.pictures import drawn

        return drawn(self)

    def copy(self: P) -> P:
        """An independent position that equals this one."""
        return self._twin()

    def random_move(self, random: Random) -> int:
        """A random legal move, all equally likely. It is a pass only if there is nothing else. Raises ValueError."""
        dice = cython.cast(Random, instance(random, Random, "The source of chance"))
        self._check_ready()
        self._check_mover()
        if self.owed or self.ended:
            raise ValueError("There is no move now: a card is owed, or the game is over.")
        move = self._pick(dice)
        self._check_sound()
        return move

    def playouts(self, count: int, seed: int) -> int:
        """Play `count` random games from here to their end, without the GIL. Returns the decisions made in all.

        Ctrl-C stops it.
        """
        left = whole(count, "The number of playouts", 0, 2**62)
        random = Random(seed)
        self._check_ready()
        self._check_known()
        decisions = 0
        start = self._twin()
        start._forget_order()
        scratch = self._twin()
        while left:
            n = min(left, PLAYOUTS_AT_ONCE)
            with cython.nogil:
                for _ in range(n):
                    scratch._assign(start)
                    decisions += scratch._playout(random)
            left -= n
            scratch._check_sound()
            check_signals()
        return decisions

    def playout_results(self, count: int, seed: int) -> PlayoutResults:
        """Play `count` random games from here to their end, without the GIL, and tell what came of them.

        They are the games of `playouts` with this seed. Raises ValueError if there are none. Ctrl-C stops it.
        """
        left = whole(count, "The number of playouts", 1, 2**62)
        random = Random(seed)
        self._check_ready()
        self._check_known()
        if not cython.compiled:
            shares, points = [0.0] * MOST_SEATS, [0] * MOST_SEATS
        seats = self._seats()
        for seat in range(seats):
            shares[seat] = 0.0
            points[seat] = 0
        decisions = 0
        start = self._twin()
        start._forget_order()
        scratch = self._twin()
        while left:
            n = min(left, PLAYOUTS_AT_ONCE)
            with cython.nogil:
                for _ in range(n):
                    scratch._assign(start)
                    decisions += scratch._playout(random)
                    for seat in range(seats):
                        shares[seat] += scratch._returns(seat)
                        points[seat] += scratch._points(seat)
            left -= n
            scratch._check_sound()
            check_signals()
        return PlayoutResults(
            count,
            decisions,
            tuple([shares[seat] / count for seat in range(seats)]),
            tuple([points[seat] / count for seat in range(seats)]),
        )

    def __str__(self) -> str:
        return self._text() if self._ready else "not set up"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}\n{self}>"

    def __eq__(self, other: object) -> bool:
        """Positions are equal if their rules are and everything on the table is."""
        if type(self) is not type(other):
            return False
        twin = cython.cast(Position, other)
        return self._rules() == twin._rules() and str(self) == str(twin)

    def __hash__(self) -> int:
        return hash((self._rules(), str(self)))

    def __copy__(self: P) -> P:
        return self.copy()

    def __deepcopy__(self: P, memo: object) -> P:
        return self.copy()

    def __reduce__(self) -> Any:
        """A position is pickled as its text, which is checked when it is read."""
        if not self._ready or self._unknown:
            raise TypeError("Only a whole position can be pickled.")
        return self._pickled()

    def _check_ready(self) -> None:
        if not self._ready:
            raise ValueError("This position is not set up: take one from a game or a match.")

    def _check_sound(self) -> None:
        """Raises what a position in plain Python raised while the kernel used it (`gangland.core.python_position`)."""

    def _check_known(self) -> None:
        if self._unknown:
            raise ValueError("Some players' cards are not known here: let a sampler fill them in first.")

    def _check_mover(self) -> None:
        if self._unknown >> self.turn & 1:
            raise ValueError("The cards of the seat that decides are not known here.")

    def _check_seat(self, seat: int) -> int:
        self._check_ready()
        seat = whole(seat, "A seat", 0, self._seats() - 1)
        if self._unknown >> seat & 1:
            raise ValueError("The cards of this seat are not known here.")
        return seat

    def _twin(self: P) -> P:
        other = type(self)()
        if type(other) is not type(self):
            raise TypeError("A copy must be of the same class.")
        other._assign(self)
        return other

    def _moves(self) -> list[int]:
        """The legal moves. There are none while a card is owed and when the game is over."""
        if self.owed or self.ended:
            return []
        if not cython.compiled:
            out = [0] * MOST_MOVES
        n = self._legal(out)
        return [out[i] for i in range(n)]

    def _is_legal(self, move: int) -> bool:
        """Whether a move is legal, when a player is to decide."""
        if not cython.compiled:
            out = [0] * MOST_MOVES
        for i in range(self._legal(out)):
            if out[i] == move:
                return True
        return False

    def _can_come(self, card: int) -> bool:
        """Whether the next card that is turned up may be this one."""
        return False

    def _text(self) -> str:
        """The position as text, which its game can read."""
        return ""

    def _rules(self) -> tuple[Any, ...]:
        """The options of the game."""
        return ()

    def _pickled(self) -> Any:
        """The value that `__reduce__` returns."""
        raise TypeError("Only the position of a game can be pickled.")

    # For the kernel alone: unchecked, and without the GIL

    def _seats(self) -> int:
        """The number of seats."""
        return 0

    def _actions(self) -> int:
        """The size of the action space: every move is below this number."""
        return 0

    def _legal(self, out: list[int]) -> int:
        """Write the legal moves into `out`. Returns how many there are."""
        return 0

    def _pick(self, random: Random) -> int:
        """A random legal move, all equally likely. It is a pass only if there is nothing else."""
        return 0

    def _apply(self, move: int) -> None:
        """Make a legal move."""

    def _turn_up(self, card: int) -> None:
        """Lay out the card that the pile owes."""

    def _roll(self, random: Random) -> None:
        """Let chance turn up the card that the pile owes."""

    def _assign(self, other: Position) -> None:
        """Become a copy of `other`, which is of the same class."""

    def _forget_order(self) -> None:
        """Stop keeping what is shown but matters to no rule, to speed up playouts and search."""

    def _points(self, seat: int) -> int:
        """The points of a seat's cards now."""
        return 0

    def _returns(self, seat: int) -> float:
        """A seat's share of the win if the game ended now."""
        return 0.0

    def _playout(self, random: Random) -> int:
        """Play to the end at random. Returns the number of decisions."""
        decisions = 0
        while True:
            while self.owed:
                self._roll(random)
            if self.ended:
                return decisions
            self._apply(self._pick(random))
            decisions += 1


if not cython.compiled:
    Position._ready = False  # set even if `__init__` was not called, as in C
    Position._unknown = 0
    Sampler._busy = False


def built_from() -> str:
    """The hash of the sources that this was compiled from (`gangland.core.kernel`), or an empty text if it is plain."""
    return SOURCE_HASH.decode()
