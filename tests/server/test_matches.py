"""What a process keeps of its tables: shared, never changed, as light as promised, and read without a replay."""

import gc
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from weakref import ref

import httpx
import pytest

from conftest import PLAIN, long_only
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.sentences import event_of
from gangland.server import matches as kept_matches
from gangland.server.dependencies import COOKIE
from gangland.server.matches import Kept, Matches
from gangland.server.people import Person
from gangland.server.routes.table import view_with_story
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import find_table
from gangland.web import story
from gangland.web.story import Story
from playing import played
from serving import serving, sit

pytestmark = pytest.mark.skipif(PLAIN, reason="what is kept is the same, only larger and slower")
GAMES: list[Game] = [Duel(), Gangs(2)]


@pytest.fixture
def server(laid_out_sqlite: str) -> Iterator[tuple[str, Services]]:
    with serving(Settings(laid_out_sqlite, pause=3600, limits=False)) as running:
        yield running


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many entries were replayed, matches begun and entries told."""
    counted: Counter[str] = Counter()

    def count(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def counting(*arguments: object, **words: object) -> object:
            counted[name] += 1
            return call(*arguments, **words)

        return counting

    monkeypatch.setattr(Match, "_push", count("replayed", Match._push))
    monkeypatch.setattr(Match, "__init__", count("begun", Match.__init__))
    monkeypatch.setattr(story, "event_of", count("told", event_of))
    return counted


def move(services: Services, table: str, people: list[Person], times: int = 1) -> None:
    for _ in range(times):
        seen = services.tables.view(table, None)
        if seen.turn is None:
            return
        own = services.tables.view(table, people[seen.turn])
        services.tables.move(table, people[seen.turn], seen.number, own.legal_moves[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_page_replays_nothing_and_tells_what_is_new(
    server: tuple[str, Services], calls: Counter[str], game: Game
) -> None:
    address, services = server
    table, people = sit(services, Match.new(game, seed=3), ["Ann", "Ben"])
    cookies = ["", *(f"{COOKIE}={services.people.cookie(who)}" for who in people)]  # a watcher, and both players
    move(services, table, people, 4)

    def look() -> None:
        calls.clear()
        with httpx.Client(base_url=address, verify=False, timeout=30) as client:
            for cookie in cookies:
                client.get(f"/t/{table}", headers={"cookie": cookie}).raise_for_status()
                client.get(f"/t/{table}", headers={"cookie": cookie, "hx-request": "true"}).raise_for_status()

    look()
    assert calls["replayed"] == 0
    for _ in range(12):
        before = len(services.tables.view(table, None).lines)
        move(services, table, people)
        new = len(services.tables.view(table, None).lines) - before
        look()
        assert calls == ({"told": new} if new else {})
    services.tables.undo(table, people[0], services.tables.view(table, None).number)
    look()
    assert (calls["replayed"], calls["begun"]) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_made_once(server: tuple[str, Services], calls: Counter[str], game: Game) -> None:
    _, services = server
    table, people = sit(services, Match.new(game, seed=3), ["Ann", "Ben"])
    move(services, table, people, 10)
    calls.clear()
    move(services, table, people)
    assert calls == {"replayed": 1}  # that is, made


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_kept_match_is_never_changed(server: tuple[str, Services], game: Game) -> None:
    _, services = server
    match = Match.new(game, seed=3)
    table, people = sit(services, match, ["Ann", "Ben"])
    move(services, table, people, 6)
    view_with_story(services.tables, table, None)
    kept = services.tables.matches._running[table]
    assert kept.story
    before = dict(vars(kept.match)), str(kept.match.position), dict(vars(kept.story)), str(kept.story)
    move(services, table, people)
    view_with_story(services.tables, table, None)
    assert services.tables.matches._running[table].match is not kept.match
    number = services.tables.view(table, None).number
    if not services.tables.undo(table, people[0], number):
        services.tables.answer_undo(table, people[1], number, True)
    view_with_story(services.tables, table, None)
    services.tables.resign(table, people[0])
    view_with_story(services.tables, table, None)
    after = dict(vars(kept.match)), str(kept.match.position), dict(vars(kept.story)), str(kept.story)
    assert after == before
    assert table in services.tables.matches._finished


@pytest.mark.parametrize("game", [Duel(), Gangs(2), Gangs(4)])
def test_a_story_that_goes_on_is_the_one_told_anew(game: Game) -> None:
    whole = played(game, 7)
    match = Match(game, whole.deal)
    told = Story.of(match)
    for number, made in enumerate(whole.moves):
        match.push(made)
        if number % 3:
            earlier, told = told, told.following(match)
            assert told.lines[: len(earlier.lines)] == earlier.lines
            assert told.following(match) is told
            assert same(told, Story.of(match))
        if number % 10 == 9:
            match.undo()
            told = told.following(match)
            assert same(told, Story.of(match))
            match.push(made)


def same(one: Story, other: Story) -> bool:
    """Lines are themselves, so they are compared by what they say."""
    return str(one) == str(other)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Duel(), *(pytest.param(Gangs(players), marks=long_only) for players in (2, 4))])
def test_a_kept_table_weighs_a_fifth_of_what_it_did_and_no_more_than_is_counted(game: Game) -> None:
    kept: list[Kept] = []
    for count in (2, 8):  # the first ones fill the caches of the process
        gc.collect()
        tracemalloc.start()
        kept = [Kept(60, match, Story.of(match)) for match in (played(game, seed, 60) for seed in range(count))]
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] / count
        tracemalloc.stop()
    counted = sum(one.weight for one in kept) / len(kept)
    assert size <= 70_000
    assert size <= counted <= 1.5 * size


def test_what_is_kept_is_bounded_by_its_weight_and_finished_games_leave_first(monkeypatch: pytest.MonkeyPatch) -> None:
    running, finished = played(Duel(), 1, 20), played(Duel(), 1)
    assert finished.outcome
    matches = Matches()
    monkeypatch.setattr(kept_matches, "MOST_KEPT", 10 * Kept(1, finished).weight)
    for number in range(4):
        matches.keep(f"running {number}", 1, running)
        matches.keep(f"finished {number}", 1, finished)
    for number in range(100):
        matches.keep(f"late {number}", 1, running)
        assert matches.weight <= kept_matches.MOST_KEPT
        assert matches.weight == sum(one.weight for one in [*matches._running.values(), *matches._finished.values()])
        assert matches.knows("running 3")  # it is asked for all the time
        if matches._finished:
            assert {f"running {old}" for old in range(4)} < {*matches._running}
    assert not matches._finished
    assert not matches.knows("running 0")
    assert not matches.knows("late 0")
    assert matches.knows("late 99")


def test_whoever_has_read_the_row_just_before_a_move_replays_nothing(
    server: tuple[str, Services], calls: Counter[str]
) -> None:
    _, services = server
    table, people = sit(services, Match.new(Duel(), seed=3), ["Ann", "Ben"])
    move(services, table, people, 5)
    with services.store.read() as session:
        row = find_table(session, table)
        before = services.tables.matches.at(session, row)
        move(services, table, people)
        calls.clear()
        assert services.tables.matches.at(session, row) is before
    assert not calls
    assert len(services.tables.view(table, None).lines) > len(before.log)


@pytest.mark.slow
def test_a_match_that_is_forgotten_leaves_the_memory(server: tuple[str, Services]) -> None:
    """What else is kept of a table does not hold its match, which is what weighs."""
    services = server[1]
    table, people = sit(services, played(Duel(), 1, 3), ["Ann", "Ben"])
    move(services, table, people, 2)
    view_with_story(services.tables, table, people[0])
    match = ref(services.tables.matches._running[table].match)
    assert match() is not None
    services.tables.matches._running.clear()
    gc.collect()
    assert match() is None
    assert services.tables.view(table, people[0]).number == 2
