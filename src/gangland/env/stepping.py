"""Many games at once: deals, chance, the robot and restarts in C, written into the caller's buffers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from gangland.core.arguments import buffer, instance, items, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random, check_signals
    from gangland.core.position import MOST_MOVES, Position
    from gangland.core.python_position import PythonPosition
    from gangland.env.encoding import Encoding, bytes_of

    ints_of = words_of = memoryview  # compiled, the address of a buffer's numbers

    def floats_of(buffer: Any) -> Any:
        return memoryview(buffer)

    MOST_LISTED = 64
    AT_ONCE = 4096  # games between two looks for Ctrl-C

    def ints(count: int) -> list[int]:
        """A row of zeros. Compiled, it is a block of memory that `release` gives back."""
        return [0] * count

    def pointers_to(games: list[Position]) -> list[Position]:
        return games

    def release(memory: object) -> None:
        """Do nothing: a list needs no release."""


class Dealer:
    """Deals by copying one of the given starts. A game without secrets needs no more."""

    def __init__(self, starts: Sequence[Position]) -> None:
        if self.count:
            raise ValueError("This dealer has its starts already.")
        own = own_copies(starts)
        if isinstance(own[0], PythonPosition):
            raise ValueError("There are no batches of a game in plain Python: they run without the GIL.")
        self.kept = own
        self.starts = pointers_to(own)
        self.count: int = len(own)

    def __dealloc__(self) -> None:
        release(self.starts)

    def __reduce__(self) -> Any:
        raise TypeError("A dealer cannot be pickled.")

    def _deals(self, encoding: Encoding) -> bool:
        """Whether the dealt games are of the encoding's game."""
        return self.count > 0 and encoding._suits(cython.cast(Position, self.starts[0]))

    def _deal(self, position: Position, random: Random) -> None:
        position._assign(cython.cast(Position, self.starts[random._below(self.count)]))


def own_copies(positions: Sequence[Position]) -> list[Position]:
    """Copies of positions, which must be of one game. Raises ValueError."""
    own = [instance(position, Position, "A position").copy() for position in items(positions, "The positions", 1000)]
    if not own or any(type(position) is not type(own[0]) for position in own):
        raise ValueError("There must be at least one position, and all of one game.")
    return own


def wipe(out: Any, start: int, count: int) -> None:
    """Write `count` zeros from `start` on."""
    for i in range(start, start + count):
        out[i] = 0


