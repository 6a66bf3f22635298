"""Measures how true the judgement of a net is: `make calibration` plays fresh games and keeps what it found.

For every position of these games the net says each seat's share of first place. What it said is put into ten bins, and
beside it what came of the games. The results are kept beside those of `make strength`, which draws them.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from gangland.bots.analysis import NETS
from gangland.bots.netfile import NetFile
from gangland.core.errors import GanglandError
from training import PIECES, Floats, Samples, Trainer, TrainingConfig, played, put

FORMAT = "gangland-calibration/1"
BINS = 10


def calibrate(game: str, games: int, simulations: int, seed: int, workers: int, folder: Path) -> Path:
    """Play games with the net of a game, and write how true it was into a folder. Raises GanglandError."""
    place = NETS / f"{game}.net"
    if not place.exists():
        raise GanglandError("There is no net for {game}.", game=game)
    net, look = NetFile.read(place), place.with_suffix(".look")
    config = TrainingConfig(game, games, simulations, seed)
    first = NetFile.read(look) if look.exists() else None
    pieces = played(config, 0, range(PIECES), net, first, workers, None)
    samples = [Samples.loads(data) for _, data in tqdm(pieces, total=PIECES, disable=None)]
    said, real = [], []
    trainer = Trainer(config, net)
    for one in samples:
        seats = one.shares >= 0
        said.append(trainer.judge(one.rows, seats)[2][seats])
        real.append(one.shares[seats])
    found = {
        "format": FORMAT,
        "game": game,
        "net": sha256(net.weights).hexdigest(),
        "games": sum(one.games for one in samples),
        "simulations": simulations,
        "seed": seed,
        "bins": bins(np.concatenate(said), np.concatenate(real)),
    }
    file = folder / f"calibration-{game}.json"
    put(file, (json.dumps(found, indent=1) + "\n").encode())
    return file


def bins(said: Floats, real: Floats) -> list[dict[str, Any]]:
    """What was said and what came of it on average, and how often, for each bin with anything in it."""
    number = np.minimum((said * BINS).astype(int), BINS - 1)
    found = []
    for one in np.unique(number):
        here = number == one
        means = {"said": float(said[here].mean()), "came": float(real[here].mean())}
        found.append({key: round(value, 4) for key, value in means.items()} | {"count": int(here.sum())})
    return found


def main(args: Sequence[str] | None = None) -> None:
    """Measure the net of the game that the arguments name."""
    parser = ArgumentParser("make calibration", description="Measure how true the judgement of a net is.")
    parser.add_argument("game", help="the full name of a game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=200, help="a move")
    parser.add_argument("--seed", type=int, default=1000, help="another one than that of the training")
    parser.add_argument("--data", type=Path, default=Path("docs/strength"), help="the folder of raw results")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(args)
    try:
        file = calibrate(asked.game, asked.games, asked.simulations, asked.seed, asked.workers, asked.data)
    except (GanglandError, ValueError) as trouble:
        parser.error(str(trouble))
    print(file.read_text("utf-8"), end="")


if __name__ == "__main__":
    main()
