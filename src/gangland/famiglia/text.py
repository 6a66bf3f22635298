"""Positions of Famiglia as text (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from gangland.core import notation
from gangland.core.arguments import instance, whole
from gangland.core.errors import shown
from gangland.famiglia.cards import DECK, DECKS, Card, pack, unpack
from gangland.famiglia.position import DuelPosition
from gangland.famiglia.robot import SoloPosition
from gangland.famiglia.small import SmallPosition

ZEROS = sum(7 << 15 * family for family in range(4))  # the counts of the rank-0 cards in a kernel word
SEATS = {"0": 0, "1": 1}
USED_UP, FIRST, SECOND = 0, 1, 2  # as in the kernel
PILES = {"used up": USED_UP, "first": FIRST, "second": SECOND}
ENDED = {"no": 0, "pile": 1, "passes": 2}
OWED = {str(n): n for n in range(7)}
ZONES = ("hand 0", "hand 1", "display 0", "display 1", "street", "pile", "under", "discard")
KEYS = (
    "turn",
    "first",
    *ZONES,
    "in use",
    "reshuffled",
    "clean",
    "swept",
    "played",
    "passed",
    "refill",
    "owed",
    "ended",
)


def write(position: DuelPosition) -> str:
    """The text of a position."""
    played = []
    if position.accountant:
        played.append(f"A{position.accountant} swaps {position.swaps}")
    if position.brute:
        played.append(f"B{position.brute} on {Card(position.target)}")
    return notation.write_lines(
        {
            "turn": str(position.turn),
            "first": str(position.first),
            "hand 0": notation.write_codes(unpack(position.hand[0])),
            "hand 1": notation.write_codes(unpack(position.hand[1])),
            "display 0": notation.write_codes(unpack(position.display[0])),
            "display 1": notation.write_codes(unpack(position.display[1])),
            "street": notation.write_codes([Card(card) for card in position.row[: position.street_size]]),
            "pile": notation.write_codes(unpack(position.bag)),
            "under": notation.write_codes([Card(card) for card in position.under[: position.under_size]]),
            "discard": notation.write_codes(unpack(position.discard)),
            "in use": notation.write_word(position.pile, PILES),
            "reshuffled": notation.write_word(bool(position.reshuffles), notation.YES),
            "clean": notation.write_word(position.clean, notation.YES),
            "swept": notation.write_word(position.swept, notation.YES),
            "played": ", ".join(played),
            "passed": notation.write_word(position.passed, notation.YES),
            "refill": notation.write_word(position.refilling, notation.YES),
            "owed": str(position.owed),
            "ended": notation.write_word(position.ended, ENDED),
        }
    )


def read(text: str, joker_with_pair: bool, level: int | None = None, cards: int = len(DECK)) -> DuelPosition:
    """The position of a text: of the duel, with a level of the solo game, or with fewer cards of the small duel.

    Lines that are left out are as at the start of seat 0's turn, with all other cards in the pile. Raises
    InvalidNotation.
    """
    position = SimpleNamespace(stage=0, accountant=0, swaps=0, brute=0, target=0)
    position.joker_with_pair = instance(joker_with_pair, bool, "An option")
    position.level = level if level is None else whole(level, "A level", 1, 4)
    if cards not in DECKS or (level and cards < len(DECK)):
        raise ValueError(f"No game has {shown(cards)} cards.")
    position.cards = cards
    lines = notation.read_lines(text, KEYS)
    if notation.REST not in lines.values():
        lines.setdefault("pile", notation.REST)
    zones = notation.read_zones(lines, ZONES, Card.parse)
    notation.put_rest(zones, ZONES, DECKS[cards])
    position.turn = notation.read_word(lines.get("turn", "0"), SEATS)
    position.first = notation.read_word(lines.get("first", "0"), SEATS)
    position.hand = [pack(zones["hand 0"]), pack(zones["hand 1"])]
    position.display = [pack(zones["display 0"]), pack(zones["display 1"])]
    position.street = pack(zones["street"])
    position.street_size = len(zones["street"])
    position.row = padded(zones["street"])
    position.bag = pack(zones["pile"])
    position.bag_size = len(zones["pile"])
    position.under = padded(zones["under"])
    position.under_size = len(zones["under"])
    position.discard = pack(zones["discard"])
    position.discard_size = len(zones["discard"])
    position.pile = notation.read_word(lines.get("in use", "first"), PILES)
    second = notation.write_word(position.pile == SECOND, notation.YES)
    position.reshuffles = int(notation.read_word(lines.get("reshuffled", second), notation.YES))
    no_zero = all(card.rank for card in zones["street"])
    begun = no_zero and lines.get("refill") != "yes"
    position.clean = notation.read_word(lines.get("clean", notation.write_word(begun, notation.YES)), notation.YES)
    position.swept = notation.read_word(lines.get("swept", "no"), notation.YES)
    position.passed = notation.read_word(lines.get("passed", "no"), notation.YES)
    position.refilling = notation.read_word(lines.get("refill", "no"), notation.YES)
    position.owed = notation.read_word(lines.get("owed", "0"), OWED)
    position.ended = notation.read_word(lines.get("ended", "no"), ENDED)
    read_played(lines.get("played", ""), position, zones[f"display {position.turn}"])
    refuse_impossible(lines, position)
    table = SoloPosition() if level else SmallPosition() if cards < len(DECK) else DuelPosition()
    table._restore(vars(position))
    return table


def reread(text: str, rules: tuple[Any, ...], order: Sequence[int] | None) -> DuelPosition:
    """The position of a pickle. `order` is that of the pile, if it was fixed."""
    table = read(text, *rules)
    if order is not None:
        table.stack(order)
    return table


def padded(cards: list[Card]) -> list[int]:
    """The numbers of cards as a list of 64, filled up with zeros."""
    return [*map(int, cards), *[0] * (64 - len(cards))]


def read_played(text: str, position: SimpleNamespace, display: list[Card]) -> None:
    """Read the line `played` into a position: the Accountant and the Brute of this turn. Raises InvalidNotation."""
    for part in text.split(", ") if text else []:
        match part.split(" "):
            case [card, "swaps", left] if not position.stage and Card.parse(card).family == "A":
                position.accountant = Card.parse(card).rank
                position.swaps = notation.read_word(left, {str(n): n for n in range(position.accountant + 1)})
                position.stage = 1
            case [card, "on", target] if position.stage < 2 and Card.parse(card).family == "B":
                position.brute = Card.parse(card).rank
                position.target = Card.parse(target).number
                position.stage = 2
            case _:
                raise notation.misfit("played", text, "F2.1")
        if Card.parse(card) not in display or Card.parse(card).rank == 0:
            raise notation.misfit("played", text, "F0.5" if Card.parse(card).rank == 0 else "F2.2")
    if position.stage == 2 and position.swaps:
        raise notation.misfit("played", text, "F2.1")


def refuse_impossible(lines: dict[str, str], position: SimpleNamespace) -> None:
    """Raises InvalidNotation for a position that no game leads to.

    Only how many cards each player has is not checked, so that studies can be written.
    """
    row = position.row[: position.street_size]
    zeros = any(card % 5 == 0 for card in row)
    swept = position.pile != FIRST or position.discard_size > 0  # the Street has been swept, perhaps in this turn
    sweeping = position.owed > 0 and not position.refilling
    going = not position.ended  # after the end everything is as the last turn left it
    robot = position.level is not None and position.turn == 1
    laid_out = 6 if position.cards == len(DECK) else 3  # as in the kernel
    target = Card(position.target)
    lowered = target.rank > 0 and (target.number in row or (not going and target in DECKS[position.cards]))
    checks: list[notation.Check] = [
        ("in use", "F9.1", (position.bag_size + position.under_size == 0) == (position.pile == USED_UP)),
        ("reshuffled", "F8.1", position.pile == USED_UP or bool(position.reshuffles) == (position.pile == SECOND)),
        ("pile", "F8.1", position.pile != SECOND or not position.bag & ZEROS),
        ("under", "F3.3", position.under_size == 0 or position.pile == SECOND),
        ("under", "F3.1", all(card % 5 for card in position.under[: position.under_size])),
        ("discard", "F8.1", position.discard_size == 0 or position.pile != SECOND),
        ("discard", "F3.1", position.pile == USED_UP or not position.discard & ZEROS),
        ("ended", "F9.1", position.ended != 1 or (position.pile == USED_UP and position.turn != position.first)),
        ("ended", "F9.3", position.ended != 2 or position.passed),
        ("owed", "F7.1", position.owed == 0 or (position.bag_size > 0 and going)),
        ("owed", "F3.2", not sweeping or (position.owed <= 4 and position.clean and swept)),
        ("refill", "F7.1", not position.refilling or 0 < position.owed == laid_out - position.street_size),
        ("played", "F2.1", position.stage == 0 or position.owed == 0),
        ("played", "F5.1", position.brute == 0 or lowered),
        ("played", "F10.2", position.stage == 0 or not robot),
        ("display 1", "F10.2", position.level is None or position.display[1] == 0),
        ("street", "F7.1", len(row) > 0 or position.owed > 0 or position.pile == USED_UP or not (robot and going)),
        ("swept", "F3.3", not position.swept or (position.reshuffles > 0 and position.clean)),
        ("clean", "F3.1", not position.clean if position.refilling else position.clean or zeros or not going),
        ("clean", "F3.1", not position.clean or not zeros or swept or not going),
    ]
    notation.refuse(checks, lines)
