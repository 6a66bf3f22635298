"""Keeps the games of the terminal: one record a file, running or finished."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from gangland.bots import levels_for
from gangland.bots.levels import FORMER
from gangland.core.errors import CorruptRecord, GanglandError
from gangland.core.extras import require
from gangland.core.game import Game
from gangland.core.letters import visible
from gangland.core.words import mark
from gangland.play import Match, Record
from gangland.terminal.file_lock import Hold

DATA = "GANGLAND_DATA"  # set it to keep the games elsewhere


def folder() -> Path:
    """The folder of the saved games, which is made if need be. Raises MissingExtra."""
    games = Path(os.environ.get(DATA) or usual_folder()) / "games"
    games.mkdir(parents=True, exist_ok=True)
    return games


def usual_folder() -> str:
    """The folder for data on this system. Raises MissingExtra."""
    require("cli")
    import platformdirs

    return platformdirs.user_data_dir("gangland")


def hold_new() -> Hold:
    """The hold of a new file with the next free number."""
    taken = [int(path.stem) for path in folder().glob("*.json") if path.stem.isdigit()]
    for number in count(max(taken, default=0) + 1):
        with suppress(GanglandError):
            hold = Hold(folder() / f"{number:05}.json")
            if not hold.path.exists():
                return hold
            hold.release()
    raise AssertionError("numbers do not end")


@dataclass
class Seating:
    """A match, and what the table knows about it besides the rules."""

    match: Match
    people: frozenset[int]
    ranked: bool = True  # it may enter the ranking: no seed was chosen, no move taken back, no hint taken
    opponent: int = 1  # the level of all players that are not people


def save(seating: Seating, path: Path) -> None:
    """Save a game as a record, with who sits where."""
    record = seating.match.record()
    trade = levels_for(seating.match.game)[seating.opponent - 1].name
    table = {"people": sorted(seating.people), "ranked": seating.ranked, "opponent": trade}
    replace(record, extra=record.extra | {"table": table}).save(path)


def load(path: Path) -> Seating:
    """Read a saved game. Raises CorruptRecord, or OSError if there is no such file.

    In a record from elsewhere all seats are people's, and names lose characters that could steer a terminal.
    """
    record = Record.load(path)
    record = replace(record, seats=tuple(map(visible, record.seats)))
    table = record.extra.get("table", {"people": list(range(record.game.seats))})
    people = table.get("people") if isinstance(table, dict) else None
    if not isinstance(people, list) or not all(seat in range(record.game.seats) for seat in people):
        raise CorruptRecord(mark("The record does not say which seats are people's."))
    level = read_level(table.get("opponent"), record.game)
    return Seating(record.match(), frozenset(people), table.get("ranked") is True, level)


def read_level(opponent: object, game: Game) -> int:
    """The level of an opponent in a saved game: by its trade, or by a number from when there were five levels."""
    if type(opponent) is int:
        return FORMER.get(opponent, 1)
    return next((level.number for level in levels_for(game) if level.name == opponent), 1)


def readable() -> Iterator[tuple[Path, Record]]:
    """All saved games, the newest first. Files that are not records are left out."""
    for path in sorted(folder().glob("*.json"), reverse=True):
        try:
            yield path, Record.load(path)
        except (CorruptRecord, UnicodeDecodeError):
            continue


def newest_running() -> Path | None:
    """The newest saved game that is not over, or None."""
    return next((path for path, record in readable() if record.outcome is None), None)


def ranking(game: Game) -> list[int]:
    """The scores of the ranked wins with these rules, the best first (F10.7)."""
    scores = [game.ranking_score(record.outcome) for _, record in readable() if counts(record, game) and record.outcome]
    return sorted((score for score in scores if score is not None), reverse=True)


def counts(record: Record, game: Game) -> bool:
    """Whether a saved game has these rules and may enter the ranking."""
    table = record.extra.get("table")
    return record.game == game and isinstance(table, dict) and table.get("ranked") is True
