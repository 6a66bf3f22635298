"""First looks that were learned: how likely each move is to be the best."""

import os
import subprocess
import sys
from array import array
from collections import Counter
from itertools import chain
from math import exp, prod
from random import Random

import numpy as np
import pytest

from conftest import PLAIN
from gangland.bots.look import Look
from gangland.bots.search import Search
from gangland.core.kernel import PLAIN as PLAIN_SWITCH
from gangland.core.position import Sampler
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from playing import played
from training import SOFTNESS, Choices, Trainer, TrainingConfig
from worlds import another_world

pytestmark = pytest.mark.slow

GANGS = [Gangs(2), Gangs(3), Gangs(4)]
INPUTS = Gangs(2).evaluator().move_inputs()


def some_factors(inputs: int = INPUTS) -> bytes:
    chance = Random(1)
    return array("f", [chance.gauss(0, 0.5) for _ in range(inputs)]).tobytes()


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_every_move_has_features_within_the_inputs(game: Gangs) -> None:
    seen: set[int] = set()
    for seed in range(2 if PLAIN else 12):
        for moves in range(seed, 90, 6):
            position = played(game, seed, moves).position
            described = game.evaluator().move_features(position)
            assert [move for move, _ in described] == position.moves()
            for _, features in described:
                assert 2 <= len(features) <= 8  # a climb may open two spots alike
                assert all(0 <= feature < INPUTS for feature in features)
                seen |= set(features)
    assert len(seen) > (60 if PLAIN else 120)  # and they tell moves apart


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_features_of_moves_tell_nothing_that_is_hidden(game: Gangs) -> None:
    """G8: whatever the seat that decides cannot see is permuted."""
    told_apart = False
    for moves in range(0, 80, 8):
        match = played(game, moves, moves)
        if match.outcome or match.position.owed:
            continue
        described = game.evaluator().move_features(match.position)
        for number in range(3):
            other = another_world(match, match.turn, Random(number)).position
            told_apart |= str(other) != str(match.position)
            assert game.evaluator().move_features(other) == described
    assert told_apart  # the worlds did differ


@pytest.mark.parametrize("game", GANGS, ids=str)
def test_a_weight_is_the_product_of_the_factors(game: Gangs) -> None:
    evaluator, look = game.evaluator(), Look(some_factors())
    factors = [exp(number) for number in array("f", some_factors())]
    for moves in range(0, 60, 5):
        position = played(game, 3, moves).position
        products = {
            move: prod(factors[feature] for feature in features) for move, features in evaluator.move_features(position)
        }
        best = max(products.values(), default=0.0)
        for move, weight in look.weights(evaluator, position):
            assert weight == pytest.approx(1 + int(4095 * products[move] / best), abs=1)


@pytest.mark.skipif(PLAIN, reason="compares the compiled kernel with the plain one, from the compiled side")
def test_compiled_and_uncompiled_weigh_alike() -> None:
    code = (
        "from gangland.bots.look import Look; from gangland.gangs import Gangs; from gangland.play import Match\n"
        "import sys; look = Look(bytes.fromhex(sys.stdin.read()))\n"
        "for seed in range(12):\n"
        "    print(look.weights(Gangs(2).evaluator(), Match.new(Gangs(2 + seed % 3), seed=seed).position))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            input=some_factors().hex(),
            capture_output=True,
            text=True,
            check=True,
            env=env,
        ).stdout
        for env in ({**os.environ}, {**os.environ, PLAIN_SWITCH: "1"})
    ]
    assert said[0] == said[1]


def test_a_search_looks_first_at_what_is_likely() -> None:
    game = Gangs(2)
    match = played(game, 4, 0)
    evaluator, seen = game.evaluator(), match.seen(match.turn)
    position = game.position_from_view(seen.view)
    counts = Counter(chain.from_iterable(set(features) for _, features in evaluator.move_features(match.position)))
    rare = min(counts, key=lambda feature: (counts[feature], feature))
    logarithms = array("f", bytes(4 * INPUTS))
    logarithms[rare] = 8.0
    sampler = game.sampler(position, match.turn, seen.past)
    search = Search(position, evaluator, sampler, 1, 50.0, 202, look=Look(logarithms.tobytes()))
    search.run(200)
    likely = {move for move, features in evaluator.move_features(match.position) if rare in features}
    visits = {move: count for move, count, _ in search.results()}
    assert sum(visits.get(move, 0) for move in likely) > 0.9 * sum(visits.values())


@pytest.mark.parametrize(
    "wrong", [b"", b"123", array("f", [99.0]).tobytes(), array("f", [float("nan")]).tobytes()], ids=range(4)
)
def test_other_bytes_are_no_first_look(wrong: bytes) -> None:
    with pytest.raises(ValueError, match="not the factors of a first look"):
        Look(wrong)


def test_a_first_look_is_for_one_game() -> None:
    position = played(Duel(), 1, 3).position
    with pytest.raises(ValueError, match="not made for moves of this game"):
        Look(some_factors()).weights(Duel().evaluator(), position)
    with pytest.raises(ValueError, match="not made for moves of this game"):
        Search(position, Duel().evaluator(), Sampler(), 1, 1.0, 10, look=Look(some_factors()))
    with pytest.raises(ValueError, match="not made for moves of this game"):
        Look(some_factors(7)).weights(Gangs(2).evaluator(), played(Gangs(2), 1, 3).position)


@pytest.mark.skipif(PLAIN, reason="training does not depend on the kernel")
def test_a_first_look_learns_what_was_visited() -> None:
    """Two features say how likely a move is, the others nothing."""
    chance = Random(3)
    truth = {0: 2.0, 1: -1.5}
    decisions = []
    for _ in range(1500):
        rows = [sorted(chance.sample(range(12), 3)) for _ in range(chance.randint(2, 9))]
        odds = [exp(sum(truth.get(feature, 0.0) for feature in row)) for row in rows]
        decisions.append([(row, part / sum(odds)) for row, part in zip(rows, odds, strict=True)])
    trainer = Trainer(TrainingConfig("gangs", 8))
    errors = [trainer.learn_choices(Choices.of(decisions, INPUTS)) for _ in range(3)]
    assert errors[-1] < 0.01
    learned = np.frombuffer(trainer.factors(), np.float32) / SOFTNESS
    assert learned[0] - learned[5] == pytest.approx(2.0, abs=0.1)
    assert learned[1] - learned[5] == pytest.approx(-1.5, abs=0.1)
