"""The contract every game's position fulfils.

A position is what is known on the table: flat words and bytes, moves as small integers, chance as
visible events. It never holds the order of a pile; whoever runs the game (a match, a playout, a
search) is asked for the next card.

Names without an underscore are for Python and check their arguments. Names with one are the kernel's own:
unchecked, and compiled they run without the GIL and cannot be reached from Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gangland.arguments import instance, whole

if TYPE_CHECKING:
    from gangland.game import View

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random, check_signals

    MOST_MOVES = 4096
    PLAYOUTS_AT_ONCE = 1024  # between two looks for Ctrl-C
    SOURCE_HASH = b""

P = TypeVar("P", bound="Position")


class Sampler:
    """Fills in what a seat cannot see. This one is for games in which that is nothing but the order of a pile."""

    def __init__(self) -> None:
        self.players = 0  # who have secrets from each other
        self._busy = False  # a search is asking it just now

    def imagine(self, position: Position, seat: int, random: Random) -> None:
        """Make a position one of the worlds that this seat may think it is in."""
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
        """Fill in a position that fits; nothing is to be done here."""

    def _fits(self, position: Position) -> bool:
        """Whether a position can be filled in."""
        return position._unknown == 0


class Position:
    """Somebody decides (`turn`), or the pile owes a card (`owed`), or it has ended (`ended`)."""

    def __init__(self) -> None:
        self.turn = 0
        self.owed = 0
        self.ended = 0
        self.reshuffles = 0
        self._ready = False  # cards lie on the table: it was dealt, or read from its text
        self._unknown = 0  # the seats whose cards are not known here, as a set of bits

    # For Python: every argument is checked

    def moves(self) -> list[int]:
        """The legal moves; none while a card is owed and when the game is over."""
        self._check_ready()
        if not self.owed and not self.ended:
            self._check_mover()
        return self._moves()

    def push(self, move: int) -> None:
        """Make a legal move; any other raises ValueError."""
        self._check_ready()
        self._check_mover()
        move = whole(move, "A move", 0, self._actions() - 1)
        if self.owed or self.ended or not self._is_legal(move):
            self._check_sound()
            raise ValueError(f"Move {move} is not legal now.")
        self._apply(move)
        self._check_sound()

    def draw(self, card: int) -> None:
        """Turn up this card, which the pile owes; any other raises ValueError."""
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
        """The cards from which chance turns up the next one."""
        return []

    def score(self, seat: int) -> int:
        """What a seat's cards are worth now."""
        points = self._points(self._check_seat(seat))
        self._check_sound()
        return points

    def returns(self, seat: int) -> float:
        """A seat's share of the win if the game ended now, from 0 to 1; those who tie for it share it."""
        seat = self._check_seat(seat)
        self._check_known()
        share = self._returns(seat)
        self._check_sound()
        return share

    def view(self, seat: int | None) -> View:
        """What a seat, or with None a watcher, may know: the only way out for a game's facts."""
        raise TypeError("Only the position of a game has views.")

    def copy(self: P) -> P:
        """A position of its own that is equal to this one."""
        return self._twin()

    def random_move(self, random: Random) -> int:
        """A legal move, uniformly at random; the pass only if there is nothing else."""
        dice = cython.cast(Random, instance(random, Random, "The source of chance"))
        self._check_ready()
        self._check_mover()
        if self.owed or self.ended:
            raise ValueError("There is no move now: a card is owed, or the game is over.")
        move = self._pick(dice)
        self._check_sound()
        return move

    def playouts(self, count: int, seed: int) -> int:
        """Play `count` games from here to the end and return the decisions made, without the GIL; Ctrl-C stops it."""
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

    def __str__(self) -> str:
        return self._text() if self._ready else "not set up"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}\n{self}>"

    def __eq__(self, other: object) -> bool:
        """Equal rules, and all equal on the table."""
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
        """Raise what a position in plain Python raised while the kernel asked it (`gangland.python_position`)."""

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
        """The legal moves; none while a card is owed and when the game is over."""
        if self.owed or self.ended:
            return []
        if not cython.compiled:
            out = [0] * MOST_MOVES
        n = self._legal(out)
        return [out[i] for i in range(n)]

    def _is_legal(self, move: int) -> bool:
        """Whether a move is legal, where somebody decides."""
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
        """The position as text; its game reads it back."""
        return ""

    def _rules(self) -> tuple[Any, ...]:
        """The options of the game."""
        return ()

    def _pickled(self) -> Any:
        """What `__reduce__` returns."""
        raise TypeError("Only the position of a game can be pickled.")

    # For the kernel alone: unchecked, and without the GIL

    def _seats(self) -> int:
        """How many seats the game has."""
        return 0

    def _actions(self) -> int:
        """Every move is below this number."""
        return 0

    def _legal(self, out: list[int]) -> int:
        """Write the legal moves into `out` and return how many there are."""
        return 0

    def _pick(self, random: Random) -> int:
        """A legal move, uniformly at random; the pass only if there is nothing else."""
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
        """Stop keeping what is only shown and no rule asks for: for playouts and search."""

    def _points(self, seat: int) -> int:
        """What a seat's cards are worth now."""
        return 0

    def _returns(self, seat: int) -> float:
        """A seat's share of the win if the game ended now."""
        return 0.0

    def _playout(self, random: Random) -> int:
        """Play to the end at random; return the number of decisions."""
        decisions = 0
        while True:
            while self.owed:
                self._roll(random)
            if self.ended:
                return decisions
            self._apply(self._pick(random))
            decisions += 1


if not cython.compiled:
    Position._ready = False  # also without `__init__`, as in C
    Position._unknown = 0
    Sampler._busy = False


def built_from() -> str:
    """The hash of the sources this was compiled from (`gangland.kernel`), or nothing."""
    return SOURCE_HASH.decode()
