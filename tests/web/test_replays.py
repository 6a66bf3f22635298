"""Replays without a browser: every moment of whole games, what an eye sees of it, and the curve of points."""

import gzip
import json
import re
from random import Random

import pytest

from conftest import LONG, PLAIN, clause
from gangland.core.errors import InvalidArgument
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs, GangsView
from gangland.play import Match, Record
from gangland.web.replays import ALL, NOBODY, Replay, chairs_of
from gangland.web.replays.curve import curve_of
from gangland.web.replays.film import Film, film_of
from gangland.web.replays.picture import picture_of
from golden import GOLDEN, PLAYTHROUGHS
from playing import GAMES, played
from worlds import another_pile, another_world

NAMES = ("Anna", "Ben", "Carl", "Dora")
KINDS: list[Game] = [Duel(), Solo(3), Gangs(2), Gangs(3), Gangs(4)]


def replay_of(match: Match, eye: str = NOBODY, reader: int | None = None, language: str = "en") -> Replay:
    return Replay("game", "/game", match, chairs_of(match.game, NAMES[: match.game.seats]), reader, eye, language)


def check_moments(match: Match) -> None:
    """Every moment is the position after so many moves, up to the very one in which the game ended."""
    moments = replay_of(match).moments
    twin = Match(match.game, match.deal, match.seats)
    assert len(moments) == len(match.moves) + 1
    for moment, move in zip(moments, [*match.moves, None], strict=True):
        assert moment.position == twin.position
        assert moment.pile == twin.pile
        if move is not None:
            twin.push(move)
    assert moments[-1].position == match.position
    assert moments[-1].outcome == match.outcome


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_games_replay_to_the_position_in_which_they_ended(name: str) -> None:
    game, seed = PLAYTHROUGHS[name]
    match = Match.new(game, seed=seed)
    lines = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    for line in lines:
        if line.startswith("> seat"):
            match.push(line.partition(": ")[2])
    check_moments(match)
    told = {line.partition(":")[0]: line for line in lines if ":" in line and line[0] not in "[>"}  # the last of each
    assert [told[line.partition(":")[0]] for line in str(match.position).splitlines()] == str(
        match.position
    ).splitlines()


