"""Where the copies of Famiglia's cards lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar, Self

from gangland.core.arguments import instance
from gangland.core.game import Action, Pass, View
from gangland.core.words import mark, mark_many
from gangland.famiglia import Card, FamigliaView, PlayBrute, Sweep, Take
from gangland.famiglia.cards import COPIES
from gangland.play import Played
from gangland.web.story import Identity, Layout, Motion, new_layout

Face = tuple[Card, int]  # a card and the number of its copy


@dataclass
class Row(Layout):
    """Where the copies of Famiglia's cards lie: the Street, hands, displays and the discard."""

    turn_name: ClassVar[str] = mark("Round {number}")
    length_words: ClassVar[tuple[str, str]] = mark_many("{count} round", "{count} rounds")

    street: list[Face] = field(default_factory=list)
    piles: dict[str, list[Face]] = field(default_factory=dict)  # hands, displays and the discard, the newest card last
    fresh: frozenset[Face] = frozenset()  # the copies that the last move moved
    came: tuple[Face, ...] = ()  # the copies that were dealt after the last move, in this order
    motions: dict[Face, Motion] = field(default_factory=dict)  # of copies that do not go straight to their place

    def copied(self) -> Self:
        return replace(self)  # lists are replaced, never changed

    def lay_out(self, view: View) -> None:
        settle_row(self, None, instance(view, FamigliaView, "A view"))

    def follow(self, entry: Played, before: View, after: View) -> None:
        settle_row(self, entry, instance(after, FamigliaView, "A view"))

    def named(self, entry: Played) -> tuple[Identity, ...]:
        about = sorted(map(identity, self.fresh))
        about += [identity(face) for face, motion in self.motions.items() if motion is Motion.DIPS]
        match entry.move.action:
            case PlayBrute(_, target):
                about += [identity(face) for face in self.street if face[0] == target][:1]
        return tuple(about)

    def dealt(self) -> tuple[Identity, ...]:
        return tuple(map(identity, self.came))

    def ends_turn(self, entry: Played, before: View, after: View) -> bool:
        return isinstance(entry.move.action, Take | Pass)

    def turn_after(self, turns: int) -> int:
        return 1 + turns // 2  # the log counts rounds, of two turns each


@new_layout.register
def famiglia_layout(view: FamigliaView) -> Row:
    """An empty layout of Famiglia."""
    return Row()


@cache
def identity(face: Face) -> Identity:
    """The identity of a copy of a card, which the page's script follows when the card moves."""
    return f"{face[0]}-{face[1]}"


def settle_row(row: Row, entry: Played | None, view: FamigliaView) -> None:
    """Bring a layout up to date: copies stay where they can, and those that left go to where one more lies now."""
    wanted = {
        **{f"hand {seat}": view.hands[seat] for seat in range(2)},
        **{f"display {seat}": view.displays[seat] for seat in range(2)},
        "discard": view.discard,
    }
    leaves = entry is not None and isinstance(entry.move.action, Sweep | Take)
    kept = len(row.street) - leaves
    street, moved = stay_right(row.street, view.street[:kept])
    piles: dict[str, list[Face]] = {}
    for name, cards in wanted.items():
        piles[name], gone = stay(row.piles.get(name, []), cards)
        moved += gone
    row.fresh = frozenset(moved)
    taken = {*street, *(face for faces in piles.values() for face in faces)}
    for name, cards in wanted.items():
        for card in missing(cards, piles[name]):
            piles[name].append(arrive(card, moved, taken))
    dealt = [arrive(card, moved, taken) for card in view.street[kept:]]
    row.came = tuple(dealt) if entry else ()
    row.motions = dict.fromkeys(row.came, Motion.DEALT)
    row.street, row.piles = street + dealt, piles
    if entry:
        row.motions |= paying(row, entry.move.action, entry.seat)


def paying(row: Row, action: Action, seat: int) -> dict[Face, Motion]:
    """How the cards of a payment move: the one that is spent tilts, the one that is kept of the pair dips."""
    match action:
        case Take(_, spent, kept) if spent:
            gone = [face for face in row.piles[f"display {seat}"] if face in row.fresh and face[0] == spent]
            here = [face for face in row.piles[f"hand {seat}"] if face not in row.fresh and face[0] == kept]
            return dict.fromkeys(gone[:1], Motion.SPENT) | dict.fromkeys(here[:1], Motion.DIPS)
    return {}


def stay(faces: Iterable[Face], cards: Sequence[Card]) -> tuple[list[Face], list[Face]]:
    """The copies that may stay in a pile, the oldest first, and those that leave it."""
    left = list(cards)
    here: list[Face] = []
    gone: list[Face] = []
    for face in faces:
        if face[0] in left:
            left.remove(face[0])
            here.append(face)
        else:
            gone.append(face)
    return here, gone


def stay_right(faces: list[Face], cards: Sequence[Card]) -> tuple[list[Face], list[Face]]:
    """The copies that may stay on the Street, in its order, and those that leave. The leftmost copy leaves (F7.2)."""
    left = list(cards)
    here: list[Face] = []
    gone: list[Face] = []
    for face in reversed(faces):
        if left and left[-1] == face[0]:
            left.pop()
            here.append(face)
        else:
            gone.append(face)
    return here[::-1], gone


def missing(cards: Sequence[Card], faces: Iterable[Face]) -> list[Card]:
    """The cards of a pile that no copy stands for yet."""
    left = list(cards)
    for card, _ in faces:
        left.remove(card)
    return left


def arrive(card: Card, moved: list[Face], taken: set[Face]) -> Face:
    """A copy that has just left another place, or else the first that is not in sight."""
    face = next((face for face in moved if face[0] == card), None)
    if face:
        moved.remove(face)
    else:
        free = ((card, copy) for copy in range(COPIES[card.rank]))
        face = next(face for face in free if face not in taken and face not in moved)
    taken.add(face)
    return face
