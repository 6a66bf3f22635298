"""Hints: the best move of one person against the computer, thought about by the server's one scheduler."""

from collections.abc import Iterator
from math import inf

import httpx
import pytest
from sqlalchemy import select

from conftest import PLAIN
from gangland.core.errors import GanglandError, IllegalMove
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.server.errors import Conflict, Forbidden
from gangland.server.models import RatingRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from serving import Time, bot, person, serving
from waiting import until

pytestmark = pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this")
BETWEEN_PEOPLE = "There are no hints in games between people."


@pytest.fixture
def services(laid_out: str) -> Iterator[Services]:
    made = Services(Settings(laid_out, now=Time(), steady=Time(), late=inf))
    made.store.migrate()
    yield made
    made.store.close()


@pytest.fixture
def ann(services: Services) -> Person:
    return person(services, "Ann")


def against_the_computer(services: Services, who: Person, game: Game) -> str:
    """A table of one person, who begins."""
    seats = (NewSeat("me"), *[NewSeat("level", 1)] * (game.players - 1))
    return services.tables.open(who, NewTable(game, seats, first=None if game.says_who_starts else 0))


@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(4)], ids=str)
def test_a_hint_is_owed_then_shown_to_its_seat_and_gone_with_the_next_move(
    services: Services, ann: Person, game: Game
) -> None:
    id, tables = against_the_computer(services, ann, game), services.tables
    before = tables.view(id, ann)
    assert before.ranked
    assert (before.hints.offered, before.hints.used) == (True, False)
    assert tables.hint(id, ann, before.number) is None
    assert [work.table for work in services.bot_turns.awaiting()] == [id]
    asked = tables.view(id, ann)
    assert asked.hints.awaited
    assert not asked.ranked
    assert asked.version > before.version
    assert tables.hint(id, ann, before.number) is None  # it is thought about once
    assert tables.view(id, ann).version == asked.version
    best = before.legal_moves[-1]
    tables.give_hint(id, before.number, best)
    assert services.bot_turns.awaiting() == []
    assert tables.hint(id, ann, before.number) == best
    assert tables.view(id, ann).hints.move == best
    watched = tables.view(id, None).hints
    assert (watched.offered, watched.used, watched.awaited, watched.move) == (False, True, False, None)
    tables.give_hint(id, before.number, before.legal_moves[0])  # another process was slower
    assert tables.view(id, ann).hints.move == best
    tables.move(id, ann, before.number, best)
    after = tables.view(id, ann)
    assert (after.hints.used, after.hints.awaited, after.hints.move) == (True, False, None)


def test_a_hint_for_a_move_that_was_made_meanwhile_is_thrown_away(services: Services, ann: Person) -> None:
    id = against_the_computer(services, ann, Duel())
    t = services.tables.view(id, ann)
    services.tables.hint(id, ann, t.number)
    services.tables.move(id, ann, t.number, t.legal_moves[0])
    now = services.tables.view(id, ann)
    services.tables.give_hint(id, t.number, t.legal_moves[-1])
    assert services.tables.view(id, ann) == now


def test_after_a_restart_the_game_still_does_not_count_and_the_hint_is_still_owed(db: str, ann: Person) -> None:
    settings = Settings(db, now=Time(), steady=Time(), late=inf)
    first = Services(settings)
    id = against_the_computer(first, ann, Duel())
    first.tables.hint(id, ann, 0)
    first.store.close()
    second = Services(settings)
    assert [work.table for work in second.bot_turns.awaiting()] == [id]
    turn = second.bot_turns.turn(id)
    assert turn
    assert turn.is_hint
    t = second.tables.view(id, ann)
    assert t.hints.used
    assert not t.ranked
    second.tables.resign(id, ann)
    with second.store.read() as session:
        assert list(session.scalars(select(RatingRow))) == []
    second.store.close()


def two_people(services: Services, ann: Person) -> str:
    id = services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("open")), first=0))
    services.tables.claim(id, person(services, "Ben"))
    return id


def one_screen(services: Services, ann: Person) -> str:
    return services.tables.open(ann, NewTable(Duel(), (NewSeat("me"), NewSeat("here", name="Ben")), first=0))


