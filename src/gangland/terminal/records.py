"""Files of records: read, checked, and never overwritten unasked."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from pathlib import Path

from gangland.core.errors import GanglandError
from gangland.core.words import Language, mark
from gangland.play import Record
from gangland.play.record import read_file
from gangland.terminal.downloads import download_record, is_address


class WrongRecord(GanglandError):
    """A record is not in order. The sentence names its file and line."""


def load_record(source: str, number: int, words: Language) -> Record:
    """A record that was verified: of a file, counted from 1, or of a table by its address. Raises GanglandError."""
    is_page = is_address(source)
    records = [(1, download_record(source, words))] if is_page else list(read_file(source))
    if not 1 <= number <= len(records):
        raise GanglandError(
            mark("There is no record {number} in the file: it ends with {count}."), number=number, count=len(records)
        )
    return checked(source if is_page else Path(source), *records[number - 1])


def check_records(path: Path) -> Iterator[Record]:
    """All records of a file, verified one by one. Raises WrongRecord at the first that is not in order."""
    for line, text in read_file(path):
        yield checked(path, line, text)


def checked(source: Path | str, line: int, text: str) -> Record:
    """A record that was verified. Raises WrongRecord."""
    try:
        record = Record.loads(text)
        record.verify()
    except GanglandError as trouble:
        raise WrongRecord(mark("{file}, line {line}: {trouble}"), file=source, line=line, trouble=trouble) from None
    return record


def keep_what_is_there(files: Iterable[Path], force: bool) -> None:
    """Raises GanglandError if a file would be overwritten without `--force`, IsADirectoryError for a folder."""
    for file in files:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, "", str(file))
        if file.exists() and not (force and file.is_file()):
            raise GanglandError(mark("There is already a file {file}; --force replaces it."), file=file)
