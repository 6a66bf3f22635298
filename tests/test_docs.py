"""What the documentation shows is true."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from conftest import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, their examples slower")
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = ("play", "serve", "simulate", "replay", "verify", "arena", "bench", "doctor")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path) -> None:
    if page.name == "research.md":
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert failures == 0


def test_the_readme_and_the_fairness_page_have_examples() -> None:
    for page in ("README.md", "docs/fairness.md", "docs/notation.md", "docs/research.md"):
        assert ">>>" in (ROOT / page).read_text("utf-8")


def test_docstring_examples_run() -> None:
    import gangland.play.match

    failures, tried = doctest.testmod(gangland.play.match)
    assert failures == 0
    assert tried > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for command in COMMANDS:
        assert f"`gangland {command}" in readme


def test_every_module_has_its_place_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    package = ROOT / "src" / "gangland"
    rooms = {path.name for path in package.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    modules = {path.name for path in package.glob("*.py")} - {"__init__.py", "__main__.py", "nocython.py"}
    for name in {f"{room}/" for room in rooms} | modules:
        assert f"\n  {name} " in text, name


def test_the_makefile_explains_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert targets
    for target in targets[1].split():
        assert re.search(rf"^{target}:.* ## ", makefile, re.MULTILINE), target


def test_the_picture_is_what_the_table_really_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import picture

    assert picture.picture() == picture.PICTURE.read_text("utf-8")
    sys.modules.pop("picture")


def test_what_stays_out_of_the_repository() -> None:
    """No paths of a machine, no hosts of package registries."""
    private = re.compile("|".join(["/ro" + "ot/", "/wo" + "rk/", "pypi" + r"\.org", "files.pythonhosted" + r"\.org"]))
    for path in [*PAGES, *(ROOT / "src").rglob("*.p[yo]"), *(ROOT / "tests").rglob("*.*"), ROOT / "pyproject.toml"]:
        if path.suffix in (".md", ".py", ".po", ".toml", ".txt", ".jsonl"):
            assert not private.search(path.read_text("utf-8")), path
