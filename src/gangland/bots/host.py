"""A process in which one bot in Python plays: `python -m gangland.bots.host`.

It speaks the lines of every other process (`gangland.bots.process`). Whatever the bot prints goes to standard error.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from gangland.bots.process import limit_memory, read_limit
from gangland.core.kernel import PACKAGE
from gangland.play import InformationState

LOST = 1.0  # seconds between two looks whether the process that asks is still there


class NoBot(Exception):
    """What was named does not make a bot."""


def main() -> None:
    """Answer the lines of standard input until they end."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)  # what the bot prints
    threading.Thread(target=end_when_alone, args=(os.getppid(),), daemon=True).start()
    try:
        serve(sys.stdin, answers)
    except MemoryError:
        answers.write("error memory\n")
    except NoBot as error:
        answers.write(f"error refused {error}\n")
    except BaseException as error:  # also SystemExit: the bot ended itself
        answers.write(f"error crashed {told(error)}\n")
    answers.flush()
    os._exit(1)  # threads of the bot are not waited for


def end_when_alone(parent: int) -> None:
    """End this process when the one that started it is gone, even while the bot thinks."""
    while os.getppid() == parent:
        time.sleep(LOST)
    os._exit(1)


def told(error: BaseException) -> str:
    """An error as one line: its class, its words, and where in the bot it was raised."""
    place = ""
    trace = error.__traceback__
    while trace:
        file = Path(trace.tb_frame.f_code.co_filename)
        if not file.is_relative_to(PACKAGE) and file.suffix == ".py" and "importlib" not in str(file):
            place = f" ({file.name}, line {trace.tb_lineno})"
        trace = trace.tb_next
    words = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if words else ''}{words}{place}"


def serve(lines: IO[str], answers: IO[str]) -> None:
    """Load the bot of the first line, then answer every other."""
    bot: Any = None
    seen: InformationState | None = None
    factory: Any = None
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "load":
            wanted = json.loads(rest)
            factory, folder = load(wanted)
            bot = factory()
            if not callable(getattr(bot, "choose", None)):
                raise NoBot(f"{type(bot).__name__} has no method “choose”.")
            answers.write(f"source {source_hash(folder, sent=folder / wanted.get('file', ''))}\n")
        elif word == "bot":
            answers.write(f"clock {'yes' if getattr(bot, 'by_the_clock', False) else 'no'}\nready\n")
        elif word == "new":
            bot = factory()
        elif word == "seen":
            seen = InformationState.from_dict(json.loads(rest))
        elif word == "go" and seen is not None:
            limit, seed = read_limit(rest.split())
            answer = " ".join(str(bot.choose(seen, limit=limit, seed=seed)).split())
            answers.write(f"move {answer}\n")
        answers.flush()


def load(wanted: dict[str, Any]) -> tuple[Any, Path]:
    """The factory of a bot, and the folder whose sources count as the bot's."""
    limit_memory(wanted["memory"])
    folder, name = Path(wanted["folder"]), wanted["name"]
    sys.path.insert(0, str(folder))
    if "code" in wanted:
        module = ModuleType(Path(wanted["file"]).stem)
        module.__file__ = str(folder / wanted["file"])
        sys.modules[module.__name__] = module
        exec(compile(wanted["code"], wanted["file"], "exec"), vars(module))
    else:
        try:
            module = importlib.import_module(wanted["module"])
        except ModuleNotFoundError as error:
            if error.name is None or not wanted["module"].startswith(error.name):
                raise
            raise NoBot(f"there is no module “{error.name}”.") from None
        folder = Path(module.__file__ or folder).parent
    place = wanted.get("file") or wanted["module"]
    if not hasattr(module, name):
        raise NoBot(f"there is no “{name}” in {place}.")
    factory = getattr(module, name)
    if not callable(factory):
        raise NoBot(f"“{name}” in {place} is not a class or function that makes a bot.")
    return factory, folder


def source_hash(folder: Path, sent: Path) -> str:
    """A hash of every module below a folder that has been imported: 16 hexadecimal digits.

    The file whose code was sent is not among them, since whoever sent it knows it.
    """
    digest = sha256()
    for path in sorted({*sources(folder)} - {sent}):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def sources(folder: Path) -> Iterator[Path]:
    """The files of imported modules below a folder, but those of gangland and of installed packages."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and file.endswith(".py") and module is not sys.modules["__main__"]:
            path = Path(file).resolve()
            own = path.is_relative_to(folder) and not path.is_relative_to(PACKAGE)
            if own and "site-packages" not in path.parts and path.exists():
                yield path


if __name__ == "__main__":
    main()
