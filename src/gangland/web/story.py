"""What everybody saw of a match so far: the log as it can be told, and which copy of a card lies where.

Copies of a card are interchangeable in the rules, but on a page each has its own face and flies from place to place. A
copy gets its number when it is first seen, and gives it back when it goes into a pile; so a number tells nothing about
cards that are hidden. Everything here is made from watchers' views.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from gangland.famiglia import FamigliaView
from gangland.famiglia.cards import COPIES
from gangland.game import View
from gangland.gangs import GangsView
from gangland.gangs.cards import BOSSES
from gangland.play import Match, Played, Reshuffled, Step
from gangland.sentences import Event, event_of

Face = tuple[str, int]  # a card and the number of its copy


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A log entry, with the turn it belongs to and the cards it is about."""

    event: Event
    number: int  # of the entry
    turn: int  # in Famiglia a round
    named: tuple[str, ...]  # the identities of the cards it is about
    dealt: tuple[str, ...]  # and of those that came of it

    @property
    def entry(self) -> Played | Reshuffled:
        return self.event.entry


@dataclass
class Row:
    """Where the copies of Famiglia's cards lie."""

    street: list[Face] = field(default_factory=list)
    piles: dict[str, list[Face]] = field(default_factory=dict)  # hands, displays and the discard, the newest last
    fresh: frozenset[Face] = frozenset()  # those that the last move moved
    motions: dict[Face, str] = field(default_factory=dict)  # how they go, if it is not just straight


@dataclass
class Pyramid:
    """Which card of the deck stands where, counted in the order in which they came."""

    spots: dict[str, Face] = field(default_factory=dict)
    top: Face | None = None
    came: int = 0
    fresh: frozenset[Face] = frozenset()  # those that the last move is about
    expelled: list[Face] = field(default_factory=list)
    revealed: tuple[int, str] | None = None  # by the last move: whose alliance
    spent: str = ""  # the influence card that the last move turned over

    def draw(self, gang: str) -> Face:
        self.came += 1
        return gang, self.came - 1

    def move(self, start: str, goal: str) -> None:
        self.spots[goal] = self.spots.pop(start)
        self.fresh = frozenset([self.spots[goal]])


