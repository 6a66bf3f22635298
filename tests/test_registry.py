"""Games are described once: their options, and the one place that knows which games there are."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

import pytest

from conftest import PLAIN
from gangland import cli
from gangland.bots.hints import reason
from gangland.bots.simple import move_value
from gangland.core.errors import CorruptRecord, InvalidArgument
from gangland.core.game import Game, options_of
from gangland.core.options import option
from gangland.core.rooms import GAME_FOLDERS
from gangland.env.drawing import colours, table_rows
from gangland.env.encodings import make_encoding
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.learn.rulebook import has_book
from gangland.play import Match, Record
from gangland.registry import GAMES, all_options, find_game, game_names, load_game, register
from gangland.sentences import Event, event_between, event_of, narrate_consequences, narrate_move
from gangland.server.api import inputs
from gangland.server.errors import Refusal
from gangland.server.routes import new_table
from gangland.terminal.boards import board_type
from gangland.web.art import back_of, sign_of
from gangland.web.boards import board_of
from gangland.web.boxes import box_of
from gangland.web.clicks import paths
from gangland.web.scoring import scoring_of
from gangland.web.story import new_layout
from playing import GAMES as SAMPLES


@dataclass(frozen=True)
class Third(Duel):
    """A third game: the duel under another name, with an option of its own."""

    name: ClassVar[str] = "third"
    aliases: ClassVar[tuple[str, ...]] = ("3rd",)

    mood: str = option("calm", choices=("calm", "wild"), label="how it feels")


@pytest.fixture
def third() -> Iterator[type[Game]]:
    yield register(Third)
    del GAMES[Third.name]


@pytest.mark.parametrize("kind", GAMES.values(), ids=list(GAMES))
def test_every_field_of_a_game_is_an_option_with_words(kind: type[Game]) -> None:
    assert [one.name for one in options_of(kind)] == [one.name for one in fields(kind)]  # type: ignore[arg-type]
    for one in options_of(kind):
        assert one.label
        assert one.default in one.choices
        assert len(one.hints) in (0, len(one.choices))


@pytest.mark.parametrize("game", SAMPLES, ids=str)
def test_a_game_is_what_its_name_and_options_say(game: Game) -> None:
    options = {one.name: getattr(game, one.name) for one in options_of(game)}
    assert load_game(game.name, options) == game
    assert type(game).from_options(game.options(), game.choose_first(NoChance())) == game
    assert all(f"{name}={value!r}" in repr(game) for name, value in options.items())


class NoChance:
    def below(self, n: int) -> int:
        return 0

    def shuffled(self, items: Any) -> list[Any]:
        return list(items)


def test_records_write_options_by_name_and_leave_out_what_the_first_seat_says() -> None:
    assert list(Solo(2, robot_starts=True).options().items()) == [("joker_with_pair", False), ("level", 2)]
    assert Solo.from_options({"level": 2}, 1) == Solo(2, robot_starts=True)
    with pytest.raises(CorruptRecord, match=r"^The rules do not say “players”\.$"):
        Gangs.from_options({}, 0)


def test_a_game_has_one_name_and_aliases() -> None:
    assert find_game("solo") is find_game("famiglia-solo") is Solo
    assert list(game_names()) == [
        "famiglia-duel",
        "famiglia-solo",
        "gangs",
        "famiglia-small",
        "gangs-small",
        "famiglia",
        "solo",
    ]


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        (
            "chess",
            {},
            "There is no game “chess”; there are famiglia-duel, famiglia-solo, gangs, famiglia-small, gangs-small.",
        ),
        (
            None,
            {},
            "There is no game “None”; there are famiglia-duel, famiglia-solo, gangs, famiglia-small, gangs-small.",
        ),
        ("gangs", {"level": 3}, "level does not go with gangs."),
        ("gangs", {"players": 5}, "The option players cannot be 5; it is one of: 2, 3, 4."),
    ],
)
def test_what_there_is_not_is_refused_in_one_sentence(name: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        load_game(name, options)
    assert str(refused.value) == sentence


def test_only_games_have_options() -> None:
    for nothing in (3, None, int, Game):
        with pytest.raises(InvalidArgument, match="is not a Game"):
            options_of(nothing)  # type: ignore[arg-type]


def test_a_third_game_is_found_by_its_names(third: type[Game]) -> None:
    assert load_game("3rd", {"mood": "wild"}) == Third(mood="wild")
    assert [game for game, _ in all_options()["mood"]] == [third]
    with pytest.raises(InvalidArgument, match="already a game “third”"):
        register(third)


def test_a_third_game_has_its_option_on_the_command_line(third: type[Game], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "3rd", "--mood", "wild", "--games", "1", "--seed", "1", "--out", "-"]) == 0
    assert Record.loads(capsys.readouterr().out).game == Third(mood="wild")
    assert cli.main(["simulate", "gangs", "--mood", "wild", "--games", "1", "--seed", "1", "--out", "-"]) == 2
    assert capsys.readouterr().err == "--mood does not go with gangs.\n"


def test_a_third_game_has_its_option_in_forms_and_api(third: type[Game]) -> None:
    assert new_table.read_game({"game": "third", "mood": "wild", "joker": "on"}) == Third(True, "wild")
    assert inputs.read_game({"name": "third", "mood": "wild"}) == Third(mood="wild")
    assert "mood" in inputs.game_fields().model_json_schema()["properties"]
    with pytest.raises(ValueError, match="mood"):
        inputs.read_game({"name": "third", "mood": "sad"})
    with pytest.raises(Refusal, match="mood cannot be 'sad'"):
        new_table.read_game({"game": "third", "mood": "sad"})


@pytest.mark.parametrize("game", SAMPLES, ids=str)
def test_a_view_knows_its_game_and_makes_a_position(game: Game) -> None:
    match = Match.new(game, seed=3)
    view = match.view(match.turn)
    assert view.game == game
    assert type(view) is game.view_type
    assert game.legal_moves(game.position_from_view(view)) == view.legal_moves
    stranger = Gangs(4) if game != Gangs(4) else Gangs(3)
    with pytest.raises((TypeError, InvalidArgument)):
        stranger.position_from_view(view)


BY_VIEW = (
    table_rows, colours, event_between, board_type, move_value, reason, paths, board_of, scoring_of, new_layout,
)  # fmt: skip
BY_GAME = (make_encoding, back_of, box_of)


def the_first_event(game: Game) -> Event:
    match = Match.new(game, seed=1)
    match.push(match.legal_moves[0])
    step = match.history()[0]
    return event_of(step.entry, step.before.view(None), step.after.view(None))


@pytest.mark.parametrize(
    ("room", "told_apart_by"),
    [
        *((room, lambda kind: kind.view_type) for room in BY_VIEW),
        *((room, lambda kind: kind) for room in BY_GAME),
        *((room, lambda kind: type(the_first_event(kind()))) for room in (narrate_move, narrate_consequences)),
        (sign_of, lambda kind: kind.card_type),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.parametrize("kind", GAMES.values(), ids=list(GAMES))
def test_no_game_of_the_package_is_left_to_the_plain_way(
    kind: type[Game], room: Any, told_apart_by: Callable[[type[Game]], type]
) -> None:
    """A forgotten import would show the fallback, in silence."""
    assert room.dispatch(told_apart_by(kind)) is not room.dispatch(object)


@pytest.mark.parametrize("kind", GAMES.values(), ids=list(GAMES))
def test_boards_and_scorings_have_templates_named_after_their_game(kind: type[Game]) -> None:
    for folder in ("boards", "scoring"):
        assert (SOURCE / "web" / "templates" / folder / f"{kind.rulebook}.html").is_file()
    assert has_book(kind.rulebook)


SOURCE = Path(__file__).parents[1] / "src" / "gangland"
NAMES = {*game_names(), *(game.rulebook for game in GAMES.values())}
CLASSES = {
    node.name
    for package in GAME_FOLDERS
    for path in (SOURCE / package).glob("*.py")
    for node in ast.walk(ast.parse(path.read_text("utf-8")))
    if isinstance(node, ast.ClassDef)
}


def shared_files(suffix: str) -> list[Path]:
    """The files that belong to no game. That only those of a game import it, `make check` says (import-linter)."""
    return [
        path
        for path in SOURCE.rglob(f"*{suffix}")
        if path.stem not in GAME_FOLDERS and path.relative_to(SOURCE).parts[0] not in GAME_FOLDERS
    ]


def names_a_game(node: ast.AST) -> bool:
    """Whether somewhere in an expression a game's class stands, or the name of one."""
    return any(
        (isinstance(part, ast.Name) and part.id in CLASSES)
        or (isinstance(part, ast.Attribute) and part.attr in CLASSES)
        or (isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value in NAMES | CLASSES)
        for part in ast.walk(node)
    )


