"""A job of the arena: which games are to be played. `play` plays one of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Self

from gangland.arena.contestants import contestant, full
from gangland.core.errors import CorruptRecord, GanglandError
from gangland.core.game import Game
from gangland.core.kernel import PACKAGE
from gangland.core.words import mark
from gangland.play import Match
from gangland.registry import PACKAGES

FORMAT = "gangland-arena/1"
PLAYERS = ("bots", "play", *PACKAGES, "env", "arena/contestants.py", "core")
SOURCES = (".py", ".pxd", ".toml", ".net")


@dataclass(frozen=True)
class Job:
    """Contestants, and how many deals they play. Each deal is played once for every lineup.

    Raises GanglandError for a wrong number of contestants or deals, or a contestant that cannot be read.
    """

    game: Game
    contestants: tuple[str, ...]
    deals: int
    seed: str = "1"

    def __post_init__(self) -> None:
        least, most = (1, len(self.contestants)) if self.game.players == 1 else (2, self.game.seats)
        if not least <= len(self.contestants) <= most:
            raise GanglandError(
                mark("This game takes from {least} to {most} contestants."), least=least, most=max(least, most)
            )
        if self.deals < 1:
            raise GanglandError(mark("There must be at least one deal."))
        for text in self.contestants:
            contestant(text, self.game)

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves of any contestant depend on how fast this machine is."""
        return any(contestant(text, self.game).by_the_clock for text in self.contestants)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all who take part, the robot included. A second one of the same name gets a number."""
        robot = [self.game.robot_name] if self.game.has_robot else []
        names = [*map(full, self.contestants), *robot]
        return tuple(
            name if names.index(name) == i else f"{name} #{names[: i + 1].count(name)}" for i, name in enumerate(names)
        )

    @cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """The contestant on each seat, for each game of a deal: all rotations.

        Seats that are left over belong to the last contestant. In a solo game each contestant in turn faces the robot.
        """
        count = len(self.contestants)
        if self.game.has_robot:
            return tuple((number, count) for number in range(count))
        seats = self.game.seats
        return tuple(tuple(min((seat + turn) % seats, count - 1) for seat in range(seats)) for turn in range(seats))

    @cached_property
    def keys(self) -> list[tuple[int, int]]:
        """Every game of the job, by the number of its deal and of its lineup."""
        return [(deal, lineup) for deal in range(self.deals) for lineup in range(len(self.lineups))]

    def header(self) -> dict[str, Any]:
        """What makes results comparable, for the first line of a result file. The number of deals is not part of it."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules": asdict(self.game),  # type: ignore[call-overload]
            "contestants": [*map(full, self.contestants)],
            "seed": self.seed,
            "players_made_from": source_hash(),
        }


def source_hash() -> str:
    """A hash of all files that decide which moves a contestant makes: 16 hexadecimal digits."""
    digest = sha256()
    for place in PLAYERS:
        for path in sorted([PACKAGE / place, *(PACKAGE / place).rglob("*.*")]):
            if path.suffix in SOURCES:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Result:
    """The result of one game: the numbers of its deal and lineup, the points by seat, and the seats that won."""

    deal: int
    lineup: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    def dumps(self) -> str:
        """The result as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> Self:
        """The result of a line of JSON. Raises CorruptRecord."""
        try:
            data = json.loads(text)
            return cls(int(data["deal"]), int(data["lineup"]), tuple(data["scores"]), tuple(data["winners"]))
        except (ValueError, KeyError, TypeError):
            raise CorruptRecord(mark("This is not the result of a game.")) from None


def play(job: Job, deal: int, lineup: int) -> Result:
    """Play one game of a job. The result depends on nothing but the job's seed and these numbers."""
    match = Match.new(job.game, seed=f"{job.seed}/{deal}")
    players = [
        contestant(job.contestants[number], job.game) if number < len(job.contestants) else None
        for number in job.lineups[lineup]
    ]
    while (outcome := match.outcome) is None:
        moves = match.legal_moves
        player = players[match.turn]
        if len(moves) == 1 or player is None:  # the robot never has a choice (F11.3)
            match.push(moves[0])
        else:
            seed = chance(job.seed, deal, lineup, match.turn, len(match.log))
            match.push(player.choose(match, match.turn, seed))
    return Result(deal, lineup, outcome.scores, outcome.winners)


def chance(*parts: str | int) -> int:
    """A number that looks random. It depends on the parts alone, in every process and on every machine."""
    return int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:6], "big")
