"""Makes a release: the version, the date in the changes, a commit and a tag. What is built from the tag is published.

`make release VERSION=0.2.0` refuses unless the tree is clean, the version is a new one, the changes have a section that
is not yet released, and the packages built from it pass their checks. Nothing leaves this machine before `git push`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSION_FILE = ROOT / "src" / "gangland" / "core" / "version.py"
CHANGES = ROOT / "CHANGELOG.md"
CITATION = ROOT / "CITATION.cff"
NUMBER = re.compile(r"(\d+)\.(\d+)\.(\d+)((?:a|b|rc)\d+)?")
OPEN = re.compile(r"^## (\S+), not yet released$", re.MULTILINE)


class Refused(Exception):
    """Raised if there cannot be a release. The sentence says why; nothing has been changed."""


def order(version: str) -> tuple[int, int, int, bool, str]:
    """What versions are sorted by. Raises Refused for what is no version."""
    found = NUMBER.fullmatch(version)
    if not found:
        raise Refused(f"“{version}” is not a version: write three numbers such as 0.2.0, or 0.2.0rc1.")
    return int(found[1]), int(found[2]), int(found[3]), not found[4], found[4] or ""


def check(version: str, changes: str, tags: list[str], status: str) -> None:
    """Raises Refused unless a version can be released from these changes, tags and state of the tree."""
    wanted = order(version)
    if status.strip():
        raise Refused("The tree has changes that are not committed.")
    if not OPEN.search(changes):
        raise Refused("CHANGELOG.md has no section that is “not yet released”.")
    if f"v{version}" in tags:
        raise Refused(f"There is a tag v{version} already.")
    for tag in tags:
        if NUMBER.fullmatch(tag[1:]) and order(tag[1:]) > wanted:
            raise Refused(f"The version {version} is older than {tag[1:]}.")


def written(version: str, day: str, changes: str, citation: str) -> tuple[str, str, str]:
    """The version file, the changes and the citation of a release on this day."""
    program = f'"""The version of the package; everything that tells it reads it here."""\n\nVERSION = "{version}"\n'
    changes = OPEN.sub(f"## {version}, {day}", changes, count=1)
    citation = re.sub(r"^date-released: .*\n", "", citation, flags=re.MULTILINE)
    citation = re.sub(r"^version: .*$", f"version: {version}\ndate-released: {day}", citation, flags=re.MULTILINE)
    return program, changes, citation


def git(*words: str) -> str:
    """What git answers. Raises CalledProcessError if it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main() -> int:
    """Make the release that the arguments name. Returns 2 if it is refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    version = parser.parse_args().version
    changes, citation = CHANGES.read_text("utf-8"), CITATION.read_text("utf-8")
    try:
        check(version, changes, git("tag").split(), git("status", "--porcelain"))
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 2
    files = (VERSION_FILE, CHANGES, CITATION)
    day = datetime.now(UTC).date().isoformat()
    for path, text in zip(files, written(version, day, changes, citation), strict=True):
        path.write_text(text, "utf-8")
    try:
        subprocess.run(["make", "dist"], cwd=ROOT, check=True)
    except BaseException:
        git("checkout", "--", *map(str, files))
        raise
    git("commit", "--quiet", "--message", f"gangland {version}", *map(str, files))
    git("tag", "--annotate", f"v{version}", "--message", f"gangland {version}")
    print(f"gangland {version} is tagged. `git push --follow-tags` publishes it: the release workflow does the rest.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
