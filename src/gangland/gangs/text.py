"""Positions of Gangs of New York as text (docs/notation.md)."""

from __future__ import annotations

from types import SimpleNamespace

from gangland.core import notation
from gangland.core.arguments import whole
from gangland.core.errors import InvalidNotation
from gangland.core.words import mark
from gangland.gangs.cards import SPOTS, Gang, Spot, cards_of, gangs_of, pack, row_of, unpack
from gangland.gangs.position import GangsPosition

EMPTY = "."


def write(position: GangsPosition) -> str:
    """The text of a position."""
    lines = {"turn": str(position.turn), "first": str(position.first), "mover": str(position.mover)}
    for row in range(6, position.base - 1, -1):
        lines[f"row {row}"] = " ".join(
            EMPTY if position.board[spot] < 0 else str(Gang(position.board[spot])) for spot in row_of(row)
        )
    for seat in range(position.players):
        alliances = [Gang(gang) for gang in position.alliance[3 * seat : 3 * seat + 3] if gang >= 0]
        shown = position.shown[seat]
        lines[f"alliances {seat}"] = " ".join(
            f"{gang}*" if shown >> gang.number & 1 else str(gang) for gang in alliances
        )
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


def keys(players: int, base: int = 1) -> list[str]:
    """The keys of a position's lines."""
    rows = [f"row {row}" for row in range(base, 7)]
    seats = [f"{what} {seat}" for what in ("alliances", "influence") for seat in range(players)]
    return [
        "turn", "first", "mover", *rows, *seats, "gap", "top", "bosses", "members", "discard", "expelled", "crowned",
        "reached", "due", "reveals", "passed", "laying", "reshuffled", "owed", "ended",
    ]  # fmt: skip


def read(text: str, players: int, base: int = 1) -> GangsPosition:
    """The position of a text. Its pyramid begins with the row that is its base. Raises InvalidNotation.

    Lines that are left out are as at the start of seat 0's turn, with all other cards among the deck's members.
    """
    players = whole(players, "The number of players", 2, 4)
    base = whole(base, "The base", 1, 5)
    lines = notation.read_lines(text, keys(players, base))
    if notation.REST not in lines.values():
        lines.setdefault("members", notation.REST)
    seats = {str(seat): seat for seat in range(players)}
    position = SimpleNamespace(players=players, base=base, unknown=0, deck=0, deck_size=0)
    position.turn = notation.read_word(lines.get("turn", "0"), seats)
    position.first = notation.read_word(lines.get("first", "0"), seats)
    position.mover = notation.read_word(lines.get("mover", str(position.turn)), seats)
    position.board = read_board(lines)
    position.filled = sum(1 << spot.number for spot in SPOTS if position.board[spot] >= 0)
    spots = {str(spot): int(spot) for spot in SPOTS if spot.row >= base}
    position.gap = notation.read_word(lines.get("gap", "none"), {"none": -1} | spots)
    gangs = {str(gang): int(gang) for gang in gangs_of(base)}
    position.top = notation.read_word(lines.get("top", "none"), {"none": -1} | gangs)
    read_alliances(lines, position)
    read_cards(lines, position)
    crowned = notation.write_word(highest(position) == 6, notation.YES)
    position.crowned = notation.read_word(lines.get("crowned", crowned), notation.YES)
    position.reached = notation.read_word(lines.get("reached", str(reached(position))), {"0": 0, "4": 4, "5": 5})
    position.due = notation.read_word(lines.get("due", "no"), notation.YES)
    position.reveals = notation.read_word(lines.get("reveals", "0"), {str(n): n for n in range(players)})
    position.passed = sum(1 << notation.read_word(seat, seats) for seat in set(lines.get("passed", "").split()))
    position.laying = notation.read_word(lines.get("laying", "no"), notation.YES)
    position.reshuffles = int(notation.read_word(lines.get("reshuffled", "no"), notation.YES))
    position.owed = notation.read_word(lines.get("owed", "0"), {"0": 0, "1": 1})
    position.ended = notation.read_word(lines.get("ended", "no"), {"no": 0, "passes": 1})
    refuse_impossible(lines, position)
    return _restored(position)


def _restored(fields: SimpleNamespace) -> GangsPosition:
    position = GangsPosition()
    position._restore(vars(fields))
    return position


def highest(position: SimpleNamespace) -> int:
    """The highest row that was ever climbed to. It stays occupied: a card that leaves it is replaced."""
    board = position.board
    return max((spot.row for spot in SPOTS if board[spot] >= 0 or position.gap == spot.number), default=0)


