"""What every player is: something that chooses a move from what its seat has seen."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256
from typing import Protocol

from gangland.bots.analysis import Limit
from gangland.core.errors import GanglandError
from gangland.core.game import M, Move, V, W
from gangland.core.words import mark
from gangland.play import InformationState, Match

USUAL_LIMIT = Limit(simulations=1000, cpu=True, soon=True)  # of whoever is told no other; it needs no clock


class Bot(Protocol[W]):
    """A player of any kind: a level, a search, OpenSpiel's searchers, or one of your own.

    It gets what its seat has seen and nothing else: never a match, never a position. Two attributes are optional. A bot
    whose moves depend on how fast the machine is says `by_the_clock = True`. A bot that says `remembers = False` looks
    at the view alone; then it is not told the past, which saves time.

    >>> from gangland.bots import play
    >>> from gangland.famiglia import Duel
    >>> class Hasty:
    ...     def choose(self, seen, limit, seed):
    ...         return seen.view.legal_moves[0]
    >>> play(Duel(), [Hasty(), "greedy"], seed=1).outcome.winners
    (1,)
    """

    def choose(self, seen: InformationState[W], /, *, limit: Limit, seed: int) -> Move | str:
        """A legal move, or its notation. Whatever the bot leaves to chance, the seed decides.

        The limit says how much to think; a bot with a limit of its own goes by that one.
        """


class FailureKind(StrEnum):
    """What a bot did instead of a legal move. Result files write the values."""

    CRASHED = "crashed"
    LATE = "late"
    ILLEGAL = "illegal"
    RUBBISH = "rubbish"
    MEMORY = "memory"
    CHANGED = "changed"
    REFUSED = "refused"

    def __repr__(self) -> str:
        return repr(self.value)


FAILURES = {
    FailureKind.CRASHED: mark("{name} ended without an answer: {detail}"),
    FailureKind.LATE: mark("{name} did not answer within {detail} seconds."),
    FailureKind.ILLEGAL: mark("{name} answered “{detail}”, which is not legal."),
    FailureKind.RUBBISH: mark("{name} wrote “{detail}”, which is no answer."),
    FailureKind.MEMORY: mark("{name} wanted more than {detail} MB of memory."),
    FailureKind.CHANGED: mark("{name} is not what it was when the games began: its source has changed."),
    FailureKind.REFUSED: mark("{name} cannot play: {detail}"),
}


class BotFailure(GanglandError, RuntimeError):
    """A bot did not make a legal move. One sentence says which bot, and what it did instead."""

    def __init__(self, name: str, kind: FailureKind, detail: str = "") -> None:
        super().__init__(FAILURES[kind], name=name, detail=detail)
        self.name = name
        self.kind = kind
        self.detail = detail

    def __reduce__(self) -> tuple[type[BotFailure], tuple[str, FailureKind, str]]:
        return type(self), (self.name, self.kind, self.detail)


def move_seed(*parts: str | int) -> int:
    """A number that looks random. It depends on the parts alone, in every process and on every machine."""
    return int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:6], "big")


def seen_by(bot: Bot, match: Match[M, V], seat: int) -> InformationState[V]:
    """What a bot is told at a seat of a match: all that the seat has seen, or its view alone."""
    return match.seen(seat) if getattr(bot, "remembers", True) else InformationState(match.view(seat))
