"""Writes a table's lines and reads a person's answers, at a pipe or at a terminal."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from types import FrameType
from typing import NoReturn

COLOUR = re.compile(r"\033\[\d+m")
OTHER_SCREEN, ERASE_SCREEN, FIRST_SCREEN = "\033[?1049h", "\033[H\033[2J", "\033[?1049l"
ERASE_LINE = "\r\033[K"
SHORT_LIST = 16  # a list with no more lines is shown unasked


class Screen:
    """Writes lines and reads answers.

    On a terminal lines break between words, and what was typed before a question is no answer to it.
    """

    def __init__(
        self,
        read: Callable[[str], str],
        write: Callable[[str], None],
        *,
        terminal: bool = False,
        escapes: bool = False,  # the terminal understands escape sequences
        colour: bool = False,
    ) -> None:
        self.terminal = terminal
        self.escapes = escapes
        self.colour = colour
        self._input = read
        self._print = write
        self._covered = False
        self._more: str | None = None  # asked between two pages while nobody can scroll back
        self._written = 0  # lines since the last question, or since the screen was erased
        self._skipping = False
        if terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history at the prompt)

    @classmethod
    def here(cls) -> Screen:
        """The screen of this process: its standard input and output."""
        terminal = sys.stdout.isatty()
        escapes = terminal and os.environ.get("TERM") != "dumb"
        colour = escapes and not os.environ.get("NO_COLOR")
        return cls(input, print, terminal=terminal, escapes=escapes, colour=colour)

    def write(self, line: str) -> bool:
        """Write a line. Returns False if the person has skipped the rest and it is not shown."""
        for part in wrap(line, shutil.get_terminal_size().columns - 1) if self.terminal else [line]:
            if self._more and self._room() < 1:
                self._turn_page()
            if not self._skipping:
                self._print(part)
                self._written += 1
        return not self._skipping

    def read(self, question: str) -> str:
        """Ask a question and return the line that is typed after it. Raises EOFError or KeyboardInterrupt."""
        self._skipping = False
        self._written = 1
        if self.terminal:
            forget_keys()
        return self._input(question)

    @property
    def short_list(self) -> int:
        """How many more lines can be shown unasked."""
        return min(SHORT_LIST, self._room()) if self._more else SHORT_LIST

    def half_typed(self) -> bool:
        """Whether something stood on the line when Ctrl-C was pressed, as far as that can be known."""
        readline = sys.modules.get("readline")
        return bool(self.terminal and readline and readline.get_line_buffer())

    @contextmanager
    def busy(self, sentence: str) -> Iterator[None]:
        """Show a sentence while somebody must wait. At a pipe it is not shown."""
        if self.escapes:
            self._send(sentence)
        elif self.terminal:
            self.write(sentence)
        try:
            yield
        finally:
            if self.escapes:
                self._send(ERASE_LINE)

    # Secrets

    @contextmanager
    def discreet(self, more: str) -> Iterator[None]:
        """Let people with secrets share the screen. At the end everything since the first `cover` is erased."""
        try:
            with leaving_in_order() if self.terminal else nullcontext():
                self._more = more if self.escapes else None
                yield
        finally:
            self._more = None
            self._skipping = False
            if self._covered:
                self.cover()
                self._send(FIRST_SCREEN)
                self._covered = False

    def cover(self) -> None:
        """Hide everything written since the first call. What stood there before that comes back in the end."""
        if self.escapes:
            self._send(ERASE_SCREEN if self._covered else OTHER_SCREEN + ERASE_SCREEN)
        else:
            self._print("\n" * 50)
        self._covered = True
        self._written = 0
        readline = sys.modules.get("readline")
        if self.terminal and readline:
            readline.clear_history()

    @contextmanager
    def whole(self) -> Iterator[Callable[[list[str]], None]]:
        """A way to draw lines in place of all others, as many as the screen has. In the end the screen is as before."""

        def draw(lines: list[str]) -> None:
            columns, rows = shutil.get_terminal_size()
            parts = [part for line in lines for part in wrap(line, columns - 1)]
            kept = parts if len(parts) < rows else [*parts[: rows - 3], *parts[-1:]]
            print(ERASE_SCREEN + "\n".join(kept), end="", flush=True)

        self._send(OTHER_SCREEN)
        try:
            with leaving_in_order():
                yield draw
        finally:
            self._send(FIRST_SCREEN)

    # Details

    def _send(self, sequence: str) -> None:
        if self.escapes:
            with suppress(OSError):  # the terminal has been closed
                print(sequence, end="", flush=True)

    def _room(self) -> int:
        """How many more lines fit before an unread one would scroll away, with one kept for the question."""
        return shutil.get_terminal_size().lines - self._written - 1

    def _turn_page(self) -> None:
        assert self._more
        if not self._skipping:
            try:
                self.read(self._more)
            except KeyboardInterrupt:
                self._print("")
                self._skipping = True


def wrap(line: str, width: int) -> list[str]:
    """A line broken between words to this width. Colours have no width."""
    if len(COLOUR.sub("", line)) <= width:
        return [line]
    lines = [""]
    for word in re.split(r"(?<=\S) ", line):
        longer = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if len(COLOUR.sub("", longer)) <= width or not lines[-1].strip():
            lines[-1] = longer
        else:
            lines.append(f"    {word}")
    return lines


@contextmanager
def leaving_in_order() -> Iterator[None]:
    """Let a signal that ends this process tidy up first, and ignore Ctrl-Z meanwhile."""

    def leave(number: int, _: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    before = {signal.SIGTERM: signal.signal(signal.SIGTERM, leave)}
    if sys.platform != "win32":
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, leave)
        before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        yield
    finally:
        for number, way in before.items():
            signal.signal(number, way)


def forget_keys() -> None:
    """Throw away what was typed but not yet read."""
    if sys.platform == "win32":
        import msvcrt

        while msvcrt.kbhit():
            msvcrt.getwch()
    elif sys.stdin.isatty():
        import termios

        termios.tcflush(sys.stdin, termios.TCIFLUSH)
