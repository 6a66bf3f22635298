"""A short version of `make strength`, with thresholds that a neutral change does not touch."""

import json
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from conftest import PLAIN, long_only
from gangland.arena import Job, Result, job, run, workers
from gangland.arena.statistics import Estimate
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from strength import Question, Results, chapters, file_name, main, page, plots, wanted
from strength_plots import gain

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="strength is measured with the compiled kernel; uncompiled it takes hours"),
]

QUICK = "nodes=20000"  # endgames are calculated as far as a test can wait


MOST_SURE = 0.95  # however often somebody has won: nobody has played for ever


def least(measured: float, games: int) -> float:
    """Three standard errors below what many games have shown: a change that makes nobody stronger or weaker fails once
    in a thousand runs, and not once in two."""
    share = min(measured, MOST_SURE)
    return share - 3 * sqrt(share * (1 - share) / games)


@pytest.mark.parametrize(
    ("game", "better", "worse", "deals", "measured"),  # docs/strength.md, or put together from its rungs
    [
        (Duel(), "greedy", "random", 10, 1.0),
        (Duel(), f"search:100,{QUICK}", "greedy", 10, 0.825),
        pytest.param(Duel(), f"search:1000,{QUICK}", f"search:100,{QUICK}", 9, 0.8, marks=long_only),
        (Duel(), "3", "1", 5, 0.92),
        pytest.param(Duel(), f"search:100,{QUICK}", "openspiel:100", 2, 1.0, marks=long_only),
        (Gangs(2), "greedy", "random", 20, 1.0),
        (Gangs(2), "search:100", "greedy", 14, 0.76),
        pytest.param(Gangs(2), "search:600", "search:60", 8, 0.81, marks=long_only),
        pytest.param(Gangs(2), "3", "1", 10, 0.85, marks=long_only),
        pytest.param(Gangs(2), "search:50", "openspiel:50", 4, 1.0, marks=long_only),
        (Gangs(2), "oracle:200", "search:200", 8, 0.825),
        (Gangs(4), "greedy", "random", 4, 0.88),
    ],
    ids=str,
)
def test_the_better_one_wins(game: Game, better: str, worse: str, deals: int, measured: float) -> None:
    wanted = least(measured, deals * game.seats)
    assert wanted > 1 / game.seats  # or whoever is no better could pass
    assert run(Job(game, (better, worse), deals), workers=1).standings[0].share.value >= wanted


def test_a_search_beats_the_robot_at_its_easiest() -> None:
    assert run(Job(Solo(1), (f"search:300,{QUICK}",), 6), workers=1).standings[0].share.value >= 0.8


ASKED = [
    "--only",
    "greedy against random",
    "--part",
    "0.1",
    "--piece",
    "1",
    "--workers",
    "1",
]  # two deals of two questions


@pytest.fixture
def places(tmp_path: Path) -> list[str]:
    return ["--data", str(tmp_path), "--out", str(tmp_path / "strength.md")]


def test_the_page_says_what_was_measured(tmp_path: Path, places: list[str]) -> None:
    main([*ASKED, *places])
    page = (tmp_path / "strength.md").read_text("utf-8")
    assert "## Famiglia: the ladder" in page
    assert page.count("\n| `") == 2
    assert "Not played yet: " in page
    before = {path: path.read_bytes() for path in tmp_path.glob("*.json")}
    main([*ASKED, *places])
    assert {path: path.read_bytes() for path in tmp_path.glob("*.json")} == before
    assert len(before) == 2


