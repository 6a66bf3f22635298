"""What `make docs` does beside MkDocs: files of the root and examples as pages, links, and the names of the reference.

MkDocs calls `on_config`, `on_files` and `on_page_markdown` (mkdocs.yml names this file as a hook). A page of the
reference has a mark `<!-- names: gangland.play -->`; in its place come all public names of that package.
`<!-- fields: gangs -->` becomes a table of what is observed in that game. mkdocstrings asks `ExamplesAsCode`.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from griffe import Extension, Object
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
PAGES = {"README.md": "index.md"} | {name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")}
EXAMPLES = {
    f"examples/{path.name}": f"examples/{path.stem}.md"
    for path in sorted((ROOT / "examples").iterdir())
    if path.suffix in (".py", ".sh")
}
LANGUAGES = {".py": "python", ".sh": "sh"}
DOCTEST = re.compile(r"^>>> .+?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")
MARK = re.compile(r"<!-- (names|fields): ([\w.-]+) -->")
PACKAGES = (  # the packages and modules whose public names are documented
    "gangland.play", "gangland.famiglia", "gangland.gangs", "gangland.bots", "gangland.arena", "gangland.env.batch",
    "gangland.env.encoding", "gangland.env.encodings", "gangland.env.fields", "gangland.env.pettingzoo",
    "gangland.env.gymnasium", "gangland.env.openspiel", "gangland.env.opponents", "gangland.core.pictures",
    "gangland.core.errors", "gangland.core.extras",
)  # fmt: skip
UNLISTED = {  # modules without a list of their own
    "gangland.core.errors": ("GanglandError", "IllegalMove", "InvalidArgument", "InvalidNotation", "CorruptRecord"),
    "gangland.env.encoding": ("Encoding",),
}


@cache
def names_of(package: str) -> tuple[str, ...]:
    """The full names of everything that a package makes public; of `gangland` itself what no other page has."""
    public: tuple[str, ...] = UNLISTED.get(package) or tuple(getattr(import_module(package), "__all__", ()))
    if package != "gangland":
        return tuple(f"{package}.{name}" for name in public)
    elsewhere = {name.rpartition(".")[2] for other in PACKAGES for name in names_of(other)}
    return tuple(f"gangland.{name}" for name in public if name not in elsewhere)


def fields_of(game: str) -> str:
    """A table of the fields that are observed in a game: their bytes, largest values and meanings."""
    from gangland.env.encodings import encoding_for
    from gangland.registry import load_game

    rows, start = ["| field | bytes | order | values | meaning |", "|---|---|---|---|---|"], 0
    for name, field in encoding_for(load_game(game)).fields.items():
        end = start + field.size - 1
        places = " ".join(field.places[:3]) + (f" … {field.places[-1]}" if field.size > 3 else "")
        most = sorted(set(field.highest))
        values = f"0 to {most[0]}" if len(most) == 1 else f"0 to {', '.join(map(str, most))}"
        rows.append(
            f"| `{name}` | {start}{f' to {end}' if end > start else ''} | {places} | {values} | {field.meaning} |"
        )
        start += field.size
    return "\n".join(rows)


def filled(mark: re.Match[str]) -> str:
    """What stands on the page in the place of a mark."""
    if mark[1] == "fields":
        return fields_of(mark[2])
    return "\n\n".join(f"::: {name}" for name in names_of(mark[2]))


def site_path(path: str) -> str | None:
    """Where a file of the repository is on the site, or None if it is not there."""
    return (PAGES | EXAMPLES).get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)


def linked(text: str, page: str) -> str:
    """A page of the repository with links as the site needs them, and without those to files that it does not have."""

    def lead(link: re.Match[str]) -> str:
        picture, words, target, anchor = link.groups()
        there = site_path(posixpath.normpath(posixpath.join(posixpath.dirname(page), target)))
        if there is None:
            return words
        here = site_path(page)
        assert here is not None
        return f"{picture}[{words}]({posixpath.relpath(there, posixpath.dirname(here) or '.')}{anchor or ''})"

    return LINK.sub(lead, text)


def on_config(config: Any) -> Any:
    """Put every page of docs/howto into the navigation by its title, and every example by its name."""
    [section] = [section for section in config["nav"] if "How to" in section]
    pages = sorted((ROOT / "docs" / "howto").glob("*.md"))
    titles = {path.read_text("utf-8").splitlines()[0].removeprefix("# "): f"howto/{path.name}" for path in pages}
    section["How to"] = [{title: path} for title, path in titles.items()] + section["How to"]
    [section] = [section for section in config["nav"] if "Examples" in section]
    section["Examples"] = [{posixpath.basename(name): page} for name, page in EXAMPLES.items()]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not in docs."""
    for name, path in PAGES.items():
        files.append(File.generated(config, path, content=linked((ROOT / name).read_text("utf-8"), name)))
    for name, path in EXAMPLES.items():
        code = (ROOT / name).read_text("utf-8")
        text = f"# {posixpath.basename(name)}\n\n```{LANGUAGES[posixpath.splitext(name)[1]]}\n{code}```\n"
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Lead the links of a page to pages, and put names and fields in the places of their marks."""
    if page.file.src_uri in (*PAGES.values(), *EXAMPLES.values()):
        return markdown
    return MARK.sub(filled, linked(markdown, f"docs/{page.file.src_uri}"))


class ExamplesAsCode(Extension):
    """Shows the examples in docstrings as code. Markdown would take their `>>>` for quotations."""

    def on_object(self, *, obj: Object, **rest: Any) -> None:
        """Put a fence around each example of a docstring."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(r"```python\n\g<0>\n```", obj.docstring.value)
