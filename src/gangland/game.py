"""The words around a position that every game shares: Game, Move, View and Outcome."""

from __future__ import annotations

import operator
import re
import typing
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, SupportsIndex, cast

from gangland.errors import CorruptRecord, IllegalMove, InvalidArgument, InvalidNotation, shown
from gangland.evaluator import Evaluator
from gangland.options import Option, declared_options
from gangland.position import Position, Sampler
from gangland.words import Words, mark

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which Python's own has from 3.13 on
else:

    def TypeVar(name, *, default=None, **arguments):  # noqa: N802
        return typing.TypeVar(name, **arguments)


class Code:
    """One of a closed set of things that have a short text: a card, a gang, a spot, a move.

    There is one object for each number. It equals no number and nothing of another kind; where the kernel wants its
    number, `__index__` gives it.
    """

    __slots__ = ("number",)
    count: ClassVar[int] = 0  # the numbers go from 0 to one less
    _known: ClassVar[dict[int, Any]]  # those that were made so far

    number: int

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        cls._known = {}

    def __new__(cls, number: SupportsIndex) -> Self:
        """Any whole number below `count`; a code of another kind is none."""
        if type(number) is cls:
            return number
        if type(number) is not int:
            number = cls._whole(number)
        if 0 <= number < cls.count:
            return cls._of(number)
        raise cls._unknown(number)

    @classmethod
    def _of(cls, number: int) -> Self:
        """The same, unchecked: for numbers that the kernel gives."""
        code: Self = cls._known.get(number) or cls._known.setdefault(number, cls._made(number))
        return code

    @classmethod
    def _made(cls, number: int) -> Self:
        code = super().__new__(cls)
        object.__setattr__(code, "number", number)
        return code

    @classmethod
    def _whole(cls, number: object) -> int:
        if isinstance(number, bool | Code):
            raise cls._unknown(number)
        try:
            return int(operator.index(number))  # type: ignore[arg-type]
        except TypeError:
            raise cls._unknown(number) from None

    @classmethod
    def _unknown(cls, number: object) -> InvalidArgument:
        return InvalidArgument(
            mark("{number} is not the number of a {kind}: those go from 0 to {last}."),
            number=shown(number), kind=cls.__name__, last=cls.count - 1,
        )  # fmt: skip

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of `str`; raises InvalidNotation."""
        if not isinstance(text, str):
            raise InvalidNotation(mark("{value} is not text."), value=shown(text))
        return cls._parse(text)

    @classmethod
    def _parse(cls, text: str) -> Self:
        raise NotImplementedError

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"A {type(self).__name__} is never changed.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A {type(self).__name__} is never changed.")

    def __index__(self) -> int:
        return self.number

    def __hash__(self) -> int:
        return self.number

    def __lt__(self, other: Self) -> bool:
        return self.number < other.number if type(other) is type(self) else NotImplemented

    def __reduce__(self) -> tuple[type[Self], tuple[int]]:
        return type(self), (self.number,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """In JSON it is text."""
        return handler.generate_schema(str)


class Action:
    """What a move does. Each kind of action is a frozen dataclass of its own, and its text is the notation."""

    __slots__ = ()
    verb: ClassVar[str]  # with which the notation begins


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """F6.8, G6.2: whoever passes does nothing else."""

    verb: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return self.verb


A = TypeVar("A", bound=Action, covariant=True, default=Action)


class Move(Code, Generic[A]):
    """A number in its game's action space, and the action that it stands for."""

    __slots__ = ("_text", "action")
    actions: ClassVar[Sequence[Action | None]] = ()  # by their numbers; None where no move has the number
    _by_text: ClassVar[dict[str, Any]]

    action: A
    _text: str

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        cls.count = cls.count or len(cls.actions)
        cls._by_text = {str(action): cls._of(number) for number, action in enumerate(cls.actions) if action}

    @classmethod
    def _made(cls, number: int) -> Self:
        action = cls._action(number)
        if action is None:
            raise cls._unknown(number)
        move = super()._made(number)
        object.__setattr__(move, "action", action)
        object.__setattr__(move, "_text", str(action))
        return move

    @classmethod
    def _action(cls, number: int) -> Action | None:
        """What the move of a number does; None if there is no such move."""
        return cls.actions[number]

    @classmethod
    def _parse(cls, text: str) -> Self:
        if text in cls._by_text:
            return cast(Self, cls._by_text[text])
        raise InvalidNotation(mark("“{text}” is not a move of this game."), text=text)

    def __str__(self) -> str:
        return self._text


M = TypeVar("M", bound=Move, covariant=True, default=Move)


class LegalMoves(tuple[M, ...]):
    """The legal moves of a position; `in` takes a move or its notation."""

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(str(legal) == move for legal in self)
        return super().__contains__(move)


