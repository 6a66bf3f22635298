"""Many games at once: deals, chance, the robot and restarts in C, into buffers that somebody else owns."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.chance import Random
    from gangland.env.encoding import Encoding, bytes_of
    from gangland.gangs.position import GangsPosition, card, held
    from gangland.position import MOST_MOVES, Position

    ints_of = words_of = memoryview  # where a buffer's numbers lie

    def floats_of(buffer: Any) -> Any:
        return memoryview(buffer)

    FEW = 64

    def ints(count: int) -> list[int]:
        """Zeros; compiled, a block of memory that `release` gives back."""
        return [0] * count

    def pointers_to(games: list[Position]) -> list[Position]:
        return games

    def release(memory: object) -> None:
        """Nothing to do for a list."""


class Dealer:
    """Deals by copying one of the given starts: all that a game without secrets needs."""

    def __init__(self, starts: list[Position]) -> None:
        self.kept = starts
        self.starts = pointers_to(starts)
        self.count = len(starts)

    def __dealloc__(self) -> None:
        release(self.starts)

    def deal(self, position: Position, random: Random) -> None:
        position.assign(cython.cast(Position, self.starts[random.below(self.count)]))


class GangsDealer(Dealer):
    """G1.1 to G1.3, onto starts from which nothing has been dealt."""

    def __init__(self, starts: list[Position], influence_each: int) -> None:
        Dealer.__init__(self, starts)
        self.influence_each = influence_each

    def deal(self, position: Position, random: Random) -> None:
        Dealer.deal(self, position, random)
        self.hand_out(cython.cast(GangsPosition, position), random)

    def hand_out(self, table: GangsPosition, random: Random) -> None:
        free = 0xFF  # gangs of which no card was dealt in G1.1
        for i in range(2 * table.players):
            gang = random.below(8)
            while not free >> gang & 1:
                gang = random.below(8)
            free -= 1 << gang
            table.alliance[i // 2 * 3 + i % 2] = gang
            take(table, gang)
        aside = 0
        for seat in range(table.players):
            gang = draw(table, random)
            while gang == table.alliance[3 * seat] or gang == table.alliance[3 * seat + 1]:
                aside += card(gang)
                gang = draw(table, random)
            table.alliance[3 * seat + 2] = gang
        for gang in range(8):
            table.members += held(aside, gang) * card(gang)
            table.members_size += held(aside, gang)
        for seat in range(table.players):
            for _ in range(self.influence_each):
                table.influence[seat] += card(draw(table, random))
            table.influence_size[seat] = self.influence_each


def take(table: GangsPosition, gang: int) -> None:
    table.members -= card(gang)
    table.members_size -= 1


def draw(table: GangsPosition, random: Random) -> int:
    """Any of the members."""
    left = random.below(table.members_size)
    gang = 0
    while left >= held(table.members, gang):
        left -= held(table.members, gang)
        gang += 1
    take(table, gang)
    return gang


def wipe(out: Any, start: int, count: int) -> None:
    for i in range(start, start + count):
        out[i] = 0


class Stepper:
    """Some games of a batch: whoever steps them sees what the seats that decide see."""

    def __init__(
        self, encoding: Encoding, dealer: Dealer, games: list[Position], states: Any, observations: Any, masks: Any,
        turns: Any, rewards: Any, dones: Any,
    ) -> None:  # fmt: skip
        self.encoding = encoding
        self.dealer = dealer
        self.random = Random(0)
        self.kept = (games, states, observations, masks, turns, rewards, dones)
        self.count = len(games)
        self.games = pointers_to(games)
        self.noted = ints(self.count)  # how many legal actions each game's mask shows
        self.notes = ints(self.count * FEW)  # which
        self.states = words_of(states)  # of each game's own random numbers
        self.observations = bytes_of(observations)
        self.masks = bytes_of(masks)
        self.turns = ints_of(turns)
        self.rewards = floats_of(rewards)
        self.dones = bytes_of(dones)
        if not cython.compiled:
            self.legal = [0] * MOST_MOVES
        for i in range(self.count):
            self.begin(i)

    def __dealloc__(self) -> None:
        release(self.games)
        release(self.noted)
        release(self.notes)

    def begin(self, i: int) -> None:
        self.random.state = self.states[i]
        self.restart(cython.cast(Position, self.games[i]))
        self.show(cython.cast(Position, self.games[i]), i)
        self.states[i] = self.random.state

    def step(self, actions: Any) -> None:
        """One action in every game, unchecked."""
        chosen = ints_of(actions)
        with cython.nogil:
            for i in range(self.count):
                self.random.state = self.states[i]
                self.play(cython.cast(Position, self.games[i]), i, chosen[i])
                self.states[i] = self.random.state

    def row(self, i: int, width: int) -> int:
        """Where the row of a game begins."""
        return i * width

    def play(self, position: Position, i: int, action: int) -> None:
        agents = self.encoding.agents
        position.apply(self.encoding.move(position, action))
        self.run_on(position)
        self.dones[i] = position.ended != 0
        for seat in range(agents):
            self.rewards[i * agents + seat] = self.encoding.reward(position, seat) if position.ended else 0.0
        if position.ended:
            self.restart(position)
        self.show(position, i)

    def restart(self, position: Position) -> None:
        self.dealer.deal(position, self.random)
        self.run_on(position)

    def run_on(self, position: Position) -> None:
        """Until an agent decides: chance, and the robot."""
        while True:
            while position.owed:
                position.roll(self.random)
            if position.ended or position.turn < self.encoding.agents:
                return
            position.apply(position.pick(self.random))

    def show(self, position: Position, i: int) -> None:
        size = self.encoding.size
        seen = self.row(i, size)
        wipe(self.observations, seen, size)
        self.encoding.write(position, position.turn, self.observations, seen)
        self.show_legal(position, i, self.row(i, self.encoding.actions))
        self.turns[i] = position.turn

    def show_legal(self, position: Position, i: int, mask: int) -> None:
        """A mask is long and has few ones: only those of before are taken back, unless they were too many to note."""
        if self.noted[i] > FEW:
            wipe(self.masks, mask, self.encoding.actions)
        else:
            for j in range(self.noted[i]):
                self.masks[mask + self.notes[i * FEW + j]] = 0
        n = position.legal(self.legal)
        self.noted[i] = n
        for j in range(n):
            action = self.encoding.action(position, self.legal[j])
            self.masks[mask + action] = 1
            if n <= FEW:
                self.notes[i * FEW + j] = action

    def pick(self, actions: Any) -> None:
        """Random actions, as in a playout: a pass only if there is nothing else."""
        chosen = ints_of(actions)
        with cython.nogil:
            for i in range(self.count):
                self.random.state = self.states[i]
                chosen[i] = self.pick_one(cython.cast(Position, self.games[i]))
                self.states[i] = self.random.state

    def pick_one(self, position: Position) -> int:
        return self.encoding.action(position, position.pick(self.random))
