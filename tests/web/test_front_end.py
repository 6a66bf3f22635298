"""Templates, style and script as files: what no formatter promises. `make check` does the rest."""

import re
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "gangland" / "web"
SOURCES = [
    path
    for kind in ("templates/**/*.html", "static/*.css", "static/*.js")
    for path in sorted(WEB.glob(kind))
    if path.name != "htmx.js"  # somebody else's, as it came
]


def longest_allowed() -> int:
    settings = ConfigParser()
    settings.read_string("[root]\n" + (ROOT / ".editorconfig").read_text("utf-8"))
    return settings.getint("*", "max_line_length")


def test_every_line_fits_into_a_window() -> None:
    assert {path.suffix for path in SOURCES} == {".html", ".css", ".js"}
    width = longest_allowed()
    assert [
        f"{path.name}:{number} has {len(line)} characters"
        for path in SOURCES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > width
    ] == []


def test_state_is_data_and_no_script_reads_it_out_of_classes() -> None:
    reads = re.compile(r"\.className(?! = )|\[class[*^$|~]=")
    for path in SOURCES:
        assert not reads.search(path.read_text("utf-8")) or path.suffix == ".css", path.name
    assert reads.search("/vt-(\\w+)/.exec(card.className)")
