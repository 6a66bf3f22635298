"""Trains nets on games that the search plays with them: against itself, or in the solo game against the robot.

Each round plays games with the net of the round before. Then it teaches the net what came of the positions: the result
of the game, mixed with the value that the search found. The first round has no net and plays simulations to the end.
(TD-Gammon went the same way, from less.) `make train` runs it.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from gangland.bots.analysis import NETS, usual_exploration
from gangland.bots.net import NARROW_LAYER, WIDE_LAYER, Net
from gangland.bots.search import Search
from gangland.core.evaluator import Evaluator
from gangland.core.position import Position, Sampler
from gangland.famiglia import Duel, Solo
from gangland.play import deal
from gangland.registry import find_game

Floats = NDArray[np.float32]

INPUTS = 282  # the number of features of DuelEvaluator and SoloEvaluator
ADVENTURE = 0.05  # the share of moves drawn in proportion to their visits
WHIM = 0.01  # the share of moves drawn without looking
TRUST_IN_SEARCH = 0.5
MEMORY = 4  # the number of rounds that the net learns from
BATCH = 512


@dataclass(frozen=True)
class TrainingConfig:
    """What is trained, and for how long."""

    subject: str  # the name of a game
    rounds: int
    games: int  # a round
    simulations: int = 100  # a move
    seed: int = 0

    @property
    def path(self) -> Path:
        """The file of the net that the game is played with."""
        return NETS / f"{self.subject}.net"


@dataclass(frozen=True)
class Samples:
    """The positions of some games as rows of features, with the values to learn."""

    rows: Floats
    values: Floats  # found by the search
    results: Floats  # the utility at the end of the game
    won: int  # games won by seat 0
    games: int


def train(config: TrainingConfig, path: Path, workers: int, progress: Callable[[str], None]) -> None:
    """Train a net round by round. It is saved after each; a net that is already there is trained further."""
    trainer = Trainer(path.read_bytes() if path.exists() else None, config.seed)
    taught = path.exists()
    memory: list[tuple[Floats, Floats]] = []
    for number in range(config.rounds):
        samples = play_round(config, number, trainer.weights() if taught else None, workers)
        trust = TRUST_IN_SEARCH if taught else 0.0
        memory.append((samples.rows, trust * samples.values + (1 - trust) * samples.results))
        memory = memory[-MEMORY:]
        rows = np.concatenate([rows for rows, _ in memory])
        error = trainer.learn(rows, np.concatenate([aims for _, aims in memory]), epochs=4 if taught else 8)
        taught = True
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(trainer.weights())
        progress(
            f"{number + 1}/{config.rounds}: {samples.won / samples.games:.0%} of {samples.games}, error {error:.4f}"
        )


def play_round(config: TrainingConfig, number: int, weights: bytes | None, workers: int) -> Samples:
    """The samples of one round, played by several processes."""
    shares = [(config, f"{config.seed} {number} {worker}", weights, workers) for worker in range(workers)]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        batches = list(pool.map(play_share, shares))
    return Samples(
        np.concatenate([samples.rows for samples in batches]),
        np.concatenate([samples.values for samples in batches]),
        np.concatenate([samples.results for samples in batches]),
        sum(samples.won for samples in batches),
        sum(samples.games for samples in batches),
    )


def play_share(share: tuple[TrainingConfig, str, bytes | None, int]) -> Samples:
    """The samples of one worker's part of a round."""
    config, seed, weights, workers = share
    random = Random(sha256(seed.encode()).digest())
    net = Net(weights) if weights else None
    looks: list[list[tuple[int, float]]] = []
    values: list[float] = []
    results: list[float] = []
    won = 0
    games = -(-config.games // workers)
    for _ in range(games):
        game = choose_game(config, random)
        evaluator = game.evaluator()
        dealt = deal(game, seed=random.getrandbits(40))
        position, _ = game.start(dealt.setup, dealt.first)
        seats = []
        for seat, value in play(position, evaluator, net, config.simulations, random):
            looks.append(evaluator.features(position, seat))
            values.append(value)
            seats.append(seat)
        results += [evaluator.utility(position, seat) for seat in seats]
        won += position.score(0) > position.score(1)
    return Samples(laid_out(looks), np.array(values, np.float32), np.array(results, np.float32), won, games)


def choose_game(config: TrainingConfig, random: Random) -> Duel | Solo:
    """The duel, or a random solo game, hard ones more often."""
    if config.subject == Solo.name:
        return Solo(random.choice((1, 2, 3, 3, 4, 4, 4)), random.random() < 0.6)
    return Duel()


def play(
    position: Position, evaluator: Evaluator, net: Net | None, simulations: int, random: Random
) -> Iterator[tuple[int, float]]:
    """Play one game to its end. Before each move this yields the seat and the value that the search found."""
    while not position.ended:
        if position.owed:
            position.draw(random.choice(position.bag_cards()))
            continue
        moves = position.moves()
        if len(moves) == 1:
            position.push(moves[0])
            continue
        seed = random.getrandbits(40)
        search = Search(position, evaluator, Sampler(), seed, usual_exploration(net), simulations + 2, net)
        search.run(simulations)
        found = search.results()
        best = max(found, key=lambda row: (row[1], row[2]))
        yield position.turn, best[2]
        mood = random.random()
        if mood < WHIM:
            position.push(random.choice(moves))
        elif mood < WHIM + ADVENTURE:
            position.push(random.choices([row[0] for row in found], [row[1] for row in found])[0])
        else:
            position.push(best[0])


def laid_out(looks: list[list[tuple[int, float]]]) -> Floats:
    """Lists of features as rows of a matrix."""
    rows = np.zeros((len(looks), INPUTS), np.float32)
    for row, look in zip(rows, looks, strict=True):
        for feature, amount in look:
            row[feature] = amount
    return rows


class Trainer:
    """The net of `bots.net` while it learns, by Adam."""

    def __init__(self, weights: bytes | None, seed: int) -> None:
        shapes = [
            (INPUTS, WIDE_LAYER),
            (WIDE_LAYER,),
            (WIDE_LAYER, NARROW_LAYER),
            (NARROW_LAYER,),
            (NARROW_LAYER, 1),
            (1,),
        ]
        self.chance = np.random.default_rng(seed)
        self.steps = 0
        if weights is None:
            self.layers = [
                (self.chance.normal(0, 0.1, shape) if len(shape) == 2 else np.zeros(shape)).astype(np.float32)
                for shape in shapes
            ]
        else:
            ends = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
            parts = np.split(np.frombuffer(weights, np.float32), ends)
            self.layers = [part.reshape(shape).copy() for part, shape in zip(parts, shapes, strict=True)]
        self.drift = [np.zeros_like(layer) for layer in self.layers]
        self.scale = [np.zeros_like(layer) for layer in self.layers]

    def weights(self) -> bytes:
        """The weights as the bytes that `bots.net` reads."""
        return np.concatenate([layer.ravel() for layer in self.layers]).astype(np.float32).tobytes()

    def learn(self, rows: Floats, aims: Floats, epochs: int) -> float:
        """Go through all samples several times, in smaller steps each time.

        Returns the mean squared error at the end.
        """
        for epoch in range(epochs):
            order = self.chance.permutation(len(rows))
            for start in range(0, len(rows), BATCH):
                batch = order[start : start + BATCH]
                self.step(rows[batch], aims[batch], 1e-3 * 0.6**epoch)
        return float(np.mean((self.judge(rows)[-1] - aims) ** 2))

    def judge(self, rows: Floats) -> tuple[Floats, Floats, Floats]:
        """The outputs of the two hidden layers, and the values, for these rows."""
        wide = np.maximum(rows @ self.layers[0] + self.layers[1], 0)
        narrow = np.maximum(wide @ self.layers[2] + self.layers[3], 0)
        values = 1 / (1 + np.exp(-(narrow @ self.layers[4] + self.layers[5])[:, 0]))
        return wide, narrow, values

    def step(self, rows: Floats, aims: Floats, rate: float) -> None:
        """Change the weights once by a batch of samples, at this learning rate."""
        wide, narrow, values = self.judge(rows)
        last = ((values - aims) / len(aims))[:, None]  # the slope of the cross entropy
        middle = (last @ self.layers[4].T) * (narrow > 0)
        first = (middle @ self.layers[2].T) * (wide > 0)
        slopes = [rows.T @ first, first.sum(0), wide.T @ middle, middle.sum(0), narrow.T @ last, last.sum(0)]
        self.steps += 1
        for layer, slope, drift, scale in zip(self.layers, slopes, self.drift, self.scale, strict=True):
            drift += 0.1 * (slope - drift)
            scale += 0.001 * (slope * slope - scale)
            layer -= rate * (drift / (1 - 0.9**self.steps)) / (np.sqrt(scale / (1 - 0.999**self.steps)) + 1e-8)


def main(args: Sequence[str] | None = None) -> None:
    """Train the net that the arguments ask for, with a progress bar."""
    parser = ArgumentParser("make train", description="Teach a net, on from the one that is there.")
    parser.add_argument("subject", choices=(*Duel.aliases, *Solo.aliases))
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=2000, help="a round")
    parser.add_argument("--simulations", type=int, default=300, help="a move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="instead of the net that is played with")
    asked = parser.parse_args(args)
    config = TrainingConfig(find_game(asked.subject).name, asked.rounds, asked.games, asked.simulations, asked.seed)
    with tqdm(total=config.rounds, unit=" rounds", disable=None) as bar:

        def progress(news: str) -> None:
            tqdm.write(news)
            bar.update()

        train(config, asked.out or config.path, os.cpu_count() or 1, progress)


if __name__ == "__main__":
    main()
