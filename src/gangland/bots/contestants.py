"""Bots by a short text: `random`, `greedy`, `level:3` or just `3`, `search:1000`, `search:0.5s,trust=0`, `bot.py:Bot`.

Any of them may be given a name: `Tom=greedy`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from gangland.bots.analysis import USUAL, Limit, SearchSettings, analyse
from gangland.bots.bot import Bot
from gangland.bots.levels import levels_for
from gangland.bots.own import OwnBot, find_own
from gangland.bots.past import USUAL_LIMIT, VERSIONS
from gangland.bots.simple import choose_as_a_beginner, choose_at_random, choose_greedily
from gangland.core.arguments import instance
from gangland.core.errors import InvalidNotation
from gangland.core.game import Game, Move
from gangland.core.words import mark
from gangland.play import InformationState


@dataclass(frozen=True)
class AtRandom:
    """A bot that moves at random. It passes only if there is nothing else."""

    remembers: ClassVar[bool] = False

    def choose(self, seen: InformationState, /, *, limit: Limit | None = None, seed: int) -> Move:
        """The move that the seed draws."""
        return choose_at_random(seen.view.legal_moves, Random(seed))


@dataclass(frozen=True)
class Beginner:
    """A bot that plays as people play their first game."""

    remembers: ClassVar[bool] = False

    def choose(self, seen: InformationState, /, *, limit: Limit | None = None, seed: int) -> Move:
        """A move that looks best to a beginner; the seed decides among equals."""
        return choose_as_a_beginner(seen.view, Random(seed))


@dataclass(frozen=True)
class Greedy:
    """A bot that moves by rules of thumb."""

    remembers: ClassVar[bool] = False

    def choose(self, seen: InformationState, /, *, limit: Limit | None = None, seed: int = 0) -> Move:
        """The move that rules of thumb like best."""
        return choose_greedily(seen.view)


@dataclass(frozen=True)
class Searcher:
    """A bot that searches: up to a limit of its own, or else up to the one it is given."""

    limit: Limit | None = None
    settings: SearchSettings = USUAL

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""
        return self.limit is not None and self.limit.seconds is not None

    def choose(self, seen: InformationState, /, *, limit: Limit, seed: int) -> Move:
        """The best move that the search finds."""
        return analyse(seen, self.limit or limit, seed, self.settings).move


def level(details: str, game: Game) -> Bot:
    """The opponent of a level, of which 1 is the weakest. Raises InvalidNotation if the game has no such level."""
    known = {str(one.number): one for one in levels_for(game)}
    if details not in known:
        raise InvalidNotation(mark("“{text}” is not a level from 1 to {count}."), text=details, count=len(known))
    return known[details]


def search(details: str, game: Game) -> Bot:
    """A bot that searches, by details such as `1000,trust=0`. Raises InvalidNotation."""
    amount, *settings = details.split(",")
    return Searcher(read_limit(amount), SearchSettings(**dict(read_setting(setting) for setting in settings)))


def past(details: str, game: Game) -> Bot:
    """The search of an earlier version, by details such as `0.1`, `0.1:1000` or `0.1:0.05s`. Raises InvalidNotation."""
    version, colon, amount = details.partition(":")
    if version not in VERSIONS:
        raise InvalidNotation(mark("“{text}” means nothing here."), text=details)
    limit = read_limit(amount) if colon else USUAL_LIMIT
    # by the clock as many simulations were made as there was time for
    return Searcher(replace(limit, soon=limit.seconds is None), VERSIONS[version])


def openspiel(details: str, game: Game) -> Bot:
    """A bot that searches with OpenSpiel's own algorithms. Raises InvalidNotation or MissingExtra."""
    limit = read_limit(details)
    made: Bot = import_module(OPENSPIEL).OpenSpielBot(limit.simulations, limit.seconds)
    return made


def simple(bot: Callable[[], Bot]) -> Callable[[str, Game], Bot]:
    """How a bot is made that takes no details: it raises InvalidNotation if there are any."""

    def make(details: str, game: Game) -> Bot:
        if details:
            raise InvalidNotation(mark("“{text}” means nothing here."), text=details)
        return bot()

    return make


KINDS: dict[str, Callable[[str, Game], Bot]] = {
    "random": simple(AtRandom),
    "beginner": simple(Beginner),
    "greedy": simple(Greedy),
    "level": level,
    "search": search,
    "past": past,
    "openspiel": openspiel,
}

OPENSPIEL = "gangland.env.opponents"  # imported when it is asked for: it needs an extra, and it is a room above
NAMED = r"([\w][\w .-]*)=(.+)"
OLD_NAMES = {"curiosity": "exploration"}  # of settings, in older results


def contestant(text: str, game: Game) -> Bot:
    """The bot of a text for one game. Raises InvalidNotation, and what `find_own` raises for a bot of somebody's own.

    A bot of somebody's own is a `ProcessBot`; whoever asked for it ends it.

    >>> from gangland.famiglia import Duel
    >>> contestant("greedy", Duel()) == contestant("Tom=greedy", Duel())
    True
    """
    text = described(text)
    kind, _, details = text.partition(":")
    if kind in KINDS:
        return KINDS[kind](details, game)
    if own := own_bot(text):
        return own.take()
    raise InvalidNotation(
        mark(
            "There is no contestant “{text}”; there are random, beginner, greedy, level:1 to level:{count}, "
            "search:1000, past:0.1, openspiel:1000, file.py:Bot, module:factory and cmd:./program."
        ),
        text=text, count=len(levels_for(game)),
    )  # fmt: skip


def own_bot(text: str) -> OwnBot | None:
    """The bot of somebody's own that a text names, started once to see that it plays, or None. Raises GanglandError."""
    plain = described(text)
    return None if plain.partition(":")[0] in KINDS else find_own(plain)


def described(text: str) -> str:
    """The text of a contestant without the name that it was given: a plain number is a level."""
    named = re.fullmatch(NAMED, instance(text, str, "A contestant"))
    text = named[2] if named else text
    return f"level:{text}" if text.isdecimal() else text


def full_name(text: str) -> str:
    """The name of a contestant: the one it was given, as in `Tom=greedy`, or its full text."""
    named = re.fullmatch(NAMED, instance(text, str, "A contestant"))
    return named[1] if named else described(text)


def read_limit(text: str) -> Limit:
    """The limit of a text, for each move: `1000` simulations, or `0.5s` of CPU time. Raises InvalidNotation."""
    if re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        return Limit(simulations=int(text), soon=True)
    if re.fullmatch(r"\d+(\.\d+)?s", text, re.ASCII) and 0 < float(text[:-1]) <= 3600:
        return Limit(seconds=float(text[:-1]), cpu=True, soon=True)
    raise InvalidNotation(
        mark("“{text}” is neither a number of simulations, as 1000, nor seconds for each move, as 0.5s."), text=text
    )


def read_setting(text: str) -> tuple[str, Any]:
    """The name and value of a search setting such as `trust=0`. Raises InvalidNotation."""
    name, _, value = text.partition("=")
    name = OLD_NAMES.get(name, name)
    kinds = {field.name: type(getattr(SearchSettings(), field.name)) for field in fields(SearchSettings)}
    del kinds["nets_of"]
    if name == "nets_of" and Path(value).is_dir():  # a net that is in training
        return name, value
    if name in kinds and re.fullmatch(r"\d{1,9}" if kinds[name] is int else r"\d{1,9}(\.\d+)?", value, re.ASCII):
        return name, kinds[name](float(value))
    raise InvalidNotation(mark("“{text}” does not set any of {names} to a number."), text=text, names=", ".join(kinds))
