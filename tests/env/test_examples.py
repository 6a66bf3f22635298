"""The example of a learner, for one round."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


def test_the_learner_has_60_lines_of_code() -> None:
    """Without blank lines, comments and docstrings."""
    text = PPO.read_text("utf-8")
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = [line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in told]
    assert len([line for line in lines if line and not line.startswith("#")]) <= 60


@pytest.mark.slow
def test_the_learner_plays_and_learns() -> None:
    pytest.importorskip("torch", reason="`pip install --group learning` brings torch and Stable-Baselines3")
    done = subprocess.run([sys.executable, str(PPO), "0"], capture_output=True, text=True, check=True, timeout=500)
    assert re.fullmatch(r" +0 decisions: wins \d+\.\d%\n", done.stdout), done.stdout
    assert done.stderr == ""
