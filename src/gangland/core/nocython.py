"""What the kernel needs of Cython where Cython is not installed."""

from contextlib import nullcontext
from typing import Any

compiled = False
nogil = nullcontext()


def cast(kind: Any, value: Any) -> Any:
    """The value itself: plain Python needs no C type."""
    return value