@pytest.mark.slow
def test_random_games_replay_to_the_position_in_which_they_ended() -> None:
    reshuffles = 0
    for seed in range(60 if PLAIN and not LONG else 200):
        game = GAMES[seed % len(GAMES)]
        match = played(game, seed)
        reshuffles += len(match.log) > len(match.moves)
        if seed % 3 == 0:  # some moves are taken back, and others are made instead
            for _ in range(min(len(match.moves), 1 + seed % 7)):
                match.undo()
            while not match.outcome:
                match.push(match.legal_moves[-1])
        elif seed % 3 == 1 and game.seats == 2 and len(match.moves) > 4:  # one side gives up on the way
            match = match.at(len(match.log) // 2)
            match.give_up(seed % 2)
        check_moments(match)
        check_moments(Record.loads(match.record().dumps()).match())
    assert reshuffles > 5


@pytest.mark.slow
@pytest.mark.parametrize("game", KINDS, ids=str)
def test_a_film_shows_what_the_table_showed(game: Game) -> None:
    match = played(game, 11)
    replay = replay_of(match, ALL)
    film = film_of(replay)
    assert film.last == len(match.moves)
    alone = film_of(replay_of(match.at(len(match.log) // 2), NOBODY))  # a shorter game begins with the same moments
    whole = film_of(replay_of(match, NOBODY))
    for number in range(alone.last + 1):
        assert whole.scene(number) == alone.scene(number)
        assert whole.moments[number] == alone.moments[number]
    told = json.loads(str(film.data).replace("<\\/", "</"))
    for number in (0, film.last // 2, film.last):
        pieces = (piece for zone in told["scenes"][number] for piece in told["zones"][zone])
        assert "".join(told["pieces"][piece] for piece in pieces) == film.scene(number)


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the same, only slower")
@pytest.mark.parametrize("game", KINDS, ids=str)
def test_while_a_game_is_on_its_replay_tells_a_seat_only_what_it_knew(game: Game) -> None:
    """The film of a seat is the same, byte by byte, in every world that looks the same from there."""
    random = Random(5)
    match = played(game, 23, 30)
    for seat in range(game.seats):
        film = film_of(replay_of(match, str(seat), seat))
        other = another_world(match, seat, random) if game.has_secrets else another_pile(match, random)
        assert other.deal != match.deal
        assert other.view(seat) == match.view(seat)
        assert film_of(replay_of(other, str(seat), seat)) == film


def test_an_eye_sees_too_much_while_the_game_is_on() -> None:
    match = played(Gangs(3), 3, 20)
    for eye in (ALL, "0", "2"):
        with pytest.raises(InvalidArgument):
            replay_of(match, eye, reader=1)
    with pytest.raises(InvalidArgument):
        replay_of(match, ALL)
    assert replay_of(match, "1", reader=1).shown_seats == (1,)


@pytest.mark.parametrize("eye", ["3", "-1", "", "00", "one", "²"])
def test_an_eye_must_be_one_of_the_game(eye: str) -> None:
    with pytest.raises(InvalidArgument):
        replay_of(played(Gangs(3), 3), eye)


@clause("G8")
def test_points_of_others_are_counted_from_what_they_revealed() -> None:
    """In Gangs points betray alliances, so a curve begins where somebody has revealed one."""
    match = played(Gangs(3), 3)
    replay = replay_of(match, NOBODY)
    for moment in replay.moments[:-1]:
        view = moment.shown(())
        assert isinstance(view, GangsView)
        for player, points in zip(view.players, view.points, strict=True):
            worth = sum(spot.points for spot, gang in view.pyramid.items() if gang in player.revealed)
            assert points == (worth if player.revealed else None)
        own = moment.shown([1])
        assert own.points[1] == moment.standing[1]
        assert (own.points[0], own.points[2]) == (view.points[0], view.points[2])
        assert moment.shown(range(3)).points == moment.standing
    assert replay.moments[-1].shown(()).points == match.standing


def test_the_curve_has_steps_and_begins_where_points_are_known() -> None:
    points = [(None, 0), (None, 2), (1, 2), (3, 2)]
    curve = curve_of(points, ("Anna", "Ben"), [0, 1, 0], [1, 1, 2], [(2, "here")])
    assert [line.path for line in curve.lines] == ["M66.67 79.6H100V42.8H100", "M0 98H33.33V61.2H100"]
    assert [line.last for line in curve.lines] == [3, 2]
    assert curve.flags == ((66.67, "here"),)
    assert curve.ticks == ((0.0, 1), (66.67, 2))
    assert [seat for _, _, seat in curve.lane] == [0, 1, 0]


def test_in_famiglia_only_the_open_eye_sees_the_order_of_the_pile() -> None:
    match = played(Duel(), 4)
    assert 'class="next"' not in "".join(film_of(replay_of(match, NOBODY)).pieces)
    opened = film_of(replay_of(match, ALL))
    assert 'class="next"' in opened.scene(3)
    cards = [str(card) for card in replay_of(match).moments[3].pile]
    shown = opened.scene(3).partition('class="next"')[2].partition("</p>")[0]
    assert shown.count('role="img"') == len(cards)


def test_the_last_moment_says_how_the_game_ended() -> None:
    match = played(Duel(), 4, 9)
    match.give_up(0)
    last = film_of(replay_of(match, NOBODY)).moments[-1]
    assert "Anna has resigned." in last.more
    assert film_of(replay_of(match, "0", 0)).verdict == "You lose"


def longest() -> Match:
    """A long game of four, in which everybody who can expels."""
    return max((played(Gangs(4), seed) for seed in range(6)), key=lambda match: len(match.moves))


@pytest.mark.slow
def test_a_film_of_a_long_game_is_small() -> None:
    for match in (longest(), max((played(Solo(4), seed) for seed in range(6)), key=lambda match: len(match.moves))):
        film = film_of(replay_of(match, ALL))
        assert len(gzip.compress(str(film.data).encode())) < 60_000


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_moments_are_told_in_every_language(code: str) -> None:
    film: Film = film_of(replay_of(played(Gangs(2), 3), ALL, 0, code))
    assert film.moments[1].text.startswith(Language(code).say("Turn {number}", number=1))
    assert film.moments[0].line == Language(code).say("The cards are dealt.")


@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=str)
def test_a_picture_brings_all_its_colours(game: Game) -> None:
    """It is a file of its own: whatever it asks for by name is in it, as a colour of the day."""
    picture = picture_of(replay_of(played(game, seed=5, moves=20)), 20, "https://example.org")
    defined = dict(re.findall(r"(--[\w-]+): ?([^;}]+)", picture))
    assert set(re.findall(r"var\((--[\w-]+)\)", picture)) <= set(defined)
    assert not [value for value in defined.values() if "light-dark" in value]
    assert re.fullmatch(r"#[0-9a-f]{6}", defined["--table"])
