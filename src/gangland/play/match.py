"""A game in progress, whatever the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from sys import getsizeof
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from gangland.core.arguments import items
from gangland.core.errors import CorruptRecord, IllegalMove, InvalidArgument, shown
from gangland.core.game import (
    GIVEN_UP,
    Code,
    Game,
    LegalMoves,
    M,
    Move,
    Outcome,
    Termination,
    V,
    check_choice,
    check_seat,
)
from gangland.core.pictures import Picture, draw, drawn
from gangland.core.position import Position
from gangland.core.words import mark
from gangland.play.deal import Deal, check_game, deal, study
from gangland.play.history import Entry, History, Played, Reshuffled, Step
from gangland.play.seen import InformationState, Past

if TYPE_CHECKING:
    from gangland.play.record import Record


PICKLED = ("game", "deal", "seats", "log", "given_up")  # the properties that a pickle of a match holds


class Match(Generic[M, V]):
    """A game in progress: seats, a deal and a history. The position is where the history has come to.

    A move replaces the history with a longer one that shares its steps, so a copy costs next to nothing.

    >>> from gangland import famiglia
    >>> match = Match.new(famiglia.Duel(), seed=7, first=0)
    >>> match.push(match.legal_moves[0])
    >>> len(match.log)
    1
    """

    def __init__(self, game: Game[M, V], dealt: Deal, seats: Sequence[str] | None = None) -> None:
        check_game(game)
        if not isinstance(dealt, Deal) or len(dealt.tickets) < game.reshuffle_size:
            raise InvalidArgument(mark("{value} is not a deal for this game."), value=shown(dealt))
        self._game = game
        self._seats = read_names(seats, game.seats)
        self._given_up: Outcome | None = None
        self._deal = dealt
        self._past: Past = ()  # kept by `seen`, and extended when it is asked again
        start, pile = game.opening(dealt.setup, dealt.first)
        self._history = History(start, self._lay_out(start, bytes(pile), start.reshuffles)[0])

    @classmethod
    def new(
        cls,
        game: Game[M, V],
        *,
        seed: int | str | None = None,
        first: int | None = None,
        seats: Sequence[str] | None = None,
    ) -> Self:
        """A match of the deal of a seed. Without a seed the deal cannot be foreseen. Raises InvalidArgument."""
        return cls(game, deal(game, seed, first), seats)

    @classmethod
    def from_position(
        cls,
        game: Game[M, V],
        position: Position | str,
        *,
        seed: int | str | None = None,
        seats: Sequence[str] | None = None,
    ) -> Self:
        """A match that begins with a position, or with its text. The seed shuffles the cards that nobody has seen.

        Raises InvalidPosition, which says why no game comes to it, InvalidNotation or InvalidArgument.

        >>> from gangland.famiglia import Duel
        >>> match = Match.from_position(Duel(), "hand 0: M1 M1 B2\\nstreet: M4 A3", seed=1)
        >>> match.push("play B2 on M4")
        >>> match.legal_moves
        (FamigliaMove.parse('take M4 with M1 M1'), FamigliaMove.parse('pass'))
        """
        check_game(game)
        return cls(game, study(game, game.position(position) if isinstance(position, str) else position, seed), seats)

    @property
    def game(self) -> Game[M, V]:
        """The rules in force."""
        return self._game

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._seats

    @property
    def given_up(self) -> Outcome | None:
        """How the game ended by resignation or the clock. It is None if it did not end so."""
        return self._given_up

    def history(self) -> tuple[Step, ...]:
        """All steps so far, the first one first."""
        return self._history.steps

    def positions(self) -> Iterator[Position]:
        """Copies of all positions from the start until now, one more than there are moves."""
        yield self._history.start.copy()
        for step in self._history.steps:
            if step.is_move:
                yield step.after

    def decisions(self) -> Iterator[tuple[Position, M]]:
        """Each move so far, with a copy of the position in which it was made."""
        for step in self._history.steps:
            if isinstance(step.entry, Played):
                yield step.before, cast(M, step.entry.move)

    def at(self, number: int) -> Self:
        """The match as it stood before this log entry. The length of the log means the end. Raises InvalidArgument."""
        steps = self._history.steps
        if type(number) is not int or not 0 <= number <= len(steps):
            raise InvalidArgument(mark("The log ends with entry {count}."), count=len(steps))
        earlier = self.copy()
        if number < len(steps):
            number += isinstance(steps[number].entry, Reshuffled)  # a reshuffle belongs to the move before it
            earlier._given_up = None
            earlier._history = self._history.before(number)
            earlier._past = ()
        return earlier

    @property
    def log(self) -> list[Entry]:
        """The log entries: moves, and the reshuffles that they caused."""
        return [step.entry for step in self._history.steps]

    @property
    def deal(self) -> Deal:
        """A copy of the deal: all the chance of this game. Players must never see it."""
        return replace(self._deal, setup=copied(self._deal.setup))

    @property
    def _position(self) -> Position:
        return self._history.position

    @property
    def position(self) -> Position:
        """A copy of the position with everything that is hidden. Players get `view` instead."""
        return self._position.copy()

    @property
    def position_size(self) -> int:
        """The bytes of memory that one position of the history takes."""
        return getsizeof(self._position)

    @property
    def pile(self) -> tuple[Code, ...]:
        """The hidden cards in the order in which they will be drawn. Players must never see it."""
        return tuple(map(self.game.card_type, self._history.pile))

    @property
    def turn(self) -> int:
        """The seat that decides."""
        return self._position.turn

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """The legal moves of the seat whose turn it is. There are none when the game is over."""
        return LegalMoves() if self.given_up else self.game.legal_moves(self._position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or by giving up. It is None while the game goes on."""
        return self.given_up or self.game.outcome(self._position)

    @property
    def standing(self) -> tuple[int, ...]:
        """The current score of each seat. In Gangs it counts secret cards, so players must not see it."""
        return self.game.standing(self._position)

    @property
    def moves(self) -> list[M]:
        """The moves made so far, by all seats."""
        return [cast(M, entry.move) for entry in self.log if isinstance(entry, Played)]

    @cached_property
    def commitment(self) -> str:
        """The SHA-256 that commits to the deal. Everybody may see it before the first move."""
        return self._deal.commitment(self.game)

    def view(self, seat: int | None = None) -> V:
        """What a seat may know, or a watcher if the seat is None. Raises InvalidArgument."""
        if seat is not None:
            check_seat(seat, self.game.seats)
        return cast(V, self._position.view(seat))

    def shown(self, seats: Iterable[int]) -> V:
        """What a watcher may know who is shown what these seats know of their own. Raises InvalidArgument."""
        return self.view(None).joined(map(self.view, items(seats, "The seats", self.game.seats)))

    def seen(self, seat: int) -> InformationState[V]:
        """What a seat has seen so far: its view and, in games with secrets, the moves that led to it."""
        view = self.view(seat)
        if not self.game.has_secrets:
            return InformationState(view, ())
        past = self._past
        made = [(step, step.entry) for step in self._history.steps if isinstance(step.entry, Played)][len(past) :]
        past += tuple((entry.seat, entry.move, step._before.view(None)) for step, entry in made)
        self._past = past
        return InformationState(view, past)

    def push(self, move: Move | str) -> None:
        """Make a move, given as a value or in its notation.

        Raises InvalidNotation or IllegalMove; then the match is as it was before.
        """
        self._push(move, None)

    def _push(self, move: Move | str, reshuffled: Reshuffled | None) -> None:
        move = self._read(move)
        if self.given_up:
            raise IllegalMove(mark("The game is over."))
        if refusal := self.game.why_illegal(self._position, move):
            raise refusal
        before = self._position
        after = before.copy()
        after.push(move.number)
        pile, made = self._lay_out(after, self._history.pile, before.reshuffles, reshuffled)
        self._history = self._history.extended(Played(before.turn, move), made, after, pile)

    def _read(self, move: object) -> Move:
        if isinstance(move, str):
            return self.game.move_type.parse(move)
        try:
            return self.game.move_type(move)  # type: ignore[arg-type]
        except InvalidArgument as trouble:
            raise IllegalMove.of(trouble) from None

    def replay(self, seat: int, move: Move | str, reshuffled: Reshuffled | None) -> None:
        """Make a move of a record, with the reshuffle that the record gives for it.

        Raises CorruptRecord if it is not this seat's turn or the reshuffle cannot be, and otherwise what `push` raises.
        """
        if seat != self.turn or self.outcome:
            raise CorruptRecord(mark("It is not seat {seat}'s turn."), seat=shown(seat))
        self._push(move, reshuffled)

    def _lay_out(
        self, position: Position, pile: bytes, shuffled: int = 0, reshuffled: Reshuffled | None = None
    ) -> tuple[bytes, Reshuffled | None]:
        """Give a position the cards it owes, in the committed order.

        Returns the pile after that and the reshuffle that was needed, or None. A reshuffle is needed if the position
        has reshuffled more often than `shuffled` says; it is the given one, or else that of the deal.
        """
        made: Reshuffled | None = None
        while True:
            if made is None and position.reshuffles > shuffled:
                made = reshuffled or Reshuffled(tuple(self._deal.reshuffle(self._bag(position))))
                self._check_reshuffle(made, position)
                pile = bytes(card.number for card in made.cards)
            if not position.owed:
                return pile, made
            position.draw(pile[0])
            pile = pile[1:]

    def _bag(self, position: Position) -> list[Code]:
        return list(map(self.game.card_type, position.bag_cards()))

    def _check_reshuffle(self, entry: Reshuffled, position: Position) -> None:
        if not isinstance(entry, Reshuffled) or Counter(entry.cards) != Counter(self._bag(position)):
            raise CorruptRecord(mark("The reshuffled cards are not those of the discard."))

    def copy(self) -> Self:
        """An independent match with the same past. Both share the history, which is never changed."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """A pickle holds the log and no position, since the position follows from the log."""
        return {key: getattr(self, key) for key in PICKLED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Play the log again, so that no pickle can hold a position that no game leads to.

        Raises TypeError for anything that is not the state of a match, and otherwise what `replay` raises.
        """
        from gangland.play.record import check_outcome

        if not isinstance(state, dict) or set(state) != set(PICKLED):
            raise TypeError(f"The state of a match is a dict with the keys {', '.join(PICKLED)}.")
        self.__init__(state["game"], state["deal"], state["seats"])  # type: ignore[misc]
        for played, reshuffled in paired(state["log"]):
            self.replay(played.seat, played.move, reshuffled)
        check_outcome(state["given_up"], self.game)
        self._given_up = state["given_up"]

    def undo(self) -> M:
        """Take back and return the last move, with the reshuffle that it caused.

        Raises IllegalMove if no move has been made.
        """
        for step in reversed(self._history.steps):
            if isinstance(step.entry, Played):
                self._given_up = None
                self._history = self._history.before(step.number)
                self._past = self._past[: len(self.moves)]
                return cast(M, step.entry.move)
        raise IllegalMove(mark("There is no move to take back."))

    def give_up(self, seat: int, reason: str = Termination.RESIGNED) -> None:
        """End a game of two seats: this one resigns or has run out of time, and the other one wins.

        Raises IllegalMove if the game is over or has not two seats, InvalidArgument for a wrong seat or reason.
        """
        if self.game.seats != 2 or self.outcome:
            raise IllegalMove(mark("This game cannot be resigned."))
        check_seat(seat, self.game.seats)
        check_choice("reason", reason, (*GIVEN_UP, *map(str, GIVEN_UP)))
        self._given_up = Outcome(self.standing, (1 - seat,), Termination(reason))

    def show(self, at: int | None = None, seat: int | None = None) -> Picture:
        """A picture of the table, now or before log entry `at`, as a seat sees it or a watcher. A notebook shows it.

        Raises InvalidArgument for an entry or a seat that there is not, MissingExtra without the packages of the web.
        """
        return draw(self if at is None else self.at(at), seat)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the table as a watcher sees it."""
        return drawn(self)

    def record(self) -> Record:
        """The record of the match so far."""
        from gangland.play.record import Record

        return Record.of(self)

    def __repr__(self) -> str:
        return f"<Match of {self.game}, {len(self.moves)} moves, {self.outcome or f'seat {self.turn} to move'}>"


def copied(value: Any, levels: int = 4) -> Any:
    """A copy of JSON data down to the depth of any setup. What a record may hold below that is shared."""
    if not levels:
        return value
    if isinstance(value, dict):
        return {key: copied(part, levels - 1) for key, part in value.items()}
    return [copied(part, levels - 1) for part in value] if isinstance(value, list) else value


def read_names(seats: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """The names of the seats; `P0`, `P1`, … if none are given. Raises InvalidArgument for a wrong number of them."""
    if seats is None:
        return tuple(f"P{seat}" for seat in range(count))
    if isinstance(seats, list | tuple) and len(seats) == count and all(isinstance(name, str) for name in seats):
        return tuple(seats)
    raise InvalidArgument(mark("Wrong number of seats: there must be {count}."), count=count)


def paired(log: Iterable[Entry]) -> list[tuple[Played, Reshuffled | None]]:
    """The moves of a log, each with the reshuffle that it caused, or None. Raises CorruptRecord."""
    pairs: list[tuple[Played, Reshuffled | None]] = []
    for entry in log:
        if isinstance(entry, Played):
            pairs.append((entry, None))
        elif pairs and isinstance(entry, Reshuffled):
            pairs[-1] = (pairs[-1][0], entry)
        else:
            raise CorruptRecord(mark("It is neither a move nor a reshuffle."))
    return pairs
