"""Trains nets on games that the search plays with them: against itself, or in the solo game against the robot.

Each round plays games with the net of the round before, and teaches the net what came of the positions: who won, and
with how many points. Every seat acts on what it may know, and the net is asked about worlds that fit that, so that its
mean over them is what a seat may expect. (TD-Gammon went the same way, from less.)

Everything is kept in a folder: pieces of a round as they are played, the student after each round, the curve of its
errors. Killed anywhere, the same command goes on there. A net comes into the house only by `--gate`, if a sequential
test on fresh deals finds it stronger than what is there. `make train` runs it.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from gangland.arena import Job, Sprt, Summary, run
from gangland.bots.analysis import NETS, trained_look, trained_net, usual_exploration
from gangland.bots.look import Look
from gangland.bots.net import NARROW_LAYER, POINTS_UNIT, WIDE_LAYER, Net
from gangland.bots.netfile import NetFile
from gangland.bots.search import Search
from gangland.core.errors import GanglandError
from gangland.core.extras import require
from gangland.core.game import Game
from gangland.famiglia import Solo
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.registry import GAMES, find_game, load_game

Floats = NDArray[np.float32]
Decision = list[tuple[list[int], float]]  # the features of each move, and its share of the visits

ADVENTURE = 0.05  # the share of moves drawn in proportion to their visits
WHIM = 0.01  # the share of moves drawn without looking
MEMORY = 24  # the number of rounds that the net learns from
LOOK_MEMORY = 4  # and the first look, whose teacher is today's search
KEPT = 0.4  # the share of decisions whose position is kept: those of one game have one result
EPOCHS = 3
DECAY = 1e-3  # of weights, in each step
BATCH = 512
PIECES = 8  # of a round
WEIGHT_OF_POINTS = 0.3  # beside the share of first place
STRONGER = Sprt(0, 20)
CHOICES = 0.1  # the share of decisions whose choice is kept for the first look
NOTED = 8  # features of a move at the most
LOOK = 6  # the place of the first look among the layers
LOOK_STEPS = 120
SOFTNESS = 0.4  # of a first look in play: one that is too sure leaves nothing for the search to find
LOOK_DECAY = 1e-5  # a factor of which nothing is known stays 1


@dataclass(frozen=True)
class TrainingConfig:
    """What is trained, and how."""

    subject: str  # the name of a game
    games: int  # a round
    simulations: int = 100  # a move
    seed: int = 0

    @cached_property
    def seats(self) -> int:
        """The most seats that the game has."""
        return 4 if self.subject == Gangs.name else 2

    @cached_property
    def inputs(self) -> int:
        """The number of features of the game's positions."""
        return find_game(self.subject)().evaluator().inputs()

    @cached_property
    def move_inputs(self) -> int:
        """The number of features of the game's moves."""
        return find_game(self.subject)().evaluator().move_inputs()


@dataclass(frozen=True)
class Choices:
    """Decisions as rows of moves, each with its features and its share of the visits; `starts` has their first rows."""

    moves: NDArray[np.int16]  # the features of each move; what is left of a row has the number of all features
    visits: Floats
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, decisions: Sequence[Decision], inputs: int) -> Choices:
        """The choices of these decisions."""
        rows = [row for decision in decisions for row in decision]
        moves = np.full((len(rows), NOTED), inputs, np.int16)
        for number, (features, _) in enumerate(rows):
            moves[number, : len(features)] = features
        sizes = [len(decision) for decision in decisions]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if decisions else np.zeros(0)
        return cls(moves, np.array([share for _, share in rows], np.float32), starts.astype(np.int64))

    @classmethod
    def join(cls, several: Sequence[Choices]) -> Choices:
        """Several of them as one."""
        before = np.cumsum([0, *(len(one.visits) for one in several)])
        return cls(
            np.concatenate([one.moves for one in several]),
            np.concatenate([one.visits for one in several]),
            np.concatenate([one.starts + start for one, start in zip(several, before, strict=False)]),
        )


