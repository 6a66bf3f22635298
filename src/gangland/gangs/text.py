"""Positions of Gangs of New York as text (docs/notation.md)."""

from __future__ import annotations

from gangland import notation
from gangland.game import InvalidNotation, mark
from gangland.gangs.cards import GANGS, SPOTS, Gang, Spot, pack, unpack
from gangland.gangs.position import GangsPosition

EMPTY = "."


def write(position: GangsPosition) -> str:
    lines = {"turn": str(position.turn), "first": str(position.first), "mover": str(position.mover)}
    for row in range(6, 0, -1):
        lines[f"row {row}"] = " ".join(
            EMPTY if position.board[spot] < 0 else str(Gang(position.board[spot])) for spot in SPOTS if spot.row == row
        )
    for seat in range(position.players):
        alliances = [Gang(gang) for gang in position.alliance[3 * seat : 3 * seat + 3] if gang >= 0]
        shown = position.shown[seat]
        lines[f"alliances {seat}"] = " ".join(f"{gang}*" if shown >> gang & 1 else str(gang) for gang in alliances)
        lines[f"influence {seat}"] = notation.write_codes(unpack(position.influence[seat]))
    return notation.write_lines(
        lines
        | {
            "gap": str(Spot(position.gap)) if position.gap >= 0 else "none",
            "top": str(Gang(position.top)) if position.top >= 0 else "none",
            "bosses": notation.write_codes(unpack(position.bosses)),
            "members": notation.write_codes(unpack(position.members)),
            "discard": notation.write_codes(unpack(position.discard)),
            "expelled": notation.write_codes(unpack(position.expelled)),
            "crowned": notation.write_word(position.crowned, notation.YES),
            "reached": str(position.reached),
            "due": notation.write_word(position.due, notation.YES),
            "reveals": str(position.reveals),
            "passed": " ".join(str(seat) for seat in range(position.players) if position.passed >> seat & 1),
            "laying": notation.write_word(position.laying, notation.YES),
            "reshuffled": notation.write_word(bool(position.reshuffles), notation.YES),
            "owed": str(position.owed),
            "ended": "passes" if position.ended else "no",
        }
    )


def keys(players: int) -> list[str]:
    rows = [f"row {row}" for row in range(1, 7)]
    seats = [f"{what} {seat}" for what in ("alliances", "influence") for seat in range(players)]
    return [
        "turn", "first", "mover", *rows, *seats, "gap", "top", "bosses", "members", "discard", "expelled", "crowned",
        "reached", "due", "reveals", "passed", "laying", "reshuffled", "owed", "ended",
    ]  # fmt: skip


def read(text: str, players: int) -> GangsPosition:
    """What is left out is as at the start of seat 0's turn, with the rest of the cards among the deck's members."""
    lines = notation.read_lines(text, keys(players))
    if notation.REST not in lines.values():
        lines.setdefault("members", notation.REST)
    seats = {str(seat): seat for seat in range(players)}
    position = GangsPosition()
    position.players = players
    position.turn = notation.read_word(lines.get("turn", "0"), seats)
    position.first = notation.read_word(lines.get("first", "0"), seats)
    position.mover = notation.read_word(lines.get("mover", str(position.turn)), seats)
    position.board = read_board(lines)
    position.filled = sum(1 << spot for spot in SPOTS if position.board[spot] >= 0)
    position.gap = notation.read_word(lines.get("gap", "none"), {"none": -1} | {str(spot): int(spot) for spot in SPOTS})
    position.top = notation.read_word(lines.get("top", "none"), {"none": -1} | {str(gang): int(gang) for gang in GANGS})
    read_alliances(lines, position)
    read_cards(lines, position)
    full = all(position.board[spot] >= 0 for spot in SPOTS)
    position.crowned = notation.read_word(lines.get("crowned", notation.write_word(full, notation.YES)), notation.YES)
    position.reached = notation.read_word(lines.get("reached", reached(position)), {"0": 0, "4": 4, "5": 5})
    position.due = notation.read_word(lines.get("due", "no"), notation.YES)
    position.reveals = notation.read_word(lines.get("reveals", "0"), {str(n): n for n in range(players)})
    position.passed = sum(1 << notation.read_word(seat, seats) for seat in set(lines.get("passed", "").split()))
    position.laying = notation.read_word(lines.get("laying", "no"), notation.YES)
    position.reshuffles = int(notation.read_word(lines.get("reshuffled", "no"), notation.YES))
    position.owed = notation.read_word(lines.get("owed", "0"), {"0": 0, "1": 1})
    position.ended = notation.read_word(lines.get("ended", "no"), {"no": 0, "passes": 1})
    refuse_impossible(lines, position)
    return position


