"""The library's front door: whatever Python hands to the kernel is checked, can be interrupted, and has one owner.

`test_fuzz.py` tries every public name; these are the promises themselves.
"""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import PLAIN, clause
from gangland.bots import Limit, analyse
from gangland.bots.analysis import trained_net
from gangland.bots.net import Net, net_size
from gangland.bots.search import Search, Solver
from gangland.core.chance import Random
from gangland.core.evaluator import EndgameEvaluator
from gangland.core.game import Game
from gangland.core.position import Position, Sampler
from gangland.env.encodings import encoding_for
from gangland.env.kernel.famiglia import DuelEncoding, SoloEncoding
from gangland.famiglia import Duel, Solo
from gangland.famiglia.evaluator import DuelEvaluator, SoloEvaluator
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.famiglia.small import SmallPosition
from gangland.gangs import Gangs
from gangland.gangs import view as gangs_view
from gangland.gangs.belief import Belief
from gangland.gangs.evaluator import GangsEvaluator
from gangland.gangs.position import GangsPosition
from gangland.play import Match
from playing import GAMES, games, played, seeds

DUEL, GANGS = DuelEvaluator(), GangsEvaluator()

compiled_only = pytest.mark.skipif(PLAIN, reason="the plain kernel's fields are Python's own, and it keeps the GIL")


def refused(call: Callable[[], object]) -> str:
    with pytest.raises((ValueError, TypeError)) as caught:
        call()
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    return said


# Positions


@settings(max_examples=20 if PLAIN else 60, deadline=None)
@given(games, seeds, st.integers(0, 60), st.integers(-3, 90_000))
def test_only_legal_moves_are_pushed(game: Game, seed: int, moves: int, move: int) -> None:
    position = played(game, seed, moves).position.copy()
    before, legal = str(position), position.moves()
    if move not in legal:
        assert "A move is" in (said := refused(lambda: position.push(move))) or "not legal" in said
        assert str(position) == before
    for wrong in (None, "pass", 1.0, 2**70, -(2**70)):
        refused(lambda wrong=wrong: position.push(wrong))  # type: ignore[misc]
    assert str(position) == before


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_only_cards_that_are_owed_and_there_are_drawn(game: Game) -> None:
    match = Match.new(game, seed=3)
    refused(lambda: match.position.copy().draw(3))
    position, _ = game.start(match.deal.setup, match.deal.first)
    assert position.owed
    for card in (-1, 20, 63, 64, 10**9, None):
        refused(lambda card=card: position.draw(card))  # type: ignore[misc]
    while position.owed:
        position.draw(position.bag_cards()[-1])
    refused(lambda: position.draw(0))


@pytest.mark.parametrize("game", [Duel(), Solo(), Gangs(2), Gangs(4)], ids=str)
def test_seats_that_are_not_there_have_no_score_result_or_view(game: Game) -> None:
    position = Match.new(game, seed=3).position
    for seat in (-1, game.seats, 10**8, 2**64, "0", 0.5):
        for ask in (position.score, position.returns, position.view):
            refused(lambda ask=ask, seat=seat: ask(seat))  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Position, DuelPosition, SoloPosition, SmallPosition, GangsPosition])
def test_a_position_that_is_not_set_up_says_so(kind: Any) -> None:
    for blank in (kind(), kind.__new__(kind), kind().copy()):
        for ask in (
            blank.moves, lambda p=blank: p.push(0), lambda p=blank: p.playouts(1, 1), lambda p=blank: p.score(0),
            lambda p=blank: p.random_move(Random(1)), lambda p=blank: p.draw(0),
        ):  # fmt: skip
            assert "not set up" in refused(ask)


def test_a_position_is_dealt_once() -> None:
    duel, gangs = Match.new(Duel(), seed=1).position.copy(), Match.new(Gangs(2), seed=1).position.copy()
    assert "already" in refused(lambda: duel.deal(0, False))  # type: ignore[attr-defined]
    assert "already" in refused(lambda: gangs.begin(0, 2))  # type: ignore[attr-defined]
    for players in (1, 5, None):
        refused(lambda players=players: GangsPosition().begin(0, players))  # type: ignore[misc]
    refused(lambda: SoloPosition().deal_solo(0, False, 9))
    refused(lambda: DuelPosition().deal(2, False))
    refused(lambda: duel.stack([1, 2, 3]))  # type: ignore[attr-defined]


