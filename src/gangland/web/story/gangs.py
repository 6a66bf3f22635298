"""Where the cards of the deck of Gangs stand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Self

from gangland.core.arguments import instance
from gangland.core.game import Pass, View
from gangland.gangs import Climb, Expel, Fill, Gang, GangsView, Reveal, Spot
from gangland.gangs.cards import BOSSES
from gangland.play import Played
from gangland.web.story import Identity, Layout, new_layout

Face = tuple[Gang, int]  # a card, and how many came from the deck before it


@dataclass
class Pyramid(Layout):
    """Where the cards of the deck stand, numbered in the order in which they came."""

    spots: dict[Spot, Face] = field(default_factory=dict)
    top: Face | None = None
    came: int = 0
    fresh: frozenset[Face] = frozenset()  # the cards that the last move is about
    expelled: list[Face] = field(default_factory=list)
    revealed: tuple[int, Gang] | None = None  # the seat and the alliance that the last move revealed
    spent: Gang | None = None  # the influence card that the last move turned over

    def draw(self, gang: Gang) -> Face:
        """A card that comes from the deck, with the next number."""
        self.came += 1
        return gang, self.came - 1

    def move(self, start: Spot, goal: Spot) -> None:
        """Move the card on one spot to another."""
        self.spots[goal] = self.spots.pop(start)
        self.fresh = frozenset([self.spots[goal]])

    def copied(self) -> Self:
        return replace(self, spots=dict(self.spots), expelled=list(self.expelled))

    def lay_out(self, view: View) -> None:
        settle_pyramid(self, None, None, instance(view, GangsView, "A view"))

    def follow(self, entry: Played, before: View, after: View) -> None:
        gap = instance(before, GangsView, "A view").gap
        settle_pyramid(self, entry, gap, instance(after, GangsView, "A view"))

    def named(self, entry: Played) -> tuple[Identity, ...]:
        return tuple(map(identity, sorted(self.fresh, key=lambda face: (str(face[0]), face[1]))))

    def ends_turn(self, entry: Played, before: View, after: View) -> bool:
        here, there = instance(before, GangsView, "A view"), instance(after, GangsView, "A view")
        return here.mover != there.mover or isinstance(entry.move.action, Pass) or last_one_in(here, there)


@new_layout.register
def gangs_layout(view: GangsView) -> Pyramid:
    """An empty layout of Gangs."""
    return Pyramid()


@cache
def identity(face: Face) -> Identity:
    """The identity of a card of the deck, which the page's script follows when the card moves."""
    return f"g{face[1]}"


def last_one_in(before: GangsView, after: GangsView) -> bool:
    """Whether only one player had not passed: after the coronation that player takes turn after turn (G6.3)."""
    return sum(not player.passed for player in before.players) == 1 and after.gap is None


def settle_pyramid(pyramid: Pyramid, entry: Played | None, gap: Spot | None, view: GangsView) -> None:
    """Bring a layout up to date after a move. `gap` is the spot that was to be filled before it."""
    pyramid.fresh, pyramid.revealed, pyramid.spent = frozenset(), None, None
    match entry.move.action if entry else None:
        case Climb(start, goal):
            pyramid.move(start, goal)
        case Fill(start) if gap:
            pyramid.move(start, gap)
        case Expel(victim, agent, card):
            pyramid.expelled.append(pyramid.spots.pop(victim))
            pyramid.spent = card
            pyramid.fresh = frozenset([pyramid.spots[agent], pyramid.expelled[-1]])
        case Reveal(alliance) if entry:
            pyramid.revealed = entry.seat, alliance
    for spot, gang in view.pyramid.items():
        if spot not in pyramid.spots:
            came = pyramid.top if pyramid.top and pyramid.top[0] == gang else pyramid.draw(gang)
            pyramid.spots[spot], pyramid.top = came, None
    if view.top is None:
        pyramid.top = None
    elif pyramid.top is None:
        pyramid.top = pyramid.draw(view.top)


def is_boss(face: Face) -> bool:
    """Whether a card is a boss: the first sixteen cards of the deck are (G1.4)."""
    return face[1] < len(BOSSES)