class Termination(StrEnum):
    """Why a game is over; records, databases and the API write the values."""

    END = "end"  # it was played to its end; of games that have no reason of their own
    PILE = "pile"  # F9.1
    PASSES = "passes"  # F9.3, G6.3
    RESIGNED = "resigned"
    TIME = "time"

    def __repr__(self) -> str:
        return repr(self.value)


GIVEN_UP = (Termination.RESIGNED, Termination.TIME)  # ends before the end


@dataclass(frozen=True)
class Outcome:
    """How a game ended: everybody's points, the seats that share the win, and why it is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Termination


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """Winners first, the others by their points, from 0; equals share a place.

    >>> places((2,), (5, 9, 9, 2)), places((0, 1), (7, 7, 3, 3))
    ([2, 1, 0, 3], [0, 0, 2, 2])
    """
    order = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [sum(other > own for other in order) for own in order]


@dataclass(frozen=True)
class View(Generic[M]):
    """What one seat, or a watcher (`seat` None), may know."""

    seat: int | None
    turn: int
    legal_moves: tuple[M, ...]  # of the seat itself, when it decides
    scores: tuple[int | None, ...]  # as things lie; None where secret cards count
    ended: Termination | None

    @property
    def game(self) -> Game:
        """The rules in force, as far as the table shows them; raises InvalidArgument."""
        raise TypeError("Only the view of a game knows its rules.")

    @property
    def unseen(self) -> int:
        """How many cards are hidden from whoever has this view; it sinks when a move uncovers something."""
        raise TypeError("Only the view of a game knows its cards.")

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it: cards and moves are text."""
        return fields_as_text(self)


def as_text(value: Any) -> Any:
    """A value of a view, with the text of each code in it."""
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, tuple):
        return tuple(map(as_text, value))
    if isinstance(value, dict):
        return {as_text(key): as_text(part) for key, part in value.items()}
    return fields_as_text(value) if is_dataclass(value) else value


