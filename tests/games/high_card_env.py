"""What OpenSpiel must know of High Card: its deal, chance by chance."""

from __future__ import annotations

from gangland.core.chance import Random
from gangland.core.game import checked_position
from gangland.core.position import Position
from gangland.env.deals import ChanceDeal, Outcomes, chance_deal
from high_card import HighCard, HighCardPosition


# -- start deal --
class HighCardDeal(ChanceDeal):
    """After who starts, a card for each seat."""

    size = 3

    def __init__(self, game: HighCard) -> None:
        super().__init__(game)
        self.rules = game

    def seat(self, number: int) -> int | None:
        return None if number == 0 else number - 1

    def outcomes(self, dealt: tuple[int, ...]) -> Outcomes:
        if not dealt:
            return super().outcomes(dealt)
        left = [card for card in range(self.rules.ranks) if card not in dealt[1:]]
        return [(card, 1 / len(left)) for card in left]

    def position(self, dealt: tuple[int, ...]) -> HighCardPosition:
        first, *cards = self.whole_deal(dealt)
        return HighCardPosition(self.rules, first, cards)

    def secrets(self, position: Position) -> tuple[str, ...]:
        return tuple(f" {card}" for card in checked_position(position, HighCardPosition).cards)

    def redeal(self, history: list[int], seat: int, truth: Position, world: Position, random: Random) -> None:
        card = checked_position(world, HighCardPosition).cards[seat]
        if card is not None and not checked_position(truth, HighCardPosition).drawn[seat]:
            history[1 + seat] = card


@chance_deal.register
def high_card_deal(game: HighCard) -> HighCardDeal:
    return HighCardDeal(game)


# -- end deal --
