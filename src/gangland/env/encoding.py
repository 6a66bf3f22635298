"""What a seat sees, as bytes, and its moves as actions: the one encoding of all environments.

Own things come first, then those of the next seats in turn order. Nothing is written that the seat's view does not
show: what others hide counts among the unseen cards, exactly as in `gangland.gangs.view.imagine`.
"""

from __future__ import annotations

from typing import Any

from gangland.arguments import instance, whole

try:
    import cython
except ModuleNotFoundError:
    from gangland import nocython as cython

if not cython.compiled:
    from gangland.famiglia.position import ACTIONS as FAMIGLIA_ACTIONS
    from gangland.famiglia.position import DuelPosition
    from gangland.famiglia.position import held as copies_of
    from gangland.famiglia.robot import NOWHERE, SoloPosition, street_card
    from gangland.gangs.position import ACTIONS as GANGS_ACTIONS
    from gangland.gangs.position import NOTHING, GangsPosition
    from gangland.gangs.position import held as gang_count
    from gangland.position import Position

    Bytes = memoryview
    bytes_of = memoryview  # where a buffer's bytes lie


FAMIGLIA_FIELDS = {
    "hand": 20, "display": 20, "their hand": 20, "their display": 20,  # how many of each kind of card
    "street": 20, "pile": 20, "discard": 20,
    "row": 52, "under": 40,  # card + 1 at each place, in order
    "decides": 1, "first": 1, "clean": 1, "swept": 1, "may sweep": 1, "accountant": 1, "swaps": 1, "brute": 1,
    "target": 1, "passed": 1, "pile in use": 1, "pile size": 1, "under size": 1, "joker with pair": 1,
    "robot level": 1, "points": 1, "their points": 1, "ended": 1,
}  # fmt: skip
GANGS_FIELDS = {
    "pyramid": 168, "top": 8, "gap": 21,  # one 1 for the gang on each spot, on top of the deck, for the gap
    "pair": 8, "third": 8, "influence": 8,  # one's own alliances, as dealt, and cards
    "players": 52,  # four times: revealed alliances (8), influence left, passed, decides, has the turn, started
    "bosses": 8, "discard": 8, "expelled": 8, "unseen": 8,  # how many of each gang
    "crowned": 1, "reached": 1, "due": 1, "reveals": 1, "deck size": 1, "seats": 1, "ended": 1,
}  # fmt: skip


class Encoding:
    """Observations, actions and rewards of one game."""

    def __init__(self) -> None:
        """Only the encodings of games can do anything."""

    # For Python: every argument is checked

    def encode(self, position: Position, seat: int) -> bytearray:
        """What a seat sees, as bytes."""
        table = self._check(position)
        out = bytearray(self.size)
        self._write(table, whole(seat, "A seat", 0, self.seats - 1), bytes_of(out), 0)
        return out

    def legal_actions(self, position: Position) -> list[int]:
        """Sorted; none where no agent decides."""
        table = self._check(position)
        if table.turn >= self.agents:
            return []
        return sorted([self._action(table, move) for move in table.moves()])

    def action_of(self, position: Position, move: int) -> int:
        """The action that a legal move is."""
        table = self._check(position)
        if move not in table.moves():
            raise ValueError("This move is not legal now.")
        return self._action(table, move)

    def move_of(self, position: Position, action: int) -> int:
        """The legal move that an action is; an action that the mask forbids raises ValueError."""
        table = self._check(position)
        action = whole(action, "An action", 0, self.actions - 1)
        for move in table.moves() if table.turn < self.agents else []:
            if self._action(table, move) == action:
                return move
        raise ValueError(f"Action {action} is not legal now.")

    def rewards(self, position: Position) -> list[float]:
        """Of all agents; zeros until the game has ended."""
        table = self._check(position)
        return [self._reward(table, seat) if table.ended else 0.0 for seat in range(self.agents)]

    def _check(self, position: Position) -> Position:
        table: Position = cython.cast(Position, instance(position, Position, "A position"))
        table._check_ready()
        if not self.size or not self._suits(table):
            raise ValueError("This is not a position that the encoding was made for.")
        return table

    def _describe(self, seats: int, agents: int, actions: int, fields: dict[str, int]) -> None:
        if self.size:
            raise ValueError("This encoding is made already.")
        self.seats = seats
        self.agents = agents  # the seats that learn: all but the robot's
        self.actions = actions
        self.fields = dict(fields)
        self.size: int = sum(fields.values())

    # For the kernel alone: unchecked, and without the GIL

    def _suits(self, position: Position) -> bool:
        """Whether it can be written: a position of the same game, with room for all its cards."""
        return False

    def _write(self, position: Position, seat: int, out: Bytes, at: int) -> None:
        """Write what a seat sees into `size` zeros that begin at `at`."""

    def _action(self, position: Position, move: int) -> int:
        """The number of a legal move in the action space."""
        return move

    def _move(self, position: Position, action: int) -> int:
        """The inverse of `_action`."""
        return action

    def _reward(self, position: Position, seat: int) -> float:
        """Of an ended game: 1 for the only winner, and all rewards sum to 0."""
        return (self.seats * position._returns(seat) - 1.0) / (self.seats - 1)


