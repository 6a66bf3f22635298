"""A job of the arena: which games are to be played. `play` plays one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, Self

from gangland.arena.oracle import Oracle, find_oracle
from gangland.bots import AtRandom, Bot, BotFailure, FailureKind, Limit, contestant
from gangland.bots.bot import USUAL_LIMIT, move_seed, seen_by
from gangland.bots.contestants import described, full_name, own_bot
from gangland.bots.own import OwnBot
from gangland.core.arguments import instance
from gangland.core.errors import CorruptRecord, GanglandError
from gangland.core.game import Game, Outcome
from gangland.core.kernel import PACKAGE
from gangland.core.rooms import GAME_FOLDERS
from gangland.core.words import mark
from gangland.play import Match, Record

FORMAT = "gangland-arena/1"
PLAYERS = ("bots", "play", *GAME_FOLDERS, "env", "arena/oracle.py", "core")
SOURCES = (".py", ".pxd", ".toml", ".net", ".look")


@dataclass(frozen=True)
class Job:
    """Contestants, and how many deals they play. Each deal is played once for every lineup.

    The limit is what bots of one's own are told; all others have theirs. Raises GanglandError for a wrong number of
    contestants or deals, or a contestant that cannot be read or does not start.
    """

    game: Game
    contestants: tuple[str, ...]
    deals: int
    seed: str = "1"
    limit: Limit = USUAL_LIMIT
    own: Mapping[str, OwnBot] = field(init=False, repr=False, compare=False)  # the bots of one's own, by their texts

    def __post_init__(self) -> None:
        least, most = (1, len(self.contestants)) if self.game.players == 1 else (2, self.game.seats)
        if not least <= len(self.contestants) <= most:
            numbers = [*range(least, max(least, most) + 1)]
            raise GanglandError(
                mark("Wrong number of contestants: this game takes {numbers}."), numbers=", ".join(map(str, numbers))
            )
        for text in self.contestants:
            instance(text, str, "A contestant's text")
        if self.deals < 1:
            raise GanglandError(mark("There must be at least one deal."))
        own = {text: own_bot(text) for text in map(described, self.contestants) if not find_oracle(text)}
        object.__setattr__(self, "own", {text: found for text, found in own.items() if found})
        for text in self.contestants:
            self._player(text)

    def _player(self, text: str) -> Bot | Oracle | OwnBot:
        plain = described(text)
        return self.own.get(plain) or find_oracle(plain) or contestant(plain, self.game)

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves of any contestant depend on how fast this machine is."""
        return any(getattr(self._player(text), "by_the_clock", False) for text in self.contestants)

    @contextmanager
    def seated(self, lineup: int) -> Iterator[list[Bot | Oracle | BotFailure | None]]:
        """The players of one lineup by seat. A robot's is None, and of a bot that does not start it is its failure."""
        with ExitStack() as stack:
            players: list[Bot | Oracle | BotFailure | None] = []
            for number in self.lineups[lineup]:
                found = self._player(self.contestants[number]) if number < len(self.contestants) else None
                if isinstance(found, OwnBot):
                    try:
                        process = found.take()
                    except BotFailure as failure:
                        players.append(failure)
                        continue
                    stack.callback(found.give_back, process)
                    players.append(process)
                else:
                    players.append(found)
            yield players

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of all who take part, the robot included. A second one of the same name gets a number."""
        robot = [self.game.robot_name] if self.game.has_robot else []
        names = [*map(full_name, self.contestants), *robot]
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
        known = {
            "format": FORMAT,
            "game": self.game.name,
            "rules": asdict(self.game),  # type: ignore[call-overload]
            "contestants": [*map(described, self.contestants)],
            "seed": self.seed,
            "players_made_from": source_hash(),
        }
        if self.own:
            known |= {"own_bots": {text: own.source for text, own in self.own.items()}, "limit": asdict(self.limit)}
        return known


@cache
def source_hash() -> str:
    """A hash of all files that decide which moves a contestant makes: 16 hexadecimal digits."""
    digest = sha256()
    for place in PLAYERS:
        for path in sorted([PACKAGE / place, *(PACKAGE / place).rglob("*.*")]):
            if path.suffix in SOURCES:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Failure:
    """What a bot did instead of a legal move, and at which seat. From then on moves at random were made for it."""

    seat: int
    kind: FailureKind
    detail: str = ""


@dataclass(frozen=True)
class Result:
    """The result of one game: the numbers of its deal and lineup, the points by seat, and the seats that won.

    A seat whose bot failed does not win.
    """

    deal: int
    lineup: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    failures: tuple[Failure, ...] = ()
    record: str = field(default="", compare=False)  # of the game, if the job's runner asked for it; not in `dumps`

    def dumps(self) -> str:
        """The result as one line of JSON."""
        known = asdict(self)
        del known["record"]
        if not self.failures:
            del known["failures"]
        return json.dumps(known)

    @classmethod
    def loads(cls, text: str) -> Self:
        """The result of a line of JSON. Raises CorruptRecord."""
        try:
            data = json.loads(text)
            failures = tuple(
                Failure(int(one["seat"]), FailureKind(one["kind"]), str(one["detail"]))
                for one in data.get("failures", ())
            )
            return cls(int(data["deal"]), int(data["lineup"]), tuple(data["scores"]), tuple(data["winners"]), failures)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise CorruptRecord(mark("This is not the result of a game.")) from None


def play(job: Job, deal: int, lineup: int, recorded: bool = False) -> Result:
    """Play one game of a job. The result depends on nothing but the job's seed and these numbers.

    For a bot that fails, moves at random are made until the end, so that the others have their game; it does not win.
    """
    match = Match.new(job.game, seed=f"{job.seed}/{deal}", seats=[job.names[number] for number in job.lineups[lineup]])
    failures: dict[int, Failure] = {}
    with job.seated(lineup) as players:
        while (outcome := match.outcome) is None:
            moves, seat = match.legal_moves, match.turn
            player = players[seat]
            if len(moves) == 1 or player is None:  # the robot never has a choice (F11.3)
                match.push(moves[0])
                continue
            seed = move_seed(job.seed, deal, lineup, seat, len(match.log))
            if isinstance(player, Oracle):
                match.push(player.foresee(match, seed))
                continue
            try:
                if isinstance(player, BotFailure):
                    raise player
                match.push(player.choose(seen_by(player, match, seat), limit=job.limit, seed=seed))
            except BotFailure as failure:
                failures[seat] = Failure(seat, failure.kind, failure.detail)
                players[seat] = STAND_IN
                match.push(STAND_IN.choose(match.seen(seat), seed=seed))
    made = tuple(failures[seat] for seat in sorted(failures))
    result = Result(deal, lineup, outcome.scores, winners(outcome, failures), made)
    return replace(result, record=record_of(match, result, job)) if recorded else result


STAND_IN = AtRandom()


def winners(outcome: Outcome, failed: Mapping[int, object]) -> tuple[int, ...]:
    """The seats that won, without those whose bots failed: then the best of the others, or nobody if all failed."""
    sound = [seat for seat in range(len(outcome.scores)) if seat not in failed]
    won = [seat for seat in outcome.winners if seat not in failed]
    return tuple(won or (seat for seat in sound if outcome.scores[seat] == max(outcome.scores[one] for one in sound)))


def record_of(match: Match, result: Result, job: Job) -> str:
    """The record of a game as a line of JSON, with what the arena knows of it."""
    record = Record.of(match)
    known: dict[str, Any] = {"seed": job.seed, "deal": result.deal, "lineup": result.lineup}
    if result.failures:
        known["failures"] = [asdict(failure) for failure in result.failures]
    return replace(record, extra=record.extra | {"arena": known}).dumps()
