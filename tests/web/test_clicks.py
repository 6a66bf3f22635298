"""Whatever is legal can be clicked, and nothing else."""

import pytest
from hypothesis import assume, given

from conftest import PLAIN, clause
from drawing import pov_of
from gangland.bots import choose_greedily
from gangland.core.game import Game, Move
from gangland.core.words import Language
from gangland.famiglia import Duel, FamigliaView, PlayAccountant, Solo, Swap
from gangland.gangs import Expel
from gangland.play import Match
from gangland.web.boards import board_of
from gangland.web.boards.famiglia import FamigliaBoard
from gangland.web.boards.pieces import Look
from gangland.web.clicks import Clicks, clicks, paths
from gangland.web.sentences import name_of
from playing import matches


def reachable(view_clicks: Clicks, follow: object, depth: int = 0) -> dict[Move, int]:
    """Every move that some row of clicks makes, with the shortest row's length; only ever along what is alive."""
    found: dict[Move, int] = {}
    for click in view_clicks.alive.values():
        if click.soft or not click.verb:
            continue
        if click.move:
            found[click.move] = min(found.get(click.move, 9), depth + 1)
        else:
            deeper = reachable(clicks(follow, click.picks), follow, depth + 1)  # type: ignore[arg-type]
            found |= {move: min(found.get(move, 9), length) for move, length in deeper.items()}
    return found


@given(matches())
def test_every_legal_move_can_be_clicked_and_nothing_else(match: Match) -> None:
    view = match.view(match.turn)
    found = reachable(clicks(view, ()), view)
    assert set(found) == set(view.legal_moves)
    for move, length in found.items():
        assert length <= (3 if isinstance(move.action, Expel) else 2), move


@given(matches())
def test_nothing_is_alive_for_those_who_do_not_decide(match: Match) -> None:
    others = [None, *(seat for seat in range(match.game.seats) if seat != match.turn)]
    for seat in others:
        assert clicks(match.view(seat), ()).alive == {}


@given(matches())
def test_a_second_click_takes_the_first_one_back(match: Match) -> None:
    view = match.view(match.turn)
    for click in clicks(view, ()).alive.values():
        if not click.move:
            chosen = clicks(view, click.picks)
            assert chosen.picks == click.picks
            assert chosen.alive[click.picks[-1]].picks == ()


@given(matches())
def test_picks_that_make_no_sense_are_dropped(match: Match) -> None:
    view = match.view(match.turn)
    plain = clicks(view, ())
    for nonsense in (["street:99"], ["spot:z9", "spot:a1"], ["'<script>"], [""], ["pass", "pass"]):
        assert clicks(view, nonsense) == plain


def duel(text: str, game: Game | None = None) -> Clicks:
    position = (game or Duel()).position(text)
    return clicks(position.view(0), ())


TABLE = """turn: 0
hand 0: {hand}
hand 1: A0
street: {street}
pile: rest
in use: first"""


def test_a_card_with_one_way_to_pay_is_taken_at_once_and_with_two_it_asks() -> None:
    text = TABLE.format(hand="F2 M3 A0 A0", street="F3 A1")
    plain = duel(text)
    assert str(plain.alive["street:2"].move) == "take A1 with A0 A0"
    assert plain.alive["street:1"].move is None
    asked = clicks(Duel().position(text).view(0), plain.alive["street:1"].picks)
    assert [str(way.move) for way in asked.ways] == ["take F3 with M3 F2", "take F3 with F2 M3"]
    assert str(asked.alive["street:2"].move) == "take A1 with A0 A0"


def test_every_copy_on_the_street_is_alive_in_the_duel_and_named_by_its_place_in_solo() -> None:
    text = TABLE.format(hand="A0 A0", street="A1 B2 A1")
    assert [str(duel(text).alive[f"street:{place}"].move) for place in (1, 3)] == ["take A1 with A0 A0"] * 2
    solo = duel(text, Solo())
    assert [str(solo.alive[f"street:{place}"].move) for place in (1, 3)] == [
        "take A1#1 with A0 A0",
        "take A1#3 with A0 A0",
    ]