# Famiglia


class DuelEncoding(Encoding):
    def __init__(self) -> None:
        self._describe(2, 2, FAMIGLIA_ACTIONS, FAMIGLIA_FIELDS)
        self.robot_level = 0

    def __reduce__(self) -> Any:
        return DuelEncoding, ()

    def _suits(self, position: Position) -> bool:
        if type(position) is not DuelPosition:
            return False
        table: DuelPosition = cython.cast(DuelPosition, position)
        return table.street_size <= FAMIGLIA_FIELDS["row"] and table.under_size <= FAMIGLIA_FIELDS["under"]

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
    for card in range(20):
        out[at + card] = cards >> 3 * card & 7


class SoloEncoding(DuelEncoding):
    """The first of several copies on the Street, from the left, has the number that the duel's move has; for each
    further one ACTIONS are added. So five times the duel's actions are enough, however long the Street is."""

    def __init__(self, robot_level: int) -> None:
        robot_level = whole(robot_level, "A level", 1, 4)
        self._describe(2, 1, 5 * FAMIGLIA_ACTIONS, FAMIGLIA_FIELDS)
        self.robot_level = robot_level

    def __reduce__(self) -> Any:
        return SoloEncoding, (self.robot_level,)

    def _suits(self, position: Position) -> bool:
        if type(position) is not SoloPosition:
            return False
        table: SoloPosition = cython.cast(SoloPosition, position)
        if table.level != self.robot_level:
            return False
        return table.street_size <= FAMIGLIA_FIELDS["row"] and table.under_size <= FAMIGLIA_FIELDS["under"]

    def _action(self, position: Position, move: int) -> int:
        return self._number(cython.cast(SoloPosition, position), move)

    def _number(self, table: SoloPosition, move: int) -> int:
        plain = move % FAMIGLIA_ACTIONS
        card = street_card(plain)
        copy = 0
        for place in range(move // FAMIGLIA_ACTIONS - 1):
            if table.row[place] == card:
                copy += 1
        return plain + copy * FAMIGLIA_ACTIONS

    def _move(self, position: Position, action: int) -> int:
        return self._with_place(cython.cast(SoloPosition, position), action)

    def _with_place(self, table: SoloPosition, action: int) -> int:
        plain = action % FAMIGLIA_ACTIONS
        card = street_card(plain)
        if card == NOWHERE or copies_of(table.street, card) == 1:
            return plain
        place = 0
        left = action // FAMIGLIA_ACTIONS
        while table.row[place] != card or left:
            if table.row[place] == card:
                left -= 1
            place += 1
        return plain + (place + 1) * FAMIGLIA_ACTIONS


# Gangs of New York


class GangsEncoding(Encoding):
    def __init__(self, seats: int) -> None:
        seats = whole(seats, "The number of players", 2, 4)
        self._describe(seats, seats, GANGS_ACTIONS, GANGS_FIELDS)

    def __reduce__(self) -> Any:
        return GangsEncoding, (self.seats,)

    def _suits(self, position: Position) -> bool:
        if type(position) is not GangsPosition:
            return False
        table: GangsPosition = cython.cast(GangsPosition, position)
        return table.players == self.seats

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

    def _write_unseen(self, table: GangsPosition, seat: int, out: Bytes, at: int) -> int:
        """The members that lie in the deck or with others, and how many of them lie in the deck."""
        write_gangs(table.members, out, at)
        hidden = 0  # with others
        for other in range(self.seats):
            if other == seat:
                continue
            hidden += table.influence_size[other]
            for gang in range(8):
                out[at + gang] += gang_count(table.influence[other], gang)
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
    for gang in range(8):
        out[at + gang] = gang_count(cards, gang)


if not cython.compiled:
    Encoding.size = 0  # also without `__init__`, as in C
