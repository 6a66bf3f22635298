"""Commands on a table. Each is one transaction that locks the table's row and commits before the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, bindparam, delete, func, select

from gangland.core.errors import IllegalMove
from gangland.core.game import Termination
from gangland.core.words import mark
from gangland.play import Deal, Match
from gangland.play.record import Record
from gangland.server.clock import charge_clock
from gangland.server.errors import Conflict, Forbidden, Refusal, TooManyRequests, moved_on, no_table
from gangland.server.events import Event, event_of
from gangland.server.locked_table import LockedTable
from gangland.server.matches import Matches, game_of
from gangland.server.models import ChatRow, EntryKind, PersonRow, SeatRow, TableRow
from gangland.server.new_tables import NewTable, Quotas, check_quotas, new_table, next_table, seal
from gangland.server.people import Person, check_free, remember
from gangland.server.rows import copy_row, write_changes
from gangland.server.seats import (
    free_again,
    free_seat,
    give_to_house,
    has_hints,
    is_connected,
    kept_for,
    offered_to,
    opened_by,
    others,
    seats_of,
)
from gangland.server.snapshots import KnownRows, Rows, Snapshot
from gangland.server.store import LISTED, TABLE_ID, Store, find_table
from gangland.server.undo import is_free_to_undo, moves_to_take_back, taken_back
from gangland.server.views import see_rematch, table_view
from gangland.server.writer import Transaction
from gangland.web.clock import DAY, Clock
from gangland.web.lookalikes import tidy
from gangland.web.table_view import SeatKind, TableView

LONGEST_MOVE = 80
LONGEST_MESSAGE = 300
MESSAGES, MESSAGE_SECONDS = 5, 10.0  # the most messages of one person in so many seconds
SHOWN_MESSAGES = 100
SUBSTITUTE = 3  # the level that replaces a person who leaves a game of three or four
MOST_ENTRIES = 2000  # after so many journal entries no more moves can be taken back
RECENT_CHAT = select(ChatRow).where(ChatRow.table == bindparam("key")).order_by(ChatRow.id.desc()).limit(SHOWN_MESSAGES)
VERSION = select(TableRow.version).where(TableRow.id == bindparam("key"))
LOCKED_VERSION = VERSION.with_for_update()


class Tables:
    """The tables: what people may know of them, and what they may do there."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        uptime: Callable[[], float],
        publish: Callable[[Event], None] = lambda event: None,
        present: Callable[[str, str], bool] = lambda table, person: False,
        quotas: Quotas | None = None,
    ) -> None:
        """`publish` is called after every commit; `present` says whether a person is looking at a table.

        `now` is the time that people are shown. Clocks, pauses and leases count in `uptime`.
        """
        self.store = store
        self.now = now
        self.uptime = uptime
        self.publish = publish
        self.present = present
        self.quotas = quotas or Quotas()
        self.matches = Matches()
        self.known_rows = KnownRows()

    # Reading

    def view(self, id: str, person: Person | None, seat: int | None = None) -> TableView:
        """What a person may know of a table, through one of their seats if they hold several. Raises NotFound."""
        return table_view(self.look(id), person, seat)

    def look(self, id: str, heard: int | None = None) -> Snapshot:
        """A table as it is now, after a player whose time is over has lost. Raises NotFound.

        It holds everything, so nobody may see it: `table_view` says what a person may know of it. `heard` is a version
        of which this process was told: if it keeps the table as new as that, it reads nothing. Right after a command 0
        will do, as what is kept is never older than the last command.
        """
        for _ in range(2):
            table = self._read(id, heard)
            if table.row.deadline is None or table.row.deadline > table.uptime:
                return table
            self.forfeit_expired(id)
        raise moved_on()

    def _read(self, id: str, heard: int | None = None) -> Snapshot:
        """A table as it is now, or as it was at a version that was heard of, or later. Raises NotFound."""
        known = self.known_rows.find(id, heard) if heard is not None else None
        match = self.matches.known(known[0]) if known else None
        if known and match and not known[0].rematch:
            return self._snapshot(known, match, None)
        with self.store.read() as session:
            known = known or self.known_rows.find(id, read_version(session.connection(), id))
            if known is None:
                known = find_table(session, id), tuple(session.scalars(RECENT_CHAT, {"key": id}))[::-1]
                self.known_rows.keep(*known)
            row = known[0]
            following = session.get(TableRow, row.rematch) if row.rematch else None
            return self._snapshot(known, self.matches.at(session, row), following)

    def _snapshot(self, known: Rows, match: Match, following: TableRow | None) -> Snapshot:
        row, chat = known
        present = frozenset(seat.person for seat in row.seats if seat.person and self.present(row.id, seat.person))
        return Snapshot(row, match, chat, following, present, self.uptime())

    def seats_of(self, id: str, person: Person, heard: int | None = None) -> tuple[int, ...]:
        """The seats of a person at a table. Raises NotFound."""
        return seats_of(self._read(id, heard).row, person.id)

    def connected(self, id: str) -> list[int]:
        """The seats of people who are looking at their table."""
        table = self._read(id)
        return [seat.number for seat in table.row.seats if is_connected(seat, table.present)]

    def version(self, id: str) -> int:
        """The number of changes at a table so far. Raises NotFound."""
        with self.store.read() as session:
            return read_version(session.connection(), id)

    def involved(self, id: str, heard: int | None = None) -> frozenset[str]:
        """The ids of people to whom a table may show more than to a watcher."""
        return people_of(self._read(id, heard).row)

    def known_involved(self, id: str, heard: int) -> frozenset[str] | None:
        """The ids of `involved` without reading the database, or None if the table is not in memory."""
        known = self.known_rows.find(id, heard)
        return people_of(known[0]) if known else None

    def is_at_hand(self, id: str, heard: int) -> bool:
        """Whether `look` finds a running game in memory, as new as a version that was heard of, and nothing is due."""
        known = self.known_rows.find(id, heard)
        row = known[0] if known else None
        if row is None or row.started is None or row.ended is not None or row.guided or row.rematch:
            return False
        is_due = row.deadline is not None and row.deadline <= self.uptime()
        return not is_due and self.matches.known(row) is not None

    def record(self, id: str) -> Record:
        """The record of a finished game, with its whole deal. Raises Forbidden before the end."""
        match = self._read(id).match
        if not match.outcome:
            raise Forbidden(mark("The record is available once the game is over."))
        return match.record()

    def opens(self, id: str, link: str) -> bool:
        """Whether a link leads to a free seat."""
        return bool(opened_by(self._read(id).row, link))

    # Sitting down

    def open(
        self,
        person: Person,
        wanted: NewTable,
        dealt: Deal | None = None,
        key: str | None = None,
        origin: str | None = None,
    ) -> str:
        """Open a table and return its id. It starts as soon as nobody is missing.

        The same request with the same key, sent again, leads to the same table while its game goes on. Raises Refusal.
        """
        now = self.now()
        once = seal(key, wanted)
        with self.store.transaction() as transaction:
            session = transaction.session
            remember(session, person, now)
            session.execute(select(PersonRow.id).where(PersonRow.id == person.id).with_for_update())  # in turn
            mine = TableRow.opener == person.id, TableRow.ended.is_(None)
            if once and (opened := session.scalar(select(TableRow.id).where(*mine, TableRow.once == once))):
                return opened
            row = new_table(wanted, person, dealt, origin, now, once)
            for name in {seat.name for seat in row.seats if seat.person}:
                check_free(session, name, person)
            check_quotas(session, row, self.quotas)
            self._set_up(transaction, row)
        self.publish(event_of(row))
        return row.id

    def _set_up(self, transaction: Transaction, row: TableRow) -> None:
        """Write a new table. It begins if nobody is missing, and closes if it waits too long."""
        row.deadline = self.uptime() + max(self.quotas.lobby, (Clock(**row.clock).days or 0) * DAY)
        transaction.session.add(row)
        match = self.matches.at(transaction.connection, row)
        LockedTable(transaction, row, match, self.uptime(), row.opened).begin_if_full()
        self.store.notify(transaction, str(event_of(row)))

    def claim(self, id: str, person: Person, link: str | None = None, seat: int | None = None) -> int:
        """Sit down on the seat of a link, on an open seat, or on one kept for this person. Returns the seat.

        Raises Forbidden if the seat is taken, Refusal if the person has no name.
        """
        with self._locked(id) as table:
            mine = seats_of(table.row, person.id)
            if mine:  # the link was opened twice, or by its sender
                return mine[0]
            offered = opened_by(table.row, link) if link is not None else offered_to(table.row, person.id)
            wanted = [chair for chair in table.row.seats if chair.number in offered and seat in (None, chair.number)]
            if not wanted:
                raise Forbidden(mark("This seat is taken."))
            if not person.name:
                raise Refusal(mark("Please enter your name first."))
            remember(table.session, person, table.now)
            kept = [chair for chair in wanted if chair.person == person.id]
            if not kept:
                check_free(table.session, person.name, person)
            for chair in kept or wanted[:1]:  # people who shared a screen share it again
                chair.name = chair.name if len(kept) > 1 else person.name
                chair.kind, chair.person, chair.bot, chair.link = SeatKind.PERSON, person.id, person.is_bot, None
            table.begin_if_full()
            table.changed = True
            return wanted[0].number

    def put_opponent(self, id: str, person: Person, seat: int, level: int) -> None:
        """Give a free seat to a computer opponent, as the table's opener. Raises Forbidden or Refusal."""
        with self._locked(id) as table:
            give_to_house(free_seat(table.row, person, seat), game_of(table.row), level)
            table.begin_if_full()
            table.changed = True

    def invite(self, id: str, person: Person, seat: int) -> None:
        """Give a free seat to the holder of a new link, as the table's opener. Raises Forbidden."""
        with self._locked(id) as table:
            free_again(free_seat(table.row, person, seat), public=False)
            table.changed = True

    def rematch(self, id: str, person: Person, origin: str | None = None) -> str:
        """The id of the next table of the same people, opened by the first who asks. The others' seats are kept.

        Raises Conflict before the end of the game, Forbidden for a watcher.
        """
        with self._locked(id) as table:
            table.seats_of(person)
            if table.match.outcome is None:
                raise Conflict(mark("The game is still on."))
            following = table.session.get(TableRow, table.row.rematch) if table.row.rematch else None
            row = None
            if following is None or see_rematch(following, person.id) is None:
                following = row = next_table(table.row, person, origin, table.now)
                self._set_up(table.transaction, row)
                table.row.rematch = row.id
                table.changed = True
            id, is_kept = following.id, bool(kept_for(following, person.id))
        if row:
            self.publish(event_of(row))
        if is_kept:
            self.claim(id, person)
        return id

    # Moving

    def move(
        self, id: str, person: Person, number: int, text: str, seat: int | None = None, *, typed: bool = False
    ) -> int:
        """Make a move that answers to a number of the journal. Returns the number after it.

        Sent again it changes nothing and gets the same answer; sent too late it is refused. A typed move may have small
        letters where the notation has large ones. Raises Conflict, Forbidden, InvalidNotation or IllegalMove.
        """
        with self._locked(id) as table:
            mine = table.seats_of(person)
            if seat is not None and seat not in mine:
                raise Forbidden(mark("You have no seat here."))
            if typed:
                text = table.match.game.spelled(text)
            if table.is_repeated(number, EntryKind.MOVE, mine, text):
                return number + 1
            table.check_running()
            table.check_number(number)
            if table.match.turn not in mine or (seat is not None and table.match.turn != seat):
                raise Forbidden(mark("It is not your turn."))
            self._push(table, text)
            return table.row.number

    def bot_move(self, id: str, number: int, text: str) -> None:
        """Make the move of a computer opponent, if the table still awaits it."""
        with self._locked(id) as table:
            if table.row.number == number and table.row.owed:
                self._push(table, text)

    def _push(self, table: LockedTable, text: str) -> None:
        if len(text) > LONGEST_MOVE:
            raise Refusal(mark("This is too long for a move."))
        seat, match = table.match.turn, table.match.copy()
        match.push(tidy(text))
        table.write_entry(EntryKind.MOVE, seat, str(match.moves[-1]), match)

    # Taking back

    def undo(self, id: str, person: Person, number: int, seat: int | None = None) -> bool:
        """Take a person's last move back if that is free, or else ask the others. Returns whether it is taken back.

        Raises Conflict, Forbidden, Refusal or IllegalMove.
        """
        with self._locked(id) as table:
            own = table.pick_seat(person, seat)
            if table.is_repeated(number, EntryKind.UNDO, (own,)):
                return True
            table.check_running()
            table.check_number(number)
            if table.row.number >= MOST_ENTRIES:
                raise Refusal(mark("So many moves were taken back in this game that from now on they stay."))
            if not moves_to_take_back(table.match, own):
                raise IllegalMove(mark("There is no move of yours to take back."))
            awaited = others(table.row, own)
            if not awaited or is_free_to_undo(table.match, own):
                self._take_back(table, own)
                return True
            table.row.asked = {"seat": own, "awaited": list(awaited)}
            table.changed = True
            return False

    def answer_undo(self, id: str, person: Person, number: int, agree: bool) -> bool:
        """Agree to a request to take moves back, refuse it, or withdraw one's own. Returns whether they are taken back.

        Raises Conflict or Forbidden.
        """
        with self._locked(id) as table:
            mine = table.seats_of(person)
            table.check_running()
            table.check_number(number)
            asked = table.row.asked
            if asked is None or (agree and asked["seat"] in mine):
                raise Conflict(mark("Nobody asks you to take a move back."))
            table.changed = True
            awaited = [other for other in asked["awaited"] if other not in mine]
            if agree and not awaited:
                self._take_back(table, asked["seat"])
                return True
            table.row.asked = {"seat": asked["seat"], "awaited": awaited} if agree else None
            return False

    def _take_back(self, table: LockedTable, seat: int) -> None:
        count = moves_to_take_back(table.match, seat)
        table.row.ranked = False
        table.write_entry(EntryKind.UNDO, seat, str(count), taken_back(table.match, count))

    # Hints

    def hint(self, id: str, person: Person, number: int, seat: int | None = None) -> str | None:
        """Ask for the best move of a person's seat. It is None while it is thought about.

        From then on the game does not count. Raises Conflict, Forbidden or IllegalMove.
        """
        with self._locked(id) as table:
            own = table.pick_seat(person, seat)
            table.check_running()
            if not has_hints(table.row):
                raise Forbidden(mark("There are no hints in games between people."))
            table.check_number(number)
            if table.match.turn != own:
                raise Forbidden(mark("It is not your turn."))
            row = table.row
            if row.hint is None:
                row.hint, row.owed, row.hinted, row.ranked = "", True, True, False
                table.changed = True
            return row.hint or None

    def give_hint(self, id: str, number: int, text: str) -> None:
        """Tell a person the best move, if the table still awaits it."""
        with self._locked(id) as table:
            row = table.row
            if row.number == number and row.owed and row.hint == "":
                row.hint, row.owed, row.thinker, row.lease = text, False, None, None
                table.changed = True

    def put_tip_away(self, id: str, person: Person, number: int) -> None:
        """Give no tip any more before the next move of a first game. Sent too late it changes nothing.

        Raises Forbidden.
        """
        with self._locked(id) as table:
            table.seats_of(person)
            if table.row.guided and table.row.number == number != table.row.told:
                table.row.told = number
                table.changed = True

    # Ending

    def resign(self, id: str, person: Person, seat: int | None = None) -> None:
        """Give the game up. Raises Forbidden, Conflict or IllegalMove."""
        with self._locked(id) as table:
            own = table.pick_seat(person, seat)
            table.check_running()
            self._forfeit(table, own, EntryKind.RESIGNED)

    def leave(self, id: str, person: Person) -> None:
        """Leave a table, or decline a seat that is kept. Raises Forbidden.

        Before the start the seat becomes free, or the table closes if its opener leaves. Later, leaving is resigning.
        """
        with self._locked(id) as table:
            mine = seats_of(table.row, person.id) or kept_for(table.row, person.id)
            if not mine or table.row.ended is not None:
                raise Forbidden(mark("You have no seat here."))
            table.changed = True
            if table.row.started is not None:
                for seat in mine:
                    self._forfeit(table, seat, EntryKind.RESIGNED)
            elif table.row.opener == person.id:
                table.close()
            else:
                for seat in mine:
                    free_again(table.row.seats[seat], table.row.public)

    def _forfeit(self, table: LockedTable, seat: int, reason: EntryKind) -> None:
        """End a game of two, which the other one wins. In a larger game a computer opponent plays on."""
        if table.match.outcome:
            return
        if table.match.game.seats == 2:
            match = table.match.copy()
            match.give_up(seat, Termination(reason))
            table.write_entry(reason, seat, "", match)
            return
        table.row.asked = None  # the one who leaves may have asked to take back, or was to agree
        chair = table.row.seats[seat]
        name = chair.name
        give_to_house(chair, table.match.game, SUBSTITUTE)
        chair.name, chair.replaced = name, True
        if not any(chair.kind is SeatKind.PERSON for chair in table.row.seats):
            table.close()
        else:
            charge_clock(table.row, table.match.turn, table.uptime)
            table.update_summary()
        table.changed = True

    def forfeit_expired(self, id: str) -> None:
        """Forfeit or replace the player whose clock ran out. Close a table that has waited too long for its start."""
        with self._locked(id):
            pass

    def _forfeit_expired(self, table: LockedTable) -> None:
        if table.row.deadline is None or table.row.deadline > table.uptime:
            return
        if table.row.started is None:
            table.close()
        elif table.row.turn is not None:
            self._forfeit(table, table.row.turn, EntryKind.TIME)

    def expired(self) -> list[str]:
        """Some of the tables on which a clock ran out."""
        with self.store.read() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.deadline <= self.uptime()).limit(LISTED)))

    def delete_unstarted(self, before: float) -> int:
        """Delete tables that were closed before a time without having begun. Returns how many."""
        with self.store.write() as session:
            never = (TableRow.started.is_(None), TableRow.ended < before)
            ids = list(session.scalars(select(TableRow.id).where(*never).limit(1000)))
            for rows in (ChatRow, SeatRow):
                session.execute(delete(rows).where(rows.table.in_(ids)))
            session.execute(delete(TableRow).where(TableRow.id.in_(ids)))
            return len(ids)

    # Talking

    def chat(self, id: str, person: Person, text: str, key: str | None = None) -> None:
        """Say something at a table. The same text with the same key, sent again, is not said again.

        Raises Forbidden, Refusal or TooManyRequests.
        """
        text = tidy(text[: 4 * LONGEST_MESSAGE])
        once = seal(key, text)
        with self._locked(id) as table:
            mine = table.seats_of(person)
            if not text or len(text) > LONGEST_MESSAGE:
                raise Refusal(mark("A message must have 1 to {count} characters."), count=LONGEST_MESSAGE)
            own = ChatRow.table == id, ChatRow.person == person.id
            if once and table.session.scalar(select(ChatRow.id).where(*own, ChatRow.once == once)):
                return
            recent = select(func.count()).where(*own, ChatRow.at > table.now - MESSAGE_SECONDS)
            if (table.session.scalar(recent) or 0) >= MESSAGES:
                raise TooManyRequests(mark("Not so fast: the others are still reading."))
            table.session.add(ChatRow(table=id, person=person.id, seat=mine[0], text=text, at=table.now, once=once))
            table.changed = table.was_said = True

    @contextmanager
    def _locked(self, id: str) -> Iterator[LockedTable]:
        """Lock a table and forfeit expired clocks. Changes are committed, then kept in memory and published."""
        if not self.matches.knows(id):  # read a long journal before the lock makes others wait
            with self.store.read() as session:
                self.matches.at(session, find_table(session, id))
        with self.store.transaction() as transaction:
            before = self.known_rows.find(id, read_version(transaction.connection, id, lock=True))
            is_known = before is not None and not before[0].owed  # a lease changes without a new version
            found = before[0] if before and is_known else find_table(transaction.session, id, lock=True)
            row = copy_row(found)
            match = self.matches.at(transaction.connection, row, committed=False)
            table = LockedTable(transaction, row, match, self.uptime(), self.now())
            self._forfeit_expired(table)
            yield table
            if table.changed:
                row.version += 1
                self.store.notify(transaction, str(event_of(row)))
            write_changes(transaction.connection, found, row)
        if table.changed and row.number:  # people who sit down change the names of the seats
            self.matches.keep(id, row.number, table.match)
        self.known_rows.keep(row, before[1] if before and not table.was_said else None)
        if table.changed:
            self.publish(event_of(row))


def people_of(row: TableRow) -> frozenset[str]:
    """The ids of people to whom a table may show more than to a watcher."""
    return frozenset([row.opener, *(seat.person for seat in row.seats if seat.person)])


def read_version(connection: Connection, id: str, *, lock: bool = False) -> int:
    """The version of a table. Raises NotFound. A locked table is nobody else's until the transaction ends."""
    statement = LOCKED_VERSION if lock else VERSION
    found = connection.scalar(statement, {"key": id}) if TABLE_ID.fullmatch(id) else None
    if found is None:
        raise no_table()
    version: int = found
    return version