@pytest.mark.parametrize("picks", [(), ("done",)])
def test_after_an_accountant_everything_else_stays_possible_with_or_without_done(picks: tuple[str, ...]) -> None:
    position = Duel().position(
        "turn: 0\nhand 0: B0 B1\nhand 1: A0\ndisplay 0: A1 F0\nstreet: B1 M0\npile: rest\nin use: first\n"
        "played: A1 swaps 1"
    )
    view = position.view(0)
    found = clicks(view, picks)
    assert str(found.alive["street:2"].move) == "take M0"
    assert str(found.alive["pass"].move) == "pass"
    assert found.alive["hand:B0"].soft == bool(picks)
    assert {path[0] for path, _ in paths(view)} >= {"done", "hand:B0", "hand:B1", "street:2", "pass"}


@clause("F4.2")
def test_an_exchange_begins_in_the_hand_or_in_the_display() -> None:
    position = Duel().position(
        "turn: 0\nhand 0: B0 B1\nhand 1: A0\ndisplay 0: A1 F0\nstreet: B1 M0\npile: rest\nin use: first\n"
        "played: A1 swaps 1"
    )
    view = position.view(0)
    for first, then in (("hand:B0", "display:F0"), ("display:F0", "hand:B0")):
        assert str(clicks(view, (first,)).alive[then].move) == "swap B0 F0"
    assert "display:A1" not in clicks(view, ()).alive  # F4.3: it stays this turn


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the board is the same, only slower")
def test_the_twin_of_a_picked_card_stays_alive_and_says_nothing_untrue() -> None:
    """Of two equal cards it does not matter which one is clicked; the other one takes the pick back as well."""
    seen = 0
    for seed in range(40):
        match = Match.new(Duel(), seed=seed)
        while not match.outcome:
            view = match.view(match.turn)
            assert isinstance(view, FamigliaView)
            given = {move.action.given for move in view.legal_moves if isinstance(move.action, Swap)}
            for card in (card for card in given if view.hands[view.turn].count(card) > 1):
                board = board_of(view, pov_of(match, view.turn, (f"hand:{card}",)))
                assert isinstance(board, FamigliaBoard)
                chosen, *twins = [piece for piece in board.me.hand if piece.label == name_of(card, Language("en"))]
                assert chosen.look is Look.CHOSEN
                for twin in twins:
                    assert (twin.look, twin.click, twin.verb) == (Look.OPTIONAL, chosen.click, "")
                seen += 1
            accountants = [move for move in view.legal_moves if isinstance(move.action, PlayAccountant)]
            match.push(accountants[0] if accountants else choose_greedily(view))
    assert seen > 5


@clause("F9.3")
@given(matches())
def test_whoever_would_end_the_game_by_passing_is_told_and_nobody_else(match: Match) -> None:
    view = match.view(match.turn)
    assume(not match.outcome and isinstance(view, FamigliaView) and (view.robot_level is None or view.turn == 0))
    check_the_warning(match)


@clause("F9.3")
def test_after_a_pass_the_other_one_is_warned() -> None:
    match = Match.new(Duel(), seed=1)
    match.push("pass")
    check_the_warning(match)
    assert match.outcome


def check_the_warning(match: Match) -> None:
    """And pass, to see whether it was true."""
    view = match.view(match.turn)
    assert isinstance(view, FamigliaView)
    board = board_of(view, pov_of(match, view.turn))
    match.push("pass")
    ends = match.outcome is not None and match.outcome.reason == "passes"
    assert isinstance(board, FamigliaBoard)
    if not view.brute and not view.accountant:  # what is under way is said first
        assert ("the game ends" in board.banner.more) == ends
    else:
        assert ends or "the game ends" not in board.banner.more
