"""What the documentation shows is true."""

import doctest
import re
from argparse import _SubParsersAction
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import pytest

import picture
from conftest import PLAIN
from gangland import cli
from gangland.core.words import Language

pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same, their examples slower")
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page: Path) -> None:
    if page.name == "research.md":
        pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert failures == 0


def test_the_readme_and_the_fairness_page_have_examples() -> None:
    for page in ("README.md", "docs/fairness.md", "docs/notation.md", "docs/research.md"):
        assert ">>>" in (ROOT / page).read_text("utf-8")


WITH_EXAMPLES = [path for path in sorted((ROOT / "src").rglob("*.py")) if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_docstring_examples_run(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    failures, tried = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)
    assert failures == 0
    assert tried > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert (page.parent / link).exists(), link


def commands() -> list[str]:
    [words] = [action for action in cli.make_parser(Language("en"))._actions if isinstance(action, _SubParsersAction)]
    return list(words.choices)


@pytest.mark.parametrize("command", commands())
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`gangland {command}" in (ROOT / "README.md").read_text("utf-8")


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


def test_the_picture_is_what_the_table_really_says() -> None:
    assert picture.picture() == picture.PICTURE.read_text("utf-8")


def test_what_stays_out_of_the_repository() -> None:
    """No paths of a machine, no hosts of package registries."""
    private = re.compile("|".join(["/ro" + "ot/", "/wo" + "rk/", "pypi" + r"\.org", "files.pythonhosted" + r"\.org"]))
    files = [*PAGES, *(ROOT / "src").rglob("*.p[yo]"), *(ROOT / "tests").rglob("*.*"), *(ROOT / "tools").glob("*.py")]
    for path in [*files, ROOT / "pyproject.toml", ROOT / "constraints.txt"]:
        if path.suffix in (".md", ".py", ".po", ".toml", ".txt", ".jsonl"):
            assert not private.search(path.read_text("utf-8")), path


def marked(path: Path) -> list[str]:
    """The parts of a file that a page shows, between their marks."""
    found = re.findall(
        r"^ *# -- start (.+) --\n(.*?)^ *# -- end \1 --$", path.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    return [dedent(part).strip("\n") for _, part in found]


def test_the_page_about_a_new_game_is_the_third_game() -> None:
    """What it shows is what `tests/games` runs, all of it and in its order."""
    page = (ROOT / "docs" / "new-game.md").read_text("utf-8")
    shown = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    files = [ROOT / "tests" / "games" / name for name in ("high_card.py", "test_high_card.py", "high_card_env.py")]
    assert [code.strip("\n") for code in shown] == [part for path in files for part in marked(path)]
