"""Equal points of view share one drawing, and nobody else's."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from threading import Event

import pytest

from drawing import pov_of
from gangland.core.game import Game
from gangland.core.words import LANGUAGES
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, Played, Reshuffled
from gangland.web import drawings
from gangland.web.boards.log import SHOWN_LINES, draw_line, log_key, log_of, reader_of
from gangland.web.drawings import Drawing, Drawings, draw_table
from gangland.web.pov import Pov, in_whole_seconds
from playing import played

GAMES = (Duel(), Gangs(3))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Pov]:
    """The points of view that were really drawn."""
    made: list[Pov] = []

    def draw(pov: Pov) -> Drawing:
        made.append(pov)
        return draw_table(pov)

    monkeypatch.setattr(drawings, "draw_table", draw)
    return made


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_watchers_share_a_drawing_until_something_differs(game: Game, drawn: list[Pov]) -> None:
    match, shared = Match.new(game, seed=1), Drawings()
    one, other = pov_of(match, None), pov_of(match, None)
    assert one == other
    assert shared.of(one) is shared.of(other)
    assert drawn == [one]
    german, later = pov_of(match, None, language="de"), replace(one, table=replace(one.table, version=2))
    for different in (german, later, replace(one, site="https://example.org")):
        assert different != one
        assert shared.of(different) == draw_table(different)
    assert len(drawn) == 4


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_nobody_gets_the_drawing_of_somebody_who_sits_there(game: Game, drawn: list[Pov]) -> None:
    match, shared = Match.new(game, seed=1), Drawings()
    povs = [pov_of(match, None), *(pov_of(match, seat) for seat in range(game.seats))]
    for pov in (*povs, *povs):
        assert shared.of(pov) == draw_table(pov)
    assert len({shared.of(pov).html for pov in povs}) == len(povs)
    assert sum(pov.is_watcher for pov in drawn) == 1


def test_whoever_comes_while_it_is_drawn_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, made = Event(), Event(), []

    def draw(pov: Pov) -> Drawing:
        made.append(pov)
        begun.set()
        assert go_on.wait(60)
        return Drawing("title", "html", "")

    monkeypatch.setattr(drawings, "draw_table", draw)
    shared, pov = Drawings(), pov_of(Match.new(Duel(), seed=1), None)
    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(shared.of, pov)
        assert begun.wait(60)
        others = [pool.submit(shared.of, replace(pov)) for _ in range(3)]
        go_on.set()
        assert {future.result(60) for future in (first, *others)} == {Drawing("title", "html", "")}
    assert len(made) == 1


def test_a_drawing_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, pov = Drawings(), pov_of(Match.new(Duel(), seed=1), None)
    monkeypatch.setattr(drawings, "draw_table", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        shared.of(pov)
    monkeypatch.undo()
    assert shared.of(pov) == draw_table(pov)


def test_few_drawings_are_kept(monkeypatch: pytest.MonkeyPatch, drawn: list[Pov]) -> None:
    monkeypatch.setattr(drawings, "MOST_KEPT", 2)
    shared, pov = Drawings(), pov_of(Match.new(Duel(), seed=1), None)
    versions = [replace(pov, table=replace(pov.table, version=version)) for version in (1, 2, 3)]
    for one in (*versions, versions[2], versions[0]):
        shared.of(one)
    assert drawn == [*versions, versions[0]]


def test_clocks_differ_by_whole_seconds_for_those_who_watch() -> None:
    table = pov_of(Match.new(Duel(), seed=1), None).table

    def at(left: float) -> object:
        return in_whole_seconds(replace(table, chairs=tuple(replace(chair, left=left) for chair in table.chairs)))

    assert at(9.1) == at(9.8) != at(10.0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "moves"), [(Duel(), 60), (Gangs(3), 60)], ids=["famiglia", "gangs"])
def test_lines_of_the_log_are_short_and_ones_own_are_marked(language: str, game: Game, moves: int) -> None:
    match = played(game, 5, moves)
    pov = pov_of(match, 0, language=language)
    for line in pov.story.lines:
        text, *others = draw_line(line, pov.names, language, reader_of(line, pov.reader), True)
        is_own = isinstance(line.entry, Played) and line.entry.seat == 0
        assert text.startswith('<li class="own"') == is_own
        assert not any('class="own"' in other for other in others)
        read = unescape(re.sub("<[^>]+>", "", text))
        assert ";" not in read
        assert len(read) < 75 or isinstance(line.entry, Reshuffled), read


@pytest.mark.parametrize("reader", [0, None])
def test_a_page_gets_the_lines_that_it_has_not_whatever_it_has(reader: int | None) -> None:
    match = played(Duel(), 3)
    pov = pov_of(match, reader)
    lines = [
        "".join(draw_line(line, pov.names, "en", reader_of(line, pov.reader), pov.may_look_back))
        for line in pov.story.lines
    ]
    assert len(lines) > SHOWN_LINES
    for known in (0, 1, 12, 35, 36, 37, len(lines) - 1, len(lines)):
        drawn = log_of(replace(pov, known_log=log_key(pov, known) if known else ""))
        assert drawn.replace("\n", "") == "".join(lines[max(known, len(lines) - SHOWN_LINES) :]).replace("\n", "")