def one_who_left(services: Services, ann: Person) -> str:
    ben = person(services, "Ben")
    seats = (NewSeat("me"), NewSeat("level", 1), NewSeat("open"))
    id = services.tables.open(ann, NewTable(Gangs(3), seats, first=0))
    services.tables.claim(id, ben)
    services.tables.leave(id, ben)
    return id


@pytest.mark.parametrize("table", [two_people, one_screen, one_who_left])
def test_games_between_people_have_no_hints(services: Services, ann: Person, table: object) -> None:
    id = table(services, ann)  # type: ignore[operator]
    before = services.tables.view(id, ann)
    assert not before.hints.offered
    for number in (before.number, before.number + 1):
        for seat in (None, 0):
            with pytest.raises(Forbidden, match=BETWEEN_PEOPLE):
                services.tables.hint(id, ann, number, seat)
    assert services.tables.view(id, ann) == before


def test_a_hint_is_refused_with_a_sentence(services: Services, ann: Person) -> None:
    id = against_the_computer(services, ann, Duel())
    t = services.tables.view(id, ann)
    wrong: list[tuple[Person, int, int | None, type[GanglandError]]] = [
        (ann, t.number + 1, None, Conflict),
        (ann, t.number, 1, Forbidden),
        (person(services, "Eve"), t.number, None, Forbidden),
    ]
    for who, number, seat, error in wrong:
        with pytest.raises(error):
            services.tables.hint(id, who, number, seat)
    while services.tables.view(id, ann).turn == 0:
        t = services.tables.view(id, ann)
        services.tables.move(id, ann, t.number, "pass" if "pass" in t.legal_moves else t.legal_moves[0])
    now = services.tables.view(id, ann)
    with pytest.raises(Forbidden, match="It is not your turn"):
        services.tables.hint(id, ann, now.number)
    assert now.ranked
    services.tables.resign(id, ann)
    with pytest.raises(IllegalMove):
        services.tables.hint(id, ann, now.number + 1)


@pytest.mark.slow
def test_the_scheduler_thinks_about_hints_for_programs_and_for_pages_without_script(laid_out_sqlite: str) -> None:
    with serving(Settings(laid_out_sqlite, pause=0.0, limits=False)) as (address, services):
        api, _ = bot(address, "Ada")
        game = {"name": "gangs", "players": 2}
        seats = [{"kind": "me"}, {"kind": "level", "level": 1}]
        id = api.post("/api/tables", json={"game": game, "seats": seats, "first": 0}).json()["id"]
        assert api.post(f"/api/tables/{id}/hint", json={"number": 0}).json() == {"move": None}
        until(lambda: api.get(f"/api/tables/{id}").json()["hints"]["move"])
        state = api.get(f"/api/tables/{id}").json()
        assert state["hints"]["move"] in state["legal_moves"]
        assert state["ranked"] is False
        people = api.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, {"kind": "here", "name": "Bo"}]})
        refused = api.post(f"/api/tables/{people.json()['id']}/hint", json={"number": 0})
        assert (refused.status_code, refused.json()["error"]) == (403, BETWEEN_PEOPLE)

        who = person(services, "Ann")
        id = against_the_computer(services, who, Duel())
        cookies = {"gangland": services.people.cookie(who)}
        with httpx.Client(base_url=address, cookies=cookies, headers={"Origin": address}) as client:
            page = client.get(f"/t/{id}").text
            assert f"/t/{id}?at=0&amp;pick=hint" in page
            asked = client.get(f"/t/{id}?at=0&pick=hint").text
            assert "Then this game no longer counts." in asked
            assert services.tables.view(id, who).ranked  # it was only asked
            led = client.post(f"/t/{id}/hint", data={"number": "0", "as": "0"})
            assert led.headers["Location"] == f"/t/{id}?at=0&pick=hint"
            until(lambda: services.tables.view(id, who).hints.move)
            shown = client.get(led.headers["Location"]).text
            assert 'class="hintline"' in shown
            assert 'data-hint="next"' in shown