def test_a_run_that_was_killed_goes_on_where_it_was(
    tmp_path: Path, places: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both questions grow alike; what a kill leaves is whole, and the end is the same as without it."""
    games = count()

    def play_until_killed(*given: Any) -> Result:
        if next(games) == 3:
            raise KeyboardInterrupt
        return job.play(*given)

    monkeypatch.setattr(workers, "play", play_until_killed)
    with pytest.raises(KeyboardInterrupt):
        main([*ASKED, *places])
    left = [len(json.loads(path.read_text("utf-8"))["games"]) for path in sorted(tmp_path.glob("*.json"))]
    assert sorted(left) == [1, 2]
    monkeypatch.undo()
    main([*ASKED, *places])
    whole = tmp_path / "whole"
    main([*ASKED, "--data", str(whole), "--out", str(whole.with_suffix(".md"))])
    assert [path.read_bytes() for path in sorted(tmp_path.glob("*.json"))] == [
        path.read_bytes() for path in sorted(whole.glob("*.json"))
    ]


def test_results_of_others_stay_as_they_are(
    tmp_path: Path, places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main([*ASKED, *places])
    for path in tmp_path.glob("*.json"):
        known = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps(known | {"players_made_from": "others", "games": known["games"][:3]}), "utf-8")
    before = {path: path.read_bytes() for path in tmp_path.glob("*.json")}
    main([*ASKED, *places])
    assert capsys.readouterr().out.count("has results of other sources or another seed; --again plays it anew.") == 2
    assert {path: path.read_bytes() for path in tmp_path.glob("*.json")} == before
    assert (tmp_path / "strength.md").read_text("utf-8").count("| 2 |") == 2  # a deal that is not whole does not count
    for text, sentence in (("[", "is not a file of results."), ("{}", "is not a file of results.")):
        next(iter(before)).write_text(text, "utf-8")
        with pytest.raises(SystemExit):
            main([*ASKED, *places])
        assert sentence in capsys.readouterr().err


def test_the_page_of_this_repository_is_made_from_its_files() -> None:
    docs = Path(__file__).parents[2] / "docs"
    assert page(docs / "strength") == (docs / "strength.md").read_text("utf-8"), "run make strength ARGS=--page"


def test_plots_are_drawn_from_the_files(tmp_path: Path, places: list[str]) -> None:
    """As far as the games go: a rung that nobody played ends a line."""
    assert not plots(tmp_path).keys() - {"nets.svg"}
    for better, worse, won in (("0.03", "0.01", 1), ("0.1", "0.03", 0), ("1", "0.3", 0)):
        results = Results(Job(Gangs(2), (f"search:{better}s", f"search:{worse}s"), 40), tmp_path)
        results.games = [Result(0, 0, (3, 1), (0,)), Result(0, 1, (1, 3), (won,))]
        results.save()
    picture = plots(tmp_path)["time.svg"]
    assert picture.count("<circle") == 3
    assert ">gangs<" in picture
    file = tmp_path / "calibration-gangs.json"
    file.write_text('{"bins": [{"said": 0.1, "came": 0.2}, {"said": 0.6, "came": 0.5}]}', "utf-8")
    assert "Share that came" in plots(tmp_path)["nets.svg"]
    file.write_text('{"bins": 3}', "utf-8")
    with pytest.raises(GanglandError, match="is not a file of a calibration"):
        plots(tmp_path)


def test_a_gain_in_elo_is_never_without_end() -> None:
    assert gain(0.5, 10) == 0
    assert gain(1.0, 10) == pytest.approx(-gain(0.0, 10)) == pytest.approx(511.5, abs=0.1)
    assert gain(0.64, 400) == pytest.approx(100, abs=0.1)


def test_what_is_wanted_is_judged_by_its_interval() -> None:
    def judged(value: float, low: float, high: float, **wish: float) -> str:
        question = Question(Job(Duel(), ("5", "4"), 2), **wish)
        return wanted(question, Estimate(value, low, high)).rpartition(" ")[2]

    assert judged(0.9 - 1e-12, 0.7, 0.97, least=0.9) == "probably"
    assert judged(0.89, 0.7, 0.97, least=0.9) == "**no**"
    assert judged(0.97, 0.91, 0.99, least=0.9) == "yes"
    assert judged(0.5, 0.4, 0.6, least=0.5) == "**no**"  # a rung that is no stronger
    assert judged(0.7, 0.62, 0.78, least=0.6, most=0.8) == "yes"
    assert judged(0.85, 0.7, 0.9, least=0.6, most=0.8) == "**no**"


def test_every_question_can_be_asked() -> None:
    """The contestants of all chapters exist, and no two questions share a result file."""
    questions = [question for chapter in chapters() for question in chapter.questions]
    assert len({file_name(question.job) for question in questions}) == len(questions)
