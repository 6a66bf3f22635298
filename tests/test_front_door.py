"""`import gangland`: the main names, values that can be written and read again, and what can be done with them."""

import copy
import os
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import gangland
from gangland import (
    Card,
    Duel,
    FamigliaMove,
    Game,
    Gang,
    Gangs,
    GangsMove,
    InformationState,
    Limit,
    Match,
    Outcome,
    Record,
    SearchSettings,
    Solo,
    Spot,
    Termination,
    levels_for,
)
from gangland.bots import play
from gangland.core.game import Code, options_of
from gangland.gangs.view import Gangster

MAIN = {name: getattr(gangland, name) for name in gangland.__all__}
GAMES = [Duel(), Duel(joker_with_pair=True), Solo(2, robot_starts=True), Gangs(2), Gangs(4)]


def test_the_main_names_are_there_and_cost_nothing_until_they_are_used() -> None:
    assert sorted(gangland.__all__) == sorted(" ".join(gangland.NAMES.values()).split())
    for module, names in gangland.NAMES.items():
        for name in names.split():
            assert getattr(gangland, name) is getattr(import_module(module), name)
    assert set(gangland.__all__) <= set(dir(gangland))
    assert gangland.bots.play is play
    with pytest.raises(AttributeError, match="nobody"):
        gangland.nobody  # noqa: B018
    script = "import gangland, sys; print([m for m in sys.modules if m.startswith('gangland.') or m == 'numpy'])"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert loaded.strip() == "['gangland.core', 'gangland.core.kernel', 'gangland.core.version']"


def test_the_library_needs_nothing_but_python() -> None:
    """Rules, records and bots: none of them imports a package that is not Python's own."""
    script = (
        "import sys, sysconfig, gangland\n"
        "for name in gangland.__all__: getattr(gangland, name)\n"
        "places = [sysconfig.get_paths()[key] for key in ('purelib', 'platlib')]\n"
        "files = {name: getattr(module, '__file__', None) or '' for name, module in list(sys.modules.items())}\n"
        "print([name for name, file in files.items() if file.startswith(tuple(places)) and 'gangland' not in file])"
    )
    alone = {key: value for key, value in os.environ.items() if not key.startswith("COV")}
    loaded = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, env=alone
    ).stdout
    others = [name for name in eval(loaded) if "cython" not in name.lower() and not name.startswith("_")]
    assert others == []


@pytest.mark.parametrize("kind", [Card, Gang, Spot, FamigliaMove, GangsMove], ids=lambda kind: kind.__name__)
def test_text_and_parse_are_inverses_and_reprs_make_the_value_again(kind: type[Code]) -> None:
    made = 0
    for number in range(0, kind.count, 1 + kind.count // 500):
        try:
            code = kind(number)
        except ValueError:
            continue  # no text stands for this number
        made += 1
        assert kind.parse(str(code)) is code
        assert eval(repr(code), MAIN) is code
        assert pickle.loads(pickle.dumps(code)) is copy.deepcopy(code) is code
    assert made > 7


def values(game: Game) -> list[Any]:
    match = play(game, ["random"] * game.players, seed=3).at(9)
    found = [game, *options_of(game), *match.legal_moves, *[move.action for move in match.moves], match.record()]
    return [*found, match.view(0), match.seen(0), match.deal, match.log[0], Limit(seconds=2), levels_for(game)[2]]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_reprs_make_the_value_again(game: Game) -> None:
    names = MAIN | {"Gangster": Gangster, "SearchSettings": SearchSettings}
    for value in [*values(game), Outcome((3, 4), (1,), Termination.TIME)]:
        assert eval(repr(value), dict(names)) == value


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_equal_values_have_one_hash_and_survive_copies_and_pickles(game: Game) -> None:
    match = play(game, ["random"] * game.players, seed=3).at(9)
    for value in [*values(game), match.position]:
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value
            assert len({twin, value}) == 1
    twin = copy.deepcopy(match)
    twin.push(twin.legal_moves[0])
    assert len(twin.moves) == len(match.moves) + 1
    assert len({*match.positions()}) == len(match.moves) + 1
    assert Record.loads(match.record().dumps()) in {match.record()}
    assert match.record() != twin.record()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_positions_and_moves_can_be_walked_once(game: Game) -> None:
    match = play(game, ["random"] * game.players, seed=5)
    positions = list(match.positions())
    assert [game.legal_moves(position) for position in positions] == [
        match.at(step.number).legal_moves for step in match.history() if step.is_move
    ] + [match.legal_moves]
    assert [move for _, move in match.decisions()] == match.moves
    for position, move in match.decisions():
        assert move in game.legal_moves(position)
        assert game.legal_moves(position).__contains__(str(move))
        assert game.position(str(position)) == position


def test_a_seat_in_sight_is_not_a_world() -> None:
    with pytest.raises(ValueError, match="watcher"):
        InformationState(Match.new(Gangs(2), seed=1).view()).world(1)


def test_playouts_tell_their_results() -> None:
    for game in (Duel(), Gangs(3)):
        position = Match.new(game, seed=1).position
        told = position.playout_results(200, 7)
        assert told == position.playout_results(200, 7)
        assert (told.games, told.decisions) == (200, position.playouts(200, 7))
        assert sum(told.shares) == pytest.approx(1)
        assert len(told.points) == game.seats
        again = [position.playout_results(1, seed) for seed in range(20)]
        assert {share for one in again for share in one.shares} <= {0, 1, 0.5, 1 / 3}
        with pytest.raises(ValueError, match="number of playouts"):
            position.playout_results(0, 1)
    over = play(Duel(), ["random", "random"], seed=2)
    assert over.outcome
    ended = over.position.playout_results(3, 1)
    assert ended.points == over.outcome.scores
    assert [seat for seat in (0, 1) if ended.shares[seat] == 1] == list(over.outcome.winners)


@pytest.mark.slow
def test_mypy_knows_everything_without_casts(tmp_path: Path) -> None:
    """What a bot author writes first is accepted by `mypy --strict`, and what is wrong is not."""
    pytest.importorskip("mypy", reason="`make check` installs it")
    file = tmp_path / "bot.py"
    file.write_text(
        "import gangland\n"
        "from gangland import Duel, FamigliaMove, FamigliaView, InformationState, Limit, Match\n"
        "from gangland.bots import play\n\n\n"
        "class Mine:\n"
        "    def choose(self, seen: InformationState[FamigliaView], limit: Limit, seed: int) -> FamigliaMove:\n"
        "        best = gangland.analyse(seen, limit, seed).move\n"
        "        return best if seen.view.hands[0] else seen.view.legal_moves[0]\n\n\n"
        "match = play(Duel(), [Mine(), 'greedy'], seed=1)\n"
        "with gangland.analysis(Match.new(Duel(), seed=1).seen(0), Limit(simulations=9)) as running:\n"
        "    line: tuple[FamigliaMove, ...] = running.wait().candidates[0].line\n"
        "print(match.view(0).street, match.moves[0].action)\n",
        "utf-8",
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text(file.read_text("utf-8").replace("play(Duel()", "play(gangland.Gangs()"), "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path)]
    done = subprocess.run([*command, str(file), str(wrong)], capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if "error:" in line and "wrong.py" not in line] == []
    assert "List item 0 has incompatible type" in done.stdout
