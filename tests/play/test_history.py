"""One history: it is shared, never changed, and walked once by all who read it."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest
from hypothesis import given

from gangland.core.errors import IllegalMove, InvalidArgument
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Played, Reshuffled
from playing import matches, played

GAMES: list[Game] = [Duel(), Solo(2), Gangs(2), Gangs(4)]


def end(position: Position) -> None:
    """Play on from a position, in place, to the end of the game."""
    while not position.ended:
        if position.owed:
            position.draw(position.bag_cards()[0])
        else:
            position.push(position.moves()[0])


@given(matches())
def test_the_walk_leads_from_each_position_to_the_next(match: Match) -> None:
    steps = match.history()
    assert [step.number for step in steps] == list(range(len(match.log)))
    assert [step.entry for step in steps] == match.log
    for earlier, later in pairwise(steps):
        assert earlier.after == later.before
    for step in steps:
        if isinstance(step.entry, Reshuffled):
            assert step.before == step.after
        else:
            assert step.entry.seat == step.before.turn
            assert step.entry.move.number in step.before.moves()
    if steps:
        assert steps[-1].after == match.position


@given(matches())
def test_the_walk_is_what_a_replay_comes_to(match: Match) -> None:
    again = Match(match.game, match.deal, match.seats)
    for step in match.history():
        if isinstance(step.entry, Played):
            assert again.position == step.before
            again.push(step.entry.move)
            assert again.position == step.after
    assert (again.log, again.pile, again.outcome) == (match.log, match.pile, match.outcome)


@pytest.mark.parametrize("game", GAMES)
def test_playing_on_from_every_step_leaves_all_the_others_unchanged(game: Game) -> None:
    match = played(game, 5)
    steps = match.history()
    before = [(str(step.before), step.entry, str(step.after)) for step in steps]
    for step in steps:
        end(step.before)
        end(step.after)
    for number in range(len(steps)):
        branch = match.at(number)
        while not branch.outcome:
            branch.push(branch.legal_moves[-1])
    end(match.position)
    assert match.history() is steps
    assert before == [(str(step.before), step.entry, str(step.after)) for step in steps]
    with pytest.raises(FrozenInstanceError):
        steps[0].number = 7  # type: ignore[misc]
    match.log.clear()
    assert len(match.log) == len(steps)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_shares_every_step_and_a_copy_shares_all(game: Game) -> None:
    match = played(game, 5, 20)
    steps = match.history()
    twin = match.copy()
    assert twin.history() is steps
    twin.push(twin.legal_moves[0])
    assert match.history() is steps
    assert all(one is other for one, other in zip(steps, twin.history(), strict=False))
    assert twin.history()[len(steps)]._before is steps[-1]._after
    move = twin.undo()
    assert [*twin.history()] == [*steps]
    twin.push(move)
    assert len(twin.history()) > len(steps)


@given(matches())
def test_taking_back_is_a_shorter_history(match: Match) -> None:
    while match.moves:
        steps, pile = match.history(), match.pile
        kept = len(steps) - 1 - isinstance(steps[-1].entry, Reshuffled)
        last = steps[kept]
        assert match.undo() == last.entry.move  # type: ignore[union-attr]
        assert [*match.history()] == [*steps[:kept]]
        assert match.position == last.before
        again = match.copy()
        again.push(last.entry.move)  # type: ignore[union-attr]
        assert (again.position, again.pile) == (last.after, pile)
    with pytest.raises(IllegalMove, match="There is no move to take back"):
        match.undo()


@given(matches())
def test_a_match_at_a_number_is_the_one_that_its_record_leads_to(match: Match) -> None:
    record = match.record()
    for number in {0, len(match.log) // 2, max(0, len(match.log) - 1), len(match.log)}:
        there, read = match.at(number), record.match(at=number)
        assert (there.log, there.pile, there.outcome) == (read.log, read.pile, read.outcome)
        assert there.position == read.position
        assert there.seen(0) == read.seen(0)


def test_a_number_that_there_is_not_is_refused() -> None:
    match = played(Duel(), 3, 10)
    numbers: list[object] = [-1, 11, 10**30, "1", 1.0, True, None]
    for number in numbers:
        with pytest.raises(InvalidArgument, match=r"^The log ends with entry 10\.$"):
            match.at(number)  # type: ignore[arg-type]


def test_what_a_seat_has_seen_follows_from_one_branch_to_another() -> None:
    match = played(Gangs(2), 1, 12)
    match.seen(0)
    match.undo()
    match.undo()
    assert match.seen(0) == match.record().match().seen(0)
    branch = match.copy()
    branch.push(branch.legal_moves[-1])
    match.push(match.legal_moves[0])
    for one in (match, branch):
        assert one.seen(1) == one.record().match().seen(1)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_very_long_history_is_copied_pickled_and_written_without_recursion(make: object) -> None:
    match = played(Gangs(4), 0)
    one = match.history()[0]
    match._history = type(match._history)(match._history.start, match._history.start_pile, (one,) * 5000)
    assert callable(make)
    assert len(make(match.history())) == 5000
    assert repr(match._history)
    assert len(match.copy().history()) == 5000
    assert match != match.copy()


def test_a_setup_nested_deeper_than_python_recurses_is_no_trouble() -> None:
    nested: list[object] = []
    for _ in range(3000):
        nested = [nested]
    match = played(Duel(), 1, 5)
    deal = replace(match.deal, setup={**match.deal.setup, "more": nested})
    again = Match(Duel(), deal)
    again.push(match.moves[0])
    assert again.copy().deal.setup["pile"] == match.deal.setup["pile"]
