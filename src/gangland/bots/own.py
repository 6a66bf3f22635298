"""Bots that people bring: `file.py:Bot`, `package.module:factory`, or `cmd:./program`. Each plays in a process."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock

from gangland.bots.bot import BotFailure, FailureKind
from gangland.bots.process import MEMORY, ProcessBot
from gangland.core.errors import InvalidArgument, InvalidNotation
from gangland.core.words import mark

COMMAND = "cmd"
MODULE = r"[^\W\d]\w*(\.[^\W\d]\w*)*"


@dataclass(frozen=True)
class OwnBot:
    """How to start a bot that somebody brought. It can be pickled, and takes the code of a file along.

    So every worker plays with the same code, even if the file is changed meanwhile or is not there.
    """

    text: str
    folder: str  # the one from which it was asked for
    target: str  # the file, the module or the command
    name: str = ""  # of the factory in it
    code: str | None = field(default=None, repr=False)  # of the file
    source: str = ""  # the hash of its sources
    by_the_clock: bool = False

    def start(self, memory: int = MEMORY) -> ProcessBot:
        """A new process of this bot, ready to play. Raises BotFailure."""
        if self.name:
            command = [sys.executable, "-m", "gangland.bots.host"]
            wanted = {"name": self.name, "folder": self.folder, "memory": memory}
            wanted |= {"module": self.target} if self.code is None else {"file": self.target, "code": self.code}
            made = ProcessBot(command, name=self.text, memory=memory, first=f"load {json.dumps(wanted)}")
        else:
            made = ProcessBot(split_command(self.target), name=self.text, folder=self.folder, memory=memory)
        if self.source and self.hash_of(made) != self.source:
            made.end()
            raise BotFailure(self.text, FailureKind.CHANGED)
        return made

    def hash_of(self, process: ProcessBot) -> str:
        """The hash of the sources that a process of this bot was started from."""
        code = b"" if self.code is None else self.code.encode()
        told = process.told.get("source", "").encode() if self.name else hash_of_files(self.target, self.folder)
        return sha256(code + b"\0" + told).hexdigest()[:16]

    def take(self) -> ProcessBot:
        """A process of this bot for a new game: one that has finished another game, or a new one. Raises BotFailure."""
        with LOCK:
            process = IDLE[self].pop() if IDLE.get(self) else None
        if process is not None and not process.is_alive:
            process.end()
            process = None
        process = process or self.start()
        process.begin()
        return process

    def give_back(self, process: ProcessBot) -> None:
        """Let a process wait for another game. One that has failed is ended."""
        if not process.is_alive:
            process.end()
            return
        with LOCK:
            IDLE.setdefault(self, []).append(process)


IDLE: dict[OwnBot, list[ProcessBot]] = {}  # processes of this one that wait for another game
LOCK = Lock()


def find_own(text: str) -> OwnBot | None:
    """The bot that a text names, started once to see that it plays. It is None if the text does not name one.

    Raises InvalidNotation or BotFailure, which say what is wrong with it.
    """
    kind, colon, details = text.partition(":")
    folder = str(Path.cwd())
    if not colon:
        return None
    if kind == COMMAND:
        own = OwnBot(text, folder, check_command(details, folder))
    else:
        target, _, name = text.rpartition(":")
        if target.endswith(".py"):
            own = own_file(text, Path(target), name)
        elif re.fullmatch(MODULE, target) and name.isidentifier():
            own = OwnBot(text, folder, target, name)
        else:
            return None
        if not name.isidentifier():
            raise InvalidNotation(mark("“{text}” does not name what makes the bot, as file.py:Bot does."), text=text)
    process = own.start()
    checked = replace(own, source=own.hash_of(process), by_the_clock=process.by_the_clock)
    checked.give_back(process)
    return checked


def own_file(text: str, path: Path, name: str) -> OwnBot:
    """The bot of a file. Raises InvalidArgument if the file cannot be read."""
    try:
        code = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError):
        raise InvalidArgument(mark("There is no file {file} with a bot."), file=path) from None
    return OwnBot(text, str(path.resolve().parent), path.name, name, code)


def split_command(command: str) -> list[str]:
    """The words of a command, as a shell splits them. Raises InvalidNotation."""
    try:
        return shlex.split(command)
    except ValueError:
        raise InvalidNotation(mark("“{text}” is not a command: a quotation mark is missing."), text=command) from None


def check_command(command: str, folder: str) -> str:
    """The command itself. Raises InvalidArgument if there is no such program."""
    words = split_command(command)
    if not words or not (shutil.which(words[0]) or shutil.which(str(Path(folder, words[0])))):
        raise InvalidArgument(mark("There is no program “{text}”."), text=words[0] if words else command)
    return command


def hash_of_files(command: str, folder: str) -> bytes:
    """A hash of all files that the words of a command name."""
    digest = sha256()
    for word in split_command(command):
        path = Path(folder, word)
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.digest()
