"""The nets that judge positions, and how they learn."""

import os
import subprocess
import sys
from array import array
from pathlib import Path
from random import Random

import numpy as np
import pytest

from conftest import PLAIN
from gangland.bots.analysis import trained_net
from gangland.bots.net import Net, net_size
from gangland.core.game import Game
from gangland.core.kernel import PLAIN as PLAIN_SWITCH
from gangland.famiglia import Duel, Solo
from playing import played
from training import INPUTS, Trainer, TrainingConfig, train

pytestmark = pytest.mark.slow

FAMIGLIA = [Duel(), Solo(1), Solo(4, robot_starts=True)]


def some_weights() -> bytes:
    chance = Random(1)
    return array("f", [chance.gauss(0, 0.1) for _ in range(net_size(INPUTS))]).tobytes()


@pytest.mark.parametrize("game", FAMIGLIA, ids=str)
def test_features_stay_within_the_inputs_and_come_once(game: Game) -> None:
    for moves in range(0, 60, 4):
        position = played(game, moves, moves).position
        for seat in range(2):
            features = [feature for feature, _ in game.evaluator().features(position, seat)]
            assert len(features) == len(set(features))
            assert all(0 <= feature < INPUTS for feature in features)


def test_a_value_is_what_the_layers_say() -> None:
    """The kernel's net against the same layers in NumPy."""
    net, student = Net(some_weights()), Trainer(some_weights(), seed=0)
    for moves in range(0, 40, 5):
        position = played(Duel(), 3, moves).position
        row = np.zeros((1, INPUTS), np.float32)
        for feature, amount in Duel().evaluator().features(position, 0):
            row[0, feature] = amount
        assert net.judge(Duel().evaluator(), position, 0) == pytest.approx(float(student.judge(row)[-1][0]), abs=1e-5)


@pytest.mark.skipif(PLAIN, reason="compares the compiled kernel with the plain one, from the compiled side")
def test_compiled_and_uncompiled_judge_alike_to_the_last_bit() -> None:
    code = (
        "from gangland.bots.net import Net; from gangland.famiglia import Duel; from gangland.play import Match\n"
        "import sys; net = Net(bytes.fromhex(sys.stdin.read()))\n"
        "for seed in range(20): print(net.judge(Duel().evaluator(), Match.new(Duel(), seed=seed).position, 0).hex())"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=some_weights().hex(),
            capture_output=True,
            text=True,
            check=True,
            env=env,
        ).stdout
        for env in ({**os.environ}, {**os.environ, PLAIN_SWITCH: "1"})
    ]
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("weights", [b"", bytes(8), some_weights() + bytes(4)])
def test_other_bytes_are_no_net(weights: bytes) -> None:
    with pytest.raises(ValueError, match="not the weights of a net"):
        Net(weights)


@pytest.mark.skipif(PLAIN, reason="training does not depend on the kernel")
def test_a_trainer_learns_what_it_is_told() -> None:
    chance = np.random.default_rng(1)
    rows = (chance.random((4000, INPUTS)) < 0.2).astype(np.float32)
    aims = np.maximum(rows[:, 0], rows[:, 1])
    trainer = Trainer(None, seed=1)
    errors = [trainer.learn(rows, aims, epochs=4) for _ in range(12)]
    assert errors[-1] < 0.02 < float(np.var(aims))


@pytest.mark.skipif(PLAIN, reason="training is the same, a hundred times slower")
@pytest.mark.parametrize("subject", ["famiglia-duel", "famiglia-solo"])
def test_training_goes_on_where_it_was_stopped(subject: str, tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    config = TrainingConfig(subject, rounds=1, games=2, simulations=4)
    heard: list[str] = []
    train(config, path, workers=1, progress=heard.append)
    first = path.read_bytes()
    Net(first)
    train(config, path, workers=1, progress=heard.append)
    assert path.read_bytes() != first
    assert len(heard) == 2


def test_famiglia_has_its_nets() -> None:
    for name in ("famiglia-duel", "famiglia-solo"):
        net = trained_net(name)
        assert net
        assert net.inputs == INPUTS
