"""Lets only one process at a time write a file."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

from gangland.core.errors import GanglandError
from gangland.core.words import mark


class Hold:
    """The sole right to write a file. A locked file beside it says so, until it is released or the process ends."""

    def __init__(self, path: Path) -> None:
        """Take the right to write this file. Raises GanglandError if another process has it."""
        self.path = path
        self._beside = path.with_name(path.name + ".lock")
        while True:
            self._file = self._beside.open("a")
            if not lock(self._file):
                self._file.close()
                raise GanglandError(mark("{file} is already open in another window."), file=path)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._file.fileno()), self._beside.stat()):
                    return
            self._file.close()  # the process that had it has just removed the lock file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Give the right back and remove the lock file."""
        if sys.platform == "win32":  # Windows cannot remove a file that is open
            self._file.close()
        with suppress(OSError):
            self._beside.unlink()
        self._file.close()


def lock(file: IO[str]) -> bool:
    """Lock a file. Returns False if another process has it. A file system without locks grants every lock."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            return not isinstance(error, BlockingIOError)
    return True