class Stepper:
    """Some games of a batch. It shows what the seats that decide see, and takes their actions."""

    def __init__(
        self, encoding: Encoding, dealer: Dealer, count: int, states: Any, dice: Any, observations: Any, masks: Any,
        turns: Any, rewards: Any, dones: Any,
    ) -> None:  # fmt: skip
        if self.count:
            raise ValueError("This stepper has its games already.")
        count = whole(count, "The number of games", 1, 10**8)
        self.encoding = instance(encoding, Encoding, "The encoding")
        self.dealer = instance(dealer, Dealer, "The dealer")
        if not self.encoding.size or not self.dealer._deals(self.encoding):
            raise ValueError("The dealer and the encoding are of different games.")
        self.random = Random(0)
        size, actions, agents = self.encoding.size, self.encoding.actions, self.encoding.agents
        buffers = (
            buffer(states, "The states", "LQ", count),
            buffer(dice, "The dice", "LQ", count),
            buffer(observations, "The observations", "B", count * size),
            buffer(masks, "The masks", "B", count * actions),
            buffer(turns, "The turns", "i", count),
            buffer(rewards, "The rewards", "f", count * agents),
            buffer(dones, "The dones", "B", count),
        )
        games = []
        for i in range(count):
            games.append(cython.cast(Position, self.dealer.kept[0])._twin())
            if i % AT_ONCE == 0:
                check_signals()
        self.kept = (games, buffers)
        self.games = pointers_to(games)
        self.legal_counts = ints(count)  # the number of legal actions in each game's mask
        self.legal_actions = ints(count * MOST_LISTED)  # of each game, if they are not too many
        if not self.games or not self.legal_counts or not self.legal_actions:
            raise MemoryError("There is not enough memory for so many games.")
        self.states = words_of(buffers[0])  # the state of each game's chance
        self.dice = words_of(buffers[1])  # the state of each game's random actions
        self.observations = bytes_of(buffers[2])
        self.masks = bytes_of(buffers[3])
        self.turns = ints_of(buffers[4])
        self.rewards = floats_of(buffers[5])
        self.dones = bytes_of(buffers[6])
        if not cython.compiled:
            self.legal = [0] * MOST_MOVES
        self.count: int = count
        for i in range(count):
            self._begin(i)
            if i % AT_ONCE == 0:
                check_signals()

    def __dealloc__(self) -> None:
        release(self.games)
        release(self.legal_counts)
        release(self.legal_actions)

    def __reduce__(self) -> Any:
        raise TypeError("A stepper cannot be pickled.")

    def first_illegal(self, actions: Any) -> int | None:
        """The number of the first game whose action is not legal, or None."""
        own = array("i")  # a copy: the buffer may be read-only
        own.frombytes(buffer(actions, "The actions", "i", self.count, written=False).cast("B"))
        self._check_free()  # from here on no other thread gets in
        chosen = ints_of(own)
        for i in range(self.count):
            if not self._allows(cython.cast(Position, self.games[i]), i, chosen[i]):
                return i
        return None

    def step(self, actions: Any) -> None:
        """Take one action in every game. Raises ValueError if any is illegal; then nothing has happened."""
        own = array("i")  # a copy that no other thread can change
        own.frombytes(buffer(actions, "The actions", "i", self.count, written=False).cast("B"))
        chosen = ints_of(own)
        self._check_free()  # from here on no other thread gets in
        for i in range(self.count):
            if not self._allows(cython.cast(Position, self.games[i]), i, chosen[i]):
                raise ValueError(f"Action {chosen[i]} is not legal in game {i}.")
        self.busy: bool = True
        try:
            start = 0
            while start < self.count:
                end = min(start + AT_ONCE, self.count)
                with cython.nogil:
                    for i in range(start, end):
                        self.random.state = self.states[i]
                        self._play(cython.cast(Position, self.games[i]), i, chosen[i])
                        self.states[i] = self.random.state
                start = end
                check_signals()
        finally:
            self.busy = False

    def pick(self, actions: Any) -> None:
        """Write a random action for every game, a pass only if there is nothing else.

        It uses randomness of its own, so that it does not change which cards the games meet.
        """
        kept = buffer(actions, "The actions", "i", self.count)
        chosen = ints_of(kept)
        self._check_free()  # from here on no other thread gets in
        self.busy = True
        try:
            start = 0
            while start < self.count:
                end = min(start + AT_ONCE, self.count)
                with cython.nogil:
                    for i in range(start, end):
                        self.random.state = self.dice[i]
                        chosen[i] = self._pick_one(cython.cast(Position, self.games[i]))
                        self.dice[i] = self.random.state
                start = end
                check_signals()
        finally:
            self.busy = False

    def position(self, number: int) -> Position:
        """A copy of a game's position with everything that is hidden."""
        number = whole(number, "A game", 0, max(self.count - 1, 0))
        self._check_free()
        game: Position = cython.cast(Position, self.games[number])
        return game._twin()

    def _check_free(self) -> None:
        if not self.count:
            raise ValueError("This stepper has no games.")
        if self.busy:
            raise RuntimeError("These games are being stepped in another thread.")

    def _begin(self, i: int) -> None:
        self.random.state = self.states[i]
        self._restart(cython.cast(Position, self.games[i]))
        self._show(cython.cast(Position, self.games[i]), i)
        self.states[i] = self.random.state

    def _allows(self, position: Position, i: int, action: int) -> bool:
        if self.legal_counts[i] <= MOST_LISTED:
            for j in range(self.legal_counts[i]):
                if self.legal_actions[i * MOST_LISTED + j] == action:
                    return True
            return False
        for j in range(position._legal(self.legal)):
            if self.encoding._action(position, self.legal[j]) == action:
                return True
        return False

    def _row(self, i: int, width: int) -> int:
        """The place where the row of a game begins."""
        return i * width

    def _play(self, position: Position, i: int, action: int) -> None:
        agents = self.encoding.agents
        position._apply(self.encoding._move(position, action))
        self._run_on(position)
        self.dones[i] = position.ended != 0
        for seat in range(agents):
            self.rewards[i * agents + seat] = self.encoding._reward(position, seat) if position.ended else 0.0
        if position.ended:
            self._restart(position)
        self._show(position, i)

    def _restart(self, position: Position) -> None:
        self.dealer._deal(position, self.random)
        self._run_on(position)

    def _run_on(self, position: Position) -> None:
        """Let chance and the robot play until an agent decides."""
        while True:
            while position.owed:
                position._roll(self.random)
            if position.ended or position.turn < self.encoding.agents:
                return
            position._apply(position._pick(self.random))

    def _show(self, position: Position, i: int) -> None:
        size = self.encoding.size
        seen = self._row(i, size)
        wipe(self.observations, seen, size)
        self.encoding._write(position, position.turn, self.observations, seen)
        self._show_legal(position, i, self._row(i, self.encoding.actions))
        self.turns[i] = position.turn

    def _show_legal(self, position: Position, i: int, mask: int) -> None:
        """Write the mask of a game.

        A mask is long and has few ones, so only the former ones are erased, unless they were too many to note.
        """
        if self.legal_counts[i] > MOST_LISTED:
            wipe(self.masks, mask, self.encoding.actions)
        else:
            for j in range(self.legal_counts[i]):
                self.masks[mask + self.legal_actions[i * MOST_LISTED + j]] = 0
        n = position._legal(self.legal)
        self.legal_counts[i] = n
        for j in range(n):
            action = self.encoding._action(position, self.legal[j])
            self.masks[mask + action] = 1
            if n <= MOST_LISTED:
                self.legal_actions[i * MOST_LISTED + j] = action

    def _pick_one(self, position: Position) -> int:
        return self.encoding._action(position, position._pick(self.random))


if not cython.compiled:
    Dealer.count = Stepper.count = 0  # set even if `__init__` was not called, as in C
    Stepper.busy = False
