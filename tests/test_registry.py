"""Games are described once: their options, and the one place that knows which games there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, ClassVar

import pytest

from gangland.famiglia import Duel, Solo
from gangland.game import CorruptRecord, Game, InvalidArgument, options_of
from gangland.gangs import Gangs
from gangland.options import option
from gangland.registry import GAMES, all_options, find_game, game_names, load_game, register
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
    assert list(game_names()) == ["famiglia-duel", "famiglia-solo", "gangs", "famiglia", "solo"]


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("chess", {}, "There is no game “chess”; there are famiglia-duel, famiglia-solo, gangs."),
        (None, {}, "There is no game “None”; there are famiglia-duel, famiglia-solo, gangs."),
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
