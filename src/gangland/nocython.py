"""What the kernel's plain Python needs of Cython where Cython is not installed."""

from contextlib import nullcontext
from typing import Any

compiled = False
nogil = nullcontext()


def cast(kind: Any, value: Any) -> Any:
    return value
