"""Finds the best moves of a seat from what it has seen, each with its value."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Event
from typing import Generic, cast

from gangland.bots.look import Look
from gangland.bots.net import Net
from gangland.bots.netfile import NetFile
from gangland.bots.search import Search, Solver, share_and_lead
from gangland.core.arguments import LARGEST_SEED, instance, real, whole
from gangland.core.evaluator import EndgameEvaluator, Evaluator
from gangland.core.game import Game, M, View
from gangland.core.position import Position, Sampler
from gangland.play import InformationState

CHUNK = 128  # simulations between two readings of the clock
MARGIN = 1.1  # how much faster than so far a search may become
OBVIOUS_AFTER = 1 / 16  # the part of the time after which a choice may be obvious
OBVIOUS = 0.05  # the visits of the second move, as a part of the first one's, of an obvious choice
MOST_SIMULATIONS = 4_000_000
SIMULATIONS_PER_SECOND = 200_000  # about
NODES_PER_SIMULATION = 4  # that take the solver about a third of the time of a simulation
NETS = Path(__file__).parent / "nets"


@dataclass(frozen=True)
class Limit:
    """How long to search: a number of simulations, of seconds, or whichever ends first.

    Raises ValueError or TypeError without either, or for a number out of bounds.
    """

    simulations: int | None = None
    seconds: float | None = None
    threads: int = 1
    cpu: bool = False  # the seconds are CPU time of the thread that thinks, whatever else the machine does
    soon: bool = False  # one thread stops as soon as the choice is made, as players do; values are rougher then

    def __post_init__(self) -> None:
        if self.simulations is None and self.seconds is None:
            raise ValueError("A limit needs a number of simulations, of seconds, or both.")
        if self.simulations is not None:
            whole(self.simulations, "The number of simulations", 1, 2**31 - 1)
        if self.seconds is not None:
            real(self.seconds, "The number of seconds", 0.0, 1e9)
        whole(self.threads, "The number of threads", 1, 256)
        instance(self.cpu, bool, "Whether seconds are CPU time")
        instance(self.soon, bool, "Whether to stop soon")

    def clock(self) -> float:
        """The time by which the seconds count. CPU time is that of the thread that asks."""
        return time.thread_time() if self.cpu else time.perf_counter()


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks: how much it explores, believes, and solves, and whether it asks a net."""

    exploration: float = 1.0  # times the usual exploration
    trust: float = 1.0  # how much the others' moves tell about their alliances; 0 means nothing
    habits: bool = True  # they tell what was learned from games, if anything was; otherwise it goes by rules of thumb
    nodes: int = 2_000_000  # the most positions that the solver of endgames may visit
    piles: bool = True  # ask the solver also while a pile is left whose order is known
    nets: bool = True  # judge positions by the game's net, if there is one; otherwise play them to the end
    looks: bool = True  # weigh moves by the game's learned first look, if there is one; otherwise by priors
    nets_of: str = ""  # the version whose nets and looks these are, if not today's, or a folder of them
    fair: bool = True  # where they are played to the end, dismiss no move after a few simulations


@dataclass(frozen=True)
class Candidate(Generic[M]):
    """A move that the search tried."""

    move: M
    share: float  # of the simulations that began with it
    value: float  # the expected utility, from 0 to 1
    visits: int = 0  # how many simulations began with it
    line: tuple[
        M, ...
    ] = ()  # the principal variation: this move and the likeliest ones after it, where there is a choice


@dataclass(frozen=True)
class Analysis(Generic[M]):
    """The result of a search: the candidates, the best one first."""

    candidates: tuple[Candidate[M], ...]
    simulations: int
    exact: bool  # the solver found the value; it is not an estimate

    @property
    def depth(self) -> int:
        """How many moves the longest principal variation has."""
        return max((len(candidate.line) for candidate in self.candidates), default=0)

    @property
    def move(self) -> M:
        """The best move; raises ValueError if there is none."""
        if not self.candidates:
            raise ValueError("Nothing was looked at.")
        return self.candidates[0].move


USUAL = SearchSettings()


