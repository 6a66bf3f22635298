"""Contestants by a short text: `random`, `greedy`, `level:3` or just `3`, `search:1000`, `search:0.5s,trust=0`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from random import Random
from typing import Any, Protocol

from gangland.bots.analysis import Limit, SearchSettings, analyse, analyse_position
from gangland.bots.levels import levels_for
from gangland.bots.simple import choose_as_a_beginner, choose_at_random, choose_greedily
from gangland.core.errors import InvalidNotation
from gangland.core.game import Game, Move
from gangland.core.position import Sampler
from gangland.core.words import mark
from gangland.play import InformationState, Match


class Contestant(Protocol):
    """A player in the arena, made anew for each game.

    The same seed gives the same move, unless the contestant thinks by the clock.
    """

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        """A legal move for this seat of the match."""


@dataclass(frozen=True)
class Honest:
    """A contestant that gets nothing but what its seat has seen."""

    think: Callable[[InformationState, int], Move]
    by_the_clock: bool = False
    remembers: bool = True  # False saves time: it gets no past, as it does not use it

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        """The move that it thinks of with what this seat has seen."""
        return self.think(match.seen(seat) if self.remembers else InformationState(match.view(seat), ()), seed)


def at_random(details: str, game: Game) -> Contestant:
    """A contestant that moves at random. It takes no details and raises InvalidNotation if there are any."""
    refuse(details)
    return Honest(lambda seen, seed: choose_at_random(seen.view.legal_moves, Random(seed)), remembers=False)


def beginner(details: str, game: Game) -> Contestant:
    """A contestant that plays as people play their first game. It takes no details and raises InvalidNotation."""
    refuse(details)
    return Honest(lambda seen, seed: choose_as_a_beginner(seen.view, Random(seed)), remembers=False)


def greedy(details: str, game: Game) -> Contestant:
    """A contestant that moves by rules of thumb. It takes no details and raises InvalidNotation if there are any."""
    refuse(details)
    return Honest(lambda seen, seed: choose_greedily(seen.view), remembers=False)


def level(details: str, game: Game) -> Contestant:
    """The opponent of a level, of which 1 is the weakest. Raises InvalidNotation if the game has no such level."""
    known = {str(one.number): one for one in levels_for(game)}
    if details not in known:
        raise InvalidNotation(mark("“{text}” is not a level from 1 to {count}."), text=details, count=len(known))
    chosen = known[details]
    return Honest(chosen.choose, chosen.seconds is not None, remembers=chosen.searches)


def search(details: str, game: Game) -> Contestant:
    """A contestant that searches, by details such as `1000,trust=0`. Raises InvalidNotation."""
    amount, *settings = details.split(",")
    limit = read_limit(amount)
    chosen = SearchSettings(**dict(read_setting(setting) for setting in settings))
    return Honest(lambda seen, seed: analyse(seen, limit, seed, chosen).move, limit.seconds is not None)


def oracle(details: str, game: Game) -> Contestant:
    """An upper bound of strength: it sees everybody's cards and, in Famiglia, the order of the pile."""
    return Oracle(read_limit(details))


@dataclass(frozen=True)
class Oracle:
    """A contestant that searches the true position. It sees what is hidden, so it is for comparison only."""

    limit: Limit

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""
        return self.limit.seconds is not None

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        """The best move for this seat, found with all cards open."""
        position = match.position
        match.game.fix_order(position, match.pile)
        return analyse_position(match.game, position, [Sampler()], self.limit, seed).move


def openspiel(details: str, game: Game) -> Contestant:
    """A contestant that searches with OpenSpiel's own algorithms. Raises InvalidNotation or MissingExtra."""
    from gangland.env.opponents import OpenSpielBot

    limit = read_limit(details)
    return OpenSpielBot(limit.simulations, limit.seconds)


KINDS: dict[str, Callable[[str, Game], Contestant]] = {
    "random": at_random,
    "beginner": beginner,
    "greedy": greedy,
    "level": level,
    "search": search,
    "oracle": oracle,
    "seer": oracle,  # the oracle's name in older results
    "openspiel": openspiel,
}

OLD_NAMES = {"curiosity": "exploration"}  # of settings, in older results


def contestant(text: str, game: Game) -> Contestant:
    """The contestant of a text for one game. Raises InvalidNotation."""
    kind, _, details = full(text).partition(":")
    if kind not in KINDS:
        raise InvalidNotation(
            mark("There is no contestant “{text}”; there are {names}."), text=text, names=", ".join(KINDS)
        )
    return KINDS[kind](details, game)


def full(text: str) -> str:
    """The full text of a contestant: a plain number is a level."""
    return f"level:{text}" if text.isdecimal() else text


def read_limit(text: str) -> Limit:
    """The limit of a text, for each move: `1000` simulations or `0.5s`. Raises InvalidNotation."""
    if re.fullmatch(r"[1-9]\d{0,8}", text, re.ASCII):
        return Limit(simulations=int(text))
    if re.fullmatch(r"\d+(\.\d+)?s", text, re.ASCII) and 0 < float(text[:-1]) <= 3600:
        return Limit(seconds=float(text[:-1]))
    raise InvalidNotation(
        mark("“{text}” is neither a number of simulations, as 1000, nor seconds for each move, as 0.5s."), text=text
    )


def read_setting(text: str) -> tuple[str, Any]:
    """The name and value of a search setting such as `trust=0`. Raises InvalidNotation."""
    name, _, value = text.partition("=")
    name = OLD_NAMES.get(name, name)
    kinds = {field.name: type(getattr(SearchSettings(), field.name)) for field in fields(SearchSettings)}
    if name in kinds and re.fullmatch(r"\d{1,9}" if kinds[name] is int else r"\d{1,9}(\.\d+)?", value, re.ASCII):
        return name, kinds[name](float(value))
    raise InvalidNotation(mark("“{text}” does not set any of {names} to a number."), text=text, names=", ".join(kinds))


def refuse(details: str) -> None:
    """Raises InvalidNotation if there are details where none are allowed."""
    if details:
        raise InvalidNotation(mark("“{text}” means nothing here."), text=details)
