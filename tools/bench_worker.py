"""Runs the benches named on its standard input, and answers each with the CPU seconds it took.

`bench_against.py` runs this file with each of two versions of the package, so it uses only what hardly ever changes:
`Position.playouts` and `analyse`, or `Mind.think` as older versions call it.
"""

import json
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from gangland import bots
from gangland.play import Match

NEW = find_spec("gangland.core") is not None  # older versions have these modules elsewhere
bench: Any = import_module("gangland.arena.bench" if NEW else "gangland.bench")
kernel: Any = import_module("gangland.core.kernel" if NEW else "gangland.kernel")


def playouts(name: str, count: int, seed: int) -> float:
    """The CPU seconds of playouts from the start of a game."""
    position = bench.start(bench.BENCHES[name])
    began = time.process_time()
    position.playouts(count, seed)
    return time.process_time() - began


def search(name: str, count: int, seed: int) -> float:
    """The CPU seconds of a search from the opening of a game."""
    match = Match.new(bench.BENCHES[name], seed=1)
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
        work, name, count, seed = json.loads(line)
        print(json.dumps(WORK[work](name, count, seed)), flush=True)