def analyse(
    seen: InformationState[View[M]], limit: Limit, seed: int = 0, settings: SearchSettings = USUAL
) -> Analysis[M]:
    """Search for the best move of the seat whose turn it is, from nothing but what it has seen. Raises ValueError."""
    began = instance(limit, Limit, "The limit").clock()
    instance(settings, SearchSettings, "The settings of a search")
    whole(seed, "A seed", 0, LARGEST_SEED)
    seat, view = check_turn(seen), seen.view
    if len(view.legal_moves) == 1:
        return only_move(view)
    game = game_of(view)
    position = game.position_from_view(view)
    asked = settings.trust, settings.habits
    samplers = [game.sampler(position, seat, seen.past, *asked) for _ in range(limit.threads)]
    return analyse_position(game, position, samplers, limit, seed, settings, began)


def check_turn(seen: InformationState) -> int:
    """The seat that has seen this and has to move. Raises TypeError, or ValueError if there is none."""
    instance(seen, InformationState, "What a seat has seen")
    seat = seen.view.seat
    if seat is None or not seen.view.legal_moves:
        raise ValueError("There is nothing to think about: it is another seat's turn, or the game is over.")
    return seat


def game_of(view: View[M]) -> Game[M]:
    """The game of a view. Its moves are those of the view."""
    return cast("Game[M]", view.game)


def only_move(view: View[M]) -> Analysis[M]:
    """The analysis where there is no choice. Nothing was searched."""
    move = view.legal_moves[0]
    return Analysis((Candidate(move, 1.0, 0.5, line=(move,)),), 0, exact=False)


def analyse_position(
    game: Game[M],
    position: Position,
    samplers: Sequence[Sampler],
    limit: Limit,
    seed: int = 0,
    settings: SearchSettings = USUAL,
    began: float | None = None,
) -> Analysis[M]:
    """Search from a position. Each sampler fills in what is hidden for a tree and a thread of its own.

    The seconds of the limit count from `began`, so that solving the endgame counts too.
    """
    end = None if limit.seconds is None else (limit.clock() if began is None else began) + limit.seconds
    solved = solve(game, position, limit, settings)
    if solved is not None and solved.exact:
        return solved
    if solved is not None and end is not None and limit.seconds is not None:
        end = max(end, limit.clock() + limit.seconds / 4)  # it gave up: search for a quarter of the time at least
    searches = begin_searches(game, position, samplers, _tree_size(limit), seed, settings)
    if len(searches) == 1:
        _run(searches[0], limit, end)
    else:
        stop = Event()
        left = None if end is None else end - limit.clock()  # each thread has a clock of CPU time of its own
        with ThreadPoolExecutor(len(searches)) as pool:
            try:
                list(pool.map(lambda search: _run_beside(search, limit, left, stop), searches))
            finally:
                stop.set()  # after Ctrl-C the other trees stop at once
    return merged_analysis(game, searches)


def solve(game: Game[M], position: Position, limit: Limit, settings: SearchSettings) -> Analysis[M] | None:
    """The exact analysis of an endgame. It is not exact if the solver gave up, and None if it did not try."""
    evaluator = game.evaluator()
    nodes = _solver_nodes(evaluator, position, limit, settings)
    if not nodes or not isinstance(evaluator, EndgameEvaluator):
        return None
    solved = Solver(evaluator, nodes).solve(position)
    return Analysis((), 0, exact=False) if solved is None else _exact_analysis(game, solved, evaluator)


def begin_searches(
    game: Game, position: Position, samplers: Sequence[Sampler], nodes: int, seed: int, settings: SearchSettings
) -> list[Search]:
    """A search from a position for each sampler, with room for so many nodes."""
    net = trained_net(game.name, settings.nets_of) if settings.nets else None
    look = trained_look(game.name, settings.nets_of) if settings.looks else None
    exploration = settings.exploration * usual_exploration(net)
    return [
        Search(position, game.evaluator(), sampler, seed + number, exploration, nodes, net, settings.fair, look)
        for number, sampler in enumerate(samplers)
    ]


def _solver_nodes(evaluator: Evaluator, position: Position, limit: Limit, settings: SearchSettings) -> int:
    """How many positions the solver may visit: none if there is chance left.

    The last round hardly ever takes many. With a pile left it often takes too many, so it gets a third of the time.
    """
    if not isinstance(evaluator, EndgameEvaluator) or not evaluator.can_solve(position):
        return 0
    if evaluator.is_last_round(position):
        return settings.nodes
    if not settings.piles:
        return 0
    simulations = MOST_SIMULATIONS if limit.simulations is None else limit.simulations
    thought = min(simulations, SIMULATIONS_PER_SECOND * (math.inf if limit.seconds is None else limit.seconds))
    return min(settings.nodes, int(NODES_PER_SIMULATION * thought))


