"""The games in OpenSpiel: its own tests, honest chance, and worlds that fit what a player knows."""

import pickle
import unittest
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from conftest import PLAIN, clause
from gangland.core.chance import Random as Dice
from gangland.core.game import Game
from gangland.famiglia import Duel, FamigliaMove, SmallDuel, Solo
from gangland.gangs import Gangs
from gangland.gangs.odds import card_odds, homes_of, third_odds
from gangland.play import Match, Played, Reshuffled, deal
from playing import played

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:(open_spiel|pyspiel|ml_collections|absl).*")

from gangland.env import openspiel  # noqa: E402
from gangland.env.opponents import OpenSpielBot  # noqa: E402

pytestmark = pytest.mark.slow

NAMES = [
    "python_gangland_famiglia",
    "python_gangland_famiglia(joker_with_pair=True)",
    "python_gangland_solo",
    "python_gangland_solo(level=4,robot_starts=True)",
    "python_gangland_gangs",
    "python_gangland_gangs(players=3)",
    "python_gangland_gangs(players=4)",
    "python_gangland_famiglia-small(cards=12)",
    "python_gangland_gangs-small",
]
GANGS = [name for name in NAMES if "gangs" in name and "small" not in name]


def random_state(name: str, seed: int, decisions: int) -> Any:
    """A state after so many decisions, reached by its own chance and random moves; passes are rare."""
    random = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or decisions):
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            action = random.choices(actions, odds)[0]
        else:
            legal = state.legal_actions()
            action = random.choice(legal[:-1] or legal)
            decisions -= 1
        state.apply_action(action)
    return state


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1 if PLAIN else 2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES[::3])
def test_openspiels_own_api_tests(name: str) -> None:
    from open_spiel.integration_tests import api_test

    game = pyspiel.load_game(name)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun >= 5
    assert not result.errors, result.errors[0][1]
    assert not result.failures, result.failures[0][1]


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_simulation_tests(name: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_goes_as_in_a_match(name: str) -> None:
    """The same cards and moves lead to the same position, legal moves and result."""
    spiel = pyspiel.load_game(name)
    for seed in range(3 if PLAIN else 20):
        match = played(spiel.rules, seed)
        twin = Match(spiel.rules, match.deal)
        state = spiel.new_initial_state()
        for action in dealt_actions(match):
            state.apply_action(action)
        cards = turned_up(match)
        for entry in match.log:
            while state.is_chance_node():
                state.apply_action(next(cards))
            if isinstance(entry, Played) and entry.seat < state.num_players():
                assert state.current_player() == entry.seat
                texts = {state.action_to_string(entry.seat, action): action for action in state.legal_actions()}
                assert set(texts) == set(map(str, twin.legal_moves))
                state.apply_action(texts[str(entry.move)])
            if isinstance(entry, Played):
                twin.push(entry.move)
        assert str(state.table.position) == str(match.position)
        check_returns(state.returns(), match)


def turned_up(match: Match) -> Iterator[int]:
    """The cards of a match in the order in which they were turned up."""
    setup = match.deal.setup
    reshuffled = [card for entry in match.log if isinstance(entry, Reshuffled) for card in entry.cards]
    dealt = map(match.game.card_type.parse, setup.get("pile", setup.get("deck", [])))
    return (card.number for card in (*dealt, *reshuffled))


def check_returns(returns: list[float], match: Match) -> None:
    assert match.outcome is not None
    if len(returns) == 1:
        assert returns == [{(0,): 1.0, (1,): -1.0, (0, 1): 0.0}[match.outcome.winners]]
        return
    assert sum(returns) == pytest.approx(0)
    assert tuple(seat for seat, value in enumerate(returns) if value == max(returns)) == match.outcome.winners


def dealt_actions(match: Match) -> list[int]:
    """A match's deal, as chance in OpenSpiel would make it."""
    game, setup = match.game, match.deal.setup
    if not isinstance(game, Gangs):
        return [match.deal.first]
    alliances = [[game.card_type.parse(gang).number for gang in own] for own in setup["alliances"]]
    influence = [game.card_type.parse(gang).number for own in setup["influence"] for gang in own]
    pairs = [gang for own in alliances for gang in own[:2]]
    return [match.deal.first, *pairs, *(own[2] for own in alliances), *influence]


@clause("G1.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_odds_of_third_alliances_are_those_of_real_deals(players: int) -> None:
    """Chi-square over whose gangs the thirds are, between the formula and deals made card by card."""
    pairs = [(2 * seat, 2 * seat + 1) for seat in range(players)]
    expected: Counter[tuple[int, ...]] = Counter()

    def follow(thirds: tuple[int, ...], odds: float) -> None:
        if len(thirds) == players:
            expected[homes_of(pairs, thirds)] += odds  # type: ignore[assignment]
            return
        for gang, chance in third_odds(pairs, thirds):
            follow((*thirds, gang), odds * chance)

    follow((), 1.0)
    assert sum(expected.values()) == pytest.approx(1)
    count = 1000
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(count):
        alliances = deal(Gangs(players), seed).setup["alliances"]
        seen[homes_of([own[:2] for own in alliances], [own[2] for own in alliances])] += 1
    assert set(seen) <= set(expected)
    chi_square = sum((seen[key] - count * odds) ** 2 / (count * odds) for key, odds in expected.items())
    degrees = len(expected) - 1
    assert chi_square < degrees + 4 * (2 * degrees) ** 0.5


@clause("G1.2")
def test_cards_put_aside_make_some_thirds_less_likely() -> None:
    """By hand, for two players of whom the second gets one of the first one's gangs or one of nobody's.

    The first finds 10 of 44 cards to refuse. Whatever its k refusals, nobody's card is one of 33 - k for the second;
    one of the first one's gangs also must not be among the k of 10 aside.
    """
    before = [1.0]  # the chance of at least k refusals
    for k in range(10):
        before.append(before[-1] * (10 - k) / (44 - k))
    exactly = [before[k] - (before[k + 1] if k < 10 else 0) for k in range(11)]
    nobody = sum(chance / (33 - k) for k, chance in enumerate(exactly)) / 34
    first = sum(chance * (10 - k) / 10 / (33 - k) for k, chance in enumerate(exactly)) / 34
    assert card_odds(2, (-1, -1)) == pytest.approx(nobody)
    assert card_odds(2, (-1, 0)) == pytest.approx(first)


@pytest.mark.parametrize("name", GANGS)
def test_resampled_states_look_the_same_to_the_player_and_differ(name: str) -> None:
    differ = total = 0
    for seed in range(4 if PLAIN else 20):
        state = random_state(name, seed, seed * 2)
        if state.is_terminal():
            continue
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, Random(seed).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            if other.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            assert len(other.history()) == len(state.history())
            differ += str(other) != str(state)
            total += 1
    assert differ > 0.9 * total


@clause("G1.1", "G1.2", "G8")
@pytest.mark.parametrize("decisions", [0, 14])
def test_sampled_worlds_are_as_likely_as_the_posterior(decisions: int) -> None:
    """Two players: the exact posterior over the other's alliances, from the rules and what was seen, by enumeration."""
    state = random_state("python_gangland_gangs", 3, decisions)
    player = state.current_player()
    worlds, dice = openspiel.Worlds(state.table.position.view(player)), Dice(decisions)
    compare_with_posterior(state, lambda: worlds.sample(dice), 1000 if PLAIN else 8000)


@clause("G8")
def test_resampled_states_differ_from_the_truth_at_the_right_rate() -> None:
    state = random_state("python_gangland_gangs", 4, 25)
    random = Random(1)

    def resample() -> Any:
        return state.resample_from_infostate(state.current_player(), random.random).table.position

    compare_with_posterior(state, resample, 200 if PLAIN else 600)


def compare_with_posterior(state: Any, sample: Callable[[], Any], count: int) -> None:
    """Chi-square over the other's three alliances, and the rate at which they are the true ones."""
    player = state.current_player()
    others = slice(3 * (1 - player), 3 * (1 - player) + 3)
    posterior = exact_posterior(state, player)
    seen = Counter(frozenset(sample().alliance[others]) for _ in range(count))
    assert set(seen) <= set(posterior)
    chi_square = sum((seen[key] - count * odds) ** 2 / (count * odds) for key, odds in posterior.items())
    degrees = len(posterior) - 1
    assert chi_square < degrees + 4 * (2 * degrees) ** 0.5
    truth = frozenset(state.table.position.alliance[others])
    assert 0 < posterior[truth] < 0.5
    assert abs(seen[truth] - count * posterior[truth]) < 4 * (count * posterior[truth]) ** 0.5


def exact_posterior(state: Any, player: int) -> dict[frozenset[int], float]:
    """P(alliances) times P(what was seen of the members | alliances), for every way the other can have been dealt."""
    position = state.table.position
    own = position.alliance[3 * player : 3 * player + 3]
    shown = position.shown[1 - player]
    seen = Counter(members_seen(state, player))
    weights: Counter[frozenset[int]] = Counter()
    for pair in combinations([gang for gang in range(8) if gang not in own[:2]], 2):
        for third in set(range(8)) - set(pair):
            gangs = frozenset((*pair, third))
            if any(shown >> gang & 1 and gang not in gangs for gang in range(8)):
                continue
            seats = [(own[:2], own[2]), (pair, third)] if player == 0 else [(pair, third), (own[:2], own[2])]
            pairs, thirds = [seat[0] for seat in seats], [seat[1] for seat in seats]
            weight = 1.0
            for seat in range(2):
                weight *= dict(third_odds(pairs, thirds[:seat])).get(thirds[seat], 0.0)
            left = Counter(6 * list(range(8)))
            left.subtract([*own, *gangs])
            for gang, count in seen.items():
                for taken in range(count):
                    weight *= max(left[gang] - taken, 0)
            weights[gangs] += weight  # type: ignore[assignment]
    total = sum(weights.values())
    return {gangs: weight / total for gangs, weight in weights.items() if weight}


def members_seen(state: Any, player: int) -> list[int]:
    """The members that a player saw and that are nobody's alliances: own influence, others' discards, the deck's."""
    table = state.table
    deal, drawn = table.dealt, [int(action) for action in table.public.split()[1:]]
    own = deal[7 + 5 * player : 12 + 5 * player]
    replay = pyspiel.load_game("python_gangland_gangs").new_initial_state()
    for action in deal:
        replay.apply_action(action)
    cards, spent = [], []
    for action in drawn:
        if replay.is_chance_node():
            cards.append(action)
        elif 50 <= action < 770 and replay.current_player() != player:
            spent.append((action - 50) % 8)
        replay.apply_action(action)
    return [*own, *spent, *cards[16:]]


def test_information_states_recall_everything_and_only_what_was_seen() -> None:
    """Same string, same own past; and nothing about others' cards is in it."""
    state = random_state("python_gangland_gangs(players=3)", 1, 10)
    twin = state.resample_from_infostate(0, Random(2).random)
    assert state.information_state_string(0) == twin.information_state_string(0)
    assert state.information_state_string(1) != twin.information_state_string(1)
    after = [state.child(action) for action in state.legal_actions()]
    strings = {child.information_state_string(0) for child in after}
    assert len(strings) == len(after)


def test_states_can_be_pickled_and_cloned() -> None:
    for name in NAMES:
        state = random_state(name, 2, 7)
        for twin in (pickle.loads(pickle.dumps(state)), state.clone()):
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            if not state.is_terminal():
                twin.apply_action(twin.legal_actions()[0])
                assert str(twin) != str(state)


@pytest.mark.parametrize("game", [Duel(), SmallDuel(12), Solo(2), Gangs(2), Gangs(4)], ids=str)
def test_openspiels_searchers_play_legally_and_the_same_for_the_same_seed(game: Game) -> None:
    bot = OpenSpielBot(simulations=10 if PLAIN else 60)
    match = played(game, 3, 6)
    for _ in range(3):
        while match.turn == 1 and isinstance(game, Solo):
            match.push(match.legal_moves[0])
        move = bot.choose(match.seen(match.turn), seed=4)
        assert move == bot.choose(match.seen(match.turn), seed=4)
        match.push(move)
    assert OpenSpielBot(seconds=0.0001).choose(match.seen(match.turn), seed=1) in match.legal_moves
    assert OpenSpielBot(seconds=0.05).choose(match.seen(match.turn), seed=1) in match.legal_moves


def test_openspiels_searcher_takes_the_winning_move() -> None:
    """A duel that ends with this turn: only the 4 of La Famiglia wins."""
    text = "\n".join([
        "turn: 1", "first: 0", "hand 0: M4 B4", "hand 1: F3 F3 A0", "display 0:", "display 1:", "street: F4 A0",
        "pile:", "under:", "discard: rest", "in use: used up", "clean: no", "swept: no",
    ])  # fmt: skip
    position = Duel().position(text)
    view = position.view(1)
    assert OpenSpielBot(simulations=200).answer(view, 1) == FamigliaMove.parse("take F4 with F3 F3")


def test_the_searchers_never_see_hidden_truth() -> None:
    """The same view in another world, the same seed: the same move."""
    from worlds import another_world

    for seed in range(2 if PLAIN else 6):
        match = played(Gangs(3), seed, 12)
        twin = another_world(match, match.turn, Random(seed))
        bot = OpenSpielBot(simulations=30)
        assert bot.choose(match.seen(match.turn), seed=seed) == bot.choose(twin.seen(match.turn), seed=seed)


def test_worlds_are_exact_where_the_belief_alone_is_not() -> None:
    """Sampled worlds keep everything that the seat knows."""
    match = played(Gangs(4), 5, 20)
    view: Any = match.view(match.turn)
    worlds, dice = openspiel.Worlds(view), Dice(3)
    for _ in range(20):
        world = worlds.sample(dice)
        assert world.view(match.turn) == view


def test_impossible_parameters_are_refused() -> None:
    with pytest.raises(ValueError, match="level"):
        openspiel.KINDS["famiglia-solo"]({"level": 5})
    with pytest.raises(ValueError, match="players"):
        openspiel.KINDS["gangs"]({"players": 5})


# At the edges


def reshuffled_state() -> Any:
    """G3.3: four players who have spent all sixteen influence cards; whoever can expel does."""
    for seed in range(200):
        random, state = Random(seed), pyspiel.load_game(GANGS[2]).new_initial_state()
        while not state.is_terminal():
            position = state.table.position
            if position is not None and position.reshuffles and not position.owed:
                return state
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, odds)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(random.choice([a for a in legal if 50 <= a < 770] or legal[:-1] or legal))
    raise AssertionError("never seen")


@clause("G3.3")
def test_after_a_reshuffle_worlds_are_possible_ones() -> None:
    """What was shuffled is public: nobody can hold those cards, and no world has more than eight of a gang."""
    state = reshuffled_state()
    chance = Random(1)
    for player in range(4):
        for _ in range(10):
            world = state.resample_from_infostate(player, chance.random)
            position = world.table.position
            assert Gangs(4).position(str(position)) == position
            assert position.members == state.table.position.members
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)


