"""Text in, and out again: anything either parses or raises InvalidNotation."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gangland.core.errors import InvalidNotation
from gangland.core.game import Game
from gangland.famiglia import Card, Duel, FamigliaMove, Solo, Take
from gangland.gangs import Gang, Gangs, GangsMove, Spot
from gangland.play import Match
from playing import matches

WORDS = st.sampled_from(
    "sweep take play swap pass with on by climb fill expel reveal "
    "F0 A1 B2 M3 F4 a1 b2 a6 B D P #2 F0#3 rest none 0 1".split()
)
KEYS = st.sampled_from(
    "hand 0,hand 1,display 0,in use,row 1,row 2,row 6,alliances 0,influence 1,turn,first,street,pile,under,discard,"
    "clean,swept,played,passed,refill,owed,ended,gap,top,bosses,members,expelled,crowned,reached,due,reveals,laying,"
    "reshuffled,mover".split(",")
)
CODES = st.sampled_from([*"BDNLKREP.*", "B*", "F0", "A1", "A2", "B1", "B2", "M3", "F4"])
VALUES = st.one_of(
    st.lists(CODES, max_size=7).map(" ".join),
    st.sampled_from(
        ["yes", "no", "0", "1", "2", "5", "first", "second", "used up", "rest", "pile", "passes", "a1", "a2"]
    ),
    st.sampled_from(["A2 swaps 1", "B2 on M4", "A1 swaps 0, B1 on F0", "swaps", ", "]),
    st.text(max_size=8),
)


@given(
    st.one_of(st.text(), st.lists(WORDS, max_size=7).map(" ".join)),
    st.sampled_from([FamigliaMove, GangsMove, Card, Gang, Spot]),
)
def test_any_text_is_a_move_or_invalid(text: str, kind: type[FamigliaMove | GangsMove | Card | Gang | Spot]) -> None:
    try:
        read = kind.parse(text)
    except InvalidNotation as trouble:
        assert str(trouble)
    else:
        assert str(read) == text
        assert kind.parse(str(read)) == read
        assert str(read) in repr(read)


@pytest.mark.parametrize("kind", [FamigliaMove, GangsMove])
def test_a_text_is_read_as_the_action_that_it_describes(kind: type[FamigliaMove | GangsMove]) -> None:
    for number, action in enumerate(kind.actions):
        if action:
            assert kind.read_action(str(action)) == action == kind(number).action


def test_an_action_that_no_move_stands_for_is_read_too() -> None:
    """A lesson answers such moves, and must know which cards they name."""
    wanted, spent, kept = map(Card.parse, ("F1", "M1", "M2"))
    assert FamigliaMove.read_action("take F1#2 with M1 M2") == Take(wanted, spent, kept, 2)
    assert FamigliaMove.read_action("take F1 with M1 M2").named == (wanted, spent, kept)
    assert FamigliaMove.read_action("play F1").named == (wanted,)
    assert GangsMove.read_action("climb a1 a6").named == (Spot.parse("a1"), Spot.parse("a6"))
    assert GangsMove.read_action("pass").named == ()
    for kind in (FamigliaMove, GangsMove):
        for text in ("take F9", "climb a1", "", 5, None):
            with pytest.raises(InvalidNotation):
                kind.read_action(text)  # type: ignore[arg-type]


@given(
    st.one_of(
        st.text(),
        st.lists(st.tuples(KEYS, VALUES), max_size=8).map(lambda rows: "\n".join(": ".join(row) for row in rows)),
    ),
    st.sampled_from([Duel(), Solo(3), Gangs(2), Gangs(4)]),
)
def test_any_text_is_a_position_or_invalid(text: str, game: Game) -> None:
    try:
        position = game.position(text)
    except InvalidNotation as trouble:
        assert str(trouble)
    else:
        assert game.position(str(position)) == position
        position.playouts(2, 0)


@given(matches(), KEYS, VALUES)
def test_a_position_with_a_line_changed_is_read_or_invalid(match: Match, key: str, value: str) -> None:
    lines = {line.split(":")[0]: line.split(":")[1].strip() for line in str(match.position).splitlines()}
    lines[key] = value
    text = "\n".join(f"{key}: {value}" for key, value in lines.items())
    try:
        position = match.game.position(text)
    except InvalidNotation:
        return
    assert match.game.position(str(position)) == position
    position.playouts(2, 0)


@pytest.mark.parametrize(
    ("game", "text", "trouble"),
    [
        (Duel(), "hand 0: F4 F4", "There are more F4 in the position than in the game."),
        (Duel(), "pile: F0", "The F0 lies nowhere in the position."),
        (Duel(), "hand 0: rest\nhand 1: rest", "Only one place may say “rest”."),
        (Duel(), "cellar: F0", "The position has no place for the line “cellar: F0”."),
        (Duel(), "turn: 0\nturn: 1", "The position has no place for the line “turn: 1”."),
        (Duel(), "turn: me", "The position says “me” where it must say one of: 0, 1."),
        (Duel(), "played: A2 swaps 1", "The line “played: A2 swaps 1” does not fit the rest of the position. (F2.2)"),
        (Duel(), "in use: used up", "The line “in use: used up” does not fit the rest of the position. (F9.1)"),
        (Gangs(2), "row 1: B", "Wrong number of spots in row 1: there must be 6. (G0.2)"),
        (Gangs(2), "alliances 0: B B D", "A player's alliances are three different gangs. (G1.2)"),
        (Gangs(2), "row 1: B D N L K R\ntop: E", "A player's alliances are three different gangs. (G1.2)"),
    ],
)
def test_bad_positions_get_one_clear_sentence(game: Game, text: str, trouble: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        game.position(text)
    assert str(caught.value) == trouble


APART = ("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix")


def takes_text_apart(node: ast.AST) -> bool:
    """Whether the text of something called a move is cut or searched here."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in APART:
            parts = [value]
        case ast.Subscript(value=ast.Call(func=ast.Name(id="str")) as value):
            parts = [value]
        case ast.Compare(left=ast.Constant(), ops=[ast.In()], comparators=[value]):
            parts = [value]
        case _:
            return False
    return any(re.search(r"\bmoves?\b", ast.unparse(part)) for part in parts)


@pytest.mark.slow
def test_nobody_takes_the_text_of_a_move_apart() -> None:
    """A move's action says what it does. Only what a person types is compared with the notation."""
    source = Path(__file__).parents[1] / "src" / "gangland"
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if takes_text_apart(node)
    }
    assert found == set()
    for text in ('str(move).split(" ")', "str(entry.move)[0]", '" with " in str(move)', 'move.startswith("take")'):
        assert any(map(takes_text_apart, ast.walk(ast.parse(text))))
