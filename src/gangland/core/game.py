"""What every game shares besides its position: Game, Move, View and Outcome."""

from __future__ import annotations

import operator
import re
import typing
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, SupportsIndex, cast
from urllib.parse import urlencode

from gangland.core.errors import (
    CorruptRecord,
    IllegalMove,
    InvalidArgument,
    InvalidNotation,
    InvalidPosition,
    shown,
)
from gangland.core.evaluator import Evaluator
from gangland.core.options import Option, declared_options
from gangland.core.pictures import drawn
from gangland.core.position import Position, Sampler
from gangland.core.sentence import Term
from gangland.core.words import Language, mark

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # with defaults, which Python's own has from 3.13 on
else:

    def TypeVar(name, *, default=None, **arguments):  # noqa: N802
        return typing.TypeVar(name, **arguments)


class Code(Term):
    """One of a closed set of values with a short text: a card, a gang, a spot, a move.

    There is one object for each number. It equals neither a number nor a code of another kind. Where the kernel wants
    its number, `__index__` gives it.
    """

    __slots__ = ("number",)
    texts: ClassVar[Sequence[str]] = ()  # the text of each, by their numbers
    count: ClassVar[int] = 0  # how many there are; their numbers start at 0
    _known: ClassVar[dict[int, Any]]  # the objects made so far, by number
    _by_text: ClassVar[dict[str, Any]]

    number: int

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        cls._known = {}
        cls.count = cls.count or len(cls.texts)
        cls._by_text = {text: cls._of(number) for number, text in enumerate(cls.texts)}

    def __new__(cls, number: SupportsIndex) -> Self:
        """The code of a whole number below `count`. Raises InvalidArgument, also for a code of another kind."""
        if type(number) is cls:
            return number
        if type(number) is not int:
            number = cls._whole(number)
        if 0 <= number < cls.count:
            return cls._of(number)
        raise cls._unknown(number)

    @classmethod
    def _of(cls, number: int) -> Self:
        """The code of a number that comes from the kernel. It is not checked."""
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
        """The code with this text: the inverse of `str`. Raises InvalidNotation."""
        if not isinstance(text, str):
            raise InvalidNotation(mark("{value} is not text."), value=shown(text))
        return cls._by_text.get(text) or cls._parse_unlisted(text)

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        """The code of a text that `texts` does not list. Raises InvalidNotation."""
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

    def __str__(self) -> str:
        return self.texts[self.number]

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """In JSON a code is its text."""
        return handler.generate_schema(str)


@dataclass(frozen=True, slots=True)
class Action:
    """What a move does. Each kind of action is a frozen dataclass of its own, and its text is the notation."""

    verb: ClassVar[str]  # the first word of the notation

    def __str__(self) -> str:
        return self.verb

    @property
    def named(self) -> tuple[Code, ...]:
        """The cards, gangs and spots that the action names."""
        values = (getattr(self, each.name) for each in fields(self))
        return tuple(value for value in values if isinstance(value, Code))


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do nothing else in this turn (F6.8, G6.2)."""

    verb: ClassVar[str] = "pass"


A = TypeVar("A", bound=Action, covariant=True, default=Action)


class Move(Code, Generic[A]):
    """A number in its game's action space, and the action that it stands for."""

    __slots__ = ("_text", "action")
    actions: ClassVar[Sequence[Action | None]] = ()  # by the numbers of moves; None for a number without a move

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
        """The action of the move with this number, or None if there is no such move."""
        return cls.actions[number]

    @classmethod
    def read_action(cls, text: str) -> Action:
        """The action that a text describes, also one that no move stands for. Raises InvalidNotation."""
        if not isinstance(text, str):
            raise InvalidNotation(mark("{value} is not text."), value=shown(text))
        return cls._read_action(text)

    @classmethod
    def _read_action(cls, text: str) -> Action:
        return cls.parse(text).action

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise InvalidNotation(mark("“{text}” is not a move of this game."), text=text)

    def __str__(self) -> str:
        return self._text


M = TypeVar("M", bound=Move, covariant=True, default=Move)


class LegalMoves(tuple[M, ...]):
    """The legal moves of a position. `in` takes a move or its notation."""

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