@dataclass(frozen=True)
class Samples:
    """Positions as rows of features, and what came of them for each seat, beginning with the one that decided."""

    rows: Floats
    shares: Floats  # of first place; -1 for seats that the game did not have
    points: Floats  # in tens
    games: int
    choices: Choices

    def dumps(self) -> bytes:
        """The samples as the bytes of a file."""
        out = BytesIO()
        rows = self.rows.astype(np.float16)
        np.savez_compressed(
            out, rows=rows, shares=self.shares, points=self.points, games=self.games,
            moves=self.choices.moves, visits=self.choices.visits, starts=self.choices.starts,
        )  # fmt: skip
        return out.getvalue()

    @classmethod
    def loads(cls, data: bytes) -> Samples:
        """The samples of a file's bytes."""
        with np.load(BytesIO(data)) as known:
            choices = Choices(known["moves"], known["visits"], known["starts"])
            return cls(known["rows"].astype(np.float32), known["shares"], known["points"], int(known["games"]), choices)


def together(samples: Sequence[Samples]) -> Samples:
    """Several samples as one."""
    return Samples(
        np.concatenate([one.rows for one in samples]),
        np.concatenate([one.shares for one in samples]),
        np.concatenate([one.points for one in samples]),
        sum(one.games for one in samples),
        Choices.join([one.choices for one in samples]),
    )


