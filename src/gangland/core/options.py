"""Options of games, declared as fields: the choices, the default, and the words for both."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar

from gangland.core.words import Language

V = TypeVar("V")


@dataclass(frozen=True)
class Option:
    """Something that a game leaves to the person who opens it. Its words are English, marked for the catalogues."""

    default: Any
    choices: tuple[Any, ...]
    label: str
    name: str = ""  # of the field that declares it
    field: str = ""  # its name in web forms, if that differs
    explanation: str = ""
    question: str = ""  # asked in a terminal; {number} is the default
    choice: str = ""  # the name of one choice; the option's name in braces stands for its value
    names: tuple[str, ...] = ()  # of the choices, where `choice` cannot say them
    hints: tuple[str, ...] = ()  # a few words about each choice
    by_first: tuple[Any, ...] = ()  # its value by the seat that starts, if that decides it; a record says who starts
    optional: bool = False  # a record may leave it out

    @property
    def flag(self) -> str:
        """The option's name on the command line, such as `--robot-starts`."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_switch(self) -> bool:
        """Whether the option is a flag without a value: it is off unless somebody turns it on."""
        return self.choices == (False, True) and self.default is False

    def read(self, text: str) -> Any:
        """The choice with this text. Any other text is returned as it is, and the game will refuse it."""
        return next((choice for choice in self.choices if str(choice) == text), text)

    def say(self, value: Any, words: Language) -> str:
        """The name of a choice."""
        if self.names:
            return words.say(self.names[self.choices.index(value)])
        return words.say(self.choice, **{self.name: value}) if self.choice else str(value)


def option(default: V, *, choices: tuple[V, ...], label: str, **facts: Any) -> V:
    """A dataclass field that declares an option of a game. The facts are the other fields of `Option`."""
    made: V = field(default=default, metadata={"option": Option(default, choices, label, **facts)})
    return made


@cache
def declared_options(game: type[Any]) -> tuple[Option, ...]:
    """The options that a class of games declares, in the order of its fields."""
    declared = ((one.name, one.metadata.get("option")) for one in fields(game))
    return tuple(replace(option, name=name, field=option.field or name) for name, option in declared if option)
