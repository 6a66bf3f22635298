"""Runs the kernel under AddressSanitizer and UndefinedBehaviorSanitizer.

They find every byte read or written out of bounds, every overflow and bad shift that the tests provoke. The first
finding ends the process and so fails its test. The kernel is built in a copy of the tree, build/sanitize, and never
over the one that is in use.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPY = ROOT / "build" / "sanitize"
COPIED = ("src", "tests", "tools", "setup.py", "pyproject.toml", "README.md", "LICENSE")
BUILT = (".so", ".c", ".mo", ".pyc")
SANITIZERS = "-fsanitize=address,undefined"
BUILD = {
    "GANGLAND_CFLAGS": f"-Og -g1 -fno-omit-frame-pointer -fno-sanitize-recover=undefined {SANITIZERS}",
    "LDFLAGS": SANITIZERS,
}
RUN = {
    "ASAN_OPTIONS": ":".join(
        [
            "detect_leaks=0",  # Python does not free everything at its end
            "allocator_may_return_null=1:max_allocation_size_mb=1024",  # what is too large becomes Python's MemoryError
        ]
    ),
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "PYTHONMALLOC": "malloc",  # every object gets a block of its own, which can be watched
    "GANGLAND_PLAIN": "",
}
TESTS = ["worked", "golden", "search", "nets", "env", "laws", "doors", "high_card", "fuzz"]
SHORT = {
    "worked": "", "golden": "playthrough", "search": "threads", "env": "of_a_batch",
    "high_card": "(wrong or search or playouts)", "fuzz": "",
}  # fmt: skip


def mirror() -> None:
    """Bring the copy up to date. Files that have not changed keep their time, so that only the rest is built."""
    wanted = set()
    for name in COPIED:
        tops = ROOT / name
        for path in sorted(tops.rglob("*")) if tops.is_dir() else [tops]:
            if path.is_file() and path.suffix not in BUILT:
                copy = COPY / path.relative_to(ROOT)
                wanted.add(copy)
                if not copy.exists() or copy.read_bytes() != path.read_bytes():
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, copy)
    for path in [*(COPY / "src").rglob("*"), *(COPY / "tests").rglob("*")]:
        if path.is_file() and path.suffix not in BUILT and path not in wanted:
            path.unlink()


def build() -> None:
    """Build the kernel with the sanitizers in the copy."""
    mirror()
    log = COPY / "build.log"
    with log.open("wb") as out:
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=COPY, env={**os.environ, **BUILD}, stdout=out, stderr=out)
    if done.returncode:
        sys.exit(f"The kernel could not be built: {log} says why.")


def libraries() -> str | None:
    """The libraries to load before everything else, or None if no compiler has the sanitizer.

    They are the sanitizer and the C++ library, whose exceptions (OpenSpiel throws some) it must know.
    """
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if not compiler:
        return None
    names = [f"-print-file-name={name}" for name in ("libasan.so", "libstdc++.so.6")]
    paths = [subprocess.run([compiler, name], capture_output=True, text=True).stdout.strip() for name in names]
    return " ".join(path for path in paths if Path(path).is_absolute()) if Path(paths[0]).is_absolute() else None


def files(names: Iterable[str]) -> list[str]:
    """The files of the tests with these names in the copy."""
    return [str(path) for name in names for path in (COPY / "tests").rglob(f"test_{name}.py")]


def main() -> None:
    """Build the copy and run the tests in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", action="store_true", help="only build the kernel for it")
    parser.add_argument("--short", action="store_true", help="a part of it, in about a minute")
    args = parser.parse_args()
    preload = libraries()
    if preload is None:
        sys.exit("There is no C compiler with AddressSanitizer here (gcc has one).")
    build()
    if args.build:
        return
    environ = {**os.environ, **RUN, "LD_PRELOAD": preload, "PYTHONPATH": str(COPY / "src")}
    which = [sys.executable, "-c", "from gangland.core import kernel; print(kernel.state(), kernel.PACKAGE)"]
    kernel = subprocess.run(which, cwd=COPY, env=environ, capture_output=True, text=True)
    if kernel.stdout.split() != ["compiled", str(COPY / "src" / "gangland")]:
        sys.exit(f"The kernel to be watched does not run: {kernel.stdout}{kernel.stderr}")
    tests = files(TESTS)
    if args.short:
        environ["GANGLAND_FUZZ"] = "150"
        tests = files(SHORT)
        tests += [
            "-k",
            " or ".join(f"(test_{name} and {part})" if part else f"test_{name}" for name, part in SHORT.items()),
        ]
    pytest = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n", "2", "--dist", "worksteal", *tests]
    sys.exit(subprocess.run(pytest, cwd=COPY, env=environ).returncode)


if __name__ == "__main__":
    main()
