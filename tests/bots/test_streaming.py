"""Analysis while it runs, and what it tells of a move."""

import time

import pytest

from conftest import PLAIN
from gangland import Duel, Game, Gangs, Limit, Match, Solo, analyse, analysis
from gangland.bots import play
from gangland.bots.search import Search
from gangland.core.position import Sampler


@pytest.mark.parametrize("game", [Duel(), Solo(2), Gangs(3)], ids=str)
def test_infos_grow_and_the_last_one_is_that_of_a_whole_search(game: Game) -> None:
    match = Match.new(game, seed=3)
    seen, count = match.seen(match.turn), 600 if PLAIN else 1500
    with analysis(seen, Limit(simulations=count), seed=4) as running:
        infos = list(running)
    counts = [info.simulations for info in infos]
    assert counts == sorted(set(counts))
    assert len(counts) > 2
    assert [info.seconds for info in infos] == sorted(info.seconds for info in infos)
    last, whole = infos[-1], analyse(seen, Limit(simulations=count), seed=4)
    assert (last.candidates, last.simulations, last.exact) == (whole.candidates, count, False)
    assert running.info is last
    for candidate in last.candidates:
        assert candidate.line[0] == candidate.move in seen.view.legal_moves
        assert 0 <= candidate.value <= 1
        assert candidate.share == pytest.approx(candidate.visits / sum(one.visits for one in last.candidates))
    assert last.depth == max(len(candidate.line) for candidate in last.candidates) > 1


def test_an_analysis_without_a_limit_ends_with_its_block() -> None:
    match = Match.new(Duel(), seed=3)
    with analysis(match.seen(match.turn)) as running:
        for info in running:
            if info.simulations > 1000:
                break
    assert not running._thread.is_alive()
    rest = list(running)
    assert all(later.simulations > info.simulations for later in rest)
    with pytest.raises(ZeroDivisionError), analysis(match.seen(match.turn)) as failing:
        1 / 0  # noqa: B018
    assert not failing._thread.is_alive()


def test_stop_and_wait() -> None:
    match = Match.new(Gangs(2), seed=3)
    with analysis(match.seen(match.turn)) as running:
        next(running)
        running.stop()
        last = running.wait()
    assert last.simulations >= 128
    assert list(running) == []
    began = time.perf_counter()
    with analysis(match.seen(match.turn), Limit(seconds=0.05)) as timed:
        assert timed.wait().seconds >= 0.05
    assert time.perf_counter() - began < 30


def test_a_position_without_a_choice_and_one_that_is_solved() -> None:
    match = Match.from_position(Duel(), "street: A1\ndiscard: rest\npile:\nin use: used up\nhand 0: F1", seed=1)
    with analysis(match.seen(0)) as running:
        [only] = running
    assert [str(candidate.move) for candidate in only.candidates] == ["pass"]
    late = play(Duel(), ["greedy", "greedy"], seed=2)
    solved = next(
        late.at(step.number)
        for step in reversed(late.history())
        if step.is_move and "in use: used up" in str(step.before) and len(late.at(step.number).legal_moves) > 1
    )
    with analysis(solved.seen(solved.turn)) as exact:
        [info] = exact
    assert info.exact
    assert info.candidates[0].line == (info.candidates[0].move,)


def test_nothing_to_analyse() -> None:
    match = Match.new(Duel(), seed=3)
    with pytest.raises(ValueError, match="another seat's turn"):
        analysis(match.seen(1 - match.turn))
    with pytest.raises(TypeError):
        analysis(match.position)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        analysis(match.seen(match.turn), 5)  # type: ignore[arg-type]


def test_a_variation_of_a_move_that_was_not_tried_is_the_move() -> None:
    match = Match.new(Duel(), seed=3)
    search = Search(match.position, Duel().evaluator(), Sampler(), 1, 1.0, 100)
    assert search.variation(77) == [77]
    search.run(50)
    move = max(search.results(), key=lambda row: row[1])[0]
    assert search.variation(move)[0] == move
    for wrong in (-1, 2**40, None, "x"):
        with pytest.raises((ValueError, TypeError)):
            search.variation(wrong)  # type: ignore[arg-type]
