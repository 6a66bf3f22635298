"""What can be done at a table. Each deed is one transaction that locks the table, and is over before it is answered."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import ColumnExpressionArgument, bindparam, delete, func, or_, select, update
from sqlalchemy.orm import Session

from gangland.bots import levels_for
from gangland.errors import IllegalMove
from gangland.game import Game, Outcome
from gangland.play import Deal, Match, deal
from gangland.play.record import Record
from gangland.server.clock import DAY, NO_CLOCK, Clock
from gangland.server.glimpse import (
    FREE,
    HOUSE,
    Glimpse,
    glimpse,
    is_connected,
    kept_for,
    left_on,
    offered_to,
    others,
    seats_of,
    see_rematch,
)
from gangland.server.identity import Who, check_free, remember
from gangland.server.journal import (
    Matches,
    deal_of,
    game_of,
    is_free_to_undo,
    moves_to_take_back,
    read_outcome,
    taken_back,
    write_deal,
)
from gangland.server.names import clean_name, tidy
from gangland.server.queue import FEW, Work
from gangland.server.ratings import rate
from gangland.server.store import (
    LISTED,
    ChatRow,
    EntryRow,
    PersonRow,
    SeatRow,
    Store,
    TableRow,
    find_table,
    save_table,
    values_of,
    write_entry,
)
from gangland.server.troubles import NotHere, NotYours, Refusal, TooLate, TooMuch, moved_on, no_table
from gangland.web.story import Story
from gangland.words import mark

LONGEST_MOVE = 80
LONGEST_SAYING = 300
SAYINGS, SAYING_SECONDS = 5, 10.0  # at most so many in so many seconds
SHOWN_SAYINGS = 100
SUBSTITUTE = 3  # the level that takes over for somebody who leaves a game of three or four
MOST_ENTRIES = 2000  # in a journal, after which no more moves are taken back: ten long games
LEASE = 5.0  # seconds in which who thinks for a table moves, or renews it
QUICK = 3  # the highest level that moves at once; the others think
SHARE = 15  # of a list, for the tables from one address
TABLE_ID = re.compile("[0-9a-f]{10}")
WAITING = (
    TableRow.public, TableRow.started.is_(None), TableRow.ended.is_(None),
    select(SeatRow.table).where(SeatRow.table == TableRow.id, SeatRow.kind == "open").exists(),
)  # fmt: skip
RECENT_CHAT = select(ChatRow).where(ChatRow.table == bindparam("key")).order_by(ChatRow.id.desc()).limit(SHOWN_SAYINGS)


@dataclass(frozen=True)
class Quotas:
    """How much of the house one person or address may take up."""

    running: int = 200  # unfinished tables of one person
    waiting: int = 3  # of them listed and open to anybody
    listed: int = 10  # of them listed at all
    listed_address: int = 100  # unfinished listed tables from one address
    lobby: float = DAY  # seconds until a table that has not begun closes; not before a turn's days of its clock
    guests: float = 30 * DAY  # seconds after which a guest is forgotten who sits nowhere, or a table that never began


@dataclass(frozen=True)
class Wanted:
    """A seat as whoever opens a table wants it: me, here (another person at my screen), link, open, or a level."""

    kind: str
    level: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Wish:
    """A table as somebody wants it. A solo game needs one seat: the robot takes the other."""

    game: Game
    seats: tuple[Wanted, ...]
    first: int | None = None  # chance decides
    clock: Clock = NO_CLOCK
    public: bool = False  # listed for everybody to join and watch


@dataclass(frozen=True)
class Brief:
    """A table in a list."""

    id: str
    game: Game
    clock: Clock
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    bots: tuple[bool, ...]
    replaced: tuple[bool, ...]
    mine: tuple[int, ...]
    kept: tuple[int, ...]  # the seats that wait for this person
    opened: float
    started: float | None
    ended: float | None
    entries: int
    turn: int | None
    outcome: Outcome | None

    @property
    def my_turn(self) -> bool:
        return self.turn in self.mine


@dataclass(frozen=True)
class Ranked:
    """A line of the solo ranking (F10.7)."""

    name: str
    score: int
    at: float
    table: str


@dataclass(frozen=True)
class Change:
    """Something has happened at a table, and is committed."""

    table: str
    version: int
    owed: Work | None  # if the house is to move
    people: tuple[str, ...]  # who sits there, or has a seat kept

    def __str__(self) -> str:
        return f"{self.table} {self.version} {','.join(self.people)}"


def change_of(row: TableRow) -> Change:
    people = {seat.person for seat in row.seats if seat.person}
    return Change(row.id, row.version, work_of(row), tuple(sorted(people)))


def work_of(row: TableRow) -> Work | None:
    if not row.owed or row.turn is None:
        return None
    return Work(row.id, row.opener, slow=(row.seats[row.turn].level or 0) > QUICK)


@dataclass
class Open:
    """A table within a transaction."""

    session: Session
    row: TableRow
    match: Match
    time: float  # in uptime: for clocks
    changed: bool = False


class Tables:
    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        uptime: Callable[[], float],
        tell: Callable[[Change], None] = lambda change: None,
        present: Callable[[str, str], bool] = lambda table, person: False,
        quotas: Quotas | None = None,
    ) -> None:
        """`tell` hears of every change after its commit; `present` knows who is looking at a table.

        What people are told happened `now`; clocks, pauses and leases count in `uptime`.
        """
        self.store = store
        self.now = now
        self.uptime = uptime
        self.tell = tell
        self.present = present
        self.quotas = quotas or Quotas()
        self.matches = Matches()

    # Looking

    def glimpse(self, id: str, who: Who | None, seat: int | None = None) -> Glimpse:
        """What somebody may know of a table, through one of their seats if they hold several."""
        return self._look(id, who, seat)[0]

    def look(self, id: str, who: Who | None, seat: int | None = None) -> tuple[Glimpse, Story]:
        """The same with what everybody saw on the way there: a page gets no more, and no match to look into."""
        seen, match = self._look(id, who, seat)
        return seen, self.matches.story(id, match)

    def _look(self, id: str, who: Who | None, seat: int | None) -> tuple[Glimpse, Match]:
        for _ in range(2):
            with self.store.read() as session:
                row = find(session, id)
                if row.deadline is None or row.deadline > self.uptime():
                    match = self.matches.at(session, row)
                    chat = list(session.scalars(RECENT_CHAT, {"key": id}))[::-1]
                    person = who.id if who else None
                    following = find_table(session, row.rematch) if row.rematch else None
                    here = lambda person: self.present(id, person)  # noqa: E731
                    seen = glimpse(row, match, person, seat, chat, self.uptime(), here, following)
                    return seen, match
            self.settle(id)
        raise moved_on()

    def seating(self, id: str, who: Who) -> tuple[Game, tuple[int, ...]]:
        """The game of a table, and the seats that somebody holds there."""
        with self.store.read() as session:
            row = find(session, id)
            return game_of(row), seats_of(row, who.id)

    def connected(self, id: str) -> list[int]:
        """The seats of people who are looking at their table."""
        with self.store.read() as session:
            row = find(session, id)
            return [seat.number for seat in row.seats if is_connected(seat, lambda person: self.present(id, person))]

    def version(self, id: str) -> int:
        with self.store.read() as session:
            version = (
                session.scalar(select(TableRow.version).where(TableRow.id == id)) if TABLE_ID.fullmatch(id) else None
            )
        if version is None:
            raise no_table()
        return version

    def involved(self, id: str) -> frozenset[str]:
        """The people to whom a table may show more than to a watcher."""
        with self.store.read() as session:
            row = find(session, id)
            return frozenset([row.opener, *(seat.person for seat in row.seats if seat.person)])

    def record(self, id: str) -> Record:
        """The finished game with its whole deal."""
        with self.store.read() as session:
            match = self.matches.at(session, find(session, id))
        if not match.outcome:
            raise NotYours(mark("The record is there when the game is over."))
        return match.record()

    def running(self, who: Who) -> list[Brief]:
        """Somebody's unfinished games; those that wait for them come first."""
        mine = select(SeatRow.table).where(SeatRow.person == who.id)
        briefs = self._list(who, TableRow.ended.is_(None), TableRow.id.in_(mine))
        return sorted(briefs, key=lambda brief: not (brief.my_turn or brief.kept))

    def finished(self, who: Who) -> list[Brief]:
        mine = select(SeatRow.table).where(SeatRow.person == who.id, SeatRow.kind == "person")
        return self._list(who, TableRow.ended.is_not(None), TableRow.outcome.is_not(None), TableRow.id.in_(mine))

    def waiting(self, who: Who | None = None) -> list[Brief]:
        """Public tables with a seat for anybody."""
        return self._list_fairly(who, *WAITING)

    def live(self, who: Who | None = None) -> list[Brief]:
        """Public games to watch."""
        return self._list_fairly(who, TableRow.public, TableRow.started.is_not(None), TableRow.ended.is_(None))

    def briefs(self, who: Who, ids: Collection[str]) -> list[Brief]:
        """These tables, where somebody sits, or where a seat is kept for them."""
        mine = select(SeatRow.table).where(SeatRow.person == who.id)
        return self._list(who, TableRow.id.in_(mine), TableRow.id.in_(ids))

    def _list(self, who: Who | None, *conditions: ColumnExpressionArgument[bool]) -> list[Brief]:
        rows = select(TableRow).where(*conditions).order_by(TableRow.opened.desc()).limit(LISTED)
        with self.store.read() as session:
            return [brief(row, who.id if who else None) for row in session.scalars(rows).unique()]

    def _list_fairly(self, who: Who | None, *conditions: ColumnExpressionArgument[bool]) -> list[Brief]:
        """The newest, but no more than a share of them from one address."""
        source = func.coalesce(TableRow.origin, TableRow.opener)
        newest = select(TableRow.id, source).where(*conditions).order_by(TableRow.opened.desc())
        shown: list[str] = []
        shares: Counter[str] = Counter()
        with self.store.read() as session:
            for id, origin in session.execute(newest.limit(4 * LISTED)):
                shares[origin] += 1
                if shares[origin] <= SHARE:
                    shown.append(id)
        return self._list(who, TableRow.id.in_(shown[:LISTED]))

    def ranking(self, level: int, robot_starts: bool, bots: bool = False) -> list[Ranked]:
        """F10.7: the wins at a level with the same side starting, best first; those of bots are a list of their own."""
        wins = TableRow.level == level, TableRow.robot_starts == robot_starts, TableRow.by_bot == bots
        lines = (
            select(SeatRow.name, TableRow.score, TableRow.ended, TableRow.id)
            .join(SeatRow, (SeatRow.table == TableRow.id) & (SeatRow.number == 0))
            .where(*wins)
            .order_by(TableRow.score.desc(), TableRow.ended)
            .limit(LISTED)
        )
        with self.store.read() as session:
            return [
                Ranked(name, score or 0, ended or 0.0, table) for name, score, ended, table in session.execute(lines)
            ]

    # Sitting down

    def open(
        self, who: Who, wish: Wish, dealt: Deal | None = None, key: str | None = None, origin: str | None = None
    ) -> str:
        """Open a table and return its id; it starts as soon as nobody is missing.

        The same wish with the same key, sent again, leads to the same table for as long as its game is on.
        """
        now = self.now()
        dealt = dealt or deal(wish.game, first=wish.first)
        once = seal(key, wish)
        with self.store.write() as session:
            remember(session, who, now)
            session.execute(select(PersonRow.id).where(PersonRow.id == who.id).with_for_update())  # one at a time
            same = select(TableRow.id).where(TableRow.opener == who.id, TableRow.ended.is_(None), TableRow.once == once)
            if once and (opened := session.scalar(same)):
                return opened
            seats = seat_rows(wish, who)
            for name in {seat.name for seat in seats if seat.person}:
                check_free(session, name, who)
            row = TableRow(
                id=secrets.token_hex(5), game=wish.game.name, rules=wish.game.options(), deal=write_deal(dealt),
                opener=who.id, origin=origin, public=wish.public, clock=wish.clock.as_dict(), opened=now, ranked=True,
                number=0, version=1, owed=False, since=now, once=once, seats=seats,
            )  # fmt: skip
            self._check_quotas(session, row)
            self._lay(session, row)
        self.tell(change_of(row))
        return row.id

    def _check_quotas(self, session: Session, row: TableRow) -> None:
        def count(*conditions: ColumnExpressionArgument[bool]) -> int:
            return session.scalar(select(func.count()).select_from(TableRow).where(*conditions)) or 0

        mine, unfinished = TableRow.opener == row.opener, TableRow.ended.is_(None)
        if count(mine, unfinished) >= self.quotas.running:
            raise TooMuch(mark("You have too many unfinished games."))
        if not row.public:
            return
        if any(seat.kind == "open" for seat in row.seats) and count(mine, *WAITING) >= self.quotas.waiting:
            raise TooMuch(
                mark("You have {count} open tables already: close one of them first."), count=self.quotas.waiting
            )
        listed = (TableRow.public, unfinished)
        if count(mine, *listed) >= self.quotas.listed:
            raise TooMuch(mark("You have {count} listed games already: finish one, or do not list this one."),
                          count=self.quotas.listed)  # fmt: skip
        if row.origin and count(TableRow.origin == row.origin, *listed) >= self.quotas.listed_address:
            raise TooMuch(mark("There are too many listed games from your network: do not list this one."))

    def claim(self, id: str, who: Who, link: str | None = None, seat: int | None = None) -> int:
        """Sit down: on the seat of a link, once; or where the table is open to anybody, or kept for this person."""
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if mine:  # a link opened twice, or by its sender
                return mine[0]
            offered = opened_by(at.row, link) if link is not None else offered_to(at.row, who.id)
            wanted = [chair for chair in at.row.seats if chair.number in offered and seat in (None, chair.number)]
            if not wanted:
                raise NotYours(mark("This seat is taken."))
            if not who.name:
                raise Refusal(mark("Tell the others your name first."))
            remember(at.session, who, self.now())
            kept = [chair for chair in wanted if chair.person == who.id]
            if not kept:
                check_free(at.session, who.name, who)
            for chair in kept or wanted[:1]:  # whoever shared their screen shares it again
                name = chair.name if len(kept) > 1 else who.name
                chair.kind, chair.person, chair.name, chair.bot, chair.link = "person", who.id, name, who.is_bot, None
            begin_if_full(at, self.now())
            at.changed = True
            return wanted[0].number

    def opens(self, id: str, link: str) -> bool:
        """Whether a link still leads to a free seat."""
        with self.store.read() as session:
            return bool(opened_by(find(session, id), link))

    def put_opponent(self, id: str, who: Who, seat: int, level: int) -> None:
        """The opener no longer waits for somebody and gives the seat to the house."""
        with self._at(id) as at:
            give_to_house(free_seat(at.row, who, seat), game_of(at.row), level)
            begin_if_full(at, self.now())
            at.changed = True

    def invite(self, id: str, who: Who, seat: int) -> None:
        """The opener no longer waits for somebody and gives the seat to whoever gets its new link."""
        with self._at(id) as at:
            free_again(free_seat(at.row, who, seat), public=False)
            at.changed = True

    # Moving

    def move(self, id: str, who: Who, number: int, text: str, seat: int | None = None) -> int:
        """Make a move that answers to a number of the journal, and return the number after it.

        Sent again it changes nothing and gets the same answer; sent too late, it is refused.
        """
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if not mine or (seat is not None and seat not in mine):
                raise NotYours(mark("You have no seat here."))
            if repeated(at, number, "move", mine, text):
                return number + 1
            check_running(at.row)
            check_number(at.row, number)
            if at.match.turn not in mine or (seat is not None and at.match.turn != seat):
                raise NotYours(mark("It is not your turn."))
            self._push(at, text)
            return at.row.number

    def house_move(self, id: str, number: int, text: str) -> None:
        """The same for an opponent of the house."""
        with self._at(id) as at:
            if at.row.number == number and at.row.owed:
                self._push(at, text)

    def _push(self, at: Open, text: str) -> None:
        if len(text) > LONGEST_MOVE:
            raise Refusal(mark("This is too long for a move."))
        seat, match = at.match.turn, at.match.copy()
        match.push(tidy(text))
        self._write(at, "move", seat, str(match.moves[-1]), match)

    def _write(self, at: Open, kind: str, seat: int, text: str, after: Match) -> None:
        """An entry of the journal, and what follows from it for clocks and lists."""
        now = self.now()
        row = at.row
        write_entry(at.session, table=row.id, number=row.number, kind=kind, seat=seat, text=text, at=now)
        row.number += 1
        row.asked = row.thinker = row.lease = None
        stop_clock(row, after.turn, at.time)
        at.match = after
        follow(at, now)
        at.changed = True

    # Taking back

    def undo(self, id: str, who: Who, number: int, seat: int | None = None) -> bool:
        """Take one's last move back if that is free, or else ask the others; true if it is done."""
        with self._at(id) as at:
            own = pick_seat(at, who, seat)
            if repeated(at, number, "undo", (own,)):
                return True
            check_running(at.row)
            check_number(at.row, number)
            if at.row.number >= MOST_ENTRIES:
                raise Refusal(mark("So many moves were taken back in this game that from now on they stay."))
            if not moves_to_take_back(at.match, own):
                raise IllegalMove(mark("There is no move of yours to take back."))
            awaited = others(at.row, own)
            if not awaited or is_free_to_undo(at.match, own):
                self._take_back(at, own)
                return True
            at.row.asked = {"seat": own, "awaited": list(awaited)}
            at.changed = True
            return False

    def answer_undo(self, id: str, who: Who, number: int, agree: bool) -> bool:
        """Agree to somebody's wish to take moves back, or refuse it; true if they are taken back."""
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if not mine:
                raise NotYours(mark("You have no seat here."))
            check_running(at.row)
            check_number(at.row, number)
            asked = at.row.asked
            if asked is None or asked["seat"] in mine:
                raise TooLate(mark("Nobody asks you to take a move back."))
            at.changed = True
            awaited = [other for other in asked["awaited"] if other not in mine]
            if agree and not awaited:
                self._take_back(at, asked["seat"])
                return True
            at.row.asked = {"seat": asked["seat"], "awaited": awaited} if agree else None
            return False

    def _take_back(self, at: Open, seat: int) -> None:
        count = moves_to_take_back(at.match, seat)
        at.row.ranked = False
        self._write(at, "undo", seat, str(count), taken_back(at.match, count))

    # Ending

    def resign(self, id: str, who: Who, seat: int | None = None) -> None:
        with self._at(id) as at:
            own = pick_seat(at, who, seat)
            check_running(at.row)
            self._give_up(at, own, "resigned")

    def leave(self, id: str, who: Who) -> None:
        """Get up, or decline a seat that is kept: before the start it is free again, or the opener's table closed.

        Later it is giving up.
        """
        with self._at(id) as at:
            mine = seats_of(at.row, who.id) or kept_for(at.row, who.id)
            if not mine or at.row.ended is not None:
                raise NotYours(mark("You have no seat here."))
            at.changed = True
            if at.row.started is not None:
                for seat in mine:
                    self._give_up(at, seat, "resigned")
            elif at.row.opener == who.id:
                close(at.row, self.now())
            else:
                for seat in mine:
                    free_again(at.row.seats[seat], at.row.public)

    def _give_up(self, at: Open, seat: int, reason: str) -> None:
        """In a game of two the other one wins; in a larger one the house plays on."""
        if at.match.outcome:
            return
        if at.match.game.seats == 2:
            match = at.match.copy()
            match.give_up(seat, reason)
            self._write(at, reason, seat, "", match)
            return
        at.row.asked = None  # whoever asked to take back, or was to agree, may be the one who leaves
        chair = at.row.seats[seat]
        name = chair.name
        give_to_house(chair, at.match.game, SUBSTITUTE)
        chair.name, chair.replaced = name, True
        if not any(chair.kind == "person" for chair in at.row.seats):
            close(at.row, self.now())
        else:
            stop_clock(at.row, at.match.turn, at.time)
            follow(at, self.now())
        at.changed = True

    def settle(self, id: str) -> None:
        """Whose time is over loses, or is replaced; a table that has not begun closes."""
        with self._at(id, settle=False) as at:
            self._settle(at)

    def _settle(self, at: Open) -> None:
        if at.row.deadline is None or at.row.deadline > at.time:
            return
        if at.row.started is None:
            close(at.row, self.now())
            at.changed = True
        elif at.row.turn is not None:
            self._give_up(at, at.row.turn, "time")

    def fallen(self) -> list[str]:
        """Tables on which somebody's time is over."""
        with self.store.read() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.deadline <= self.uptime()).limit(LISTED)))

    # The house thinks

    def owed(self) -> list[Work]:
        """Some moves that the house owes and nobody thinks about: the first few of everybody, low levels first."""
        level = func.coalesce(SeatRow.level, 0)
        nth = func.row_number().over(partition_by=(TableRow.opener, level), order_by=TableRow.since)
        free = or_(TableRow.lease.is_(None), TableRow.lease < self.uptime())
        found = (
            select(TableRow.id, TableRow.opener, TableRow.since, level.label("level"), nth.label("nth"))
            .join(SeatRow, (SeatRow.table == TableRow.id) & (SeatRow.number == TableRow.turn))
            .where(TableRow.owed, free)
            .subquery()
            .c
        )
        some = select(found.id, found.opener, found.level).where(found.nth <= FEW)
        with self.store.read() as session:
            rows = session.execute(some.order_by(found.level, found.nth, found.since).limit(LISTED))
            return [Work(row.id, row.opener, slow=row.level > QUICK) for row in rows]

    def lease(self, ids: Collection[str], thinker: str) -> set[str]:
        """Those of the tables that this one thinks for from now on, or still; its lease begins anew."""
        now = self.uptime()
        free = or_(TableRow.lease.is_(None), TableRow.lease < now, TableRow.thinker == thinker)
        mine = TableRow.thinker == thinker, TableRow.lease == now + LEASE
        with self.store.write() as session:
            session.execute(
                update(TableRow)
                .where(TableRow.id.in_(ids), TableRow.owed, free)
                .values(thinker=thinker, lease=now + LEASE)
            )
            return set(session.scalars(select(TableRow.id).where(TableRow.id.in_(ids), *mine)))

    def release(self, thinker: str) -> None:
        """This one thinks for nobody."""
        with self.store.write() as session:
            session.execute(
                update(TableRow).where(TableRow.owed, TableRow.thinker == thinker).values(thinker=None, lease=None)
            )

    def is_watched(self, id: str, visitors: Collection[str]) -> bool:
        """Whether a person sits at a table, or is among those who look at it: bots are none."""
        seats = select(SeatRow.person).where(SeatRow.table == id, SeatRow.kind == "person")
        with self.store.read() as session:
            people = {*session.scalars(seats), *visitors}
            bots = select(PersonRow.id).where(PersonRow.id.in_(people), PersonRow.bearer.is_not(None))
            return bool(people - {*session.scalars(bots)})

    def house_turn(self, id: str) -> tuple[int, SeatRow, Match, float] | None:
        """The number, the seat and the match of a table on which the house owes a move, and since when."""
        with self.store.read() as session:
            row = find(session, id)
            match = self.matches.at(session, row)
            return (row.number, row.seats[match.turn], match.copy(), row.since) if row.owed else None

    # Talking and playing again

    def chat(self, id: str, who: Who, text: str, key: str | None = None) -> None:
        """Say something. The same text with the same key, sent again, is not said again."""
        text = tidy(text[: 4 * LONGEST_SAYING])
        once = seal(key, text)
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if not mine:
                raise NotYours(mark("You have no seat here."))
            if not text or len(text) > LONGEST_SAYING:
                raise Refusal(mark("A message has between 1 and {count} letters."), count=LONGEST_SAYING)
            said = select(ChatRow.id).where(ChatRow.table == id, ChatRow.person == who.id, ChatRow.once == once)
            if once and at.session.scalar(said):
                return
            recent = select(func.count()).where(
                ChatRow.table == id, ChatRow.person == who.id, ChatRow.at > self.now() - SAYING_SECONDS
            )
            if (at.session.scalar(recent) or 0) >= SAYINGS:
                raise TooMuch(mark("Not so fast: the others are still reading."))
            at.session.add(ChatRow(table=id, person=who.id, seat=mine[0], text=text, at=self.now(), once=once))
            at.changed = True

    def rematch(self, id: str, who: Who, origin: str | None = None) -> str:
        """The next game with the same company, the next seat starting; the others find their seats kept for them."""
        with self._at(id) as at:
            if not seats_of(at.row, who.id):
                raise NotYours(mark("You have no seat here."))
            if at.match.outcome is None:
                raise TooLate(mark("The game is still on."))
            following = find_table(at.session, at.row.rematch) if at.row.rematch else None
            row = None
            if following is None or see_rematch(following, who.id) is None:
                following = row = next_table(at.row, who, origin, self.now())
                self._lay(at.session, row)
                at.row.rematch = row.id
                at.changed = True
            id, is_kept = following.id, bool(kept_for(following, who.id))
        if row:
            self.tell(change_of(row))
        if is_kept:
            self.claim(id, who)
        return id

    def _lay(self, session: Session, row: TableRow) -> None:
        """A new table, which begins if nobody is missing, and does not wait for ever."""
        row.deadline = self.uptime() + max(self.quotas.lobby, (Clock(**row.clock).days or 0) * DAY)
        session.add(row)
        begin_if_full(Open(session, row, self.matches.at(session, row), self.uptime()), row.opened)
        self.store.notify(session, str(change_of(row)))

    def clear_away(self, before: float) -> int:
        """Tables that were closed before then without ever having begun."""
        with self.store.write() as session:
            never = (TableRow.started.is_(None), TableRow.ended < before)
            ids = list(session.scalars(select(TableRow.id).where(*never).limit(1000)))
            for rows in (ChatRow, SeatRow):
                session.execute(delete(rows).where(rows.table.in_(ids)))
            session.execute(delete(TableRow).where(TableRow.id.in_(ids)))
            return len(ids)

    # Transactions

    @contextmanager
    def _at(self, id: str, *, settle: bool = True) -> Iterator[Open]:
        """Lock a table; whatever changed is committed, then kept in memory and told."""
        if not self.matches.knows(id):  # a long journal is read before others have to wait
            with self.store.read() as session:
                self.matches.at(session, find(session, id))
        with self.store.write() as session:
            row = find(session, id, lock=True)
            before = values_of(row)
            at = Open(session, row, self.matches.at(session, row, committed=False), self.uptime())
            if settle:
                self._settle(at)
            yield at
            if at.changed:
                row.version += 1
                save_table(session, row, before)
                self.store.notify(session, str(change_of(row)))
        if at.changed:
            self.matches.keep(id, row.number, at.match)
            self.tell(change_of(row))


