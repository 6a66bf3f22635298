"""The encoding of Famiglia: what a seat sees, as bytes."""

from __future__ import annotations

from typing import Any

from gangland.core.arguments import whole
from gangland.env.fields import Field, numbered
from gangland.famiglia.cards import COPIES, Card

try:
    import cython
except ModuleNotFoundError:
    from gangland.core import nocython as cython

if not cython.compiled:
    from gangland.core.position import Position
    from gangland.env.encoding import Bytes, Encoding
    from gangland.famiglia.position import ACTIONS, DuelPosition, held
    from gangland.famiglia.robot import NOWHERE, SoloPosition, street_card
    from gangland.famiglia.small import SmallPosition

VERSION = 0
STREET = 52  # the places of the Street that an observation has room for
UNDER = 40  # the places under the pile

EACH = tuple(Card.texts)
COUNTS = COPIES * 4
FIELDS = {
    "hand": Field("The seat's hand: how many cards of each kind.", EACH, COUNTS),
    "display": Field("The seat's display.", EACH, COUNTS),
    "their hand": Field("The other seat's hand, which is open in Famiglia.", EACH, COUNTS),
    "their display": Field("The other seat's display.", EACH, COUNTS),
    "street": Field("The Street: how many cards of each kind.", EACH, COUNTS),
    "pile": Field("The cards of the pile whose order nobody knows.", EACH, COUNTS),
    "discard": Field("The discard pile.", EACH, COUNTS),
    "row": Field("The Street from the left: the number of the card + 1, 0 beyond its end.", numbered(STREET), 20),
    "under": Field("The known cards under the pile, the next one first, as in `row` (F3.3).", numbered(UNDER), 20),
    "decides": Field("Whether the seat decides."),
    "first": Field("Whether the seat made the first turn of the game."),
    "clean": Field("Whether no 0 lay on the Street when the turn began (F3.1)."),
    "swept": Field("Whether the one sweep of a turn on the second pile is spent (F3.3)."),
    "may sweep": Field("Whether the Street may still be swept this turn."),
    "accountant": Field("The rank of the Accountant played this turn, or 0 (F4.3).", most=4),
    "swaps": Field("The exchanges left to the Accountant.", most=4),
    "brute": Field("The rank of the Brute played this turn, or 0.", most=4),
    "target": Field("The Street card that the Brute reduces, its number + 1, or 0.", most=20),
    "passed": Field("Whether the turn before ended in a pass."),
    "pile in use": Field("1 the first pile, 2 the second, 0 both are used up.", most=2),
    "pile size": Field("The number of cards in the pile without those under it.", most=60),
    "under size": Field("The number of cards under the pile.", most=UNDER),
    "joker with pair": Field("Whether the option `joker_with_pair` is in force (F6.7)."),
    "robot level": Field("The level of the solo robot, 0 in the duel.", most=4),
    "points": Field("The seat's points now.", most=175),
    "their points": Field("The other seat's points now.", most=175),
    "ended": Field("0 the game goes on, 1 it ended with the pile, 2 with passes.", most=2),
}


class DuelEncoding(Encoding):
    """The encoding of the duel, also of the small one. An action is the number of the move."""

    def __init__(self) -> None:
        self._describe(2, 2, ACTIONS, VERSION, FIELDS)
        self.robot_level = 0

    def __reduce__(self) -> Any:
        return DuelEncoding, ()

    def _suits(self, position: Position) -> bool:
        if type(position) is not DuelPosition and type(position) is not SmallPosition:
            return False
        table: DuelPosition = cython.cast(DuelPosition, position)
        return table.street_size <= STREET and table.under_size <= UNDER

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
        out[at + 13] = table.joker_with_pair
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
        self._describe(2, 1, 5 * ACTIONS, VERSION, FIELDS)
        self.robot_level = robot_level

    def __reduce__(self) -> Any:
        return SoloEncoding, (self.robot_level,)

    def _suits(self, position: Position) -> bool:
        if type(position) is not SoloPosition:
            return False
        table: SoloPosition = cython.cast(SoloPosition, position)
        if table.level != self.robot_level:
            return False
        return table.street_size <= STREET and table.under_size <= UNDER

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
