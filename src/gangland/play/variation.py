"""A game tried otherwise: moves for all seats from any position. Whatever chance decides in it is drawn anew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from gangland.core.arguments import instance
from gangland.core.chance import Random
from gangland.core.errors import CorruptRecord, GanglandError, IllegalMove
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.core.words import mark
from gangland.play.history import History
from gangland.play.match import Match

TURNS_UP = " = "  # between a move and the cards that it turned up


@dataclass(frozen=True)
class Tried:
    """A move of a variation, and the cards that it turned up, all in their notation."""

    move: str
    cards: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The move with this text: the inverse of `str`. Nothing is checked here."""
        move, _, cards = text.partition(TURNS_UP)
        return cls(move, tuple(cards.split()))

    def __str__(self) -> str:
        return self.move + (TURNS_UP + " ".join(self.cards) if self.cards else "")


@dataclass(frozen=True)
class Variation:
    """Moves that somebody tries, after a position in which nothing is hidden. A robot makes its moves by itself.

    >>> from gangland.famiglia import Duel
    >>> position = Duel().position("hand 0: M1 M1 B2\\nstreet: M4 A3")
    >>> variation = Variation.begin(Duel(), position, Random(1)).after("play B2 on M4", Random(1))
    >>> len(variation.tried), len(variation.back().tried)
    (1, 0)
    """

    game: Game
    start: str  # the position in its notation
    tried: tuple[Tried, ...] = ()

    @classmethod
    def begin(cls, game: Game, position: Position, random: Random) -> Variation:
        """A variation without moves. Cards that the position owes are drawn."""
        table = game.own(position).copy()
        draw_owed(table, random)
        return cls(game, str(table))._after_robot(random)

    @cached_property
    def history(self) -> History:
        """What has happened since the start.

        Raises InvalidNotation if there is no such position, and CorruptRecord, which names the first wrong move.
        """
        history = History(self.game.position(self.start), b"")
        for number, tried in enumerate(self.tried, 1):
            try:
                history = self._following(history, tried)
            except GanglandError as trouble:
                raise CorruptRecord(mark("Move {number}: {trouble}"), number=number, trouble=trouble) from None
        return history

    def _following(self, history: History, tried: Tried) -> History:
        game = self.game
        move = game.move_type.parse(tried.move)
        if refusal := game.why_illegal(history.position, move):
            raise refusal
        cards = bytes(game.card_type.parse(card).number for card in tried.cards)
        try:
            following = history.after(move, cards)
        except ValueError:
            following = None
        if following is None or following.pile:
            raise IllegalMove(mark("These cards cannot come up now."))
        return following

    @property
    def position(self) -> Position:
        """A copy of the position that has been reached. Raises what `history` raises."""
        return self.history.position.copy()

    def after(self, move: str, random: Random) -> Variation:
        """The variation with one more move of the seat whose turn it is, and the cards that chance turns up then.

        Raises InvalidNotation or IllegalMove, and what `history` raises.
        """
        return self._made(move, random)._after_robot(random)

    def _made(self, move: str, random: Random) -> Variation:
        game, position = self.game, self.position
        made = game.move_type.parse(move)
        if refusal := game.why_illegal(position, made):
            raise refusal
        position.push(made.number)
        tried = Tried(str(made), tuple(str(game.card_type(card)) for card in draw_owed(position, random)))
        following = replace(self, tried=(*self.tried, tried))
        vars(following)["history"] = self._following(self.history, tried)  # it need not be played again
        return following

    def _after_robot(self, random: Random) -> Variation:
        """The variation after everything that a robot does now (F10.4)."""
        variation = self
        while (position := variation.position).turn >= self.game.players and (moves := self.game.legal_moves(position)):
            variation = variation._made(str(moves[0]), random)
        return variation

    def back(self) -> Variation:
        """The variation without its last move, and without what a robot did after it."""
        steps = [step for step in self.history.steps if step.is_move]
        own = [number for number, step in enumerate(steps) if step.before.turn < self.game.players]
        return replace(self, tried=self.tried[: own[-1]]) if own else self


def draw_owed(position: Position, random: Random) -> Iterable[int]:
    """Turn up the cards that a position owes, as chance has it, and return them."""
    drawn: list[int] = []
    while position.owed:
        bag = position.bag_cards()
        drawn.append(bag[random.roll(len(bag))])
        position.draw(drawn[-1])
    return drawn


def imagined(match: Match, seat: int, random: Random) -> Position:
    """The position of a match as one seat may think of it: whatever the seat cannot see is dealt anew.

    Nothing but what the seat has seen goes into it. Raises InvalidArgument for a wrong seat.
    """
    seen = instance(match, Match, "A match").seen(seat)
    if not match.game.has_secrets:
        return match.position
    world = match.game.position_from_view(seen.view)
    match.game.sampler(world, seat, seen.past).imagine(world, seat, random)
    return world
