"""An analysis that tells what it has found while it searches."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Thread
from typing import Generic, Self

from gangland.bots.analysis import (
    CHUNK,
    MOST_SIMULATIONS,
    USUAL,
    Analysis,
    Limit,
    SearchSettings,
    begin_searches,
    check_turn,
    game_of,
    merged_analysis,
    only_move,
    solve,
)
from gangland.core.arguments import instance
from gangland.core.game import Game, M, View
from gangland.play import InformationState

PACE = 0.25  # seconds between two infos, or less as long as the simulations have doubled since the last one


@dataclass(frozen=True)
class Info(Analysis[M]):
    """What an analysis has found so far: the candidates with value, visits and principal variation."""

    seconds: float = 0.0  # since it began


class RunningAnalysis(Generic[M]):
    """An analysis under way in a thread of its own. Iterate over it for what it has found so far.

    It is a context manager: at the end of the block the search stops. The last info is that of the whole search.
    """

    def __init__(
        self,
        seen: InformationState[View[M]],
        limit: Limit | None = None,
        seed: int = 0,
        settings: SearchSettings = USUAL,
    ) -> None:
        check_turn(seen)
        if limit is not None:
            instance(limit, Limit, "The limit")
        self._seen = seen
        self._limit = limit
        self._seed = seed
        self._settings = instance(settings, SearchSettings, "The settings of a search")
        self._infos: SimpleQueue[Info[M] | BaseException | None] = SimpleQueue()
        self._stop = Event()
        self._began = time.perf_counter()
        self._thread = Thread(target=self._work, daemon=True)
        self._ended = False
        self.info: Info[M] | None = None  # the last one that was handed out
        self._thread.start()

    def stop(self) -> None:
        """Stop the search soon. What it has found is still there to be read."""
        self._stop.set()

    def wait(self) -> Info[M]:
        """Wait for the end of the search, and return its last info. Raises what the search raised."""
        for _ in self:
            pass
        if self.info is None:
            raise ValueError("The analysis has told all it found, and that was nothing.")
        return self.info

    def __iter__(self) -> Iterator[Info[M]]:
        return self

    def __next__(self) -> Info[M]:
        found = None if self._ended else self._infos.get()
        if isinstance(found, BaseException):
            self._ended = True
            raise found
        if found is None:
            self._ended = True
            raise StopIteration
        self.info = found
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._thread.join()

    # In the thread

    def _work(self) -> None:
        try:
            view = self._seen.view
            if len(view.legal_moves) == 1:
                self._tell(only_move(view))
            else:
                self._search(game_of(view), view.seat or 0)
            self._infos.put(None)
        except BaseException as error:
            self._infos.put(error)

    def _search(self, game: Game[M], seat: int) -> None:
        limit = self._limit or Limit(simulations=2**31 - 1)
        end = None if limit.seconds is None else limit.clock() + limit.seconds
        position = game.position_from_view(self._seen.view)
        solved = solve(game, position, limit, self._settings)
        if solved is not None and solved.exact:
            self._tell(solved)
            return
        most = limit.simulations or 2**31 - 1
        sampler = game.sampler(position, seat, self._seen.past, self._settings.trust, self._settings.habits)
        nodes = min(most, MOST_SIMULATIONS) + 2
        search = begin_searches(game, position, [sampler], nodes, self._seed, self._settings)[0]
        told, next_time = 0, 0.0
        while search.simulations < most:
            search.run(min(CHUNK, most - search.simulations))
            now = time.perf_counter() - self._began
            if self._stop.is_set() or (end is not None and limit.clock() >= end):
                break
            if now >= next_time or search.simulations >= 2 * told:
                self._tell(merged_analysis(game, [search]))
                told, next_time = search.simulations, now + PACE
        if search.simulations > told:
            self._tell(merged_analysis(game, [search]))

    def _tell(self, found: Analysis[M]) -> None:
        seconds = time.perf_counter() - self._began
        self._infos.put(Info(found.candidates, found.simulations, found.exact, seconds))


def analysis(
    seen: InformationState[View[M]], limit: Limit | None = None, seed: int = 0, settings: SearchSettings = USUAL
) -> RunningAnalysis[M]:
    """Analyse what a seat has seen in a thread, and tell what is found on the way. Without a limit it goes on and on.

    The search uses one core, without the GIL. Raises ValueError if it is not this seat's turn.

    >>> from gangland.famiglia import Duel
    >>> from gangland.play import Match
    >>> match = Match.new(Duel(), seed=7)
    >>> with analysis(match.seen(match.turn), Limit(simulations=1000)) as running:
    ...     for info in running:
    ...         best = info.candidates[0]
    >>> info.simulations, best.move == best.line[0], 0 < best.value < 1
    (1000, True, True)
    """
    return RunningAnalysis(seen, limit, seed, settings)