@dataclass(frozen=True)
class Story:
    """A match as everybody saw it. It is never changed: a match that goes on has a story that goes on from here."""

    lines: tuple[Line, ...]
    row: Row
    pyramid: Pyramid
    view: View  # a watcher's, at the end of it
    turns: int = 0  # that have ended

    @classmethod
    def of(cls, match: Match) -> Story:
        """The story of a match from its beginning."""
        view = match.at(0).view(None)
        story = cls((), Row(), Pyramid(), view)
        story._settle(None, view, view)
        return story._told(match.history())

    def following(self, match: Match) -> Story:
        """The story of the same match later; it is told anew only if something was taken back."""
        steps, known = match.history(), len(self.lines)
        moves = [line for line in self.lines[-2:] if isinstance(line.entry, Played)]  # a reshuffle is never the first
        if not moves or known > len(steps) or steps[moves[-1].number].entry is not moves[-1].entry:
            return Story.of(match)
        return self._told(steps[known:]) if known < len(steps) else self

    def _told(self, steps: Sequence[Step]) -> Story:
        pyramid = replace(self.pyramid, spots=dict(self.pyramid.spots), expelled=list(self.pyramid.expelled))
        story = replace(self, row=replace(self.row), pyramid=pyramid)
        lines, view, turns = list(self.lines), self.view, self.turns
        for step in steps:
            entry, before, turn = step.entry, view, story.turn_after(turns)
            named: tuple[str, ...] = ()
            dealt: tuple[str, ...] = ()
            if isinstance(entry, Played):
                view = step.after.view(None)
                story._settle(entry, before, view)
                named, dealt = story._named(entry)
                turns += ends_turn(entry, before, view)
            lines.append(Line(event_of(entry, before, view), step.number, turn, named, dealt))
        return replace(story, lines=tuple(lines), view=view, turns=turns)

    @property
    def turn(self) -> int:
        """As in `Line`."""
        return self.turn_after(self.turns)

    def turn_after(self, turns: int) -> int:
        return 1 + (turns // 2 if isinstance(self.view, FamigliaView) else turns)

    @property
    def last(self) -> Line | None:
        return self.lines[-1] if self.lines else None

    def _settle(self, entry: Played | None, before: View, after: View) -> None:
        if isinstance(after, FamigliaView):
            settle_row(self.row, entry, after)
        elif isinstance(before, GangsView) and isinstance(after, GangsView):
            settle_pyramid(self.pyramid, entry, before.gap or "", after)

    def _named(self, entry: Played) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Which cards the last entry is about, and which ones came of it."""
        row, pyramid = self.row, self.pyramid
        dealt = [face for face, motion in row.motions.items() if motion.startswith("dealt")]
        about = [
            *sorted(row.fresh),
            *(face for face, motion in row.motions.items() if motion == "dips"),
            *sorted(pyramid.fresh),
        ]
        match str(entry.move).split(" "):
            case ["play", _, "on", target]:
                about += [face for face in row.street if face[0] == target][:1]
        return tuple(map(identity, about)), tuple(map(identity, dealt))


@cache
def identity(face: Face) -> str:
    """By which a card flies: a copy of Famiglia's cards, or a card from the deck of Gangs."""
    return f"{face[0]}-{face[1]}" if len(face[0]) > 1 else f"g{face[1]}"


def ends_turn(entry: Played, before: View, after: View) -> bool:
    if isinstance(before, GangsView) and isinstance(after, GangsView):
        return before.mover != after.mover or str(entry.move) == "pass" or last_one_in(before, after)
    return str(entry.move).split(" ")[0] in ("take", "pass")


def last_one_in(before: GangsView, after: GangsView) -> bool:
    """After the coronation somebody may go on turn after turn (G6.3)."""
    return sum(not player.passed for player in before.players) == 1 and after.gap is None


def settle_row(row: Row, entry: Played | None, view: FamigliaView) -> None:
    """Let every copy stay where it can, then move those that have left to where one more lies now."""
    wanted = {
        **{f"hand {seat}": view.hands[seat] for seat in range(2)},
        **{f"display {seat}": view.displays[seat] for seat in range(2)},
        "discard": view.discard,
    }
    leaves = entry is not None and str(entry.move).split(" ")[0] in ("sweep", "take")
    kept = len(row.street) - leaves
    street, moved = stay_right(row.street, view.street[:kept])
    piles: dict[str, list[Face]] = {}
    for name, codes in wanted.items():
        piles[name], gone = stay(row.piles.get(name, []), codes)
        moved += gone
    row.fresh = frozenset(moved)
    taken = {*street, *(face for faces in piles.values() for face in faces)}
    for name, codes in wanted.items():
        for code in missing(codes, piles[name]):
            piles[name].append(arrive(code, moved, taken))
    dealt = [arrive(code, moved, taken) for code in view.street[kept:]]
    row.motions = {face: f"dealt-{place}" for place, face in enumerate(dealt)} if entry else {}
    row.street, row.piles = street + dealt, piles
    if entry:
        row.motions |= paying(row, str(entry.move).split(" "), entry.seat)


def paying(row: Row, words: list[str], seat: int) -> dict[Face, str]:
    """The card that is spent tilts on its way, and the one that is kept of the pair dips."""
    match words:
        case ["take", _, "with", spent, kept]:
            gone = [face for face in row.piles[f"display {seat}"] if face in row.fresh and face[0] == spent]
            here = [face for face in row.piles[f"hand {seat}"] if face not in row.fresh and face[0] == kept]
            return dict.fromkeys(gone[:1], "spent") | dict.fromkeys(here[:1], "dips")
    return {}


def stay(faces: Iterable[Face], codes: Sequence[str]) -> tuple[list[Face], list[Face]]:
    """The copies that may stay, the oldest first, and those that leave."""
    left = list(codes)
    here: list[Face] = []
    gone: list[Face] = []
    for face in faces:
        if face[0] in left:
            left.remove(face[0])
            here.append(face)
        else:
            gone.append(face)
    return here, gone


def stay_right(faces: list[Face], codes: Sequence[str]) -> tuple[list[Face], list[Face]]:
    """The same for the Street, in its order: of several copies the leftmost leaves (F7.2)."""
    left = list(codes)
    here: list[Face] = []
    gone: list[Face] = []
    for face in reversed(faces):
        if left and left[-1] == face[0]:
            left.pop()
            here.append(face)
        else:
            gone.append(face)
    return here[::-1], gone


def missing(codes: Sequence[str], faces: Iterable[Face]) -> list[str]:
    left = list(codes)
    for code, _ in faces:
        left.remove(code)
    return left


def arrive(code: str, moved: list[Face], taken: set[Face]) -> Face:
    """A copy that has just left another place, or else the first that is not in sight."""
    face = next((face for face in moved if face[0] == code), None)
    if face:
        moved.remove(face)
    else:
        free = ((code, copy) for copy in range(COPIES[int(code[1])]))
        face = next(face for face in free if face not in taken and face not in moved)
    taken.add(face)
    return face


def settle_pyramid(pyramid: Pyramid, entry: Played | None, gap: str, view: GangsView) -> None:
    pyramid.fresh, pyramid.revealed, pyramid.spent = frozenset(), None, ""
    match str(entry.move).split(" ") if entry else []:
        case ["climb", start, goal]:
            pyramid.move(start, goal)
        case ["fill", start]:
            pyramid.move(start, gap)
        case ["expel", victim, _, agent, _, card]:
            pyramid.expelled.append(pyramid.spots.pop(victim))
            pyramid.spent = card
            pyramid.fresh = frozenset([pyramid.spots[agent], pyramid.expelled[-1]])
        case ["reveal", gang] if entry:
            pyramid.revealed = entry.seat, gang
    for spot, gang in view.pyramid.items():
        if spot not in pyramid.spots:
            came = pyramid.top if pyramid.top and pyramid.top[0] == gang else pyramid.draw(gang)
            pyramid.spots[spot], pyramid.top = came, None
    if view.top is None:
        pyramid.top = None
    elif pyramid.top is None:
        pyramid.top = pyramid.draw(view.top)


def is_boss(face: Face) -> bool:
    """The first sixteen cards of the deck are the bosses (G1.4)."""
    return face[1] < len(BOSSES)
