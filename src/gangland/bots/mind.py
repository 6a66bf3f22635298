"""Thinking: from what a seat has seen to a move, with the reasons in numbers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event
from typing import cast

from gangland.arguments import instance, real, whole
from gangland.bots.net import Net
from gangland.bots.search import Search, Solver, share_and_lead
from gangland.evaluator import EndgameEvaluator
from gangland.game import Game, Move
from gangland.gangs import GangsView
from gangland.gangs.belief import Belief
from gangland.gangs.position import GangsPosition
from gangland.gangs.suspicion import weigh
from gangland.play import Seen
from gangland.position import Position, Sampler

CHUNK = 128  # simulations between two looks at the clock
MOST_SIMULATIONS = 4_000_000
NETS = Path(__file__).parent / "nets"


@dataclass(frozen=True)
class Budget:
    """How long to think: so many simulations, so many seconds, or whichever ends first."""

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("A budget needs a number of simulations, of seconds, or both.")
        if self.simulations is not None:
            whole(self.simulations, "The number of simulations", 1, 2**31 - 1)
        if self.seconds is not None:
            real(self.seconds, "The number of seconds", 0.0, 1e9)
        whole(self.threads, "The number of threads", 1, 256)


@dataclass(frozen=True)
class Option:
    move: str
    share: float  # of the simulations
    value: float  # the expected payoff, from 0 to 1


@dataclass(frozen=True)
class Thought:
    """The best options first."""

    options: tuple[Option, ...]
    simulations: int
    exact: bool  # calculated to the end

    @property
    def move(self) -> str:
        if not self.options:
            raise ValueError("Nothing was thought of.")
        return self.options[0].move


@dataclass(frozen=True)
class Mind:
    """What makes one thinker differ from another."""

    curiosity: float = 1.0  # times what is usual
    trust: float = 1.0  # in what the others' moves tell about their alliances; 0 believes nothing
    nodes: int = 2_000_000  # for endgames that can be calculated
    nets: bool = True  # where one was trained for the game; otherwise it plays on by guesses

    def think(self, seen: Seen, budget: Budget, seed: int = 0) -> Thought:
        began = time.perf_counter()
        view = instance(seen, Seen, "What a seat has seen").view
        instance(budget, Budget, "The budget")
        if not view.legal_moves:
            raise ValueError("There is nothing to think about: it is another seat's turn, or the game is over.")
        if len(view.legal_moves) == 1:
            return Thought((Option(view.legal_moves[0], 1.0, 0.5),), 0, exact=False)
        game = view.game
        position = game.position_from_view(view)
        return self.search(game, position, self.samplers(seen, position, budget.threads), budget, seed, began)

    def search(
        self,
        game: Game,
        position: Position,
        samplers: Sequence[Sampler],
        budget: Budget,
        seed: int,
        began: float | None = None,
    ) -> Thought:
        """From a position, and what fills in the rest of it: a tree for each sampler, each on a thread of its own.

        The seconds of a budget run from when it began: whatever was done since then, exact calculation too, counts.
        """
        end = None if budget.seconds is None else (began or time.perf_counter()) + budget.seconds
        evaluator = game.evaluator()
        if isinstance(evaluator, EndgameEvaluator) and evaluator.can_solve(position):
            solved = Solver(evaluator, self.nodes).solve(position)
            if solved is not None:
                return calculated(solved, game.move_type, evaluator)
            if end is not None and budget.seconds is not None:  # calculated in vain: some time is left all the same
                end = max(end, time.perf_counter() + budget.seconds / 4)
        net = trained_net(game.name) if self.nets else None
        curiosity = self.curiosity * usual_curiosity(net)
        searches = [
            Search(position, evaluator, sampler, seed + number, curiosity, room(budget), net)
            for number, sampler in enumerate(samplers)
        ]
        if len(searches) == 1:
            run(searches[0], budget, end)
        else:
            stop = Event()
            with ThreadPoolExecutor(len(searches)) as pool:
                try:
                    list(pool.map(lambda search: run(search, budget, end, stop), searches))
                finally:
                    stop.set()  # after Ctrl-C nobody waits for the other trees
        return merged(searches, game.move_type)

    def samplers(self, seen: Seen, position: Position, count: int) -> list[Sampler]:
        """What fills in whatever the seat cannot see, one for each thread."""
        view = seen.view
        if not isinstance(view, GangsView):
            return [Sampler() for _ in range(count)]
        table, seat = instance(position, GangsPosition, "A position of Gangs"), instance(view.seat, int, "A seat")
        past = [(who, move, cast(GangsView, before)) for who, move, before in seen.past] if self.trust else []
        weights = weigh(range(len(view.players)), past, self.trust)
        return [Belief(table, seat, weights) for _ in range(count)]


@cache
def trained_net(game: str) -> Net | None:
    """The net for a game of this name, if there is one; `make train` makes them."""
    path = NETS / f"{game}.net"
    return Net(path.read_bytes()) if path.exists() else None


def usual_curiosity(net: Net | None) -> float:
    """More with a net: what it thinks of positions differs less than how games from there end."""
    return 5.0 if net else 2.0


def room(budget: Budget) -> int:
    """A node for each simulation that may come."""
    if budget.simulations is not None:
        return min(budget.simulations, MOST_SIMULATIONS) + 2
    return int(min(300_000 * (budget.seconds or 1.0), MOST_SIMULATIONS)) + 2


def run(search: Search, budget: Budget, end: float | None, stop: Event | None = None) -> None:
    """However short the time, some simulations are made."""
    left = MOST_SIMULATIONS if budget.simulations is None else budget.simulations
    while left > 0:
        search.run(min(CHUNK, left))
        left -= CHUNK
        if (end is not None and time.perf_counter() >= end) or (stop is not None and stop.is_set()):
            break


def merged(searches: Sequence[Search], move_type: type[Move]) -> Thought:
    visits: dict[int, int] = {}
    earned: dict[int, float] = {}
    for search in searches:
        for move, count, value in search.results():
            visits[move] = visits.get(move, 0) + count
            earned[move] = earned.get(move, 0.0) + count * value
    total = max(1, sum(visits.values()))
    best = sorted(visits, key=lambda move: (-visits[move], -earned[move] / max(1, visits[move]), move))
    options = tuple(
        Option(str(move_type(move)), visits[move] / total, earned[move] / max(1, visits[move])) for move in best
    )
    return Thought(options, sum(search.simulations for search in searches), exact=False)


def calculated(solved: list[tuple[int, int]], move_type: type[Move], evaluator: EndgameEvaluator) -> Thought:
    best = sorted(solved, key=lambda row: (-row[1], row[0]))
    options = tuple(
        Option(str(move_type(move)), 1.0 if move == best[0][0] else 0.0, evaluator.end_utility(*share_and_lead(value)))
        for move, value in best
    )
    return Thought(options, 0, exact=True)