@cache
def trained_net(game: str, version: str = "") -> Net | None:
    """The net of the game with this name, today's or a version's, or None if there is none. `make train` makes nets."""
    path = NETS / version / f"{game}.net"
    if not path.exists():
        return None
    file = NetFile.read(path)
    return Net(file.weights, file.seats)


@cache
def trained_look(game: str, version: str = "") -> Look | None:
    """The first look of the game with this name, today's or a version's, or None if there is none."""
    path = NETS / version / f"{game}.look"
    return Look(NetFile.read(path).weights) if path.exists() else None


def usual_exploration(net: Net | None) -> float:
    """The usual exploration of a search. It is higher with a net, whose values differ less than the ends of games."""
    return 5.0 if net else 2.0


def _tree_size(limit: Limit) -> int:
    """The number of nodes to reserve: one for each simulation that the limit allows."""
    if limit.simulations is not None:
        return min(limit.simulations, MOST_SIMULATIONS) + 2
    return int(min(600_000 * (limit.seconds or 1.0), MOST_SIMULATIONS)) + 2


def _run(search: Search, limit: Limit, end: float | None, stop: Event | None = None) -> None:
    """Run simulations up to the limit. There is at least one chunk of them, however short the time."""
    left = MOST_SIMULATIONS if limit.simulations is None else limit.simulations
    soon = limit.soon and stop is None
    began = limit.clock() if soon and end is not None else 0.0
    while left > 0:
        search.run(min(CHUNK, left))
        left -= CHUNK
        now = limit.clock() if end is not None else 0.0
        if (end is not None and now >= end) or (stop is not None and stop.is_set()):
            break
        if soon and (_is_decided(search, left) or (end is not None and _is_clear(search, began, now, end))):
            break


def _run_beside(search: Search, limit: Limit, seconds: float | None, stop: Event) -> None:
    """Run simulations in one of several threads, for so many seconds of its own."""
    _run(search, limit, None if seconds is None else limit.clock() + seconds, stop)


def _is_decided(search: Search, left: int) -> bool:
    """Whether so many more simulations cannot change the choice: no other move can be visited as often."""
    if left >= search.simulations:
        return False  # no lead is that large
    first, second = search.lead()
    return first - second > left


def _is_clear(search: Search, began: float, now: float, end: float) -> bool:
    """Whether the choice will hardly change until the end.

    At the speed so far no other move can be visited as often, or by now next to nothing else is looked at.
    """
    part = (now - began) / max(end - began, 1e-9)
    if _is_decided(search, int(MARGIN * search.simulations * (1 - part) / max(part, 1e-9))):
        return True
    if part < OBVIOUS_AFTER:
        return False
    first, second = search.lead()
    return second < OBVIOUS * first


def merged_analysis(game: Game[M], searches: Sequence[Search]) -> Analysis[M]:
    """The results of several trees as one analysis. The principal variations are those of the first tree."""
    code = game.read_number
    visits: dict[int, int] = {}
    earned: dict[int, float] = {}
    for search in searches:
        for move, count, value in search.results():
            visits[move] = visits.get(move, 0) + count
            earned[move] = earned.get(move, 0.0) + count * value
    total = max(1, sum(visits.values()))
    best = sorted(visits, key=lambda move: (-visits[move], -earned[move] / max(1, visits[move]), move))
    candidates = tuple(
        Candidate(
            code(move), visits[move] / total, earned[move] / max(1, visits[move]), visits[move],
            tuple(map(code, searches[0].variation(move))),
        )
        for move in best
    )  # fmt: skip
    return Analysis(candidates, sum(search.simulations for search in searches), exact=False)


def _exact_analysis(game: Game[M], solved: list[tuple[int, int]], evaluator: EndgameEvaluator) -> Analysis[M]:
    """The results of the solver as an analysis."""
    best = sorted(solved, key=lambda row: (-row[1], row[0]))
    candidates = []
    for number, value in best:
        move = game.read_number(number)
        share = 1.0 if number == best[0][0] else 0.0
        candidates.append(Candidate(move, share, evaluator.end_utility(*share_and_lead(value)), line=(move,)))
    return Analysis(tuple(candidates), 0, exact=True)
