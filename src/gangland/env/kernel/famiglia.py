"""The encoding of Famiglia: what a seat sees, as bytes."""

from __future__ import annotations

from typing import Any

from gangland.core.arguments import whole

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.position import Position
    from gangland.env.encoding import Bytes, Encoding
    from gangland.famiglia.position import ACTIONS, DuelPosition, held
    from gangland.famiglia.robot import NOWHERE, SoloPosition, street_card

FIELDS = {
    "hand": 20, "display": 20, "their hand": 20, "their display": 20,  # the number of cards of each kind
    "street": 20, "pile": 20, "discard": 20,
    "row": 52, "under": 40,  # card + 1 at each place, in order
    "decides": 1, "first": 1, "clean": 1, "swept": 1, "may sweep": 1, "accountant": 1, "swaps": 1, "brute": 1,
    "target": 1, "passed": 1, "pile in use": 1, "pile size": 1, "under size": 1, "joker with pair": 1,
    "robot level": 1, "points": 1, "their points": 1, "ended": 1,
}  # fmt: skip


class DuelEncoding(Encoding):
    """The encoding of the duel. An action is the number of the move."""

    def __init__(self) -> None:
        self._describe(2, 2, ACTIONS, FIELDS)
        self.robot_level = 0

    def __reduce__(self) -> Any:
        return DuelEncoding, ()

    def _suits(self, position: Position) -> bool:
        if type(position) is not DuelPosition:
            return False
        table: DuelPosition = cython.cast(DuelPosition, position)
        return table.street_size <= FIELDS["row"] and table.under_size <= FIELDS["under"]

    def _write(self, position: Position, seat: int, out: Bytes, at: int) -> None:
        self._write_table(cython.cast(DuelPosition, position), seat, out, at)

    def _write_table(self, table: DuelPosition, seat: int, out: Bytes, at: int) -> None:
        write_cards(table.hand[seat], out, at)
        write_cards(table.display[seat], out, at + 20)
        write_cards(table.hand[1 - seat], out, at + 40)
        write_cards(table.display[1 - seat], out, at + 60)
        write_cards(table.street, out, at + 80)
        write_cards(table.bag, out, at + 100)
        write_cards(table.discard, out, at + 120)
        at += 140
        for i in range(table.street_size):
            out[at + i] = table.row[i] + 1
        at += 52
        for i in range(table.under_size):
            out[at + i] = table.under[i] + 1
        at += 40
        out[at] = table.turn == seat
        out[at + 1] = table.first == seat
        out[at + 2] = table.clean
        out[at + 3] = table.swept
        out[at + 4] = table._may_sweep()
        out[at + 5] = table.accountant
        out[at + 6] = table.swaps
        out[at + 7] = table.brute
        out[at + 8] = table.target + 1 if table.brute else 0
        out[at + 9] = table.passed
        out[at + 10] = table.pile
        out[at + 11] = table.bag_size
        out[at + 12] = table.under_size
        out[at + 13] = table.jokers_with_pair
        out[at + 14] = self.robot_level
        out[at + 15] = table._points(seat)
        out[at + 16] = table._points(1 - seat)
        out[at + 17] = table.ended


def write_cards(cards: int, out: Bytes, at: int) -> None:
    """Write how many cards of each kind there are, one byte a kind."""
    for card in range(20):
        out[at + card] = cards >> 3 * card & 7


class SoloEncoding(DuelEncoding):
    """The encoding of the solo game against a robot of this level.

    A move that names the leftmost copy of a Street card has the number of the duel's move; each further copy adds
    ACTIONS. So five times the duel's actions are enough, however long the Street is.
    """

    def __init__(self, robot_level: int) -> None:
        robot_level = whole(robot_level, "A level", 1, 4)
        self._describe(2, 1, 5 * ACTIONS, FIELDS)
        self.robot_level = robot_level

    def __reduce__(self) -> Any:
        return SoloEncoding, (self.robot_level,)

    def _suits(self, position: Position) -> bool:
        if type(position) is not SoloPosition:
            return False
        table: SoloPosition = cython.cast(SoloPosition, position)
        if table.level != self.robot_level:
            return False
        return table.street_size <= FIELDS["row"] and table.under_size <= FIELDS["under"]

    def _action(self, position: Position, move: int) -> int:
        return self._number(cython.cast(SoloPosition, position), move)

    def _number(self, table: SoloPosition, move: int) -> int:
        plain = move % ACTIONS
        card = street_card(plain)
        copy = 0
        for place in range(move // ACTIONS - 1):
            if table.row[place] == card:
                copy += 1
        return plain + copy * ACTIONS

    def _move(self, position: Position, action: int) -> int:
        return self._with_place(cython.cast(SoloPosition, position), action)

    def _with_place(self, table: SoloPosition, action: int) -> int:
        plain = action % ACTIONS
        card = street_card(plain)
        if card == NOWHERE or held(table.street, card) == 1:
            return plain
        place = 0
        left = action // ACTIONS
        while table.row[place] != card or left:
            if table.row[place] == card:
                left -= 1
            place += 1
        return plain + (place + 1) * ACTIONS