def seal(key: str | None, wish: object) -> str | None:
    """What a wish that is sent again is known by."""
    return sha256(f"{key} {wish}".encode("utf-8", "replace")).hexdigest() if key else None


def find(session: Session, id: str, *, lock: bool = False) -> TableRow:
    if not TABLE_ID.fullmatch(id):
        raise no_table()
    row = find_table(session, id, lock=lock)
    if row is None:
        raise no_table()
    return row


def brief(row: TableRow, person: str | None) -> Brief:
    return Brief(
        id=row.id,
        game=game_of(row),
        clock=Clock(**row.clock),
        names=tuple(seat.name for seat in row.seats),
        kinds=tuple(seat.kind for seat in row.seats),
        bots=tuple(seat.bot for seat in row.seats),
        replaced=tuple(seat.replaced for seat in row.seats),
        mine=seats_of(row, person),
        kept=kept_for(row, person),
        opened=row.opened,
        started=row.started,
        ended=row.ended,
        entries=row.number,
        turn=row.turn,
        outcome=read_outcome(row),
    )


# Seats


def seat_rows(wish: Wish, who: Who) -> list[SeatRow]:
    wanted = list(wish.seats)
    if wish.game.players == 1 and [seat.kind for seat in wanted] != ["me"]:
        raise Refusal(mark("A solo game is for one person."))
    wanted += [Wanted("robot")] * (wish.game.seats - wish.game.players)
    if len(wanted) != wish.game.seats or sum(seat.kind == "me" for seat in wanted) != 1:
        raise Refusal(mark("The table needs {count} seats, one of them yours."), count=wish.game.seats)
    if not who.name:
        raise Refusal(mark("Tell the others your name first."))
    return [seat_row(number, seat, wish, who) for number, seat in enumerate(wanted)]


