"""What can be done at a table. Each deed is one transaction that locks the table, and is over before it is answered."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from gangland.bots import levels_for
from gangland.famiglia import Solo, ranking_score
from gangland.game import Game, IllegalMove, Outcome, mark
from gangland.play import Deal, Match, deal
from gangland.play.record import Record
from gangland.server.clock import NO_CLOCK, Clock
from gangland.server.glimpse import FREE, HOUSE, Glimpse, glimpse, left_on, others, seats_of
from gangland.server.identity import Who, clean_name, remember, tidy
from gangland.server.journal import (
    Matches,
    deal_of,
    game_of,
    is_free_to_undo,
    moves_to_take_back,
    taken_back,
    write_deal,
)
from gangland.server.store import (
    ChatRow,
    EntryRow,
    SeatRow,
    Store,
    TableRow,
    find_table,
    save_table,
    values_of,
    write_entry,
)
from gangland.server.troubles import NotHere, NotYours, Refusal, TooLate, TooMuch, moved_on, no_table
from gangland.web.story import Story, story_of

LONGEST_MOVE = 80
LONGEST_SAYING = 300
SAYINGS, SAYING_SECONDS = 5, 10.0  # at most so many in so many seconds
SHOWN_SAYINGS = 100
SUBSTITUTE = 3  # the level that takes over for somebody who leaves a game of three or four
MOST_RUNNING = 200  # unfinished tables that one person may have opened
LISTED = 50
TABLE_ID = re.compile("[0-9a-f]{10}")
RECENT_CHAT = select(ChatRow).where(ChatRow.table == bindparam("key")).order_by(ChatRow.id.desc()).limit(SHOWN_SAYINGS)


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
    levels: tuple[int | None, ...]
    mine: tuple[int, ...]
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
    owed: bool  # the house is to move
    people: tuple[str, ...]  # who sits there

    def __str__(self) -> str:
        return f"{self.table} {self.version} {','.join(self.people)}"


def change_of(row: TableRow) -> Change:
    people = {seat.person for seat in row.seats if seat.kind == "person" and seat.person}
    return Change(row.id, row.version, row.owed, tuple(sorted(people)))


@dataclass
class Open:
    """A table within a transaction."""

    session: Session
    row: TableRow
    match: Match
    changed: bool = False


class Tables:
    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        tell: Callable[[Change], None] = lambda change: None,
        present: Callable[[str, str], bool] = lambda table, person: False,
    ) -> None:
        """`tell` hears of every change after its commit; `present` knows who is looking at a table."""
        self.store = store
        self.now = now
        self.tell = tell
        self.present = present
        self.matches = Matches()

    # Looking

    def glimpse(self, id: str, who: Who | None, seat: int | None = None) -> Glimpse:
        """What somebody may know of a table, through one of their seats if they hold several."""
        return self._look(id, who, seat)[0]

    def look(self, id: str, who: Who | None, seat: int | None = None) -> tuple[Glimpse, Story]:
        """The same with what everybody saw on the way there: a page gets no more, and no match to look into."""
        seen, match = self._look(id, who, seat)
        return seen, story_of(match)

    def _look(self, id: str, who: Who | None, seat: int | None) -> tuple[Glimpse, Match]:
        for _ in range(2):
            with self.store.read() as session:
                row = find(session, id)
                if row.deadline is None or row.deadline > self.now():
                    match = self.matches.at(session, row)
                    chat = list(session.scalars(RECENT_CHAT, {"key": id}))[::-1]
                    person = who.id if who else None
                    seen = glimpse(row, match, person, seat, chat, self.now(), lambda p: self.present(id, p))
                    return seen, match
            self.settle(id)
        raise moved_on()

    def version(self, id: str) -> int:
        with self.store.read() as session:
            version = (
                session.scalar(select(TableRow.version).where(TableRow.id == id)) if TABLE_ID.fullmatch(id) else None
            )
        if version is None:
            raise no_table()
        return version

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
        return sorted(briefs, key=lambda brief: not brief.my_turn)

    def finished(self, who: Who) -> list[Brief]:
        mine = select(SeatRow.table).where(SeatRow.person == who.id, SeatRow.kind == "person")
        return self._list(who, TableRow.ended.is_not(None), TableRow.outcome.is_not(None), TableRow.id.in_(mine))

    def waiting(self, who: Who | None = None) -> list[Brief]:
        """Public tables with a free seat."""
        return self._list(who, TableRow.public, TableRow.started.is_(None), TableRow.ended.is_(None))

    def live(self, who: Who | None = None) -> list[Brief]:
        """Public games to watch."""
        return self._list(who, TableRow.public, TableRow.started.is_not(None), TableRow.ended.is_(None))

    def briefs(self, who: Who, ids: Collection[str]) -> list[Brief]:
        """These tables, where somebody sits."""
        mine = select(SeatRow.table).where(SeatRow.person == who.id, SeatRow.kind == "person")
        return self._list(who, TableRow.id.in_(mine), TableRow.id.in_(ids))

    def _list(self, who: Who | None, *conditions: object) -> list[Brief]:
        rows = select(TableRow).where(*conditions).order_by(TableRow.opened.desc()).limit(LISTED)  # type: ignore[arg-type]
        with self.store.read() as session:
            return [brief(row, who.id if who else None) for row in session.scalars(rows).unique()]

    def ranking(self, level: int, robot_starts: bool) -> list[Ranked]:
        """F10.7: the wins at a level with the same side starting, best first."""
        rows = select(TableRow).where(TableRow.game == Solo.name, TableRow.ranked, TableRow.ended.is_not(None))
        with self.store.read() as session:
            found = [ranked(row) for row in session.scalars(rows).unique() if is_listed(row, level, robot_starts)]
        return sorted((line for line in found if line), key=lambda line: (-line.score, line.at))[:LISTED]

    # Sitting down

    def open(self, who: Who, wish: Wish, dealt: Deal | None = None) -> str:
        """Open a table and return its id; it starts as soon as nobody is missing."""
        now = self.now()
        dealt = dealt or deal(wish.game, first=wish.first)
        with self.store.write() as session:
            remember(session, who, now)
            mine = select(func.count()).where(TableRow.opener == who.id, TableRow.ended.is_(None))
            if (session.scalar(mine) or 0) >= MOST_RUNNING:
                raise TooMuch(mark("You have too many unfinished games."))
            row = TableRow(
                id=secrets.token_hex(5), game=wish.game.name, rules=wish.game.options(), deal=write_deal(dealt),
                opener=who.id, public=wish.public, clock=wish.clock.as_dict(), opened=now, ranked=True,
                number=0, version=1, owed=False, since=now, seats=seat_rows(wish, who),
            )  # fmt: skip
            self._lay(session, row)
        self.tell(change_of(row))
        return row.id

    def claim(self, id: str, who: Who, link: str | None = None, seat: int | None = None) -> int:
        """Sit down: on the seat of a link, once; or where the table is open to anybody, or to this person."""
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if mine:  # a link opened twice, or by its sender
                return mine[0]
            free = next((chair for chair in at.row.seats if may_claim(chair, who, link, seat)), None)
            if at.row.ended is not None or free is None:
                raise NotYours(mark("This seat is taken."))
            if not who.name:
                raise Refusal(mark("Tell the others your name first."))
            remember(at.session, who, self.now())
            free.kind, free.person, free.name, free.link = "person", who.id, who.name, None
            begin_if_full(at, self.now())
            at.changed = True
            return free.number

    def opens(self, id: str, link: str) -> bool:
        """Whether a link still leads to a free seat."""
        with self.store.read() as session:
            row = find(session, id)
            return row.ended is None and any(may_claim(chair, None, link) for chair in row.seats)

    def put_opponent(self, id: str, who: Who, seat: int, level: int) -> None:
        """The opener no longer waits for somebody and gives the seat to the house."""
        with self._at(id) as at:
            if at.row.opener != who.id:
                raise NotYours(mark("Only the person who opened the table can do that."))
            chair = next((chair for chair in at.row.seats if chair.number == seat), None)
            if chair is None or chair.kind not in FREE or at.row.ended is not None:
                raise NotYours(mark("This seat is taken."))
            give_to_house(chair, game_of(at.row), level)
            begin_if_full(at, self.now())
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
        row.asked = None
        stop_clock(row, after.turn, now)
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
        """Get up: before the start the seat is free again, or the opener's table closed; later it is giving up."""
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if not mine or at.row.ended is not None:
                raise NotYours(mark("You have no seat here."))
            at.changed = True
            if at.row.started is not None:
                for seat in mine:
                    self._give_up(at, seat, "resigned")
            elif at.row.opener == who.id:
                at.row.ended = self.now()
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
        chair.name = name
        if not any(chair.kind == "person" for chair in at.row.seats):
            at.row.ended, at.row.turn, at.row.owed, at.row.deadline = self.now(), None, False, None
        else:
            stop_clock(at.row, at.match.turn, self.now())
            follow(at, self.now())
        at.changed = True

    def settle(self, id: str) -> None:
        """Whose time is over loses, or is replaced."""
        with self._at(id, settle=False) as at:
            self._settle(at)

    def _settle(self, at: Open) -> None:
        if at.row.deadline is not None and at.row.deadline <= self.now() and at.row.turn is not None:
            self._give_up(at, at.row.turn, "time")

    def fallen(self) -> list[str]:
        """Tables on which somebody's time is over."""
        with self.store.read() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.deadline <= self.now()).limit(LISTED)))

    def forgive(self, session: Session, seconds: float) -> None:
        """Give back the time of an outage to those who play with live clocks."""
        timed = select(TableRow).where(TableRow.deadline.is_not(None)).with_for_update(of=TableRow)
        for row in session.scalars(timed).unique():
            if row.deadline is not None and Clock(**row.clock).seconds is not None:
                row.since += seconds
                row.deadline += seconds

    def owed(self, idle: float = 0.0) -> list[str]:
        """Tables that have waited for an opponent of the house for so long."""
        late = self.now() - idle
        with self.store.read() as session:
            return list(session.scalars(select(TableRow.id).where(TableRow.owed, TableRow.since <= late)))

    def house_turn(self, id: str) -> tuple[int, SeatRow, Match, float] | None:
        """The number, the seat and the match of a table on which the house owes a move, and since when."""
        with self.store.read() as session:
            row = find(session, id)
            match = self.matches.at(session, row)
            return (row.number, row.seats[match.turn], match, row.since) if row.owed else None

    # Talking and playing again

    def chat(self, id: str, who: Who, text: str) -> None:
        text = tidy(text[: 4 * LONGEST_SAYING])
        with self._at(id) as at:
            mine = seats_of(at.row, who.id)
            if not mine:
                raise NotYours(mark("You have no seat here."))
            if not text or len(text) > LONGEST_SAYING:
                raise Refusal(mark("A message has between 1 and {count} letters."), count=LONGEST_SAYING)
            recent = select(func.count()).where(
                ChatRow.table == id, ChatRow.person == who.id, ChatRow.at > self.now() - SAYING_SECONDS
            )
            if (at.session.scalar(recent) or 0) >= SAYINGS:
                raise TooMuch(mark("Not so fast: the others are still reading."))
            at.session.add(ChatRow(table=id, person=who.id, seat=mine[0], text=text, at=self.now()))
            at.changed = True

    def rematch(self, id: str, who: Who) -> str:
        """The next game with the same company, the next seat starting; the others find their seats kept for them."""
        with self._at(id) as at:
            if not seats_of(at.row, who.id):
                raise NotYours(mark("You have no seat here."))
            if at.match.outcome is None:
                raise TooLate(mark("The game is still on."))
            following = at.row.rematch
            row = None if following else next_table(at.row, who, self.now())
            if row:
                self._lay(at.session, row)
                at.row.rematch = following = row.id
                at.changed = True
        if row:
            self.tell(change_of(row))
        assert following
        self.claim(following, who)
        return following

    def _lay(self, session: Session, row: TableRow) -> None:
        """A new table, which begins if nobody is missing."""
        session.add(row)
        begin_if_full(Open(session, row, self.matches.at(session, row)), row.opened)
        self.store.notify(session, str(change_of(row)))

    # Transactions

    @contextmanager
    def _at(self, id: str, *, settle: bool = True) -> Iterator[Open]:
        """Lock a table; whatever changed is committed, then kept in memory and told."""
        with self.store.write() as session:
            row = find(session, id, lock=True)
            before = values_of(row)
            at = Open(session, row, self.matches.at(session, row, committed=False))
            if settle and row.deadline is not None and row.deadline <= self.now():
                self._settle(at)
            yield at
            if at.changed:
                row.version += 1
                save_table(session, row, before)
                self.store.notify(session, str(change_of(row)))
        if at.changed:
            self.matches.keep(id, row.number, at.match)
            self.tell(change_of(row))


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
        levels=tuple(seat.level for seat in row.seats),
        mine=seats_of(row, person),
        opened=row.opened,
        started=row.started,
        ended=row.ended,
        entries=row.number,
        turn=row.turn,
        outcome=read_outcome(row),
    )