def reached(position: SimpleNamespace) -> int:
    """The highest of rows 4 and 5 that has brought its reveals, judged by the height of the pyramid."""
    top = highest(position)
    return max((row for row in (4, 5) if position.base < row <= top), default=0)


def rows_reached(position: SimpleNamespace) -> int:
    """How many rows have been climbed to for the first time with reveals to be made (G5.1)."""
    return max(0, int(position.reached) - max(3, int(position.base)))


def read_board(lines: dict[str, str]) -> list[int]:
    """The gang on each spot, or -1. Raises InvalidNotation."""
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


def read_alliances(lines: dict[str, str], position: SimpleNamespace) -> None:
    """Read each player's alliances and which are revealed into a position. Raises InvalidNotation."""
    alliance = [-1] * 12
    shown = [0] * 4
    for seat in range(position.players):
        words = lines.get(f"alliances {seat}", "").split()
        gangs = [Gang.parse(word.removesuffix("*")) for word in words]
        if len(gangs) != 3 or len(set(gangs)) != 3:
            raise InvalidNotation(mark("A player's alliances are three different gangs."), "G1.2")
        alliance[3 * seat : 3 * seat + len(gangs)] = [int(gang) for gang in gangs]
        shown[seat] = sum(1 << gang.number for gang, word in zip(gangs, words, strict=True) if word.endswith("*"))
    position.alliance = alliance
    position.shown = shown


def read_cards(lines: dict[str, str], position: SimpleNamespace) -> None:
    """Read influence, deck, discard and expelled cards into a position. Raises InvalidNotation."""
    hands = [f"influence {seat}" for seat in range(position.players)]
    loose = [*hands, "bosses", "members", "discard", "expelled"]
    zones = notation.read_zones(lines, loose, Gang.parse)
    placed = [*position.board, *position.alliance, position.top]
    zones["laid out"] = [Gang(gang) for gang in placed if gang >= 0]
    notation.put_rest(zones, loose, cards_of(position.base))
    padding = [0] * (4 - position.players)
    position.influence = [pack(zones[hand]) for hand in hands] + padding
    position.influence_size = [len(zones[hand]) for hand in hands] + padding
    position.bosses, position.bosses_size = pack(zones["bosses"]), len(zones["bosses"])
    position.members, position.members_size = pack(zones["members"]), len(zones["members"])
    position.discard, position.discard_size = pack(zones["discard"]), len(zones["discard"])
    position.expelled = pack(zones["expelled"])


def refuse_impossible(lines: dict[str, str], position: SimpleNamespace) -> None:
    """Raises InvalidNotation for a position that no game leads to."""
    notation.refuse(checks(position), lines)


def checks(position: SimpleNamespace) -> list[notation.Check]:
    """What holds in every game, line by line.

    How many cards lie where is checked only roughly, so that studies can be written.
    """
    players = range(position.players)
    everybody = (1 << position.players) - 1
    base, board, gap, top = position.base, position.board, position.gap, position.top
    standing = [spot for spot in SPOTS if board[spot] >= 0]
    pyramid = [spot for spot in SPOTS if spot.row >= base]
    lowest = row_of(base)
    deck = deck_size(position)
    first_two = [gang for seat in players for gang in position.alliance[3 * seat : 3 * seat + 2] if gang >= 0]
    each = influence_each(position.players, base)
    bosses = 16 // len(gangs_of(base))
    spent = position.discard_size + sum(position.influence_size)
    used = position.discard_size + len(unpack(position.expelled))
    per_row = 1 if position.players == 2 else position.players - 1  # G5.2
    made = per_row - position.reveals if position.reveals else 0
    rows = rows_reached(position) - position.due - (position.reveals > 0)  # with all reveals made
    return [
        (f"row {base}", "G1.5", position.laying or all(board[spot] >= 0 or spot.number == gap for spot in lowest)),
        (f"row {base + 1}", "G3.1", _is_supported(position)),
        ("gap", "G3.2", gap < 0 or (board[gap] < 0 and fits_gap(position))),
        ("crowned", "G6.1", position.crowned == (highest(position) == 6)),
        ("row 6", "G6.1", not position.crowned or len(standing) + (gap >= 0) == len(pyramid)),
        ("reached", "G5.1", position.reached == reached(position)),
        ("laying", "G1.5", not position.laying or (position.owed == 1 and used == 0 and _is_laid_out(position))),
        ("due", "G5.3", not position.due or (gap >= 0 and position.reached > Spot(gap).row and not position.crowned)),
        ("reveals", "G5.3", position.reveals <= per_row and not (position.reveals and (position.due or gap >= 0))),
        ("reveals", "G5.1", position.reveals == 0 or (position.reached > 0 and not position.crowned)),
        ("mover", "G5.3", (position.turn - position.mover) % position.players == made),
        ("top", "G1.4", top >= 0 or position.owed > 0 or deck == 0),
        ("owed", "G1.4", not position.owed or (deck > 0 and top < 0)),
        ("passed", "G6.2", position.passed == 0 or position.crowned),
        ("ended", "G6.3", (position.passed == everybody) == bool(position.ended)),
        ("turn", "G6.3", bool(position.ended) or not position.passed >> position.mover & 1),
        *[(f"alliances {seat}", "G1.2", has_alliances(position, seat)) for seat in players],
        ("alliances 0", "G1.1", len(set(first_two)) == len(first_two)),
        ("bosses", "G1.4", all(position.bosses >> 4 * gang & 15 <= bosses for gang in range(8))),
        ("reshuffled", "G3.3", not position.reshuffles or (position.players == 4 and position.bosses == spent == 0)),
        ("members", "G3.3", lasts(position)),
        *[(f"influence {seat}", "G1.3", position.influence_size[seat] <= each) for seat in players],
        ("discard", "G1.3", spent <= each * position.players),
        *[(f"alliances {seat}", "G5.1", shown <= most) for seat, shown, most in revealed(position)],
        ("alliances 0", "G5.2", sum(shown for _, shown, _ in revealed(position)) <= per_row * rows + made),
    ]  # fmt: skip