GIVEN_UP = (Termination.RESIGNED, Termination.TIME)  # a player ended the game, not the rules


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the points by seat, the seats that share the win, and why it is over."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Termination

    @property
    def is_tie(self) -> bool:
        """Whether all seats share the first place, so that nobody has won against anybody."""
        return len(self.winners) == len(self.scores)


def places(winners: Collection[int], scores: Sequence[int]) -> list[int]:
    """The place of each seat, counted from 0. Winners come first, the others follow by points; equals share a place.

    >>> places((2,), (5, 9, 9, 2)), places((0, 1), (7, 7, 3, 3))
    ([2, 1, 0, 3], [0, 0, 2, 2])
    """
    order = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [sum(other > own for other in order) for own in order]


@dataclass(frozen=True)
class View(Generic[M]):
    """What one seat may know. A watcher's view has the seat None."""

    seat: int | None
    turn: int
    legal_moves: tuple[M, ...]  # of this seat, if it is its turn; otherwise none
    scores: tuple[int | None, ...]  # the current score of each seat; None where secret cards count
    ended: Termination | None

    by_seat: ClassVar[tuple[str, ...]] = ()  # the fields besides `scores` that hold something of each seat

    def __post_init__(self) -> None:
        """Raises InvalidArgument for a view made by hand that lacks a seat."""
        seats = len(self.scores) if isinstance(self.scores, tuple) else 0
        for name in ("scores", *self.by_seat):
            values = getattr(self, name)
            if not isinstance(values, tuple) or len(values) != seats:
                raise InvalidArgument(mark("{key} must be a tuple with one value for each seat."), key=name)
        check_seat(self.turn, seats)
        if self.seat is not None:
            check_seat(self.seat, seats)

    @property
    def game(self) -> Game:
        """The rules in force, as far as the table shows them. Raises InvalidArgument if no game has such a view."""
        raise TypeError("Only the view of a game knows its rules.")

    @property
    def unseen(self) -> int:
        """How many cards are hidden from this viewer. The number falls when a move uncovers a card."""
        raise TypeError("Only the view of a game knows its cards.")

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each seat as far as this viewer can count them. None where nothing can be counted."""
        return self.scores

    def joined(self, views: Iterable[Self]) -> Self:
        """This view, with what each of the other views shows of its own seat. Nobody's legal moves are in it.

        It is for games that are over, where secrets may be told, and for what one seat knew.
        """
        shown: dict[str, Any] = {name: getattr(self, name) for name in ("scores", *self.by_seat)}
        for view in views:
            if view.seat is not None:
                for name, values in shown.items():
                    own = getattr(view, name)[view.seat]
                    shown[name] = (*values[: view.seat], own, *values[view.seat + 1 :])
        return replace(self, legal_moves=(), **shown)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table as this view has it."""
        return drawn(self)

    def as_dict(self) -> dict[str, Any]:
        """The view as JSON has it: cards and moves are text."""
        return fields_as_text(self)


def as_text(value: Any) -> Any:
    """A value of a view with the text of each code in it."""
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, tuple):
        return tuple(map(as_text, value))
    if isinstance(value, dict):
        return {as_text(key): as_text(part) for key, part in value.items()}
    return fields_as_text(value) if is_dataclass(value) else value


def fields_as_text(value: Any) -> dict[str, Any]:
    """The fields of a dataclass by name, with the text of each code in them."""
    return {field.name: as_text(getattr(value, field.name)) for field in fields(value)}


T = TypeVar("T")
V = TypeVar("V", bound=View, covariant=True, default=View)
W = TypeVar("W", bound=View, contravariant=True, default=View)  # of whoever takes views, as bots do


class Shuffler(Protocol):
    """A source of randomness for a deal."""

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1."""

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items as a list in random order."""


Setup = Mapping[str, Any]
P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Offer:
    """A usual way to sit down to a game, for a list to choose from."""

    label: str
    options: Mapping[str, Any] = field(default_factory=dict)
    people: int = 1


