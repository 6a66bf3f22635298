"""The words around a position that every game shares: Game, Move, View, Outcome and the errors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Protocol, Self, TypeVar

from gangland.position import Position


class Trouble(Exception):
    """What a person did wrong, as one sentence that can be said in their language."""

    def __init__(self, sentence: str, clause: str = "", **words: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.clause = clause
        self.words = words

    def __str__(self) -> str:
        return self.told(lambda sentence: sentence)

    def told(self, translate: Callable[[str], str]) -> str:
        words = {key: word.told(translate) if isinstance(word, Trouble) else word for key, word in self.words.items()}
        told = translate(self.sentence).format(**words)
        return f"{told} ({self.clause})" if self.clause else told


class InvalidNotation(Trouble, ValueError):
    """It cannot be read."""


class IllegalMove(Trouble, ValueError):
    """It can be read, but is not allowed now."""


class CorruptRecord(Trouble, ValueError):
    """A record that no game can have produced."""


def mark(sentence: str) -> str:
    """Leave a sentence as it is, but list it in the catalogues."""
    return sentence


def mark_in(context: str, word: str) -> str:
    """The same for a word that is translated in its context only."""
    return word


class Code(int):
    """A small number that reads as its code: a card, a gang, a spot, a move."""

    @classmethod
    def parse(cls, text: str) -> Self:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class Move(Code):
    """A number in its game's action space that reads as the notation of the rules pages."""

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


class LegalMoves(tuple[Move, ...]):
    """The legal moves of a position; `in` takes a move or its notation."""

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(str(legal) == move for legal in self)
        return super().__contains__(move)


@dataclass(frozen=True)
class Outcome:
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """Winners first, the others by their points, from 0; equals share a place.

    >>> places((2,), (5, 9, 9, 2)), places((0, 1), (7, 7, 3, 3))
    ([2, 1, 0, 3], [0, 0, 2, 2])
    """
    order = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [sum(other > own for other in order) for own in order]


@dataclass(frozen=True)
class View:
    """What one seat, or a watcher (`seat` None), may know."""

    seat: int | None
    turn: int
    legal_moves: tuple[str, ...]  # of the seat itself, when it decides
    scores: tuple[int | None, ...]  # as things lie; None where secret cards count
    ended: str | None  # the reason

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


T = TypeVar("T")


class Shuffler(Protocol):
    """Where a deal takes its randomness from."""

    def below(self, n: int) -> int: ...

    def shuffled(self, items: Iterable[T]) -> list[T]: ...


Setup = Mapping[str, Any]


class Game(ABC):
    """The rules in force: a small frozen value that is written into the record."""

    name: ClassVar[str]
    move_type: ClassVar[type[Move]]
    card_type: ClassVar[type[Code]]
    has_secrets: ClassVar[bool]  # players hide something from each other
    reshuffle_size: ClassVar[int]  # the most cards that F8.1 or G3.3 can shuffle

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many there are."""

    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The options as a record writes them."""

    @classmethod
    @abstractmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        """The rules of a record with these options and this first seat; raises CorruptRecord."""

    def choose_first(self, shuffler: Shuffler) -> int:
        """Who starts if the players do not say (F1.3, G1.6)."""
        return shuffler.below(self.seats)

    @abstractmethod
    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        """A setup, as a record writes it."""

    @abstractmethod
    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        """The position before its first card is laid out, and the pile, top first; raises CorruptRecord."""

    @abstractmethod
    def position(self, text: str) -> Position:
        """The inverse of `str(position)`; raises InvalidNotation."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How it ended, or None."""

    @abstractmethod
    def standing(self, position: Position) -> tuple[int, ...]:
        """Everybody's points as things lie; not for the eyes of players."""

    @abstractmethod
    def objection(self, position: Position, move: Move) -> IllegalMove:
        """Why a move is not legal."""

    def legal_moves(self, position: Position) -> LegalMoves:
        return LegalMoves(self.move_type(move) for move in position.moves())


def best_of(ranked: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The seats that nobody beats."""
    return tuple(seat for seat, rank in enumerate(ranked) if rank == max(ranked))


def option(options: Mapping[str, Any], key: str, choices: Iterable[T]) -> T:
    """One of the choices, of exactly their type: in JSON, 1 is not true."""
    for choice in choices:
        if options[key] == choice and type(options[key]) is type(choice):
            return choice
    raise CorruptRecord(mark("The option {key} cannot be {value}."), key=key, value=repr(options[key]))
