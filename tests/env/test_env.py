"""The games for learning: PettingZoo's own tests, one encoding without secrets, and batches that play by the rules."""

import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, performance_benchmark, seed_test

from conftest import LONG, PLAIN, clause, long_only
from gangland.arena.bench import step_speeds
from gangland.core import kernel
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.env.batch import Batch
from gangland.env.encoding import Encoding
from gangland.env.encodings import encoding_for, observe
from gangland.env.pettingzoo import GanglandEnv, env, parallel_env, raw_env
from gangland.famiglia import Duel, SmallDuel, Solo
from gangland.gangs import Gangs, GangsView, SmallGangs
from gangland.gangs.cards import SPOTS
from gangland.gangs.odds import homes_of
from gangland.play import Match
from playing import GAMES, games, matches, played, seeds
from worlds import another_world

pytestmark = pytest.mark.slow

SOME = [Duel(), SmallDuel(12), Solo(4, robot_starts=True), Gangs(2), Gangs(4)]


# PettingZoo


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")  # after the end
@pytest.mark.parametrize("game", [*SOME, Duel(joker_with_pair=True), Solo(1), Gangs(3)], ids=str)
def test_pettingzoos_own_tests(game: Game) -> None:
    """What it warns of is how its own card games look too: observations with a mask are dictionaries."""
    np.random.seed(0)
    api_test(env(game), num_cycles=20 if PLAIN else 60)
    seed_test(lambda: env(game), num_cycles=20 if PLAIN else 60)


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("game", [Duel(), Gangs(3)], ids=str)
def test_all_agents_can_be_asked_at_once(game: Game) -> None:
    """Only the action of the agent that decides counts; the others' may be anything."""
    one = parallel_env(game)
    seen, _ = one.reset(seed=3)
    chance, steps = np.random.default_rng(1), 0
    while one.agents:
        assert sum(bool(what["action_mask"].any()) for what in seen.values()) == 1
        actions = {
            agent: int(chance.choice(np.flatnonzero(what["action_mask"]))) if what["action_mask"].any() else 0
            for agent, what in seen.items()
        }
        seen, rewards, over, _, _ = one.step(actions)
        steps += 1
    assert steps > 10
    assert all(over.values())
    assert sum(rewards.values()) == pytest.approx(0)


def test_games_by_name_and_what_is_none() -> None:
    assert raw_env("gangs", players=3).game == Gangs(3)
    assert env("famiglia", joker_with_pair=True).unwrapped.game == Duel(joker_with_pair=True)
    assert raw_env("gangs").metadata["name"] == "gangland_gangs_v1"
    wrongs: list[Any] = [("chess", {}), ("gangs", {"players": 9}), ("gangs", {"level": 1}), (Duel(), {"players": 2})]
    for game, options in wrongs:
        with pytest.raises((ValueError, TypeError)):
            raw_env(game, **options)


@pytest.mark.skipif(PLAIN, reason="the aim is about the compiled kernel")
@pytest.mark.parametrize("game", SOME, ids=str)
def test_environments_step_at_half_the_speed_of_a_match_or_faster(game: Game) -> None:
    """In CPU time, in turn: about 0.7 in PettingZoo and 0.75 in OpenSpiel, each with observations."""
    ratios: dict[str, float] = {"": 0}
    for _ in range(5):  # a busy machine may disturb one
        speeds = step_speeds(game, 0.1)
        ratios = {name: speed / speeds["match_steps_per_s"] for name, speed in speeds.items()}
        if min(ratios.values()) >= 0.5:
            break
    assert min(ratios.values()) >= 0.5, ratios


@long_only  # it goes on for five seconds, however fast the machine is
def test_pettingzoos_performance_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(0)
    performance_benchmark(env(Gangs(3)))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_environment_plays_the_match_that_its_seed_deals(game: Game) -> None:
    one = GanglandEnv(game)
    one.reset(seed=7)
    match = Match.new(game, seed=7)
    chance = Random(1)
    while not one.terminations[one.agent_selection]:
        while match.turn >= len(one.agents):
            match.push(match.legal_moves[0])
        seat = one.possible_agents.index(one.agent_selection)
        assert seat == match.turn
        seen = one.observe(one.agent_selection)
        actions = np.flatnonzero(seen["action_mask"])
        position = match.position
        moves = {game.move_type(one.encoding.move_of(position, int(action))) for action in actions}
        assert moves == set(match.legal_moves)
        action = int(chance.choice(list(actions[:-1]) or list(actions)))
        match.push(game.move_type(one.encoding.move_of(position, action)))
        one.step(action)
    while not match.outcome:
        match.push(match.legal_moves[0])
    winners = [seat for seat in range(len(one.agents)) if seat in match.outcome.winners]
    if len(one.agents) == game.seats:
        assert sum(one.rewards.values()) == pytest.approx(0)
    for seat, agent in enumerate(one.possible_agents):
        assert (one.rewards[agent] > 0) == (seat in winners and len(match.outcome.winners) < game.seats)
        assert one._cumulative_rewards[agent] == one.rewards[agent]


