"""Options of games, declared as fields: what can be chosen, what is usual, and the words for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar

V = TypeVar("V")


@dataclass(frozen=True)
class Option:
    """Something that a game leaves to whoever opens it; its words are English, marked for the catalogues."""

    default: Any
    choices: tuple[Any, ...]
    label: str
    name: str = ""  # that of the field
    field: str = ""  # what web forms call it, if not by its name
    explanation: str = ""
    question: str = ""  # for a terminal to ask; {number} is the usual answer
    choice: str = ""  # what one choice is called; the option's name in braces is its value
    hints: tuple[str, ...] = ()  # a few words about each choice
    by_first: Callable[[int], Any] | None = None  # what it is if this seat starts; so a record need not say it
    optional: bool = False  # a record may leave it out

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_switch(self) -> bool:
        """Whether it is off unless somebody wants it."""
        return self.choices == (False, True) and self.default is False

    def read(self, text: str) -> Any:
        """The choice that reads like this; a text that is none stays as it is, for the game to refuse."""
        return next((choice for choice in self.choices if str(choice) == text), text)


def option(default: V, *, choices: tuple[V, ...], label: str, **facts: Any) -> V:
    """A field of a game that is an option of it; the facts are those of `Option`."""
    made: V = field(default=default, metadata={"option": Option(default, choices, label, **facts)})
    return made


@cache
def declared_options(game: type[Any]) -> tuple[Option, ...]:
    """The options of a class of games, in the order of its fields."""
    declared = ((one.name, one.metadata.get("option")) for one in fields(game))
    return tuple(replace(option, name=name, field=option.field or name) for name, option in declared if option)
