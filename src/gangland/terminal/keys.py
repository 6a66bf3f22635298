"""Single keys from a terminal: arrows and letters, read at once and not echoed."""

from __future__ import annotations

import os
import re
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SEQUENCE = re.compile(r"\033(?:\[|O)[0-9;]*[A-Za-z~]|.", re.DOTALL)
NAMES = {
    "C": "right", "B": "right", "D": "left", "A": "left", "H": "home", "F": "end",
    "1~": "home", "7~": "home", "4~": "end", "8~": "end", "5~": "back", "6~": "on",
}  # fmt: skip


class Keys:
    """The keys that a person presses. `here` has them while it lasts."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._pressed: list[str] = []

    @staticmethod
    @contextmanager
    def here() -> Iterator[Keys | None]:
        """The keys of this process's terminal, which is as before in the end; None where keys cannot be read."""
        if sys.platform == "win32" or os.environ.get("TERM") == "dumb":
            yield None
            return
        import termios
        import tty

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal)
            yield Keys(terminal)
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    def next(self, seconds: float | None = None) -> str | None:
        """The next key, or None after so many seconds. Raises EOFError at the end of the input.

        Keys without a letter have names: left, right, home, end, back and on (a page), escape.
        """
        if not self._pressed:
            if not select.select([self._terminal], [], [], seconds)[0]:
                return None
            typed = os.read(self._terminal, 1024).decode("utf-8", "replace")
            if not typed or typed == "\x04":
                raise EOFError
            self._pressed = SEQUENCE.findall(typed)
        return name_of(self._pressed.pop(0))


def name_of(sequence: str) -> str:
    """The name of what a terminal sends for a key."""
    if sequence == "\033":
        return "escape"
    return NAMES.get(sequence.lstrip("\033[O"), "") if sequence.startswith("\033") else sequence