@pytest.mark.parametrize("game", SOME, ids=str)
def test_environments_draw_themselves(game: Game) -> None:
    for moves in (0, 30):
        drawn = {}
        for mode in ("ansi", "svg"):
            one = env(game, render_mode=mode)
            one.reset(seed=3)
            chance = np.random.default_rng(0)
            for _ in range(moves):
                if any(one.terminations.values()):
                    break
                one.step(int(chance.choice(np.flatnonzero(one.last()[0]["action_mask"]))))
            drawn[mode] = one.render()
        picture = ElementTree.fromstring(drawn["svg"])
        words = [element.text for element in picture.iter() if element.tag.endswith("text")]
        for word in drawn["ansi"].split():
            assert word == "." or any(word in (text or "") for text in words), word
    assert env(game).render_mode is None


# The encoding


@settings(max_examples=20 if PLAIN else 100)
@given(matches())
def test_a_view_is_enough_for_the_observation(match: Match) -> None:
    """The one encoding: from the whole truth, as in batches, and from a view, as in environments."""
    encoding = encoding_for(match.game)
    for seat in range(encoding.agents):
        seen, actions = observe(match.game, match.view(seat))
        assert seen == encoding.encode(match.position, seat)
        assert len(seen) == encoding.size
        expected = encoding.legal_actions(match.position) if seat == match.turn and not match.outcome else []
        assert actions == expected


@clause("G8")
@settings(max_examples=10 if PLAIN else 60)
@given(st.sampled_from([Gangs(2), Gangs(3), Gangs(4), SmallGangs(3)]), seeds, st.integers(0, 80), st.integers(0, 3))
def test_observations_hold_no_secrets(game: Gangs, seed: int, moves: int, seat: int) -> None:
    match = played(game, seed, moves)
    assume(match.outcome is None and not match.position.reshuffles and seat < game.players)
    twin = another_world(match, seat, Random(seed))
    encoding = encoding_for(game)
    assert encoding.encode(twin.position, seat) == encoding.encode(match.position, seat)
    if seat == match.turn:
        assert encoding.legal_actions(twin.position) == encoding.legal_actions(match.position)


def test_other_seats_observe_other_things() -> None:
    """Or the test above would prove nothing."""
    match = played(Gangs(3), 1, 20)
    twin = another_world(match, 0, Random(1))
    encoding = encoding_for(match.game)
    assert encoding.encode(twin.position, 1) != encoding.encode(match.position, 1)


@settings(max_examples=20 if PLAIN else 100)
@given(matches())
def test_actions_and_moves_are_inverses(match: Match) -> None:
    encoding, position = encoding_for(match.game), match.position
    if match.turn < encoding.agents:
        moves = position.moves()
        actions = [encoding.action_of(position, move) for move in moves]
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < encoding.actions for action in actions)
        assert [encoding.move_of(position, action) for action in actions] == moves


@clause("F7.3")
def test_a_copy_of_a_street_card_has_an_action_of_its_own() -> None:
    game = Solo()
    position = game.position("street: A1 B2 A1\nhand 0: B2 A0 A0")
    encoding = encoding_for(game)
    numbers = {str(game.move_type(move)): encoding.action_of(position, move) for move in position.moves()}
    assert numbers["sweep A1#1"] == 6
    assert numbers["sweep A1#3"] == 6 + 1245


@settings(max_examples=20 if PLAIN else 100)
@given(games, seeds)
def test_rewards_follow_the_outcome(game: Game, seed: int) -> None:
    match = played(game, seed)
    assert match.outcome
    encoding = encoding_for(game)
    rewards = encoding.rewards(match.position)
    winners = match.outcome.winners
    share = (game.seats / len(winners) - 1) / (game.seats - 1)
    for seat, reward in enumerate(rewards):
        assert reward == pytest.approx(share if seat in winners else -1 / (game.seats - 1))


# Batches


SIZE = 3 if PLAIN else 8


@pytest.mark.parametrize("game", [*SOME, Duel(joker_with_pair=True), Gangs(3)], ids=str)
def test_a_batch_shows_what_views_show_and_plays_by_the_rules(game: Game) -> None:
    batch = Batch(game, SIZE, seed=3)
    ended = 0
    for step in range(150):
        before = [batch.position(number) for number in range(SIZE)]
        check_row(batch, step % SIZE, before[step % SIZE])
        actions = batch.random_actions()
        batch.step(actions)
        for number, position in enumerate(before):
            position.push(batch.encoding.move_of(position, int(actions[number])))
            if batch.dones[number]:
                ended += 1
                assert batch.position(number).moves()
            else:
                assert not batch.rewards[number].any()
                assert_follows(position, batch.position(number))
    assert ended