def test_the_belief_is_listed_once_for_each_information_state(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    real = openspiel.Worlds.__init__

    def counted(self: Any, view: Any) -> None:
        made.append(view.seat)
        real(self, view)

    monkeypatch.setattr(openspiel.Worlds, "__init__", counted)
    state = random_state("python_gangland_gangs(players=3)", 1, 6)
    for _ in range(3):
        for player in range(3):
            state.resample_from_infostate(player, Random(1).random)
            state.clone().resample_from_infostate(player, Random(1).random)
    assert sorted(made) == [0, 1, 2]
    state.apply_action(state.legal_actions()[0])
    state.resample_from_infostate(0, Random(1).random)
    assert len(made) == 4


@pytest.mark.parametrize("name", NAMES)
def test_actions_that_are_not_there_are_refused_and_change_nothing(name: str) -> None:
    start, later = pyspiel.load_game(name).new_initial_state(), random_state(name, 2, 9)
    for state in (start, later):
        legal = state.legal_actions()
        before = str(state), state.history()
        for action in (-(10**6), -1, 10**6, next(a for a in range(10**4) if a not in legal)):
            with pytest.raises((ValueError, pyspiel.SpielError)):
                state.apply_action(action)
        assert (str(state), state.history()) == before


def test_there_is_no_tensor_of_an_information_state() -> None:
    """As OpenSpiel's own games say it, or a solver would learn from nothing."""
    game = pyspiel.load_game("python_gangland_gangs")
    state = game.new_initial_state()
    for ask in (
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
        lambda: state.information_state_tensor(0),
    ):
        with pytest.raises(pyspiel.SpielError, match="unimplemented"):
            ask()
