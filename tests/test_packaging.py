"""What is published: the page for a package index, the workflows, releases, and a loud word about the slow kernel."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import release
from conftest import PLAIN, long_only
from gangland.core import kernel
from gangland.core.version import VERSION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYTHONS = [
    found[1] for line in PROJECT["project"]["classifiers"] if (found := re.search(r":: (3\.\d+)$", line))
]  # fmt: skip
pytestmark = pytest.mark.skipif(PLAIN, reason="the package is the same")


def of_setup(*names: str) -> dict[str, Any]:
    """Some definitions of setup.py, without building anything."""
    known: dict[str, Any] = {"__name__": "setup", "re": re, "os": os, "Path": Path, "VERSION": VERSION}
    for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body:
        defined = [node.name] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.Assign):
            defined = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if set(defined) & set(names):
            exec(compile(ast.Module([node], []), "setup.py", "exec"), known)
    return known


def test_the_readme_of_the_package_has_no_link_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the address of the repository links lead there, at the tag of the version; without it they are left out."""
    monkeypatch.chdir(ROOT)
    setup = of_setup("HOME", "LINK", "readme", "addresses")
    monkeypatch.delenv("GANGLAND_HOME", raising=False)
    assert re.findall(r"\]\((?!https?://)[^)]*\)", setup["readme"]()) == []
    assert setup["addresses"]() == {}
    monkeypatch.setenv("GANGLAND_HOME", "https://example.org/gangland/")
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]*)\)", setup["readme"]())
    for picture, link in links:
        assert re.match(rf"https://example\.org/gangland/{'raw' if picture else 'blob'}/v{VERSION}/\S+$", link), link
    assert len(links) > 20
    assert set(setup["addresses"]()) >= {"Source", "Documentation", "Changes", "Issues"}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> tarfile.TarFile:
    """The sdist of what git knows, made beside the checkout: nothing that lies about there gets into it."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, but an sdist")
    folder = tmp_path_factory.mktemp("sdist")
    for name in tracked():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    subprocess.run([sys.executable, "setup.py", "-q", "sdist"], cwd=folder, capture_output=True, check=True)
    [made] = (folder / "dist").iterdir()
    return tarfile.open(made)


def tracked() -> set[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


@pytest.mark.slow
def test_the_sdist_has_every_file_of_the_repository_and_no_other(sdist: tarfile.TarFile) -> None:
    packed = {member.name.partition("/")[2] for member in sdist if member.isfile()}
    made = {name for name in packed if re.match(r"PKG-INFO$|setup\.cfg$|src/gangland\.egg-info/", name)}
    assert packed - made == tracked()


@long_only
@pytest.mark.slow
def test_tests_run_from_the_sdist(sdist: tarfile.TarFile, tmp_path: Path) -> None:
    """All are found there, and some run; `make dist` runs all the fast ones, with a kernel that it builds from it."""
    sdist.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), kernel.PLAIN: "1", "GANGLAND_TESTS": "fast"}

    def said(*command: str) -> list[str]:
        words = [sys.executable, *command]
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()

    assert said("-c", "import gangland; print(gangland.__file__)")[0].startswith(str(folder))
    pytest_alone = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert len(said(*pytest_alone, "--collect-only")) > 1000
    said(*pytest_alone, "tests/play/test_records.py", "tests/test_notation.py", "tests/test_golden.py")


def test_workflows_call_targets_of_make_for_every_python() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    workflows = [yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    runs = [
        step["run"] for flow in workflows for job in flow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    called = {found[1] for run in runs if (found := re.match(r"make ([\w-]+)", run))}
    assert called >= {"check", "test", "sanitize", "dist"}
    assert called - targets == set()
    matrices = [job.get("strategy", {}).get("matrix", {}) for flow in workflows for job in flow["jobs"].values()]
    assert max((matrix.get("python", []) for matrix in matrices), key=len) == PYTHONS
    wheels = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert wheels == [f"cp{python.replace('.', '')}-*" for python in PYTHONS]
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"


def test_whoever_tests_can_build_the_package_too() -> None:
    assert set(PROJECT["build-system"]["requires"]) - set(PROJECT["dependency-groups"]["dev"]) == set()


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == VERSION
    assert citation["license"] == PROJECT["project"]["license"]
    assert [author["name"] for author in PROJECT["project"]["authors"]] == [
        author["name"] for author in citation["authors"]
    ]


CHANGES = "# Changes\n\n## 0.2.0, not yet released\n- More.\n\n## 0.1.0, 2026-01-01\n- All.\n"


@pytest.mark.parametrize(
    ("version", "changes", "status", "sentence"),
    [
        ("0.2", CHANGES, "", "not a version"),
        ("0.2.0-beta", CHANGES, "", "not a version"),
        ("0.1.0", CHANGES, "", "a tag v0.1.0 already"),
        ("0.0.9", CHANGES, "", "older than 0.1.0"),
        ("0.1.0rc1", CHANGES, "", "older than 0.1.0"),
        ("0.2.0", "# Changes\n", "", "no section"),
        ("0.2.0", CHANGES, " M setup.py", "not committed"),
    ],
)
def test_what_cannot_be_released(version: str, changes: str, status: str, sentence: str) -> None:
    with pytest.raises(release.Refused, match=sentence):
        release.check(version, changes, ["v0.1.0", "other"], status)


def test_a_release_writes_version_changes_and_citation() -> None:
    release.check("0.2.0", CHANGES, ["v0.1.0"], "")
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    program, changes, cited = release.written("0.2.0", "2026-11-18", CHANGES, citation)
    assert program == release.VERSION_FILE.read_text("utf-8").replace(VERSION, "0.2.0")
    assert changes == CHANGES.replace("not yet released", "2026-11-18")
    assert yaml.safe_load(cited)["version"] == "0.2.0"
    again = release.written("0.3.0", "2026-12-24", CHANGES, cited)[2]
    assert again.count("date-released") == 1


def test_a_package_without_its_kernel_says_so(tmp_path: Path) -> None:
    """As `pip install` without a compiler leaves it; asked for, the plain kernel is quiet."""
    shutil.copytree(ROOT / "src" / "gangland" / "core", tmp_path / "gangland" / "core", ignore=no_kernel)
    shutil.copy(ROOT / "src" / "gangland" / "__init__.py", tmp_path / "gangland")
    for asked, told in (("", 1), ("1", 0)):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), kernel.PLAIN: asked}
        command = [sys.executable, "-P", "-S", "-c", "import gangland"]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stderr.count(kernel.SLOW) == told


def no_kernel(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.endswith((".so", ".pyd", ".c")) or name == "__pycache__"]
