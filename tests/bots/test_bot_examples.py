"""The examples run, and none is long."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import serving
from conftest import PLAIN
from gangland import Duel, Gangs
from gangland.arena import Job, run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the examples are the same, only slower")]
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_no_example_is_long_and_each_is_run() -> None:
    """Bots run below, the exact value in tests/famiglia, the learner in tests/env/test_examples.py, which counts its
    lines too, notebooks in tests/test_notebooks.py."""
    short = {"monte_carlo.py", "taker.sh", "over_http.py", "exact_value.py"}
    for name in short:
        assert len((EXAMPLES / name).read_text("utf-8").splitlines()) < 60
    others = {path.name for path in EXAMPLES.iterdir() if path.is_file() and path.suffix != ".ipynb"} - short
    assert others == {"ppo.py"}


def test_the_bot_in_python_beats_the_second_level() -> None:
    summary = run(Job(Duel(), (f"{EXAMPLES / 'monte_carlo.py'}:MonteCarlo", "level:2"), deals=5), workers=1)
    assert summary.standings[0].share.value > 0.5
    assert not summary.standings[0].failures


def test_the_bot_in_shell_plays_both_games() -> None:
    for game in (Duel(), Gangs(2)):
        summary = run(Job(game, (f"cmd:sh '{EXAMPLES / 'taker.sh'}'", "random"), deals=2), workers=1)
        assert summary.games == 4
        assert not summary.standings[0].failures


def test_the_bot_over_http_plays_a_game_to_its_end(server: serving.Server) -> None:
    address, _ = server
    command = [sys.executable, str(EXAMPLES / "over_http.py"), address, "Visitor"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    outcome = json.loads(done.stdout.replace("'", '"'))
    assert sorted(outcome) == ["reason", "scores", "winners"]
