"""Positions of Famiglia as text (docs/notation.md)."""

from __future__ import annotations

from gangland import notation
from gangland.famiglia.cards import DECK, Card, pack, unpack
from gangland.famiglia.position import DuelPosition

SEATS = {"0": 0, "1": 1}
PILES = {"used up": 0, "first": 1, "second": 2}
ENDED = {"no": 0, "pile": 1, "passes": 2}
OWED = {str(n): n for n in range(7)}
ZONES = ("hand 0", "hand 1", "display 0", "display 1", "street", "pile", "under", "discard")
KEYS = ("turn", "first", *ZONES, "in use", "clean", "swept", "played", "passed", "refill", "owed", "ended")


def write(position: DuelPosition) -> str:
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
            "clean": notation.write_word(position.clean, notation.YES),
            "swept": notation.write_word(position.swept, notation.YES),
            "played": ", ".join(played),
            "passed": notation.write_word(position.passed, notation.YES),
            "refill": notation.write_word(position.refilling, notation.YES),
            "owed": str(position.owed),
            "ended": notation.write_word(position.ended, ENDED),
        }
    )


def read(text: str, position: DuelPosition) -> DuelPosition:
    """Fill an empty position.

    What is left out is as at the start of seat 0's turn, with the rest of the cards in the pile.
    """
    lines = notation.read_lines(text, KEYS)
    if notation.REST not in lines.values():
        lines.setdefault("pile", notation.REST)
    zones = notation.read_zones(lines, ZONES, Card.parse)
    notation.put_rest(zones, ZONES, DECK)
    position.turn = notation.read_word(lines.get("turn", "0"), SEATS)
    position.first = notation.read_word(lines.get("first", "0"), SEATS)
    position.hand = [pack(zones["hand 0"]), pack(zones["hand 1"])]
    position.display = [pack(zones["display 0"]), pack(zones["display 1"])]
    position.street = pack(zones["street"])
    position.street_size = len(zones["street"])
    position.row = padded(zones["street"])
    position.restock(pack(zones["pile"]))
    position.under = padded(zones["under"])
    position.under_size = len(zones["under"])
    position.discard = pack(zones["discard"])
    position.discard_size = len(zones["discard"])
    position.pile = notation.read_word(lines.get("in use", "first"), PILES)
    position.reshuffles = int(position.pile == 2)
    no_zero = all(card.rank for card in zones["street"])
    position.clean = notation.read_word(lines.get("clean", "yes" if no_zero else "no"), notation.YES)
    position.swept = notation.read_word(lines.get("swept", "no"), notation.YES)
    position.passed = notation.read_word(lines.get("passed", "no"), notation.YES)
    position.refilling = notation.read_word(lines.get("refill", "no"), notation.YES)
    position.owed = notation.read_word(lines.get("owed", "0"), OWED)
    position.ended = notation.read_word(lines.get("ended", "no"), ENDED)
    read_played(lines.get("played", ""), position, zones[f"display {position.turn}"])
    refuse_impossible(lines, position)
    return position


def padded(cards: list[Card]) -> list[int]:
    return [*cards, *[0] * (64 - len(cards))]


def read_played(text: str, position: DuelPosition, display: list[Card]) -> None:
    for part in text.split(", ") if text else []:
        match part.split(" "):
            case [card, "swaps", left] if not position.stage and Card.parse(card).family == "A":
                position.accountant = Card.parse(card).rank
                position.swaps = notation.read_word(left, {str(n): n for n in range(position.accountant + 1)})
                position.stage = 1
            case [card, "on", target] if position.stage < 2 and Card.parse(card).family == "B":
                position.brute = Card.parse(card).rank
                position.target = Card.parse(target)
                position.stage = 2
            case _:
                raise notation.misfit("played", text)
        if Card.parse(card) not in display or Card.parse(card).rank == 0:
            raise notation.misfit("played", text)
    if position.stage == 2 and position.swaps:
        raise notation.misfit("played", text)


def refuse_impossible(lines: dict[str, str], position: DuelPosition) -> None:
    """Whatever would leave the rules without a way on."""
    supply = position.bag_size + position.under_size
    checks = {
        "in use": (supply == 0) == (position.pile == 0),
        "under": position.under_size == 0 or position.pile == 2,
        "discard": position.discard_size == 0 or position.pile == 1 or (position.pile == 0 and not supply),
        "owed": position.owed == 0 or position.bag_size > 0,
        "refill": not position.refilling or position.owed > 0,
        "played": position.brute == 0 or position.target % 5 > 0,
    }
    notation.refuse(checks, lines)
