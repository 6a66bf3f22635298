"""Fair deals: fixed and committed to before the first move, checked after the last (docs/fairness.md)."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from gangland.game import Game

VERSION = "gangland-deal/1"
T = TypeVar("T")


class Stream:
    """Numbers from a seed by SHA-256 in counter mode, without bias and the same on every machine."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._block = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            block = sha256(self._seed + b":" + str(self._block).encode()).digest()
            self._words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
            self._block += 1
        return self._words.pop(0)

    def below(self, n: int) -> int:
        fair = 2**32 - 2**32 % n
        while True:
            word = self._word()
            if word < fair:
                return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Fisher and Yates, from the end."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def hex(self, words: int) -> str:
        return "".join(f"{self._word():08x}" for _ in range(words))


@dataclass(frozen=True)
class Deal:
    """All the chance of one game: the setup, and the tickets that will order a reshuffle (F8.1, G3.3)."""

    first: int
    setup: dict[str, Any]
    tickets: tuple[int, ...]
    salt: str

    def commitment(self, game: Game) -> str:
        """SHA-256 over all of it, written as JSON in one fixed way."""
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

    def reshuffle(self, cards: Iterable[str]) -> list[str]:
        """The new order of the cards: number them alphabetically, then follow the tickets."""
        numbered = sorted(cards)
        return [numbered[ticket] for ticket in self.tickets if ticket < len(numbered)]


def deal(game: Game, seed: int | str | None = None, first: int | None = None) -> Deal:
    """The deal of a seed, or without one an unforeseeable deal."""
    stream = Stream(secrets.token_hex(32) if seed is None else str(seed))
    starter = game.choose_first(stream)
    return Deal(
        first=starter if first is None else first,
        setup=game.deal(stream),
        tickets=tuple(stream.shuffled(range(game.reshuffle_size))),
        salt=stream.hex(8),
    )


def foreign(first: int, setup: dict[str, Any]) -> Deal:
    """The deal of a record that commits to nothing; a reshuffle still to come is unforeseeable."""
    return Deal(first, setup, tuple(Stream(secrets.token_hex(32)).shuffled(range(64))), "")
