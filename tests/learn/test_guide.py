"""Tips of a first game and advice for its end: made from what the seat sees, said when they fit, and true."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from conftest import LONG
from gangland.bots.simple import choose_as_a_beginner, choose_at_random, choose_greedily
from gangland.core.game import Game, Pass
from gangland.famiglia import Duel, Sweep, Take
from gangland.gangs import Gangs
from gangland.learn import Course, counsels, course_of, courses, moments, moments_since_own_move, tip_for
from gangland.learn.advice import measures_of
from gangland.learn.guide import facts_of
from gangland.play import Match, Played
from gangland.registry import load_game
from worlds import another_world

GAMES = 60 if LONG else 9  # of each course, by people who play in different ways
ADVICE = {"af-joker", "af-let-go", "af-few-mercenaries", "as-behind", "as-shield", "ag-low", "ag-left", "ag-no-strike"}


@cache
def games_of(name: str) -> list[tuple[Match, list[str]]]:
    """Finished games of somebody new at seat 0, each with the tips that were given."""
    course, found = course_of(name), []
    assert course
    game = load_game(name)
    for seed in range(GAMES):
        match, random = Match.new(game, seed=seed, first=None if game.says_who_starts else 0), Random(seed)
        heard: list[str] = []
        while match.outcome is None:
            view = match.view(match.turn)
            if match.turn == 0:
                tip = tip_for(course, game, moments_since_own_move(match, 0), heard)
                heard += [tip.id] if tip else []
            if match.turn or seed % 3 == 0:
                match.push(choose_greedily(view))
            else:
                match.push(
                    choose_as_a_beginner(view, random) if seed % 3 == 1 else choose_at_random(view.legal_moves, random)
                )
        found.append((match, heard))
    return found


def newcomers(course: Course) -> list[tuple[Match, list[str]]]:
    return games_of(course.game)


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.id)
def test_what_a_course_asks_of_a_game_can_be_asked(course: Course) -> None:
    view = Match.new(load_game(course.game), seed=1).view(0)
    assert {fact for trigger in course.trigger for fact in trigger.facts} <= set(facts_of(view))
    assert {advice.measure for advice in course.advice} <= set(measures_of(view))


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.id)
def test_every_tip_comes_in_some_game_and_never_twice_in_one(course: Course) -> None:
    told: Counter[str] = Counter()
    for _, heard in newcomers(course):
        assert len(set(heard)) == len(heard)
        assert heard[0] == course.trigger[0].id  # the welcome
        told.update(heard)
    rare = {"tf-rival-passed", "tf-empty", "tg-no-influence", "tg-alone"}
    assert not LONG or {trigger.id for trigger in course.trigger} - set(told) <= rare
    assert len(told) >= 11
    assert 8 <= told.total() / GAMES <= 16


def test_what_a_gap_is_comes_before_what_it_is_good_for() -> None:
    course = course_of("gangs")
    assert course
    for _, heard in newcomers(course):
        assert "tg-gap-own" not in heard or "tg-gap" in heard[: heard.index("tg-gap-own")]


def test_nothing_that_was_heard_is_said_again_and_a_game_without_a_course_has_no_tips() -> None:
    course = course_of("famiglia-duel")
    assert course
    match = Match.new(Duel(), seed=3, first=0)
    story = moments_since_own_move(match, 0)
    assert tip_for(course, match.game, story, [trigger.id for trigger in course.trigger]) is None
    assert course_of("high-card") is None


def test_a_tip_points_at_the_move_that_it_speaks_of() -> None:
    for match, _ in newcomers(courses()[0])[:3]:
        for number, entry in enumerate(match.log):
            if isinstance(entry, Played) and entry.seat == 0:
                then = match.at(number)
                heard = [trigger.id for trigger in courses()[0].trigger if trigger.id not in ("tf-pair", "tf-brute")]
                tip = tip_for(courses()[0], then.game, moments_since_own_move(then, 0), heard)
                assert tip is None or tip.move in then.legal_moves


def test_tips_do_not_depend_on_what_is_hidden() -> None:
    course = course_of("gangs")
    assert course
    for number, (match, _) in enumerate(newcomers(course)[:6]):
        for cut in range(4, len(match.log), 9):
            then = match.at(cut)
            twin = another_world(then, 0, Random(number))
            here, there = (
                tip_for(course, then.game, moments_since_own_move(world, 0), ["tg-welcome"]) for world in (then, twin)
            )
            assert here == there


@pytest.mark.parametrize("course", courses(), ids=lambda course: course.id)
def test_nearly_everybody_is_told_what_to_try_next(course: Course) -> None:
    given: Counter[str] = Counter()
    silent = 0
    for match, _ in newcomers(course):
        assert match.outcome
        found = counsels(course, match.game, tuple(moments(match, 0)), 0 in match.outcome.winners)
        assert len(found) <= 2
        given.update(counsel.id for counsel in found)
        silent += not found
    assert silent <= GAMES // 3
    assert not LONG or {name for name in ADVICE if name in {advice.id for advice in course.advice}} <= set(given)
    assert len(given) >= 3


@pytest.mark.parametrize(("seat", "said"), [(0, "af-passed-first"), (1, "af-passes")])
def test_whoever_is_behind_hears_first_that_a_pass_ended_the_game(seat: int, said: str) -> None:
    """F9.3: two passes in a row end the game, whoever of the two passed first."""
    course = course_of("famiglia-duel")
    assert course
    match = Match.from_position(Duel(), f"turn: 0\nhand {seat}: A0\nhand {1 - seat}: F1\nstreet: B4 A3\n")
    match.push("pass")
    match.push("pass")
    assert [counsel.id for counsel in counsels(course, match.game, tuple(moments(match, seat)), False)][:1] == [said]


def test_a_measure_counts_what_happened() -> None:
    match, _ = newcomers(courses()[0])[1]
    story = tuple(moments(match, 0))
    measures = measures_of(story[-1].view)
    swept = [entry for entry in match.log if isinstance(entry, Played) and isinstance(entry.move.action, Sweep)]
    assert any(entry.seat == 0 for entry in swept)
    assert measures["turns-without-sweep"](story) == 0
    assert match.outcome
    own, other = match.outcome.scores
    assert measures["won-by"](story) - measures["lost-by"](story) == own - other


def unswept(game: Game) -> Match:
    """A game in which seat 0 never sweeps."""
    match = Match.new(game, seed=2, first=0)
    while match.outcome is None:
        moves = [move for move in match.legal_moves if match.turn or isinstance(move.action, Take | Pass)]
        match.push(choose_greedily(match.view(1)) if match.turn else moves[0])
    return match


def test_whoever_never_sweeps_is_told_in_how_many_turns_that_was_possible() -> None:
    match = unswept(Duel())
    story = tuple(moments(match, 0))
    turns = sum(
        step.before.view(0).may_sweep  # type: ignore[attr-defined]
        for step in match.history()
        if isinstance(step.entry, Played) and step.entry.seat == 0
    )
    assert measures_of(story[-1].view)["turns-without-sweep"](story) == turns > 2


def test_a_game_of_gangs_is_measured_by_its_strikes() -> None:
    course = course_of("gangs")
    assert course
    for match, _ in newcomers(course)[:6]:
        story = tuple(moments(match, 0))
        own = [str(entry.move) for entry in match.log if isinstance(entry, Played) and entry.seat == 0]
        struck = [move for move in own if move.startswith("expel ")]
        measures = measures_of(story[-1].view)
        assert isinstance(match.game, Gangs)
        assert measures["no-strike"](story) == (not struck)
        assert measures["low-strikes"](story) == sum(move[7] in "123" for move in struck)
