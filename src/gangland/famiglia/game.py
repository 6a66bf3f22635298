"""The games of Famiglia: the duel, the solo game against the robot, and a small duel for exact methods."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, SupportsIndex, cast

from gangland.core.arguments import instance
from gangland.core.errors import CorruptRecord, IllegalMove, InvalidArgument, InvalidNotation
from gangland.core.game import (
    Game,
    Move,
    Offer,
    Outcome,
    Ranking,
    Setup,
    Shuffler,
    Termination,
    View,
    checked_position,
    list_of,
    winners,
)
from gangland.core.options import option
from gangland.core.position import Position
from gangland.core.words import Language, mark
from gangland.famiglia import moves, text
from gangland.famiglia.cards import DECK, DECKS, START, Card
from gangland.famiglia.evaluator import DuelEvaluator, SoloEvaluator
from gangland.famiglia.moves import FamigliaMove
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.famiglia.small import SmallPosition
from gangland.famiglia.view import TERMINATIONS, FamigliaView, imagine

PERSON, ROBOT = 0, 1
EITHER = (False, True)
JOKER_WITH_PAIR: dict[str, Any] = {
    "choices": EITHER,
    "field": "joker",
    "label": mark("Joker even with a natural pair"),
    "explanation": mark("A Mercenary may stand in even if you hold both cards."),
    "optional": True,
}


def pile_cards(deck: Sequence[Card]) -> list[Card]:
    """The cards of the pile: those of a deck that no player starts with (F1.2)."""
    cards = list(deck)
    for card in START:
        if card in deck:  # each player's
            cards.remove(card)
            cards.remove(card)
    return cards


class Famiglia(Game[FamigliaMove, FamigliaView]):
    """What the duel and the solo game have in common."""

    title: ClassVar[str] = "Famiglia"
    rulebook: ClassVar[str] = "famiglia"
    clauses: ClassVar[str] = "F"
    endings: ClassVar[Mapping[Termination, str]] = {
        Termination.PASSES: mark("Both players passed in a row."),  # F9.3
    }
    capitals: ClassVar[str] = r"[fabm][0-4](#\d+)?"
    view_type: ClassVar[type[View]] = FamigliaView
    move_type: ClassVar[type[Move]] = FamigliaMove
    card_type = Card
    has_secrets: ClassVar[bool] = False  # F1.5
    # At most 53 takes and no two passes running make 108 turns, each with one sweep on the second pile, an Accountant
    # and its four swaps, a Brute and a take or pass; and each of 52 cards is swept once on the first pile.
    most_decisions: ClassVar[int] = 108 * 8 + 52
    most_chances: ClassVar[int] = 1 + 52 + 40
    reshuffle_size: ClassVar[int] = 40  # at most all cards above rank 0

    joker_with_pair: bool

    @property
    def seats(self) -> int:
        return 2

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards of the game, sorted (F0.1)."""
        return DECK

    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        return {"pile": [str(card) for card in shuffler.shuffled(pile_cards(self.deck))]}

    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        try:
            pile = [Card.parse(card) for card in list_of(setup["pile"])]
        except (LookupError, TypeError, InvalidNotation):
            pile = []
        cards = pile_cards(self.deck)
        if sorted(pile) != cards:
            raise CorruptRecord(
                mark("The pile of the setup is not the {count} cards it must be."), "F1.2", count=len(cards)
            )
        return self.begin(first), list(map(int, pile))

    @abstractmethod
    def begin(self, first: int) -> DuelPosition:
        """The position before its first card is laid out."""

    def position_from_view(self, view: View) -> DuelPosition:
        return imagine(instance(view, FamigliaView, "A view"))

    def own(self, position: Position) -> DuelPosition:
        return checked_position(position, DuelPosition)

    def fix_order(self, position: Position, pile: Sequence[SupportsIndex]) -> None:
        self.own(position).stack(list(map(int, pile)))

    def standing(self, position: Position) -> tuple[int, ...]:
        table = self.own(position)
        return table.score(0), table.score(1)

    def outcome(self, position: Position) -> Outcome | None:
        table = self.own(position)
        reason = TERMINATIONS[table.ended]
        return Outcome(self.standing(table), winners(table, 2), reason) if reason else None  # F9.4, F9.5

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        return moves.why_illegal(self.own(position), FamigliaMove(move))


