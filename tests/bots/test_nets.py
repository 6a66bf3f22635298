"""The nets that judge positions, and how they learn."""

import json
import os
import subprocess
import sys
from array import array
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import training
from calibration import bins, calibrate
from conftest import PLAIN, long_only
from gangland.bots.analysis import NETS, trained_net
from gangland.bots.look import Look
from gangland.bots.net import Net, net_size
from gangland.bots.netfile import NetFile
from gangland.bots.search import Search
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.core.kernel import PLAIN as PLAIN_SWITCH
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.registry import find_game
from playing import played
from training import STRONGER, Choices, Samples, Trainer, Training, TrainingConfig, put
from worlds import another_world

pytestmark = pytest.mark.slow

FAMIGLIA = [Duel(), Solo(1), Solo(4, robot_starts=True)]
GANGS = [Gangs(2), Gangs(3), Gangs(4)]


def some_weights(inputs: int = 282, seats: int = 0) -> bytes:
    chance = Random(1)
    return array("f", [chance.gauss(0, 0.1) for _ in range(net_size(inputs, seats))]).tobytes()


@pytest.mark.parametrize("game", [*FAMIGLIA, *GANGS], ids=str)
def test_features_stay_within_the_inputs_and_come_once(game: Game) -> None:
    for moves in range(0, 60, 4):
        position = played(game, moves, moves).position
        for seat in range(game.seats):
            features = [feature for feature, _ in game.evaluator().features(position, seat)]
            assert len(features) == len(set(features))
            assert all(0 <= feature < game.evaluator().inputs() for feature in features)


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_features_of_gangs_turn_with_the_seats(game: Gangs) -> None:
    """The same world from another chair: the same numbers, at the places of the other chair."""
    position = played(game, 3, 20).position
    evaluator = game.evaluator()
    seen = [dict(evaluator.features(position, seat)) for seat in range(game.seats)]
    for seat in range(game.seats):
        for other in range(game.seats):
            place = (other - seat) % game.seats
            assert seen[seat][213 + place] == pytest.approx(position.score(other) / 10)
            assert seen[seat][268 + place] == pytest.approx(position.returns(other))


def layer_by_layer(weights: bytes, inputs: int, outputs: int, row: Any) -> Any:
    """What a net says, in NumPy."""
    numbers = np.frombuffer(weights, np.float32)
    shapes = [(inputs, 64), (64,), (64, 32), (32,), (32, outputs), (outputs,)]
    parts = np.split(numbers, np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1])
    first, one, second, two, third, three = (part.reshape(shape) for part, shape in zip(parts, shapes, strict=True))
    return np.maximum(np.maximum(row @ first + one, 0) @ second + two, 0) @ third + three


def test_a_value_is_what_the_layers_say() -> None:
    """The kernel's nets against the same layers in NumPy."""
    net = Net(some_weights())
    for moves in range(0, 40, 5):
        position = played(Duel(), 3, moves).position
        row = np.zeros(282, np.float32)
        for feature, amount in Duel().evaluator().features(position, 0):
            row[feature] = amount
        said = layer_by_layer(some_weights(), 282, 1, row)[0]
        assert net.judge(Duel().evaluator(), position, 0) == pytest.approx(1 / (1 + np.exp(-said)), abs=1e-5)


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_a_net_with_seats_says_what_each_may_expect(game: Gangs) -> None:
    evaluator = game.evaluator()
    inputs = evaluator.inputs()
    weights = some_weights(inputs, 4)
    net = Net(weights, 4)
    for moves in range(0, 40, 5):
        position = played(game, 3, moves).position
        for seat in range(game.seats):
            row = np.zeros(inputs, np.float32)
            for feature, amount in evaluator.features(position, seat):
                row[feature] = amount
            said = layer_by_layer(weights, inputs, 8, row)
            odds = np.exp(said[: game.seats])
            expected = net.expect(evaluator, position, seat)
            assert [share for share, _ in expected] == pytest.approx(list(odds / odds.sum()), abs=1e-5)
            assert [points for _, points in expected] == pytest.approx(list(10 * said[4 : 4 + game.seats]), abs=1e-4)
            share, points = expected[0]
            worth = max(0.0, min(0.9 * share + 0.01 * points, 1.0))
            assert net.judge(evaluator, position, seat) == pytest.approx(worth)


