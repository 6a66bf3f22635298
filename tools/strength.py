"""Measures how strong the opponents are: `make strength` plays what is missing and writes docs/strength.md.

Each question has a file of raw results in docs/strength/, and the page is made from these files alone. Questions are
played in pieces, the one that is furthest behind first. Whatever stops a run, the next one goes on where it was.
"""

from __future__ import annotations

import json
import os
import platform
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from tqdm import tqdm

from gangland.arena.job import Job, Result
from gangland.arena.report import percent, signed
from gangland.arena.statistics import Estimate
from gangland.arena.summary import Tally
from gangland.arena.tournament import start
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.registry import load_game
from strength_plots import NETS_PLOT, PLOTS, TIME_PLOT, Points, draw_nets, draw_time, gain

EVEN = (1 / 2, 1 / 3, 1 / 4)
TIMES = (0.01, 0.03, 0.1, 0.3, 1.0)  # seconds of CPU time a move
TIME_CHAPTER = "Strength and time"


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
class Figures:
    """What games have shown: the first contestant's share of first places, and its lead in points."""

    games: int
    share: Estimate
    margin: Estimate
    date: str


@dataclass(frozen=True)
class Row:
    """A line of the page: a job, what was wanted of it, and what it has shown so far."""

    job: Job
    question: Question | None  # None if it is not asked any more
    figures: Figures | None  # None if nothing was played yet


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