@compiled_only
@pytest.mark.parametrize("game", GAMES[:3] + GAMES[-1:], ids=str)
def test_the_fields_of_a_position_are_read_only(game: Game) -> None:
    position = Match.new(game, seed=1).position.copy()
    fields = [name for name in dir(position) if not name.startswith("_") and not callable(getattr(position, name))]
    assert len(fields) > 20
    for name in fields:
        with pytest.raises(AttributeError):
            setattr(position, name, getattr(position, name))


def test_positions_under_different_rules_differ() -> None:
    text = "hand 0: A0 A0\nstreet: A1 B2"
    assert Duel(True).position(text) != Duel(False).position(text)
    assert len({Duel(True).position(text), Duel(False).position(text), Duel(True).position(text)}) == 2
    assert len({Solo(level).position(text) for level in (1, 2, 3, 4)}) == 4
    assert Solo(1).position(text) == Solo(1, robot_starts=True).position(text)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_are_copied_and_pickled_whole(game: Game) -> None:
    position = played(game, 5, 9).position
    for twin in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert hash(twin) == hash(position)
        assert twin is not position
        assert twin.moves() == position.moves()
    with pytest.raises(TypeError):
        pickle.dumps(type(position)())


def test_a_known_order_of_the_pile_survives_pickling() -> None:
    position = Match.new(Duel(), seed=1).position.copy()
    assert isinstance(position, DuelPosition)
    position.stack(position.bag_cards()[::-1])
    twin = pickle.loads(pickle.dumps(position))
    assert twin.stacked
    assert twin.playouts(20, 7) == position.playouts(20, 7)


@clause("G8")
def test_what_a_view_does_not_tell_is_not_made_up() -> None:
    """A position made from a view knows one seat's cards; asked for the others' it says that it does not."""
    match = played(Gangs(3), 4, 9)
    seat = match.turn
    known = gangs_view.imagine(match.view(seat))  # type: ignore[arg-type]
    assert known.moves() == match.position.moves()
    assert known.score(seat) == match.position.score(seat)
    other = (seat + 1) % 3
    assert "not known" in refused(lambda: known.score(other))
    assert "not known" in refused(lambda: known.playouts(1, 1))
    assert "another position" in refused(lambda: Search(known, GANGS, Sampler(), 1, 1.0, 10))
    world = known.copy()
    Belief(known, seat, {}).imagine(world, seat, Random(1))
    assert world.playouts(1, 1)
    assert "already" in refused(lambda: Belief(known, seat, {}).imagine(world, seat, Random(1)))


# Search, solver, net, encoding