def test_a_net_is_for_its_own_game_and_seats() -> None:
    duel, gangs = played(Duel(), 1, 4).position, played(Gangs(4), 1, 4).position
    inputs = Gangs(4).evaluator().inputs()
    for net, game, position in (
        (Net(some_weights()), Gangs(4), gangs),
        (Net(some_weights(inputs, 4), 4), Duel(), duel),
        (Net(some_weights(inputs, 3), 3), Gangs(4), gangs),
    ):
        with pytest.raises(ValueError, match="This net was not made for"):
            net.judge(game.evaluator(), position, 0)
    with pytest.raises(ValueError, match="not made for so many seats"):
        Net(some_weights()).expect(Duel().evaluator(), duel, 0)


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_a_search_with_a_net_is_repeatable_and_blind_to_secrets(game: Gangs) -> None:
    """Permute what is hidden: the same visits and values, to the last bit."""
    net = Net(some_weights(game.evaluator().inputs(), 4), 4)
    match = played(game, 5, 12)
    seat = match.turn
    found = []
    for world in (match, match, another_world(match, seat, Random(2))):
        seen = world.seen(seat)
        position = game.position_from_view(seen.view)
        search = Search(position, game.evaluator(), game.sampler(position, seat, seen.past), 7, 5.0, 302, net)
        search.run(60 if PLAIN else 300)
        found.append(search.results())
    assert found[0] == found[1] == found[2]


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


@pytest.mark.skipif(PLAIN, reason="compares the compiled kernel with the plain one, from the compiled side")
def test_compiled_and_uncompiled_nets_with_seats_judge_alike_to_the_last_bit() -> None:
    code = (
        "from gangland.bots.net import Net; from gangland.gangs import Gangs; from gangland.play import Match\n"
        "import sys; net = Net(bytes.fromhex(sys.stdin.read()), 4)\n"
        "for seed in range(12):\n"
        "    position = Match.new(Gangs(2 + seed % 3), seed=seed).position\n"
        "    print(*(number for pair in net.expect(Gangs(2).evaluator(), position, 0) for number in pair))"
    )
    weights = some_weights(Gangs(2).evaluator().inputs(), 4).hex()
    said = [
        [
            float(number)
            for number in subprocess.run(
                [sys.executable, "-c", code], input=weights, capture_output=True, text=True, check=True, env=env
            ).stdout.split()
        ]
        for env in ({**os.environ}, {**os.environ, PLAIN_SWITCH: "1"})
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize("weights", [b"", bytes(8), bytes(7), some_weights() + bytes(4)])
def test_other_bytes_are_no_net(weights: bytes) -> None:
    with pytest.raises(ValueError, match="not the weights of a net"):
        Net(weights)


# Files


def a_file() -> NetFile:
    return NetFile("gangs", 272, 4, some_weights(272, 4), {"seed": 1, "games": 5})


def test_a_file_of_a_net_comes_back_as_it_was(tmp_path: Path) -> None:
    a_file().write(tmp_path / "some.net")
    assert NetFile.read(tmp_path / "some.net") == a_file()
    assert [path.name for path in tmp_path.iterdir()] == ["some.net"]


def change(data: bytes, **head: Any) -> bytes:
    text, _, weights = data.partition(b"\n")
    return json.dumps(json.loads(text) | head).encode() + b"\n" + weights


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This is not a net."),
        (some_weights(), "This is not a net."),
        (a_file().dumps()[:50], "This is not a net."),
        (a_file().dumps()[:-5], "This net has 79259 bytes of weights, and should have 79264."),
        (change(a_file().dumps(), version=2), "This net is of another version: only 1 can be read."),
        (change(a_file().dumps(), inputs="many"), "This net does not say what it is made of."),
        (a_file().dumps()[:-1] + b"x", "This net is damaged: its checksum is wrong."),
    ],
    ids=range(7),
)
def test_what_is_wrong_with_a_file_is_one_sentence(data: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "some.net"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="This") as trouble:
        NetFile.read(path)
    assert str(trouble.value) == f"{path}: {sentence}"


def test_all_nets_of_the_house_are_whole_and_say_where_they_come_from() -> None:
    files = sorted(NETS.rglob("*.net"))
    assert {path.stem for path in files} >= {"famiglia-duel", "famiglia-solo"}
    for path in files:
        file = NetFile.read(path)
        assert file.game == path.stem
        assert {"games", "simulations"} <= file.origin.keys()
        assert Net(file.weights, file.seats).inputs == file.inputs


def test_all_first_looks_of_the_house_are_whole_and_fit_their_games() -> None:
    files = sorted(NETS.rglob("*.look"))
    assert {path.stem for path in files} >= {"famiglia-duel", "gangs"}
    for path in files:
        file = NetFile.read(path)
        assert file.game == path.stem
        assert Look(file.weights).inputs == file.inputs == find_game(file.game)().evaluator().move_inputs()


# Training


def config(subject: str = "gangs", games: int = 8) -> TrainingConfig:
    return TrainingConfig(subject, games, simulations=4)


