"""The solo game as Gymnasium knows it: Gymnasium's own checks, the registry, masks, and what illegal actions do."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from conftest import PLAIN
from gangland.core.errors import IllegalMove
from gangland.env.gymnasium import SoloEnv
from gangland.famiglia import Duel, Solo
from gangland.play import Match

NAME = "gangland/Solo-v0"


def test_gymnasiums_own_check() -> None:
    choices: list[dict[str, Any]] = [{}, {"level": 1, "robot_starts": True}]
    for options in choices:
        check_env(gymnasium.make(NAME, **options).unwrapped, skip_render_check=True)


def test_a_game_is_the_match_that_its_seed_deals_and_its_reward_the_outcome() -> None:
    one = gymnasium.make(NAME, level=2, robot_starts=True)
    solo = one.unwrapped
    assert isinstance(solo, SoloEnv)
    rewards = set()
    for seed in range(4 if PLAIN else 12):
        seen, info = one.reset(seed=seed)
        assert one.observation_space.contains(seen)
        chance = np.random.default_rng(seed)
        over = False
        while not over:
            assert (solo.action_masks() == info["action_mask"].astype(bool)).all()
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            seen, reward, over, cut, info = one.step(action)
            assert one.observation_space.contains(seen)
            assert not cut
        match = solo.episode.match
        assert match.deal == Match.new(Solo(2, robot_starts=True), seed=seed).deal
        assert match.outcome
        won, lost = 0 in match.outcome.winners, 1 in match.outcome.winners
        assert reward == won - lost
        assert not info["action_mask"].any()
        match.record().verify()
        rewards.add(reward)
    assert -1.0 in rewards


def test_without_a_seed_games_go_on_in_the_sequence_of_the_last_one() -> None:
    def three(seed: int) -> list[bytes]:
        one = SoloEnv()
        return [one.reset(seed=seed if number == 0 else None)[0].tobytes() for number in range(3)]

    assert three(1) == three(1) != three(2)
    assert len(set(three(1))) == 3


def test_an_illegal_action_loses_or_raises() -> None:
    one = SoloEnv()
    _, info = one.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    seen, reward, over, _, info = one.step(illegal)
    assert one.observation_space.contains(seen)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(RuntimeError, match="call reset"):
        one.step(illegal)
    strict = SoloEnv(illegal="raise")
    before, _ = strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="not legal now"):
        strict.step(illegal)
    assert (strict.episode.seen(0) == before).all()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": Duel()}, "2 players"),
        ({"game": "gangs"}, "2 players"),
        ({"game": "chess"}, "no game “chess”"),
        ({"game": Solo(), "level": 2}, "options already"),
        ({"level": 9}, "level"),
        ({"moves": 9}, "does not go with"),
        ({"render_mode": "human"}, "render mode"),
        ({"illegal": "ignore"}, "lose, raise"),
    ],
)
def test_what_cannot_be_an_environment_is_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError), match=sentence):
        SoloEnv(**arguments)


def test_what_is_no_action_changes_nothing() -> None:
    one = SoloEnv(render_mode="ansi")
    with pytest.raises(RuntimeError, match="call reset"):
        one.render()
    before, _ = one.reset(seed=1)
    wrongs: list[Any] = [-1, 6225, 2**70, 3.7, "0", None]
    for wrong in wrongs:
        with pytest.raises((ValueError, TypeError), match="action"):
            one.step(wrong)
    assert (one.episode.seen(0) == before).all()
    assert "street" in str(one.render())


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_stable_baselines_trains_on_it_as_it_is() -> None:
    why = "`pip install --group learning` brings torch and Stable-Baselines3"
    sb3 = pytest.importorskip("stable_baselines3", reason=why)
    contrib = pytest.importorskip("sb3_contrib", reason=why)
    from stable_baselines3.common.env_checker import check_env as check

    check(SoloEnv(), warn=False)
    for method in (sb3.PPO, contrib.MaskablePPO):
        model = method("MlpPolicy", gymnasium.make(NAME, level=1), n_steps=64, batch_size=64, seed=1)
        model.learn(128)
