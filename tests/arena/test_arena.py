"""The arena: paired deals, honest figures, the same results wherever they are played."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from conftest import PLAIN, long_only
from gangland.arena import Job, Result, Sprt, Tally, resumed, run, statistics, workers
from gangland.arena.job import play
from gangland.arena.report import signed, ticker
from gangland.arena.statistics import Moments
from gangland.bots import Limit, contestant
from gangland.bots.contestants import read_limit
from gangland.cli import main
from gangland.core.errors import GanglandError, InvalidNotation
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match
from waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the arena is the same, only slower"),
]

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"


def results_of(file: Path) -> list[str]:
    return sorted(file.read_text("utf-8").splitlines()[1:])


# Contestants


@pytest.mark.parametrize(
    "text",
    ["random", "greedy", "level:2", "1", "search:5", "search:5,trust=0,exploration=1.5", "search:5,curiosity=1.5"],
)
@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=str)
def test_a_contestant_makes_the_same_legal_move_for_the_same_seed(text: str, game: Game) -> None:
    match = Match.new(game, seed=3)
    seen, limit = match.seen(match.turn), Limit(simulations=1)
    moves = {contestant(text, game).choose(seen, limit=limit, seed=7) for _ in range(3)}
    assert len(moves) == 1
    assert moves.pop() in match.legal_moves


@pytest.mark.parametrize(
    "text",
    ["", "nobody", "level:8", "8", "level:", "greedy:1", "search", "search:", "search:0", "search:0s", "search:-1",
     "search:1e3", "search:10,trust", "search:10,trust=nan", "search:10,nodes=1.5", "search:10,mood=1"],
)  # fmt: skip
def test_what_is_not_a_contestant(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"\w"):
        contestant(text, Duel())


def test_limits_and_who_thinks_by_the_clock() -> None:
    """Equal time is CPU time, so that a busy machine favours nobody."""
    assert read_limit("1000") == Limit(simulations=1000, soon=True)
    assert read_limit("0.5s") == Limit(seconds=0.5, cpu=True, soon=True)
    assert not Job(Duel(), ("search:1000", "6"), 1).by_the_clock
    assert Job(Duel(), ("search:0.5s", "6"), 1).by_the_clock
    assert Job(Duel(), ("greedy", "7"), 1).by_the_clock


def test_the_mind_of_a_search_can_be_set() -> None:
    games = [Job(Duel(), (text, "greedy"), deals=1) for text in ("search:8,nodes=1", "search:8,nodes=1,exploration=0")]
    assert [play(games[0], deal, 0) for deal in range(4)] != [play(games[1], deal, 0) for deal in range(4)]


# Jobs


def test_everybody_plays_every_deal_from_every_seat() -> None:
    assert Job(Duel(), ("1", "2"), 1).lineups == ((0, 1), (1, 0))
    assert Job(Gangs(3), ("1", "2", "3"), 1).lineups == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert Job(Gangs(4), ("1", "2"), 1).lineups == ((0, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1))
    assert Job(Solo(), ("1", "2", "3"), 1).lineups == ((0, 3), (1, 3), (2, 3))


@pytest.mark.parametrize("game", [Duel(), Gangs(2), Gangs(3)], ids=str)
def test_the_games_of_a_deal_are_the_same_but_for_the_seats(game: Game) -> None:
    """Who needs no chance plays the very same game against itself, whoever is called first."""
    job = Job(game, ("greedy",) * game.seats, deals=6)
    games = [[play(job, deal, lineup) for lineup in range(game.seats)] for deal in range(job.deals)]
    assert all(len({(result.scores, result.winners) for result in deal}) == 1 for deal in games)
    assert len({deal[0].scores for deal in games}) > 1


@pytest.mark.parametrize(
    ("game", "names", "deals"),
    [(Duel(), (), 2), (Duel(), ("1",), 2), (Duel(), ("1", "2", "3"), 2), (Solo(), (), 2), (Duel(), ("1", "2"), 0)],
)
def test_jobs_that_cannot_be(game: Game, names: tuple[str, ...], deals: int) -> None:
    with pytest.raises(GanglandError):
        Job(game, names, deals)


# Reproducible and symmetric


@pytest.mark.parametrize(
    "job",
    [
        Job(Duel(), ("search:4,nodes=1", "random"), 3),
        Job(Gangs(3), ("greedy", "search:2", "1"), 1),
        Job(Solo(2, robot_starts=True), ("1", "greedy"), 3),
    ],
    ids=lambda job: job.game.name,
)
def test_results_are_reproducible_on_any_number_of_workers(job: Job, tmp_path: Path) -> None:
    summaries = [run(job, results=tmp_path / str(workers), workers=workers) for workers in (1, 2)]
    assert results_of(tmp_path / "1") == results_of(tmp_path / "2")
    assert summaries[0] == summaries[1]
    assert len(results_of(tmp_path / "1")) == len(job.keys)
    other = Job(job.game, job.contestants, job.deals, seed="2")
    assert [play(other, *key) for key in job.keys] != [play(job, *key) for key in job.keys]


@pytest.mark.parametrize(
    ("game", "names", "deals"),
    [(Duel(), ("random", "random"), 80), (Gangs(2), ("random", "random"), 40), (Gangs(4), ("1", "1"), 20)],
    ids=str,
)
def test_nobody_is_stronger_than_itself(game: Game, names: tuple[str, ...], deals: int) -> None:
    summary = run(Job(game, names, deals=deals), workers=1)
    assert summary.versus.low < 0.5 < summary.versus.high
    for standing in summary.standings:
        assert standing.share.low < 1 / game.seats < standing.share.high
        assert 0.02 < standing.share.high - standing.share.low < 0.3
    assert summary.elo.low < 0 < summary.elo.high


def test_the_stronger_one_is_found() -> None:
    summary = run(Job(Duel(), ("random", "greedy"), deals=10), workers=1)
    weak, strong = summary.standings
    assert weak.share.high < 0.5 < strong.share.low
    assert weak.margin.high < 0 < strong.margin.low
    assert strong.rating.value > weak.rating.value
    assert summary.elo.high < 0
    assert weak.wins + weak.ties + weak.losses == summary.games == 20
    assert (weak.wins, weak.ties, weak.losses) == (strong.losses, strong.ties, strong.wins)


def test_solo_everybody_faces_the_robot_alone() -> None:
    summary = run(Job(Solo(1), ("greedy", "random"), deals=12), workers=1)
    greedy, random, robot = summary.standings
    assert robot.name == "robot:1"
    assert robot.wins + robot.ties + robot.losses == 24
    assert greedy.wins + random.wins == robot.losses
    assert greedy.margin.value > random.margin.value
    alone = run(Job(Solo(1), ("greedy",), deals=12), workers=1)
    assert alone.standings[0] == replace(greedy, rating=alone.standings[0].rating)


# Result files


def test_a_result_file_goes_on_where_it_was_torn(tmp_path: Path) -> None:
    job = Job(Duel(), ("greedy", "1"), deals=4)
    file = tmp_path / "results.jsonl"
    whole = run(job, results=file, workers=1)
    text = file.read_text("utf-8")
    head = text.index("\n") + 1
    for cut in (0, 10, head - 1, head, head + 5, len(text) // 2, len(text) - 1, len(text)):
        file.write_text(text[:cut], "utf-8")
        assert run(job, results=file, workers=1) == whole
        assert file.read_text("utf-8") == text


def test_what_is_there_is_not_played_again_and_more_deals_are_the_same_job(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    job = Job(Duel(), ("greedy", "random"), deals=3)
    first = run(job, results=file, workers=1)
    lines = file.read_text("utf-8").splitlines()
    lines[1] = Result(0, 0, (99, 0), (0,)).dumps()  # told apart from what would be played
    file.write_text("\n".join(lines) + "\n", "utf-8")
    assert run(job, results=file, workers=1).standings[0].margins[0] == 99
    assert file.read_text("utf-8").splitlines() == lines
    assert run(Job(Duel(), job.contestants, deals=5), results=file, workers=1).deals == 5
    assert file.read_text("utf-8").splitlines()[: len(lines)] == lines
    assert run(Job(Duel(), job.contestants, deals=2), results=file, workers=1).deals == 2
    assert first.deals == 3


@pytest.mark.parametrize(
    ("job", "key"),
    [
        (Job(Duel(), ("greedy", "greedy"), 2), "contestants"),
        (Job(Duel(), ("greedy", "random"), 2, seed="2"), "seed"),
        (Job(Duel(joker_with_pair=True), ("greedy", "random"), 2), "rules"),
        (Job(Gangs(2), ("greedy", "random"), 2), "game"),
    ],
)
def test_results_of_another_job_are_refused(job: Job, key: str, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(Job(Duel(), ("greedy", "random"), 2), results=file, workers=1)
    before = file.read_bytes()
    with pytest.raises(GanglandError, match=key):
        resumed(job, file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["my diary", "my diary\n", "[]\n", '{"format": "gangland-record/1"}\n'])
def test_other_files_are_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "diary"
    file.write_text(text, "utf-8")
    with pytest.raises(GanglandError, match="not a result file"):
        resumed(Job(Duel(), ("greedy", "random"), 2), file)
    assert file.read_text("utf-8") == text


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    job = Job(Duel(), ("greedy", "random"), 2)
    run(job, results=file, workers=1)
    lines = file.read_text("utf-8").splitlines()
    for wrong in ("nonsense", "[]", '{"deal": 0}', '{"deal": 0, "lineup": 0, "scores": 1, "winners": []}'):
        file.write_text("\n".join([*lines[:2], wrong, *lines[3:]]) + "\n", "utf-8")
        with pytest.raises(GanglandError, match="line 3: This is not the result of a game"):
            resumed(job, file)


# Statistics


def test_known_figures() -> None:
    for freedom, table in ((1, 12.706), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert statistics.student(freedom) == pytest.approx(table, abs=0.002)
    wilson = statistics.wilson(0.5, 100, statistics.Z)
    assert (wilson.low, wilson.high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    all_won = statistics.share(Moments([1.0] * 10))
    assert (all_won.low, all_won.high) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert statistics.elo(0.64) == pytest.approx(100, abs=0.1)
    assert statistics.expected(200) == pytest.approx(0.7597, abs=1e-4)
    assert statistics.elo(statistics.expected(-37)) == pytest.approx(-37)
    assert (statistics.elo(1), statistics.elo(0)) == (float("inf"), float("-inf"))
    student = statistics.mean(Moments([1, 2, 3, 4, 5]))
    assert (student.low, student.high) == pytest.approx((1.0368, 4.9632), abs=2e-3)
    assert Sprt(0, 20).bound == pytest.approx(2.944, abs=1e-3)


def test_one_deal_says_little_but_something() -> None:
    estimate = statistics.share(Moments([1.0]))
    assert estimate.low < 0.25
    assert statistics.mean(Moments([3.0])).high == float("inf")


def pair(random: Random, strength: float, luck: float) -> float:
    """The points of two games on one deal that favours a seat, and a contestant by its strength."""
    tilt = random.uniform(-luck, luck)
    chances = (strength + tilt, strength - tilt)
    return sum(random.random() < min(1, max(0, chance)) for chance in chances) / 2


@pytest.mark.parametrize(("strength", "luck"), [(0.5, 0.0), (0.5, 0.5), (0.7, 0.3), (0.9, 0.1), (0.97, 0.03)])
def test_intervals_hold_the_truth_95_times_in_100(strength: float, luck: float) -> None:
    random = Random(1)
    held = 0
    for _ in range(1000):
        estimate = statistics.share(Moments(pair(random, strength, luck) for _ in range(100)))
        held += estimate.low <= strength <= estimate.high
    assert 925 <= held <= 980


def test_pairing_makes_the_interval_narrower_where_deals_are_lucky() -> None:
    widths = []
    for luck in (0.0, 0.5):
        random = Random(2)
        estimate = statistics.share(Moments(pair(random, 0.5, luck) for _ in range(1000)))
        widths.append(estimate.high - estimate.low)
    assert widths[1] < 0.9 * widths[0]


def test_a_ratio_is_the_share_of_what_was_decided() -> None:
    random = Random(3)
    held = 0
    for _ in range(600):
        decided = [random.choice((0, 1, 2)) for _ in range(100)]
        won = [sum(random.random() < 0.8 for _ in range(count)) for count in decided]
        estimate = statistics.ratio(won, decided)
        assert estimate
        assert estimate.value == pytest.approx(sum(won) / sum(decided))
        held += estimate.low <= 0.8 <= estimate.high
    assert 550 <= held <= 590
    assert statistics.ratio([0, 0], [0, 0]) is None


@pytest.mark.parametrize(("low", "high"), [(0, 60), (0, 200), (-30, 30)])
@pytest.mark.parametrize("luck", [0.0, 0.4])
def test_the_sequential_test_is_rarely_wrong(low: float, high: float, luck: float) -> None:
    sprt = Sprt(low, high)
    random = Random(4)
    for truth, wrong in ((low, high), (high, low)):
        errors = sum(settle(sprt, random, statistics.expected(truth), luck) == wrong for _ in range(200))
        assert errors <= 20  # 10 are expected


def settle(sprt: Sprt, random: Random, strength: float, luck: float) -> float:
    moments = Moments()
    while (verdict := sprt.verdict(moments) if moments.count else None) is None:
        moments.add(pair(random, strength, luck))
    return verdict


def test_the_sequential_test_stops_at_the_same_deal_in_whatever_order_results_come() -> None:
    job = Job(Duel(), ("greedy", "random"), deals=40)
    results = [play(job, *key) for key in job.keys[:60]]
    tallies = []
    for seed in range(3):
        tally = Tally(job, Sprt(0, 100))
        for result in Random(seed).sample(results, len(results)):
            tally.add(result)
        tallies.append(tally)
    assert len({len(tally.deals) for tally in tallies}) == 1
    assert tallies[0].summary() == tallies[1].summary() == tallies[2].summary()
    assert tallies[0].verdict == 100
    assert len(tallies[0].deals) < 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ratings_rank_the_strong_before_the_weak(players: int) -> None:
    """Seats by strength, a tie now and then; who is always equal is rated equal."""
    job = Job(Gangs(players), tuple("1234"[:players]), deals=60)
    tally = Tally(job)
    random = Random(5)
    for deal, lineup in job.keys:
        order = job.lineups[lineup]
        scores = tuple(number + random.randrange(3) for number in order)
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        tally.add(Result(deal, lineup, scores, winners))
    summary = tally.summary()
    assert summary
    mus = [standing.rating.value for standing in summary.standings]
    assert mus == sorted(mus)
    assert summary.decided < 1
    assert sum(standing.share.value for standing in summary.standings) == pytest.approx(1)


# The command


def call(*args: str) -> int:
    try:
        return main(["arena", *args])
    except SystemExit as left:
        return int(left.code or 0)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--game", "famiglia", "greedy", "random", "--deals", "5", "--workers", "1", "--sprt", "0", "20") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "famiglia-duel · 5 deals · 10 games"
    assert len({len(line) for line in lines[2:5]}) == 1
    assert lines[3].startswith("greedy  ")
    assert "greedy against random: +" in lines[7]
    assert "still open" in lines[8]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_table(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["gangs", "--players", "3"], ["solo", "--robot-starts", "--level", "2"]):
        args = ["--game", *options, "1", "greedy", "--deals", "2", "--workers", "1", "--sprt", "0", "9"]
        assert call(*args, "--lang", language) == 0
        out = capsys.readouterr().out
        assert "greedy" in out
        assert "{" not in out


def test_the_bar_tells_how_the_first_one_does() -> None:
    tally = Tally(Job(Gangs(4), ("greedy", "1"), deals=9), Sprt(0, 20))
    assert ticker(tally, Language("en")) == ""
    for lineup in range(4):
        tally.add(Result(0, lineup, (1, 0, 0, 0), (0,)))  # the seat that always wins is the first one's once
    assert ticker(tally, Language("en")).startswith("25.0% [")
    assert ticker(tally, Language("en")).endswith(" / ±2.94")
    assert ticker(tally, Language("de")).startswith("25,0\N{NO-BREAK SPACE}% [")
    assert ticker(tally, Language("hu")).endswith(" / ±2,94")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--game", "gangs", "1", "greedy", "random", "--deals", "2", "--workers", "1", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["job"]["rules"] == {"players": 3}
    assert [standing["name"] for standing in data["standings"]] == ["level:1", "greedy", "random"]
    assert data["games"] == 6
    assert data["reproducible"] is True


def test_plots(tmp_path: Path) -> None:
    folder = tmp_path / "plots"
    args = ["--game", "solo", "greedy", "random", "--deals", "6", "--workers", "1", "--plots", str(folder)]
    assert call(*args) == 0
    name = "{http://www.w3.org/2000/svg}"
    ladder, margins = (ElementTree.parse(folder / file) for file in ("ladder.svg", "margins.svg"))
    assert len(ladder.findall(f"{name}circle")) == 3
    said = [text.text for text in ladder.iter(f"{name}text")]
    assert {"greedy", "random", "robot:3"} <= set(said)
    bars = margins.findall(f"{name}rect")
    assert 2 <= len(bars) <= 12
    for shape in [*bars, *ladder.findall(f"{name}circle")]:
        assert 0 <= float(shape.get("x") or shape.get("cx") or -1) <= 720


@pytest.mark.parametrize(
    "args",
    [
        ["--game", "famiglia", "greedy", "--deals", "2"],
        ["--game", "famiglia", "greedy", "nobody", "--deals", "2"],
        ["--game", "famiglia", "greedy", "random", "--deals", "0"],
        ["--game", "famiglia", "greedy", "random", "--deals", "2", "--workers", "0"],
        ["--game", "famiglia", "greedy", "random", "--deals", "2", "--sprt", "20", "0"],
        ["--game", "famiglia", "greedy", "random", "--deals", "2", "--players", "2"],
        ["--game", "famiglia", "greedy", "random", "--deals", "2", "--ray", "127.0.0.1:1"],
        ["--game", "famiglia", "greedy", "random", "--deals", "2", "--results", "/no/such/folder/file"],
        ["--game", "gangs", "1", "1", "1", "1", "1", "--deals", "2"],
    ],
)
def test_bad_input_gets_one_sentence(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


def test_minus_nought_is_nought() -> None:
    assert [signed(value, 1) for value in (-0.01, 0.0, -2.5, float("-inf"))] == ["+0.0", "+0.0", "−2.5", "−∞"]


LONG = ["--game", "famiglia", "search:400,nodes=1", "greedy", "--deals", "8", "--workers", "2"]


def started(*args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "gangland", "arena", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
    )


def wait_for(what: Callable[[], object], process: subprocess.Popen[str]) -> None:
    until(lambda: what() or process.poll() is not None)
    assert process.poll() is None, process.communicate()


def lines_in(file: Path) -> int:
    return file.read_text("utf-8").count("\n") if file.exists() else 0


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole", tmp_path / "results"
    process = started(*LONG, "--results", str(file))
    wait_for(lambda: lines_in(file) > 3, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 2
    assert err == f"Stopped. Everything played so far is in {file}, and the same command goes on from there.\n"
    assert 3 < lines_in(file) < 17
    assert call(*LONG, "--results", str(file)) == 0
    assert call(*LONG, "--results", str(whole)) == 0
    assert results_of(file) == results_of(whole)


def hear_the_second_signal(ready: Event, deaf: bool) -> None:
    """A worker that misses a signal, as Python does if it comes just before a wait, or that hears none at all."""
    heard = iter((False, True))
    signal.signal(signal.SIGTERM, lambda *_: None if deaf or not next(heard) else os._exit(3))
    ready.set()
    while True:
        time.sleep(1)


@pytest.mark.parametrize("deaf", [pytest.param(False, marks=long_only), True])
def test_workers_are_ended_however_badly_they_hear(deaf: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ATTEMPTS", 4)
    context = get_context("spawn")
    ready = context.Event()
    worker = context.Process(target=hear_the_second_signal, args=(ready, deaf))
    worker.start()
    ready.wait()
    workers.end_workers([worker])
    worker.join(60)
    assert worker.exitcode == (-signal.SIGKILL if deaf else 3)


def processes() -> dict[int, tuple[int, str]]:
    """Every process with its parent and what it runs."""
    rows = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    parts = [row.split(None, 2) for row in rows.splitlines()]
    return {int(pid): (int(parent), args) for pid, parent, args in parts}


def descendants(ancestor: int, all_of_them: dict[int, tuple[int, str]]) -> set[int]:
    found = {ancestor}
    while more := {pid for pid, (parent, _) in all_of_them.items() if parent in found} - found:
        found |= more
    return found


def busy_workers(driver: int) -> list[int]:
    """Ray writes the name of the task that a worker is at into its command line."""
    running = processes()
    return [pid for pid in descendants(driver, running) if running[pid][1].startswith("ray::play")]


def test_on_ray_with_a_worker_killed_on_the_way_the_results_are_the_same(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    process = started(*LONG, "--results", str(there), "--ray", "local")
    killed: list[int] = []

    def kill_one() -> bool:
        if lines_in(there) > 2:
            for pid in busy_workers(process.pid)[:1]:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
        return bool(killed)

    wait_for(kill_one, process)
    before = lines_in(there)
    _, err = process.communicate()
    assert process.returncode == 0, err
    assert before < 17
    assert call(*LONG, "--results", str(here)) == 0
    assert results_of(there) == results_of(here)
    assert len(results_of(there)) == 16


# The page


def commands() -> list[str]:
    blocks = PAGE.read_text("utf-8").split("```")[1::2]
    return [line for block in blocks for line in block.splitlines() if line.startswith("gangland arena")]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_page_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they stand, but for the number of deals."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)[2:]
    words[words.index("--deals") + 1] = "1"
    assert call(*words, "--workers", "1") == 0


def test_every_option_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    for option in ("--sprt", "--results", "--json", "--plots", "--workers", "--ray", "--players"):
        assert f"`{option}" in text
