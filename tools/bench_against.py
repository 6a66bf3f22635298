"""Compares the speed of the kernel with that of another commit, which is built beside this one.

Machines are shared and noisy. So CPU time is measured; both kernels run on the same core, for hundredths of a second at
a time, in the order this, base, base, this; and the median of the ratios is taken. Every round has new processes, as
the place of a process in memory can be worth some percent. The result is the median of the rounds with its 95 %
interval.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WORKER = Path(__file__).with_name("bench_worker.py")
BENCHES = [(work, game) for work in ("playouts", "search") for game in ("famiglia-duel", "gangs-2", "gangs-4")]
FEWEST = 12  # rounds; the interval needs that many
BREATH = 0.02  # seconds that one kernel works before it is the other's turn


def build(commit: str) -> Path:
    """Build a commit with its kernel in a folder of its own, which is kept, and return the folder."""
    git = ["git", "-C", str(ROOT)]
    named = subprocess.run([*git, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"], capture_output=True)
    if named.returncode:
        sys.exit(f"There is no commit “{commit}” here.")
    tree = ROOT / "build" / "base" / named.stdout.decode().strip()
    if not (tree / "built").exists():
        print(f"Building {commit} in {tree.relative_to(ROOT)} …", file=sys.stderr)
        files = subprocess.run([*git, "archive", tree.name], capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(files)) as archive:
            archive.extractall(tree, filter="data")
        log = tree / "build.log"
        with log.open("wb") as out:
            command = [sys.executable, "setup.py", "build_ext", "--inplace"]
            if subprocess.run(command, cwd=tree, stdout=out, stderr=out).returncode:
                sys.exit(f"It could not be built: {log} says why.")
        (tree / "built").touch()
    return tree


class Worker:
    """A process that runs one of the two kernels and measures its own CPU time."""

    def __init__(self, tree: Path, core: int | None) -> None:
        environ = {**os.environ, "PYTHONPATH": str(tree / "src"), "GANGLAND_PLAIN": ""}
        self.process = subprocess.Popen(
            [sys.executable, WORKER], env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        if core is not None:
            os.sched_setaffinity(self.process.pid, [core])
        state, package = self.answer()
        if state != "compiled" or not Path(package).is_relative_to(tree):
            sys.exit(f"The kernel in {package} is {state}; wanted is a compiled one in {tree}.")
        for bench in BENCHES:
            self.seconds(bench, 1, 0)  # tables and nets are made at the first use

    def answer(self) -> Any:
        """The worker's next line, read as JSON."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            sys.exit("A worker has died.")
        return json.loads(line)

    def seconds(self, bench: tuple[str, str], count: int, seed: int) -> float:
        """The CPU seconds that this many playouts or simulations take."""
        assert self.process.stdin
        print(json.dumps([*bench, count, seed]), file=self.process.stdin, flush=True)
        return float(self.answer())


@contextmanager
def workers(core: int | None, *trees: Path) -> Iterator[list[Worker]]:
    """A worker for each tree, on one core if it is given. They end with the context."""
    started = [Worker(tree, core) for tree in trees]
    yield started
    for worker in started:
        worker.process.communicate(timeout=10)


def how_many(base: Path) -> dict[tuple[str, str], int]:
    """How many playouts and simulations the base makes in `BREATH` seconds."""
    counts = {}
    with workers(None, base) as (worker,):
        for bench in BENCHES:
            count = 16
            while (took := worker.seconds(bench, count, 0)) < BREATH:
                count *= 2
            counts[bench] = max(1, round(count * BREATH / took))
    return counts


def compare(this: Path, base: Path, rounds: int, seconds: float) -> dict[tuple[str, str], list[float]]:
    """How many times as fast as the base this tree is, for each bench and round."""
    counts = how_many(base)
    ratios: dict[tuple[str, str], list[float]] = {bench: [] for bench in BENCHES}
    cores = cycle(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else [None])
    for number, core in zip(range(rounds), cores, strict=False):
        with workers(core, this, base) as (mine, other):
            for bench in BENCHES:
                pairs = []
                for seed in range(max(2, round(seconds / BREATH))):
                    took = {}
                    for worker in (mine, other) if (number + seed) % 2 else (other, mine):
                        took[worker] = worker.seconds(bench, counts[bench], seed)
                    pairs.append(took[other] / took[mine])
                ratios[bench].append(median(pairs))
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return ratios


def interval(values: list[float]) -> tuple[float, float]:
    """An interval that holds the median with at least 95 %. It uses order alone and supposes no distribution."""
    count, outside, rank = len(values), 0.0, 0
    while (outside := outside + 2 * math.comb(count, rank) / 2**count) <= 0.05:
        rank += 1
    ordered = sorted(values)
    return ordered[rank - 1], ordered[count - rank]


def main() -> None:
    """Compare with the commit of the arguments, and exit with a sentence if this tree is too slow."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument("--rounds", type=int, default=16, help=f"how many, {FEWEST} or more (16)")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of each kind of work in a round (0.3)")
    parser.add_argument("--least", type=float, default=0.97, help="the smallest ratio that will do (0.97)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    args = parser.parse_args()
    if args.rounds < FEWEST:
        parser.error(f"there must be {FEWEST} rounds or more")
    rows: list[dict[str, Any]] = []
    for (work, game), ratios in compare(ROOT, build(args.base), args.rounds, args.seconds).items():
        low, high = interval(ratios)
        rows.append({"work": work, "game": game, "ratio": median(ratios), "low": low, "high": high, "rounds": ratios})
    if args.json:
        print(json.dumps({"base": args.base, "least": args.least, "rows": rows}))
    else:
        print(f"{'work':10}{'game':16}{'ratio':>7}   95 % interval")
        for row in rows:
            print("{work:10}{game:16}{ratio:7.3f}   {low:.3f} to {high:.3f}".format(**row))
    slow = [f"{row['work']} of {row['game']}" for row in rows if row["ratio"] < args.least]
    if slow:
        sys.exit(f"Slower than {args.least} times {args.base}: {', '.join(slow)}.")


if __name__ == "__main__":
    main()
