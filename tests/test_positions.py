"""Positions as text: every one that comes up reads back whole, and none is read that cannot come up."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from conftest import PLAIN
from gangland.core.errors import InvalidNotation
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.famiglia import Duel, FamigliaView, Solo, Sweep
from gangland.famiglia import view as famiglia_view
from gangland.gangs import Expel, Gangs
from gangland.play import deal

COMMON = ("turn", "owed", "ended", "reshuffles", "first")
FAMIGLIA = (
    "joker_with_pair", "stage", "clean", "swept", "accountant", "swaps", "brute", "target", "passed", "pile",
    "refilling", "street", "street_size", "bag", "bag_size", "under_size", "discard", "discard_size", "hand", "display",
)  # fmt: skip
GANGS = (
    "players", "mover", "filled", "gap", "laying", "top", "bosses", "bosses_size", "members", "members_size", "discard",
    "discard_size", "expelled", "crowned", "reached", "due", "reveals", "passed", "board", "alliance", "shown",
    "influence", "influence_size",
)  # fmt: skip


def fields(position: Position) -> dict[str, object]:
    """All that a position holds, but for the order of a bag."""
    own = GANGS if hasattr(position, "mover") else FAMIGLIA
    found = {name: getattr(position, name) for name in COMMON + own}
    for name, size in (("row", "street_size"), ("under", "under_size")):
        if hasattr(position, name):
            found[name] = list(getattr(position, name)[: getattr(position, size)])
    return found | {"level": getattr(position, "level", None)}


def all_positions(game: Game, seed: int) -> Iterator[Position]:
    """Every position of a game at random, also those between two cards that are turned up; passes are rare."""
    random = Random(seed)
    dealt = deal(game, seed)
    position, _ = game.start(dealt.setup, dealt.first)
    while not position.ended:
        yield position
        if position.owed:
            position.draw(random.choice(position.bag_cards()))
            continue
        moves = position.moves()
        sweeps = [move for move in moves if isinstance(game.move_type(move).action, Sweep | Expel)]
        if sweeps and random.random() < seed % 5 / 5:
            moves = sweeps
        position.push(random.choice(moves[:-1] or moves) if random.random() < 0.98 else moves[-1])
    yield position


@pytest.mark.parametrize("game", [Duel(), Solo(1), Solo(4, True), Gangs(2), Gangs(3), Gangs(4)], ids=str)
def test_every_position_reads_back_field_by_field(game: Game) -> None:
    for seed in range(2 if PLAIN else 3):
        for position in all_positions(game, seed):
            assert fields(game.position(str(position))) == fields(position)


def test_a_refill_does_not_carry_what_the_player_before_has_played() -> None:
    game = Duel()
    position = game.position("street: A1\nhand 0: B1 A1\ndisplay 0: F1\npile: rest")
    for move in ("play A1", "play B1 on A1", "take A1"):
        position.push(game.move_type.parse(move).number)
    assert position.owed == 6
    for _ in range(6):
        lines = dict(line.split(":", 1) for line in str(position).splitlines())
        assert (lines["played"], lines["clean"], lines["refill"]) == ("", " no", " yes")
        assert fields(game.position(str(position))) == fields(position)
        position.draw(position.bag_cards()[0])


def test_a_used_up_pile_still_says_whether_it_was_the_second() -> None:
    game = Duel()
    position = game.position("street: B3 A2\npile: A1 B1\nin use: second\ndisplay 1: rest")
    position.push(game.move_type.parse("sweep B3").number)
    while position.owed:
        position.draw(position.bag_cards()[0])
    assert "in use: used up\nreshuffled: yes" in str(position)
    assert game.position(str(position)).reshuffles == position.reshuffles == 1
    view = position.view(0)
    assert isinstance(view, FamigliaView)
    assert famiglia_view.imagine(view) == position


FULL = """
row 6: R
row 5: D P
row 4: D P E
row 3: B N L K
row 2: B N L K R
row 1: B N L K R E
top: B
"""
ROW_1 = "row 1: B D N L K R\ntop: E\n"
TWO = "alliances 0: P E B\nalliances 1: R K B\n"
FOUR = TWO + "alliances 2: L N B\nalliances 3: D B K\n"


@pytest.mark.parametrize(
    ("game", "text", "line", "clause"),
    [
        (Duel(), "discard: F0", "discard: F0", "F3.1"),
        (Duel(), "in use: second\npile: F0 F1\ndisplay 0: rest", "pile: F0 F1", "F8.1"),
        (Duel(), "in use: second\npile: F1\nunder: F0\ndisplay 0: rest", "under: F0", "F3.1"),
        (Duel(), "under: F1", "under: F1", "F3.3"),
        (Duel(), "in use: second\ndiscard: F1\npile: F2\ndisplay 0: rest", "discard: F1", "F8.1"),
        (Duel(), "reshuffled: yes", "reshuffled: yes", "F8.1"),
        (Duel(), "street: F0\nclean: yes", "clean: yes", "F3.1"),
        (Duel(), "street: F1\nclean: no", "clean: no", "F3.1"),
        (Duel(), "street: F1\nswept: yes", "swept: yes", "F3.3"),
        (Duel(), "street: F1\ndisplay 0: B1\nplayed: B1 on F2", "played: B1 on F2", "F5.1"),
        (Duel(), "street: F0\ndisplay 0: B1\nplayed: B1 on F0", "played: B1 on F0", "F5.1"),
        (Duel(), "street: F1\nowed: 2\ndiscard: A3\ndisplay 0: A1\nplayed: A1 swaps 1", "played: A1 swaps 1", "F2.1"),
        (Duel(), "street: F1\nowed: 5\ndiscard: A4", "owed: 5", "F3.2"),
        (Duel(), "street: F1\nowed: 2", "owed: 2", "F3.2"),
        (Duel(), "street: F1\nowed: 4\nrefill: yes", "refill: yes", "F7.1"),
        (Duel(), "ended: pile", "ended: pile", "F9.1"),
        (Duel(), "pile:\nin use: used up\ndisplay 0: rest\nended: pile", "ended: pile", "F9.1"),
        (Duel(), "ended: passes", "ended: passes", "F9.3"),
        (Solo(), "display 1: F1", "display 1: F1", "F10.2"),
        (Solo(), "turn: 1", "street: ", "F7.1"),
        (Gangs(2), "row 1: B D N . K R\ntop: E\n" + TWO, "row 1: B D N . K R", "G1.5"),
        (Gangs(2), "row 1: B . . . . .\ngap: b1\nowed: 1\n" + TWO, "row 1: B . . . . .", "G1.5"),
        (Gangs(2), "row 1: . B . . . .\nlaying: yes\ngap: a1\nowed: 1\n" + TWO, "laying: yes", "G1.5"),
        (Gangs(2), ROW_1 + "row 3: B . . .\n" + TWO, "row 2: ", "G3.1"),
        (Gangs(2), ROW_1 + "gap: a6\n" + TWO, "gap: a6", "G3.2"),
        (Gangs(2), FULL + "crowned: no\n" + TWO, "crowned: no", "G6.1"),
        (Gangs(2), FULL.replace("row 6: R", "gap: a6") + "crowned: no\n" + TWO, "crowned: no", "G6.1"),
        (Gangs(2), ROW_1 + "crowned: yes\n" + TWO, "crowned: yes", "G6.1"),
        (Gangs(2), FULL + "reached: 0\n" + TWO, "reached: 0", "G5.1"),
        (Gangs(2), FULL + "reached: 4\n" + TWO, "reached: 4", "G5.1"),
        (Gangs(2), ROW_1 + "reached: 5\n" + TWO, "reached: 5", "G5.1"),
        (Gangs(2), ROW_1 + "due: yes\n" + TWO, "due: yes", "G5.3"),
        (Gangs(2), ROW_1 + "reveals: 1\n" + TWO, "reveals: 1", "G5.1"),
        (Gangs(4), ROW_1 + "mover: 2\n" + FOUR, "mover: 2", "G5.3"),
        (Gangs(2), ROW_1.replace("top: E\n", "") + TWO, "top: ", "G1.4"),
        (Gangs(2), ROW_1 + "owed: 1\n" + TWO, "owed: 1", "G1.4"),
        (Gangs(2), ROW_1 + "passed: 0\n" + TWO, "passed: 0", "G6.2"),
        (Gangs(2), FULL + "ended: passes\n" + TWO, "ended: passes", "G6.3"),
        (Gangs(2), FULL + "passed: 0\n" + TWO, "turn: ", "G6.3"),
        (Gangs(2), ROW_1 + "alliances 0: P E B\nalliances 1: K P B", "alliances 0: P E B", "G1.1"),
        (Gangs(2), ROW_1 + "alliances 0: P* E* R\nalliances 1: K D B", "alliances 0: P* E* R", "G5.1"),
        (Gangs(2), FULL + "alliances 0: P* E* B*\nalliances 1: R K B", "alliances 0: P* E* B*", "G5.1"),
        (Gangs(2), FULL + "alliances 0: P* E* B\nalliances 1: R* K B", "alliances 0: P* E* B", "G5.2"),
        (Gangs(2), ROW_1 + "bosses: B B B\n" + TWO, "bosses: B B B", "G1.4"),
        (Gangs(2), ROW_1 + "influence 1: B D N L K R\n" + TWO, "influence 1: B D N L K R", "G1.3"),
        (Gangs(2), ROW_1 + "discard: B D N L K R B D N L K\n" + TWO, "discard: B D N L K R B D N L K", "G1.3"),
        (Gangs(2), ROW_1 + "members: B\nexpelled: rest\n" + TWO, "members: B", "G3.3"),
        (Gangs(2), ROW_1 + "reshuffled: yes\n" + TWO, "reshuffled: yes", "G3.3"),
    ],
)  # fmt: skip
def test_what_cannot_come_up_is_refused_with_its_clause(game: Game, text: str, line: str, clause: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        game.position(text)
    key, _, value = line.partition(": ")
    left_out = f"The position needs a line “{key}”: what it means without one does not fit the rest. ({clause})"
    written = f"The line “{line}” does not fit the rest of the position. ({clause})"
    assert str(caught.value) == (written if value else left_out)


@pytest.mark.parametrize("alliances", ["", "alliances 0: P E B\n", "alliances 0: P E B\nalliances 1: R K\n"])
def test_alliances_cannot_be_left_out(alliances: str) -> None:
    """Without them nobody knows what to reveal and what counts."""
    with pytest.raises(InvalidNotation) as caught:
        Gangs(2).position(ROW_1 + alliances)
    assert str(caught.value) == "A player's alliances are three different gangs. (G1.2)"


# Texts with something wrong


CHOICES = {
    "yes": ["yes", "no"], "no": ["yes", "no", "pile", "passes"], "first": ["second", "used up"],
    "second": ["first", "used up"], "used up": ["first", "second"], "none": ["a1", "b2", "a4", "a5", "a6"],
}  # fmt: skip
NUMBERS = [str(number) for number in range(7)]


def mutant(text: str, random: Random) -> str:
    """A position with a few lines changed: cards moved or lost, words, numbers or stars exchanged, lines left out."""
    lines = dict(line.split(":", 1) for line in text.splitlines())
    if random.random() < 0.8:
        lines.pop("pile" if "pile" in lines else "members")
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        key = random.choice(list(lines))
        words = lines[key].split()
        value = lines[key].strip()
        if value in CHOICES:
            lines[key] = random.choice(CHOICES[value])
        elif value.isdigit():
            lines[key] = random.choice(NUMBERS)
        elif words and random.random() < 0.8:
            at = random.randrange(len(words))
            match random.randrange(5):
                case 0:
                    words[at] = "."
                case 1:
                    words[at] = words[at].strip("*") + "*" * random.randrange(2)
                case 2:
                    lines[random.choice(list(lines))] += " " + words.pop(at).strip("*")
                case 3:
                    words.pop(at)
                case 4:
                    other = random.choice(list(lines))
                    lines[other], words = " ".join(words), lines[other].split()
            lines[key] = " ".join(words)
        else:
            lines.pop(key)
    return "\n".join(f"{key}: {value}" for key, value in lines.items())


CHILD = """
import json, sys
from gangland.play import GAMES
from gangland.core.errors import InvalidNotation
from gangland.core.chance import Random as Dice

