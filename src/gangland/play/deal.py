"""Fair deals: fixed and committed to before the first move, checked after the last (docs/fairness.md)."""

from __future__ import annotations

import json
import operator
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from gangland.core.errors import InvalidArgument, shown
from gangland.core.game import Code, Game
from gangland.core.position import Position
from gangland.core.words import mark
from gangland.registry import GAMES

VERSION = "gangland-deal/1"
T = TypeVar("T")
C = TypeVar("C", bound=Code | str)


class Stream:
    """Numbers from a seed by SHA-256 in counter mode, without bias and the same on every machine."""

    def __init__(self, seed: int | str) -> None:
        self._seed = read_seed(seed)
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._seed + b":" + str(self._block).encode()).digest()
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
            self._block += 1
        return self._words.pop(0)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely. Raises InvalidArgument unless n is from 1 to 2**32."""
        if not 0 < n <= 2**32:
            raise InvalidArgument(mark("There is no number below {n} here: it must be from 1 to 2**32."), n=shown(n))
        fair = 2**32 - 2**32 % n
        while True:
            word = self._word()
            if word < fair:
                return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items as a list in random order (Fisher and Yates, from the end)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def salt(self) -> str:
        """32 random bytes as 64 hexadecimal digits. They keep a commitment from being guessed."""
        return "".join(f"{self._word():08x}" for _ in range(8))


def read_seed(seed: object) -> bytes:
    """A seed as bytes. It is a whole number or a text; for anything else this raises InvalidArgument."""
    try:
        if not isinstance(seed, bool):
            return (seed if isinstance(seed, str) else str(operator.index(seed))).encode()  # type: ignore[arg-type]
    except (TypeError, ValueError):  # not a number, or too long to be written, or text that UTF-8 cannot encode
        pass
    raise InvalidArgument(mark("{value} is not a seed: that is a whole number or a text."), value=shown(seed))


@dataclass(frozen=True)
class Deal:
    """All the chance of one game: the setup, and the tickets that will order a reshuffle (F8.1, G3.3)."""

    first: int
    setup: dict[str, Any]
    tickets: tuple[int, ...]
    salt: str  # empty for a deal that nobody has committed to

    def __post_init__(self) -> None:
        numbers = isinstance(self.tickets, tuple) and all(type(ticket) is int for ticket in self.tickets)
        if not numbers or sorted(self.tickets) != list(range(len(self.tickets))):
            raise InvalidArgument(mark("The tickets of a deal are an order of the numbers from 0 on."))
        if self.salt != "":
            check_salt(self.salt)

    def __hash__(self) -> int:
        return hash((self.first, self.tickets, self.salt))

    def commitment(self, game: Game) -> str:
        """The SHA-256 of the whole deal and its game, written as JSON in one fixed way."""
        sealed = {
            "deal": VERSION,
            "game": game.name,
            "rules": game.options(),
            "first": self.first,
            "setup": self.setup,
            "tickets": self.tickets,
            "salt": self.salt,
        }
        return sha256(json.dumps(sealed, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def reshuffle(self, cards: Iterable[C]) -> list[C]:
        """The new order of the cards: number them alphabetically by their text, then follow the tickets."""
        numbered = sorted(cards, key=str)
        return [numbered[ticket] for ticket in self.tickets if ticket < len(numbered)]


def deal(game: Game, seed: int | str | None = None, first: int | None = None) -> Deal:
    """Deal the cards of a seed. Without a seed the deal cannot be foreseen.

    A number that says who starts is always drawn from the stream, also when `first` is given, so a seed always deals
    the same cards.
    """
    check_game(game)
    if first is not None:
        game.check_first(first)
    stream = Stream(secrets.token_hex(32) if seed is None else seed)
    starter = game.choose_first(stream)
    return Deal(
        first=starter if first is None else first,
        setup=game.deal(stream),
        tickets=tuple(stream.shuffled(range(game.reshuffle_size))),
        salt=stream.salt(),
    )


def study(game: Game, position: Position, seed: int | str | None = None) -> Deal:
    """A deal that begins with a position. What nobody has seen is shuffled. Raises InvalidArgument.

    The position must be whole: what other seats hide must be filled in.
    """
    table = game.own(position)
    if table._unknown:
        raise InvalidArgument(mark("The position does not say what some players hide."))
    first = game.first_of(table)
    game.check_first(first)
    stream = Stream(secrets.token_hex(32) if seed is None else seed)
    pile = [card for part in game.pile_parts(table) for card in stream.shuffled(part)]
    return Deal(
        first=first,
        setup={"position": str(table), "pile": [str(game.card_type(card)) for card in pile]},
        tickets=tuple(stream.shuffled(range(game.reshuffle_size))),
        salt=stream.salt(),
    )


def check_salt(salt: object) -> None:
    """Raises InvalidArgument unless the salt is 64 hexadecimal digits."""
    if not isinstance(salt, str) or not re.fullmatch("[0-9a-fA-F]{64}", salt):
        raise InvalidArgument(mark("The salt of a deal is 64 hexadecimal digits."))


def check_game(game: object) -> None:
    """Raises InvalidArgument unless the value is a game."""
    if not isinstance(game, Game):
        names = ", ".join(kind.__name__ for kind in GAMES.values())
        raise InvalidArgument(mark("{value} is not a game: those are {names}."), value=shown(game), names=names)


def foreign(first: int, setup: dict[str, Any]) -> Deal:
    """The deal of a record without a commitment. A later reshuffle in it cannot be foreseen."""
    return Deal(first, setup, tuple(Stream(secrets.token_hex(32)).shuffled(range(64))), "")
