"""Players of earlier versions play as they did."""

import json
from itertools import islice
from pathlib import Path

import pytest

from conftest import PLAIN
from gangland.bots import Limit, Searcher, contestant
from gangland.core.errors import InvalidNotation
from gangland.famiglia import Duel
from gangland.play import Match
from gangland.registry import load_game

CHOSEN = json.loads((Path(__file__).parents[1] / "data" / "past-0.1.json").read_text("utf-8"))


UNUSED = Limit(simulations=1)  # the version has a limit of its own


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(CHOSEN)))
def test_version_0_1_chooses_what_it_chose(number: int) -> None:
    """Made with commit 392a05e, 1,000 simulations and seed 1: 300 positions of all games."""
    game = load_game(CHOSEN[number]["game"], CHOSEN[number]["rules"])
    match = Match.new(game, seed=CHOSEN[number]["seed"])
    player = contestant("past:0.1:1000", game)
    chosen = {int(ply): move for ply, move in CHOSEN[number]["chosen"].items()}
    if PLAIN:
        chosen = dict(islice(chosen.items(), number % 5 == 0))  # one takes a second and more
    for ply in range(max(chosen, default=-1) + 1):
        if ply in chosen:
            assert str(player.choose(match.seen(match.turn), limit=UNUSED, seed=1)) == chosen[ply], ply
        if ply < len(CHOSEN[number]["moves"]):
            match.push(CHOSEN[number]["moves"][ply])


def test_there_are_300_of_them() -> None:
    assert sum(len(row["chosen"]) for row in CHOSEN) == 300


def test_versions_are_named_with_or_without_a_limit() -> None:
    found = [contestant(text, Duel()) for text in ("past:0.1", "past:0.1:0.05s", "past:0.1:1000")]
    assert [isinstance(bot, Searcher) and bot.by_the_clock for bot in found] == [True, True, False]
    for wrong in ("past", "past:", "past:0.2", "past:0.1:", "past:0.1:x", "past:0.1,trust=0"):
        with pytest.raises(InvalidNotation):
            contestant(wrong, Duel())