def check_row(batch: Batch, number: int, position: Position) -> None:
    seen, actions = observe(batch.game, position.view(position.turn))
    assert bytes(batch.observations[number]) == bytes(seen)
    assert list(np.flatnonzero(batch.masks[number])) == actions
    assert batch.turns[number] == position.turn


def assert_follows(position: Position, after: Position) -> None:
    """What was on the table stays there; chance only adds cards (seen by the points, which it cannot change)."""
    if not position.owed and not position.ended and position.turn == after.turn:
        assert str(position) == str(after)


@pytest.mark.parametrize("game", SOME, ids=str)
def test_rewards_of_a_batch_are_those_of_the_end(game: Game) -> None:
    """The last move of each game, repeated by hand, ends it as the batch says."""
    batch = Batch(game, SIZE, seed=5)
    compared = 0
    for _ in range(200):
        before = [batch.position(number) for number in range(SIZE)]
        actions = batch.random_actions()
        batch.step(actions)
        for number in np.flatnonzero(batch.dones):
            position = before[number]
            position.push(batch.encoding.move_of(position, int(actions[number])))
            if position.ended:
                assert list(batch.rewards[number]) == pytest.approx(batch.encoding.rewards(position))
                compared += 1
    assert compared


@pytest.mark.parametrize("game", SOME, ids=str)
def test_threads_and_seeds_of_a_batch(game: Game) -> None:
    def run(seed: int, threads: int) -> list[bytes]:
        batch = Batch(game, SIZE + 1, seed, threads)
        rows = []
        for _ in range(30):
            batch.step(batch.random_actions())
            rows += [batch.observations.tobytes(), batch.masks.tobytes(), batch.rewards.tobytes()]
        return rows

    assert run(1, 1) == run(1, 2) == run(1, 3) != run(2, 1)


PROBE = """
from hashlib import sha256
from gangland.env.batch import Batch
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs, GangsView
digest = sha256()
for game in (Duel(), Solo(4, True), Gangs(2), Gangs(4)):
    batch = Batch(game, 5, seed=8)
    for _ in range(80):
        batch.step(batch.random_actions())
        for array in (batch.observations, batch.masks, batch.turns, batch.rewards, batch.dones):
            digest.update(array.tobytes())
print(digest.hexdigest())
"""


def test_batches_are_the_same_compiled_and_plain() -> None:
    answers = set()
    for plain in ("", "1"):
        environment = {**os.environ, kernel.PLAIN: plain}
        done = subprocess.run(
            [sys.executable, "-c", PROBE], env=environment, capture_output=True, text=True, check=True
        )
        answers.add(done.stdout)
    assert len(answers) == 1


@clause("G1.1", "G1.2", "G1.3", "F1.3", "G1.6")
@pytest.mark.parametrize("players", [2, 4])
def test_batches_deal_as_the_rules_say(players: int) -> None:
    game = Gangs(players)
    count = 300 if PLAIN else 5000 if LONG else 1000
    batch = Batch(game, count, seed=9)
    shared = 0
    starters = set()
    for number in range(count):
        position = batch.position(number)
        alliance = position.alliance  # type: ignore[attr-defined]
        pairs = [alliance[3 * seat : 3 * seat + 2] for seat in range(players)]
        assert len({gang for pair in pairs for gang in pair}) == 2 * players
        assert all(alliance[3 * seat + 2] not in pairs[seat] for seat in range(players))
        assert game.position(str(position)) == position  # every card lies somewhere, once
        shared += homes_of(pairs, [alliance[2]])[0] >= 0
        starters.add(position.turn)
    assert starters == set(range(players))
    rate = {2: 10 / 34, 4: 1.0}[players]  # the first third is one of another's five and five, of 34 not refused
    assert abs(shared - rate * count) <= 4 * (count * rate * (1 - rate)) ** 0.5


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(Duel(), 8, seed=1)
    before = batch.observations.copy()
    for bad in (-1, 1245, int(np.flatnonzero(batch.masks[5] == 0)[0])):
        actions = batch.random_actions()
        actions[5] = bad
        with pytest.raises(ValueError, match="not legal in game 5"):
            batch.step(actions)
    with pytest.raises(ValueError, match="8 actions"):
        batch.step([0])
    assert (batch.observations == before).all()
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = 1


