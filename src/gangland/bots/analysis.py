"""Finds the best moves of a seat from what it has seen, each with its value."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event

from gangland.bots.net import Net
from gangland.bots.search import Search, Solver, share_and_lead
from gangland.core.arguments import instance, real, whole
from gangland.core.evaluator import EndgameEvaluator
from gangland.core.game import Game, Move
from gangland.core.position import Position, Sampler
from gangland.play import InformationState

CHUNK = 128  # simulations between two readings of the clock
MOST_SIMULATIONS = 4_000_000
NETS = Path(__file__).parent / "nets"


@dataclass(frozen=True)
class Limit:
    """How long to search: a number of simulations, of seconds, or whichever ends first.

    Raises ValueError or TypeError without either, or for a number out of bounds.
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("A limit needs a number of simulations, of seconds, or both.")
        if self.simulations is not None:
            whole(self.simulations, "The number of simulations", 1, 2**31 - 1)
        if self.seconds is not None:
            real(self.seconds, "The number of seconds", 0.0, 1e9)
        whole(self.threads, "The number of threads", 1, 256)


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks: how much it explores, believes, and solves, and whether it asks a net."""

    exploration: float = 1.0  # times the usual exploration
    trust: float = 1.0  # how much the others' moves tell about their alliances; 0 means nothing
    nodes: int = 2_000_000  # the most positions that the solver of endgames may visit
    nets: bool = True  # judge positions by the game's net, if there is one; otherwise play them to the end


@dataclass(frozen=True)
class Candidate:
    """A move that the search tried."""

    move: Move
    share: float  # of the simulations that began with it
    value: float  # the expected utility, from 0 to 1


@dataclass(frozen=True)
class Analysis:
    """The result of a search: the candidates, the best one first."""

    candidates: tuple[Candidate, ...]
    simulations: int
    exact: bool  # the solver found the value; it is not an estimate

    @property
    def move(self) -> Move:
        """The best move; raises ValueError if there is none."""
        if not self.candidates:
            raise ValueError("Nothing was looked at.")
        return self.candidates[0].move


USUAL = SearchSettings()


def analyse(seen: InformationState, limit: Limit, seed: int = 0, settings: SearchSettings = USUAL) -> Analysis:
    """Search for the best move of the seat whose turn it is, from nothing but what it has seen. Raises ValueError."""
    began = time.perf_counter()
    view = instance(seen, InformationState, "What a seat has seen").view
    instance(limit, Limit, "The limit")
    instance(settings, SearchSettings, "The settings of a search")
    if view.seat is None or not view.legal_moves:
        raise ValueError("There is nothing to think about: it is another seat's turn, or the game is over.")
    if len(view.legal_moves) == 1:
        return Analysis((Candidate(view.legal_moves[0], 1.0, 0.5),), 0, exact=False)
    game = view.game
    position = game.position_from_view(view)
    samplers = [game.sampler(position, view.seat, seen.past, settings.trust) for _ in range(limit.threads)]
    return analyse_position(game, position, samplers, limit, seed, settings, began)


def analyse_position(
    game: Game,
    position: Position,
    samplers: Sequence[Sampler],
    limit: Limit,
    seed: int = 0,
    settings: SearchSettings = USUAL,
    began: float | None = None,
) -> Analysis:
    """Search from a position. Each sampler fills in what is hidden for a tree and a thread of its own.

    The seconds of the limit count from `began`, so that solving the endgame counts too.
    """
    end = None if limit.seconds is None else (began or time.perf_counter()) + limit.seconds
    evaluator = game.evaluator()
    if isinstance(evaluator, EndgameEvaluator) and evaluator.can_solve(position):
        solved = Solver(evaluator, settings.nodes).solve(position)
        if solved is not None:
            return _exact_analysis(solved, game.move_type, evaluator)
        if (
            end is not None and limit.seconds is not None
        ):  # the solver gave up: search for a quarter of the time at least
            end = max(end, time.perf_counter() + limit.seconds / 4)
    net = trained_net(game.name) if settings.nets else None
    exploration = settings.exploration * usual_exploration(net)
    searches = [
        Search(position, evaluator, sampler, seed + number, exploration, _tree_size(limit), net)
        for number, sampler in enumerate(samplers)
    ]
    if len(searches) == 1:
        _run(searches[0], limit, end)
    else:
        stop = Event()
        with ThreadPoolExecutor(len(searches)) as pool:
            try:
                list(pool.map(lambda search: _run(search, limit, end, stop), searches))
            finally:
                stop.set()  # after Ctrl-C the other trees stop at once
    return _merged_analysis(searches, game.move_type)


@cache
def trained_net(game: str) -> Net | None:
    """The net of the game with this name, or None if there is none. `make train` makes nets."""
    path = NETS / f"{game}.net"
    return Net(path.read_bytes()) if path.exists() else None


def usual_exploration(net: Net | None) -> float:
    """The usual exploration of a search. It is higher with a net, whose values differ less than the ends of games."""
    return 5.0 if net else 2.0


def _tree_size(limit: Limit) -> int:
    """The number of nodes to reserve: one for each simulation that the limit allows."""
    if limit.simulations is not None:
        return min(limit.simulations, MOST_SIMULATIONS) + 2
    return int(min(300_000 * (limit.seconds or 1.0), MOST_SIMULATIONS)) + 2


def _run(search: Search, limit: Limit, end: float | None, stop: Event | None = None) -> None:
    """Run simulations up to the limit. There is at least one chunk of them, however short the time."""
    left = MOST_SIMULATIONS if limit.simulations is None else limit.simulations
    while left > 0:
        search.run(min(CHUNK, left))
        left -= CHUNK
        if (end is not None and time.perf_counter() >= end) or (stop is not None and stop.is_set()):
            break


def _merged_analysis(searches: Sequence[Search], move_type: type[Move]) -> Analysis:
    """The results of several trees as one analysis."""
    visits: dict[int, int] = {}
    earned: dict[int, float] = {}
    for search in searches:
        for move, count, value in search.results():
            visits[move] = visits.get(move, 0) + count
            earned[move] = earned.get(move, 0.0) + count * value
    total = max(1, sum(visits.values()))
    best = sorted(visits, key=lambda move: (-visits[move], -earned[move] / max(1, visits[move]), move))
    candidates = tuple(
        Candidate(move_type(move), visits[move] / total, earned[move] / max(1, visits[move])) for move in best
    )
    return Analysis(candidates, sum(search.simulations for search in searches), exact=False)


def _exact_analysis(solved: list[tuple[int, int]], move_type: type[Move], evaluator: EndgameEvaluator) -> Analysis:
    """The results of the solver as an analysis."""
    best = sorted(solved, key=lambda row: (-row[1], row[0]))
    candidates = tuple(
        Candidate(move_type(move), 1.0 if move == best[0][0] else 0.0, evaluator.end_utility(*share_and_lead(value)))
        for move, value in best
    )
    return Analysis(candidates, 0, exact=True)
