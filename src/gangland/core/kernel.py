"""Which kernel runs: the modules below compiled to C, or the very same files as plain Python.

`setup.py` reads this file too. It imports nothing of the package.
"""

from __future__ import annotations

import os
import sys
import warnings
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.importlib import PathEntryFinderProtocol as PathEntryFinder

MODULES = (
    "core.chance",
    "core.position",
    "core.python_position",
    "core.evaluator",
    "famiglia.position",
    "famiglia.robot",
    "famiglia.small",
    "famiglia.first_look",
    "famiglia.evaluator",
    "gangs.position",
    "gangs.first_look",
    "gangs.evaluator",
    "gangs.belief",
    "bots.net",
    "bots.look",
    "bots.search",
    "env.encoding",
    "env.stepping",
    "env.kernel.famiglia",
    "env.kernel.gangs",
)
PACKAGE = Path(__file__).resolve().parents[1]
PLAIN = "GANGLAND_PLAIN"  # set it to run uncompiled
SLOW = (  # pip keeps the package that it built without a compiler, hence --no-cache-dir
    "gangland runs its slow kernel, in plain Python: about a hundred times slower. It was installed without a C "
    "compiler; install one, then `pip install --force-reinstall --no-cache-dir gangland`, "
    f"or set {PLAIN}=1 if it is meant."
)


def sources() -> list[Path]:
    """The files of the kernel: each module's `.py` and `.pxd`."""
    stems = [PACKAGE.joinpath(*module.split(".")) for module in MODULES]
    return [stem.with_suffix(suffix) for stem in stems for suffix in (".py", ".pxd")]


def source_hash() -> str:
    """The SHA-256 of the kernel's sources. A compiled kernel with another one would play by old rules."""
    digest = sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prefer_plain() -> None:
    """Make imports of this package skip compiled modules."""
    finder = FileFinder.path_hook((SourceFileLoader, SOURCE_SUFFIXES))

    def hook(path: str) -> PathEntryFinder:
        if not Path(path).resolve().is_relative_to(PACKAGE):
            raise ImportError
        return finder(path)

    sys.path_hooks.insert(0, hook)
    for path in [path for path in sys.path_importer_cache if Path(path).resolve().is_relative_to(PACKAGE)]:
        del sys.path_importer_cache[path]


def choose() -> None:
    """Use the plain kernel if the environment says so. The package calls this before it imports anything.

    Warns if the kernel is plain though nobody asked for it.
    """
    if os.environ.get(PLAIN):
        prefer_plain()
    elif not is_built():
        warnings.warn(SLOW, RuntimeWarning, stacklevel=3)


def is_built() -> bool:
    """Whether the kernel was compiled for this Python."""
    return any((PACKAGE / "core" / f"position{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def state() -> str:
    """Which kernel runs: `compiled`, `stale` (compiled from other sources) or `plain`."""
    from gangland.core.position import built_from

    built = built_from()
    if not built:
        return "plain"
    return "compiled" if built == source_hash() else "stale"
