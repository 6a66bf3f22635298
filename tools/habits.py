"""Learns how players with an alliance tend to move in Gangs (`gangs/habits.py`), from games between opponents.

Of every move it asks: with the alliances that this player really has, how likely was it among all moves of its kind?
The pulls that make the moves of all games likeliest are written as a table, to be put into `habits.py`. Every third
game is kept apart, and tells how much truer a guess of somebody's alliances became. `make habits` runs it.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import log
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from gangland.bots import Limit, contestant
from gangland.core.arguments import instance
from gangland.gangs import Gangs, GangsMove, GangsView, habits, suspicion
from gangland.gangs.habits import Choice
from gangland.gangs.suspicion import MASKS, Likelihoods
from gangland.play import Match

Floats = NDArray[np.float64]

PLAYERS = ("search:400", "past:0.1:3000")
APART = 3  # one game in so many
PENALTY = 0.5  # for the square of a pull: of what is rare little is believed
STEPS = 2000
STEP = 0.05  # of a pull, at first


@dataclass(frozen=True)
class Told:
    """What a game tells: each move with its seat and a watcher's view from before it, and everybody's alliances."""

    past: tuple[tuple[int, GangsMove, GangsView], ...]
    alliances: tuple[int, ...]  # sets of bits


def play(seats: int, seed: int, players: Sequence[str]) -> Told:
    """A game in which these players sit in turn."""
    game = Gangs(seats)
    bots = [contestant(players[(seat + seed) % len(players)], game) for seat in range(seats)]
    match = Match.new(game, seed=f"habits {seed}")
    while not match.outcome:
        match.push(bots[match.turn].choose(match.seen(match.turn), limit=Limit(simulations=100), seed=len(match.moves)))
    position = game.own(match.position)
    alliances = tuple(sum(1 << position.alliance[3 * seat + i] for i in range(3)) for seat in range(seats))
    past = [
        (seat, instance(move, GangsMove, "A move of Gangs"), instance(before, GangsView, "A view of Gangs"))
        for seat, move, before in match.seen(0).past
    ]
    return Told(tuple(past), alliances)


def decisions(told: Told) -> Iterator[tuple[int, list[Choice]]]:
    """The choices of every move, the one that was made first, with the alliances of whoever made it."""
    for seat, move, before in told.past:
        found = habits.choices(move, before.pyramid, before.gap, before.crowned)
        if len(found) > 1:
            yield told.alliances[seat], found


def learn(games: Sequence[Told]) -> dict[str, float]:
    """The pulls that make the moves of these games likeliest."""
    known = [decision for told in games for decision in decisions(told)]
    names = sorted({name for _, found in known for choice in found for name, _ in choice})
    place = {name: number for number, name in enumerate(names)}
    rows = np.zeros((sum(len(found) for _, found in known), len(names)))
    starts, row = [], 0
    for alliances, found in known:
        starts.append(row)
        for choice in found:
            for name, gang in choice:
                rows[row, place[name]] += gang is None or alliances >> gang.number & 1
            row += 1
    pulls = climb(rows, np.array(starts))
    return {name: round(float(pulls[number]), 2) for name, number in place.items()}


def climb(rows: Floats, starts: NDArray[np.int64]) -> Floats:
    """Go up where the choices become likelier, by Adam's steps."""
    sizes = np.diff([*starts, len(rows)])
    pulls, mean, square = (np.zeros(rows.shape[1]) for _ in range(3))
    made = rows[starts].sum(0)
    for step in range(1, STEPS + 1):
        weights = np.exp(rows @ pulls)
        chances = weights / np.repeat(np.add.reduceat(weights, starts), sizes)
        slope = made - chances @ rows - 2 * PENALTY * pulls
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        pulls += STEP * (1 - step / STEPS) * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return pulls


def surprise(games: Sequence[Told], likelihoods: Likelihoods, trust: float) -> float:
    """How surprising alliances are in the end to who has seen the moves: the mean of -log of their chances."""
    found = []
    for told in games:
        for seat, truth in enumerate(told.alliances):
            weights = likelihoods([seat], told.past, trust)[seat]
            shown = sum(1 << gang.number for gang in told.past[-1][2].players[seat].revealed)
            fitting = {mask: weights[mask] for mask in MASKS if not shown & ~mask}
            found.append(-log(max(fitting[truth] / sum(fitting.values()), 1e-12)))
    return float(np.mean(found))


def main(args: Sequence[str] | None = None) -> None:
    """Play games, learn from them, and print what was learned."""
    parser = ArgumentParser("make habits", description="Learn how players with an alliance tend to move in Gangs.")
    parser.add_argument("players", nargs="*", default=PLAYERS, help="contestants, as in the arena")
    parser.add_argument("--games", type=int, default=360, help="a third of them for two, three and four players each")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(args)
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        seats = [2 + seed // APART % 3 for seed in range(asked.games)]
        made = pool.map(partial(play, players=asked.players), seats, range(asked.games))
        games = list(tqdm(made, total=asked.games, unit=" games", disable=None))
    apart = games[::APART]
    pulls = learn([told for number, told in enumerate(games) if number % APART])
    print("PULLS = {")
    for name, pull in pulls.items():
        print(f'    "{name}": {pull},')
    print("}")
    print(f"surprise without it {surprise(apart, suspicion.likelihoods, 0.0):.3f}", end=", ")
    print(f"by rules of thumb {surprise(apart, suspicion.likelihoods, 1.0):.3f}", end=", ")
    habits.PULLS = pulls
    print(f"by habits {surprise(apart, habits.likelihoods, 1.0):.3f}")


if __name__ == "__main__":
    main()
