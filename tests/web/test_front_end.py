"""Templates, style and script as files: what no formatter promises. `make check` does the rest."""

from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "gangland" / "web"
SOURCES = [
    path
    for kind in ("templates/*.html", "static/*.css", "static/*.js")
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
