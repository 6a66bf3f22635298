"""One search for all games, written against the contracts of Position and Evaluator.

It grows a tree of decisions and samples everything hidden anew in each simulation: draws by the position itself, other
players' cards by a `Sampler`. So a node stands for what its player knows, not for one world, and the legal moves may
differ from visit to visit. Where players have secrets from each other, each simulation takes the view of one seat, and
only that seat learns from it: nobody in the tree may profit from what only the searcher knows.

`Solver` calculates the rest of a game in which nothing is hidden any more.
"""

from __future__ import annotations

from typing import Any

from gangland.core.arguments import instance, real, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from math import sqrt

    from gangland.bots.look import Look
    from gangland.bots.net import Net
    from gangland.core.chance import Random, check_signals
    from gangland.core.evaluator import EndgameEvaluator, Evaluator
    from gangland.core.position import MOST_MOVES, Position, Sampler

    MOST_NODES = 100_000_000
    RUNS_AT_ONCE = 512  # simulations between two looks for Ctrl-C
    NODES_AT_ONCE = 256
    DEEPEST = 512
    WORTH_A_WIN = 1000
    BOUNDLESS = 10_000
    EVERYBODY = -1
    OTHERS_EVERY = 4  # one simulation in so many takes another seat's view
    FAIR_AFTER = 1024  # simulations, from which on no move at the root is dismissed by a few of them
    FAIR_SHARE = 16  # the best move deserves one visit in so many, the second best one in twice as many, and so on
    FAIR_TURN = 64  # simulations after which it is looked again who has too few visits, and gets the next half of them
    ALL_SERVED = -1
    UNTRIED = 0
    LEAST_ROOM = 2  # for the children of a node
    SIZES = 32  # of rooms; each is twice as large as the one before
    ROOM_A_NODE = 4  # places for each node at the most, as children move to a room twice as large when theirs is full

    def ints(count: int) -> list[int]:
        """A row of zeros. Compiled, it is a block of memory that `release` gives back."""
        return [0] * count

    words = ints

    class Node:
        """A move in the tree, with its visits and what it led to for the player who made it.

        Its children lie side by side from the place `first` on. Place 0 is the root.
        """

        def __init__(self) -> None:
            self.value = 0.0  # the sum of the utilities
            self.visits = self.move = self.first = self.children = 0

    class Places(dict[int, Node]):
        """The places of a tree. Compiled, they are a block of memory."""

        def __missing__(self, place: int) -> Node:
            self[place] = node = Node()
            return node

    def new_nodes(count: int) -> Places:
        """Places for so many nodes, the first of them for the root."""
        return Places({0: Node()})

    def move_node(tree: Places, place: int, other: int) -> None:
        """Move a node to another place, and leave its own one empty."""
        tree[other] = tree.pop(place)

    def release(memory: object) -> None:
        """Do nothing: a list needs no release."""


