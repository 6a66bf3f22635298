"""The guided first game: offered once, a tip before a move, put away or switched off, and it counts for nothing."""

import re
from collections.abc import Iterator

import httpx
import pytest
from sqlalchemy import select

from conftest import PLAIN
from gangland.bots.simple import choose_greedily
from gangland.core.words import LANGUAGES
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Deal, Match
from gangland.play.deal import deal
from gangland.server.dependencies import COOKIE
from gangland.server.models import LadderRow, RatingRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import Server, person, serving, sit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]
TIP = re.compile(r'id="guide-(t[\w-]+)"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("guide")
    with serving(Settings(f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False)) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    headers = {"origin": server[0], "accept-language": "en"}
    with httpx.Client(base_url=server[0], headers=headers, follow_redirects=True, timeout=30) as made:
        yield made


def somebody(server: Server, client: httpx.Client, name: str) -> Person:
    who = person(server[1], name)
    client.cookies.set(COOKIE, server[1].people.cookie(who))
    return who


def tips_in(page: str) -> list[str]:
    return TIP.findall(page)


def number_in(page: str) -> str:
    found = re.search(r'name="number"\s+value="(\d+)"', page)
    assert found
    return found[1]


def play_on(services: Services, table: str, who: Person) -> None:
    """One move of whoever is to move."""
    look = services.tables.look(table)
    move = str(choose_greedily(look.match.view(look.match.turn)))
    if look.row.seats[look.match.turn].person:
        services.tables.move(table, who, look.row.number, move)
    else:
        services.tables.bot_move(table, look.row.number, move)


def play_out(services: Services, table: str, who: Person) -> None:
    while services.tables.look(table).match.outcome is None:
        play_on(services, table, who)


@pytest.mark.parametrize("game", ["famiglia-duel", "gangs", "famiglia-solo"])
def test_a_first_game_is_offered_once_begins_with_a_tip_and_counts_for_nothing(
    server: Server, client: httpx.Client, game: str
) -> None:
    services, who = server[1], somebody(server, client, f"Newcomer {game}")
    assert f'value="{game}"' in client.get("/learn").text
    begun = client.post("/play", data={"game": game, "guided": "1"})
    table = begun.url.path.rsplit("/", 1)[1]
    assert tips_in(begun.text) in (["tf-welcome"], ["tg-welcome"], ["ts-welcome"])
    assert "This game does not count." in begun.text
    assert client.post("/play", data={"game": game, "guided": "1", "key": "again"}).url.path == f"/t/{table}"
    t = services.tables.view(table, who)
    assert (t.guided, t.ranked, t.turn) == (True, False, t.seat)
    assert {chair.level for chair in t.chairs if not chair.mine} <= {1, None}
    play_out(services, table, who)
    end = client.get(f"/t/{table}").text
    assert "it was your first" in end
    with services.store.read() as session:
        assert session.get(LadderRow, (who.id, t.game.rulebook)) is None
        assert not list(session.scalars(select(RatingRow).where(RatingRow.who == who.id)))
    assert table not in client.get("/ranking?level=1&starts=person").text
    assert f'value="{game}"' not in client.get("/learn").text
    again = client.post("/play", data={"game": game, "guided": "1"}).url.path.rsplit("/", 1)[1]
    assert again != table
    assert not services.tables.view(again, who).guided
    assert services.tables.view(again, who).ranked


def test_a_tip_is_put_away_without_script_and_never_comes_again(server: Server, client: httpx.Client) -> None:
    services, who = server[1], somebody(server, client, "Ann")
    begun = client.post("/play", data={"game": "famiglia-duel", "guided": "1"})
    table, number = begun.url.path, number_in(begun.text)
    answer = client.post(f"{table}/tip", data={"tip": "tf-welcome", "number": number})
    assert answer.url.path == table
    assert tips_in(answer.text) == []
    assert tips_in(client.get(table).text) == []
    assert client.post(f"{table}/tip", data={"tip": "tf-welcome", "number": number}).status_code == 200  # once more
    heard = ["tf-welcome"]
    while services.tables.look(table[3:]).match.outcome is None:
        t = services.tables.view(table[3:], who)
        page = client.get(table).text if t.turn == t.seat else ""
        if told := tips_in(page):
            assert told[0] not in heard
            heard += told
            move = str(choose_greedily(services.tables.look(table[3:]).match.view(0)))
            assert f'name="tip" value="{told[0]}"' in page
            client.post(f"{table}/move", data={"number": number_in(page), "move": move, "tip": told[0]})
        else:
            play_on(services, table[3:], who)
    assert len(heard) > 6
    assert set(heard) <= services.progress.of(who)


def test_a_refused_move_leaves_the_tip_and_nonsense_is_not_kept(server: Server, client: httpx.Client) -> None:
    services, who = server[1], somebody(server, client, "Bea")
    begun = client.post("/play", data={"game": "gangs", "guided": "1"})
    table = begun.url.path
    refused = client.post(f"{table}/move", data={"number": "0", "move": "climb a1 a6", "tip": "tg-welcome"})
    assert refused.status_code == 422
    assert tips_in(refused.text) == ["tg-welcome"]
    late = client.post(f"{table}/tip", data={"tip": "x" * 300, "number": "77"})
    assert tips_in(late.text) == ["tg-welcome"]
    assert services.progress.of(who) == frozenset()
    assert client.post(f"{table}/tip", data={"tip": "tg-welcome"}).status_code == 422
    with httpx.Client(base_url=server[0], headers={"origin": server[0]}) as stranger:
        assert stranger.post(f"{table}/tip", data={"tip": "tg-welcome", "number": "0"}).status_code == 403
        assert tips_in(stranger.get(table).text) == []


def test_tips_are_switched_off_for_good_and_come_back_by_the_settings(server: Server, client: httpx.Client) -> None:
    who = somebody(server, client, "Cid")
    begun = client.post("/play", data={"game": "famiglia-duel", "guided": "1"})
    table = begun.url.path
    off = client.post(f"{table}/tip", data={"tips": "off", "number": number_in(begun.text)})
    assert tips_in(off.text) == []
    assert "Tips again" in off.text
    assert 'name="guided"' not in client.get("/").text
    assert 'name="guided"' not in client.get("/learn").text
    client.post("/me", data={"theme": "dark"})
    assert not server[1].people.find(who.id).tips
    client.post("/me", data={"tips": "on"})
    assert server[1].people.find(who.id).tips
    assert tips_in(client.get(table).text) == ["tf-welcome"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_is_offered_lessons_then_the_first_game(server: Server, client: httpx.Client, language: str) -> None:
    client.headers["accept-language"] = language
    home = client.get("/").text
    for lesson, game in (("/learn/famiglia/f1", "famiglia-duel"), ("/learn/gangs/g1", "gangs")):
        first = re.search(rf'name="guided" value="1">\s*<button class="btn big"\s+name="game"\s+value="{game}"', home)
        assert first
        assert home.index(f'<a class="btn main big" href="{lesson}"') < first.start()


# The end


def ended(server: Server, client: httpx.Client, name: str, game: Duel | Solo | Gangs, level: int, *winners: int) -> str:
    """The page of a finished game of a person at seat 0, which these seats won."""
    services, who = server[1], somebody(server, client, name)
    seats = (NewSeat("me"), *[NewSeat("level", level)] * (game.players - 1))
    first = None if game.says_who_starts else 0
    dealt = next(dealt for seed in range(99) if winners_of(game, dealt := deal(game, seed, first)) == winners)
    table = services.tables.open(who, NewTable(game, seats), dealt)
    play_out(services, table, who)
    return client.get(f"/t/{table}").text


def winners_of(game: Duel | Solo | Gangs, dealt: Deal) -> tuple[int, ...]:
    match = Match(game, dealt)
    while match.outcome is None:
        match.push(choose_greedily(match.view(match.turn)))
    return match.outcome.winners


def given_up(server: Server, client: httpx.Client, name: str, level: int) -> str:
    """The page of a duel that a person has resigned."""
    services, who = server[1], somebody(server, client, name)
    table = services.tables.open(who, NewTable(Duel(), (NewSeat("me"), NewSeat("level", level))))
    services.tables.resign(table, who)
    return client.get(f"/t/{table}").text


def buttons(page: str) -> list[str]:
    acts = page[page.index('class="acts"') : page.index('class="zone decided"')]
    return [re.sub(r"\s+", " ", word).strip() for word in re.findall(r'class="btn[^>]*>([^<]+)<', acts)]


def test_whoever_wins_goes_on_to_the_next_level_and_whoever_loses_gets_a_rematch(
    server: Server, client: httpx.Client
) -> None:
    assert buttons(ended(server, client, "Dora", Duel(), 3, 0)) == ["Next: Otto, level 4", "Replay", "Rematch"]
    assert buttons(given_up(server, client, "Emil", 3)) == ["Rematch", "Replay", "Lina, level 2"]
    assert buttons(given_up(server, client, "Gwen", 1)) == ["Rematch", "Replay", "Choose an opponent"]
    tie = ended(server, client, "Fred", Gangs(2), 3, 0, 1)
    assert buttons(tie) == ["Rematch", "Replay", "Choose an opponent"]
    assert "A tie: you and Bram" in tie
    assert "brings you Toby, Newsboy, level 1" in tie  # nobody has won, nobody has lost
    assert buttons(ended(server, client, "Hugo", Solo(2), 1, 0)) == [
        "Next: Robot gangster, level 3",
        "Replay",
        "Rematch",
    ]


def test_the_next_level_is_one_click_away_with_the_same_options(server: Server, client: httpx.Client) -> None:
    page = ended(server, client, "Ines", Gangs(3), 2, 0)
    form = page[page.index('action="/play"') :]
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[: form.index("</form>")]))
    opened = client.post("/play", data=fields)
    who = server[1].people.of_cookie(client.cookies[COOKIE])
    t = server[1].tables.view(opened.url.path[3:], who)
    assert (t.game, [chair.level for chair in t.chairs]) == (Gangs(3), [None, 3, 3])
    assert client.post("/play", data=fields).url.path == opened.url.path  # sent twice


def test_the_end_says_what_decided_it_and_what_to_try_with_the_lesson_beside_it(
    server: Server, client: httpx.Client
) -> None:
    for game, winner in ((Duel(), 1), (Gangs(2), 1)):
        page = ended(server, client, f"Jo {game.name}", game, 2, winner)
        assert re.search(r'<svg class="sign (right|wrong)"', page)
        assert "Try this next" in page
        lesson = re.search(r'class="btn" href="(/learn/\w+/\w+)"', page)
        assert lesson
        assert client.get(lesson[1]).status_code == 200
        assert "brings you" in page


def test_a_game_between_people_ends_with_a_rematch_and_a_watcher_is_told_nothing(
    server: Server, client: httpx.Client
) -> None:
    services = server[1]
    match = played(Duel(), 3)
    table, people = sit(services, match, ["Kim", "Lou"])
    for number, move in enumerate(match.moves):
        services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
    client.cookies.set(COOKIE, services.people.cookie(people[0]))
    page = client.get(f"/t/{table}").text
    assert buttons(page) == ["Rematch", "Replay"]
    client.cookies.clear()
    watched = client.get(f"/t/{table}").text
    assert "What decided it" not in watched
    assert "Try this next" not in watched
