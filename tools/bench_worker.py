"""Runs the benches named on its standard input, and answers each with the CPU seconds it took.

`bench_against.py` runs this file with each of two versions of the package, so it uses only what hardly ever changes:
`Position.playouts` and `analyse`, or `Mind.think` as older versions call it.
"""

import json
import sys
import time
from typing import Any

from gangland import bots, kernel
from gangland.bench import BENCHES, start
from gangland.play import Match


def playouts(bench: str, count: int, seed: int) -> float:
    """The CPU seconds of playouts from the start of a game."""
    position = start(BENCHES[bench])
    began = time.process_time()
    position.playouts(count, seed)
    return time.process_time() - began


def search(bench: str, count: int, seed: int) -> float:
    """The CPU seconds of a search from the opening of a game."""
    match = Match.new(BENCHES[bench], seed=1)
    seen = match.seen(match.turn)
    began = time.process_time()
    if hasattr(bots, "analyse"):
        bots.analyse(seen, bots.Limit(simulations=count), seed)
    else:
        old: Any = bots
        old.Mind().think(seen, old.Budget(simulations=count), seed)
    return time.process_time() - began


WORK = {"playouts": playouts, "search": search}

if __name__ == "__main__":
    print(json.dumps([kernel.state(), str(kernel.PACKAGE)]), flush=True)
    for line in sys.stdin:
        work, bench, count, seed = json.loads(line)
        print(json.dumps(WORK[work](bench, count, seed)), flush=True)
