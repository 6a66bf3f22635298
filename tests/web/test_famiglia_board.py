"""What the table of Famiglia shows of a Brute before it is played."""

import pytest

from conftest import PLAIN, clause
from drawing import pov_of
from gangland.famiglia import Duel, FamigliaView, PlayBrute, Take
from gangland.play import Match
from gangland.web.boards import board_of
from gangland.web.boards.famiglia import FamigliaBoard
from playing import come_to

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")


def takes(view: FamigliaView) -> set[object]:
    return {move.action.card for move in view.legal_moves if isinstance(move.action, Take)}


def opened(match: Match) -> dict[str, set[object]]:
    """By Brute, the cards that can be taken after it is played on them, and not before."""
    view = match.view(match.turn)
    assert isinstance(view, FamigliaView)
    found: dict[str, set[object]] = {}
    for move in view.legal_moves:
        if isinstance(move.action, PlayBrute):
            after = match.copy()
            after.push(move)
            later = after.view(match.turn)
            assert isinstance(later, FamigliaView)
            found.setdefault(str(move.action.brute), set()).update({move.action.target} & (takes(later) - takes(view)))
    return found


def board_after(match: Match, *picks: str) -> FamigliaBoard:
    board = board_of(match.view(match.turn), pov_of(match, match.turn, picks))
    assert isinstance(board, FamigliaBoard)
    return board


@clause("F5.2")
@pytest.mark.parametrize("seed", [3, 40, 200])
def test_one_sees_what_a_brute_would_open_before_and_while_it_is_chosen(seed: int) -> None:
    match = come_to(Duel(), seed, lambda match: not match.outcome and any(opened(match).values()))
    view = match.view(match.turn)
    assert isinstance(view, FamigliaView)
    by_brute = opened(match)
    any_brute = set().union(*by_brute.values())
    marked = [piece.note == "with a Brute" for piece in board_after(match).street]
    assert marked == [card in any_brute for card in view.street]
    for brute, cards in by_brute.items():
        pieces = board_after(match, f"hand:{brute}").street
        assert [piece.verb == "Reduce, take" for piece in pieces] == [card in cards for card in view.street]
        assert not any(piece.note for piece in pieces)