def test_what_thinks_checks_what_it_gets() -> None:
    duel, gangs = Match.new(Duel(), seed=1), Match.new(Gangs(3), seed=1)
    p, g = duel.position, gangs.position
    net = trained_net("famiglia-duel")
    known = gangs_view.imagine(gangs.view(0))
    belief = Belief(known, 0, {})
    calls: list[Callable[[], object]] = [
        lambda: Search(None, DUEL, Sampler(), 1, 1.0, 10),  # type: ignore[arg-type]
        lambda: Search(p, None, Sampler(), 1, 1.0, 10),  # type: ignore[arg-type]
        lambda: Search(p, GANGS, Sampler(), 1, 1.0, 10),
        lambda: Search(p, SoloEvaluator(), Sampler(), 1, 1.0, 10),
        lambda: Search(p, DUEL, None, 1, 1.0, 10),  # type: ignore[arg-type]
        lambda: Search(p, DUEL, belief, 1, 1.0, 10),
        lambda: Search(g, GANGS, belief, 1, 1.0, 10),
        lambda: Search(p, DUEL, Sampler(), 1, 1.0, 0),
        lambda: Search(p, DUEL, Sampler(), 1, 1.0, 10**12),
        lambda: Search(p, DUEL, Sampler(), -1, 1.0, 10),
        lambda: Search(p, DUEL, Sampler(), 1, float("nan"), 10),
        lambda: Search(g, GANGS, Sampler(), 1, 1.0, 10, net),
        lambda: Search(p, DUEL, Sampler(), 1, 1.0, 10, Net(bytes(4 * net_size(5)))),
        lambda: Search(p, DUEL, Sampler(), 1, 1.0, 10).run(-1),
        lambda: Solver(DUEL, 1000, 0),
        lambda: Solver(DUEL, 1000, 3),
        lambda: Solver(GANGS, 10),  # type: ignore[arg-type]
        lambda: Solver(EndgameEvaluator(), 10).solve(p),
        lambda: Solver(DUEL, 10).solve(None),  # type: ignore[arg-type]
        lambda: Solver(DUEL, 10).solve(g),
        lambda: Net(b"1234"),
        lambda: Net(bytes(4 * 2113)),
        lambda: net and net.judge(GANGS, g, 0),
        lambda: net and net.judge(DUEL, p, 7),
        lambda: net and net.judge(DUEL, None, 0),  # type: ignore[arg-type]
        lambda: net and net.judge(DUEL, g, 0),
        lambda: net and net.judge(None, p, 0),  # type: ignore[arg-type]
        lambda: DUEL.features(g, 0),
        lambda: DUEL.features(p, -1),
        lambda: DUEL.priors(DuelPosition()),
        lambda: DUEL.utility(None, 0),  # type: ignore[arg-type]
        lambda: DUEL.rollout_move(p, None),  # type: ignore[arg-type]
        lambda: DUEL.can_solve(g),
        lambda: DUEL.end_utility(2.0, 0),
        lambda: GANGS.priors(known),
        lambda: GANGS.rollout_move(g, 1),  # type: ignore[arg-type]
        lambda: Belief(g, 0, {}),  # type: ignore[arg-type]
        lambda: Belief(p, 0, {}),  # type: ignore[arg-type]
        lambda: Belief(known, 0, {1: {7: float("inf")}}),
        lambda: Belief(known, 0, {1: {7: -1.0}}),
        lambda: belief.imagine(known.copy(), 99, Random(1)),
        lambda: belief.imagine(known.copy(), 0, None),  # type: ignore[arg-type]
        lambda: belief.imagine(p, 0, Random(1)),
        lambda: encoding_for(Duel()).encode(g, 0),
        lambda: encoding_for(Duel()).encode(p, 99),
        lambda: encoding_for(Solo(3)).move_of(p, 0),
        lambda: encoding_for(Solo(3)).encode(Match.new(Solo(2), seed=1).position, 0),
        lambda: encoding_for(Duel()).move_of(p, -(10**6)),
        lambda: DuelEncoding.__new__(DuelEncoding).encode(p, 0),
        lambda: DuelEncoding().__init__(),  # type: ignore[misc]
        lambda: SoloEncoding(9),
        lambda: Random(-1),
        lambda: Random(1).roll(0),
        Limit,
        lambda: Limit(0),
        lambda: Limit(threads=0, simulations=1),
        lambda: analyse(duel.seen(1 - duel.turn), Limit(1)),
    ]
    for call in calls:
        refused(call)


def test_nothing_is_made_twice() -> None:
    p = Match.new(Duel(), seed=1).position
    search, solver, net = Search(p, DUEL, Sampler(), 1, 1.0, 50), Solver(DUEL, 5), Net(bytes(4 * net_size(269)))
    refused(lambda: search.__init__(p, DUEL, Sampler(), 1, 1.0, 50))  # type: ignore[misc]
    refused(lambda: solver.__init__(DUEL, 5))  # type: ignore[misc]
    refused(lambda: net.__init__(bytes(4 * net_size(269))))  # type: ignore[misc]
    search.run(40)
    assert sum(visits for _, visits, _ in search.results()) == 40
    refused(Search.__new__(Search).results)
    refused(lambda: Search.__new__(Search).run(1))
    refused(lambda: Solver.__new__(Solver).solve(p))
    refused(lambda: Net.__new__(Net).judge(DUEL, p, 0))
    refused(lambda: Belief.__new__(Belief).imagine(p, 0, Random(1)))