def seat_row(number: int, seat: Wanted, wish: Wish, who: Who) -> SeatRow:
    row = SeatRow(number=number, kind="person", name="", left=wish.clock.start, bot=False, replaced=False)
    match seat.kind:
        case "me":
            row.person, row.name, row.bot = who.id, who.name, who.is_bot
        case "here":
            row.person, row.name, row.bot = who.id, clean_name(seat.name), who.is_bot
        case "link":
            row.kind, row.link = "invited", secrets.token_urlsafe(12)
        case "open":
            row.kind, row.link = "open", secrets.token_urlsafe(12)
        case "level":
            give_to_house(row, wish.game, seat.level)
        case "robot" if wish.game.has_robot:
            row.kind, row.name, row.left = "robot", "Robot", None
        case _:
            raise Refusal(mark("There is no such kind of seat."))
    return row


def give_to_house(seat: SeatRow, game: Game, level: int | None) -> None:
    levels = levels_for(game)
    if level is None or not 1 <= level <= len(levels) or game.players == 1:
        raise Refusal(mark("There is no such opponent."))
    seat.kind, seat.person, seat.bot, seat.link, seat.left = "opponent", None, False, None, None
    seat.level, seat.name = level, levels[level - 1].name


def free_again(seat: SeatRow, public: bool) -> None:
    seat.kind, seat.person, seat.name, seat.bot = "open" if public else "invited", None, "", False
    seat.link = secrets.token_urlsafe(12)