@pytest.mark.parametrize("game", SOME, ids=str)
def test_only_what_the_mask_shows_is_played(game: Game) -> None:
    """Every other action, of any type of number, is refused before anything changes, in a batch and in PettingZoo."""
    batch = Batch(game, 3, seed=2, threads=2)
    before, actions = batch.observations.copy(), batch.random_actions()
    legal = int(actions[2])
    for bad in (legal + 2**32, legal - 2**32, -1, batch.encoding.actions, 2**62):
        with pytest.raises(ValueError, match="not legal in game 2"):
            batch.step([*actions[:2], bad])
    wrongs: list[Any] = [actions.astype(float), actions > 0, [None] * 3, ["0"] * 3]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="whole numbers"):
            batch.step(wrong)
    one = env(game)
    one.reset(seed=2)
    mask = one.last()[0]["action_mask"]
    forbidden = np.flatnonzero(mask == 0)
    for bad in (*forbidden[:: len(forbidden) // 200 + 1], -1, -(10**6), len(mask), 3.7, "0", 2**70):
        with pytest.raises(IllegalMove):
            one.step(bad)
    assert (batch.observations == before).all()
    assert (one.last()[0]["action_mask"] == mask).all()
    batch.step(actions.astype(np.uint64))
    one.step(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("game", SOME, ids=str)
def test_random_actions_use_up_no_chance(game: Game) -> None:
    once, often = Batch(game, 4, seed=5), Batch(game, 4, seed=5)
    for _ in range(60):
        actions = once.random_actions()
        for _ in range(2):
            often.random_actions()
        once.step(actions)
        often.step(actions)
        assert (once.observations == often.observations).all()


def test_observations_can_be_written_to() -> None:
    """As `torch.from_numpy` wants it."""
    one = env(Duel())
    one.reset(seed=1)
    one.last()[0]["observation"][0] = 9
    batch = Batch(Duel(), 2)
    batch.observations[0, 0] = 9
    batch.step(batch.random_actions())


def test_a_render_mode_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="ansi, svg or None"):
        env(Duel(), render_mode="rgb_array")


def test_a_batch_belongs_to_one_thread_at_a_time() -> None:
    """Stepped by two it goes on, or says that another one is at it; the games stay whole."""
    batch = Batch(Gangs(4), 500, seed=1)

    def play() -> str:
        said = ""
        for _ in range(20):
            try:
                batch.step(batch.random_actions())
            except (RuntimeError, ValueError) as error:
                said = str(error)
        return said

    with ThreadPoolExecutor(4) as pool:
        for said in [future.result() for future in [pool.submit(play) for _ in range(4)]]:
            assert not said or "another thread" in said or "not legal" in said
    for number in range(500):
        assert Gangs(4).position(str(batch.position(number))) == batch.position(number)


def test_fields_name_what_the_bytes_mean() -> None:
    encoding: Encoding = encoding_for(Duel())
    seen = encoding.encode(Match.new(Duel(), seed=1, first=1).position, 0)
    fields = {}
    for name, field in encoding.fields.items():
        fields[name], seen = seen[: field.size], seen[field.size :]
    assert not seen
    assert list(fields["hand"]) == [1, 0, 0, 0, 0] * 4
    assert sum(fields["street"]) == 6
    assert sum(fields["pile"]) == fields["pile size"][0] == 46
    assert (fields["first"][0], fields["decides"][0]) == (0, 0)


@settings(max_examples=20 if PLAIN else 100)
@given(matches())
def test_no_byte_is_larger_than_its_field_says(match: Match) -> None:
    encoding = encoding_for(match.game)
    highest = encoding.highest
    assert len(highest) == len(encoding.names) == len(set(encoding.names)) == encoding.size
    for seat in range(encoding.agents):
        seen = encoding.encode(match.position, seat)
        assert [name for name, value, most in zip(encoding.names, seen, highest, strict=True) if value > most] == []


@clause("G7.1", "G8")
@settings(max_examples=20 if PLAIN else 100)
@given(st.sampled_from([Gangs(2), Gangs(4)]), seeds, st.integers(0, 80))
def test_gangs_are_marked_as_allies_and_rivals(game: Gangs, seed: int, moves: int) -> None:
    """What the planes say follows from the view alone."""
    match = played(game, seed, moves)
    encoding = encoding_for(game)
    for seat in range(game.players):
        view = match.view(seat)
        assert isinstance(view, GangsView)
        seen = dict(zip(encoding.names, encoding.encode(match.position, seat), strict=True))
        assert seen["points"] == view.scores[seat]
        for spot in SPOTS:
            gang = view.pyramid.get(spot)
            known = [gang is not None and gang in player.alliances for player in view.players]
            assert seen[f"allies {spot}"] == known.pop(seat)
            assert seen[f"rivals {spot}"] == sum(known)


def test_imagining_an_ended_game_keeps_what_was_shown() -> None:
    """G7.1: at the end all alliances are open."""
    match = played(Gangs(3), 4)
    position = match.game.position_from_view(match.view(0))
    assert position.ended
    assert [position.score(seat) for seat in range(3)] == list(match.standing)
