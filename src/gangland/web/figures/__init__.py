"""The pictures of the rules: positions drawn with the art of the table, and said in words for screen readers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Generic, TypeVar

from markupsafe import Markup

from gangland.core.game import Move, View
from gangland.core.rooms import load_room
from gangland.core.sentence import Sentence
from gangland.core.words import Language
from gangland.learn.rulebook import Picture

V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Scene(Generic[V]):
    """One drawing of a picture, with those before and after it."""

    views: tuple[V, ...]
    number: int  # of the drawing among them
    moves: tuple[Move, ...]  # that lead to the next one
    mark: tuple[str, ...]
    words: Language

    @property
    def earlier(self) -> V | None:
        """The view of the drawing before, or None for the first."""
        return self.views[self.number - 1] if self.number else None

    @property
    def later(self) -> V | None:
        """The view of the next drawing, or None for the last."""
        return self.views[self.number + 1] if self.number + 1 < len(self.views) else None


@dataclass(frozen=True)
class Zone:
    """A part of the table: its name, how it is drawn and what lies there in words."""

    title: str
    art: Markup
    words: str


@dataclass(frozen=True)
class Frame:
    """A drawing with its caption."""

    zones: tuple[Zone, ...]
    caption: Markup | str

    @property
    def words(self) -> str:
        """All that is drawn, in words."""
        return " ".join(f"{zone.title}: {zone.words}." for zone in self.zones)


@dataclass(frozen=True)
class Figure:
    """A picture as a page shows it."""

    name: str
    frames: tuple[Frame, ...]
    refusal: Sentence | None = None  # the sentence that refuses the move, if the picture shows how it is not done


@singledispatch
def draw_zone(view: View, zone: str, scene: Scene[Any]) -> Zone:
    """A zone of a view. A game that has pictures draws it."""
    raise NotImplementedError


def draw_figure(picture: Picture, words: Language) -> Figure:
    """A picture of the rules in a language. Raises InvalidNotation or IllegalMove for what the rules do not allow."""
    views = tuple(position.view(0) for position in picture.positions())
    moves = (*picture.moves(), ())
    frames = []
    for number, (view, following) in enumerate(zip(views, moves, strict=True)):
        scene = Scene(views, number, following, picture.mark, words)
        caption = picture.captions[number] if number < len(picture.captions) else ""
        frames.append(Frame(tuple(draw_zone(view, zone, scene) for zone in picture.show), caption))
    refusal = picture.refusal()
    return Figure(picture.name, tuple(frames), refusal.sentence if refusal else None)


load_room(__name__)