def read_outcome(row: TableRow) -> Outcome | None:
    kept = row.outcome
    return Outcome(tuple(kept["scores"]), tuple(kept["winners"]), kept["reason"]) if kept else None


def is_listed(row: TableRow, level: int, robot_starts: bool) -> bool:
    outcome = read_outcome(row)
    return outcome is not None and outcome.reason == "pile" and game_of(row) == Solo(
        level, robot_starts, row.rules["joker_with_pair"]
    )  # fmt: skip


def ranked(row: TableRow) -> Ranked | None:
    outcome = read_outcome(row)
    score = ranking_score(outcome) if outcome else None
    return None if score is None else Ranked(row.seats[0].name, score, row.ended or 0.0, row.id)


# Seats


def seat_rows(wish: Wish, who: Who) -> list[SeatRow]:
    wanted = list(wish.seats)
    if isinstance(wish.game, Solo):
        if [seat.kind for seat in wanted] != ["me"]:
            raise Refusal(mark("A solo game is for one person."))
        wanted.append(Wanted("robot"))
    if len(wanted) != wish.game.seats or sum(seat.kind == "me" for seat in wanted) != 1:
        raise Refusal(mark("The table needs {count} seats, one of them yours."), count=wish.game.seats)
    if not who.name:
        raise Refusal(mark("Tell the others your name first."))
    return [seat_row(number, seat, wish, who) for number, seat in enumerate(wanted)]