def fields_as_text(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, in the same way."""
    return {field.name: as_text(getattr(value, field.name)) for field in fields(value)}


T = TypeVar("T")
V = TypeVar("V", bound=View, covariant=True, default=View)


class Shuffler(Protocol):
    """Where a deal takes its randomness from."""

    def below(self, n: int) -> int: ...

    def shuffled(self, items: Iterable[T]) -> list[T]: ...


Setup = Mapping[str, Any]
P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Offer:
    """A usual way to sit down to a game, for a list to choose from."""

    label: str
    options: Mapping[str, Any] = field(default_factory=dict)
    people: int = 1


class Game(ABC, Generic[M, V]):
    """The rules in force: a small frozen value that is written into the record."""

    name: ClassVar[str]  # one for all: records, addresses, levels and nets
    aliases: ClassVar[tuple[str, ...]] = ()  # shorter ones, for people who type
    title: ClassVar[str]  # as its box has it
    long_title: ClassVar[str]  # which says how it differs from its brothers
    rulebook: ClassVar[str]  # the page of its rules; games of one page share cards and opponents
    offers: ClassVar[tuple[Offer, ...]] = ()
    example: ClassVar[str] = ""  # a move as one types it
    capitals: ClassVar[str] = "(?!)"  # the words of its notation that are written in capitals, as a pattern
    view_type: ClassVar[type[View]]
    move_type: ClassVar[type[Move]]
    card_type: ClassVar[type[Code]]
    has_ranking: ClassVar[bool] = False  # wins are listed by their score; other games rate their players
    has_secrets: ClassVar[bool]  # players hide something from each other
    most_decisions: ClassVar[int]  # from the start to the end, by all players
    most_chances: ClassVar[int]  # who starts, cards dealt and cards turned up
    reshuffle_size: ClassVar[int]  # the most cards that F8.1 or G3.3 can shuffle

    def __post_init__(self) -> None:
        """Options are of exactly the types of their choices: 1 is not true."""
        for option in options_of(self):
            check_choice(option.name, getattr(self, option.name), option.choices)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, or one that comes from a file, is checked like a new one."""
        vars(self).update(vars(type(self)(**state)))

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many there are."""

    @property
    def players(self) -> int:
        """How many of the seats somebody decides for; the last ones may be a robot's, which has no choice."""
        return self.seats

    @property
    def has_robot(self) -> bool:
        return self.players < self.seats

    @property
    def robot_name(self) -> str:
        """What tournaments call the robot, where there is one."""
        return "robot"

    @property
    def says_who_starts(self) -> bool:
        """Whether that is one of its options."""
        return any(option.by_first for option in options_of(self))

    @classmethod
    def short_name(cls) -> str:
        return (*cls.aliases, cls.name)[0]

    def variant(self, words: Words) -> list[str]:
        """What people say after its title: which of the games of its rulebook it is, and for how many."""
        return []

    def details(self, words: Words) -> list[str]:
        """What its name does not say."""
        return []

    def ranking_score(self, outcome: Outcome) -> int | None:
        """With how much a list of wins names this one; None if there is no such list, or it is not a win."""
        return None

    def options(self) -> dict[str, Any]:
        """The options as a record writes them: by name, without those that follow from who starts."""
        names = sorted(option.name for option in options_of(self) if not option.by_first)
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        """The rules of a record with these options and this first seat; raises CorruptRecord."""
        with in_a_record():
            return cls(**{option.name: recorded_value(option, options, first) for option in options_of(cls)})

    def choose_first(self, shuffler: Shuffler) -> int:
        """Who starts if the players do not say (F1.3, G1.6)."""
        return shuffler.below(self.seats)

    @property
    def starters(self) -> tuple[int, ...]:
        """The seats that may start, each as likely as the others if nobody says it."""
        return tuple(range(self.seats))

    def check_first(self, first: int) -> None:
        """Raises InvalidArgument if this seat cannot start."""
        check_seat(first, self.seats)

    @abstractmethod
    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        """A setup, as a record writes it."""

    @abstractmethod
    def begin(self, first: int) -> Position:
        """The position before anything is dealt or laid out; raises InvalidArgument."""

    @abstractmethod
    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        """The position before its first card is laid out, and the pile, top first; raises CorruptRecord."""

    @abstractmethod
    def position_from_view(self, view: View) -> Position:
        """The position as far as a seat's view goes; raises ValueError for one that nobody can have."""

    def sampler(
        self, position: Position, seat: int, past: Sequence[tuple[int, Move, View]] = (), trust: float = 1.0
    ) -> Sampler:
        """What fills in whatever a seat cannot see in its position.

        The past has each move with a watcher's view from before it; trust says how much the others' moves tell.
        """
        return Sampler()

    def fix_order(self, position: Position, pile: Sequence[SupportsIndex]) -> None:
        """Let the cards of the pile come in this order, for a search that may see everything; not in every game."""
        return

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
    def why_illegal(self, position: Position, move: Move) -> IllegalMove:
        """Why a move is not legal."""

    def evaluator(self) -> Evaluator:
        """What a search of this game thinks of first."""
        return Evaluator()

    def spelled(self, line: str) -> str:
        """A move typed in any case, as the notation writes it."""
        return " ".join(word.upper() if re.fullmatch(self.capitals, word) else word for word in line.lower().split())

    def legal_moves(self, position: Position) -> LegalMoves[M]:
        """All of them; none when the game is over."""
        return LegalMoves(cast(Iterable[M], map(self.move_type._of, its(position, Position).moves())))


def winners(position: Position, seats: int) -> tuple[int, ...]:
    """The seats that share the win of an ended game."""
    return tuple(seat for seat in range(seats) if position.returns(seat) > 0)


def options_of(game: Game | type[Game]) -> tuple[Option, ...]:
    """The options that a game declares, in the order of its fields; raises InvalidArgument."""
    kind: type = game if isinstance(game, type) else type(game)
    if not is_game(kind):
        raise InvalidArgument(mark("A {value} is not a {kind}."), value=kind.__name__, kind="Game")
    return declared_options(kind)


def is_game(kind: type) -> bool:
    return issubclass(kind, Game) and is_dataclass(kind)


def its(position: Position, kind: type[P]) -> P:
    """A position that must be of this kind."""
    if isinstance(position, kind):
        return position
    raise InvalidArgument(mark("A {value} is not a {kind}."), value=type(position).__name__, kind=kind.__name__)


def check_choice(key: str, value: object, choices: Iterable[object]) -> None:
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise InvalidArgument(
            mark("The option {key} cannot be {value}; it is one of: {choices}."),
            key=key, value=shown(value), choices=", ".join(map(repr, choices)),
        )  # fmt: skip


def check_seat(seat: object, seats: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise InvalidArgument(
            mark("There is no seat {seat}: they are numbered from 0 to {last}."), seat=shown(seat), last=seats - 1
        )


def list_of(value: Any) -> Sequence[Any]:
    """A list of a setup; raises TypeError for whatever else can be gone through, also without end."""
    if isinstance(value, list | tuple):
        return value
    raise TypeError(f"{shown(value)} is not a list.")


@contextmanager
def in_a_record() -> Iterator[None]:
    """What no call takes is corrupt where a record says it."""
    try:
        yield
    except InvalidArgument as trouble:
        raise CorruptRecord(trouble.sentence, trouble.clause, **trouble.words) from None


def recorded_value(option: Option, options: Mapping[str, Any], first: int) -> Any:
    """An option as a record with this first seat says it."""
    if option.by_first:
        return option.by_first(first)
    if option.name in options or option.optional:
        return options.get(option.name, option.default)
    raise CorruptRecord(mark("The rules do not say “{key}”."), key=option.name)
