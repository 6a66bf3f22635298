"""The worked positions of the rules, and a position for every clause with a border (data/*.toml)."""

import tomllib
from typing import Any

import pytest

from conftest import DATA
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs

CASES = [
    pytest.param(file, case, id=case["name"])
    for file in ("famiglia", "gangs")
    for case in tomllib.loads((DATA / f"{file}.toml").read_text("utf-8"))["case"]
]


def game_of(file: str, case: dict[str, Any]) -> Game:
    if file == "gangs":
        return Gangs(case.get("players", 2))
    options = case.get("options", {})
    return Solo(case["solo"], **options) if "solo" in case else Duel(**options)


def lay_out(position: Position, game: Game, cards: list[str]) -> None:
    while position.owed:
        position.draw(game.card_type.parse(cards.pop(0)).number)


def lines(text: str) -> dict[str, str]:
    return {key: value.strip() for key, _, value in (line.partition(":") for line in text.strip().splitlines())}


@pytest.mark.parametrize(("file", "case"), CASES)
def test_worked_position(file: str, case: dict[str, Any]) -> None:
    game = game_of(file, case)
    position = game.position(case["position"])
    draws = list(case.get("draws", []))
    for move in case.get("moves", []):
        assert move in game.legal_moves(position)
        position.push(game.move_type.parse(move).number)
        lay_out(position, game, draws)
    assert not draws, "more cards were turned up than expected"
    moves = game.legal_moves(position)
    legal = {str(move) for move in moves}
    assert len(legal) == len(moves)
    if "legal" in case:
        assert legal == set(case["legal"])
    assert legal >= set(case.get("includes", []))
    for word in ("take", "climb", "fill"):
        if f"{word}s" in case:
            assert {str(move) for move in moves if move.action.verb == word} == set(case[f"{word}s"])
    for move, clause in case.get("illegal", {}).items():
        assert move not in legal
        objection = game.why_illegal(position, game.move_type.parse(move))
        assert isinstance(objection, IllegalMove)
        assert objection.clause == clause, str(objection)
    for key, value in lines(case.get("after", "")).items():
        assert lines(str(position))[key] == value, key
    if "outcome" in case:
        outcome = game.outcome(position)
        assert outcome is not None
        expected = case["outcome"]
        assert list(outcome.scores) == expected["scores"]
        assert list(outcome.winners) == expected["winners"]
        assert outcome.reason == expected["reason"]
    assert game.position(str(position)) == position
