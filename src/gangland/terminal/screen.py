"""Where a table's lines go and a person's answers come from: a pipe, or a terminal with its ways."""

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
SHORT_LIST = 16  # so many lines are shown without being asked for


class Screen:
    """Lines out and answers in. On a terminal lines break between words, and nothing typed too early is an answer."""

    def __init__(
        self,
        read: Callable[[str], str],
        write: Callable[[str], None],
        *,
        terminal: bool = False,
        escapes: bool = False,  # it also understands escape sequences
        colour: bool = False,
    ) -> None:
        self.terminal = terminal
        self.escapes = escapes
        self.colour = colour
        self._input = read
        self._print = write
        self._covered = False
        self._more: str | None = None  # the question between two pages, where nobody can scroll back
        self._written = 0  # lines since the last question or an empty screen
        self._skipping = False
        if terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (arrow keys and history at the prompt)

    @classmethod
    def here(cls) -> Screen:
        """The one of this process."""
        terminal = sys.stdout.isatty()
        escapes = terminal and os.environ.get("TERM") != "dumb"
        colour = escapes and not os.environ.get("NO_COLOR")
        return cls(input, print, terminal=terminal, escapes=escapes, colour=colour)

    def write(self, line: str) -> bool:
        """Whether it is shown, as it is unless the person has had enough."""
        for part in wrap(line, shutil.get_terminal_size().columns - 1) if self.terminal else [line]:
            if self._more and self._room() < 1:
                self._turn_page()
            if not self._skipping:
                self._print(part)
                self._written += 1
        return not self._skipping

    def read(self, question: str) -> str:
        """A line of text; whatever was typed before the question was there does not count."""
        self._skipping = False
        self._written = 1
        if self.terminal:
            forget_keys()
        return self._input(question)

    @property
    def short_list(self) -> int:
        """How many lines more can be shown without being asked for."""
        return min(SHORT_LIST, self._room()) if self._more else SHORT_LIST

    def half_typed(self) -> bool:
        """Whether there was something on the line when Ctrl-C was pressed, as far as can be known."""
        readline = sys.modules.get("readline")
        return bool(self.terminal and readline and readline.get_line_buffer())

    @contextmanager
    def busy(self, sentence: str) -> Iterator[None]:
        """A line that is there while somebody must be waited for. Nobody waits at a pipe."""
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
        """Meanwhile people share the screen; what they saw since the first `cover` is gone, however they leave."""
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
        """Nothing written since the first time can be seen any more. What was there before stays where it is."""
        if self.escapes:
            self._send(ERASE_SCREEN if self._covered else OTHER_SCREEN + ERASE_SCREEN)
        else:
            self._print("\n" * 50)
        self._covered = True
        self._written = 0
        readline = sys.modules.get("readline")
        if self.terminal and readline:
            readline.clear_history()

    # Details

    def _send(self, sequence: str) -> None:
        if self.escapes:
            with suppress(OSError):  # the terminal is gone
                print(sequence, end="", flush=True)

    def _room(self) -> int:
        """How many lines there are before something would leave the screen unread, with one for the question."""
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
    """Break a line between words; colours have no width."""
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
    """Whoever ends this process from outside lets it tidy up first; it is not put aside with Ctrl-Z meanwhile."""

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
