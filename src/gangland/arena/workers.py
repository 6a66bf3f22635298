"""Where games are played: in this process, on this machine's cores, on a Ray cluster. The results are equal."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import NoReturn

from gangland.arena.job import Job, Result, play
from gangland.bots.process import end_all
from gangland.core.errors import GanglandError
from gangland.core.extras import require
from gangland.core.words import mark

Keys = Iterable[tuple[int, int]]
ATTEMPTS = 50  # to end a worker by asking, a tenth of a second each
RETRIES = 10  # of a game whose worker died; after so many the game itself must be to blame


def recorded_play(job: Job, deal: int, lineup: int) -> Result:
    """Play one game of a job. The result has its record."""
    return play(job, deal, lineup, recorded=True)


def here(job: Job, keys: Keys, recorded: bool = False) -> Generator[Result]:
    """Play games one after the other in this process."""
    return (play(job, *key, recorded) for key in keys)


def start_worker() -> None:
    """Prepare a worker: Ctrl-C is not its business, and when it is ended its bots are ended too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: end_worker())


def end_worker() -> NoReturn:
    """End this worker and the processes of its bots."""
    end_all()
    os._exit(1)


def end_workers(workers: Iterable[BaseProcess]) -> None:
    """End workers, and wait until they have ended.

    Each is asked again and again, as Python hears a signal that comes just before a wait only with the next one. A
    worker that does not listen is killed.
    """
    left = list(workers)
    for _ in range(ATTEMPTS):
        for worker in left:
            worker.terminate()
        for worker in left:
            worker.join(0.1)
        left = [worker for worker in left if worker.is_alive()]
    for worker in left:
        worker.kill()


def on_cores(job: Job, keys: Keys, workers: int, recorded: bool = False) -> Generator[Result]:
    """Play games in processes on this machine. Raises GanglandError if one of them dies."""
    left = iter(keys)
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), start_worker)
    try:
        waiting = {pool.submit(play, job, *key, recorded) for key in islice(left, 2 * workers)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(play, job, *key, recorded) for key in islice(left, len(done))}
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise GanglandError(
            mark("A worker died. What was played until then is not lost if there is a result file.")
        ) from None
    finally:
        end_workers(set(active_children()) - others)  # games that will not count are not waited for
        pool.shutdown(cancel_futures=True)


def on_ray(job: Job, keys: Keys, address: str, workers: int | None, recorded: bool = False) -> Generator[Result]:
    """Play games on a Ray cluster, which plays a game again if its worker is lost.

    Raises GanglandError if no cluster answers at the address, MissingExtra without Ray.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    require("cluster")
    import ray

    left = iter(keys)
    cores = workers or os.cpu_count() if address == "local" else None
    try:
        check_reachable(address)
        ray.init(address, num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError, RuntimeError):
        raise GanglandError(mark("No Ray cluster answers at {address}."), address=address) from None
    try:
        task = ray.remote(max_retries=RETRIES)(recorded_play if recorded else play)
        room = 2 * (workers or int(ray.cluster_resources().get("CPU", 1)))  # type: ignore[no-untyped-call]
        waiting = [task.remote(job, *key) for key in islice(left, room)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [task.remote(job, *key) for key in islice(left, len(done))]
            yield from ray.get(done)
    finally:
        ray.shutdown()


def check_reachable(address: str) -> None:
    """Raises OSError if nobody listens at this address. Ray itself would wait for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        socket.create_connection((host, int(port)), timeout=10).close()