def reached(position: GangsPosition) -> str:
    """The reveals that the pyramid's height says have happened."""
    rows = {spot.row for spot in SPOTS if position.board[spot] >= 0}
    return "5" if 5 in rows else "4" if 4 in rows else "0"


def read_board(lines: dict[str, str]) -> list[int]:
    board: list[int] = []
    for row in range(1, 7):
        line = lines.get(f"row {row}", " ".join(EMPTY * (7 - row)))
        cells = [-1 if cell == EMPTY else int(Gang.parse(cell)) for cell in line.split()]
        if len(cells) != 7 - row:
            raise InvalidNotation(
                mark("Wrong number of spots in row {row}: there must be {count}."), "G0.2", row=row, count=7 - row
            )
        board += cells
    return board


def read_alliances(lines: dict[str, str], position: GangsPosition) -> None:
    alliance = [-1] * 12
    shown = [0] * 4
    for seat in range(position.players):
        words = lines.get(f"alliances {seat}", "").split()
        gangs = [Gang.parse(word.removesuffix("*")) for word in words]
        if len(gangs) not in (0, 3) or len(set(gangs)) != len(gangs):
            raise InvalidNotation(mark("A player's alliances are three different gangs."), "G1.2")
        alliance[3 * seat : 3 * seat + len(gangs)] = [int(gang) for gang in gangs]
        shown[seat] = sum(1 << gang for gang, word in zip(gangs, words, strict=True) if word.endswith("*"))
    position.alliance = alliance
    position.shown = shown


def read_cards(lines: dict[str, str], position: GangsPosition) -> None:
    hands = [f"influence {seat}" for seat in range(position.players)]
    loose = [*hands, "bosses", "members", "discard", "expelled"]
    zones = notation.read_zones(lines, loose, Gang.parse)
    placed = [*position.board, *position.alliance, position.top]
    zones["laid out"] = [Gang(gang) for gang in placed if gang >= 0]
    notation.put_rest(zones, loose, [gang for gang in GANGS for _ in range(8)])
    padding = [0] * (4 - position.players)
    position.influence = [pack(zones[hand]) for hand in hands] + padding
    position.influence_size = [len(zones[hand]) for hand in hands] + padding
    position.bosses, position.bosses_size = pack(zones["bosses"]), len(zones["bosses"])
    position.members, position.members_size = pack(zones["members"]), len(zones["members"])
    position.discard, position.discard_size = pack(zones["discard"]), len(zones["discard"])
    position.expelled = pack(zones["expelled"])


def refuse_impossible(lines: dict[str, str], position: GangsPosition) -> None:
    """Whatever would leave the rules without a way on."""
    deck = position.bosses_size + position.members_size
    standing = [spot for spot in SPOTS if position.board[spot] >= 0]
    supported = all(
        position.board[below] >= 0 or below == position.gap
        for spot in standing if spot.row > 1 for below in (spot - 8 + spot.row, spot - 7 + spot.row)
    )  # fmt: skip
    secrets = [
        3 - position.shown[seat].bit_count() if position.alliance[3 * seat] >= 0 else 0
        for seat in range(position.players)
    ]
    seats = [(position.turn + i) % position.players for i in range(position.reveals)]
    row_1 = sum(spot.row == 1 for spot in standing)
    checks = {
        "gap": position.gap < 0 or (position.board[position.gap] < 0 and fits_gap(position)),
        "row 1": row_1 == 6 or position.laying or position.gap in range(6),
        "row 2": supported,
        "row 6": position.crowned or position.board[20] < 0,
        "crowned": not position.crowned or len(standing) + (position.gap >= 0) == 21,
        "laying": not position.laying or (position.gap == row_1 == len(standing) and position.owed == 1),
        "reveals": all(secrets[seat] for seat in seats),
        "due": not position.due or all(secrets),
        "mover": position.mover == position.turn or position.reveals > 0 or position.ended > 0,
        "top": position.top >= 0 or position.owed > 0 or deck == 0,
        "owed": not position.owed or (deck > 0 and position.top < 0),
        "passed": (position.passed == 0 or position.crowned)
        and (position.passed == (1 << position.players) - 1) == bool(position.ended)
        and (bool(position.ended) or not position.passed >> position.mover & 1),
    }
    notation.refuse(checks, lines)


def fits_gap(position: GangsPosition) -> bool:
    """A gap in row 1 only waits for a card that is owed; one above stands on two cards."""
    if position.gap < 6:
        return position.owed == 1
    left = position.gap - 8 + Spot(position.gap).row
    return position.board[left] >= 0 and position.board[left + 1] >= 0 and position.reveals == 0
