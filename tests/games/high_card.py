"""High Card, a game in plain Python. docs/new-game.md explains it step by step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from gangland.core.arguments import instance
from gangland.core.chance import Random
from gangland.core.errors import CorruptRecord, InvalidNotation
from gangland.core.game import Action, Code, Game, Move, Setup, Shuffler, Termination, View, checked_position, list_of
from gangland.core.options import option
from gangland.core.position import Position, Sampler
from gangland.core.python_position import PythonPosition, PythonSampler


# -- start cards and moves --
class Rank(Code):
    """A card, written 1 to 9."""

    texts = "123456789"

    @classmethod
    def _parse_unlisted(cls, text: str) -> Self:
        raise InvalidNotation("“{text}” is not a card: write a number from 1 to 9.", text=text)


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Stay with the card one has."""

    verb: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Lay the card one has aside, for all to see, and get the next one of the pile, also for all to see."""

    verb: ClassVar[str] = "draw"


class HighCardMove(Move[Keep | Draw]):
    actions = (Keep(), Draw())


KEEP, DRAW = range(2)
# -- end cards and moves --


# -- start view --
@dataclass(frozen=True)
class HighCardView(View[HighCardMove]):
    first: int
    cards: tuple[Rank | None, ...]  # of both seats; None where hidden
    drawn: tuple[bool, ...]  # who has drawn
    aside: tuple[Rank, ...]
    decided: int  # how many seats have
    ranks: int

    by_seat = ("cards", "drawn")

    @property
    def game(self) -> HighCard:
        return HighCard(self.ranks)

    @property
    def unseen(self) -> int:
        return self.ranks - sum(card is not None for card in (*self.cards, *self.aside))


# -- end view --
# -- start position --
class HighCardPosition(PythonPosition):
    def __init__(
        self,
        game: HighCard,
        first: int,
        cards: Sequence[int | None],  # None where it is not known here, or owed
        drawn: Sequence[bool] = (False, False),
        aside: Sequence[int] = (),
        decided: int = 0,
    ) -> None:
        super().__init__(game)
        self.ranks, self.first, self.decided = game.ranks, first, decided
        self.cards, self.drawn, self.aside = tuple(cards), tuple(drawn), tuple(aside)
        self.tell()
        for seat in range(2):
            if self.cards[seat] is None and not self.drawn[seat]:
                self.hide(seat)

    def tell(self) -> None:
        """Tell the kernel who decides, whether a card is owed, and whether the game is over."""
        turn = 1 - self.first if self.decided else self.first
        self.settle(turn, owed=self.drawn[turn] and self.cards[turn] is None, ended=self.decided == 2)

    def bag_cards(self) -> list[int]:
        return [card for card in range(self.ranks) if card not in (*self.cards, *self.aside)]

    def legal(self) -> list[int]:
        return [KEEP, DRAW]

    def make(self, move: int) -> None:
        if move == DRAW:
            self.aside += (self.points(self.turn) - 1,)
            self.drawn = replaced(self.drawn, self.turn, True)
            self.cards = replaced(self.cards, self.turn, None)
        else:
            self.decided += 1
        self.tell()

    def turn_up(self, card: int) -> None:
        self.cards = replaced(self.cards, self.turn, card)
        self.decided += 1
        self.tell()

    def points(self, seat: int) -> int:
        card = self.cards[seat]
        return 0 if card is None else card + 1

    def share(self, seat: int) -> float:
        return float(self.points(seat) > self.points(1 - seat))

    def view(self, seat: int | None) -> HighCardView:
        shown = [seat == other or self.drawn[other] or self.ended for other in range(2)]
        cards = [card if shown[other] else None for other, card in enumerate(self.cards)]
        return HighCardView(
            seat=seat,
            turn=self.turn,
            legal_moves=tuple(map(HighCardMove, self.moves())) if seat == self.turn else (),
            scores=tuple(None if card is None else card + 1 for card in cards),
            ended=Termination.END if self.ended else None,
            first=self.first,
            cards=tuple(None if card is None else Rank(card) for card in cards),
            drawn=self.drawn,
            aside=tuple(map(Rank, self.aside)),
            decided=self.decided,
            ranks=self.ranks,
        )

    def text(self) -> str:
        return json.dumps([self.first, self.cards, self.drawn, self.aside, self.decided])


def replaced(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


# -- end position --
# -- start sampler --
class HighCardSampler(PythonSampler):
    def sample(self, position: PythonPosition, seat: int, random: Random) -> None:
        table = checked_position(position, HighCardPosition)
        for other in range(2):
            if table.cards[other] is None or (other != seat and not table.drawn[other]):
                table.cards = replaced(table.cards, other, None)
                left = table.bag_cards()
                table.cards = replaced(table.cards, other, left[random.roll(len(left))])


# -- end sampler --
# -- start game --
@dataclass(frozen=True)
class HighCard(Game[HighCardMove, HighCardView]):
    """Two players with a hidden card each keep it or draw another one; then the higher card wins."""

    name: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    long_title: ClassVar[str] = title
    rulebook: ClassVar[str] = name
    example: ClassVar[str] = "draw"
    view_type: ClassVar[type[View]] = HighCardView
    move_type: ClassVar[type[Move]] = HighCardMove
    card_type: ClassVar[type[Code]] = Rank
    has_secrets: ClassVar[bool] = True
    most_decisions: ClassVar[int] = 2
    most_chances: ClassVar[int] = 5  # who starts, two cards dealt, two drawn

    ranks: int = option(9, choices=(6, 9), label="how many cards there are", choice="{ranks} cards")

    @property
    def seats(self) -> int:
        return 2

    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        cards = [str(Rank(card)) for card in shuffler.shuffled(range(self.ranks))]
        return {"hands": cards[:2], "pile": cards[2:]}

    def begin(self, first: int) -> HighCardPosition:
        self.check_first(first)
        return HighCardPosition(self, first, (None, None))

    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        try:
            hands, pile = ([Rank.parse(card).number for card in list_of(setup[key])] for key in ("hands", "pile"))
        except (LookupError, TypeError, InvalidNotation):
            hands, pile = [], []
        if len(hands) != 2 or sorted(hands + pile) != list(range(self.ranks)):
            raise CorruptRecord("The hands and the pile must hold every card once.")
        self.check_first(first)
        return HighCardPosition(self, first, hands), pile

    def position_from_view(self, view: View) -> HighCardPosition:
        seen = instance(view, HighCardView, "A view")
        cards = [None if card is None else card.number for card in seen.cards]
        aside = [card.number for card in seen.aside]
        return HighCardPosition(self, seen.first, cards, seen.drawn, aside, seen.decided)

    def position(self, text: str) -> HighCardPosition:
        try:
            return HighCardPosition(self, *json.loads(text))
        except (LookupError, TypeError, ValueError):
            raise InvalidNotation("This is not a position of High Card.") from None

    def own(self, position: Position) -> HighCardPosition:
        return checked_position(position, HighCardPosition)

    def sampler(
        self, position: Position, seat: int, past: Sequence[Any] = (), trust: float = 1.0, learned: bool = True
    ) -> Sampler:
        return HighCardSampler(2)

    # -- end game --
    # -- start observation --
    observation_fields: ClassVar[dict[str, int]] = {"card": 9, "their card": 9, "aside": 9}

    def observation(self, view: View) -> list[int]:
        seen = instance(view, HighCardView, "A view")
        own, theirs = seen.cards[seen.seat or 0], seen.cards[1 - (seen.seat or 0)]
        return [int(Rank(number) in row) for row in ((own,), (theirs,), seen.aside) for number in range(9)]

    # -- end observation --
