"""Tables in notebooks: what is shown of matches, positions and views, and the example that is really executed."""

import sys
import warnings
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from conftest import PLAIN
from gangland.core.errors import InvalidArgument
from gangland.core.extras import MissingExtra
from gangland.core.game import Game
from gangland.core.pictures import Picture, draw
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match
from playing import played

EXAMPLES = Path(__file__).parents[1] / "examples"


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("game", [Duel(), Solo(2), Gangs(2), Gangs(4)], ids=str)
def test_matches_positions_and_views_show_the_table(game: Game) -> None:
    for moves in (0, 25, None):
        match = played(game, 3, moves) if moves is not None else played(game, 3)
        for shown in (match, match.position, match.view(0), match.view(None), match.show(), match.show(at=0, seat=0)):
            drawn = shown._repr_svg_()
            assert drawn is not None
            assert "P0" in texts(drawn)


def test_a_picture_has_what_the_eye_may_see_and_no_more() -> None:
    """Backs of hidden cards are all alike; a seat's own cards, and all of a position's, are drawn."""
    match = Match.new(Gangs(3), seed=3)
    hidden = {seat: match.show(seat=seat).svg.count('class="back') for seat in (None, 0, 1)}
    faces = {seat: match.show(seat=seat).svg.count('class="art gang-') for seat in (None, 0)}
    assert faces[None] == 0 < faces[0] < draw(match.position).svg.count('class="art gang-'), hidden
    other = Match.new(Gangs(3), seed=3)
    assert match.show(seat=0) == other.show(seat=0) != match.show(seat=1)


def test_a_moment_is_that_of_the_log() -> None:
    match = played(Duel(), 5, 20)
    assert match.show(at=7) == match.at(7).show() != match.show()
    assert match.show(at=len(match.log)) == match.show()


def test_what_there_is_not_is_refused() -> None:
    match = played(Duel(), 5, 3)
    wrongs: list[dict[str, Any]] = [{"at": 99}, {"at": -1}, {"at": "1"}, {"seat": 2}, {"seat": -1}, {"seat": "0"}]
    for wrong in wrongs:
        with pytest.raises(InvalidArgument):
            match.show(**wrong)
    with pytest.raises(TypeError, match="only of matches, positions and views"):
        draw(3)


def test_a_picture_is_kept_as_a_file(tmp_path: Path) -> None:
    picture = Match.new(Duel(), seed=1).show()
    picture.save(tmp_path / "table.svg")
    assert Picture((tmp_path / "table.svg").read_text("utf-8")) == picture


def test_without_the_packages_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    match = Match.new(Duel(), seed=1)
    for shown in (match, match.position, match.view(0)):
        with pytest.warns(RuntimeWarning, match=r"^There is no picture\. .*pip install 'gangland\[web\]'$"):
            assert shown._repr_svg_() is None
    with pytest.raises(MissingExtra, match=r"gangland\[web\]"):
        match.show()


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the notebook is the same")
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebooks_run(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the kernel's own packages
        import nbformat
        from nbclient import NotebookClient

        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    kinds = [set(output.get("data", {})) for cell in notebook.cells for output in cell.get("outputs", ())]
    assert sum("image/svg+xml" in kind for kind in kinds) >= 5
