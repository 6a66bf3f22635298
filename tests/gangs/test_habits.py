"""What others' moves tell about their alliances."""

from collections.abc import Mapping
from itertools import product
from math import exp, log
from random import Random

import pytest
from hypothesis import given, settings

from conftest import PLAIN, clause
from gangland.bots import Limit, contestant
from gangland.core.game import Pass
from gangland.gangs import Climb, Expel, Fill, Gangs, GangsMove, GangsView, SmallGangs, Spot, habits
from gangland.gangs.belief import TRIPLES
from gangland.gangs.suspicion import MASKS
from gangland.gangs.suspicion import likelihoods as by_rules_of_thumb
from gangland.play import Match
from playing import played, seeds


def opening() -> GangsView:
    view = Match.new(Gangs(2), seed=4, first=0).view(None)
    assert isinstance(view, GangsView)
    return view


def same_kind(move: GangsMove, legal: list[GangsMove]) -> set[object]:
    """What the legal moves of a kind choose among: a climb, a card for the gap, a victim for this influence card."""
    match move.action:
        case Climb():
            return {(one.action.start, one.action.goal) for one in legal if isinstance(one.action, Climb)}
        case Fill():
            return {one.action.start for one in legal if isinstance(one.action, Fill)}
        case Expel(_, _, card):
            return {one.action.victim for one in legal if isinstance(one.action, Expel) and one.action.card == card}
    return set()


@clause("G3.1", "G3.2", "G4.1", "G4.2")
@pytest.mark.parametrize("game", [Gangs(2), Gangs(4), SmallGangs(3)], ids=str)
def test_a_move_is_a_choice_among_all_legal_ones_of_its_kind(game: Gangs) -> None:
    kinds = set()
    for seed in range(2 if PLAIN else 8):
        match = Match.new(game, seed=seed)
        dice = Random(seed)
        while not match.outcome:
            before, legal = match.view(None), [GangsMove(move) for move in match.legal_moves]
            assert isinstance(before, GangsView)
            move = dice.choice(legal)
            found = habits.choices(move, before.pyramid, before.gap, before.crowned)
            assert len(found) == len(same_kind(move, legal))
            kinds.add(type(move.action))
            match.push(move)
    assert kinds >= {Climb, Fill, Expel, Pass}


@settings(max_examples=2 if PLAIN else 10)
@given(seeds)
def test_what_a_move_tells_is_its_weight_among_all_choices(seed: int) -> None:
    """For one's own gangs a choice weighs as much as its traits pull."""
    for _, move, before in played(Gangs(3), seed).seen(0).past[::7]:
        assert isinstance(move, GangsMove)
        assert isinstance(before, GangsView)
        found = habits.choices(move, before.pyramid, before.gap, before.crowned)
        told = habits.likelihoods([0], [(0, move, before)], 0.5)[0]
        for triple, mask in zip(TRIPLES, MASKS, strict=True):
            weights = [exp(0.5 * habits.CAUTION * pull(choice, triple)) for choice in found]
            assert told[mask] == pytest.approx(weights[0] / sum(weights) if weights else 1.0)


def pull(choice: habits.Choice, triple: tuple[int, ...]) -> float:
    return sum(habits.PULLS[name] for name, gang in choice if gang is None or gang.number in triple)


def test_every_trait_has_a_pull() -> None:
    met = set()
    for players, seed in product((2, 4), range(3 if PLAIN else 30)):
        for _, move, before in played(Gangs(players), seed).seen(0).past:
            assert isinstance(move, GangsMove)
            assert isinstance(before, GangsView)
            met |= {
                name
                for choice in habits.choices(move, before.pyramid, before.gap, before.crowned)
                for name, _ in choice
            }
    assert met <= set(habits.PULLS)
    assert len(met) > len(habits.PULLS) / 2


def test_a_reveal_and_a_pass_tell_nothing() -> None:
    for text in ("reveal B", "pass"):
        assert set(habits.likelihoods([1], [(1, GangsMove.parse(text), opening())], 1.0)[1].values()) == {1.0}


def test_a_move_that_does_not_fit_its_view_tells_nothing() -> None:
    """What a seat has seen may come from outside."""
    for text in ("climb c2 c3", "fill a1", "expel a5 by a4 with D"):
        told = habits.likelihoods([1], [(1, GangsMove.parse(text), opening())], 1.0)[1]
        assert set(told.values()) == {1.0}


def test_who_pushes_a_gang_up_probably_has_it() -> None:
    before = opening()
    bit = 1 << before.pyramid[Spot.parse("c1")].number
    told = habits.likelihoods([1], [(1, GangsMove.parse("climb c1 c2"), before)] * 4, 1.0)[1]
    with_it = [weight for mask, weight in told.items() if mask & bit]
    without = [weight for mask, weight in told.items() if not mask & bit]
    assert sum(with_it) / len(with_it) > 3 * sum(without) / len(without)


def surprise(told: Mapping[int, float], truth: int) -> float:
    return -log(told[truth] / sum(told.values()))


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the games are the same, a hundred times slower")
def test_they_tell_more_than_rules_of_thumb() -> None:
    """Of games of level 5, which had no part in the lesson."""
    bot, limit = contestant("5", Gangs(2)), Limit(simulations=1)
    learned = thumb = 0.0
    for seed in range(16):
        match = Match.new(Gangs(2), seed=seed)
        while not match.outcome:
            match.push(bot.choose(match.seen(match.turn), limit=limit, seed=seed))
        position = Gangs(2).own(match.position)
        past = [
            (seat, move, before)
            for seat, move, before in match.seen(0).past
            if isinstance(move, GangsMove) and isinstance(before, GangsView)
        ]
        for seat in range(2):
            truth = sum(1 << gang for gang in position.alliance[3 * seat : 3 * seat + 3])
            learned += surprise(habits.likelihoods([seat], past, 1.0)[seat], truth)
            thumb += surprise(by_rules_of_thumb([seat], past, 1.0)[seat], truth)
    assert learned < 0.95 * thumb
