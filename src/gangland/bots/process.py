"""Bots that are processes of their own, in any language. They read and write lines (docs/howto/write-a-bot.md).

Whatever such a process does, it can harm nobody else: it has so much time and memory, and it is ended with everything
that it started.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Self
from weakref import WeakSet

from gangland.bots.analysis import Limit
from gangland.bots.bot import BotFailure, FailureKind
from gangland.core.arguments import instance
from gangland.core.game import Move
from gangland.play import InformationState

PROTOCOL = "bot 1"
START_SECONDS = 60.0  # from the start of the process until it is ready; some bots load a large net
MOVE_SECONDS = 60.0  # for a move whose limit is a number of simulations
PATIENCE = 2.0  # how many times the seconds of its limit a bot may take, and a second more
MEMORY = 2048  # megabytes
LONGEST_LINE = 1 << 16  # characters; a longer one is no answer
MOST_LINES = 10_000  # lines that are no answer, for each move
SHOWN = 200  # characters of what a bot wrote, in a sentence about it


RUNNING: WeakSet[ProcessBot] = WeakSet()


@atexit.register
def end_all() -> None:
    """End all processes of bots that this process has started."""
    for bot in list(RUNNING):
        bot.end()


class ProcessBot:
    """A bot that runs as a process. Any of its failures raises BotFailure, and ends the process.

    It is a context manager: at the end of the block the process is ended.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        name: str = "",
        folder: str | os.PathLike[str] | None = None,
        memory: int = MEMORY,
        first: str = "",
    ) -> None:
        self.name = name or " ".join(command)
        self.told: dict[str, str] = {}  # what it said of itself before it was ready, by the first word
        self.failure: BotFailure | None = None
        self._memory = memory
        self._stderr: deque[str] = deque(maxlen=20)
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                cwd=folder, text=True, encoding="utf-8", errors="replace", bufsize=1,
                start_new_session=os.name == "posix",
            )  # fmt: skip
            limit_memory(memory, self._process.pid)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise BotFailure(self.name, FailureKind.CRASHED, str(error)) from None
        RUNNING.add(self)
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._requests: SimpleQueue[str | None] = SimpleQueue()
        self._threads = [
            Thread(target=target, args=(stream,), daemon=True)
            for target, stream in (
                (self._listen, self._process.stdout),
                (self._overhear, self._process.stderr),
                (self._speak, self._process.stdin),
            )
        ]
        for thread in self._threads:
            thread.start()
        try:
            self._say(*filter(None, (first, PROTOCOL)))
            self._introduce()
        except BaseException:
            self.end()
            raise

    # Lines out and in, each stream in a thread of its own, so that nobody waits for a bot that does not read

    def _speak(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError):
            while (text := self._requests.get()) is not None:
                stream.write(text)
                stream.flush()
        with suppress(OSError, ValueError):
            stream.close()

    def _listen(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._answers.put(line)
                while self._answers.qsize() > MOST_LINES and self._process.poll() is None:
                    time.sleep(0.05)
        self._answers.put(None)

    def _overhear(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                if line.strip():
                    self._stderr.append(line.strip())

    def _say(self, *lines: str) -> None:
        self._requests.put("".join(f"{line}\n" for line in lines))

    def _hear(self, wanted: str, seconds: float) -> str:
        """The next line that begins with this word, without the word. Every other line but a comment is a failure."""
        end, line = time.monotonic() + seconds, ""
        for _ in range(MOST_LINES):
            try:
                answer = self._answers.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise self._failed(FailureKind.LATE, f"{seconds:g}") from None
            if answer is None:
                raise self._died()
            line = answer
            word, _, rest = line.strip().partition(" ")
            if word == wanted and line.endswith("\n"):
                return rest.strip()
            if word == "error":
                raise self._reported(rest)
            if wanted == "ready" and word in ("name", "clock", "source"):
                self.told[word] = rest.strip()
            elif word not in ("info", "#", "") and not word.startswith("#"):
                raise self._failed(FailureKind.RUBBISH, line.strip()[:SHOWN])
        raise self._failed(FailureKind.RUBBISH, line.strip()[:SHOWN])

    def _introduce(self) -> None:
        self._hear("ready", START_SECONDS)

    # Failures

    def _failed(self, kind: FailureKind, detail: str) -> BotFailure:
        self.failure = BotFailure(self.name, kind, detail)
        self.end()
        return self.failure

    def _died(self) -> BotFailure:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._threads[1].join(1)
        code = self._process.returncode
        last = self._stderr[-1][:SHOWN] if self._stderr else ""
        if is_memory_trouble(last):
            return self._failed(FailureKind.MEMORY, str(self._memory))
        how = signal.Signals(-code).name if code and code < 0 else f"exit code {code}"
        return self._failed(FailureKind.CRASHED, f"{last} ({how})" if last else how)

    def _reported(self, text: str) -> BotFailure:
        kind, _, detail = text.partition(" ")
        if kind == FailureKind.MEMORY:
            return self._failed(FailureKind.MEMORY, str(self._memory))
        if kind == FailureKind.REFUSED:
            return self._failed(FailureKind.REFUSED, detail[:SHOWN])
        return self._failed(FailureKind.CRASHED, text.removeprefix("crashed ")[:SHOWN])

    # A bot

    @property
    def by_the_clock(self) -> bool:
        """Whether the bot says that its moves depend on how fast this machine is."""
        return self.told.get("clock") == "yes"

    @property
    def is_alive(self) -> bool:
        """Whether the process runs and has not failed."""
        return self.failure is None and self._process.poll() is None

    def begin(self) -> None:
        """Tell the bot that a new game begins."""
        self._say("new")

    def choose(self, seen: InformationState, /, *, limit: Limit, seed: int) -> Move:
        """The move that the process answers. Raises BotFailure; then the process has been ended."""
        if self.failure:
            raise self.failure
        instance(seen, InformationState, "What a seat has seen")
        legal = {str(move): move for move in seen.view.legal_moves}
        self._say(
            f"seen {json.dumps(seen.as_dict())}",
            f"moves {'; '.join(legal)}",
            f"go {write_limit(limit)} seed {seed}",
        )
        answer = self._hear("move", patience(limit))
        if answer in legal:
            return legal[answer]
        raise self._failed(FailureKind.ILLEGAL, answer[:SHOWN])

    def end(self) -> None:
        """End the process and all that it started in its session."""
        self._requests.put(None)
        with suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        for thread in self._threads:
            thread.join(1)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.end()


def write_limit(limit: Limit) -> str:
    """A limit as the protocol writes it: `simulations 1000`, `seconds 0.5` or both."""
    known = {"simulations": limit.simulations, "seconds": limit.seconds}
    return " ".join(f"{name} {value}" for name, value in known.items() if value is not None)


def read_limit(words: Sequence[str]) -> tuple[Limit, int]:
    """The limit and the seed of a line `go`. Raises ValueError."""
    given = dict(zip(words[::2], words[1::2], strict=True))
    simulations, seconds = given.get("simulations"), given.get("seconds")
    limit = Limit(
        None if simulations is None else int(simulations),
        None if seconds is None else float(seconds),
    )
    return limit, int(given.get("seed", 0))


def patience(limit: Limit) -> float:
    """The seconds after which an answer is late."""
    return MOVE_SECONDS if limit.seconds is None else PATIENCE * limit.seconds + 1.0


def limit_memory(megabytes: int, process: int = 0) -> None:
    """Limit the memory of a process, or of this one, where the system can do that.

    Linux counts the memory that a process can write to, and limits others too. Elsewhere a process can limit itself
    alone, by the addresses that it reserves.
    """
    if os.name != "posix":
        return
    import resource

    room = megabytes << 20
    with suppress(OSError, ValueError):
        if sys.platform == "linux":
            resource.prlimit(process, resource.RLIMIT_DATA, (room, room))
        elif not process:
            resource.setrlimit(resource.RLIMIT_AS, (room, room))


def is_memory_trouble(line: str) -> bool:
    """Whether the last words of a process say that it ran out of memory."""
    return any(words in line.lower() for words in ("memoryerror", "out of memory", "cannot allocate", "bad_alloc"))