def test_much_play_fits_no_alliances_well_and_is_believed_all_the_same() -> None:
    """Weights so small that their product is 0 still tell which alliances fit best."""
    known = gangs_view.imagine(Match.new(Gangs(4), seed=1).view(0))
    weights = {seat: dict.fromkeys(range(256), 1e-200) for seat in range(1, 4)}
    assert Belief(known, 0, weights).worlds == Belief(known, 0, {}).worlds


# Threads and Ctrl-C


@pytest.mark.slow
def test_a_search_runs_in_one_thread_at_a_time() -> None:
    search = Search(Match.new(Duel(), seed=1).position, Duel().evaluator(), Sampler(), 1, 1.0, 1_000_000)
    thread = threading.Thread(target=search.run, args=[2000 if PLAIN else 200_000])
    thread.start()
    said = set()
    while thread.is_alive():
        for ask in (lambda: search.run(1), search.results):
            try:
                ask()
            except RuntimeError as error:
                said.add(str(error))
    assert PLAIN or said == {"This search is running in another thread."}
    assert sum(visits for _, visits, _ in search.results()) >= search.simulations


def test_two_searches_cannot_use_one_belief_at_a_time() -> None:
    match = Match.new(Gangs(2), seed=1)
    known = gangs_view.imagine(match.view(match.turn))
    belief = Belief(known, match.turn, {})
    count = 200 if PLAIN else 20_000

    def run(seed: int) -> int:
        search = Search(known, GANGS, belief, seed, 1.0, count + 2)
        try:
            search.run(count)
        except RuntimeError as error:
            assert "same sampler" in str(error)
            return 0
        return search.simulations

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(run, range(8))) <= {0, count}


ENDGAME = (  # four exchanges for each player, and a long Street
    "hand 0: A4 F1 F2 F3 B1 B2 B3 M1 M2 M3\nhand 1: A3 F0 A0 B0 M0 A1 A2 F1\n"
    "display 0: F0 A0 B0 M0 A1 A2 F4 B4 M4\ndisplay 1: F2 F3 B1 B2 M1 M2\n"
    "street: A1 A2 B2 F2 M2 B1 F1 M1\npile:\ndiscard: rest\nin use: used up"
)
LONG = {
    "playouts": "Match.new(Gangs(4), seed=1).position.playouts(10**12, 1)",
    "search": "Search(Match.new(Duel(), seed=1).position, Duel().evaluator(), Sampler(), 1, 1.0, 10**5).run(10**12)",
    "solver": "Solver(Duel().evaluator(), 2**31 - 2).solve(Duel().position(ENDGAME))",
    "batch": "b = Batch(Duel(), 50_000)\nwhile True: b.step(b.random_actions())",
    "thinking": "analyse(Match.new(Gangs(4), seed=1, first=0).seen(0), Limit(2**31 - 1))",
}


@pytest.mark.slow
@pytest.mark.parametrize("work", LONG)
def test_ctrl_c_ends_long_work(work: str) -> None:
    """Within seconds, although the machine may be busy; without a check it would run for hours."""
    program = (
        "from gangland.play import Match; from gangland.famiglia import Duel; from gangland.gangs import Gangs\n"
        "from gangland.bots.search import Search, Solver; from gangland.core.position import Sampler\n"
        "from gangland.bots import Limit, SearchSettings, analyse; from gangland.env.batch import Batch\n"
        f"ENDGAME = {ENDGAME!r}\nprint('begun', flush=True)\n{LONG[work]}\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == b"begun\n"
        time.sleep(0.3)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=30)
    finally:
        child.kill()
    assert b"KeyboardInterrupt" in said
