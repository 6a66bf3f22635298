"""Calls whatever the package makes public with whatever comes to mind, each time in a child process of its own.

A case is a line of Python about samples (a match, a position, a search, …); what comes back is explored a step further.
A case fails if its process dies; if it runs on after Ctrl-C; or if the library raises what is no refusal. `python
tests/support/fuzzing.py --try "duel.push(-1)"` does one case, `make fuzz` all of them, test_fuzz.py a sample.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import gc
import importlib
import inspect
import json
import math
import os
import pickle
import pkgutil
import random
import re
import resource
import select
import signal
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

import gangland
from gangland.core import kernel
from gangland.play import deal
from playing import played

PATIENCE = 0.3  # seconds that a step may take before Ctrl-C
CHILDREN = 3  # at a time
ROOM = 1 << 30  # bytes that a child may ask for beyond what it has
PLAIN = kernel.state() == "plain"
WATCHED = "asan" in os.environ.get("LD_PRELOAD", "")  # by AddressSanitizer, whose shadow is larger than any limit

# What is not called: it runs for as long as there is somebody to serve, or is a script.
LEFT_OUT = {
    "gangland.__main__",
    "gangland.server.migrations.env",
    "gangland.server.serve.serve",
    "gangland.server.serve.open_browser",
}
# What a child may not do to the machine. It meets PermissionError, as it would in a sandbox.
FORBIDDEN = (
    "os.chmod", "os.exec", "os.fork", "os.kill", "os.posix_spawn", "os.putenv", "os.remove", "os.rename", "os.rmdir",
    "os.system", "shutil.", "signal.", "socket.bind", "socket.connect", "socket.sendto", "sqlite3.", "subprocess.",
    "webbrowser.",
)  # fmt: skip

# Modules from which any other error than a refusal is a finding; elsewhere nothing may crash or hang.
LIBRARY = tuple(
    f"gangland.{name}"
    for name in (
        "bots",
        "core.chance",
        "env",
        "famiglia",
        "core.game",
        "gangs",
        "core.notation",
        "play",
        "core.position",
        "core.python_position",
        "sentences",
    )
)
REFUSALS: tuple[type[BaseException], ...] = (
    ValueError, TypeError, AttributeError, OverflowError, MemoryError, OSError, StopIteration, NotImplementedError,
    pickle.PickleError, KeyboardInterrupt,
)  # fmt: skip

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "fuzz.toml").read_text("utf-8"))
SAMPLES: dict[str, str] = DATA["samples"]
ANYTHING: list[str] = DATA["wrong"] + DATA["numbers"] + DATA["buffers"] + DATA["strangers"]


# Samples


def undealt(game: Any) -> Any:
    """A position that owes cards."""
    dealt = deal(game, seed=1)
    return game.start(dealt.setup, dealt.first)[0]


def walked(state: Any) -> Any:
    """Past the deal."""
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def arrays(encoding: Any, count: int) -> list[Any]:
    """What a Stepper fills: states, dice, observations, masks, turns, rewards, dones."""
    widths = [("u8", 1), ("u8", 1), ("u1", encoding.size), ("u1", encoding.actions), ("i4", 1), ("f4", encoding.agents)]
    return [np.zeros(count * width, kind) for kind, width in [*widths, ("u1", 1)]]


def first_move(thing: Any) -> Any:
    """A legal move of whatever it is, if it has one."""
    for word in ("moves", "legal_moves", "legal_actions"):
        try:
            found = getattr(thing, word)
            return (found() if callable(found) else found)[0]
        except Exception:
            continue
    return 0


def blank(kind: Any) -> Any:
    """Made, and never initialised."""
    return kind.__new__(kind)


def tampered(thing: Any, place: int, value: Any) -> Any:
    """Unpickled, with one of the things that its pickle holds replaced."""
    make, args, *rest = thing.__reduce_ex__(2)
    spots: list[Any] = [args, *rest[:1]]
    for spot in spots:
        if isinstance(spot, list | tuple | dict):
            spots += [*(spot.values() if isinstance(spot, dict) else spot)][: 40 - len(spots)]
    chosen = spots[place % len(spots)]

    def put(part: Any) -> Any:
        if part is chosen:
            return value
        if isinstance(part, dict):
            return {key: put(inner) for key, inner in part.items()}
        return type(part)(map(put, part)) if type(part) in (list, tuple) else part

    made = make(*put(args))
    state = put(rest[0]) if rest else None
    if state is not None:
        if hasattr(made, "__setstate__"):
            made.__setstate__(state)
        else:
            made.__dict__.update(state)
    return made


def together(*calls: Callable[[], Any]) -> None:
    """Each on a thread of its own, again and again, at the same time."""
    raised: list[BaseException] = []
    barrier = threading.Barrier(len(calls))

    def work(call: Callable[[], Any]) -> None:
        barrier.wait()
        end = time.monotonic() + 0.03
        while time.monotonic() < end:
            try:
                call()
            except BaseException as error:
                if not isinstance(error, (*REFUSALS, RuntimeError)):  # it may say that another thread is at work
                    raised.append(error)

    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=work, args=[call], daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


HELPERS = (undealt, played, walked, arrays, first_move, blank, tampered, together)


# What there is to call


def modules() -> list[ModuleType]:
    """All modules of the package but those that are left out."""
    found = pkgutil.walk_packages(gangland.__path__, "gangland.")
    names = [module.name for module in found if module.name not in LEFT_OUT and "migrations" not in module.name]
    return [gangland, *map(importlib.import_module, names)]


def prepare() -> dict[str, Any]:
    """The names that a case can use."""
    names: dict[str, Any] = {
        "gangland": gangland,
        "asyncio": asyncio,
        **{helper.__name__: helper for helper in HELPERS},
    }
    modules()
    exec(DATA["prepare"], names)
    for name, text in SAMPLES.items():
        names[name] = eval(text, names)
    return names


def is_ours(kind: Any) -> bool:
    """Whether a class or function comes from the package."""
    return str(getattr(kind, "__module__", "")).startswith("gangland")


def kernel_signatures() -> dict[str, list[tuple[str, str]]]:
    """The kernel's public functions, methods and classes, with the names and types of what they take, read from the
    sources: compiled, it does not tell; and plain, it shows what is C's alone otherwise."""
    found: dict[str, list[tuple[str, str]]] = {}

    def read(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[prefix + node.name] = []
                read(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                args = [arg for arg in node.args.args if arg.arg != "self"]
                kinds = [
                    ast.unparse(arg.annotation).replace("Random", "Dice") if arg.annotation else "" for arg in args
                ]
                found[prefix + node.name] = list(zip([arg.arg for arg in args], kinds, strict=True))

    for module in kernel.MODULES:
        path = kernel.PACKAGE.joinpath(*module.split("."))
        read(ast.parse(path.with_suffix(".py").read_text("utf-8")).body, f"gangland.{module}.")
        for name in re.findall(
            r"^cdef (?!class)[^(:=]*?(\w+)\(", path.with_suffix(".pxd").read_text("utf-8"), re.MULTILINE
        ):
            found.pop(f"gangland.{module}.{name}", None)
    return found


SIGNATURES = kernel_signatures()


def in_kernel(module: str) -> bool:
    """Whether a module is compiled."""
    return module.removeprefix("gangland.") in kernel.MODULES


def defined_in(kind: type, name: str) -> type | None:
    """The class that defines an attribute, among a class and its bases."""
    return next((base for base in kind.__mro__ if name in vars(base)), None)


def parameters(thing: Any, name: str = "") -> list[tuple[str, str]]:
    """Of a function or a class, or of a class's method of that name."""
    if isinstance(thing, type):
        owner = defined_in(thing, name or "__init__")
        if owner is not None and in_kernel(owner.__module__):
            return SIGNATURES.get(f"{owner.__module__}.{owner.__qualname__}.{name or '__init__'}", [])
        thing = getattr(thing, name) if name else thing
    elif f"{thing.__module__}.{thing.__qualname__}" in SIGNATURES:
        return SIGNATURES[f"{thing.__module__}.{thing.__qualname__}"]
    try:
        found = list(inspect.signature(thing).parameters.values())
    except (TypeError, ValueError):
        return [("value", "")]
    return [(p.name, str(p.annotation)) for p in found if p.name != "self" and p.kind in (0, 1)]


def right(parameter: tuple[str, str], called: str) -> str:
    """An argument that a parameter may have, as an expression."""
    name, kind = parameter
    plain = kind.partition("|")[0].partition("[")[0].strip(" '\"").rpartition(".")[2]
    text = str(DATA["by_name"].get(name) or DATA["by_type"].get(plain, "None"))
    if plain == "Position" and called.startswith(("gangs", "belief", "imagined")):
        text = "imagined" if called == "belief" else "gangs"
    return text.format(self=called)


def arguments(thing: Any, name: str, called: str) -> tuple[list[str], Iterator[list[str]]]:
    """The right ones; and many wrong ones."""
    good = [right(parameter, called) for parameter in parameters(thing, name)]

    def bad() -> Iterator[list[str]]:
        yield good
        yield []
        for place in range(len(good)):
            for value in ANYTHING:
                yield [*good[:place], value, *good[place + 1 :]]
        dice = random.Random(called + name)
        for _ in range(len(ANYTHING) if len(good) > 1 else 0):
            yield [dice.choice(ANYTHING) for _ in good]
        yield [*good, "None"]

    return good, bad()


@dataclass(frozen=True)
class Target:
    """A public name, and all that can be done to it."""

    name: str
    module: str
    cases: tuple[str, ...] = field(repr=False)


def targets(names: dict[str, Any]) -> Iterator[Target]:
    """All that is called: functions, classes, and the methods of samples."""
    for module in modules():
        for name, thing in sorted(vars(module).items()):
            full = f"{module.__name__}.{name}"
            if name.startswith("_") or full in LEFT_OUT or getattr(thing, "__module__", None) != module.__name__:
                continue
            if in_kernel(module.__name__) and full not in SIGNATURES:
                continue
            if isinstance(thing, type):
                yield Target(full, module.__name__, tuple(class_cases(full, thing)))
            elif callable(thing) and hasattr(thing, "__qualname__"):
                calls = arguments(thing, "", full)[1]
                yield Target(full, module.__name__, tuple(f"x = {full}({', '.join(args)})" for args in calls))
    for name in SAMPLES:
        yield from sample_targets(name, names[name])


def is_foreign(kind: type) -> bool:
    """OpenSpiel's own objects crash when they were made without `__init__`, whatever we do."""
    return any(base.__module__ == "pyspiel" for base in kind.__mro__)


def class_cases(full: str, kind: type) -> Iterator[str]:
    """Lines that make an object of a class, rightly and wrongly."""
    if not is_foreign(kind):
        yield f"x = blank({full})"
        yield f"x = type('Sub', ({full},), {{'__init__': lambda self: None}})()"
        for value in ANYTHING[::5]:
            yield f"x = blank({full}); x.__setstate__({value})"
            yield f"x = blank({full}); x == {value}"
    for args in arguments(kind, "", full)[1]:
        yield f"x = {full}({', '.join(args)})"
    for name in attributes(kind):
        method = inspect.getattr_static(kind, name)
        if isinstance(method, classmethod | staticmethod):
            for args in arguments(kind, name, full)[1]:
                yield f"x = {full}.{name}({', '.join(args)})"


def attributes(kind: type) -> list[str]:
    """The public attributes that a class has from the package."""
    return [name for name in dir(kind) if not name.startswith("_") and is_ours(defined_in(kind, name))]


def sample_targets(sample: str, thing: Any) -> Iterator[Target]:
    """The attributes and methods of a sample."""
    kind = type(thing)
    methods = []
    own = set(getattr(thing, "__dict__", {})) | set(attributes(kind)) | set(DATA["inherited"].get(sample, ()))
    for name in sorted(name for name in own if not name.startswith("_")):
        owner = defined_in(kind, name) or kind
        module = owner.__module__ if is_ours(owner) else kind.__module__
        if callable(getattr(kind, name, None)) and not isinstance(inspect.getattr_static(kind, name), property):
            good, calls = arguments(kind, name, sample)
            methods.append(f"{sample}.{name}({', '.join(good)})")
            cases = [f"x = {sample}.{name}({', '.join(args)})" for args in calls]
        else:
            cases = [f"x = {sample}.{name}", f"del {sample}.{name}; x = {sample}"]
            cases += [f"{sample}.{name} = {value}; x = {sample}" for value in ANYTHING]
        yield Target(f"{sample}.{name}", module, tuple(cases))
    again = (args for args in arguments(kind, "", sample)[1] if is_ours(kind) and sample not in args)  # it held itself
    yield Target(
        f"{sample}.__init__", kind.__module__, tuple(f"{sample}.__init__({', '.join(a)}); x = {sample}" for a in again)
    )
    if not is_foreign(kind):
        yield Target(f"pickle of {sample}", kind.__module__, tuple(pickled(sample)))
    yield Target(f"operators of {sample}", kind.__module__, tuple(operators(sample)))
    dice = random.Random(sample)
    pairs = [(first, second) for first in methods for second in methods if first <= second]
    pairs = dice.sample(pairs, min(len(pairs), 30))
    yield Target(
        f"threads on {sample}",
        kind.__module__,
        tuple(f"together(lambda: {a}, lambda: {b}); x = {sample}" for a, b in pairs),
    )


def pickled(sample: str) -> Iterator[str]:
    """Lines that pickle and copy a sample, and spoil its state."""
    for protocol in (0, 2, 5):
        yield f"x = pickle.loads(pickle.dumps({sample}, {protocol}))"
    yield f"x = copy.copy({sample})"
    yield f"x = copy.deepcopy({sample})"
    for value in ANYTHING:
        yield f"{sample}.__setstate__({value}); x = {sample}"
        for place in range(8):
            yield f"x = tampered({sample}, {place}, {value})"


def operators(sample: str) -> Iterator[str]:
    """Lines that use a sample with Python's own functions and operators."""
    for word in ("str", "repr", "hash", "len", "iter", "bool", "list", "dir", "vars", "int", "bytes"):
        yield f"x = {word}({sample})"
    for value in ANYTHING:
        for sign in ("==", "!=", "<", ">=", "+", "*", "in", "%", "|"):
            if sign != "*" or not value.startswith(("10**", "2**", "-")):  # '…' * 10**30 is Python's own affair
                yield f"x = {value} {sign} {sample}"
                yield f"x = {sample} {sign} {value}"
        yield f"x = {sample}[{value}]"
        yield f"x = format({sample}, str({value})[:9])"


def draw(found: list[Target], count: int | None, seed: int, only: str = "") -> list[tuple[str, str]]:
    """Lines of Python and the module each is about: all, or that many; three of four from the kernel, and from each
    name as many as from any other."""
    found = [target for target in found if only in target.name]
    if count is None:
        return [(case, target.module) for target in found for case in target.cases]
    dice = random.Random(seed)
    drawn: list[tuple[str, str]] = []
    for inside, share in ((True, count * 3 // 4), (False, count - count * 3 // 4)):
        group = [target for target in found if in_kernel(target.module) is inside and target.cases]
        dice.shuffle(group)
        picks: list[tuple[str, str]] = []
        for target in group * math.ceil(share / max(1, len(group))):
            picks.append((dice.choice(target.cases), target.module))
        drawn += picks[:share]
    return drawn


# A child: one case


def steps_of(thing: Any) -> Iterator[str]:
    """What a result is asked, to see whether it holds what its class promises."""
    yield from ("str(x)", "repr(x)", "hash(x)", "x == x")
    for name in attributes(type(thing)):
        method = callable(getattr(type(thing), name, None))
        args = arguments(type(thing), name, "x")[0] if method else []
        yield f"x.{name}({', '.join(args)})" if method else f"x.{name}"
    if not is_foreign(type(thing)):
        yield "copy.copy(x)"
        yield "pickle.loads(pickle.dumps(x))"


def sets_a_field(line: str) -> bool:
    """Whether a line sets or deletes a field, as `duel.turn = 3; x = duel`: the plain kernel cannot forbid that."""
    first = ast.parse(line).body[0]
    return isinstance(first, ast.Delete) or (
        isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Attribute)
    )


def kind_of(error: BaseException, step: str) -> str:
    """`refused`, `interrupted`, or the name of an error that is neither."""
    if isinstance(error, KeyboardInterrupt):
        return "interrupted"
    last = ast.parse(step).body[-1]
    if isinstance(error, KeyError | IndexError) and isinstance(getattr(last, "value", None), ast.Subscript):
        return "refused"  # as x[…] should
    if isinstance(error, UnicodeError) or not (isinstance(error, REFUSALS) or is_ours(type(error))):
        return type(error).__name__ if type(error).__name__ != "SpielError" else "refused"  # as OpenSpiel does
    return "refused"


def forbid(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what would write, connect or start something. Python's audit calls this."""
    if event.startswith(FORBIDDEN) or (event == "open" and set("wax+") & set(str(args[1]))):
        raise PermissionError(f"{event} is not for a test.")


def child(case: Case, names: dict[str, Any], report: int) -> None:
    """Do a case, and tell before and after each step."""

    def tell(*words: str) -> None:
        os.write(report, json.dumps(words).encode() + b"\n")

    def attempt(step: str, module: str) -> bool:
        tell("try", step)
        try:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            exec(step, names)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        except BaseException as error:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            kind = kind_of(error, step)
            told = f"{type(error).__name__}: {error!s:.150}".encode("ascii", "backslashreplace").decode()
            tell("got", kind, told if kind not in ("refused", "interrupted") and module.startswith(LIBRARY) else "")
            return kind != "interrupted"
        tell("got", "fine", "")
        return True

    if not WATCHED:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + ROOM, size + ROOM))
    sys.addaudithook(forbid)
    names["x"] = None
    going = attempt(case.line, case.module)
    thing = names["x"]
    if is_ours(type(thing)):
        for step in steps_of(thing) if case.steps is None else case.steps:
            names["x"] = thing
            going = going and attempt(step, type(thing).__module__)
    tell("end")


# The parent: many children


@dataclass(frozen=True)
class Case:
    """A line of Python, the module it is about, and what its result `x` is asked, if not everything."""

    line: str
    module: str
    steps: tuple[str, ...] | None = None


@dataclass
class Run:
    """A child at work on a case."""

    hearing: ClassVar = 3.0  # seconds that a step may take after Ctrl-C

    case: Case
    pid: int
    pipe: int
    told: list[list[str]] = field(default_factory=list)
    rest: bytes = b""
    since: float = 0.0  # when it told something
    worked: float = 0.0  # CPU seconds until then, or until Ctrl-C
    interrupted: bool = False
    deaf: bool = False
    status: int = 0

    def listen(self) -> bool:
        """Whether there may be more to come."""
        said = os.read(self.pipe, 65536)
        *lines, self.rest = (self.rest + said).split(b"\n")
        self.told += [json.loads(line) for line in lines]
        if not said:
            os.close(self.pipe)
            self.status = os.waitpid(self.pid, 0)[1]
        else:
            self.wait_from_now()
        return bool(said)

    def wait_from_now(self, interrupted: bool = False) -> None:
        """Begin to count the time that the case takes."""
        self.since, self.worked, self.interrupted = time.monotonic(), cpu(self.pid), interrupted

    def tune_runtime(self) -> None:
        """Ctrl-C when a step takes long; if that does not help in time, the end. Both by the CPU time of
        all threads together, as machines are shared, unless it waits for something; sanitizers make every step slow."""
        patience = self.hearing if self.interrupted else PATIENCE
        late = time.monotonic() - self.since
        if self.told and late > patience and (late > 10 * patience or cpu(self.pid) - self.worked > patience):
            self.deaf = self.interrupted
            os.kill(self.pid, signal.SIGKILL if self.deaf else signal.SIGINT)
            self.wait_from_now(interrupted=True)

    @property
    def steps(self) -> list[str]:
        """The steps that were tried after the first."""
        return [words[1] for words in self.told if words[0] == "try"][1:]

    @property
    def end(self) -> str:
        """How the process ended, if it should not have."""
        if self.deaf:
            return "runs on after Ctrl-C"
        if self.told[-1:] == [["end"]]:
            return ""
        return f"dies of {signal.Signals(self.status).name}" if 0 < self.status < 65 else "dies"

    @property
    def kind(self) -> str:
        """What came of the line itself."""
        return next((words[1] for words in self.told if words[0] == "got"), self.end)


def cpu(pid: int) -> float:
    """The seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(case: Case, names: dict[str, Any], errors: int) -> Run:
    """Begin a case in a process of its own."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            os.dup2(errors, 1)
            os.dup2(errors, 2)
            child(case, names, writing)
        finally:
            os._exit(0)
    os.close(writing)
    return Run(case, pid, reading)


def run(cases: Iterable[Case], names: dict[str, Any]) -> Iterator[Run]:
    """Some at a time."""
    waiting = iter(cases)
    alive: dict[int, Run] = {}
    with tempfile.TemporaryFile() as errors:
        while True:
            for case in islice(waiting, CHILDREN - len(alive)):
                begun = start(case, names, errors.fileno())
                alive[begun.pipe] = begun
            if not alive:
                return
            ready = select.select(list(alive), [], [], 0.05)[0]
            for going in list(alive.values()):
                if going.pipe not in ready:
                    going.tune_runtime()
                elif not going.listen():
                    del alive[going.pipe]
                    yield going


def finding(made: Run, names: dict[str, Any]) -> str:
    """What must not be, with the line that leads there, as short as it can be made; or nothing."""
    if not made.end and PLAIN and sets_a_field(made.case.line) and in_kernel(made.case.module):
        return ""
    if not made.end:
        tried = [made.case.line, *made.steps]
        results = [words for words in made.told if words[0] == "got"]
        odd = ((step, words[2]) for step, words in zip(tried, results, strict=False) if words[2])
        for step, told in odd:
            return f"{'; '.join(dict.fromkeys([made.case.line, step]))} → {told}"
        return ""

    tries = 12 if made.deaf else 30

    def again(steps: list[str]) -> bool:
        nonlocal tries
        tries -= 1
        return tries >= 0 and next(run([Case(made.case.line, made.case.module, tuple(steps))], names)).end == made.end

    steps, size = made.steps, len(made.steps)
    if made.deaf and not again(steps):
        return ""  # the machine was busy
    if size > 1 and again(steps[-1:]):
        steps = steps[-1:]
    while size := min(size // 2, len(steps) // 2):
        for at in reversed(range(0, len(steps) - 1, size)):
            if again(fewer := steps[:at] + steps[at + size :]):
                steps = fewer
    return f"{'; '.join([made.case.line, *steps])} → {made.end}"


def tell_progress(done: int, all_of_them: int) -> None:
    """Every case on a terminal; elsewhere a line now and then."""
    if sys.stderr.isatty():
        print(f"\r{done} of {all_of_them}", end="", file=sys.stderr)
    elif done % math.ceil(all_of_them / 20) == 0:
        print(f"{done} of {all_of_them} cases.", file=sys.stderr, flush=True)


def main() -> None:
    """Read the arguments, try the cases and print what they found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, help="as many cases, drawn at random; else all")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing (1)")
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--try", dest="one", metavar="LINE", help="just this line of Python")
    parser.add_argument("--cases", type=Path, help="a file of JSON, [[line, module], …], instead of drawn ones")
    parser.add_argument("--hearing", type=float, default=Run.hearing, help="seconds that a case has after Ctrl-C (3)")
    parser.add_argument(
        "--json", action="store_true", help="print what came of every case: [line, module, kind, finding]"
    )
    args = parser.parse_args()
    given = json.loads(args.cases.read_text("utf-8")) if args.cases else None
    Run.hearing = args.hearing
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder)
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        names = prepare()
        gc.freeze()
        if args.one:
            exec(args.one, names)
            print(names.get("x"))
            return
        cases = [Case(*case) for case in given or draw(list(targets(names)), args.count, args.seed, args.only)]
        found = 0
        for number, made in enumerate(run(cases, names), 1):
            told = finding(made, names)
            found += bool(told)
            if args.json:
                print(json.dumps([made.case.line, made.case.module, made.kind, told]), flush=True)
            elif told:
                print(told, flush=True)
            tell_progress(number, len(cases))
    print(f"{len(cases)} cases, {found} findings.", file=sys.stderr)
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
