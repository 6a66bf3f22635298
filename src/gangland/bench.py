"""How fast the kernel is here and now."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from gangland import kernel
from gangland.bots import Budget, Mind
from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs
from gangland.play import Match, deal
from gangland.position import Position

BENCHES: dict[str, Game] = {
    "famiglia-duel": Duel(),
    "famiglia-solo": Solo(),
    "gangs-2": Gangs(2),
    "gangs-3": Gangs(3),
    "gangs-4": Gangs(4),
}
REPEATS = 3


def start(game: Game) -> Position:
    """The position before the first card is laid out, so that every playout has a deal of its own."""
    dealt = deal(game, seed=1)
    return game.start(dealt.setup, dealt.first)[0]


def speed(position: Position, seconds: float, threads: int) -> tuple[float, float]:
    """Playouts and decisions per second: the median of a few runs."""
    count = 1
    while timed(position, count, [0])[0] < seconds / 10:
        count *= 2
    count *= 10
    runs = []
    for run in range(REPEATS):
        took, decisions = timed(position, count, range(run * threads, (run + 1) * threads))
        runs.append((count * threads / took, decisions / took))
    return median(run[0] for run in runs), median(run[1] for run in runs)


def timed(position: Position, count: int, seeds: Sequence[int]) -> tuple[float, int]:
    """Seconds and decisions of that many playouts for each seed, a thread each."""
    with ThreadPoolExecutor(len(seeds)) as pool:
        began = time.perf_counter()
        decisions = sum(pool.map(lambda seed: position.playouts(count, seed), seeds))
        return time.perf_counter() - began, decisions


def measure(names: list[str], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """One row a game; the uncompiled figures come from a process of their own."""
    cores = os.cpu_count() or 1
    for name in names:
        position = start(BENCHES[name])
        playouts, decisions = speed(position, seconds, 1)
        row = {"playouts_per_s": playouts, "decisions_per_s": decisions}
        if kernel.state() == "plain":
            row["uncompiled_playouts_per_s"] = playouts
        else:
            row["uncompiled_playouts_per_s"] = uncompiled(name, seconds)
            row["all_cores_playouts_per_s"] = speed(position, seconds, cores)[0]
        row["search_sims_per_s"] = search_speed(BENCHES[name], seconds)
        yield name, {key: round(value) for key, value in row.items()}


def search_speed(game: Game, seconds: float) -> float:
    """Simulations per second of the search from the opening, on one core: the median of a few runs."""
    match = Match.new(game, seed=1)
    thoughts = []
    for seed in range(REPEATS):
        began = time.perf_counter()
        thought = Mind().think(match.seen(match.turn), Budget(seconds=seconds), seed)
        thoughts.append(thought.simulations / (time.perf_counter() - began))
    return median(thoughts)


def uncompiled(name: str, seconds: float) -> float:
    command = [sys.executable, "-m", "gangland", "bench", name, "--json", "--seconds", str(seconds)]
    out = subprocess.run(command, env={**os.environ, kernel.PLAIN: "1"}, check=True, capture_output=True, text=True)
    return float(json.loads(out.stdout)[name]["playouts_per_s"])
