"""Measures how strong the opponents are: `make strength` plays everything and writes docs/strength.md.

Each question is a job of the arena with a result file of its own, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import os
import platform
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from pathlib import Path

from tqdm import tqdm

from gangland.arena.job import Job, source_hash
from gangland.arena.report import percent, signed
from gangland.arena.summary import Standing, Summary
from gangland.arena.tournament import played, resumed
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs

EVEN = (1 / 2, 1 / 4)


@dataclass(frozen=True)
class Question:
    """How often the first contestant of a job comes first. `least` and `most` are the shares that we want."""

    job: Job
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter of the page: questions that belong together, with a title and a few words."""

    title: str
    words: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Answer:
    """A question and the summary of its games."""

    question: Question
    summary: Summary


def ladder(game: Game, *rungs: str, deals: int) -> tuple[Question, ...]:
    """Questions that set each rung against the one below it."""
    fair = 1 / game.seats
    return tuple(ask(game, upper, lower, deals=deals, least=fair) for lower, upper in pairwise(rungs))


def steps(game: Game, *levels: str, deals: int) -> tuple[Question, ...]:
    """Questions about neighbouring levels: the higher one shall win clearly more, but not nearly always."""
    return tuple(replace(question, least=0.6, most=0.9) for question in ladder(game, *levels, deals=deals))


def newcomers(game: Game, deals: int) -> tuple[Question, ...]:
    """Questions about the first level: a beginner shall win every other game, and even chance now and then."""
    return (
        replace(ask(game, "beginner", "1", deals=deals, least=0.4), most=0.6),
        ask(game, "random", "1", deals=deals, least=0.1),
    )


def ask(game: Game, *contestants: str, deals: int, least: float | None = None) -> Question:
    """A question about these contestants."""
    return Question(Job(game, contestants, deals), least)


def solo(level: int, robot_starts: bool) -> Iterator[Question]:
    """The questions about the solo game at one level of the robot."""
    game = Solo(level, robot_starts)
    for opponent in ("4", "5", "6"):
        yield ask(game, opponent, deals=25)
    hardest = level == 4 and robot_starts
    yield ask(game, "7", deals=30 if hardest else 2, least=0.9 if hardest else None)
    if hardest:
        yield ask(game, "oracle:20000", deals=30)


def chapters() -> tuple[Chapter, ...]:
    """All chapters of the page."""
    duel, two, four = Duel(), Gangs(2), Gangs(4)
    return (
        Chapter(
            "Famiglia: the ladder",
            "Each rung against the one below.",
            ladder(duel, "random", "greedy", "search:100", "search:1000", "search:10000", deals=20),
        ),
        Chapter(
            "Famiglia: the opponents",
            "Whoever plays a first game against the first level, each level against the one below, and the top against "
            "greedy.",
            (
                *newcomers(duel, deals=200),
                *steps(duel, "1", "2", "3", "4", "5", "6", deals=200),
                *steps(duel, "6", "7", deals=10),
                ask(duel, "7", "greedy", deals=12, least=0.9),
            ),
        ),
        Chapter(
            "Famiglia: against OpenSpiel's MCTS",
            "Its own search in C++ with uniformly random rollouts, playing our game through the adapter: "
            "first with the same number of simulations, then with the same time for each move.",
            (
                ask(duel, "search:1000", "openspiel:1000", deals=4, least=0.6),
                ask(duel, "search:0.2s", "openspiel:0.2s", deals=10, least=0.8),
            ),
        ),
        Chapter(
            "Famiglia: what the net and the order of the pile are worth",
            "The search with its net against the same without; as an upper bound, one that sees the order of the pile.",
            (
                ask(duel, "search:1000", "search:1000,nets=0", deals=30),
                ask(duel, "oracle:1000", "search:1000", deals=30),
            ),
        ),
        Chapter(
            "Famiglia solo: against the robot",
            "Games won against the robot of each level, when the player starts and when the robot does. "
            "A full tie (F10.6) counts half. For comparison, `oracle` sees the order of the pile.",
            tuple(question for starts in (False, True) for level in (1, 2, 3, 4) for question in solo(level, starts)),
        ),
        Chapter(
            "Gangs: the ladder",
            "Two players; each rung against the one below.",
            ladder(two, "random", "greedy", "search:100", "search:1000", "search:10000", deals=20),
        ),
        Chapter(
            "Gangs: the opponents",
            "Whoever plays a first game against the first level, and each level against the one below: two players, "
            "then one at a table of four with three of the level below, where 25% would be even.",
            (
                *newcomers(two, deals=200),
                *steps(two, "1", "2", "3", "4", "5", "6", deals=200),
                *steps(two, "6", "7", deals=8),
                *ladder(four, "1", "2", "3", "4", "5", "6", deals=25),
                *ladder(four, "6", "7", deals=2),
            ),
        ),
        Chapter(
            "Gangs: against OpenSpiel's information-set MCTS",
            "With two players, then at a table of four with three of them, where 25% would be even; "
            "with the same number of simulations and with the same time for each move.",
            (
                ask(two, "search:1000", "openspiel:1000", deals=3),
                ask(two, "search:0.2s", "openspiel:0.2s", deals=8, least=0.7),
                ask(four, "search:1000", "openspiel:1000", deals=2),
                ask(four, "search:0.2s", "openspiel:0.2s", deals=4, least=0.45),
            ),
        ),
        Chapter(
            "Gangs: what belief is worth",
            "The same time for each move with and without weighing the others' alliances by how they play; "
            "and, as an upper bound, one that sees everybody's cards.",
            (
                ask(two, "search:0.05s", "search:0.05s,trust=0", deals=40, least=0.5),
                ask(four, "search:0.05s", "search:0.05s,trust=0", deals=8),
                ask(two, "oracle:1000", "search:1000", deals=20),
                ask(four, "oracle:1000", "search:1000", deals=8),
            ),
        ),
    )


