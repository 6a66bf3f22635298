"""The two games of Famiglia: the duel, and solo against the robot."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from gangland.famiglia import moves, text
from gangland.famiglia.cards import DECK, START, Card
from gangland.famiglia.evaluator import DuelEvaluator, SoloEvaluator
from gangland.famiglia.moves import FamigliaMove
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.famiglia.view import REASONS
from gangland.game import (
    CorruptRecord,
    Game,
    IllegalMove,
    InvalidArgument,
    InvalidNotation,
    Move,
    Outcome,
    Setup,
    Shuffler,
    in_a_record,
    its,
    list_of,
    mark,
    stated,
    winners,
)
from gangland.position import Position

PERSON, ROBOT = 0, 1
EITHER = (False, True)


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
            pile = [Card.parse(card) for card in list_of(setup["pile"])]
        except (LookupError, TypeError, InvalidNotation):
            pile = []
        if sorted(pile) != sorted(pile_cards()):
            raise CorruptRecord(mark("The pile of the setup is not the 52 cards it must be."), "F1.2")
        return self.begin(first), list(pile)

    @abstractmethod
    def begin(self, first: int) -> DuelPosition:
        """The position before its first card is laid out."""

    def standing(self, position: Position) -> tuple[int, ...]:
        table = its(position, DuelPosition)
        return table.score(0), table.score(1)

    def outcome(self, position: Position) -> Outcome | None:
        table = its(position, DuelPosition)
        if not table.ended:
            return None
        return Outcome(self.standing(table), winners(table, 2), REASONS[table.ended] or "")  # F9.4, F9.5

    def objection(self, position: Position, move: Move) -> IllegalMove:
        return moves.objection(its(position, DuelPosition), FamigliaMove(move))


@dataclass(frozen=True)
class Duel(Famiglia):
    name: ClassVar[str] = "famiglia-duel"
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {"joker_with_pair": EITHER}

    joker_with_pair: bool = False  # F6.7

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        with in_a_record():
            return cls(options.get("joker_with_pair", False))

    def options(self) -> dict[str, Any]:
        return {"joker_with_pair": self.joker_with_pair}

    def evaluator(self) -> DuelEvaluator:
        return DuelEvaluator()

    def begin(self, first: int) -> DuelPosition:
        self.check_first(first)
        position = DuelPosition()
        position.deal(first, self.joker_with_pair)
        return position

    def position(self, notation: str) -> DuelPosition:
        return text.read(notation, self.joker_with_pair)


@dataclass(frozen=True)
class Solo(Famiglia):
    """F10. Seat 0 is the person, seat 1 the robot."""

    name: ClassVar[str] = "famiglia-solo"
    choices: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "level": (1, 2, 3, 4),
        "robot_starts": EITHER,
        "joker_with_pair": EITHER,
    }

    level: int = 3
    robot_starts: bool = False
    joker_with_pair: bool = False

    @classmethod
    def from_options(cls, options: Mapping[str, Any], first: int) -> Self:
        with in_a_record():
            return cls(stated(options, "level"), first == ROBOT, options.get("joker_with_pair", False))

    def options(self) -> dict[str, Any]:
        return {"joker_with_pair": self.joker_with_pair, "level": self.level}

    def choose_first(self, shuffler: Shuffler | None = None) -> int:
        return ROBOT if self.robot_starts else PERSON  # F10.1

    def check_first(self, first: int) -> None:
        super().check_first(first)
        if first != self.choose_first():
            raise InvalidArgument(mark("In the solo game the option robot_starts says who starts."), "F10.1")

    def evaluator(self) -> SoloEvaluator:
        return SoloEvaluator()

    def begin(self, first: int) -> DuelPosition:
        self.check_first(first)
        position = SoloPosition()
        position.deal_solo(first, self.joker_with_pair, self.level)
        return position

    def position(self, notation: str) -> SoloPosition:
        return cast(SoloPosition, text.read(notation, self.joker_with_pair, self.level))


def ranking_score(outcome: Outcome) -> int | None:
    """F10.7 for a win of the person; None otherwise (F10.6)."""
    if outcome.winners != (PERSON,):
        return None
    return 2 * outcome.scores[PERSON] - outcome.scores[ROBOT]
