"""Measures how fast the kernel is on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from gangland.bots import Limit, analyse
from gangland.core import kernel
from gangland.core.game import Game, options_of
from gangland.core.position import Position
from gangland.play import Match, deal
from gangland.registry import load_game, offered_games


def benches() -> dict[str, Game]:
    """The games to measure by name: every game that tables offer, for each number of players that it takes."""
    found: dict[str, Game] = {}
    for name, game in offered_games().items():
        sizes = [size for option in options_of(game) if option.name == "players" for size in option.choices]
        found |= {f"{name}-{size}": load_game(name, {"players": size}) for size in sizes} or {name: game()}
    return found


BENCHES = benches()
REPEATS = 3


def start(game: Game) -> Position:
    """The position before the first card is laid out, so that every playout draws its own cards."""
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
    """The seconds and decisions that `count` playouts take for each seed, with one thread for each seed."""
    with ThreadPoolExecutor(len(seeds)) as pool:
        began = time.perf_counter()
        decisions = sum(pool.map(lambda seed: position.playouts(count, seed), seeds))
        return time.perf_counter() - began, decisions


def measure(names: list[str], seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """One row of figures for each game: the named ones, or without names all of them and OpenSpiel's.

    The figures of the uncompiled kernel come from a process of its own.
    """
    cores = os.cpu_count() or 1
    for name in names or BENCHES:
        position = start(BENCHES[name])
        playouts, decisions = speed(position, seconds, 1)
        row = {"playouts_per_s": playouts, "decisions_per_s": decisions}
        if kernel.state() == "plain":
            row["uncompiled_playouts_per_s"] = playouts
        else:
            row["uncompiled_playouts_per_s"] = uncompiled(name, seconds)
            row["all_cores_playouts_per_s"] = speed(position, seconds, cores)[0]
        row["search_sims_per_s"] = search_speed(BENCHES[name], seconds)
        if find_spec("numpy"):
            row["batch_decisions_per_s"] = batch_speed(BENCHES[name], seconds, cores)
        row |= step_speeds(BENCHES[name], seconds)
        yield name, {key: round(value) for key, value in row.items()}
    if not names and find_spec("pyspiel"):
        yield from measure_openspiel(seconds)


def search_speed(game: Game, seconds: float) -> float:
    """Simulations per second of a search from the opening on one core: the median of a few runs."""
    match = Match.new(game, seed=1)
    speeds = []
    for seed in range(REPEATS):
        began = time.perf_counter()
        analysis = analyse(match.seen(match.turn), Limit(seconds=seconds), seed)
        speeds.append(analysis.simulations / (time.perf_counter() - began))
    return median(speeds)


def batch_speed(game: Game, seconds: float, threads: int) -> float:
    """Decisions per second of a batch on all cores, with observations and masks: the median of a few runs."""
    from gangland.env.batch import Batch

    batch = Batch(game, 64 if kernel.state() == "plain" else 2048, seed=1, threads=threads)
    runs = []
    for _ in range(REPEATS):
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            batch.step(batch.random_actions())
            steps += 1
        runs.append(steps * len(batch.turns) / (time.perf_counter() - began))
    return median(runs)


def step_speeds(game: Game, seconds: float) -> dict[str, float]:
    """Steps per second of CPU in random games of single environments, beside those of a match: medians of a few runs.

    All play in turn, so that a ratio of two figures does not depend on what else the machine does.
    """
    players: dict[str, Callable[[Random], int]] = {"match_steps_per_s": partial(match_steps, game)}
    if find_spec("pettingzoo"):
        env = import_module("gangland.env.pettingzoo").env(game)
        players["pettingzoo_steps_per_s"] = partial(pettingzoo_steps, env)
    if find_spec("pyspiel"):
        rules = import_module("gangland.env.openspiel").load(game)
        players["openspiel_steps_per_s"] = partial(openspiel_steps, rules)
    runs: dict[str, list[float]] = {name: [] for name in players}
    for seed in range(REPEATS):
        for name, play in players.items():
            dice, steps, began = Random(seed), 0, time.process_time()
            while time.process_time() - began < seconds / len(players) or not steps:
                steps += play(dice)
            runs[name].append(steps / (time.process_time() - began))
    return {name: median(speeds) for name, speeds in runs.items()}


def match_steps(game: Game, dice: Random) -> int:
    """Play a random match by `push`. Returns the number of moves, the robot's included."""
    match = Match.new(game, seed=dice.getrandbits(64))
    while not match.outcome:
        match.push(dice.choice(match.legal_moves))
    return len(match.moves)


def pettingzoo_steps(env: Any, dice: Random) -> int:
    """Play a random game in PettingZoo, with an observation and a mask for each step. Returns the number of moves."""
    env.reset(seed=dice.getrandbits(64))
    while True:
        observation, _, terminated, _, _ = env.last()
        if terminated:
            return int(env.unwrapped.episode.length)
        actions = observation["action_mask"].nonzero()[0]
        env.step(actions[int(dice.random() * len(actions))])


def openspiel_steps(game: Any, dice: Random) -> int:
    """Play a random game in OpenSpiel, with a tensor for each decision. Returns its steps: decisions and chances."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        steps += 1
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, odds)[0])
        else:
            state.observation_tensor()
            state.apply_action(dice.choice(state.legal_actions()))
    return steps


def measure_openspiel(seconds: float) -> Iterator[tuple[str, dict[str, float]]]:
    """Random games through OpenSpiel's Python interface: two of its own games in C++, and ours."""
    import pyspiel

    openspiel = import_module("gangland.env.openspiel")  # registers ours
    ours = [openspiel.short_name(game) for game in offered_games().values() if game().players > 1]
    for name in ("backgammon", "gin_rummy", *ours):
        game, dice = pyspiel.load_game(name), Random(1)
        playouts = decisions = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            decisions += openspiel_playout(game.new_initial_state(), dice)
            playouts += 1
        took = time.perf_counter() - began
        yield name, {"playouts_per_s": round(playouts / took), "decisions_per_s": round(decisions / took)}


def openspiel_playout(state: Any, dice: Random) -> int:
    """Play an OpenSpiel state to its end at random. Returns the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, odds)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def uncompiled(name: str, seconds: float) -> float:
    """Playouts per second of the uncompiled kernel, measured in a process of its own."""
    command = [sys.executable, "-m", "gangland", "bench", name, "--json", "--seconds", str(seconds)]
    out = subprocess.run(command, env={**os.environ, kernel.PLAIN: "1"}, check=True, capture_output=True, text=True)
    return float(json.loads(out.stdout)[name]["playouts_per_s"])
