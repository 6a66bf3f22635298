"""What one person may learn about a table. Pages, streams and the API are made from nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from gangland.core.game import Game, Move, View
from gangland.play import Match, Played
from gangland.server.clock import left_on
from gangland.server.models import SeatRow, TableRow
from gangland.server.people import Person
from gangland.server.seats import has_hints, house_name, is_connected, kept_for, offered_to, others, seats_of
from gangland.server.snapshots import Snapshot
from gangland.server.undo import is_free_to_undo, moves_to_take_back
from gangland.web.clock import Clock
from gangland.web.table_view import FREE, HOUSE, Chair, Hints, LogEntry, Rematch, Said, TableView, Undo

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


def table_view(table: Snapshot, viewer: Person | None, asked: int | None = None) -> TableView:
    """What a viewer may know of a table; `asked` is the seat that they want to look through."""
    row, match = table.row, table.match
    person = viewer.id if viewer else None
    mine = seats_of(row, person)
    started = row.started is not None
    seat = seat_for(match.game, mine, asked, match.turn, over=match.outcome is not None)
    on = started and match.outcome is None and row.ended is None
    view = view_of(match, seat) if started else None
    if view and not on:
        view = replace(view, legal_moves=())
    names = {chair.number: chair.name for chair in row.seats} if table.chat else {}
    offered = offered_to(row, person)
    return TableView(
        id=row.id,
        version=row.version,
        number=row.number,
        game=match.game,
        clock=Clock(**row.clock),
        public=row.public,
        is_opener=person is not None and person == row.opener,
        seat=seat,
        mine=mine,
        chairs=tuple(see_chair(table, chair, person, mine, offered) for chair in row.seats),
        opened=row.opened,
        started=started,
        closed=row.ended is not None and match.outcome is None,
        turn=match.turn if on else None,
        view=view,
        legal_moves=tuple(map(text_of, view.legal_moves)) if view else (),
        lines=lines_of(match) if started else (),
        outcome=match.outcome,
        undo=see_undo(row, match, seat) if on else Undo(None, 0, None, ()),
        chat=tuple(Said(said.seat, names[said.seat], said.text, said.at) for said in table.chat),
        ranked=row.ranked,
        hints=see_hints(row, seat if on else None),
        rematch=see_rematch(table.following, person),
        commitment=match.commitment,
        record=match.record().dumps() if match.outcome else None,
        guided=row.guided,
    )


def see_hints(row: TableRow, seat: int | None) -> Hints:
    """The hints of a seat. Nobody else learns of the best move, as it tells what the seat hides."""
    offered = seat is not None and has_hints(row)
    if not offered or seat != row.turn or row.hint is None:
        return Hints(offered, row.hinted, awaited=False, move=None)
    return Hints(offered, row.hinted, awaited=not row.hint, move=row.hint or None)


def see_rematch(following: TableRow | None, person: str | None) -> Rematch | None:
    """The next table of the same people, as a person may see it. It is None if it was closed before its start."""
    if following is None or (following.ended is not None and following.started is None):
        return None
    opener = next((seat.name for seat in following.seats if seat.person == following.opener), "")
    return Rematch(following.id, opener, bool(seats_of(following, person)), bool(kept_for(following, person)))


def seat_for(game: Game, mine: tuple[int, ...], asked: int | None, turn: int, *, over: bool) -> int | None:
    """The seat to look through; at a shared screen with secrets only the one that was asked for."""
    if asked in mine:
        return asked
    if len(mine) > 1 and game.has_secrets and not over:
        return None
    return turn if turn in mine else next(iter(mine), None)


def see_chair(
    table: Snapshot, seat: SeatRow, person: str | None, mine: tuple[int, ...], offered: tuple[int, ...]
) -> Chair:
    """A seat as a person may see it, who has some seats and is offered others."""
    row = table.row
    return Chair(
        number=seat.number,
        kind=seat.kind,
        name=seat.name,
        house=house_name(row, seat),
        level=seat.level,
        bot=seat.bot,
        replaced=seat.replaced,
        kept=seat.kind in FREE and seat.person is not None,
        offered=seat.number in offered,
        connected=seat.kind in HOUSE or is_connected(seat, table.present),
        mine=seat.number in mine,
        left=left_on(row, seat, table.uptime),
        link=seat.link if person is not None and person == row.opener else None,
    )


def see_undo(row: TableRow, match: Match, seat: int | None) -> Undo:
    """How a seat may take its last move back."""
    asked_by = row.asked["seat"] if row.asked else None
    awaited = tuple(row.asked["awaited"]) if row.asked else ()
    moves = 0 if seat is None else moves_to_take_back(match, seat)
    if seat is None or not moves:
        return Undo(None, 0, asked_by, awaited)
    alone = not others(row, seat)
    return Undo("free" if alone or is_free_to_undo(match, seat) else "ask", moves, asked_by, awaited)


# What follows from a match alone


def once_for_each_match(find: Callable[Concatenate[Match, Asked], Found]) -> Callable[Concatenate[Match, Asked], Found]:
    """A function that finds something in a match that nobody changes any more, once for all who look at it."""
    kept: WeakKeyDictionary[Match, dict[object, Found]] = WeakKeyDictionary()

    @wraps(find)
    def once(match: Match, /, *args: Asked.args, **kwargs: Asked.kwargs) -> Found:
        found = kept.setdefault(match, {})
        if args not in found:
            found[args] = find(match, *args, **kwargs)
        return found[args]

    return once


@once_for_each_match
def lines_of(match: Match) -> tuple[LogEntry, ...]:
    """The log as everybody saw it. It does not tell the order of a reshuffled pile."""
    return tuple(
        LogEntry(number, entry.seat, text_of(entry.move)) if isinstance(entry, Played) else LogEntry(number, None, None)
        for number, entry in enumerate(match.log, 1)
    )


@once_for_each_match
def view_of(match: Match, seat: int | None) -> View:
    """What a seat may know, or a watcher if the seat is None."""
    return match.view(seat)


@lru_cache(20_000, typed=True)
def text_of(move: Move) -> str:
    """The notation of a move, kept as the same few moves are made again and again."""
    return str(move)
