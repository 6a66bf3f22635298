"""The opponents people meet, and their hints."""

from itertools import count

import pytest

from conftest import PLAIN
from gangland.bots import Limit, choose_greedily, levels_for
from gangland.bots.hints import hint, reason_for
from gangland.bots.simple import beginner_value
from gangland.core.game import Game, Move, Pass, View
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, FamigliaMove, FamigliaView, Solo, Sweep, Take
from gangland.gangs import Expel, Gangs, GangsMove, GangsView
from gangland.gangs.cards import SPOTS
from gangland.play import Match
from high_card import HighCard
from playing import GAMES, played


@pytest.mark.parametrize("game", [Duel(), Gangs(2)])
def test_there_are_seven_with_names_of_their_own(game: Game) -> None:
    levels = levels_for(game)
    assert [level.number for level in levels] == [1, 2, 3, 4, 5, 6, 7]
    for language in LANGUAGES:
        assert len({Language(language).say(level.name) for level in levels}) == 7
    assert levels[-1].seconds is not None
    assert levels[-1].seconds <= 1.0


@pytest.mark.slow
@pytest.mark.parametrize("game", [Duel(), Gangs(2), Gangs(4)], ids=str)
@pytest.mark.parametrize("number", [1, 3, 5])
def test_an_opponent_plays_a_whole_legal_game(game: Game, number: int) -> None:
    """Those that do not think by the clock make the same moves every time."""
    logs = []
    for _ in range(1 if PLAIN else 2):
        match = Match.new(game, seed=number)
        level = levels_for(game)[number - 1]
        while not match.outcome and (not PLAIN or len(match.log) < 8):
            match.push(level.choose(match.seen(match.turn), len(match.log)))
        logs.append(match.log)
    assert logs[0] == logs[-1]


def test_the_fourth_plays_by_rules_of_thumb_alone() -> None:
    for game in (Duel(), Gangs(2)):
        match = played(game, 2, 20)
        seen = match.seen(match.turn)
        assert levels_for(game)[3].choose(seen, 1) == choose_greedily(seen.view)


def gains_something(view: View, move: Move) -> bool:
    """Whether a beginner would see what a pass, a sweep or an expulsion is good for, once it is shown to them."""
    match view, move.action:
        case FamigliaView(), Sweep(card):  # nothing much is there to be taken, so something better may come
            plain = {
                each.action.card for each in view.legal_moves if isinstance(each.action, Take) and each.action.is_plain
            }
            return card not in plain and all(other.points <= 3 for other in plain)
        case GangsView(), Expel(victim):  # a stranger loses a spot that counts, and an ally can have it
            own = view.players[view.turn].alliances
            below = [view.pyramid.get(spot) for spot in victim.supports] if victim.points else []
            return view.gang_on(victim) not in own and any(gang in own for gang in below)
    return False


@pytest.mark.skipif(PLAIN, reason="the opponents are the same, only slower")
@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=str)
def test_those_who_learn_overlook_but_do_nothing_pointless(game: Game) -> None:
    """Each pass, sweep and expulsion of the first three is one that a beginner would make, or it gains something."""
    checked = 0
    for seed in count():
        match = Match.new(game, seed=seed)
        while not match.outcome:
            view = match.view(match.turn)
            move = levels_for(game)[(seed + match.turn) % 3].choose(match.seen(match.turn), len(match.log))
            if isinstance(move.action, Pass | Sweep | Expel):
                best = max(beginner_value(view, each) for each in view.legal_moves)
                assert beginner_value(view, move) == best or gains_something(view, move), (str(view), str(move))
            match.push(move)
            checked += 1
        if checked >= 1000:
            break


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_a_legal_move_with_a_reason(game: Game, language: str) -> None:
    budget = Limit(simulations=5 if PLAIN else 60)
    for moves in (0, 7, 19, 34, 47):
        match = played(game, 2, moves)
        if match.outcome or (isinstance(game, Solo) and match.turn == 1):
            continue
        advice = hint(match.seen(match.turn), budget)
        assert advice.candidate.move in match.legal_moves
        said = Language(language).translate(advice.reason)
        assert said
        assert "{" not in said


def test_what_a_hint_says_is_true() -> None:
    view = Match.new(Duel(), seed=1).view(0)
    brute, accountant, take = map(FamigliaMove.parse, ("play B2 on A3", "play A2", "take F0"))
    assert str(reason_for(brute, view)) == "it makes A3 affordable"
    assert str(reason_for(accountant, view)) == "it brings cards back from the display"
    assert "cannot take it" not in str(reason_for(take, view))  # there are more of them
    for seed in range(20):
        seen = Match.new(Gangs(2), seed=seed, first=0).view(0)
        for spot, gang in seen.pyramid.items():
            agent = next(other for other in SPOTS if other.touches(spot))
            reason = reason_for(GangsMove.parse(f"expel {spot} by {agent} with B"), seen)
            assert str(reason).endswith("helps the others") == (gang not in seen.players[0].alliances)


def test_nobody_claims_strength_in_a_game_that_was_not_measured() -> None:
    assert [level.wins for level in levels_for(HighCard())] == [None] * 7
    assert all(level.wins for level in levels_for(Gangs(2))[1:])
