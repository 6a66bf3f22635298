"""Plays a job to its end, and goes on with one that was interrupted."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

from gangland.arena.job import FORMAT, Job, Result
from gangland.arena.statistics import Sprt
from gangland.arena.summary import Summary, Tally
from gangland.arena.workers import here, on_cores, on_ray
from gangland.core.errors import GanglandError
from gangland.core.words import mark


def run(
    job: Job,
    *,
    results: str | os.PathLike[str] | None = None,
    sprt: Sprt | None = None,
    workers: int | None = None,
    ray: str | None = None,
    records: str | os.PathLike[str] | None = None,
) -> Summary:
    """Play a job and sum it up. Games that the result file already has are not played again."""
    tally = resumed(job, results, sprt)
    for _ in played(tally, results, workers, ray, records):
        pass
    summary = tally.summary()
    assert summary is not None
    return summary


def played(
    tally: Tally,
    results: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    ray: str | None = None,
    records: str | os.PathLike[str] | None = None,
) -> Generator[Result]:
    """Play the games that a tally still needs. Each result is written to the file and counted as it comes.

    The records of these games are added to the file of records, one a line. A game whose record could be written and
    its result not is played again, and its record is there twice.
    """
    path, kept = Path(results or os.devnull), Path(records or os.devnull)
    if records is not None:
        drop_torn_line(kept)
    games = start(tally.job, tally.missing, workers, ray, records is not None)
    with (
        path.open("a", encoding="utf-8", newline="\n") as file,
        kept.open("a", encoding="utf-8", newline="\n") as written,
        closing(games),
    ):
        for result in games:
            if result.record:
                written.write(result.record + "\n")
                written.flush()
            file.write(result.dumps() + "\n")
            file.flush()
            tally.add(result)
            yield result
            if tally.settled:
                return


def start(
    job: Job, keys: list[tuple[int, int]], workers: int | None, ray: str | None, recorded: bool = False
) -> Generator[Result]:
    """Start to play games where it was asked for: on Ray, on cores or in this process."""
    if ray is not None and keys:
        return on_ray(job, keys, ray, workers, recorded)
    count = min(workers or os.cpu_count() or 1, len(keys))
    return here(job, keys, recorded) if count <= 1 else on_cores(job, keys, count, recorded)


def drop_torn_line(path: Path) -> None:
    """Cut off a last line that was not written to its end."""
    if path.is_file() and (data := path.read_bytes()) and not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)


def resumed(job: Job, results: str | os.PathLike[str] | None = None, sprt: Sprt | None = None) -> Tally:
    """A tally of what a result file already has of this job.

    A new file gets its header, and a last line that was cut off is removed. Raises GanglandError for another job's
    file.
    """
    tally = Tally(job, sprt)
    path = Path(results or os.devnull)
    head = json.dumps(job.header())
    whole, newline, torn = (path.read_text("utf-8") if path.is_file() else "").rpartition("\n")
    lines = whole.split("\n") if newline else []
    if lines:
        check_header(job, path, lines[0])
    elif not head.startswith(torn):
        raise GanglandError(mark("{file} is not a result file of the arena."), file=path)
    for number, line in enumerate(lines[1:], 2):
        tally.add(read_result(path, number, line))
    if torn or not lines:
        path.write_text("".join(line + "\n" for line in lines or [head]), encoding="utf-8", newline="\n")
    return tally


def check_header(job: Job, path: Path, line: str) -> None:
    """Raises GanglandError unless a line is the header of this job."""
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise GanglandError(mark("{file} is not a result file of the arena."), file=path)
    different = [key for key, value in job.header().items() if found.get(key) != value]
    if different:
        raise GanglandError(
            mark("{file} has the results of another job: its “{key}” differs."), file=path, key=different[0]
        )


def read_result(path: Path, number: int, line: str) -> Result:
    """The result of a line of a file. Raises GanglandError, which names the file and the line."""
    try:
        return Result.loads(line)
    except GanglandError as trouble:
        raise GanglandError(mark("{file}, line {line}: {trouble}"), file=path, line=number, trouble=trouble) from None
