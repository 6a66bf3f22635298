"""The opponents people meet, and their hints."""

import pytest

from conftest import PLAIN
from gangland.bots import Limit, levels_for
from gangland.bots.hints import hint, reason_for
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, FamigliaMove, Solo
from gangland.gangs import Gangs, GangsMove
from gangland.gangs.cards import SPOTS
from gangland.play import Match
from playing import GAMES, played


@pytest.mark.parametrize("game", [Duel(), Gangs(2)])
def test_there_are_five_with_names_of_their_own(game: Game) -> None:
    levels = levels_for(game)
    assert [level.number for level in levels] == [1, 2, 3, 4, 5]
    for language in LANGUAGES:
        assert len({Language(language).say(level.name) for level in levels}) == 5
    assert levels[-1].seconds is not None
    assert levels[-1].seconds <= 1.0


@pytest.mark.parametrize("game", [Duel(), Gangs(2), Gangs(4)], ids=str)
@pytest.mark.parametrize("number", [1, 2, 3])
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
