"""High Card, a game in plain Python: what `docs/new-game.md` explains step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from gangland.arguments import instance
from gangland.chance import Random
from gangland.errors import CorruptRecord, IllegalMove, InvalidNotation
from gangland.game import Action, Code, Game, Move, Outcome, Setup, Shuffler, View, its, list_of, winners
from gangland.notation import read_lines, write_lines
from gangland.options import option
from gangland.position import Position, Sampler
from gangland.python_position import PythonPosition, PythonSampler


# -- start cards --
class Rank(Code):
    """A card, written 1 to 9."""

    count = 9

    def __str__(self) -> str:
        return str(self.number + 1)

    @classmethod
    def _parse(cls, text: str) -> Self:
        if text in "123456789" and len(text) == 1:
            return cls._of(int(text) - 1)
        raise InvalidNotation("“{text}” is not a card: write a number from 1 to 9.", text=text)


# -- end cards --
# -- start moves --
@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Stay with the card one has."""

    verb: ClassVar[str] = "keep"

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Show the card one has, put it aside, and take the next one of the pile, for all to see."""

    verb: ClassVar[str] = "draw"

    def __str__(self) -> str:
        return self.verb


class HighCardMove(Move[Keep | Draw]):
    actions = (Keep(), Draw())


KEEP, DRAW = range(2)
# -- end moves --


# -- start view --
@dataclass(frozen=True)
class HighCardView(View[HighCardMove]):
    first: int
    cards: tuple[Rank | None, ...]  # of both seats; None where hidden
    drawn: tuple[bool, ...]  # who has drawn, and so has an open card
    aside: tuple[Rank, ...]
    pile_size: int
    decided: int
    ranks: int

    @property
    def game(self) -> HighCard:
        return HighCard(self.ranks)

    @property
    def unseen(self) -> int:
        return self.pile_size + self.cards.count(None)


# -- end view --
# -- start position --
class HighCardPosition(PythonPosition):
    """What lies on the table. Attributes are replaced and never changed in place, as copies share them."""

    def __init__(
        self,
        game: HighCard,
        first: int,
        cards: Sequence[int | None],  # None where it is not known here, or owed
        drawn: Sequence[bool] = (False, False),
        aside: Sequence[int] = (),
        decided: int = 0,  # how many of the two have
    ) -> None:
        super().__init__(game)
        self.ranks, self.first, self.decided = game.ranks, first, decided
        self.cards, self.drawn, self.aside = tuple(cards), tuple(drawn), tuple(aside)
        turn = 1 - first if decided else first
        self.settle(turn, owed=self.drawn[turn] and self.cards[turn] is None, ended=decided == 2)
        for seat in range(2):
            if self.cards[seat] is None and not self.drawn[seat]:
                self.hide(seat)

    def bag_cards(self) -> list[int]:
        return [card for card in range(self.ranks) if card not in (*self.cards, *self.aside)]

    def legal(self) -> list[int]:
        return [KEEP, DRAW]

    def make(self, move: int) -> None:
        if move == DRAW:
            self.aside += (self.points(self.turn) - 1,)
            self.drawn = replaced(self.drawn, self.turn, True)
            self.cards = replaced(self.cards, self.turn, None)
            self.settle(self.turn, owed=1)
        else:
            self.go_on()

    def turn_up(self, card: int) -> None:
        self.cards = replaced(self.cards, self.turn, card)
        self.go_on()

    def go_on(self) -> None:
        self.decided += 1
        if self.decided == 2:
            self.settle(self.turn, ended=1)
        else:
            self.settle(1 - self.turn)

    def points(self, seat: int) -> int:
        return (self.cards[seat] or 0) + 1

    def share(self, seat: int) -> float:
        return float(self.points(seat) > self.points(1 - seat))

    def view(self, seat: int | None) -> HighCardView:
        def sees(other: int) -> bool:
            return other == seat or self.drawn[other] or self.ended != 0

        cards = tuple(
            Rank(card) if card is not None and sees(other) else None for other, card in enumerate(self.cards)
        )
        return HighCardView(
            seat=seat,
            turn=self.turn,
            legal_moves=tuple(map(HighCardMove, self.moves())) if seat == self.turn else (),
            scores=tuple(None if card is None else card.number + 1 for card in cards),
            ended="showdown" if self.ended else None,
            first=self.first,
            cards=cards,
            drawn=self.drawn,
            aside=tuple(map(Rank, self.aside)),
            pile_size=self.ranks - 2 - len(self.aside) + self.owed,
            decided=self.decided,
            ranks=self.ranks,
        )

    def text(self) -> str:
        cards = " ".join("?" if card is None else str(Rank(card)) for card in self.cards)
        drawn = " ".join("yes" if drawn else "no" for drawn in self.drawn)
        aside = " ".join(str(Rank(card)) for card in self.aside)
        lines = {"first": str(self.first), "decided": str(self.decided)}
        return write_lines({**lines, "cards": cards, "drawn": drawn, "aside": aside})


def replaced(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


# -- end position --
# -- start sampler --
class HighCardSampler(PythonSampler):
    """Deals each player whose card this seat cannot see any card that may still be hidden."""

    def sample(self, position: PythonPosition, seat: int, random: Random) -> None:
        table = its(position, HighCardPosition)
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
    rulebook: ClassVar[str] = "high-card"
    example: ClassVar[str] = "draw"
    view_type: ClassVar[type[View]] = HighCardView
    move_type: ClassVar[type[Move]] = HighCardMove
    card_type: ClassVar[type[Code]] = Rank
    has_secrets: ClassVar[bool] = True
    most_decisions: ClassVar[int] = 2
    most_chances: ClassVar[int] = 5  # who starts, two cards dealt, two drawn
    reshuffle_size: ClassVar[int] = 0

    ranks: int = option(9, choices=(6, 9), label="how many cards there are")

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
        lines = read_lines(text, ("first", "decided", "cards", "drawn", "aside"))
        try:
            cards = [None if card == "?" else Rank.parse(card).number for card in lines["cards"].split()]
            drawn = [{"yes": True, "no": False}[word] for word in lines["drawn"].split()]
            aside = [Rank.parse(card).number for card in lines["aside"].split()]
            return HighCardPosition(self, int(lines["first"]), cards, drawn, aside, int(lines["decided"]))
        except (LookupError, ValueError):
            raise InvalidNotation("This is not a position of High Card.") from None

    def sampler(self, position: Position, seat: int, past: Sequence[Any] = (), trust: float = 1.0) -> Sampler:
        return HighCardSampler(2)

    def standing(self, position: Position) -> tuple[int, ...]:
        return tuple(position.score(seat) for seat in range(2))

    def outcome(self, position: Position) -> Outcome | None:
        return Outcome(self.standing(position), winners(position, 2), "showdown") if position.ended else None

    def why_illegal(self, position: Position, move: Move) -> IllegalMove:
        return IllegalMove("The game is over.")

    observation_fields: ClassVar[dict[str, int]] = {"card": 9, "their card": 9, "aside": 9}

    def observation(self, view: View) -> list[int]:
        seen = instance(view, HighCardView, "A view")
        own = seen.seat or 0
        rows = ((seen.cards[own],), (seen.cards[1 - own],), seen.aside)
        return [int(any(card is not None and card.number == n for card in row)) for row in rows for n in range(9)]


# -- end game --