@dataclass(frozen=True)
class Duel(Famiglia):
    """Famiglia for two players."""

    name: ClassVar[str] = "famiglia-duel"
    long_title: ClassVar[str] = "Famiglia, for two"
    aliases: ClassVar[tuple[str, ...]] = ("famiglia",)
    example: ClassVar[str] = "take F3 with F2 M3"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(mark("Famiglia against the computer")),
        Offer(mark("Famiglia for two people at this keyboard"), people=2),
    )

    joker_with_pair: bool = option(False, **JOKER_WITH_PAIR)

    def variant(self, words: Language) -> list[str]:
        return [words.say("duel")]

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
    """Famiglia alone against the robot (F10). Seat 0 is the person, seat 1 the robot."""

    name: ClassVar[str] = "famiglia-solo"
    long_title: ClassVar[str] = "Famiglia, solo against the robot"
    aliases: ClassVar[tuple[str, ...]] = ("solo",)
    offers: ClassVar[tuple[Offer, ...]] = (Offer(mark("Famiglia solo against the robot gangster")),)
    ranking: ClassVar[Ranking | None] = Ranking(  # F10.7
        mark("Solo ranking"),
        mark(
            "A win against the robot scores twice your points minus the robot's. "
            "Games with the joker option are on the same list."
        ),
        ("level", "robot_starts"),
    )

    level: int = option(
        3,
        choices=(1, 2, 3, 4),
        label=mark("how good the robot is"),
        question=mark("Robot level? (Enter: {number}) "),
        choice=mark("Level {level}"),
        hints=(mark("the easiest"), mark("easy"), mark("as the rules describe it"), mark("the hardest")),
    )
    robot_starts: bool = option(
        False,
        choices=EITHER,
        label=mark("the robot begins, which is harder"),
        names=(mark("you start"), mark("the robot starts")),
        by_first=EITHER,
    )
    joker_with_pair: bool = option(False, **JOKER_WITH_PAIR)

    @property
    def players(self) -> int:
        return 1

    def variant(self, words: Language) -> list[str]:
        starts = words.say("the robot starts") if self.robot_starts else words.say("you start")
        return [words.say("solo, level {level}", level=self.level), starts]

    def details(self, words: Language) -> list[str]:
        return [words.say("the robot starts")] if self.robot_starts else []

    @property
    def robot_name(self) -> str:
        return f"robot:{self.level}"

    def ranking_score(self, outcome: Outcome) -> int | None:
        return ranking_score(outcome) if outcome.reason is Termination.PILE else None

    def choose_first(self, shuffler: Shuffler | None = None) -> int:
        return ROBOT if self.robot_starts else PERSON  # F10.1

    @property
    def starters(self) -> tuple[int, ...]:
        return (self.choose_first(),)

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


@dataclass(frozen=True)
class SmallDuel(Famiglia):
    """A duel that exact methods can solve: 12 or 24 cards, and three of them laid out on the Street at a time.

    Each family has three 0s, two 1s and one 2. With 12 cards there are only La Famiglia and the Brutes. Everything else
    is as in the duel: each player starts with one 0 of each family.

    >>> print(*SmallDuel(cards=12).deck)
    F0 F0 F0 F1 F1 F2 B0 B0 B0 B1 B1 B2
    """

    name: ClassVar[str] = "famiglia-small"
    long_title: ClassVar[str] = "Famiglia, small, for study"
    example: ClassVar[str] = "take F1 with F0 F0"
    is_for_study: ClassVar[bool] = True

    cards: int = option(24, choices=(12, 24), label=mark("how many cards the small duel has"))
    joker_with_pair: bool = option(False, **JOKER_WITH_PAIR)

    @property
    def deck(self) -> tuple[Card, ...]:
        return DECKS[self.cards]

    def variant(self, words: Language) -> list[str]:
        return [words.say_many("small duel, {count} card", "small duel, {count} cards", self.cards)]

    def evaluator(self) -> DuelEvaluator:
        return DuelEvaluator()

    def begin(self, first: int) -> DuelPosition:
        self.check_first(first)
        position = SmallPosition()
        position.deal_small(first, self.joker_with_pair, self.cards)
        return position

    def position(self, notation: str) -> SmallPosition:
        return cast(SmallPosition, text.read(notation, self.joker_with_pair, cards=self.cards))


def ranking_score(outcome: Outcome) -> int | None:
    """The score of a win of the person (F10.7). It is None if the person has not won (F10.6)."""
    if outcome.winners != (PERSON,):
        return None
    return 2 * outcome.scores[PERSON] - outcome.scores[ROBOT]
