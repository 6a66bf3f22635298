"""Keeps the games of the terminal: one record a file, running or finished."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from gangland.bots import Level, ProcessBot, contestant, levels_for
from gangland.bots.contestants import KINDS, described
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


def hold_saved(name: str) -> Hold:
    """The hold of a saved game: the named one, or the newest that is not over. Raises GanglandError or OSError."""
    path = Path(name).resolve() if name else newest_running()
    if path is None:
        raise GanglandError(mark("There is no game to resume."))
    path.open("rb").close()  # raises OSError unless it is there and can be read
    return Hold(path)


@dataclass
class Seating:
    """A match, and what the table knows about it besides the rules."""

    match: Match
    people: frozenset[int]
    ranked: bool = True  # it may enter the ranking: no seed was chosen, no move taken back, no hint taken
    opponent: str = "level:1"  # all players that are not people, as the arena names them


def save(seating: Seating, path: Path) -> None:
    """Save a game as a record, with who sits where."""
    record = seating.match.record()
    level = level_of(seating.opponent, seating.match.game)
    opponent = level.name if level else seating.opponent
    table = {"people": sorted(seating.people), "ranked": seating.ranked, "opponent": opponent}
    replace(record, extra=record.extra | {"table": table}).save(path)


def load(path: Path, opponent: str | None = None) -> Seating:
    """Read a saved game. Raises GanglandError, or OSError if there is no such file.

    An opponent that is named replaces the saved one. A bot of somebody's own must be named: no file starts a program.
    In a record from elsewhere all seats are people's, and names lose characters that could steer a terminal.
    """
    record = Record.load(path)
    record = replace(record, seats=tuple(map(visible, record.seats)))
    table = record.extra.get("table", {"people": list(range(record.game.seats))})
    people = table.get("people") if isinstance(table, dict) else None
    if not isinstance(people, list) or not all(seat in range(record.game.seats) for seat in people):
        raise CorruptRecord(mark("The record does not say which seats are people's."))
    named = check_opponent(opponent, record.game) if opponent else read_opponent(table.get("opponent"), record.game)
    return Seating(record.match(), frozenset(people), table.get("ranked") is True, named)


def load_named(path: Path, opponent: str | None = None) -> Seating:
    """Read a saved game, with another opponent if one is named. Raises GanglandError, which names the file."""
    try:
        return load(path, opponent)
    except GanglandError as trouble:
        raise GanglandError(mark("{file}: {trouble}"), file=path, trouble=trouble) from None


def read_opponent(opponent: object, game: Game) -> str:
    """The opponent of a saved game: by its trade, a number from when there were five levels, or as the arena names it.

    Raises GanglandError for a bot of somebody's own.
    """
    if type(opponent) is int:
        return f"level:{FORMER.get(opponent, 1)}"
    if isinstance(opponent, str) and opponent.partition(":")[0] in KINDS:
        return check_opponent(opponent, game)
    if isinstance(opponent, str) and ":" in opponent:
        raise GanglandError(mark("This game is against {name}: name it again with --opponent."), name=opponent)
    return f"level:{next((level.number for level in levels_for(game) if level.name == opponent), 1)}"


def check_opponent(text: str, game: Game) -> str:
    """The full text of an opponent. Raises GanglandError if there is none like that."""
    bot = contestant(text, game)
    if isinstance(bot, ProcessBot):
        bot.end()
    return text if bot is not level_of(text, game) else described(text)


def level_of(opponent: str, game: Game) -> Level | None:
    """The level that an opponent is, or None if it is another bot."""
    kind, _, number = described(opponent).partition(":")
    return next((level for level in levels_for(game) if kind == "level" and str(level.number) == number), None)


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
