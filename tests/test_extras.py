"""Rules, records and bots need nothing but Python; everything else says what it needs."""

import lzma
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from gangland.arena import workers
from gangland.arena.job import Job
from gangland.arena.tournament import run
from gangland.bots import contestant
from gangland.core.extras import PACKAGES, MissingExtra, require
from gangland.famiglia import Duel
from gangland.server.store import Store
from gangland.terminal import saves

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ALONE = """
from gangland.bots import Limit, SearchSettings, analyse, levels_for
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Record

for game in (Duel(), Solo(2), Gangs(3)):
    match = Match.new(game, seed=1)
    while not match.outcome:
        bot = levels_for(game)[0]
        match.push(bot.choose(match.seen(match.turn), 1) if len(match.moves) < 6 else str(match.legal_moves[-1]))
    Record.loads(match.record().dumps()).verify()
    first = Match.new(game, seed=2)
    assert analyse(first.seen(first.turn), Limit(simulations=5), 1).move
print("fine")
"""


def without_packages(*command: str) -> subprocess.CompletedProcess[str]:
    """Python alone: `-S` leaves out everything that was ever installed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LANGUAGE": "en"}
    environment.pop("GANGLAND_DATA", None)
    return subprocess.run(
        [sys.executable, "-S", *command], env=environment, capture_output=True, text=True, timeout=300, check=False
    )


def test_rules_records_and_bots_need_no_package() -> None:
    assert without_packages("-c", ALONE).stdout == "fine\n"


def test_a_python_without_compression_reads_what_is_not_compressed(tmp_path: Path) -> None:
    """Whoever builds Python without the libraries of bzip2 or xz has none of these modules."""
    packed = tmp_path / "games.xz"
    packed.write_bytes(lzma.compress((ROOT / "tests" / "data" / "samples.jsonl").read_bytes()))
    script = f"""
import sys
sys.modules.update(dict.fromkeys(["_lzma", "_bz2", "zlib"]))
from gangland import CorruptRecord, Record
print(len(list(Record.load_all({str(ROOT / "tests" / "data" / "samples.jsonl")!r}))))
try:
    list(Record.load_all({str(packed)!r}))
except CorruptRecord as trouble:
    print(trouble)
"""
    ended = without_packages("-c", script)
    assert ended.stdout == f"104\n{packed} is compressed in a way that this Python does not know: lzma.\n", ended.stderr


NO_CLI = "The package platformdirs is missing: pip install 'gangland[cli]'"


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("serve", "The package alembic is missing: pip install 'gangland[web]'"),
        ("play famiglia-duel", NO_CLI),
        ("simulate gangs --games 1 --seed 1 --out x", NO_CLI),
    ],
)
def test_a_command_says_what_it_needs(
    command: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = without_packages("-m", "gangland", *command.split(" "))
    assert (ended.returncode, ended.stderr) == (2, sentence + "\n")


@pytest.mark.parametrize("command", ["--version", "doctor", "simulate gangs --games 1 --seed 1 --out -"])
def test_what_needs_nothing_works_without(command: str) -> None:
    ended = without_packages("-m", "gangland", *command.split(" "))
    assert (ended.returncode, ended.stderr) == (0, "")


ROOMS = {
    "gangland.server.app": ("web", "fastapi"),
    "gangland.web.boards": ("web", "jinja2"),
    "gangland.env.batch": ("env", "numpy"),
    "gangland.env.pettingzoo": ("env", "pettingzoo"),
    "gangland.env.gymnasium": ("env", "gymnasium"),
    "gangland.env.openspiel": ("openspiel", "pyspiel"),
    "gangland.env.opponents": ("openspiel", "pyspiel"),
}


@pytest.mark.parametrize("module", ROOMS)
def test_a_room_without_its_packages_names_the_extra(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    extra, package = ROOMS[module]
    for name in [name for name in sys.modules if name.startswith((module, module.rpartition(".")[0]))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=re.escape(f"{package} is missing: pip install 'gangland[{extra}]'")):
        import_module(module)


def test_what_is_needed_late_is_asked_for_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("psycopg", "openskill", "ray", "pyspiel", "platformdirs"):
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "gangland.env.opponents", raising=False)
    monkeypatch.delenv("GANGLAND_DATA", raising=False)
    Store(f"sqlite:///{tmp_path / 'tables.db'}").close()
    with pytest.raises(MissingExtra, match=r"gangland\[postgres\]"):
        Store("postgresql://nobody@nowhere/nothing")
    with pytest.raises(MissingExtra, match=r"gangland\[cli\]"):
        saves.folder()
    with pytest.raises(MissingExtra, match=r"gangland\[openspiel\]"):
        contestant("openspiel:5", Duel())
    job = Job(Duel(), ("greedy", "random"), 1)
    with pytest.raises(MissingExtra, match=r"gangland\[cluster\]"):
        next(workers.on_ray(job, [], "local", 1))
    with pytest.raises(MissingExtra, match=r"gangland\[arena\]"):
        run(job, workers=1)


distributions = cache(packages_distributions)  # it reads all that is installed


@pytest.mark.parametrize("extra", PACKAGES)
def test_an_extra_brings_what_is_asked_of_it(extra: str) -> None:
    require(extra)
    wanted = [re.split(r"[\[<>=;]", need)[0].lower() for need in PROJECT["project"]["optional-dependencies"][extra]]
    wanted.remove("uvloop") if "uvloop" in wanted else None  # without it everything works, slower
    found = distributions()
    asked = {name.lower().replace("-", "_") for package in PACKAGES[extra] for name in found[package]}
    assert asked == {name.replace("-", "_") for name in wanted}


def test_all_extras_are_known_and_developers_have_them() -> None:
    assert list(PROJECT["project"]["optional-dependencies"]) == list(PACKAGES)
    assert f"gangland[{','.join(sorted(PACKAGES))}]" in PROJECT["dependency-groups"]["dev"]
    assert PROJECT["project"]["dependencies"] == []


def test_the_version_of_every_package_is_written_down() -> None:
    written = (ROOT / "constraints.txt").read_text("utf-8").lower().replace("-", "_")
    needs = [*PROJECT["build-system"]["requires"], *PROJECT["dependency-groups"]["dev"]]
    needs += [need for extra in PROJECT["project"]["optional-dependencies"].values() for need in extra]
    for need in needs:
        name = re.split(r"[\[<>=;]", need)[0].lower().replace("-", "_")
        assert name == "gangland" or f"\n{name}==" in written, name
