"""The rules of seats: who sits where, and who may sit down."""

from __future__ import annotations

import secrets
from collections.abc import Container

from gangland.bots import levels_for
from gangland.core.game import Game
from gangland.core.words import mark
from gangland.server.errors import Forbidden, Refusal
from gangland.server.matches import game_of
from gangland.server.models import SeatRow, TableRow
from gangland.server.people import Person
from gangland.web.table_view import FREE, HOUSE, SeatKind


def seats_of(row: TableRow, person: str | None) -> tuple[int, ...]:
    """The seats that a person holds, by their id."""
    if person is None:
        return ()
    return tuple(seat.number for seat in row.seats if seat.kind is SeatKind.PERSON and seat.person == person)


def kept_for(row: TableRow, person: str | None) -> tuple[int, ...]:
    """The free seats that wait for this person alone."""
    if person is None or row.ended is not None:
        return ()
    return tuple(seat.number for seat in row.seats if seat.kind in FREE and seat.person == person)


def offered_to(row: TableRow, person: str | None) -> tuple[int, ...]:
    """The seats that a person may take without a link: those kept for them, or else the open ones."""
    if row.ended is not None or seats_of(row, person):
        return ()
    return kept_for(row, person) or tuple(seat.number for seat in row.seats if seat.kind is SeatKind.OPEN)


def is_connected(seat: SeatRow, present: Container[str | None]) -> bool:
    """Whether a person sits here who is among those that look at the table."""
    return seat.kind is SeatKind.PERSON and seat.person in present


def house_name(row: TableRow, seat: SeatRow) -> str | None:
    """The name of the opponent or robot on a seat, to be translated; None for people."""
    if seat.kind is SeatKind.ROBOT:
        return mark("Robot")
    return levels_for(game_of(row))[(seat.level or 1) - 1].name if seat.kind is SeatKind.OPPONENT else None


def others(row: TableRow, seat: int) -> tuple[int, ...]:
    """The seats of other people, who must agree before this seat takes a move back."""
    person = row.seats[seat].person
    return tuple(other.number for other in row.seats if other.kind is SeatKind.PERSON and other.person != person)


def has_hints(row: TableRow) -> bool:
    """Whether hints may be given at a table: one person plays, and against nobody but the computer from the start."""
    people = [seat for seat in row.seats if seat.kind not in HOUSE or seat.replaced]
    return len(people) == 1 and people[0].kind is SeatKind.PERSON


def give_to_house(seat: SeatRow, game: Game, level: int | None) -> None:
    """Seat a computer opponent; raises Refusal if there is no such level."""
    levels = levels_for(game)
    if level is None or not 1 <= level <= len(levels) or game.players == 1:
        raise Refusal(mark("There is no such opponent."))
    seat.kind, seat.person, seat.bot, seat.link, seat.left = SeatKind.OPPONENT, None, False, None, None
    seat.level, seat.name = level, levels[level - 1].name


def free_again(seat: SeatRow, public: bool) -> None:
    """Free a seat, with a new link."""
    seat.kind, seat.person, seat.name, seat.bot = SeatKind.OPEN if public else SeatKind.INVITED, None, "", False
    seat.link = secrets.token_urlsafe(12)


def free_seat(row: TableRow, person: Person, number: int) -> SeatRow:
    """A free seat that its opener may give away. Raises Forbidden."""
    if row.opener != person.id:
        raise Forbidden(mark("Only the person who opened the table can do that."))
    chair = next((chair for chair in row.seats if chair.number == number), None)
    if chair is None or chair.kind not in FREE or row.ended is not None:
        raise Forbidden(mark("This seat is taken."))
    return chair


def opened_by(row: TableRow, link: str) -> tuple[int, ...]:
    """The free seat that a link leads to, if any."""
    told = link.encode("utf-8", "replace")
    free = (seat for seat in row.seats if seat.kind in FREE and seat.link is not None and row.ended is None)
    return tuple(seat.number for seat in free if secrets.compare_digest((seat.link or "").encode(), told))
