"""The rooms in numbers (`make house`) stay within the limits that docs/architecture.md tells of."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import PLAIN

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="it measures the plain kernel in both runs")]
ROOT = Path(__file__).parents[1]
MOST_PAIRS = 60  # of rooms that import each other
DEEPEST = 6  # files on one stack


@pytest.fixture(scope="module")
def figures() -> str:
    """What `make house` prints."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests" / "support")])
    ended = subprocess.run(
        [sys.executable, "tools/house.py"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_few_rooms_import_each_other(figures: str) -> None:
    [pairs] = re.findall(r"^pairs of rooms: (\d+)$", figures, re.MULTILINE)
    assert int(pairs) <= MOST_PAIRS


def test_a_move_on_the_web_and_its_page_pass_few_files(figures: str) -> None:
    stacks = re.findall(r"^(.+) \(200\): .*longest stack (\d+): (.+)$", figures, re.MULTILINE)
    assert len(stacks) == 4  # the move and the page, of the duel and of Gangs
    assert [stack for stack in stacks if int(stack[1]) > DEEPEST] == []


@pytest.mark.parametrize(
    "figure",
    [
        "of them neither named after it nor the registry",
        "isinstance with a game's class outside the games",
        "places that take a move's text apart",
        "lines of templates that ask which game it is",
    ],
)
def test_nobody_asks_which_game_it_is_or_reads_a_move(figures: str, figure: str) -> None:
    assert f"\n{figure}: 0 \n" in figures