@dataclass(frozen=True)
class Ranking:
    """How the wins of a game are ranked by score: in a list for each choice of some options.

    It is for games that one person plays, on seat 0: a line of a list has the name of whoever sits there.
    """

    title: str
    about: str  # what a win scores
    options: tuple[str, ...] = ()  # by name; wins with different choices of them are in different lists


class Game(ABC, Generic[M, V]):
    """The rules in force: a small frozen value that is written into the record. Its fields are its options."""

    name: ClassVar[str]  # in records, addresses, levels and nets
    aliases: ClassVar[tuple[str, ...]] = ()  # shorter names for people who type
    title: ClassVar[str]  # as printed on its box
    long_title: ClassVar[str]  # a title that no other game of its rulebook has
    rulebook: ClassVar[str]  # the page of its rules; games of one rulebook share cards and opponents
    endings: ClassVar[Mapping[Termination, str]] = {}  # why it is over, where its rules have words of their own
    clauses: ClassVar[str] = ""  # the letter of its clauses, such as “F”, if a page tells its rules
    offers: ClassVar[tuple[Offer, ...]] = ()
    example: ClassVar[str] = ""  # a move as people type it
    capitals: ClassVar[str] = "(?!)"  # the words of its notation that are written in capitals, as a pattern
    view_type: ClassVar[type[View]]
    move_type: ClassVar[type[Move]]
    card_type: ClassVar[type[Code]]
    spot_type: ClassVar[type[Code] | None] = None  # of the spots that moves name, if there are any
    ranking: ClassVar[Ranking | None] = None  # of its wins; players of a game without one are rated
    has_secrets: ClassVar[bool]  # whether players hide something from each other
    is_for_study: ClassVar[bool] = False  # a small variant for exact methods: no table offers it
    most_decisions: ClassVar[int]  # an upper bound for one game, all players together
    most_chances: ClassVar[int]  # an upper bound for one game: who starts, cards dealt and cards drawn
    observation_fields: ClassVar[Mapping[str, int]] = {}  # how many numbers each part of `observation` has
    reshuffle_size: ClassVar[int] = 0  # an upper bound for the cards that F8.1 or G3.3 shuffles

    def __post_init__(self) -> None:
        """Raises InvalidArgument unless each option is one of its choices and of exactly their type: 1 is not True."""
        for option in options_of(self):
            check_choice(option.name, getattr(self, option.name), option.choices)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Check a game that is copied or read from a pickle as if it were new."""
        vars(self).update(vars(type(self)(**state)))

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats, a robot's included."""

    @property
    def players(self) -> int:
        """The number of seats that somebody decides for.

        They come first; the others are a robot's, which has no choice.
        """
        return self.seats

    @property
    def has_robot(self) -> bool:
        """Whether a robot plays along. It has the last seat."""
        return self.players < self.seats

    @property
    def robot_name(self) -> str:
        """The robot's name in tournaments, if the game has a robot."""
        return "robot"

    @property
    def says_who_starts(self) -> bool:
        """Whether an option of the game says who starts."""
        return any(option.by_first for option in options_of(self))

    @classmethod
    def short_name(cls) -> str:
        """The first alias of the game, or its name if it has none."""
        return (*cls.aliases, cls.name)[0]

    def variant(self, words: Language) -> list[str]:
        """What people add to the title: which game of the rulebook it is, and for how many."""
        return []

    def details(self, words: Language) -> list[str]:
        """What the title does not say, such as options in force, in a few words each."""
        return []

    @property
    def ranking_list(self) -> str:
        """The list of the ranking in which a win with these options stands, such as `level=3&robot_starts=False`."""
        return urlencode({name: getattr(self, name) for name in self.ranking.options} if self.ranking else {})

    def ranking_score(self, outcome: Outcome) -> int | None:
        """The score of a win in the ranking. It is None without a win, or if the game has no ranking."""
        return None

    def options(self) -> dict[str, Any]:
        """The options as a record writes them: by name, without those that follow from who starts."""
        names = sorted(option.name for option in options_of(self) if not option.by_first)
        return {name: getattr(self, name) for name in names}

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        """The game of a record with these options and this first seat. Raises CorruptRecord."""
        with in_a_record():
            return cls(**{option.name: recorded_value(option, options, first) for option in options_of(cls)})

    def choose_first(self, shuffler: Shuffler) -> int:
        """A random seat to start, if the players do not name one (F1.3, G1.6)."""
        return shuffler.below(self.seats)

    @property
    def starters(self) -> tuple[int, ...]:
        """The seats that may start. All are equally likely if nobody names one."""
        return tuple(range(self.seats))

    def check_first(self, first: int) -> None:
        """Raises InvalidArgument if this seat cannot start."""
        check_seat(first, self.seats)

    @abstractmethod
    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        """A random setup, as a record writes it."""

    @abstractmethod
    def begin(self, first: int) -> Position:
        """The position before anything is dealt or laid out. Raises InvalidArgument."""

    @abstractmethod
    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        """The position of a setup before its first card is laid out, and the pile, top first. Raises CorruptRecord."""

    def opening(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        """The position that a game begins with, and its pile, top first: those of a deal, or of a study.

        The setup of a study has a `position` as text and its `pile`. Raises CorruptRecord.
        """
        if not isinstance(setup, Mapping) or "position" not in setup:
            return self.start(setup, first)
        with in_a_record():
            self.check_first(first)
        try:
            position = self.position(setup["position"])
            pile = [self.card_type.parse(card).number for card in list_of(setup["pile"])]
        except (LookupError, TypeError, InvalidNotation) as trouble:
            if isinstance(trouble, InvalidNotation):
                raise CorruptRecord.of(trouble) from None
            raise CorruptRecord(mark("The record has no “{key}”."), key="pile") from None
        rest = iter(pile)
        if any(sorted(islice(rest, len(part))) != sorted(part) for part in self.pile_parts(position)) or [*rest]:
            raise CorruptRecord(mark("The pile of the setup has not the cards that the position leaves for it."))
        if self.first_of(position) != first:
            raise CorruptRecord(mark("The position of the setup says that another seat started."))
        return position, pile

    def pile_parts(self, position: Position) -> list[list[int]]:
        """The cards that will be drawn in a position, in parts of which one follows the other; each is shuffled.

        Cards that a later reshuffle brings are not in it.
        """
        return [self.own(position).bag_cards()]

    def first_of(self, position: Position) -> int:
        """The seat that started the game of a position."""
        first: int = getattr(self.own(position), "first", position.turn)
        return first

    def why_impossible(self, text: str) -> tuple[InvalidNotation, ...]:
        """Every reason why no game comes to the position of a text, each with its clause. None if it is possible.

        A text that cannot be read gives one reason: the first word that is wrong.
        """
        try:
            self.position(text)
        except InvalidPosition as trouble:
            return trouble.reasons
        except InvalidNotation as trouble:
            return (trouble,)
        return ()

    @abstractmethod
    def position_from_view(self, view: View) -> Position:
        """The position as far as a seat's view shows it. Raises ValueError for a view that no game leads to."""

    def sampler(
        self,
        position: Position,
        seat: int,
        past: Sequence[tuple[int, Move, View]] = (),
        trust: float = 1.0,
        learned: bool = True,
    ) -> Sampler:
        """The sampler that fills in what a seat cannot see of a position.

        The past has each move with its seat and a watcher's view from before it. Trust says how much the others' moves
        tell; 0 means nothing. What they tell was learned from games, if the game has anything learned, or else it goes
        by rules of thumb.
        """
        return Sampler()

    def fix_order(self, position: Position, pile: Sequence[SupportsIndex]) -> None:
        """Let a position draw the cards in the order of this pile, for a search with perfect information.

        A game without support for it leaves the position as it is.
        """
        return

    @abstractmethod
    def position(self, text: str) -> Position:
        """The position with this text: the inverse of `str(position)`. Raises InvalidNotation."""

    def own(self, position: Position) -> Position:
        """The position itself, which must be one of this game. Raises InvalidArgument."""
        return checked_position(position, Position)

    def outcome(self, position: Position) -> Outcome | None:
        """How the game of this position ended, or None while it goes on."""
        table = self.own(position)
        if not table.ended:
            return None
        return Outcome(self.standing(table), winners(table, self.seats), Termination.END)

    def standing(self, position: Position) -> tuple[int, ...]:
        """The current score of each seat. It may count secret cards, so players must not see it."""
        table = self.own(position)
        return tuple(table.score(seat) for seat in range(self.seats))

    def why_illegal(self, position: Position, move: Move) -> IllegalMove | None:
        """The error that says why a move is not legal, with the clause that forbids it. It is None for a legal move."""
        table, asked = self.own(position), self.move_type(move)
        return None if asked.number in table.moves() else self.refusal(table, asked)

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        """The error for a move that is known not to be legal. A game with clauses says which one forbids it."""
        return IllegalMove(mark("The game is over.") if self.own(position).ended else mark("This is not legal now."))

    def observation(self, view: View) -> Sequence[int]:
        """A view as numbers from 0 to 255, for environments. A game with an encoding of its own needs none."""
        return ()

    def evaluator(self) -> Evaluator:
        """The evaluator with which a search plays this game."""
        return Evaluator()

    def spelled(self, line: str) -> str:
        """A move that was typed in any case, as the notation writes it."""
        return " ".join(word.upper() if re.fullmatch(self.capitals, word) else word for word in line.lower().split())

    def read_number(self, number: int) -> M:
        """The move with this number of the action space. Raises InvalidArgument."""
        return cast(M, self.move_type(number))

    def legal_moves(self, position: Position) -> LegalMoves[M]:
        """All legal moves of a position. There are none when the game is over."""
        return LegalMoves(cast(Iterable[M], map(self.move_type._of, self.own(position).moves())))


def winners(position: Position, seats: int) -> tuple[int, ...]:
    """The seats that share the win of a game that is over."""
    return tuple(seat for seat in range(seats) if position.returns(seat) > 0)


def options_of(game: Game | type[Game]) -> tuple[Option, ...]:
    """The options that a game declares, in the order of its fields. Raises InvalidArgument for anything but a game."""
    kind: type = game if isinstance(game, type) else type(game)
    if not is_game(kind):
        raise InvalidArgument(mark("A {value} is not a {kind}."), value=kind.__name__, kind="Game")
    return declared_options(kind)


def is_game(kind: type) -> bool:
    """Whether a class is a game whose fields can declare options."""
    return issubclass(kind, Game) and is_dataclass(kind)


def checked_position(position: Position, kind: type[P]) -> P:
    """The position itself, which must be of this class. Raises InvalidArgument."""
    if isinstance(position, kind):
        return position
    raise InvalidArgument(mark("A {value} is not a {kind}."), value=type(position).__name__, kind=kind.__name__)


def check_choice(key: str, value: object, choices: Iterable[object]) -> None:
    """Raises InvalidArgument unless a value equals one of the choices and is of the same type."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise InvalidArgument(
            mark("The option {key} cannot be {value}; it is one of: {choices}."),
            key=key, value=shown(value), choices=", ".join(map(repr, choices)),
        )  # fmt: skip


def check_seat(seat: object, seats: int) -> None:
    """Raises InvalidArgument unless a value is a number from 0 to seats - 1."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < seats:
        raise InvalidArgument(
            mark("There is no seat {seat}: they are numbered from 0 to {last}."), seat=shown(seat), last=seats - 1
        )


def list_of(value: Any) -> Sequence[Any]:
    """A value of a setup that must be a list or tuple. Raises TypeError for anything else, even if iterable."""
    if isinstance(value, list | tuple):
        return value
    raise TypeError(f"{shown(value)} is not a list.")


@contextmanager
def in_a_record() -> Iterator[None]:
    """Turn InvalidArgument into CorruptRecord: in a record a wrong argument means that the record is corrupt."""
    try:
        yield
    except InvalidArgument as trouble:
        raise CorruptRecord.of(trouble) from None


def recorded_value(option: Option, options: Mapping[str, Any], first: int) -> Any:
    """The value of an option in a record that begins with this seat. Raises CorruptRecord if it is missing."""
    if option.by_first:
        return option.by_first[first if type(first) is int and first in range(len(option.by_first)) else 0]
    if option.name in options or option.optional:
        return options.get(option.name, option.default)
    raise CorruptRecord(mark("The rules do not say “{key}”."), key=option.name)
