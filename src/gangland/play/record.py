"""Records: finished and unfinished games as JSON (docs/records.md)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, Self, TypeGuard

from gangland.core.arguments import file_path
from gangland.core.errors import CorruptRecord, GanglandError, InvalidArgument
from gangland.core.game import GIVEN_UP, Game, Outcome, Termination, in_a_record
from gangland.core.words import mark
from gangland.play.deal import VERSION, Deal, check_game, check_salt, foreign
from gangland.play.history import Played, Reshuffled
from gangland.play.match import Match, read_names
from gangland.registry import GAMES

FORMAT = "gangland-record/1"
KEYS = ("format", "game", "rules", "seats", "first", "setup", "log", "outcome")


@dataclass(frozen=True)
class Record:
    """The record of one game: everything needed to replay it without a random generator."""

    game: Game
    seats: tuple[str, ...]
    first: int
    setup: dict[str, Any]
    log: tuple[dict[str, Any], ...]
    outcome: Outcome | None
    extra: dict[str, Any] = field(default_factory=dict)  # keys that this version does not know, kept as they are

    def __post_init__(self) -> None:
        """Raises CorruptRecord unless the fields have the shape of a record."""
        with in_a_record():
            check_game(self.game)
            read_names(self.seats, self.game.seats)
            self.game.check_first(self.first)
        check_log(self.log)
        check_outcome(self.outcome, self.game)
        for key in ("setup", "extra"):
            if not isinstance(getattr(self, key), dict):
                raise CorruptRecord(mark("The record has no “{key}”."), key=key)

    def __hash__(self) -> int:
        return hash(self.dumps())

    @classmethod
    def of(cls, match: Match) -> Self:
        """The record of a match so far. Raises InvalidArgument for anything but a Match."""
        if not isinstance(match, Match):
            raise InvalidArgument(mark("A {value} is not a {kind}."), value=type(match).__name__, kind="Match")
        extra = {}
        dealt = match.deal
        if dealt.salt:
            extra["deal"] = {
                "version": VERSION,
                "commitment": match.commitment,
                "tickets": list(dealt.tickets),
                "salt": dealt.salt,
            }
        log = tuple(
            {"seat": entry.seat, "move": str(entry.move)}
            if isinstance(entry, Played)
            else {"chance": "reshuffle", "cards": list(map(str, entry.cards))}
            for entry in match.log
        )
        return cls(match.game, match.seats, dealt.first, dealt.setup, log, match.outcome, extra)

    @property
    def commitment(self) -> str | None:
        """The SHA-256 that commits to the deal, or None if the record has no commitment."""
        dealt = self.extra.get("deal")
        return str(dealt["commitment"]) if isinstance(dealt, dict) and "commitment" in dealt else None

    # Text

    def dumps(self) -> str:
        """The record as one line of JSON."""
        outcome = self.outcome and {
            "scores": self.outcome.scores,
            "winners": self.outcome.winners,
            "reason": self.outcome.reason,
        }
        values = (FORMAT, self.game.name, self.game.options(), self.seats, self.first, self.setup, self.log, outcome)
        known = dict(zip(KEYS, values, strict=True))
        return json.dumps(known | self.extra, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str) -> Self:
        """The record that a JSON text holds. Raises CorruptRecord if it is none.

        The moves are not checked for being legal; `match` and `verify` do that.
        """
        try:
            data = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            raise CorruptRecord(mark("This is not JSON.")) from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise CorruptRecord(mark("This is not a record of the format {format}."), format=FORMAT)
        missing = [key for key in KEYS if key not in data]
        if missing:
            raise CorruptRecord(mark("The record has no “{key}”."), key=missing[0])
        seats, log = data["seats"], data["log"]
        record = cls(
            game=read_game(data["game"], data["rules"], data["first"]),
            seats=tuple(seats) if isinstance(seats, list) else seats,
            first=data["first"],
            setup=data["setup"],
            log=tuple(log) if isinstance(log, list) else log,
            outcome=read_outcome(data["outcome"]),
            extra={key: value for key, value in data.items() if key not in KEYS},
        )
        record.deal()
        return record

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file. The file is replaced in one step, so it is never half written."""
        target = file_path(path, "The path of a record")
        with NamedTemporaryFile(
            "w", encoding="utf-8", errors="backslashreplace",  # a lone surrogate, as JSON escapes it
            dir=target.parent, prefix=target.name, delete=False,
        ) as file:  # fmt: skip
            file.write(self.dumps() + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(file.name).replace(target)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read the record of a file. Raises CorruptRecord, or OSError if there is no such file."""
        return cls.loads(file_path(path, "The path of a record").read_bytes().decode("utf-8", "replace"))

    @classmethod
    def load_all(cls, path: str | os.PathLike[str]) -> Iterator[Self]:
        """Read the records of a file one after the other, as they are asked for. Nothing but one of them is in memory.

        There is one on each line, or a single one that spans all lines. The file may be compressed, by gzip, bzip2 or
        xz, and where Python knows it by zstd. Raises CorruptRecord, which names the file and the line, or OSError.
        """
        for line, text in read_file(path):
            try:
                record = cls.loads(text)
            except CorruptRecord as trouble:
                raise CorruptRecord(
                    mark("{file}, line {line}: {trouble}"), file=path, line=line, trouble=trouble
                ) from None
            yield record

    # Replay

    def deal(self) -> Deal:
        """The deal of the record. Raises CorruptRecord if it is not the one committed to."""
        self.game.opening(self.setup, self.first)
        if "deal" not in self.extra:
            return foreign(self.first, self.setup)
        dealt = read_deal(self.extra["deal"], self)
        if dealt.commitment(self.game) != self.commitment:
            raise CorruptRecord(mark("The deal is not the one that was committed to."))
        return dealt

    def match(self, at: int | None = None) -> Match:
        """The match as it stood before log entry `at`, or at the end. Raises CorruptRecord at the first wrong entry."""
        match = Match(self.game, self.deal(), self.seats)
        end = len(self.log) if at is None else at
        if not is_int(end) or not 0 <= end <= len(self.log):
            raise CorruptRecord(mark("The log ends with entry {count}."), count=len(self.log))
        number = 0
        while number < end:
            number = self._replay_entry(match, number)
        if end == len(self.log) and self.outcome and self.outcome.reason in GIVEN_UP:
            match._given_up = self.outcome  # `verify` compares it with the position
        return match

    def _replay_entry(self, match: Match, number: int) -> int:
        """Replay the move with this number in the log and its reshuffle. Returns the number of the next move."""
        entry = self.log[number]
        chance = self.log[number + 1] if number + 1 < len(self.log) and "chance" in self.log[number + 1] else None
        try:
            if "chance" in entry:
                raise CorruptRecord(mark("No reshuffle happened here."))
            reshuffled = Reshuffled(tuple(map(self.game.card_type.parse, chance["cards"]))) if chance else None
            match.replay(entry["seat"], entry["move"], reshuffled)
            made = match.history()[-1].entry
            if isinstance(made, Reshuffled):
                if not chance:
                    raise CorruptRecord(mark("The reshuffle that happened here is missing."))
                if "deal" in self.extra and list(made.cards) != match.deal.reshuffle(made.cards):
                    raise CorruptRecord(mark("The reshuffle is not the one that was committed to."))
                return number + 2
            if chance:
                number += 1
                raise CorruptRecord(mark("No reshuffle happened here."))
            return number + 1
        except GanglandError as trouble:
            raise CorruptRecord(mark("Log entry {number}: {trouble}"), number=number, trouble=trouble) from None

    def verify(self) -> Match:
        """Replay the whole record and compare the outcome. Raises CorruptRecord."""
        match = self.match()
        if self.outcome and self.outcome.reason in GIVEN_UP:
            played = match.game.outcome(match.position)
            fair = played is None and self.game.seats == 2 and self.outcome.scores == match.standing
            if not fair or len(self.outcome.winners) != 1:
                raise CorruptRecord(mark("The outcome does not fit the final position."))
        elif match.outcome != self.outcome:
            raise CorruptRecord(mark("The outcome does not fit the final position."))
        return match


def read_file(path: str | os.PathLike[str]) -> Iterator[tuple[int, str]]:
    """The records of a file as text, each with the number of its first line.

    A file has one record on each line, or a single one that spans all lines. Raises CorruptRecord if it is empty,
    damaged or no text, or OSError.
    """
    try:
        with open_text(file_path(path, "The path of a record")) as file:
            start = file.readline()
            if not start:
                raise CorruptRecord(mark("{file} is empty."), file=path)
            if not is_json(start):
                yield 1, start + file.read()
                return
            for number, line in enumerate(chain([start], file), 1):
                if line.strip():
                    yield number, line
    except UnicodeDecodeError:
        raise CorruptRecord(mark("{value} is not text."), value=path) from None
    except OSError as error:
        if error.errno is not None:  # bzip2 and gzip know no errors of their own
            raise
        raise CorruptRecord(DAMAGED, file=path) from None
    except damages():
        raise CorruptRecord(DAMAGED, file=path) from None


DAMAGED = mark("{file} is compressed and damaged.")
COMPRESSED = {  # by their first bytes: the module that reads them
    b"\x1f\x8b": "gzip",
    b"BZh": "bz2",
    b"\xfd7zXZ\x00": "lzma",
    b"\x28\xb5\x2f\xfd": "compression.zstd",  # since Python 3.14
}


def damages() -> tuple[type[Exception], ...]:
    """What is raised for a damaged file, as far as this Python knows ways to compress; it may lack any of them."""
    found: list[type[Exception]] = [EOFError]
    for module, name in (("zlib", "error"), ("lzma", "LZMAError"), ("compression.zstd", "ZstdError")):
        with suppress(ModuleNotFoundError):
            found.append(getattr(import_module(module), name))
    return tuple(found)


def open_text(path: Path) -> IO[str]:
    """Open a text file, compressed or not, which its first bytes tell. Raises OSError, or CorruptRecord for zstd."""
    with path.open("rb") as file:
        start = file.read(8)
    for magic, module in COMPRESSED.items():
        if start.startswith(magic):
            try:
                opened: IO[str] = import_module(module).open(path, "rt", encoding="utf-8")
            except ModuleNotFoundError:
                raise CorruptRecord(
                    mark("{file} is compressed in a way that this Python does not know: {name}."),
                    file=path,
                    name=module,
                ) from None
            return opened
    return path.open(encoding="utf-8")


def is_json(text: str) -> bool:
    """Whether a text is valid JSON."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def is_int(value: object) -> bool:
    """Whether a value is an int; True and False are not."""
    return type(value) is int


def read_game(name: object, rules: object, first: Any) -> Game:
    """The game that a record names, with its options. Raises CorruptRecord."""
    if not isinstance(name, str) or name not in GAMES:
        raise CorruptRecord(mark("There is no game “{name}”; there are {names}."), name=name, names=", ".join(GAMES))
    if not isinstance(rules, dict):
        raise CorruptRecord(mark("The record has no “{key}”."), key="rules")
    return GAMES[name].from_options(rules, first)


def check_log(log: object) -> None:
    """Raises CorruptRecord unless every entry of the log has the shape of a move or a reshuffle."""
    if not isinstance(log, tuple):
        raise CorruptRecord(mark("The record has no “{key}”."), key="log")
    for number, entry in enumerate(log):
        if not is_entry(entry):
            raise CorruptRecord(
                mark("Log entry {number}: {trouble}"), number=number,
                trouble=CorruptRecord(mark("It is neither a move nor a reshuffle.")),
            )  # fmt: skip


def is_entry(entry: object) -> bool:
    """Whether a value has the shape of a log entry: a seat and a move, or the cards of a reshuffle."""
    if not isinstance(entry, dict):
        return False
    if "chance" in entry:
        cards = entry.get("cards")
        named = isinstance(cards, list) and all(isinstance(card, str) for card in cards)
        return named and entry["chance"] == "reshuffle"
    return is_int(entry.get("seat")) and isinstance(entry.get("move"), str)


NO_OUTCOME = mark("The outcome must have scores, winners and a reason.")


def read_outcome(outcome: object) -> Outcome | None:
    """The outcome of a record, or None if the game had not ended. Raises CorruptRecord."""
    if outcome is None:
        return None
    if isinstance(outcome, dict):
        scores, winners, reason = (outcome.get(key) for key in ("scores", "winners", "reason"))
        if isinstance(scores, list) and isinstance(winners, list) and reason in list(Termination):
            return Outcome(tuple(scores), tuple(winners), Termination(reason))
    raise CorruptRecord(NO_OUTCOME)


def check_outcome(outcome: Outcome | None, game: Game) -> None:
    """Raises CorruptRecord unless the outcome is None or has scores, seats of this game as winners, and a reason."""
    if outcome is None:
        return
    shaped = isinstance(outcome, Outcome) and isinstance(outcome.reason, Termination)
    if not shaped or not is_ints(outcome.scores) or not is_ints(outcome.winners):
        raise CorruptRecord(NO_OUTCOME)
    if not all(0 <= seat < game.seats for seat in outcome.winners):
        raise CorruptRecord(NO_OUTCOME)


def is_ints(values: object) -> TypeGuard[Sequence[int]]:
    """Whether a value is a list or tuple of ints."""
    return isinstance(values, list | tuple) and all(is_int(value) for value in values)


def read_deal(data: object, record: Record) -> Deal:
    """The deal of a record that was committed to. Raises CorruptRecord."""
    parts = data if isinstance(data, dict) and data.get("version") == VERSION else {}
    tickets, salt = parts.get("tickets"), parts.get("salt")
    if isinstance(parts.get("commitment"), str) and is_ints(tickets) and isinstance(salt, str):
        if len(tickets) != record.game.reshuffle_size:
            raise CorruptRecord(
                mark("The tickets of the deal are not an order of {count} numbers."), count=record.game.reshuffle_size
            )
        with in_a_record():
            check_salt(salt)
            return Deal(record.first, record.setup, tuple(tickets), salt)
    raise CorruptRecord(
        mark("The deal must have the version {version}, a commitment, tickets and a salt."), version=VERSION
    )