def times(game: Game, deals: Sequence[int]) -> tuple[Question, ...]:
    """Questions that set each thinking time against the one before it, on so many deals each."""
    steps = zip(pairwise(TIMES), deals, strict=True)
    return tuple(ask(game, f"search:{more:g}s", f"search:{less:g}s", deals=count) for (less, more), count in steps)


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
            "Against version 0.1",
            "The same CPU time for each move, and a tenth of the simulations; at tables of three and four one against "
            "two or three of that version, where 33 and 25% would be even. `oracle` there says what knowing "
            "everything would be worth. Then the hardest solo game.",
            (
                ask(two, "search:0.05s", "past:0.1:0.05s", deals=200, least=0.65),
                ask(Gangs(3), "search:0.05s", "past:0.1:0.05s", deals=134, least=0.4),
                ask(four, "search:0.05s", "past:0.1:0.05s", deals=100, least=0.29),
                ask(four, "oracle:0.05s", "past:0.1:0.05s", deals=25),
                ask(two, "search:1000", "past:0.1:10000", deals=200, least=0.5),
                ask(duel, "search:0.05s", "past:0.1:0.05s", deals=200, least=0.55),
                ask(Solo(4, True), "search:50000", deals=200, least=0.94),
            ),
        ),
        Chapter(
            TIME_CHAPTER,
            "Each thinking time against the one before it, in CPU time a move.",
            (*times(duel, (40, 40, 20, 10)), *times(two, (40, 40, 20, 10))),
        ),
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
                *steps(duel, "1", "2", "3", "4", "5", "6", "7", deals=200),
                ask(duel, "7", "greedy", deals=12, least=0.9),
            ),
        ),
        Chapter(
            "Famiglia: against OpenSpiel's MCTS",
            "Its own search in C++ with uniformly random rollouts, playing our game through the adapter: "
            "first with the same number of simulations, then with the same time for each move.",
            (
                ask(duel, "search:1000", "openspiel:1000", deals=4, least=0.6),
                ask(duel, "search:0.2s", "openspiel:0.2s", deals=40, least=0.85),
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
                *steps(two, "1", "2", "3", "4", "5", "6", "7", deals=200),
                *ladder(four, "1", "2", "3", "4", "5", deals=25),
                *ladder(four, "5", "6", deals=60),
                *ladder(four, "6", "7", deals=25),
            ),
        ),
        Chapter(
            "Gangs: against OpenSpiel's information-set MCTS",
            "With two players, then at a table of four with three of them, where 25% would be even; "
            "with the same number of simulations and with the same time for each move.",
            (
                ask(two, "search:1000", "openspiel:1000", deals=3),
                ask(two, "search:0.2s", "openspiel:0.2s", deals=40, least=0.85),
                ask(four, "search:1000", "openspiel:1000", deals=2),
                ask(four, "search:0.2s", "openspiel:0.2s", deals=20, least=0.6),
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


def scaled(question: Question, part: float) -> Question:
    """A question with so many times the deals, but at least two."""
    return replace(question, job=replace(question.job, deals=max(2, round(question.job.deals * part))))


# The files

FORMAT = "gangland-strength/1"
EARLIER = "earlier.json"  # rows of runs whose raw results were not kept
SAVE_EVERY = 5.0  # seconds


class Results:
    """The raw results of a question: a file that is whole at any time, whoever is killed. Raises GanglandError."""

    def __init__(self, job: Job, folder: Path, again: bool = False) -> None:
        self.job = job
        self.path = folder / file_name(job)
        self.head: dict[str, Any] = job.header() | {"format": FORMAT}
        self.games: list[Result] = []
        self.machine = self.date = ""
        self.saved = time.monotonic()
        if self.path.exists() and not again:
            self._read()

    def _read(self) -> None:
        try:
            known = json.loads(self.path.read_text("utf-8"))
            self.games = [
                Result(deal, lineup, tuple(scores), tuple(won)) for deal, lineup, scores, won in known["games"]
            ]
            self.machine, self.date = known["machine"], known["date"]
            head = {key: known[key] for key in self.head}
        except (ValueError, KeyError, TypeError):
            raise GanglandError("{file} is not a file of results.", file=self.path) from None
        for key, value in self.head.items():
            if head[key] != value and key not in ("players_made_from", "seed"):
                sentence = "{file} has the results of another question: its “{key}” differs."
                raise GanglandError(sentence, file=self.path, key=key)
        self.head = head

    @property
    def foreign(self) -> bool:
        """Whether these are the results of other sources or another seed, to which no games can be added."""
        return self.head != self.job.header() | {"format": FORMAT}

    @property
    def tally(self) -> Tally:
        """The results, counted."""
        tally = Tally(self.job)
        for game in self.games:
            tally.add(game)
        return tally

    @property
    def done(self) -> float:
        """The part of the job that was played."""
        return len(self.tally.deals) / self.job.deals

    def play(self, deals: int, workers: int | None, ray: str | None = None) -> Iterator[Result]:
        """Play so many deals more, or what is left of them."""
        tally = self.tally
        last = min(len(tally.deals) + deals, self.job.deals)
        self.machine = f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"
        try:
            with closing(start(self.job, [key for key in tally.missing if key[0] < last], workers, ray)) as games:
                for game in games:
                    self.games.append(game)
                    if time.monotonic() > self.saved + SAVE_EVERY:
                        self.save()
                    yield game
        finally:
            self.save()

    def save(self) -> None:
        """Put a new file in the place of the old one."""
        self.saved, self.date = time.monotonic(), datetime.now(UTC).date().isoformat()
        head = json.dumps(self.head | {"machine": self.machine, "date": self.date}, indent=1)
        rows = sorted((game.deal, game.lineup, game.scores, game.winners) for game in self.games)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        games = ",\n".join(f"  {json.dumps(row)}" for row in rows)
        fresh.write_text(f'{head[:-2]},\n "games": [\n{games}\n ]\n}}\n', "utf-8")
        fresh.replace(self.path)

    @property
    def figures(self) -> Figures | None:
        """What the games say, or None before the first deal is whole."""
        summary = self.tally.summary()
        if summary is None:
            return None
        first = summary.standings[0]
        return Figures(summary.games, first.share, first.margin, self.date)


def file_name(job: Job) -> str:
    """The name of the file with a job's results."""
    parts = [job.game.name, *map(str, job.header()["rules"].values()), *job.contestants]
    return "-".join(parts).lower().translate(str.maketrans(":,=", "---")) + ".json"


@dataclass(frozen=True)
class Earlier:
    """A row of an earlier run of which nothing but its figures was kept."""

    chapter: str
    job: Job
    figures: Figures

    @classmethod
    def read(cls, row: dict[str, Any]) -> Self:
        """The row of a file."""
        share, margin = Estimate(*row["share"]), Estimate(*row["margin"])
        job = Job(load_game(row["game"], row["rules"]), tuple(row["contestants"]), 2)
        return cls(row["chapter"], job, Figures(row["games"], share, margin, f"{row['date']}*"))


def earlier(folder: Path) -> list[Earlier]:
    """The rows of earlier runs, if there are any. Raises GanglandError."""
    path = folder / EARLIER
    try:
        return [Earlier.read(row) for row in json.loads(path.read_text("utf-8"))] if path.exists() else []
    except (ValueError, KeyError, TypeError):
        raise GanglandError("{file} is not a file of earlier rows.", file=path) from None


def play_all(asked: Sequence[Results], piece: int, workers: int | None, ray: str | None = None) -> None:
    """Play everything to its end in pieces, first what is furthest behind, with a progress bar."""
    with tqdm(total=sum(len(one.job.keys) for one in asked), unit=" games", disable=None) as bar:
        bar.update(sum(len(one.games) for one in asked))
        while waiting := [one for one in asked if one.done < 1]:
            next_one = min(waiting, key=lambda one: one.done)
            bar.set_description(title_of(next_one.job))
            for _ in next_one.play(piece, workers, ray):
                bar.update()


# The page

TITLE = "# How strong the opponents are"
INTRODUCTION = """\
Made by `make strength` from the raw results in [strength/](strength/), each of which names its seeds, its machine \
and the sources of its players; rows whose date ends in * are of runs before raw results were kept, or of opponents \
as they were then.

Every deal is played with seats exchanged (at a table of four, by all four rotations). The share is that of first \
places, a shared one counting in part; the interval holds 95% and counts by deals, not games. `search:1000` thinks \
1,000 simulations a move, `search:0.5s` half a second of CPU time, `oracle` sees everybody's cards and the order of \
Famiglia's pile, `level:1` to `level:7` are the [opponents](../src/gangland/bots/levels.toml) people meet. “Target” \
is the goal we set beforehand; results that miss it are reported unchanged: yes if the whole interval meets it, \
probably if only the share does.
"""


def page(folder: Path) -> str:
    """The whole page as Markdown, from the files of a folder. Raises GanglandError."""
    known = earlier(folder)
    lines = [TITLE, "", INTRODUCTION.rstrip()]
    for chapter in chapters():
        rows = [row_of(question, folder, known) for question in chapter.questions]
        asked = {(row.job.game, row.job.names) for row in rows}
        rows += [
            Row(one.job, None, one.figures)
            for one in known
            if one.chapter == chapter.title and (one.job.game, one.job.names) not in asked
        ]
        lines += ["", f"## {chapter.title}", chapter.words]
        if any(row.figures for row in rows):
            lines += ["", *table(rows)]
        if chapter.title == TIME_CHAPTER:
            shown = [f"![{PLOTS[name]}](strength/{name})" for name in plots(folder)]
            lines += ["", *shown] if shown else []
        if missing := [title_of(row.job) for row in rows if not row.figures]:
            lines += ["", f"Not played yet: {', '.join(missing)}."]
    return "\n".join(lines) + "\n"


def plots(folder: Path) -> dict[str, str]:
    """The plots that the files of a folder are enough for, by the names of their own files."""
    lines: dict[str, Points] = {}
    for question in (
        question for chapter in chapters() if chapter.title == TIME_CHAPTER for question in chapter.questions
    ):
        figures = Results(question.job, folder).figures
        rung = len(lines.get(question.job.game.name, [])) or 1
        if figures and question.job.contestants[1] == f"search:{TIMES[rung - 1]:g}s":
            known = lines.setdefault(question.job.game.name, [(TIMES[0], 0.0)])
            known.append((TIMES[rung], known[-1][1] + gain(figures.share.value, figures.games)))
    drawn = {TIME_PLOT: draw_time(lines) if lines else None, NETS_PLOT: draw_nets(folder)}
    return {name: picture for name, picture in drawn.items() if picture}


def row_of(question: Question, folder: Path, known: Sequence[Earlier]) -> Row:
    """The row of a question: by its raw results, or else by an earlier run."""
    figures = Results(question.job, folder).figures
    if figures is None:
        same = [one for one in known if (one.job.game, one.job.names) == (question.job.game, question.job.names)]
        figures = same[0].figures if same else None
    return Row(question.job, question, figures)


def table(rows: Sequence[Row]) -> list[str]:
    """The lines of a table of those rows that were played."""
    heads = (
        "| | against | games | first place | 95% | points ahead | target | played |\n|---|---|---|---|---|---|---|---|"
    )
    return [heads, *(line(row, row.figures) for row in rows if row.figures)]


def line(row: Row, figures: Figures) -> str:
    """One line of a table."""
    cells = [
        f"`{row.job.names[0]}`",
        others(row.job),
        str(figures.games),
        percent(figures.share.value),
        interval(figures.share),
        f"{signed(figures.margin.value, 1)} ± {figures.margin.high - figures.margin.value:.1f}",
        wanted(row.question, figures.share) if row.question else "",
        figures.date,
    ]
    return f"| {' | '.join(cells)} |"


def title_of(job: Job) -> str:
    """A job in words."""
    return f"{job.game.name} {job.names[0]} against {others(job)}".replace("`", "")


def others(job: Job) -> str:
    """Whom the first contestant of a job plays against, in words."""
    if isinstance(job.game, Solo):
        return f"robot, level {job.game.level}{', which starts' if job.game.robot_starts else ''}"
    count = job.game.seats - 1
    return f"{('', 'two ', 'three ')[count - 1]}`{job.names[1]}`"


def interval(share: Estimate) -> str:
    """The 95% interval of a share, in percent."""
    return f"{100 * share.low:.0f}–{100 * share.high:.0f}"


def wanted(question: Question, share: Estimate) -> str:
    """The share that we want and whether it was reached: surely, if the whole interval says so, else probably."""
    least, most = question.least, question.most
    if least is None:
        return ""
    value = round(share.value, 6)
    over = value > least or (value == least and least not in EVEN)
    reached = over and (most is None or value <= most)
    sure = share.low >= least and (most is None or share.high <= most)
    span = f"{percent(least)} to {percent(most)}" if most else f"{'>' if least in EVEN else '≥'} {percent(least)}"
    return f"{span.replace('.0', '')}: {'**no**' if not reached else 'yes' if sure else 'probably'}"


def main(args: Sequence[str] | None = None) -> None:
    """Play what the arguments ask for, and write the page."""
    parser = ArgumentParser("make strength", description="Play what is missing, and write the page.")
    parser.add_argument("--page", action="store_true", help="play nothing, only write the page")
    parser.add_argument("--only", default="", help="questions with these words in their title, or their chapter's")
    parser.add_argument("--again", action="store_true", help="play anew what was played already")
    parser.add_argument("--seed", default="1", help="of the deals; for a deciding run, the hash of the commit")
    parser.add_argument("--part", type=float, default=1.0, help="so many times the deals")
    parser.add_argument("--piece", type=int, default=10, help="deals of a question before another has its turn")
    parser.add_argument("--data", type=Path, default=Path("docs/strength"), help="the folder of raw results")
    parser.add_argument("--out", type=Path, default=Path("docs/strength.md"))
    parser.add_argument("--workers", type=int)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    asked = parser.parse_args(args)
    if asked.out.exists() and not asked.out.read_text("utf-8").startswith(TITLE):
        parser.error(f"{asked.out} is something else, and would be overwritten")
    found = [
        replace(scaled(question, asked.part).job, seed=asked.seed)
        for chapter in chapters()
        for question in chapter.questions
        if asked.only.lower() in f"{chapter.title}: {title_of(question.job)}".lower()
    ]
    if not found:
        parser.error(f"no question has “{asked.only}” in its title")
    try:
        if not asked.page:
            waiting = []
            for results in (Results(job, asked.data, asked.again) for job in found):
                if results.foreign and results.done < 1:
                    tqdm.write(f"{results.path} has results of other sources or another seed; --again plays it anew.")
                elif results.done < 1:
                    waiting.append(results)
            play_all(waiting, max(1, asked.piece), asked.workers, asked.ray)
        asked.out.write_text(page(asked.data), "utf-8")
        for name, picture in plots(asked.data).items():
            (asked.data / name).write_text(picture, "utf-8")
    except GanglandError as trouble:
        parser.error(str(trouble))


if __name__ == "__main__":
    main()
