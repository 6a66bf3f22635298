"""What a machine must have for some kinds of tests. Where apt-get may be used, it gets what is missing."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FONT = "fonts-liberation"  # which Chromium's package recommends, and without which texts have other widths
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the same; the first has no windows to draw
LOCK = Path(tempfile.gettempdir()) / f"gangland-apt-{os.getuid()}"  # the workers of one run begin together


def find_chromium() -> str | None:
    """The path of Chromium, or None if there is none."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def find_postgres() -> str | None:
    """The folder of its programs."""
    found = shutil.which("postgres")
    places = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return next((str(place) for place in reversed(places) if (place / "initdb").exists()), None)


@dataclass(frozen=True)
class Need:
    """A program, how it is found, and the packages of which any has it, with what belongs to it."""

    program: str
    find: Callable[[], str | None]
    packages: tuple[str, ...]
    beside: tuple[str, ...] = ()

    @property
    def remedy(self) -> str:
        """The command that installs it."""
        return f"apt-get install {' '.join([self.packages[0], *self.beside])}"

    def installed(self) -> bool:
        """Whether it is there, after an attempt to install it if it was not."""
        if self.find():
            return True
        with LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self.find():
                apt_get("update")
                any(apt_get("install", "--yes", package, *self.beside) for package in self.packages)
        return bool(self.find())


NEEDS = {  # by the marker of the tests
    "browser": Need("Chromium", find_chromium, BROWSERS, (FONT,)),
    "postgres": Need("PostgreSQL", find_postgres, ("postgresql",)),
}


def apt_get(*arguments: str) -> bool:
    """Whether it could be done; nobody is asked for a password, and another apt-get is waited for."""
    if not shutil.which("apt-get") or (os.geteuid() != 0 and not shutil.which("sudo")):
        return False
    sudo = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    command = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=600", *arguments]
    return subprocess.run(command, check=False, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0


def missing(kind: str) -> str | None:
    """Why tests of a kind cannot run, and what would help."""
    need = NEEDS[kind]
    return None if need.installed() else f"{need.program} is missing and could not be installed: {need.remedy}"