def scaled(chapter: Chapter, part: float) -> Chapter:
    """A chapter with so many times the deals, but at least two for each question."""
    return replace(
        chapter,
        questions=tuple(
            replace(question, job=replace(question.job, deals=max(2, round(question.job.deals * part))))
            for question in chapter.questions
        ),
    )


def answered(question: Question, folder: Path, workers: int | None) -> Answer:
    """Play what a question still needs, with a progress bar, and answer it."""
    job = question.job
    name = "-".join([*map(str, job.header()["rules"].values()), *job.contestants])
    file = folder / f"{job.game.name}-{name}.jsonl".replace(":", "_").replace(",", "_")
    tally = resumed(job, file)
    title = f"{job.game.name} {' : '.join(job.names)}"
    with tqdm(total=len(job.keys), desc=title, unit=" games", disable=None) as bar:
        bar.update(len(job.keys) - len(tally.missing))
        for _ in played(tally, file, workers):
            bar.update()
    summary = tally.summary()
    assert summary is not None
    return Answer(question, summary)


# The page

TITLE = "# How strong the opponents are"


def page(answers: Sequence[tuple[Chapter, Sequence[Answer]]], command: str) -> str:
    """The whole page as Markdown."""
    lines = [
        TITLE,
        "",
        f"Made by `{command}` on {date.today().isoformat()}, {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}.",
        "",
        "Every deal is played with seats exchanged (at a table of four, by all four rotations). The share is that of "
        "first places, a shared one counting in part; the interval holds 95% and counts by deals, not games. "
        "`search:1000` thinks 1,000 simulations a move, `search:0.5s` half a second, `oracle` sees everybody's "
        "cards and the order of Famiglia's pile, "
        "`level:1` to `level:7` are the [opponents](../src/gangland/bots/levels.toml) people meet. “Target” is the "
        "goal we set beforehand; results that miss it are reported unchanged: yes if the whole interval meets "
        "it, probably if only the share does.",
    ]
    for chapter, found in answers:
        lines += ["", f"## {chapter.title}", chapter.words, "", *table(found)]
    return "\n".join(lines) + "\n"


def table(answers: Sequence[Answer]) -> list[str]:
    """The lines of a table of answers."""
    heads = "| | against | games | first place | 95% | points ahead | target |\n|---|---|---|---|---|---|---|"
    return [heads, *(row(answer) for answer in answers)]


def row(answer: Answer) -> str:
    """One answer as a line of a table."""
    job, first = answer.summary.job, answer.summary.standings[0]
    cells = [
        f"`{job.names[0]}`",
        others(job),
        str(answer.summary.games),
        percent(first.share.value),
        interval(first),
        f"{signed(first.margin.value, 1)} ± {first.margin.high - first.margin.value:.1f}",
        wanted(answer.question, first),
    ]
    return f"| {' | '.join(cells)} |"


def others(job: Job) -> str:
    """Whom the first contestant of a job plays against, in words."""
    if isinstance(job.game, Solo):
        return f"robot, level {job.game.level}{', which starts' if job.game.robot_starts else ''}"
    count = job.game.seats - 1
    return f"{'three ' if count == 3 else ''}`{job.names[1]}`"


def interval(standing: Standing) -> str:
    """The 95% interval of a standing's share, in percent."""
    return f"{100 * standing.share.low:.0f}–{100 * standing.share.high:.0f}"


def wanted(question: Question, first: Standing) -> str:
    """The share that we want and whether it was reached: surely, if the whole interval says so, else probably."""
    least, most = question.least, question.most
    if least is None:
        return ""
    share = round(first.share.value, 6)
    over = share > least or (share == least and least not in EVEN)
    reached = over and (most is None or share <= most)
    sure = first.share.low >= least and (most is None or first.share.high <= most)
    span = f"{percent(least)} to {percent(most)}" if most else f"{'>' if least in EVEN else '≥'} {percent(least)}"
    return f"{span.replace('.0', '')}: {'**no**' if not reached else 'yes' if sure else 'probably'}"


def main(args: Sequence[str] | None = None) -> None:
    """Play the chapters that the arguments ask for, and write the page."""
    parser = ArgumentParser("make strength", description="Play everything and write the page.")
    parser.add_argument("--part", type=float, default=1.0, help="so many times the deals")
    parser.add_argument("--only", default="", help="chapters with these words in their title")
    parser.add_argument("--results", type=Path, default=Path("build/strength"), help="the folder of the result files")
    parser.add_argument("--out", type=Path, default=Path("docs/strength.md"))
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args(args)
    if asked.out.exists() and not asked.out.read_text("utf-8").startswith(TITLE):
        parser.error(f"{asked.out} is something else, and would be overwritten")
    folder = asked.results / source_hash()
    folder.mkdir(parents=True, exist_ok=True)
    answers = []
    for chapter in chapters():
        if asked.only.lower() in chapter.title.lower():
            smaller = scaled(chapter, asked.part)
            found = [answered(question, folder, asked.workers) for question in smaller.questions]
            answers.append((chapter, found))
    if not answers:
        parser.error(f"no chapter has “{asked.only}” in its title")
    options = ([f"--part {asked.part:g}"] if asked.part != 1 else []) + ([f"--only {asked.only}"] if asked.only else [])
    command = f'make strength ARGS="{" ".join(options)}"' if options else "make strength"
    asked.out.write_text(page(answers, command), "utf-8")


if __name__ == "__main__":
    main()
