"""Every public name has a docstring that can be read alone."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gangland"
HELPERS = (ROOT / "tools", ROOT / "tests" / "support")
FILES = [*sorted(PACKAGE.rglob("*.py")), *(path for folder in HELPERS for path in sorted(folder.glob("*.py")))]
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
# a sentence that begins like this needs its neighbour
LEANING = re.compile(
    r"The same( for| as| in| with|[,.:;])|(As in|And|But|Likewise|Whose|With which|By which|To whom|For who)\b"
)
FILLERS = set("a an and as at be by for from if in is it its of on or that the them this to which with".split())


class Documented(NamedTuple):
    """A public name: its file, its dotted name in there, and its docstring."""

    path: Path
    name: str
    docstring: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(PACKAGE if self.path.is_relative_to(PACKAGE) else ROOT)}: {self.name}"


def public_names(path: Path) -> Iterator[Documented]:
    tree = ast.parse(path.read_text("utf-8"))
    yield Documented(path, "the module", ast.get_docstring(tree) or "")
    for node in definitions(tree):
        yield Documented(path, node.name, ast.get_docstring(node) or "")
        for method in definitions(node) if isinstance(node, ast.ClassDef) else ():
            docstring = ast.get_docstring(method) or inherited(path, node.name, method.name)
            yield Documented(path, f"{node.name}.{method.name}", docstring)


def definitions(node: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    return (child for child in node.body if isinstance(child, Definition) and not child.name.startswith("_"))


def inherited(path: Path, kind: str, method: str) -> str:
    """The docstring of the method that this one overrides."""
    folder = PACKAGE.parent if path.is_relative_to(PACKAGE) else path.parent
    parts = path.relative_to(folder).with_suffix("").parts
    bases = getattr(import_module(".".join(parts).removesuffix(".__init__")), kind).__mro__[1:]
    overridden = (base.__dict__[method] for base in bases if method in base.__dict__)
    return next((found.__doc__ for found in overridden if found.__doc__), "")


NAMES = [name for path in FILES for name in public_names(path)]


def test_every_public_name_has_a_docstring() -> None:
    assert [str(name) for name in NAMES if not name.docstring] == []


def test_every_docstring_begins_with_a_sentence() -> None:
    first = {str(name): name.docstring.split("\n\n")[0] for name in NAMES if name.docstring}
    assert [name for name, sentence in first.items() if not sentence.endswith((".", "?", ":"))] == []


def test_every_docstring_can_be_read_alone() -> None:
    assert [f"{name}: {name.docstring}" for name in NAMES if LEANING.match(name.docstring)] == []


def test_no_docstring_only_repeats_its_name() -> None:
    assert [str(name) for name in NAMES if name.docstring and not news(name)] == []


def news(name: Documented) -> set[str]:
    """The words of a docstring that are neither in its name nor fillers."""
    known = set(re.findall("[a-z]+", re.sub("([A-Z])", r" \1", name.name).lower()))
    return set(re.findall("[a-z]+", name.docstring.lower())) - known - FILLERS
