"""Waiting in tests: for something, and never for ever."""

import time
from collections.abc import Callable

PATIENCE = 60.0  # seconds; a machine may be busy with other things


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Come back as soon as it is true; a test fails whose wait is in vain."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, f"It has not come in {seconds:g} seconds."
        time.sleep(0.01)