def asks_which_game(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
            return names_a_game(kinds)
        case ast.Compare() | ast.MatchClass() | ast.MatchValue():
            return names_a_game(node)
        case ast.Dict(keys=keys):
            return any(key is not None and names_a_game(key) for key in keys)
        case ast.ImportFrom(module=module, names=names):
            return module == "gangland.registry" and any(name.name in CLASSES for name in names)
    return False


def test_the_search_for_questions_about_games_finds_them() -> None:
    questions = """
        isinstance(game, famiglia.Duel)
        isinstance(view, (str, GangsView))
        type(game) is Solo
        game.name == "gangs"
        game.name in ("famiglia-duel", "solo")
        type(view).__name__ != "FamigliaView"
        EXAMPLES = {"gangs": "climb a3 a4"}
        from gangland.registry import Duel as Game
    """
    for question in questions.strip().splitlines():
        assert any(map(asks_which_game, ast.walk(ast.parse(question.strip())))), question
    [matched] = ast.parse("match view:\n case GangsView(): pass").body
    assert any(map(asks_which_game, ast.walk(matched)))
    assert not any(map(asks_which_game, ast.walk(ast.parse('isinstance(view, View) and view.ended == "passes"'))))


@pytest.mark.skipif(PLAIN, reason="the files are the same")
@pytest.mark.parametrize("path", shared_files(".py"), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_file_but_a_games_own_asks_which_game_it_is(path: Path) -> None:
    found = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if asks_which_game(node)]
    assert not found, [f"line {node.lineno}: {ast.unparse(node)}" for node in found]  # type: ignore[attr-defined]


def test_compiled_files_know_no_game_either() -> None:
    for path in shared_files(".pxd"):
        assert not re.search(r"gangland\.(famiglia|gangs)\b", path.read_text("utf-8")), path


def test_no_template_but_a_games_own_asks_which_game_it_is() -> None:
    for path in shared_files(".html"):
        for tag in re.findall(r"\{[{%].*?[%}]\}", path.read_text("utf-8"), re.DOTALL):
            named = re.findall(r"""["']([\w-]+)["']""", tag)
            assert not NAMES & set(named), (path.name, tag)
