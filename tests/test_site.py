"""The site of the guides and the reference: built without a warning, as `make check` does too, and complete."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import gangland
import site_hooks
from conftest import PLAIN, long_only

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(PLAIN, reason="the pages are the same")
ROOMS = ("server", "terminal", "web", "learn", "sentences")  # rooms of the tables: nobody builds upon their names
FETCHED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=\"?((?:https?:)?//[^\" >]+)")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def public_names() -> list[str]:
    return [name for package in (*site_hooks.PACKAGES, "gangland") for name in site_hooks.names_of(package)]


@long_only
@pytest.mark.slow
def test_every_public_name_has_its_place_in_the_reference(built: Path) -> None:
    text = "".join(page.read_text("utf-8") for page in (built / "reference").glob("*.html"))
    anchors = set(re.findall(r'id="?([\w.]+)', text))
    homes = {name: f"{getattr(find(name), '__module__', '')}.{name.rpartition('.')[2]}" for name in public_names()}
    assert [name for name, home in homes.items() if name not in anchors and home not in anchors] == []
    main = {name.rpartition(".")[2] for name in public_names()}
    assert set(getattr(gangland, "__all__", ())) - main == set()


@long_only
@pytest.mark.slow
def test_every_guide_is_a_page_and_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    pages = {str(page.relative_to(built).with_suffix(".md")) for page in built.rglob("*.html")}
    guides = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert guides - pages == set()
    for page in built.rglob("*.html"):
        assert FETCHED.findall(page.read_text("utf-8").replace('rel="canonical"', "")) == [], page


@long_only
@pytest.mark.slow
def test_examples_are_pages_and_those_in_docstrings_are_code(built: Path) -> None:
    for path in (ROOT / "examples").glob("*.py"):
        assert "import" in (built / "examples" / f"{path.stem}.html").read_text("utf-8")
    assert 'href="../examples/monte_carlo.html"' in (built / "howto" / "write-a-bot.html").read_text("utf-8")
    pages = [page.read_text("utf-8") for page in (built / "reference").glob("*.html")]
    assert [page.count("<blockquote>") for page in pages] == [0] * len(pages)
    assert any('id="gangland.InvalidPosition.reasons"' in page for page in pages)


def find(name: str) -> object:
    module, _, own = name.rpartition(".")
    return getattr(import_module(module), own)


def test_every_public_module_is_documented() -> None:
    """Whatever lists its public names is in the reference, or in a room of the tables."""
    package = ROOT / "src" / "gangland"
    listing = [path for path in package.rglob("*.py") if re.search("^__all__", path.read_text("utf-8"), re.MULTILINE)]
    names = [".".join(path.relative_to(package.parent).with_suffix("").parts) for path in listing]
    names = [name.removesuffix(".__init__") for name in names]
    outside = [name for name in names if name != "gangland" and name.split(".")[1] not in ROOMS]
    assert set(outside) - set(site_hooks.PACKAGES) == set()


def test_every_public_name_is_used_in_an_example() -> None:
    """In a page or in a docstring; tests/test_docs.py runs them all."""
    texts = [page.read_text("utf-8") for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]]
    texts += [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    lines = [line for text in texts for line in re.findall(r"^ *(?:>>>|\.\.\.) (.*)$", text, re.MULTILINE)]
    used = set(re.findall(r"\w+", "\n".join(lines)))
    assert [name for name in public_names() if name.rpartition(".")[2] not in used] == []


def test_links_to_files_that_the_site_does_not_have_are_left_out() -> None:
    text = "[a](../src/x.toml) [b](bots.md#c) ![d](table.svg) [e](https://example.org) [f](../README.md)"
    assert site_hooks.linked(text, "docs/strength.md") == (
        "a [b](bots.md#c) ![d](table.svg) [e](https://example.org) [f](index.md)"
    )
