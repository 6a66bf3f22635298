"""What a seat may know of a game of Famiglia: all but the order of the pile (F1.5)."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.famiglia.cards import Card, texts, unpack
from gangland.famiglia.moves import FamigliaMove
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.game import View

PILES = ("used up", "first", "second")
REASONS = (None, "pile", "passes")


@dataclass(frozen=True)
class FamigliaView(View):
    first: int
    hands: tuple[tuple[str, ...], ...]
    displays: tuple[tuple[str, ...], ...]
    street: tuple[str, ...]
    pile: tuple[str, ...]  # sorted: what it still holds, not in which order
    under: tuple[str, ...]  # the known cards under it, the next one first (F3.3)
    pile_size: int
    pile_in_use: str
    discard: tuple[str, ...]
    may_sweep: bool
    accountant: str | None  # played this turn
    swaps: int
    brute: str | None
    target: str | None
    passed: bool  # the turn before ended in a pass
    last_round: bool
    robot_level: int | None


def view(position: DuelPosition, seat: int | None) -> FamigliaView:
    moves = position.moves()
    return FamigliaView(
        seat=seat,
        turn=position.turn,
        legal_moves=tuple(str(FamigliaMove(move)) for move in moves) if seat == position.turn else (),
        first=position.first,
        hands=tuple(texts(unpack(cards)) for cards in position.hand),
        displays=tuple(texts(unpack(cards)) for cards in position.display),
        street=texts(position.row[: position.street_size]),
        pile=texts(unpack(position.bag)),
        under=texts(position.under[: position.under_size]),
        pile_size=position.bag_size + position.under_size,
        pile_in_use=PILES[position.pile],
        discard=texts(unpack(position.discard)),
        may_sweep=position.can_sweep(),
        accountant=f"A{position.accountant}" if position.accountant else None,
        swaps=position.swaps,
        brute=f"B{position.brute}" if position.brute else None,
        target=str(Card(position.target)) if position.brute else None,
        passed=position.passed,
        last_round=position.pile == 0,
        robot_level=position.level if isinstance(position, SoloPosition) else None,
        scores=(position.score(0), position.score(1)),
        ended=REASONS[position.ended],
    )
