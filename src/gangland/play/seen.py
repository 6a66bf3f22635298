"""What a seat has seen, as plain data: all that a bot gets. It can go through JSON and come back."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, cast

from gangland.core.chance import Random
from gangland.core.errors import GanglandError, InvalidArgument, shown
from gangland.core.game import Code, Move, V, View, options_of
from gangland.core.position import Position
from gangland.core.words import mark
from gangland.registry import load_game

Past = tuple[tuple[int, Move, View], ...]  # each move: its seat, itself, and a watcher's view from before it


@dataclass(frozen=True)
class InformationState(Generic[V]):
    """What a seat has seen, as plain data. A bot gets this and nothing else."""

    view: V
    past: Past = ()  # empty where nothing is secret

    def world(self, seed: int) -> Position:
        """A position that the seat may be in: what it cannot see is dealt, each way as likely as it seems to the seat.

        Raises ValueError for a watcher's view, and for one that no game leads to.
        """
        view, random = self.view, Random(seed)
        game, seat = view.game, view.seat
        if seat is None:
            raise ValueError("A watcher's view is not enough: it must be the view of a seat.")
        position = game.position_from_view(view)
        if game.has_secrets and not view.ended:
            game.sampler(position, seat, self.past).imagine(position, seat, random)
        return position

    def as_dict(self) -> dict[str, Any]:
        """What the seat has seen as JSON has it: cards and moves are text. `from_dict` is the inverse."""
        game = self.view.game
        return {
            "game": game.name,
            "options": {option.name: getattr(game, option.name) for option in options_of(game)},
            "view": self.view.as_dict(),
            "past": [{"seat": seat, "move": str(move), "view": view.as_dict()} for seat, move, view in self.past],
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> InformationState:
        """What a seat has seen, from what `as_dict` gave, also after a way through JSON. Raises InvalidArgument.

        A past that is left out is empty. Only the shape is checked: `world` refuses a view that no game leads to.
        """
        view = part(data, "view")
        game = load_game(part(data, "game"), part(data, "options"))
        past = data.get("past", ())
        if not isinstance(past, list | tuple):
            raise InvalidArgument(mark("What was seen has no “{key}”."), key="past")
        return InformationState(
            read_view(game.view_type, view),
            tuple(
                (
                    read_value(int, part(each, "seat"), {}),
                    read_value(game.move_type, part(each, "move"), {}),
                    read_view(game.view_type, part(each, "view")),
                )
                for each in past
            ),
        )


def part(data: object, key: str) -> Any:
    """The value of a key in plain data. Raises InvalidArgument if it is not there."""
    if isinstance(data, Mapping) and key in data:
        return data[key]
    raise InvalidArgument(mark("What was seen has no “{key}”."), key=key)


def read_view(kind: type[View], data: object) -> View:
    """The view of a game from what its `as_dict` gave. Raises InvalidArgument."""
    made: View = read_fields(kind, data, moves_of(kind))
    return made


def moves_of(kind: type[View]) -> Mapping[Any, Any]:
    """What the type variables of `View` stand for in the view of a game."""
    for base in kind.__mro__:
        for generic in getattr(base, "__orig_bases__", ()):
            if typing.get_origin(generic) is View:
                return dict(zip(View.__parameters__, typing.get_args(generic), strict=True))  # type: ignore[attr-defined]
    return {}


@cache
def hints(kind: type) -> dict[str, Any]:
    """The types of the fields of a dataclass."""
    return typing.get_type_hints(kind)


def read_fields(kind: type, data: object, stands_for: Mapping[Any, Any]) -> Any:
    """The dataclass of this kind whose fields have these values. Raises InvalidArgument."""
    types = hints(kind)
    values = {one.name: read_value(types[one.name], part(data, one.name), stands_for) for one in fields(kind)}
    return kind(**values)


def read_value(kind: Any, value: Any, stands_for: Mapping[Any, Any]) -> Any:
    """A value of this type from plain data. Raises InvalidArgument."""
    if isinstance(kind, TypeVar):
        return read_value(stands_for.get(kind, kind.__bound__), value, stands_for)
    if isinstance(kind, UnionType) or typing.get_origin(kind) is typing.Union:
        if value is None:
            return None
        [kind] = [one for one in typing.get_args(kind) if one is not NoneType]
        return read_value(kind, value, stands_for)
    inner = typing.get_args(kind)
    match typing.get_origin(kind):
        case origin if origin is tuple and isinstance(value, list | tuple):
            return tuple(read_value(inner[0], one, stands_for) for one in value)
        case origin if origin is dict and isinstance(value, dict):
            return {
                read_value(inner[0], key, stands_for): read_value(inner[1], one, stands_for)
                for key, one in value.items()
            }
    if isinstance(kind, type):
        try:
            if issubclass(kind, Code):
                return kind.parse(value)
            if issubclass(kind, Enum):
                return kind(value)
        except (GanglandError, ValueError):
            pass
        if type(value) is kind:
            return value
        if isinstance(value, Mapping) and is_dataclass(kind):
            return read_fields(cast(type, kind), value, stands_for)
    raise InvalidArgument(
        mark("What was seen has {value} where it must have: {kind}."), value=shown(value), kind=name_of(kind)
    )


def name_of(kind: Any) -> str:
    """The name of a type, for a sentence."""
    return kind.__name__ if isinstance(kind, type) and not typing.get_args(kind) else str(kind)