def influence_each(players: int, base: int) -> int:
    """How many influence cards each player starts with (G1.3): one on a small pyramid."""
    if base > 1:
        return 1
    return 4 if players == 4 else 5


def _is_supported(position: SimpleNamespace) -> bool:
    """Whether every card above the base stands on two others, or on the gap."""
    board = position.board
    above = (spot for spot in SPOTS if spot.row > position.base and board[spot] >= 0)
    return all(board[below] >= 0 or below.number == position.gap for spot in above for below in spot.supports)


def _is_laid_out(position: SimpleNamespace) -> bool:
    """Whether the pyramid has the cards to the left of the gap in its base, and no others (G1.5)."""
    lowest = row_of(position.base)
    before = [spot for spot in lowest if spot.number < position.gap]
    return len(before) < len(lowest) and [spot for spot in SPOTS if position.board[spot] >= 0] == before


def fits_gap(position: SimpleNamespace) -> bool:
    """Whether the gap can be where it is.

    In the base it waits for a card that the deck owes, at the start or after G3.3; above it stands on two cards.
    """
    if Spot(position.gap).row == position.base:
        return bool(position.owed == 1 and (position.laying or position.reshuffles == 1))
    return all(position.board[below] >= 0 for below in Spot(position.gap).supports)


def deck_size(position: SimpleNamespace) -> int:
    """The number of cards below the deck's top card. Cards that others hide in an imagined position do not count."""
    unknown = [seat for seat in range(position.players) if position.unknown >> seat & 1]
    hidden = sum(3 - position.shown[seat].bit_count() + position.influence_size[seat] for seat in unknown)
    return int(position.bosses_size + position.members_size - hidden)


def has_alliances(position: SimpleNamespace, seat: int) -> bool:
    """Whether a seat has three different alliances, or they are not known."""
    own = position.alliance[3 * seat : 3 * seat + 3]
    return bool(position.unknown >> seat & 1) or (min(own) >= 0 and len(set(own)) == 3)


def lasts(position: SimpleNamespace) -> bool:
    """Whether there are enough cards for all climbs and expulsions to come.

    Four players may need one discard (G3.3).
    """
    influence = sum(position.influence_size)
    wanted = sum(gang < 0 for gang in position.board) + influence
    left = deck_size(position) + (position.top >= 0) - wanted
    return left >= 0 or bool(left == -1 and position.players == 4 and position.discard_size + influence > 0)


def revealed(position: SimpleNamespace) -> list[tuple[int, int, int]]:
    """For each seat how many alliances it has shown, and how many it may have: one for each row reached (G5.1)."""
    rows = rows_reached(position) - position.due
    still = [(position.turn + i) % position.players for i in range(position.reveals)]
    return [(seat, position.shown[seat].bit_count(), rows - (seat in still)) for seat in range(position.players)]
