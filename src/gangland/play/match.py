"""A game in progress, whatever the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from gangland.game import (
    CorruptRecord,
    Game,
    IllegalMove,
    InvalidArgument,
    LegalMoves,
    Move,
    Outcome,
    View,
    check_choice,
    check_seat,
    mark,
    shown,
)
from gangland.play.deal import Deal, check_game, deal
from gangland.position import Position

if TYPE_CHECKING:
    from gangland.play.record import Record


@dataclass(frozen=True)
class Played:
    seat: int
    move: Move


@dataclass(frozen=True)
class Reshuffled:
    """F8.1 or G3.3: the new order, top first, before anything is drawn from it."""

    cards: tuple[str, ...]


Entry = Played | Reshuffled
GIVEN_UP = ("resigned", "time")  # the reasons of an end before the end


@dataclass(frozen=True)
class Seen:
    """What a seat has seen, as plain data: all that a bot ever gets."""

    view: View
    past: tuple[
        tuple[int, str, View], ...
    ]  # each move with a watcher's view from before it; where nothing is secret, none


class Match:
    """Seats, a deal and a log; the position is always what the log says.

    >>> from gangland import famiglia
    >>> match = Match.new(famiglia.Duel(), seed=7, first=0)
    >>> match.push(match.legal_moves[0])
    >>> len(match.log)
    1
    """

    def __init__(self, game: Game, dealt: Deal, seats: Sequence[str] | None = None) -> None:
        check_game(game)
        if not isinstance(dealt, Deal) or len(dealt.tickets) < game.reshuffle_size:
            raise InvalidArgument(mark("{value} is not a deal for this game."), value=shown(dealt))
        self.game = game
        self.deal = dealt
        self.seats = read_names(seats, game.seats)
        self.given_up: Outcome | None = None  # by resignation or the clock
        self._begin()

    @classmethod
    def new(
        cls, game: Game, *, seed: int | str | None = None, first: int | None = None, seats: Sequence[str] | None = None
    ) -> Self:
        """A match of a deal from a seed, or without one of an unforeseeable deal; raises InvalidArgument."""
        return cls(game, deal(game, seed, first), seats)

    def _begin(self) -> None:
        self.log: list[Entry] = []
        self._twin: Match | None = None
        self._past: list[tuple[int, str, View]] = []
        self._position, self._pile = self.game.start(self.deal.setup, self.deal.first)
        self._lay_out(None)

    @property
    def position(self) -> Position:
        """A copy of the whole truth; for players there is `view`."""
        return self._position.copy()

    @property
    def pile(self) -> tuple[int, ...]:
        """The hidden cards in the order in which they will come; players must never see it."""
        return tuple(self._pile)

    @property
    def turn(self) -> int:
        """The seat that decides."""
        return self._position.turn

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves() if self.given_up else self.game.legal_moves(self._position)

    @property
    def outcome(self) -> Outcome | None:
        return self.given_up or self.game.outcome(self._position)

    @property
    def standing(self) -> tuple[int, ...]:
        """Everybody's points as things lie; in Gangs not for the eyes of players."""
        return self.game.standing(self._position)

    @property
    def moves(self) -> list[Move]:
        return [entry.move for entry in self.log if isinstance(entry, Played)]

    @property
    def commitment(self) -> str:
        """May be shown to everybody before the first move."""
        return self.deal.commitment(self.game)

    def view(self, seat: int | None = None) -> View:
        """What a seat, or without one a watcher, may know; raises InvalidArgument."""
        if seat is not None:
            check_seat(seat, self.game.seats)
        return self._position.view(seat)

    def seen(self, seat: int) -> Seen:
        """A seat's view, with what everybody saw on the way there if that tells more than the view."""
        if self.game.has_secrets:
            self._twin = self._twin or Match(self.game, self.deal, self.seats)  # it follows from one call to the next
            for entry, reshuffled in paired(self.log)[len(self._past) :]:
                self._past.append((entry.seat, str(entry.move), self._twin.view(None)))
                self._twin._push(entry.move, reshuffled)
        return Seen(self.view(seat), tuple(self._past))

    def push(self, move: Move | str) -> None:
        """Make a move, given as such or in its notation; raises InvalidNotation or IllegalMove, and changes nothing."""
        self._push(move, None)

    def _push(self, move: Move | str, reshuffled: Reshuffled | None) -> None:
        move = self._read(move)
        if self.given_up:
            raise IllegalMove(mark("The game is over."))
        if move not in self._position.moves():
            raise self.game.objection(self._position, move)
        before = self._position.copy(), list(self._pile), len(self.log)
        try:
            self.log.append(Played(self.turn, move))
            self._position.push(move)
            self._lay_out(reshuffled)
        except BaseException:  # a reshuffle that cannot be, or Ctrl-C: half a move is none
            self._position, self._pile = before[:2]
            del self.log[before[2] :]
            raise

    def _read(self, move: object) -> Move:
        if isinstance(move, str):
            return self.game.move_type.parse(move)
        try:
            return self.game.move_type(move)  # type: ignore[arg-type]
        except InvalidArgument as trouble:
            raise IllegalMove(trouble.sentence, trouble.clause, **trouble.words) from None

    def replay(self, seat: int, move: Move | str, reshuffled: Reshuffled | None) -> None:
        """Make a move of a record, with the reshuffle that the record says it led to."""
        if seat != self.turn or self.outcome:
            raise CorruptRecord(mark("It is not seat {seat}'s turn."), seat=shown(seat))
        self._push(move, reshuffled)

    def _lay_out(self, reshuffled: Reshuffled | None) -> None:
        """Give the position the cards it owes, in the committed order."""
        position = self._position
        before = sum(isinstance(entry, Reshuffled) for entry in self.log)
        while True:
            if position.reshuffles > before:
                before = position.reshuffles
                entry = reshuffled or self._reshuffle()
                self._check_reshuffle(entry)
                self.log.append(entry)
                self._pile = [self.game.card_type.parse(card) for card in entry.cards]
            if not position.owed:
                return
            position.draw(self._pile.pop(0))

    def _bag(self) -> list[str]:
        return [str(self.game.card_type(card)) for card in self._position.bag_cards()]

    def _reshuffle(self) -> Reshuffled:
        return Reshuffled(tuple(self.deal.reshuffle(self._bag())))

    def _check_reshuffle(self, entry: Reshuffled) -> None:
        if not isinstance(entry, Reshuffled) or Counter(entry.cards) != Counter(self._bag()):
            raise CorruptRecord(mark("The reshuffled cards are not those of the discard."))

    def copy(self) -> Self:
        """A match of its own with the same past."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.deal = replace(self.deal, setup=copied(self.deal.setup))
        twin.log, twin._pile, twin._position = list(self.log), list(self._pile), self.position
        twin._twin, twin._past = None, []
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """The log is the truth: the position is not kept."""
        return {key: vars(self)[key] for key in ("game", "deal", "seats", "log", "given_up")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Played again, so that nothing is there that could not come up."""
        self.__init__(state["game"], state["deal"], state["seats"])  # type: ignore[misc]
        for played, reshuffled in paired(state["log"]):
            self.replay(played.seat, played.move, reshuffled)
        if isinstance(state["given_up"], Outcome):
            self.given_up = state["given_up"]

    def undo(self) -> Move:
        """Take the last move back, with the chance it led to, and return it."""
        moves = self.moves
        if not moves:
            raise IllegalMove(mark("There is no move to take back."))
        log = self.log
        self.given_up = None
        self._begin()
        for move, reshuffled in paired(log)[:-1]:
            self._push(move.move, reshuffled)
        return moves[-1]

    def give_up(self, seat: int, reason: str = "resigned") -> None:
        """A seat of two resigns or runs out of time; the other one wins."""
        if self.game.seats != 2 or self.outcome:
            raise IllegalMove(mark("This game cannot be resigned."))
        check_seat(seat, self.game.seats)
        check_choice("reason", reason, GIVEN_UP)
        self.given_up = Outcome(self.standing, (1 - seat,), reason)

    def record(self) -> Record:
        from gangland.play.record import Record

        return Record.of(self)

    def __repr__(self) -> str:
        return f"<Match of {self.game}, {len(self.moves)} moves, {self.outcome or f'seat {self.turn} to move'}>"


def copied(value: Any) -> Any:
    """A copy of what JSON can say."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value


def read_names(seats: Sequence[str] | None, count: int) -> tuple[str, ...]:
    if seats is None:
        return tuple(f"P{seat}" for seat in range(count))
    if isinstance(seats, list | tuple) and len(seats) == count and all(isinstance(name, str) for name in seats):
        return tuple(seats)
    raise InvalidArgument(mark("Wrong number of seats: there must be {count}."), count=count)


def paired(log: Iterable[Entry]) -> list[tuple[Played, Reshuffled | None]]:
    """Each move with the reshuffle it led to."""
    pairs: list[tuple[Played, Reshuffled | None]] = []
    for entry in log:
        if isinstance(entry, Played):
            pairs.append((entry, None))
        elif pairs and isinstance(entry, Reshuffled):
            pairs[-1] = (pairs[-1][0], entry)
        else:
            raise CorruptRecord(mark("It is neither a move nor a reshuffle."))
    return pairs