def tried(game, text):
    try:
        position = game.position(text)
    except InvalidNotation as trouble:
        return str(trouble).rpartition("(")[2] if "fit" in trouble.sentence.template else trouble.sentence.template
    assert game.position(str(position)) == position
    for seat in (None, *range(game.seats)):
        position.view(seat)
    position.playouts(2, 0)
    dice, steps = Dice(1), 0
    while not position.ended:
        steps += 1
        assert steps < 2000, "no end"
        if position.owed:
            position.draw(position.bag_cards()[steps % len(position.bag_cards())])
        else:
            assert position.moves(), "no moves"
            position.push(position.random_move(dice))
        if steps % 10 == 0:
            assert game.position(str(position)) == position
    return "accepted"

for line in sys.stdin:
    name, options, first, text = json.loads(line)
    print(text, file=sys.stderr, flush=True)  # the last one is to blame for a crash
    print(json.dumps(tried(GAMES[name].from_options(options, first), text)), flush=True)
"""


def tried(texts: list[tuple[Game, str]], seconds: float) -> Counter[str]:
    """What becomes of texts in a child process: refused for some reason, or accepted and played to the end."""
    asked = "\n".join(json.dumps([game.name, game.options(), 0, text]) for game, text in texts)
    done = subprocess.run([sys.executable, "-c", CHILD], input=asked, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr[-3000:]
    return Counter(json.loads(line) for line in done.stdout.splitlines())


def mutants(each: int, seed: int) -> list[tuple[Game, str]]:
    random = Random(seed)
    found: list[tuple[Game, str]] = []
    for game in (Duel(), Solo(3), Gangs(2), Gangs(3), Gangs(4)):
        texts = [str(position) for number in range(3) for position in all_positions(game, 3 * seed + number)]
        found += [(game, mutant(random.choice(texts), random)) for _ in range(each)]
    return found


def test_mutants_are_refused_or_play_to_the_end() -> None:
    texts = mutants(20 if PLAIN else 100, 12)
    found = tried(texts, 300)
    assert found.total() == len(texts)
    assert found["accepted"] > len(texts) / 10
    assert len(found) > 10
