"""Waiting in tests: for something, and never for ever."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 60.0  # seconds; a machine may be busy with other things


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Come back as soon as it is true; a test fails whose wait is in vain."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"It has not come in {seconds:g} seconds."
        time.sleep(0.01)


def complete(work: Coroutine[Any, Any, T]) -> T:
    """What `asyncio.run` comes to, in a thread of its own: in this one a browser may have its loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
