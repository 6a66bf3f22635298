"""What the researchers' interfaces do differently for Gangs: its encoding, its deal, and how a table is drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gangland.core.chance import Random
from gangland.core.game import check_seat, checked_position
from gangland.core.position import Position
from gangland.env.deals import ChanceDeal, Outcomes, chance_deal
from gangland.env.drawing import EMPTY, SECRET, Row, colours, table_rows
from gangland.env.encodings import dealer_for, make_encoding, starts
from gangland.env.kernel.gangs import GangsDealer, GangsEncoding
from gangland.gangs import Gangs, GangsView, SmallGangs
from gangland.gangs.cards import gangs_of, row_of, unpack
from gangland.gangs.odds import third_odds
from gangland.gangs.position import GangsPosition

COLOURS = {
    "B": "#c0392b", "D": "#1e8449", "N": "#7d3c98", "L": "#c2569b", "K": "#b9770e", "R": "#566573", "E": "#148f98",
    "P": "#5d8a1c",
}  # fmt: skip


@make_encoding.register
def gangs_encoding(game: Gangs) -> GangsEncoding:
    """The encoding of Gangs for its number of players."""
    return GangsEncoding(game.players, game.base)


@dealer_for.register
def gangs_dealer(game: Gangs) -> GangsDealer:
    """The dealer of Gangs, which gives out alliances and influence."""
    return GangsDealer(starts(game), game.influence_each)


@colours.register
def gangs_colours(view: GangsView) -> dict[str, str]:
    """The colours of the eight gangs."""
    return COLOURS


@table_rows.register
def gangs_rows(view: GangsView) -> Iterator[Row]:
    """The pyramid, the deck, and each player's alliances and influence as rows of cards."""
    for row in range(6, view.base - 1, -1):
        yield Row(
            f"row {row}", tuple(str(view.pyramid.get(spot, EMPTY)) for spot in row_of(row)), indent=row - view.base
        )
    yield Row(f"deck {view.deck_size}", (str(view.top or EMPTY),))
    if view.gap:
        yield Row(f"gap on {view.gap}", ())
    for seat, player in enumerate(view.players):
        yield Row(f"alliances {seat}", tuple(str(gang or SECRET) for gang in player.alliances))
        yield Row(f"influence {seat}", tuple(map(str, player.influence or (SECRET,) * player.influence_size)))
    yield Row("discard", tuple(map(str, view.discard)))
    yield Row("expelled", tuple(map(str, view.expelled)))


@chance_deal.register
def gangs_deal(game: Gangs) -> ChanceDeal:
    """The deal of Gangs, chance by chance."""
    return GangsDeal(game)


@chance_deal.register
def small_deal(game: SmallGangs) -> ChanceDeal:
    """The deal on a small pyramid, chance by chance."""
    return SmallDeal(game)


class GangsDeal(ChanceDeal):
    """The deal of Gangs: who starts, two alliances for each seat, then a third for each, then influence."""

    def __init__(self, game: Gangs) -> None:
        super().__init__(game)
        self.players, self.influence_each, self.base = game.players, game.influence_each, game.base
        self.size = 1 + game.players * (3 + game.influence_each)

    def seat(self, number: int) -> int | None:
        if number == 0:
            return None
        pairs, thirds = 2 * self.players, 3 * self.players
        if number <= pairs:
            return (number - 1) // 2
        if number <= thirds:
            return number - 1 - pairs
        return (number - 1 - thirds) // self.influence_each

    def split(self, dealt: tuple[int, ...]) -> tuple[list[tuple[int, ...]], tuple[int, ...], tuple[int, ...]]:
        """The alliances dealt as pairs, the third ones, and the influence, as far as they have been dealt."""
        pairs = [dealt[1 + 2 * seat : 3 + 2 * seat] for seat in range(self.players)]
        return pairs, dealt[1 + 2 * self.players : 1 + 3 * self.players], dealt[1 + 3 * self.players :]

    def outcomes(self, dealt: tuple[int, ...]) -> Outcomes:
        if not dealt:
            return super().outcomes(dealt)
        pairs, thirds, influence = self.split(dealt)
        given = [gang for pair in pairs for gang in pair]
        if len(given) < 2 * self.players:
            return self.pair_odds(given)
        if len(thirds) < self.players:
            return self.third_odds(pairs, thirds)
        gone = Counter([*given, *thirds, *influence])  # G1.3
        gangs = range(len(gangs_of(self.base)))
        left = 6 * len(gangs) - gone.total()
        return [(gang, (6 - gone[gang]) / left) for gang in gangs if gone[gang] < 6]

    def pair_odds(self, given: list[int]) -> Outcomes:
        """The next gang of somebody's first two (G1.1), after those that were given out."""
        return [(gang, 1 / (8 - len(given))) for gang in range(8) if gang not in given]

    def third_odds(self, pairs: list[tuple[int, ...]], thirds: tuple[int, ...]) -> Outcomes:
        """The next third gang (G1.2)."""
        return third_odds(pairs, thirds)

    def position(self, dealt: tuple[int, ...]) -> GangsPosition:
        pairs, thirds, influence = self.split(self.whole_deal(dealt))
        each = self.influence_each
        position = GangsPosition()
        position.deal(
            dealt[0],
            [[*pair, third] for pair, third in zip(pairs, thirds, strict=True)],
            [influence[seat * each : (seat + 1) * each] for seat in range(self.players)],
            self.base,
        )
        return position

    def secrets(self, position: Position) -> tuple[str, ...]:
        table = checked_position(position, GangsPosition)
        return tuple(
            f" {table.alliance[3 * seat : 3 * seat + 3]} {table.influence[seat]:x}" for seat in range(self.players)
        )

    def redeal(self, history: list[int], seat: int, truth: Position, world: Position, random: Random) -> None:
        check_seat(seat, self.players)
        if len(history) < self.size:
            raise ValueError(f"A history begins with a deal of {self.size} chances, not {len(history)}.")
        here, there = checked_position(truth, GangsPosition), checked_position(world, GangsPosition)
        numbers = [number for number in range(1, self.size) if self.seat(number) == seat]
        left = Counter(map(int, unpack(here.influence[seat])))
        spent = Counter(history[number] for number in numbers[3:]) - left
        influence = [*spent.elements(), *map(int, unpack(there.influence[seat]))]
        *pair, third = there.alliance[3 * seat : 3 * seat + 3]
        for number, card in zip(numbers, [*shuffled(pair, random), third, *shuffled(influence, random)], strict=True):
            history[number] = card


class SmallDeal(GangsDeal):
    """The deal on a small pyramid, where everybody's first two alliances are always the same."""

    def pair_odds(self, given: list[int]) -> Outcomes:
        seat, number = divmod(len(given), 2)
        return [(2 * number + seat, 1.0)]

    def third_odds(self, pairs: list[tuple[int, ...]], thirds: tuple[int, ...]) -> Outcomes:
        return [(gang, 1 / 2) for gang in pairs[1 - len(thirds)]]


def shuffled(cards: list[int], random: Random) -> list[int]:
    """The cards in random order. The list is emptied."""
    return [cards.pop(random.roll(len(cards))) for _ in range(len(cards))]