def seat_row(number: int, seat: Wanted, wish: Wish, who: Who) -> SeatRow:
    row = SeatRow(number=number, kind="person", name="", left=wish.clock.start)
    match seat.kind:
        case "me":
            row.person, row.name = who.id, who.name
        case "here":
            row.person, row.name = who.id, clean_name(seat.name)
        case "link":
            row.kind, row.link = "invited", secrets.token_urlsafe(12)
        case "open":
            row.kind, row.link = "open", secrets.token_urlsafe(12)
        case "level":
            give_to_house(row, wish.game, seat.level)
        case "robot" if isinstance(wish.game, Solo):
            row.kind, row.name, row.left = "robot", "Robot", None
        case _:
            raise Refusal(mark("There is no such kind of seat."))
    return row


def give_to_house(seat: SeatRow, game: Game, level: int | None) -> None:
    levels = levels_for(game)
    if level is None or not 1 <= level <= len(levels) or isinstance(game, Solo):
        raise Refusal(mark("There is no such opponent."))
    seat.kind, seat.person, seat.link, seat.left = "opponent", None, None, None
    seat.level, seat.name = level, levels[level - 1].name


def free_again(seat: SeatRow, public: bool) -> None:
    seat.kind, seat.person, seat.name = "open" if public else "invited", None, ""
    seat.link = secrets.token_urlsafe(12)


