"""One source, two speeds: which kernel runs, and that both play the same."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import PLAIN
from gangland.core import kernel
from gangland.core.chance import Random
from gangland.core.game import Game
from gangland.play import deal
from playing import GAMES

ROOT = Path(__file__).parents[1]
from_the_compiled_side = pytest.mark.skipif(PLAIN, reason="the compiled run compares the two kernels")
BUILT = bool([*kernel.PACKAGE.glob("core/position.*.so"), *kernel.PACKAGE.glob("core/position.*.pyd")])
PROBE = """
import sys, json
sys.path.insert(0, "tests/support")
from hashlib import sha256
from playing import GAMES
from gangland.core import kernel
from gangland.core.chance import Random
from gangland.play import deal
digest = sha256()
for number, game in enumerate(GAMES):
    for seed in range(int(sys.argv[1])):
        dealt = deal(game, seed)
        position, _ = game.start(dealt.setup, dealt.first)
        random = Random(2**40 * seed + number)
        while not position.ended:
            while position.owed:
                cards = position.bag_cards()
                position.draw(cards[random.roll(len(cards))])
            if position.ended:
                break
            moves = position.moves()
            digest.update(repr(moves).encode())
            position.push(position.random_move(random))
        digest.update(str(position).encode())
        digest.update(repr(position.playouts(1, seed)).encode())
print(json.dumps([kernel.state(), digest.hexdigest()]))
"""
THOUGHTS = """
import sys, json
sys.path.insert(0, "tests/support")
from playing import GAMES, played
from gangland.core import kernel
from gangland.bots import Limit, SearchSettings, analyse
thoughts = []
for game in GAMES:
    for moves in (0, 12, 30):
        match = played(game, 3, moves)
        if not match.outcome:
            found = analyse(match.seen(match.turn), Limit(simulations=25), 5, SearchSettings(nodes=500))
            thoughts.append([str(game), moves, [[str(one.move), one.share, one.value] for one in found.candidates]])
print(json.dumps([kernel.state(), thoughts]))
"""


def test_the_kernel_is_not_stale() -> None:
    assert kernel.state() in ("compiled", "plain")


def both_kernels(program: str, *args: str) -> list[Any]:
    """What a program prints, compiled and plain."""
    answers = []
    for plain in ("", "1"):
        env = {**os.environ, kernel.PLAIN: plain}
        command = [sys.executable, "-c", program, *args]
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        answers.append(json.loads(done.stdout))
    assert [state for state, _ in answers] == ["compiled" if BUILT else "plain", "plain"]
    return [answer for _, answer in answers]


@pytest.mark.slow
@from_the_compiled_side
def test_compiled_and_plain_play_alike_bit_by_bit() -> None:
    """Every list of legal moves, every position and every playout of many seeded games."""
    compiled, plain = both_kernels(PROBE, "40")
    assert compiled == plain


@pytest.mark.slow
@from_the_compiled_side
def test_compiled_and_plain_think_alike_bit_by_bit() -> None:
    """Search, what it thinks of first, belief and nets: each option's share and value, in every game."""
    compiled, plain = both_kernels(THOUGHTS)
    assert len(compiled) > 30
    assert compiled == plain


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_playouts_end_and_are_the_same_for_the_same_seed(game: Game) -> None:
    dealt = deal(game, 1)
    position, _ = game.start(dealt.setup, dealt.first)
    before = str(position)
    count = 5 if PLAIN else 200
    first = position.playouts(count, 1)
    assert first == position.playouts(count, 1) != position.playouts(count, 2)
    assert str(position) == before


def test_random_numbers_are_those_of_splitmix64() -> None:
    """Reference values of the algorithm for the state that seed 0 leads to, from its definition."""

    def reference(state: int) -> tuple[int, int]:
        mask = 2**64 - 1
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        return state, z ^ z >> 31

    for seed in (0, 1, 2**31, 2**32 - 1, 2**40 + 17, 2**64 - 1):
        _, mixed = reference(seed & 0xFFFFFFFF)
        state = mixed ^ seed >> 32
        dice = Random(seed)
        for _ in range(20):
            state, word = reference(state)
            assert dice.roll(1000) == (word >> 32) * 1000 >> 32


IN_A_TERMINAL = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"


@pytest.mark.slow
def test_without_a_compiler_the_package_still_builds_and_says_so(tmp_path: Path) -> None:
    """A failing compiler is no failure: no extension is built, and the plain files run.

    The terminal is told, for pip keeps to itself what a build writes to its standard streams.
    """
    for name in ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    env = {**os.environ, "CC": "false", "LDSHARED": "false"}
    build = f"{shlex.quote(sys.executable)} setup.py -q build_ext --inplace >out 2>errors"
    command = [sys.executable, "-c", IN_A_TERMINAL, "sh", "-c", build]
    told = subprocess.run(command, cwd=tmp_path, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert not list(tmp_path.rglob("*.so"))
    for said in (told.stdout.decode(), (tmp_path / "errors").read_text("utf-8")):
        assert said.count("gangland is being installed with its SLOW kernel") == 1
    run = [sys.executable, "-c", "from gangland.core import kernel; print(kernel.state())"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src")}
    done = subprocess.run(run, cwd=tmp_path, env=env, check=True, capture_output=True, text=True)
    assert done.stdout == "plain\n"


def test_an_edited_source_makes_the_kernel_stale(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    source = tmp_path / "src" / "gangland" / "famiglia" / "position.py"
    source.write_text(source.read_text("utf-8") + "\n# edited\n", "utf-8")
    run = [sys.executable, "-c", "from gangland.core import kernel; print(kernel.state())"]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), kernel.PLAIN: ""}
    done = subprocess.run(run, cwd=tmp_path, env=env, check=True, capture_output=True, text=True)
    assert done.stdout == ("stale\n" if BUILT else "plain\n")
