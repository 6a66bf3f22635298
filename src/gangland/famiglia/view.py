"""What a seat may know of a game of Famiglia: everything but the order of the pile (F1.5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gangland.core import notation
from gangland.core.arguments import instance, whole
from gangland.core.game import Game, Termination, View
from gangland.famiglia import text
from gangland.famiglia.cards import DECK, DECKS, Card, unpack
from gangland.famiglia.moves import FamigliaMove, PlayBrute, Take
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition

TERMINATIONS = (None, Termination.PILE, Termination.PASSES)  # by the kernel's numbers


class PileInUse(StrEnum):
    """Which of the two piles cards are drawn from (F8.1)."""

    USED_UP = "used up"
    FIRST = "first"
    SECOND = "second"

    def __repr__(self) -> str:
        return repr(self.value)


PILES = tuple(PileInUse)  # by the kernel's numbers


@dataclass(frozen=True)
class FamigliaView(View[FamigliaMove]):
    """What a seat may know of a game of Famiglia. Nothing is hidden but the order of the pile."""

    first: int
    hands: tuple[tuple[Card, ...], ...]
    displays: tuple[tuple[Card, ...], ...]
    street: tuple[Card, ...]
    pile: tuple[Card, ...]  # the cards it still holds, sorted, as their order is hidden
    under: tuple[Card, ...]  # the known cards under the pile, the next one first (F3.3)
    pile_size: int
    pile_in_use: PileInUse
    discard: tuple[Card, ...]
    reshuffled: bool  # the discard has become the second pile (F8.1)
    clean: bool  # no 0 lay on the Street when the turn began (F3.1)
    swept: bool  # the one sweep of a turn on the second pile is spent (F3.3)
    may_sweep: bool
    accountant: Card | None  # the Accountant played this turn
    swaps: int
    brute: Card | None
    target: Card | None
    passed: bool  # the previous turn ended in a pass
    last_round: bool
    joker_with_pair: bool
    robot_level: int | None

    by_seat = ("hands", "displays")

    @property
    def game(self) -> Game:
        from gangland.famiglia.game import ROBOT, Duel, SmallDuel, Solo  # imported here: the games import this file

        if self.robot_level is not None:
            return Solo(self.robot_level, self.first == ROBOT, self.joker_with_pair)
        if self.cards < len(DECK):
            return SmallDuel(self.cards, self.joker_with_pair)
        return Duel(self.joker_with_pair)

    @property
    def cards(self) -> int:
        """The number of cards in the game: 60, or that of the small duel. Every card is in the view somewhere."""
        rows = (*self.hands, *self.displays, self.street, self.pile, self.under, self.discard)
        seen = sum(map(len, rows))
        return seen if seen in DECKS and self.robot_level is None else len(DECK)

    @property
    def unseen(self) -> int:
        return len(self.pile)


def view(
    position: DuelPosition, seat: int | None, moves: list[int], scores: tuple[int, ...], may_sweep: bool
) -> FamigliaView:
    """What a seat may know of a position, or a watcher if it is None. The kernel hands over what it alone can count."""
    return FamigliaView(
        seat=seat,
        turn=position.turn,
        legal_moves=tuple(map(FamigliaMove._of, moves)),
        first=position.first,
        hands=tuple(tuple(unpack(cards)) for cards in position.hand),
        displays=tuple(tuple(unpack(cards)) for cards in position.display),
        street=tuple(map(Card._of, position.row[: position.street_size])),
        pile=tuple(unpack(position.bag)),
        under=tuple(map(Card._of, position.under[: position.under_size])),
        pile_size=position.bag_size + position.under_size,
        pile_in_use=PILES[position.pile],
        discard=tuple(unpack(position.discard)),
        reshuffled=bool(position.reshuffles),
        clean=position.clean,
        swept=position.swept,
        may_sweep=may_sweep,
        accountant=Card.of("A", position.accountant) if position.accountant else None,
        swaps=position.swaps,
        brute=Card.of("B", position.brute) if position.brute else None,
        target=Card(position.target) if position.brute else None,
        passed=position.passed,
        last_round=position.pile == 0,
        joker_with_pair=position.joker_with_pair,
        robot_level=position.level if isinstance(position, SoloPosition) else None,
        scores=scores,
        ended=TERMINATIONS[position.ended],
    )


def imagine(view: FamigliaView) -> DuelPosition:
    """The position that a view shows. Only the order of the pile is missing.

    Raises ValueError for an impossible view.
    """
    whole(len(instance(view, FamigliaView, "A view").scores), "The number of seats", 2, 2)
    played = [f"{view.accountant} swaps {view.swaps}"] if view.accountant else []
    played += [f"{view.brute} on {view.target}"] if view.brute else []
    lines = {
        "turn": view.turn,
        "first": view.first,
        **{f"hand {seat}": notation.write_codes(view.hands[seat]) for seat in range(2)},
        **{f"display {seat}": notation.write_codes(view.displays[seat]) for seat in range(2)},
        "street": notation.write_codes(view.street),
        "pile": notation.write_codes(view.pile),
        "under": notation.write_codes(view.under),
        "discard": notation.write_codes(view.discard),
        "in use": view.pile_in_use,
        "reshuffled": "yes" if view.reshuffled else "no",
        "clean": "yes" if view.clean else "no",
        "swept": "yes" if view.swept else "no",
        "played": ", ".join(played),
        "passed": "yes" if view.passed else "no",
        "ended": view.ended or "no",
    }
    written = "\n".join(f"{key}: {value}" for key, value in lines.items())
    return text.read(written, view.joker_with_pair, view.robot_level, view.cards)


def opened_by_brutes(view: FamigliaView) -> frozenset[tuple[Card, Card]]:
    """The Brutes and the Street cards that can be taken if they are played on them (F5.2), and now cannot."""
    brutes = [move for move in view.legal_moves if isinstance(move.action, PlayBrute)]
    if not brutes:
        return frozenset()
    position, found = view.game.position_from_view(view), set()
    takeable = {move.action.card for move in view.legal_moves if isinstance(move.action, Take)}
    for move in brutes:
        if isinstance(move.action, PlayBrute) and move.action.target not in takeable:
            after = position.copy()
            after.push(move.number)
            takes = (other.action for other in view.game.legal_moves(after))
            if any(isinstance(take, Take) and take.card == move.action.target for take in takes):
                found.add((move.action.brute, move.action.target))
    return frozenset(found)
