"""The encoding of Gangs: what a seat sees, as bytes; and deals without the GIL.

What others hide counts among the unseen cards, exactly as in `gangland.gangs.view`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gangland.core.arguments import instance, items, whole
from gangland.env.fields import Field
from gangland.gangs.cards import Gang, Spot

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.chance import Random
    from gangland.core.position import Position
    from gangland.env.encoding import Bytes, Encoding
    from gangland.env.stepping import Dealer
    from gangland.gangs.position import ACTIONS, NOTHING, GangsPosition, card, count_gangs, held

VERSION = 1  # 0 had neither `allies`, `rivals` nor `points`

GANGS = tuple(Gang.texts)
SPOTS = tuple(Spot.texts)
PLAYER = (*GANGS, "influence", "passed", "decides", "turn", "started")
PLAYERS = tuple(f"{number} {place}" for number in range(4) for place in PLAYER)


def bosses_field(each: int) -> Field:
    """The field of the bosses in the deck, of which every gang has so many."""
    return Field("Bosses left in the deck below its top card: how many of each gang.", GANGS, each)


FIELDS = {
    "pyramid": Field("A 1 for the gang on each spot.", tuple(f"{spot} {gang}" for spot in SPOTS for gang in GANGS)),
    "top": Field("A 1 for the gang on top of the deck.", GANGS),
    "gap": Field("A 1 for the spot that must be filled now (G3.2).", SPOTS),
    "pair": Field("The seat's first two alliances.", GANGS),
    "third": Field("The seat's third alliance.", GANGS),
    "influence": Field("The seat's influence cards: how many of each gang.", GANGS, 5),
    "players": Field(
        "For each seat, the observing one first and then in turn order: revealed alliances (all of them at the end), "
        "the number of influence cards, whether it has passed for good, whether it decides, whether it has the turn, "
        "whether it started. Seats that the game does not have are 0.",
        PLAYERS,
        ((1,) * 8 + (5, 1, 1, 1, 1)) * 4,
    ),
    "bosses": bosses_field(2),
    "discard": Field("Influence cards spent: how many of each gang.", GANGS, 6),
    "expelled": Field("Gangsters expelled: how many of each gang.", GANGS, 8),
    "unseen": Field("Members in the deck or hidden by others: how many of each gang.", GANGS, 6),
    "allies": Field("Whether one of the seat's own alliances stands on each spot.", SPOTS),
    "rivals": Field("How many other seats are known to be allied with the gang on each spot.", SPOTS, 3),
    "points": Field("The seat's points now (G7.1).", most=10),
    "crowned": Field("Whether there is a Lord of the Underworld (G6.1)."),
    "reached": Field("The highest of rows 4 and 5 that has brought its reveals, or 0 (G5.1).", most=5),
    "due": Field("Whether reveals are due when the gaps are filled (G5.3)."),
    "reveals": Field("How many reveals are still to be made now.", most=3),
    "deck size": Field("The number of cards in the deck with its top card.", most=64),
    "seats": Field("The number of players.", most=4),
    "ended": Field("Whether the game is over."),
}


class GangsEncoding(Encoding):
    """The encoding of Gangs for this number of seats. An action is the number of the move.

    On a small pyramid, whose base is not row 1, what there is not is 0.
    """

    def __init__(self, seats: int, base: int = 1) -> None:
        seats = whole(seats, "The number of players", 2, 4)
        self.base = whole(base, "The base", 1, 5)
        bosses = bosses_field(16 // count_gangs(self.base))
        self._describe(seats, seats, ACTIONS, VERSION, {**FIELDS, "bosses": bosses})

    def __reduce__(self) -> Any:
        return GangsEncoding, (self.seats, self.base)

    def _suits(self, position: Position) -> bool:
        if type(position) is not GangsPosition:
            return False
        table: GangsPosition = cython.cast(GangsPosition, position)
        return table.players == self.seats and table.base == self.base

    def _write(self, position: Position, seat: int, out: Bytes, at: int) -> None:
        self._write_table(cython.cast(GangsPosition, position), seat, out, at)

    def _write_table(self, table: GangsPosition, seat: int, out: Bytes, at: int) -> None:
        for spot in range(21):
            if table.board[spot] != NOTHING:
                out[at + 8 * spot + table.board[spot]] = 1
        at += 168
        if table.top != NOTHING:
            out[at + table.top] = 1
        if table.gap != NOTHING:
            out[at + 8 + table.gap] = 1
        at += 29
        for i in range(3):
            if table.alliance[3 * seat + i] != NOTHING:
                out[at + (8 if i == 2 else 0) + table.alliance[3 * seat + i]] = 1
        write_gangs(table.influence[seat], out, at + 16)
        at += 24
        for i in range(self.seats):
            self._write_player(table, (seat + i) % self.seats, out, at + 13 * i)
        at += 52
        write_gangs(table.bosses, out, at)
        write_gangs(table.discard, out, at + 8)
        write_gangs(table.expelled, out, at + 16)
        deck = table.bosses_size + (1 if table.top != NOTHING else 0) + self._write_unseen(table, seat, out, at + 24)
        at += 32
        self._write_sides(table, seat, out, at)
        out[at + 42] = table._points(seat)
        at += 43
        out[at] = table.crowned
        out[at + 1] = table.reached
        out[at + 2] = table.due
        out[at + 3] = table.reveals
        out[at + 4] = deck
        out[at + 5] = self.seats
        out[at + 6] = table.ended

    def _write_player(self, table: GangsPosition, player: int, out: Bytes, at: int) -> None:
        for i in range(3):
            gang = table.alliance[3 * player + i]
            if table.ended and gang != NOTHING:  # G7.1
                out[at + gang] = 1
        for gang in range(8):
            if table.shown[player] >> gang & 1:
                out[at + gang] = 1
        out[at + 8] = table.influence_size[player]
        out[at + 9] = table.passed >> player & 1
        out[at + 10] = table.turn == player
        out[at + 11] = table.mover == player
        out[at + 12] = table.first == player

    def _write_sides(self, table: GangsPosition, seat: int, out: Bytes, at: int) -> None:
        """Write on which spots the seat's own alliances stand, and then how many others are known to have each spot's.

        A gang on the board says whose it is by itself, so that nobody has to learn to compare two lists of gangs.
        """
        for spot in range(21):
            gang = table.board[spot]
            if gang == NOTHING:
                continue
            for i in range(3):
                if table.alliance[3 * seat + i] == gang:
                    out[at + spot] = 1
            for other in range(self.seats):
                if other != seat and self._is_known(table, other, gang):
                    out[at + 21 + spot] += 1

    def _is_known(self, table: GangsPosition, player: int, gang: int) -> bool:
        """Whether everybody knows that a player is allied with a gang: by a reveal, or at the end (G7.1)."""
        if table.shown[player] >> gang & 1:
            return True
        if not table.ended:
            return False
        for i in range(3):
            if table.alliance[3 * player + i] == gang:
                return True
        return False

    def _write_unseen(self, table: GangsPosition, seat: int, out: Bytes, at: int) -> int:
        """Write the members that lie in the deck or with others. Returns how many of them lie in the deck."""
        write_gangs(table.members, out, at)
        hidden = 0  # cards that others hold
        for other in range(self.seats):
            if other == seat:
                continue
            hidden += table.influence_size[other]
            for gang in range(8):
                out[at + gang] += held(table.influence[other], gang)
            if table.ended:  # G7.1
                continue
            hidden += 3
            for gang in range(8):
                hidden -= table.shown[other] >> gang & 1
            for i in range(3):
                gang = table.alliance[3 * other + i]
                if gang != NOTHING and not table.shown[other] >> gang & 1:
                    out[at + gang] += 1
        count = 0
        for gang in range(8):
            count += out[at + gang]
        return count - hidden


def write_gangs(cards: int, out: Bytes, at: int) -> None:
    """Write how many cards of each gang there are, one byte a gang."""
    for gang in range(8):
        out[at + gang] = held(cards, gang)


class GangsDealer(Dealer):
    """Deals alliances and influence (G1.1 to G1.3) onto starts from which nothing has been dealt."""

    def __init__(self, starts: Sequence[Position], influence_each: int) -> None:
        influence_each = whole(influence_each, "The number of influence cards", 0, 5)
        starts = items(starts, "The starts", 1000)
        for start in starts:
            table = cython.cast(GangsPosition, instance(start, GangsPosition, "A start of Gangs"))
            if (
                table.members_size != 6 * count_gangs(table.base)
                or not table.laying
                or table._unknown != (1 << table.players) - 1
            ):
                raise ValueError("Nothing may have been dealt from a start of Gangs.")
        Dealer.__init__(self, starts)
        self.influence_each = influence_each

    def _deals(self, encoding: Encoding) -> bool:
        return Dealer._deals(self, encoding) and isinstance(self.kept[0], GangsPosition)

    def _deal(self, position: Position, random: Random) -> None:
        Dealer._deal(self, position, random)
        self._hand_out(cython.cast(GangsPosition, position), random)

    def _hand_out(self, table: GangsPosition, random: Random) -> None:
        if table.base == 1:
            self._give_alliances(table, random)
        else:
            self._give_few_alliances(table, random)
        for seat in range(table.players):
            for _ in range(self.influence_each):
                table.influence[seat] += card(draw(table, random))
            table.influence_size[seat] = self.influence_each
        table._unknown = 0

    def _give_alliances(self, table: GangsPosition, random: Random) -> None:
        free = 0xFF  # the gangs that are in nobody's first two alliances yet (G1.1)
        for i in range(2 * table.players):
            gang = random._below(8)
            while not free >> gang & 1:
                gang = random._below(8)
            free -= 1 << gang
            table.alliance[i // 2 * 3 + i % 2] = gang
            take(table, gang)
        aside = 0
        for seat in range(table.players):
            gang = draw(table, random)
            while gang == table.alliance[3 * seat] or gang == table.alliance[3 * seat + 1]:
                aside += card(gang)
                gang = draw(table, random)
            table.alliance[3 * seat + 2] = gang
        for gang in range(8):
            table.members += held(aside, gang) * card(gang)
            table.members_size += held(aside, gang)

    def _give_few_alliances(self, table: GangsPosition, random: Random) -> None:
        """Give out the alliances of a small pyramid: the first two are fixed, the third is one of the other's two."""
        for seat in range(2):
            table.alliance[3 * seat] = seat
            table.alliance[3 * seat + 1] = seat + 2
            table.alliance[3 * seat + 2] = 1 - seat + 2 * random._below(2)
            for i in range(3):
                take(table, table.alliance[3 * seat + i])


def take(table: GangsPosition, gang: int) -> None:
    """Take a member of a gang out of the deck."""
    table.members -= card(gang)
    table.members_size -= 1


def draw(table: GangsPosition, random: Random) -> int:
    """Take a random member out of the deck. Returns its gang."""
    left = random._below(table.members_size)
    gang = 0
    while left >= held(table.members, gang):
        left -= held(table.members, gang)
        gang += 1
    take(table, gang)
    return gang