def free_seat(row: TableRow, who: Who, number: int) -> SeatRow:
    """A seat that waits for somebody, for the opener to give away."""
    if row.opener != who.id:
        raise NotYours(mark("Only the person who opened the table can do that."))
    chair = next((chair for chair in row.seats if chair.number == number), None)
    if chair is None or chair.kind not in FREE or row.ended is not None:
        raise NotYours(mark("This seat is taken."))
    return chair


def opened_by(row: TableRow, link: str) -> tuple[int, ...]:
    """The free seat that a link leads to."""
    told = link.encode("utf-8", "replace")
    free = (seat for seat in row.seats if seat.kind in FREE and seat.link is not None and row.ended is None)
    return tuple(seat.number for seat in free if secrets.compare_digest((seat.link or "").encode(), told))


def pick_seat(at: Open, who: Who, seat: int | None) -> int:
    """The seat somebody speaks for: the one they name, the one that decides, or their only one."""
    mine = seats_of(at.row, who.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotYours(mark("You have no seat here."))
    if seat is not None:
        return seat
    return at.match.turn if at.match.turn in mine else mine[0]


def next_table(row: TableRow, who: Who, origin: str | None, now: float) -> TableRow:
    game = game_of(row)
    first = row.deal["first"] if game.says_who_starts else (row.deal["first"] + 1) % game.seats
    return TableRow(
        id=secrets.token_hex(5), game=row.game, rules=row.rules, deal=write_deal(deal(game, first=first)),
        opener=who.id, origin=origin, public=row.public, clock=row.clock, opened=now, ranked=True,
        number=0, version=1, owed=False, since=now, seats=[next_seat(seat, row, who) for seat in row.seats],
    )  # fmt: skip


def next_seat(old: SeatRow, row: TableRow, who: Who) -> SeatRow:
    """The house's opponents, and whoever asks, sit down at once; the others' seats wait for them under their names."""
    seat = SeatRow(
        number=old.number, kind=old.kind, level=old.level, name=old.name, person=old.person, bot=old.bot,
        replaced=False, left=Clock(**row.clock).start,
    )  # fmt: skip
    if old.kind == "opponent":
        give_to_house(seat, game_of(row), old.level)  # under its own name, also if it stood in for somebody
    elif old.kind == "robot":
        seat.left = None
    elif old.person != who.id:
        seat.kind = "invited"
    return seat


# The course of a game


def begin_if_full(at: Open, now: float) -> None:
    row = at.row
    if row.started is None and not any(seat.kind in FREE for seat in row.seats):
        row.started, row.since = now, at.time
        at.match = Match(game_of(row), deal_of(row), [seat.name for seat in row.seats])
        follow(at, now)


def follow(at: Open, now: float) -> None:
    """What the row says about the match: whose turn it is, who is waited for, and how it ended."""
    row, match = at.row, at.match
    outcome = match.outcome
    row.turn = None if outcome else match.turn
    row.owed = row.turn is not None and row.seats[row.turn].kind in HOUSE
    left = None if row.turn is None else row.seats[row.turn].left
    row.deadline = None if left is None else row.since + left
    if outcome and row.ended is None:
        row.ended = now
        row.outcome = {"scores": outcome.scores, "winners": outcome.winners, "reason": outcome.reason}
        if row.ranked:
            row.level, row.robot_starts, row.score = ranked(match.game, outcome)
            row.by_bot = row.seats[0].bot
        rate(at.session, row, outcome)


def ranked(game: Game, outcome: Outcome) -> tuple[int, bool, int] | tuple[None, None, None]:
    """Where the solo ranking lists a game, and with how much; only wins are listed (F10.7)."""
    score = game.ranking_score(outcome)
    if score is None:
        return None, None, None
    return getattr(game, "level", 0), getattr(game, "robot_starts", False), score


def close(row: TableRow, now: float) -> None:
    """Before its end: nobody plays here any more."""
    row.ended, row.turn, row.owed, row.deadline = now, None, False, None


def stop_clock(row: TableRow, following: int, now: float) -> None:
    """Take the time spent since from whoever decided, before `following` decides."""
    if row.turn is not None:
        seat = row.seats[row.turn]
        left = left_on(row, seat, now)
        if left is not None:
            seat.left = left if following == row.turn else Clock(**row.clock).after_turn(left)
    row.since = now


def check_running(row: TableRow) -> None:
    if row.started is None:
        raise TooLate(mark("The game has not begun: somebody is still missing."))
    if row.ended is not None:
        raise IllegalMove(mark("The game is over."))


def check_number(row: TableRow, number: int) -> None:
    if number != row.number:
        raise moved_on()


def repeated(at: Open, number: int, kind: str, mine: Sequence[int], text: str | None = None) -> bool:
    """Whether this very deed is in the journal already."""
    if not 0 <= number < at.row.number:
        return False
    entry = at.session.get(EntryRow, (at.row.id, number))
    if entry is None or entry.kind != kind or entry.seat not in mine:
        return False
    return text is None or entry.text == tidy(text)


__all__ = ["Brief", "NotHere", "Ranked", "Tables", "Wanted", "Wish"]
