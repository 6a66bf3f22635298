"""Who plays, as a short text: `random`, `greedy`, `level:3` or just `3`, `search:1000`, `search:0.5s,trust=0`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any, Protocol

from gangland.bots.analysis import Limit, SearchSettings, analyse, analyse_position
from gangland.bots.levels import levels_for
from gangland.bots.simple import choose_at_random, choose_greedily
from gangland.errors import InvalidNotation
from gangland.game import Game, Move
from gangland.play import InformationState, Match
from gangland.position import Sampler
from gangland.words import mark


class Contestant(Protocol):
    """Made anew for each game; the same seed gives the same move, unless it thinks by the clock."""

    @property
    def by_the_clock(self) -> bool: ...

    def choose(self, match: Match, seat: int, seed: int) -> Move: ...


@dataclass(frozen=True)
class Honest:
    """One that gets nothing but what its seat has seen."""

    think: Callable[[InformationState, int], Move]
    by_the_clock: bool = False
    remembers: bool = True  # else it is spared what led to the position, which takes long to tell

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return self.think(match.seen(seat) if self.remembers else InformationState(match.view(seat), ()), seed)


def at_random(details: str, game: Game) -> Contestant:
    refuse(details)
    return Honest(lambda seen, seed: choose_at_random(seen.view.legal_moves, Random(seed)), remembers=False)


def greedy(details: str, game: Game) -> Contestant:
    refuse(details)
    return Honest(lambda seen, seed: choose_greedily(seen.view), remembers=False)


def level(details: str, game: Game) -> Contestant:
    if details not in ("1", "2", "3", "4", "5"):
        raise InvalidNotation(mark("“{text}” is not a level from 1 to 5."), text=details)
    chosen = levels_for(game)[int(details) - 1]
    return Honest(chosen.choose, chosen.seconds is not None, remembers=chosen.kind != "greedy")


def search(details: str, game: Game) -> Contestant:
    amount, *settings = details.split(",")
    limit = read_limit(amount)
    chosen = SearchSettings(**dict(read_setting(setting) for setting in settings))
    return Honest(lambda seen, seed: analyse(seen, limit, seed, chosen).move, limit.seconds is not None)


def oracle(details: str, game: Game) -> Contestant:
    """An upper bound: it sees everybody's cards, and in Famiglia the order of the pile."""
    return Oracle(read_limit(details))


@dataclass(frozen=True)
class Oracle:
    limit: Limit

    @property
    def by_the_clock(self) -> bool:
        return self.limit.seconds is not None

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        position = match.position
        match.game.fix_order(position, match.pile)
        return analyse_position(match.game, position, [Sampler()], self.limit, seed).move


def openspiel(details: str, game: Game) -> Contestant:
    """OpenSpiel's own searchers."""
    from gangland.env.opponents import OpenSpielBot

    limit = read_limit(details)
    return OpenSpielBot(limit.simulations, limit.seconds)


KINDS: dict[str, Callable[[str, Game], Contestant]] = {
    "random": at_random,
    "greedy": greedy,
    "level": level,
    "search": search,
    "oracle": oracle,
    "seer": oracle,  # its name in older results
    "openspiel": openspiel,
}

OLD_NAMES = {"curiosity": "exploration"}  # of settings


def contestant(text: str, game: Game) -> Contestant:
    """The contestant of a text for one game; raises InvalidNotation."""
    kind, _, details = full(text).partition(":")
    if kind not in KINDS:
        raise InvalidNotation(
            mark("There is no contestant “{text}”; there are {names}."), text=text, names=", ".join(KINDS)
        )
    return KINDS[kind](details, game)


def full(text: str) -> str:
    """A plain number is a level."""
    return f"level:{text}" if text.isdecimal() else text


def read_limit(text: str) -> Limit:
    """`1000` simulations or `0.5s` for each move."""
    if re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        return Limit(simulations=int(text))
    if re.fullmatch(r"\d+(\.\d+)?s", text, re.ASCII) and 0 < float(text[:-1]) <= 3600:
        return Limit(seconds=float(text[:-1]))
    raise InvalidNotation(
        mark("“{text}” is neither a number of simulations, as 1000, nor seconds for each move, as 0.5s."), text=text
    )


def read_setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    name = OLD_NAMES.get(name, name)
    kinds = {field.name: type(getattr(SearchSettings(), field.name)) for field in fields(SearchSettings)}
    if name in kinds and re.fullmatch(r"\d{1,9}" if kinds[name] is int else r"\d{1,9}(\.\d+)?", value, re.ASCII):
        return name, kinds[name](float(value))
    raise InvalidNotation(mark("“{text}” does not set any of {names} to a number."), text=text, names=", ".join(kinds))


def refuse(details: str) -> None:
    if details:
        raise InvalidNotation(mark("“{text}” means nothing here."), text=details)