def may_claim(chair: SeatRow, who: Who | None, link: str | None, seat: int | None = None) -> bool:
    """A link opens its own seat only; without one there are the open seats and those kept for this person."""
    if chair.kind not in FREE:
        return False
    if link is not None:
        return chair.link is not None and secrets.compare_digest(chair.link.encode(), link.encode("utf-8", "replace"))
    if seat is not None and seat != chair.number:
        return False
    return chair.kind == "open" or (who is not None and chair.person == who.id)


def pick_seat(at: Open, who: Who, seat: int | None) -> int:
    """The seat somebody speaks for: the one they name, the one that decides, or their only one."""
    mine = seats_of(at.row, who.id)
    if not mine or (seat is not None and seat not in mine):
        raise NotYours(mark("You have no seat here."))
    if seat is not None:
        return seat
    return at.match.turn if at.match.turn in mine else mine[0]


def next_table(row: TableRow, who: Who, now: float) -> TableRow:
    game = game_of(row)
    clock = Clock(**row.clock)
    first = row.deal["first"] if isinstance(game, Solo) else (row.deal["first"] + 1) % game.seats
    seats = []
    for old in row.seats:
        house = old.kind in HOUSE
        seat = SeatRow(number=old.number, kind=old.kind, level=old.level, name=old.name, person=old.person)
        seat.left = None if house else clock.start
        if not house and old.person != who.id:
            seat.kind, seat.name, seat.link = "invited", "", secrets.token_urlsafe(12)
        seats.append(seat)
    return TableRow(
        id=secrets.token_hex(5), game=row.game, rules=row.rules, deal=write_deal(deal(game, first=first)),
        opener=who.id, public=row.public, clock=row.clock, opened=now, ranked=True,
        number=0, version=1, owed=False, since=now, seats=seats,
    )  # fmt: skip


# The course of a game


def begin_if_full(at: Open, now: float) -> None:
    row = at.row
    if row.started is None and not any(seat.kind in FREE for seat in row.seats):
        row.started = row.since = now
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