def put(path: Path, data: bytes) -> None:
    """Put a file into its place in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    fresh.write_bytes(data)
    fresh.replace(path)


class Training:
    """A training in its folder. Raises GanglandError if the folder has another one."""

    def __init__(self, config: TrainingConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.curve: list[dict[str, float]] = []
        settings = folder / "settings.json"
        if not settings.exists():
            put(settings, json.dumps(asdict(config), indent=1).encode())
        try:
            known = json.loads(settings.read_text("utf-8"))
            if known != asdict(config):
                raise GanglandError("{folder} has a training with other settings.", folder=folder)
            if self.student.exists():
                self.trainer = Trainer.read(self.student, config)
                self.curve = json.loads((folder / "curve.json").read_text("utf-8"))[: self.trainer.rounds]
                return
        except (ValueError, KeyError, OSError):
            raise GanglandError("{folder} is not the folder of a training.", folder=folder) from None
        self.trainer = Trainer(config, *self.house)

    @property
    def house(self) -> tuple[NetFile | None, NetFile | None]:
        """The net and the first look that are in the house, with which a training begins."""
        place = NETS / f"{self.config.subject}.net"
        net, look = (NetFile.read(one) if one.exists() else None for one in (place, place.with_suffix(".look")))
        return net, look

    @property
    def teachers(self) -> tuple[NetFile | None, NetFile | None]:
        """The net and the first look that play the next round: those of the house, then those that learn."""
        if not self.trainer.rounds:
            return self.house
        return self.file(), self.look_file() if self.config.move_inputs else None

    @property
    def student(self) -> Path:
        """The file of the net while it learns."""
        return self.folder / "student.npz"

    @property
    def net(self) -> Path:
        """The file of the net as it is played with."""
        return self.folder / f"{self.config.subject}.net"

    def piece(self, number: int, piece: int) -> Path:
        """The file of a piece of a round."""
        return self.folder / f"round-{number:04}-{piece:02}.npz"

    def train(self, rounds: int, workers: int, progress: Callable[[str], None], ray: str | None = None) -> None:
        """Train up to so many rounds in all."""
        while self.trainer.rounds < rounds:
            number = self.trainer.rounds
            missing = [piece for piece in range(PIECES) if not self.piece(number, piece).exists()]
            for piece, data in played(self.config, number, missing, *self.teachers, workers, ray):
                put(self.piece(number, piece), data)
            error = self.trainer.errors(self.samples(number, 1))  # before it learns from these games
            samples = self.samples(number, MEMORY)
            self.trainer.learn(samples)
            if self.config.move_inputs:
                error["choice"] = self.trainer.learn_choices(self.samples(number, LOOK_MEMORY).choices)
            self.trainer.rounds = number + 1
            self.curve.append({"round": number + 1, "positions": len(samples.rows), **error})
            put(self.folder / "curve.json", json.dumps(self.curve, indent=1).encode())
            put(self.student, self.trainer.dumps())
            self.file().write(self.net)
            if self.config.move_inputs:
                self.look_file().write(self.net.with_suffix(".look"))
            for piece in range(PIECES):
                self.piece(number - MEMORY + 1, piece).unlink(missing_ok=True)
            progress(
                f"{number + 1}: {len(samples.rows)} positions, " + ", ".join(f"{k} {v:.4f}" for k, v in error.items())
            )

    def samples(self, last: int, rounds: int) -> Samples:
        """The samples of so many rounds up to the last one."""
        numbers = range(max(0, last - rounds + 1), last + 1)
        return together(
            [Samples.loads(self.piece(one, piece).read_bytes()) for one in numbers for piece in range(PIECES)]
        )

    def file(self) -> NetFile:
        """The net with its origin."""
        curve = [{key: round(value, 5) for key, value in row.items()} for row in self.curve]
        games = self.config.games * self.trainer.rounds
        origin = asdict(self.config) | {"rounds": self.trainer.rounds, "games": games, "curve": curve}
        return NetFile(self.config.subject, self.config.inputs, self.config.seats, self.trainer.weights(), origin)

    def look_file(self) -> NetFile:
        """The first look, with the origin of the net."""
        return replace(self.file(), inputs=self.config.move_inputs, seats=0, weights=self.trainer.factors())

    def gate(self, limit: str, deals: int, workers: int, place: Path = NETS) -> Summary:
        """Let the net play against what is there, on deals that its own weights choose. If it is stronger, it stays."""
        game = choose_game(self.config, Random(0))
        fresh = sha256(NetFile.read(self.net).weights).hexdigest()[:16]
        contestants = (f"search:{limit},nets_of={self.folder.resolve()}", f"search:{limit},nets_of={place.resolve()}")
        trained_net.cache_clear()
        trained_look.cache_clear()
        summary = run(Job(game, contestants, deals, seed=fresh), sprt=STRONGER, workers=workers)
        if summary.verdict == STRONGER.high:
            for file in (self.net, self.net.with_suffix(".look")):
                if file.exists():
                    NetFile.read(file).write(place / file.name)
        return summary


def played(
    config: TrainingConfig,
    number: int,
    pieces: Sequence[int],
    net: NetFile | None,
    look: NetFile | None,
    workers: int,
    ray: str | None,
) -> Iterator[tuple[int, bytes]]:
    """The samples of these pieces of a round, as they come: from processes, or from a Ray cluster."""
    shares = [(config, number, piece, net, look) for piece in pieces]
    if ray is not None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        require("cluster")
        import ray as cluster

        cluster.init(ray, include_dashboard=False, log_to_driver=False)
        try:
            waiting = [cluster.remote(play_piece).remote(share) for share in shares]
            while waiting:
                done, waiting = cluster.wait(waiting)
                yield from cluster.get(done)
        finally:
            cluster.shutdown()
    elif workers <= 1:
        yield from map(play_piece, shares)
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for future in as_completed([pool.submit(play_piece, share) for share in shares]):
                yield future.result()


def play_piece(share: tuple[TrainingConfig, int, int, NetFile | None, NetFile | None]) -> tuple[int, bytes]:
    """The samples of a piece of a round, which depend on nothing but the arguments."""
    config, number, piece, known, first = share
    random = Random(sha256(f"{config.seed} {number} {piece}".encode()).digest())
    net = Net(known.weights, known.seats) if known else None
    look = Look(first.weights) if first else None
    rows: list[Floats] = []
    shares: list[Floats] = []
    points: list[Floats] = []
    decisions: list[Decision] = []
    games = -(-config.games // PIECES)
    for _ in range(games):
        match = Match.new(choose_game(config, random), seed=random.getrandbits(40))
        seats = []
        for seat, row, decision in play(match, net, look, config, random):
            if random.random() < KEPT:
                rows.append(row)
                seats.append(seat)
            if decision:
                decisions.append(decision)
        for seat in seats:
            shares.append(
                turned(match, config, seat, [match.position.returns(one) for one in range(match.game.seats)], -1)
            )
            points.append(turned(match, config, seat, [score / POINTS_UNIT for score in match.standing], 0))
    choices = Choices.of(decisions, config.move_inputs)
    return piece, Samples(np.array(rows), np.array(shares), np.array(points), games, choices).dumps()


def turned(match: Match, config: TrainingConfig, seat: int, values: Sequence[float], absent: float) -> Floats:
    """The values of all seats, beginning with this one."""
    count = match.game.seats
    row = np.full(config.seats, absent, np.float32)
    row[:count] = [values[(seat + i) % count] for i in range(count)]
    return row


def choose_game(config: TrainingConfig, random: Random) -> Game:
    """A game to learn from: hard solo games more often, and Gangs with any number of players."""
    if config.subject == Solo.name:
        return Solo(random.choice((1, 2, 3, 3, 4, 4, 4)), random.random() < 0.6)
    if config.subject == Gangs.name:
        return Gangs(random.choice((2, 2, 3, 4)))
    return load_game(config.subject)


def play(
    match: Match, net: Net | None, look: Look | None, config: TrainingConfig, random: Random
) -> Iterator[tuple[int, Floats, Decision]]:
    """Play a match to its end. This yields the seat of each decision, the features of its position, and of some of
    them the features of the moves with their visits."""
    game, evaluator = match.game, match.game.evaluator()
    while match.outcome is None:
        moves = match.legal_moves
        if len(moves) == 1:
            match.push(moves[0])
            continue
        seat, seen = match.turn, match.seen(match.turn)
        row = np.zeros(config.inputs, np.float32)
        for feature, amount in evaluator.features(match.position, seat):
            row[feature] = amount
        known = game.position_from_view(seen.view)
        sampler = game.sampler(known, seat, seen.past)
        seed, most = random.getrandbits(40), config.simulations + 2
        search = Search(known, evaluator, sampler, seed, usual_exploration(net), most, net, look=look)
        search.run(config.simulations)
        found = search.results()
        total = sum(count for _, count, _ in found)
        visits = {move: count / total for move, count, _ in found}
        kept = config.move_inputs and random.random() < CHOICES
        described = evaluator.move_features(match.position) if kept else []
        yield seat, row, [(features, visits.get(move, 0.0)) for move, features in described]
        mood = random.random()
        if mood < WHIM:
            match.push(random.choice(moves))
        elif mood < WHIM + ADVENTURE:
            match.push(game.move_type(random.choices([row[0] for row in found], [row[1] for row in found])[0]))
        else:
            match.push(game.move_type(max(found, key=lambda row: (row[1], row[2]))[0]))


class Trainer:
    """The net of `bots.net` while it learns, by Adam. Layers of a net that is there already are where it begins."""

    def __init__(self, config: TrainingConfig, known: NetFile | None = None, look: NetFile | None = None) -> None:
        self.seats = config.seats
        self.seed = config.seed
        self.rounds = self.steps = 0
        outputs = 2 * config.seats
        shapes = [
            (config.inputs, WIDE_LAYER),
            (WIDE_LAYER,),
            (WIDE_LAYER, NARROW_LAYER),
            (NARROW_LAYER,),
            (NARROW_LAYER, outputs),
            (outputs,),
        ]
        chance = np.random.default_rng(config.seed)
        self.layers: list[Floats] = [
            (chance.normal(0, 0.1, shape) if len(shape) == 2 else np.zeros(shape)).astype(np.float32)
            for shape in shapes
        ]
        if known and known.inputs >= config.inputs:
            numbers = np.frombuffer(known.weights, np.float32)
            wide = known.inputs * WIDE_LAYER
            self.layers[0] = numbers[:wide].reshape(-1, WIDE_LAYER)[: config.inputs].copy()
            starts = np.cumsum([wide, WIDE_LAYER, WIDE_LAYER * NARROW_LAYER, NARROW_LAYER])
            for layer, (start, end) in enumerate(pairwise(starts), 1):
                self.layers[layer] = numbers[start:end].reshape(shapes[layer]).copy()
            if known.seats == config.seats:
                rest = numbers[starts[-1] :]
                self.layers[4] = rest[:-outputs].reshape(shapes[4]).copy()
                self.layers[5] = rest[-outputs:].copy()
        self.layers.append(np.zeros(config.move_inputs, np.float32))  # of the first look
        if look and len(look.weights) == 4 * config.move_inputs:
            self.layers[LOOK][:] = np.frombuffer(look.weights, np.float32) / SOFTNESS
        self.drift = [np.zeros_like(layer) for layer in self.layers]
        self.scale = [np.zeros_like(layer) for layer in self.layers]

    def weights(self) -> bytes:
        """The weights as the bytes that `bots.net` reads."""
        return np.concatenate([layer.ravel() for layer in self.layers[:LOOK]]).astype(np.float32).tobytes()

    def factors(self) -> bytes:
        """The logarithms of the factors, softened, as the bytes that `bots.look` reads."""
        return (SOFTNESS * self.layers[LOOK]).astype(np.float32).tobytes()

    def dumps(self) -> bytes:
        """Everything that is needed to go on, as the bytes of a file."""
        parts = {
            f"{name}{i}": part
            for name, own in (("layer", self.layers), ("drift", self.drift), ("scale", self.scale))
            for i, part in enumerate(own)
        }
        out = BytesIO()
        np.savez(out, rounds=self.rounds, steps=self.steps, **parts)  # type: ignore[arg-type]
        return out.getvalue()

    @classmethod
    def read(cls, path: Path, config: TrainingConfig) -> Trainer:
        """A trainer that goes on from a file."""
        trainer = cls(config)
        with np.load(path) as known:
            trainer.rounds, trainer.steps = int(known["rounds"]), int(known["steps"])
            for name, own in (("layer", trainer.layers), ("drift", trainer.drift), ("scale", trainer.scale)):
                own[:] = [known[f"{name}{i}"] for i in range(len(own))]
        return trainer

    def learn(self, samples: Samples, epochs: int = EPOCHS) -> None:
        """Go through all samples several times, in smaller steps each time."""
        chance = np.random.default_rng((self.seed, self.rounds))
        for epoch in range(epochs):
            order = chance.permutation(len(samples.rows))
            rate = 1e-3 * 0.4**epoch
            for start in range(0, len(order), BATCH):
                batch = order[start : start + BATCH]
                self.step(samples.rows[batch], samples.shares[batch], samples.points[batch], rate)
                for layer in self.layers[:LOOK:2]:
                    layer *= 1 - DECAY * 0.4**epoch

    def errors(self, samples: Samples) -> dict[str, float]:
        """The mean squares by which the net is wrong about these samples."""
        real = samples.shares >= 0
        shares, points = self.judge(samples.rows, real)[-2:]
        return {
            "share": float(np.mean((shares - samples.shares)[real] ** 2)),
            "points": float(np.mean((points - samples.points)[real] ** 2)),
        }

    def learn_choices(self, choices: Choices) -> float:
        """Let the first look expect the visits of these choices. Returns how far it is from them (Kullback-Leibler)."""
        moves, visits, starts = choices.moves.astype(np.int64), choices.visits, choices.starts
        sizes = np.diff(np.append(starts, len(visits)))
        look, drift, scale = (own[LOOK] for own in (self.layers, self.drift, self.scale))
        drift[:] = scale[:] = 0
        asked = np.bincount(moves.ravel(), np.repeat(visits, NOTED), len(look) + 1)[:-1]
        for step in range(1, LOOK_STEPS + 1):
            odds = likelihoods(look, moves, starts, sizes)
            slope = (np.bincount(moves.ravel(), np.repeat(odds, NOTED), len(look) + 1)[:-1] - asked) / len(starts)
            slope += LOOK_DECAY * look
            drift += 0.1 * (slope - drift)
            scale += 0.01 * (slope * slope - scale)
            rate = 0.1 * (1 - step / (LOOK_STEPS + 1))
            look -= rate * (drift / (1 - 0.9**step)) / (np.sqrt(scale / (1 - 0.99**step)) + 1e-8)
        odds = likelihoods(look, moves, starts, sizes)
        tried = visits > 0
        return float(np.sum(visits[tried] * np.log(visits[tried] / odds[tried])) / len(starts))

    def judge(self, rows: Floats, real: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats, Floats]:
        """The outputs of the two hidden layers, the shares and the points, for these rows and the seats there are."""
        wide = np.maximum(rows @ self.layers[0] + self.layers[1], 0)
        narrow = np.maximum(wide @ self.layers[2] + self.layers[3], 0)
        said = narrow @ self.layers[4] + self.layers[5]
        logits = np.where(real, said[:, : self.seats], -np.inf)
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return wide, narrow, (odds / odds.sum(1, keepdims=True)).astype(np.float32), said[:, self.seats :]

    def step(self, rows: Floats, shares: Floats, points: Floats, rate: float) -> None:
        """Change the weights once by a batch of samples, at this learning rate."""
        real = shares >= 0
        wide, narrow, odds, said = self.judge(rows, real)
        slope = np.where(real, odds - shares, 0)  # of the cross entropy
        last = np.concatenate([slope, WEIGHT_OF_POINTS * np.where(real, said - points, 0)], 1) / len(rows)
        middle = (last @ self.layers[4].T) * (narrow > 0)
        first = (middle @ self.layers[2].T) * (wide > 0)
        slopes = [rows.T @ first, first.sum(0), wide.T @ middle, middle.sum(0), narrow.T @ last, last.sum(0)]
        self.steps += 1
        for layer, change, drift, scale in zip(self.layers[:LOOK], slopes, self.drift, self.scale, strict=False):
            drift += 0.1 * (change - drift)
            scale += 0.001 * (change * change - scale)
            layer -= rate * (drift / (1 - 0.9**self.steps)) / (np.sqrt(scale / (1 - 0.999**self.steps)) + 1e-8)


def likelihoods(
    look: Floats, moves: NDArray[np.int64], starts: NDArray[np.int64], sizes: NDArray[np.int64]
) -> Floats:  # fmt: skip
    """How likely a first look holds each move of each decision to be the best."""
    sums = np.append(look, 0)[moves].sum(1)
    sums -= np.repeat(np.maximum.reduceat(sums, starts), sizes)
    odds = np.exp(sums)
    odds /= np.repeat(np.add.reduceat(odds, starts), sizes)
    return np.asarray(odds, np.float32)


def main(args: Sequence[str] | None = None) -> None:
    """Train the net that the arguments ask for, with a progress bar."""
    parser = ArgumentParser("make train", description="Teach a net; stopped, the same command goes on where it was.")
    parser.add_argument("subject", choices=[name for game in GAMES.values() for name in (game.name, *game.aliases)])
    parser.add_argument("--rounds", type=int, default=20, help="in all")
    parser.add_argument("--games", type=int, default=800, help="a round")
    parser.add_argument("--simulations", type=int, default=200, help="a move")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="where the training is kept, if not in build/train")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--gate", metavar="LIMIT", help="then play with so many simulations or seconds, as 0.05s")
    parser.add_argument("--deals", type=int, default=1000, help="at most, for --gate")
    asked = parser.parse_args(args)
    config = TrainingConfig(find_game(asked.subject).name, asked.games, asked.simulations, asked.seed)
    try:
        training = Training(config, asked.folder or Path("build/train") / config.subject)
        with tqdm(total=asked.rounds, initial=training.trainer.rounds, unit=" rounds", disable=None) as bar:

            def progress(news: str) -> None:
                tqdm.write(news)
                bar.update()

            training.train(asked.rounds, asked.workers, progress, asked.ray)
        if asked.gate:
            found = training.gate(asked.gate, asked.deals, asked.workers)
            share = found.standings[0].share
            words = "is stronger, and taken" if found.verdict == STRONGER.high else "is not shown to be stronger"
            print(f"The net {words}: {share.value:.1%} of {found.games} games ({share.low:.1%} to {share.high:.1%}).")
    except (GanglandError, ValueError) as trouble:
        parser.error(str(trouble))


if __name__ == "__main__":
    main()
