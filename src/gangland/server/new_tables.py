"""New tables: what somebody asks for, the rows made from it, and how many tables one person may have."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import ColumnExpressionArgument, func, select
from sqlalchemy.orm import Session

from gangland.core.errors import InvalidArgument
from gangland.core.game import Game
from gangland.core.words import mark
from gangland.play import Deal, deal
from gangland.registry import GAMES, check_offered
from gangland.server.errors import Refusal, TooManyRequests
from gangland.server.lobby import WAITING
from gangland.server.matches import game_of, write_deal
from gangland.server.models import SeatRow, TableRow
from gangland.server.names import clean_name
from gangland.server.people import Person
from gangland.server.seats import give_to_house
from gangland.web.clock import DAY, NO_CLOCK, Clock
from gangland.web.table_view import SeatKind


@dataclass(frozen=True)
class Quotas:
    """How many tables one person or address may have, and how long unused things are kept."""

    running: int = 200  # unfinished tables of one person
    waiting: int = 3  # of these, listed and open to anybody
    listed: int = 10  # of these, listed
    listed_address: int = 100  # unfinished listed tables from one address
    lobby: float = DAY  # seconds until a table that has not begun closes, at least the days of a turn
    guests: float = 30 * DAY  # seconds after which guests without a seat and tables that never began are deleted


@dataclass(frozen=True)
class NewSeat:
    """A seat that is asked for: me, here (another person at my screen), link, open, or a level."""

    kind: str
    level: int | None = None
    name: str = ""


@dataclass(frozen=True)
class NewTable:
    """A table that is asked for. A solo game needs one seat; the robot takes the other."""

    game: Game
    seats: tuple[NewSeat, ...]
    first: int | None = None  # None: chance decides
    clock: Clock = NO_CLOCK
    public: bool = False  # listed for everybody to join and watch
    guided: bool = False  # somebody's first game, with tips; it does not count


def refuse_study(name: object) -> None:
    """Raises Refusal for the name of a game that no table offers. All other names are left to whoever reads them."""
    if isinstance(name, str) and name in GAMES:
        try:
            check_offered(GAMES[name])
        except InvalidArgument as wrong:
            raise Refusal.of(wrong) from None


def seal(key: str | None, wanted: object) -> str | None:
    """A hash that recognizes a request with a key if it is sent again. It is None without a key."""
    return sha256(f"{key} {wanted}".encode("utf-8", "replace")).hexdigest() if key else None


def check_quotas(session: Session, row: TableRow, quotas: Quotas) -> None:
    """Raises TooManyRequests if the opener of a new table has too many already."""

    def count(*conditions: ColumnExpressionArgument[bool]) -> int:
        return session.scalar(select(func.count()).select_from(TableRow).where(*conditions)) or 0

    mine, unfinished = TableRow.opener == row.opener, TableRow.ended.is_(None)
    if count(mine, unfinished) >= quotas.running:
        raise TooManyRequests(mark("You have too many unfinished games."))
    if not row.public:
        return
    if any(seat.kind is SeatKind.OPEN for seat in row.seats) and count(mine, *WAITING) >= quotas.waiting:
        raise TooManyRequests(
            mark("You have {count} open tables already: close one of them first."), count=quotas.waiting
        )
    listed = (TableRow.public, unfinished)
    if count(mine, *listed) >= quotas.listed:
        raise TooManyRequests(mark("You have {count} listed games already: finish one, or do not list this one."),
                      count=quotas.listed)  # fmt: skip
    if row.origin and count(TableRow.origin == row.origin, *listed) >= quotas.listed_address:
        raise TooManyRequests(mark("There are too many listed games from your network: do not list this one."))


def seat_rows(wanted: NewTable, person: Person) -> list[SeatRow]:
    """The seats of a new table, the robot's included. Raises Refusal."""
    game, seats = wanted.game, list(wanted.seats)
    if game.players == 1 and [seat.kind for seat in seats] != ["me"]:
        raise Refusal(mark("A solo game is for one person."))
    seats += [NewSeat("robot")] * (game.seats - game.players)
    if len(seats) != game.seats or sum(seat.kind == "me" for seat in seats) != 1:
        raise Refusal(mark("The table needs {count} seats, one of them yours."), count=game.seats)
    if not person.name:
        raise Refusal(mark("Please enter your name first."))
    return [seat_row(number, seat, wanted, person) for number, seat in enumerate(seats)]


def seat_row(number: int, seat: NewSeat, wanted: NewTable, person: Person) -> SeatRow:
    """A seat of a new table, taken or free. Raises Refusal."""
    row = SeatRow(number=number, kind=SeatKind.PERSON, name="", left=wanted.clock.start, bot=False, replaced=False)
    match seat.kind:
        case "me":
            row.person, row.name, row.bot = person.id, person.name, person.is_bot
        case "here":
            row.person, row.name, row.bot = person.id, clean_name(seat.name), person.is_bot
        case "link":
            row.kind, row.link = SeatKind.INVITED, secrets.token_urlsafe(12)
        case "open":
            row.kind, row.link = SeatKind.OPEN, secrets.token_urlsafe(12)
        case "level":
            give_to_house(row, wanted.game, seat.level)
        case "robot" if wanted.game.has_robot:
            row.kind, row.name, row.left = SeatKind.ROBOT, "Robot", None
        case _:
            raise Refusal(mark("There is no such kind of seat."))
    return row


def new_table(
    wanted: NewTable, person: Person, dealt: Deal | None, origin: str | None, now: float, once: str | None
) -> TableRow:
    """The rows of a new table and its seats."""
    dealt = dealt or deal(wanted.game, first=wanted.first)
    return table_row(
        game=wanted.game.name, rules=wanted.game.options(), deal=write_deal(dealt), opener=person.id, origin=origin,
        public=wanted.public, clock=wanted.clock.as_dict(), opened=now, once=once, seats=seat_rows(wanted, person),
        guided=wanted.guided,
    )  # fmt: skip


def next_table(row: TableRow, person: Person, origin: str | None, now: float) -> TableRow:
    """The rows of a rematch. The next seat starts, unless the game says who does."""
    game = game_of(row)
    first = row.deal["first"] if game.says_who_starts else (row.deal["first"] + 1) % game.seats
    return table_row(
        game=row.game, rules=row.rules, deal=write_deal(deal(game, first=first)), opener=person.id, origin=origin,
        public=row.public, clock=row.clock, opened=now, seats=[next_seat(seat, row, person) for seat in row.seats],
    )  # fmt: skip


def table_row(*, opened: float, guided: bool = False, **values: object) -> TableRow:
    """A table at which nothing has happened yet."""
    return TableRow(
        id=secrets.token_hex(5), opened=opened, since=opened, ranked=not guided, number=0, version=1,
        owed=False, hinted=False, guided=guided, **values,
    )  # fmt: skip


def next_seat(old: SeatRow, row: TableRow, person: Person) -> SeatRow:
    """A seat of a rematch.

    Opponents and the person who asks sit down at once; other people's seats are kept for them.
    """
    seat = SeatRow(
        number=old.number, kind=old.kind, level=old.level, name=old.name, person=old.person, bot=old.bot,
        replaced=False, left=Clock(**row.clock).start,
    )  # fmt: skip
    if old.kind is SeatKind.OPPONENT:
        give_to_house(seat, game_of(row), old.level)  # under its own name, even if it replaced a person
    elif old.kind is SeatKind.ROBOT:
        seat.left = None
    elif old.person != person.id:
        seat.kind = SeatKind.INVITED
    return seat
