"""The example of a learner, for one round."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.mark.slow
def test_the_learner_plays_and_learns() -> None:
    pytest.importorskip("torch", reason="`pip install --group learning` brings torch and Stable-Baselines3")
    done = subprocess.run([sys.executable, str(PPO), "100"], capture_output=True, text=True, check=True, timeout=500)
    assert re.fullmatch(r" +0 decisions, +\d+ s: wins \d+\.\d%\n", done.stdout), done.stdout
