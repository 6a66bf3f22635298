"""No call of a public name, whatever its arguments, crashes the interpreter or runs on when interrupted."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from conftest import DATA, LONG, PLAIN
from gangland.core import kernel

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it forks, and reads /proc"),
]

FUZZING = Path(__file__).parent / "support" / "fuzzing.py"
COUNT = int(os.environ.get("GANGLAND_FUZZ", "5000" if LONG else "30" if PLAIN else "60"))  # cases
ALIKE = COUNT // 3  # in the other kernel too

KNOWN = tomllib.loads((DATA / "fuzz.toml").read_text("utf-8"))["known"]
REFUSED = KNOWN["refused"]
TRIED = REFUSED[:: 4 if PLAIN and not LONG else 1]  # by this kernel; the compiled one refuses all


def fuzz(*args: str, plain: bool = PLAIN) -> list[list[str]]:
    """What came of each case: its line, its module, its kind, and the finding if it is one."""
    env = {**os.environ, kernel.PLAIN: "1" if plain else ""}
    done = subprocess.run([sys.executable, FUZZING, "--json", *args], env=env, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def given(path: Path, lines: Sequence[Sequence[str]], *args: str, plain: bool = PLAIN) -> list[list[str]]:
    path.write_text(json.dumps(lines), "utf-8")
    return fuzz("--cases", str(path), *args, plain=plain)


def test_whatever_is_called_ends_or_is_refused() -> None:
    sample = fuzz("--count", str(COUNT))
    assert len(sample) == COUNT
    assert [finding for *_, finding in sample if finding] == []


@pytest.mark.skipif(PLAIN or "asan" in os.environ.get("LD_PRELOAD", ""), reason="needs both kernels as they are")
def test_compiled_and_plain_refuse_alike(tmp_path: Path) -> None:
    sample = fuzz("--count", str(ALIKE))
    mine = [(line, module, kind) for line, module, kind, _ in sample if line.startswith("x = ")]
    theirs = given(tmp_path / "cases.json", [row[:2] for row in mine], plain=True)
    other = {line: kind for line, _, kind, _ in theirs}
    ends = {"fine", "refused"}
    assert len(mine) > ALIKE / 3
    differ = [(line, kind, other[line]) for line, _, kind in mine if {kind, other[line]} == ends]
    assert differ == []


def test_what_was_found_is_refused_or_does_no_harm(tmp_path: Path) -> None:
    """Every line in one run, as it takes seconds to begin one."""
    lines = [(line, "gangland.core.position") for line in [*TRIED, *KNOWN["harmless"]]]
    found = given(tmp_path / "known.json", lines)
    assert [row[0] for row in found if row[0] in TRIED and row[2:] != ["refused", ""]] == []
    assert [row for row in found if row[3]] == []
    assert sorted(row[0] for row in found) == sorted(line for line, _ in lines)


@pytest.mark.skipif(PLAIN, reason="the fuzz is the same")
def test_the_fuzz_would_find_it(tmp_path: Path) -> None:
    lines = {
        "import ctypes; ctypes.string_at(0)": "→ dies",
        "import signal; signal.signal(2, 1)\nwhile True: pass": "→ runs on after Ctrl-C",
        "while True: pass": "",
        "bytearray(10**12)": "",
        "assert 0": "→ AssertionError: ",
        "[][1]": "",
        "{}.pop(1)": "→ KeyError: 1",
        "int('x')": "",
        "'\\ud800'.encode()": "→ UnicodeEncodeError",
        "open('/tmp/x', 'w')": "",
        "duel.nothing": "",
    }
    cases = [(line, "gangland.core.position") for line in lines]
    for line, _, _, finding in given(tmp_path / "cases.json", cases, "--hearing", "0.5"):
        assert lines[line] in finding, line
        assert bool(lines[line]) == bool(finding), line