class Search:
    """A tree that grows by simulations from one root."""

    def __init__(
        self,
        root: Position,
        evaluator: Evaluator,
        sampler: Sampler,
        seed: int,
        exploration: float,
        most: int,
        net: Net | None = None,
        fair: bool = True,
        look: Look | None = None,
    ) -> None:
        if self.nodes:
            raise ValueError("This search is made already.")
        table: Position = cython.cast(Position, instance(root, Position, "The root"))
        table._check_ready()
        self.random = Random(seed)
        self.exploration = real(exploration, "Exploration", 0.0, 1e6)
        self.most = whole(most, "The number of nodes", 2, MOST_NODES)
        self.sampler: Sampler = instance(sampler, Sampler, "The sampler")
        if not self.sampler._fits(table) or self.sampler.players not in (0, table._seats()):
            raise ValueError("This sampler was made for another position.")
        self.evaluator: Evaluator = instance(evaluator, Evaluator, "The evaluator")
        if not self.evaluator._suits(table):
            raise ValueError("This evaluator was made for another game.")
        self.trained = net is not None
        self.net = cython.cast(Net, net)  # used only if `trained`
        if self.trained:
            instance(net, Net, "The net")
            self.net._check_suits(self.evaluator)
            if self.net.seats:
                self.net._check_seats(table)
        self.looking = look is not None
        self.look = cython.cast(Look, look)  # used only if `looking`
        if self.looking:
            instance(look, Look, "The first look")
            self.look._check_suits(self.evaluator)
        self.fair = bool(fair) and not self.trained
        self.root = table._twin()
        self.root._forget_order()
        self.world = self.root._twin()
        self.epoch = 0
        self.simulations = 0
        self.root_seat = table.turn
        self.players = self.sampler.players
        self.sum = 0.0
        self.squares = 0.0
        self.choices = 0  # the number of moves at the root
        self.judged = -1  # the simulation that the net was asked about last
        self.served = ALL_SERVED  # the node at the root, or UNTRIED, that gets simulations before all others
        self.places = 1  # that are in use, or were
        self.tree = new_nodes(ROOM_A_NODE * self.most)
        self.found = ints(table._actions())
        self.stamp = ints(table._actions())
        if not self.tree or not self.found or not self.stamp:
            raise MemoryError("There is not enough memory for so many nodes.")
        if not cython.compiled:
            self.path = [0] * DEEPEST
            self.seats = [0] * DEEPEST
            self.utilities = [0.0] * 4
            self.expected = [0.0] * 8
            self.legal = [0] * MOST_MOVES
            self.weight = [0] * MOST_MOVES
            self.root_weight = [0] * MOST_MOVES
            self.tried_moves = [0] * MOST_MOVES
            self.left_rooms = [0] * SIZES
        self.root_total = 0
        if not self.root.owed and not self.root.ended:
            n = self.root._legal(self.legal)
            if n > 1:  # otherwise what comes first is another decision in every world
                self.root_total = self._weigh(self.root, n, self.root_weight)
            self.root._check_sound()
        self.nodes: int = 1  # set last: from here on the search can run

    def __dealloc__(self) -> None:
        release(self.tree)
        release(self.found)
        release(self.stamp)

    def __reduce__(self) -> Any:
        raise TypeError("A search cannot be pickled.")

    def run(self, simulations: int) -> None:
        """Run this many more simulations, without the GIL. Ctrl-C stops it after some of them."""
        left = whole(simulations, "The number of simulations", 0, 2**62)
        self._check_free()
        if self.sampler._busy:
            raise RuntimeError("A search in another thread is using the same sampler.")
        world, root, sampler, random = self.world, self.root, self.sampler, self.random
        self.busy: bool = True
        sampler._busy = True
        try:
            while left:
                n = min(left, RUNS_AT_ONCE)
                with cython.nogil:
                    for _ in range(n):
                        world._assign(root)
                        seat = self._next_learner()
                        sampler._sample(world, seat, random)
                        self._simulate(world, seat if self.players else EVERYBODY, random)
                left -= n
                world._check_sound()
                check_signals()
        finally:
            self.busy = sampler._busy = False

    def results(self) -> list[tuple[int, int, float]]:
        """Each move at the root that was tried, with its visits and its mean utility."""
        self._check_free()
        rows = []
        first = self.tree[0].first
        for child in range(first + self.tree[0].children - 1, first - 1, -1):
            visits = self.tree[child].visits
            if visits:
                rows.append((self.tree[child].move, visits, self.tree[child].value / visits))
        return rows

    def variation(self, move: int) -> list[int]:
        """The moves that were tried most often after a move at the root, which is the first of them.

        All seats move in it. Moves that leave no choice are not in it, nor is what was tried only once.
        """
        wanted = whole(move, "A move", 0, 2**31 - 1)
        self._check_free()
        node = 0
        first = self.tree[0].first
        for child in range(first, first + self.tree[0].children):
            if self.tree[child].move == wanted:
                node = child
        moves = [wanted]
        while node:
            visits = 1
            first = self.tree[node].first
            last = first + self.tree[node].children - 1
            node = 0
            for child in range(last, first - 1, -1):
                if self.tree[child].visits > visits:
                    node = child
                    visits = self.tree[child].visits
            if node:
                moves.append(self.tree[node].move)
        return moves

    def lead(self) -> tuple[int, int]:
        """The visits of the two moves at the root that were tried most often."""
        self._check_free()
        first = second = 0
        start = self.tree[0].first
        for child in range(start, start + self.tree[0].children):
            visits = self.tree[child].visits
            if visits > first:
                first, second = visits, first
            elif visits > second:
                second = visits
        return first, second

    def _check_free(self) -> None:
        if not self.nodes:
            raise ValueError("This search has no root.")
        if self.busy:
            raise RuntimeError("This search is running in another thread.")

    def _next_learner(self) -> int:
        """The seat whose view the next simulation takes: mostly the searcher's own, now and then another's."""
        if self.players == 0 or self.simulations % OTHERS_EVERY < OTHERS_EVERY - 1:
            return self.root_seat
        return (self.root_seat + 1 + self.simulations // OTHERS_EVERY % (self.players - 1)) % self.players

    def _simulate(self, world: Position, learner: int, random: Random) -> None:
        """Go down the tree and one node further, play to the end or ask the net, and take the result back up."""
        node = 0
        depth = 0
        while True:
            while world.owed:
                world._roll(random)
            if world.ended:
                break
            n = world._legal(self.legal)
            if n == 1 and (node or not self.root_total):  # a choice at the root stays one in others' eyes
                world._apply(self.legal[0])
                continue
            choice = self._choose(world, node, n, learner)
            child = self.found[choice] if self.stamp[choice] == self.epoch else 0
            fresh = child == 0
            if fresh:
                if self.nodes == self.most or depth == DEEPEST:
                    break
                child = self._add_child(node, choice)
            self.path[depth] = child
            self.seats[depth] = world.turn
            depth += 1
            world._apply(choice)
            node = child
            if fresh or depth == DEEPEST:
                break
        if self.trained:
            self._advance(world, random)
        else:
            self._finish(world, random)
        paid_seats = 0  # the seats whose utility is calculated already
        for i in range(depth):
            seat = self.seats[i]
            if learner != EVERYBODY and learner != seat:
                continue
            if not paid_seats >> seat & 1:
                paid_seats |= 1 << seat
                self.utilities[seat] = self._worth(world, seat)
            self.tree[self.path[i]].visits += 1
            self.tree[self.path[i]].value += self.utilities[seat]
        outcome = (
            self.utilities[self.root_seat] if paid_seats >> self.root_seat & 1 else self._worth(world, self.root_seat)
        )
        self.simulations += 1
        self.sum += outcome
        self.squares += outcome * outcome

    def _add_child(self, node: int, move: int) -> int:
        """Add a move to the tree. Returns its place.

        All children of a node lie side by side, so that a choice among them waits for the memory once.
        """
        count = self.tree[node].children
        first = self.tree[node].first
        if count == 0 or (count >= LEAST_ROOM and count & (count - 1) == 0):  # their room is full
            room = max(2 * count, LEAST_ROOM)
            size = 0
            while LEAST_ROOM << size < room:
                size += 1
            start = self.left_rooms[size]
            if start:
                self.left_rooms[size] = self.tree[start].first
                self.tree[start].first = 0
            else:
                start = self.places
                self.places += room
            for i in range(count):
                move_node(self.tree, first + i, start + i)
            if count:
                self.tree[first].first = self.left_rooms[size - 1]
                self.left_rooms[size - 1] = first
            if node == 0 and self.served > 0:
                self.served += start - first
            self.tree[node].first = first = start
        self.nodes += 1
        self.tree[node].children = count + 1
        self.tree[first + count].move = move
        return first + count

    def _finish(self, world: Position, random: Random) -> None:
        """Play rollout moves to the end."""
        while True:
            while world.owed:
                world._roll(random)
            if world.ended:
                return
            world._apply(self.evaluator._rollout_move(world, random))

    def _advance(self, world: Position, random: Random) -> None:
        """Go on to the next decision that leaves a choice."""
        while True:
            while world.owed:
                world._roll(random)
            if world.ended or world._legal(self.legal) > 1:
                return
            world._apply(self.legal[0])

    def _worth(self, world: Position, seat: int) -> float:
        """What the end of a simulation is worth to a seat. If the game is not over, the net says it."""
        if world.ended:
            return self.evaluator._utility(world, seat)
        if self.net.seats:
            if self.judged != self.simulations:
                self.judged = self.simulations
                self.net._expect(self.evaluator, world, world.turn, self.expected)
            seats = world._seats()
            place = (seat + seats - world.turn) % seats
            worth: float = self.net._worth(self.evaluator, world, self.expected, place)
            return worth
        value: float = self.net._value(self.evaluator, world, world.turn)
        return value if world.turn == seat else 1.0 - value

    def _serve(self) -> None:
        """Find the move at the root that has too few visits for its rank by results so far.

        Without this, what was unlucky in its first few simulations would not be seen again: rollouts judge a move
        worse than a search that has looked into it for a while, so whatever is looked into first stays ahead.
        """
        self.served = ALL_SERVED
        if not self.fair or self.simulations < FAIR_AFTER:
            return
        count = 0
        total = 0
        first = self.tree[0].first
        for child in range(first + self.tree[0].children - 1, first - 1, -1):
            visits = self.tree[child].visits
            if visits:
                total += visits
                i = count
                while i and self._is_better(child, self.tried_moves[i - 1]):
                    self.tried_moves[i] = self.tried_moves[i - 1]
                    i -= 1
                self.tried_moves[i] = child
                count += 1
        most = 1.0
        for i in range(count):
            lack = total / (FAIR_SHARE * (i + 1.0) * self.tree[self.tried_moves[i]].visits)
            if lack > most:
                most = lack
                self.served = self.tried_moves[i]
        if self.served == ALL_SERVED and count < self.choices and total > FAIR_SHARE * self.choices:
            self.served = UNTRIED

    def _is_better(self, one: int, other: int) -> bool:
        """Whether a node has the higher mean."""
        return self.tree[one].value * self.tree[other].visits > self.tree[other].value * self.tree[one].visits

    def _choose(self, world: Position, node: int, n: int, learner: int) -> int:
        """The legal move with the best mix of results, priors and exploration."""
        first = node == 0 and (learner == EVERYBODY or learner == self.root_seat)
        if first:
            self.choices = n
            if self.simulations % FAIR_TURN == 0:
                self._serve()
            first = self.served != ALL_SERVED and self.simulations % FAIR_TURN < FAIR_TURN // 2
        self.epoch += 1
        start = self.tree[node].first
        for child in range(start, start + self.tree[node].children):
            self.found[self.tree[child].move] = child
            self.stamp[self.tree[child].move] = self.epoch
        if first and self.served != UNTRIED:
            return self.tree[self.served].move
        if node == 0 and self.root_total and (learner == EVERYBODY or learner == self.root_seat):
            weights = self.root_weight
            total = self.root_total
        else:
            weights = self.weight
            total = self._weigh(world, n, weights)
        count = 0  # of moves with results
        heaviest = 0  # the largest prior among the other moves
        tried = 0
        earned = 0.0
        choice = self.legal[0]
        for i in range(n):
            if self.stamp[self.legal[i]] == self.epoch:
                child = self.found[self.legal[i]]
                if self.tree[child].visits:
                    tried += self.tree[child].visits
                    earned += self.tree[child].value
                    self.tried_moves[count] = i
                    count += 1
                    continue
            if weights[i] > heaviest:
                heaviest = weights[i]
                choice = self.legal[i]
        if first and heaviest:
            return choice
        unknown = earned / tried - 0.1 if tried else 0.5
        push = self.exploration * self._spread() * sqrt(tried + 1.0) / total
        best = unknown + push * heaviest if heaviest else -1.0
        for i in range(count):
            child = self.found[self.legal[self.tried_moves[i]]]
            visits = self.tree[child].visits
            score = self.tree[child].value / visits + push * weights[self.tried_moves[i]] / (1 + visits)
            if score > best:
                best = score
                choice = self.tree[child].move
        return choice

    def _weigh(self, world: Position, n: int, weights: list[int]) -> int:
        """Write the weight of each legal move before any search. Returns the sum."""
        if self.looking:
            total: int = self.look._weigh(self.evaluator, world, self.legal, n, weights)
        else:
            total = self.evaluator._priors(world, self.legal, n, weights)
        return total

    def _spread(self) -> float:
        """The standard deviation of the results so far. It is small where the game is all but decided."""
        if self.simulations < 8:
            return 0.5
        mean = self.sum / self.simulations
        return sqrt(max(self.squares / self.simulations - mean * mean, 0.0)) + 0.01


class Solver:
    """Calculates a two-player position to the end, if that takes at most `most` nodes."""

    def __init__(self, evaluator: EndgameEvaluator, most: int, slots: int = 1 << 20) -> None:
        if self.slots:
            raise ValueError("This solver is made already.")
        self.evaluator: EndgameEvaluator = instance(evaluator, EndgameEvaluator, "The evaluator")
        self.most = whole(most, "The number of nodes", 0, 2**31 - 2)
        self.nodes = 0
        slots = whole(slots, "The number of slots", 1, 1 << 26)
        if slots & (slots - 1):
            raise ValueError(f"The number of slots is a power of two, not {slots}.")
        self.keys = words(slots)
        self.floors = ints(slots)
        self.roofs = ints(slots)
        if not self.keys or not self.floors or not self.roofs:
            raise MemoryError("There is not enough memory for so many slots.")
        self.slots: int = slots  # set last: from here on the solver can run

    def __dealloc__(self) -> None:
        release(self.keys)
        release(self.floors)
        release(self.roofs)

    def __reduce__(self) -> Any:
        raise TypeError("A solver cannot be pickled.")

    def solve(self, position: Position) -> list[tuple[int, int]] | None:
        """Every legal move with its value for the seat that decides, or None if that takes too many nodes.

        A value is WORTH_A_WIN times (win 1, tie 0, loss -1), plus the difference in points.
        """
        if not self.slots:
            raise ValueError("This solver has no memory.")
        if self.busy:
            raise RuntimeError("This solver is at work in another thread.")
        table = cython.cast(Position, instance(position, Position, "A position"))
        self.evaluator._check_suits(table)
        if table._seats() != 2 or self.evaluator._key(table) == 0:
            raise ValueError("This game cannot be solved.")
        self.busy: bool = True
        try:
            return self._solve(table)
        finally:
            self.busy = False

    def _solve(self, position: Position) -> list[tuple[int, int]] | None:
        self.nodes = 0
        rows = []
        for move in position._moves():
            branch = position._twin()
            branch._apply(move)
            value = self._value_of(branch, -BOUNDLESS, BOUNDLESS)
            if self.nodes > self.most:
                return None
            rows.append((move, value if position.turn == 0 else -value))
        return rows

    def _value_of(self, position: Position, low: int, high: int) -> int:
        """The value for seat 0 if it lies between `low` and `high`, else a bound on the same side (alpha-beta search).

        Copies on the way are Python objects, so this keeps the GIL.
        """
        self.nodes += 1
        if self.nodes % NODES_AT_ONCE == 0:
            check_signals()
        if self.nodes > self.most or position.owed:
            self.nodes = self.most + 1  # a card is drawn by chance: give up
            return 0
        margin = position._points(0) - position._points(1)
        if position.ended:
            return final_value(margin, int(2 * position._returns(0)) - 1)
        floor = final_value(margin - self.evaluator._max_gain(position, 1), -1)
        roof = final_value(margin + self.evaluator._max_gain(position, 0), 1)
        key = self.evaluator._key(position) | 1
        slot = key >> 20 & (self.slots - 1)
        if self.keys[slot] == key:
            floor = max(floor, self.floors[slot])
            roof = min(roof, self.roofs[slot])
        if floor >= high or floor == roof:
            return floor
        if roof <= low:
            return roof
        low = max(low, floor)
        high = min(high, roof)
        best = -BOUNDLESS if position.turn == 0 else BOUNDLESS
        for move in reversed(position._moves()):  # moves that end a turn come first
            branch = position._twin()
            branch._apply(move)
            if position.turn == 0:
                best = max(best, self._value_of(branch, max(low, best), high))
                if best >= high:
                    break
            else:
                best = min(best, self._value_of(branch, low, min(high, best)))
                if best <= low:
                    break
        if self.nodes <= self.most:  # otherwise the solver gave up, and the value is wrong
            self.keys[slot] = key
            self.floors[slot] = best if best > low else floor
            self.roofs[slot] = best if best < high else roof
        return best


def final_value(margin: int, tied: int) -> int:
    """The value of an end for seat 0: its margin in points, plus WORTH_A_WIN for a win, minus that for a loss.

    At a margin of 0 `tied` decides: 1 is a win, 0 a tie, -1 a loss.
    """
    if margin == 0:
        return tied * WORTH_A_WIN
    return margin + (WORTH_A_WIN if margin > 0 else -WORTH_A_WIN)


def share_and_lead(value: int) -> tuple[float, int]:
    """The share of the win and the lead in points that a solved value stands for."""
    result = round(whole(value, "A value", -BOUNDLESS, BOUNDLESS) / WORTH_A_WIN)
    return (result + 1) / 2, value - WORTH_A_WIN * result


if not cython.compiled:
    Search.nodes = 0  # set even if `__init__` was not called, as in C
    Solver.slots = 0
    Search.busy = Solver.busy = False