@long_only
@pytest.mark.skipif(PLAIN, reason="training does not depend on the kernel")
def test_a_trainer_learns_what_it_is_told() -> None:
    """Who wins, whatever the number of seats, and with how many points."""
    chance = np.random.default_rng(1)
    rows = (chance.random((4000, 272)) < 0.2).astype(np.float32)
    winner = (2 * rows[:, 0] + rows[:, 1]).astype(int)
    shares = np.eye(4, dtype=np.float32)[winner]
    shares[winner < 2, 2:] = -1  # games of two
    trainer = Trainer(config())
    samples = Samples(rows, shares, np.repeat(rows[:, 2:3], 4, 1), 1, Choices.of([], config().move_inputs))
    before = trainer.errors(samples)
    trainer.learn(samples, epochs=1)
    for _ in range(30):
        trainer.learn(samples)
    after = trainer.errors(samples)
    assert after["share"] < 0.03 < before["share"]
    assert after["points"] < 0.03 < before["points"]


@pytest.mark.skipif(PLAIN, reason="training is the same, a hundred times slower")
@pytest.mark.parametrize(
    "subject", ["gangs", *(pytest.param(f"famiglia-{kind}", marks=long_only) for kind in ("duel", "solo"))]
)
def test_training_goes_on_wherever_it_was_killed(subject: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the middle of a round, or while it saves: the end is the same as without it."""
    whole = Training(config(subject), tmp_path / "whole")
    heard: list[str] = []
    whole.train(2, workers=1, progress=heard.append)
    assert len(heard) == 2

    saved = count()

    def put_until_killed(path: Path, data: bytes) -> None:
        if next(saved) in (5, 20):
            path.with_name(path.name + ".new").write_bytes(data[: len(data) // 2])
            raise KeyboardInterrupt
        put(path, data)

    monkeypatch.setattr(training, "put", put_until_killed)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            Training(config(subject), tmp_path / "killed").train(2, workers=1, progress=heard.append)
    Training(config(subject), tmp_path / "killed").train(2, workers=1, progress=heard.append)
    names = [f"{subject}.net", "curve.json", *([f"{subject}.look"] if config(subject).move_inputs else [])]
    for name in names:
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    origin = NetFile.read(whole.net).origin
    assert [row["round"] for row in origin.pop("curve")] == [1, 2]
    assert origin == {"subject": subject, "games": 16, "simulations": 4, "seed": 0, "rounds": 2}


def test_a_folder_with_another_training_is_left_alone(tmp_path: Path) -> None:
    Training(config(), tmp_path)
    with pytest.raises(GanglandError, match="has a training with other settings"):
        Training(config(games=9), tmp_path)
    (tmp_path / "settings.json").write_text("{", "utf-8")
    with pytest.raises(GanglandError, match="is not the folder of a training"):
        Training(config(), tmp_path)


@pytest.mark.skipif(PLAIN, reason="it plays games, which takes long uncompiled")
def test_a_net_comes_into_the_house_only_if_it_is_stronger(tmp_path: Path) -> None:
    house = tmp_path / "house"
    good = NetFile.read(NETS / "famiglia-duel.net")
    bad = NetFile("famiglia-duel", 282, 0, some_weights(), {})
    learner = Training(config("famiglia-duel"), tmp_path / "train")
    bad.write(house / learner.net.name)
    good.write(learner.net)
    look = NetFile.read(NETS / "famiglia-duel.look")
    look.write(learner.net.with_suffix(".look"))
    assert learner.gate("30,nodes=1000", 40, 1, house).verdict == STRONGER.high
    assert NetFile.read(house / learner.net.name) == good
    assert NetFile.read(house / "famiglia-duel.look") == look
    bad.write(learner.net)
    assert learner.gate("30,nodes=1000", 40, 1, house).verdict == STRONGER.low
    assert NetFile.read(house / learner.net.name) == good


@pytest.mark.skipif(PLAIN, reason="it plays games, which takes long uncompiled")
def test_a_calibration_holds_what_came_beside_what_was_said(tmp_path: Path) -> None:
    found = json.loads(calibrate("gangs", 8, 4, 1, 1, tmp_path).read_text("utf-8"))
    assert found["games"] == 8
    assert all(0 <= row["said"] <= 1 and 0 <= row["came"] <= 1 and row["count"] > 0 for row in found["bins"])
    with pytest.raises(GanglandError, match="There is no net for gangs-small"):
        calibrate("gangs-small", 8, 4, 1, 1, tmp_path)


def test_bins_are_means() -> None:
    said, real = (np.array(row, np.float32) for row in ([0.11, 0.19, 0.55, 1.0], [0, 1, 1, 1]))
    assert bins(said, real) == [
        {"said": 0.15, "came": 0.5, "count": 2},
        {"said": 0.55, "came": 1.0, "count": 1},
        {"said": 1.0, "came": 1.0, "count": 1},
    ]


def test_famiglia_has_its_nets() -> None:
    for name in ("famiglia-duel", "famiglia-solo"):
        assert trained_net(name)
