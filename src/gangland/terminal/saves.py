"""Where this table keeps its games: one record a file, running or finished."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import platformdirs

from gangland.famiglia import Solo, ranking_score
from gangland.game import CorruptRecord, Outcome, mark
from gangland.play import Match, Record

DATA = "GANGLAND_DATA"  # set it to keep the games elsewhere


def folder() -> Path:
    games = Path(os.environ.get(DATA) or platformdirs.user_data_dir("gangland")) / "games"
    games.mkdir(parents=True, exist_ok=True)
    return games


def new_path() -> Path:
    """The next free number."""
    taken = [int(path.stem) for path in folder().glob("*.json") if path.stem.isdigit()]
    return folder() / f"{max(taken, default=0) + 1:05}.json"


def save(match: Match, people: frozenset[int], path: Path) -> None:
    record = match.record()
    replace(record, extra=record.extra | {"table": {"people": sorted(people)}}).save(path)


def load(path: Path) -> tuple[Match, frozenset[int]]:
    """A game and the seats that people have; a record without them is for people only."""
    record = Record.load(path)
    table = record.extra.get("table", {"people": list(range(record.game.seats))})
    people = table.get("people") if isinstance(table, dict) else None
    if not isinstance(people, list) or not all(seat in range(record.game.seats) for seat in people):
        raise CorruptRecord(mark("The record does not say which seats are people's."))
    return record.match(), frozenset(people)


def readable() -> Iterator[tuple[Path, Record]]:
    """All games here, newest first; a file that is none is passed over."""
    for path in sorted(folder().glob("*.json"), reverse=True):
        try:
            yield path, Record.load(path)
        except (CorruptRecord, UnicodeDecodeError):
            continue


def newest_running() -> Path | None:
    return next((path for path, record in readable() if record.outcome is None), None)


def ranking(game: Solo) -> list[int]:
    """F10.7: the wins at a level with the same side starting, best first."""
    outcomes = [record.outcome for _, record in readable() if record.game == game]
    return sorted(wins(outcomes), reverse=True)


def wins(outcomes: list[Outcome | None]) -> Iterator[int]:
    for outcome in outcomes:
        score = ranking_score(outcome) if outcome and outcome.reason == "pile" else None
        if score is not None:
            yield score
