"""The two games of Famiglia: the duel, and solo against the robot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from gangland.famiglia import moves, text
from gangland.famiglia.cards import DECK, START, Card, unpack
from gangland.famiglia.moves import FamigliaMove
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.famiglia.view import REASONS
from gangland.game import (
    CorruptRecord,
    Game,
    IllegalMove,
    InvalidNotation,
    Move,
    Outcome,
    Setup,
    Shuffler,
    best_of,
    mark,
    option,
)
from gangland.position import Position

PERSON, ROBOT = 0, 1


def pile_cards() -> list[Card]:
    """F1.2: the 52 cards that no player starts with."""
    cards = list(DECK)
    for card in 2 * START:
        cards.remove(card)
    return cards


class Famiglia(Game):
    """What duel and solo have in common."""

    move_type: ClassVar[type[Move]] = FamigliaMove
    card_type = Card
    has_secrets: ClassVar[bool] = False  # F1.5
    reshuffle_size: ClassVar[int] = 40  # every card above rank 0

    joker_with_pair: bool

    @property
    def seats(self) -> int:
        return 2

    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        return {"pile": [str(card) for card in shuffler.shuffled(pile_cards())]}

    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        try:
            pile = [Card.parse(card) for card in setup["pile"]]
        except (KeyError, TypeError, InvalidNotation):
            pile = []
        if sorted(pile) != sorted(pile_cards()):
            raise CorruptRecord(mark("The pile of the setup is not the 52 cards it must be."), "F1.2")
        return self.begin(first), list(pile)

    @abstractmethod
    def begin(self, first: int) -> DuelPosition:
        """The position before its first card is laid out."""

    def standing(self, position: Position) -> tuple[int, ...]:
        return position.score(0), position.score(1)

    def outcome(self, position: Position) -> Outcome | None:
        if not position.ended:
            return None
        table = cast(DuelPosition, position)
        scores = self.standing(table)
        ranked = [(scores[seat], dearest(table, seat)) for seat in range(2)]  # F9.4, F9.5
        return Outcome(scores, best_of(ranked), REASONS[table.ended] or "")

    def objection(self, position: Position, move: Move) -> IllegalMove:
        return moves.objection(cast(DuelPosition, position), FamigliaMove(move))


def dearest(position: DuelPosition, seat: int) -> int:
    owned = unpack(position.hand[seat]) + unpack(position.display[seat])
    return max((card.points for card in owned), default=0)


@dataclass(frozen=True)
class Duel(Famiglia):
    name: ClassVar[str] = "famiglia-duel"

    joker_with_pair: bool = False  # F6.7

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        return cls(read_joker_option(options))

    def options(self) -> dict[str, Any]:
        return {"joker_with_pair": self.joker_with_pair}

    def begin(self, first: int) -> DuelPosition:
        position = DuelPosition()
        position.deal(first, self.joker_with_pair)
        return position

    def position(self, notation: str) -> DuelPosition:
        position = DuelPosition()
        position.jokers_with_pair = self.joker_with_pair
        return text.read(notation, position)


@dataclass(frozen=True)
class Solo(Famiglia):
    """F10. Seat 0 is the person, seat 1 the robot."""

    name: ClassVar[str] = "famiglia-solo"

    level: int = 3
    robot_starts: bool = False
    joker_with_pair: bool = False

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        return cls(option(options, "level", (1, 2, 3, 4)), first == ROBOT, read_joker_option(options))

    def options(self) -> dict[str, Any]:
        return {"joker_with_pair": self.joker_with_pair, "level": self.level}

    def choose_first(self, shuffler: Shuffler) -> int:
        return ROBOT if self.robot_starts else PERSON  # F10.1

    def begin(self, first: int) -> DuelPosition:
        position = SoloPosition()
        position.deal_solo(first, self.joker_with_pair, self.level)
        return position

    def position(self, notation: str) -> SoloPosition:
        position = SoloPosition()
        position.jokers_with_pair = self.joker_with_pair
        position.level = self.level
        text.read(notation, position)
        return position


def read_joker_option(options: Mapping[str, Any]) -> bool:
    return option({"joker_with_pair": False, **options}, "joker_with_pair", (False, True))


def ranking_score(outcome: Outcome) -> int | None:
    """F10.7 for a win of the person; None otherwise (F10.6)."""
    if outcome.winners != (PERSON,):
        return None
    return 2 * outcome.scores[PERSON] - outcome.scores[ROBOT]
