"""Who is who: names that look alike, sessions that end, bots that are marked, and how much one person may take up."""

import sqlite3
import time as clocks
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import fields
from functools import partial
from math import inf
from pathlib import Path

import pytest
from alembic import command
from itsdangerous import URLSafeSerializer
from sqlalchemy import select, text, update

from conftest import DATA, PLAIN
from gangland.bots.levels import PEOPLE
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import deal
from gangland.server.errors import Forbidden, Refusal, TooManyRequests
from gangland.server.lobby import SHARE
from gangland.server.models import PersonRow, SettingRow, TableRow
from gangland.server.names import clean_name
from gangland.server.new_tables import NewSeat, NewTable, Quotas
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings, read_settings
from gangland.server.store import Store, alembic_config
from gangland.web.clock import DAY, Clock
from gangland.web.lookalikes import key_of
from gangland.web.seat_names import names_of
from gangland.web.table_view import SeatKind
from serving import Time, person

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="people are the same"),
]
ME, LINK, OPEN, HOUSE = NewSeat("me"), NewSeat("link"), NewSeat("open"), NewSeat("level", 3)
PASSWORD = "correct horse"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def services(laid_out_sqlite: str, time: Time) -> Iterator[Services]:
    yield from open_house(laid_out_sqlite, time)


@pytest.fixture
def either(laid_out: str, time: Time) -> Iterator[Services]:
    """For what the databases do differently: locks, races, deletions."""
    yield from open_house(laid_out, time)


def open_house(db: str, time: Time) -> Iterator[Services]:
    made = Services(Settings(db, now=time, steady=time, late=inf, quotas=Quotas(listed_address=20)))
    made.store.migrate()
    yield made
    made.store.close()


# Names

INVISIBLE = (
    "\ufe0f \u034f \u3164 \u2800 \U000e0100 \u17b4 \u180b \u115f \u1160 \uffa0 \U0001d159 \u200b \u00ad \u202e".split(
        " "
    )
)
ALIKE = (
    "Vi\u0441tim", "Vlctim", "V\u0131ctim", "V\u0456ctim", "V\u03b9ctim", "V1ctim", "V|ctim", "Victirn", "VICTIM",
    "VlCTlM", "vic tim",
    "\uff36ictim", "\u2164ictim", "\U0001d54dictim", "Vi\u0307ctim", "\u0474ictim",
    *(f"Vic{char}tim" for char in INVISIBLE), *(f"Victim{char}" for char in INVISIBLE),
)  # fmt: skip


def test_nobody_imitates_a_name_that_is_somebodys_own(services: Services) -> None:
    eve = person(services, "Eve")
    services.people.protect(person(services, "Somebody"), "Victim", PASSWORD)
    for name in ALIKE:
        for take in (services.people.rename, lambda who, name: services.people.protect(who, name, PASSWORD)):
            with pytest.raises(Refusal, match="looks like"):
                take(eve, name)
        with pytest.raises(Refusal, match="looks like"):
            services.people.new_bot(name)
        with pytest.raises(Refusal, match="looks like"):
            services.tables.open(eve, NewTable(Duel(), (ME, NewSeat("here", name=name))))
    assert services.people.sign_in("VlCTlM ", PASSWORD).name == "Victim"  # whoever knows the password may type it so
    services.people.rename(eve, "Victor")


def test_different_names_stay_different() -> None:
    names = (
        "Anna Hanna Müller Muller Łucja Lucja Ödön Odon Żaneta Zaneta Борис Денис 王 李 Zoë Zoe Ann Anna2 Anna3".split()
    )
    assert len({key_of(name) for name in names}) == len(names)


def test_a_name_is_something_to_be_seen() -> None:
    for blank in INVISIBLE:
        with pytest.raises(Refusal, match="1 to"):
            clean_name(f" {blank}{blank} ")
    assert clean_name("A\u3164nna\ufe0f") == "Anna"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_an_opponent_of_the_computer(services: Services, language: str) -> None:
    words, anna = Language(language), person(services, "Anna")
    for name in (*PEOPLE, "Robot", "Robot gangster"):
        said = words.say(name)
        for taken in (said, said.upper(), f"{said} 2", f"{said}\u3164"):
            with pytest.raises(Refusal):
                services.people.rename(anna, taken)
        with pytest.raises(Refusal):
            services.people.new_bot(said)
    with pytest.raises(Refusal):
        services.people.protect(anna, words.say("Guest"), PASSWORD)  # what everybody is called at first
    assert services.people.rename(anna, words.say("Guest"))


def test_of_all_who_want_a_name_at_once_one_gets_it(either: Services) -> None:
    def take(name: str) -> bool:
        try:
            either.people.new_bot(name)
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(take, ["Deep", "DEEP", "deep", "D\u0435ep", "Dee p", "deep"])) == 1
    with pytest.raises(Refusal):
        person(either, "Deep")


def test_a_guest_gives_up_a_name_that_became_somebodys_own_but_keeps_a_seat(services: Services) -> None:
    anna, other, ben = person(services, "Anna"), person(services, "Anna"), person(services, "Ben")
    table = services.tables.open(ben, NewTable(Duel(), (ME, OPEN), first=0))
    services.tables.claim(table, other)
    services.tables.resign(table, ben)
    services.people.protect(anna, "Anna", PASSWORD)
    with pytest.raises(Refusal):
        services.tables.open(other, NewTable(Duel(), (ME, HOUSE)))
    services.tables.rematch(table, ben)
    assert services.tables.view(services.tables.rematch(table, other), other).started
    assert services.tables.open(services.people.rename(other, "Anna B"), NewTable(Duel(), (ME, HOUSE)))


def test_names_at_a_table_can_always_be_told_apart() -> None:
    def told(*names: str) -> list[str]:
        return [*names_of(tuple((SeatKind.PERSON, name, False) for name in names), Language("en"))]

    assert told("Anna", "Ben") == ["Anna", "Ben"]
    assert told("Anna", "Ben", "Anna", "") == ["Anna 1", "Ben", "Anna 2", ""]
    assert told("Anna", "\u0410nna") == ["Anna 1", "\u0410nna 2"]
    for names in (("Anna", "Anna", "Anna 1"), ("Anna", "anna", "ANNA", "Anna 2")):
        assert len({key_of(name) for name in told(*names)}) == len(names)


def test_keys_are_made_anew_when_the_way_changes(either: Services) -> None:
    """Of names that are found alike only now, the oldest is the owner, and each keeps its password."""
    names = ("Ella", "Elia")
    rows = [
        either.people.protect(either.people.new_guest(), f"Name {number}", f"password {number}") for number in range(2)
    ]
    bot, _ = either.people.new_bot("Bob")
    with either.store.write() as session:
        for number, (who, name) in enumerate(zip(rows, names, strict=True)):
            values = {"name": name, "protected": name.casefold(), "since": float(number)}
            session.execute(update(PersonRow).where(PersonRow.id == who.id).values(**values))
        session.execute(update(PersonRow).where(PersonRow.id == bot.id).values(protected=None))
    either.people.renew_keys()
    either.people.renew_keys()
    for number, (who, name) in enumerate(zip(rows, names, strict=True)):
        assert either.people.sign_in(name, f"password {number}").id == who.id
    with pytest.raises(Forbidden):
        either.people.sign_in("Ella", "password 7")
    for name in (*names, "Bob"):
        with pytest.raises(Refusal):
            person(either, name)


# Sessions


def test_a_planted_cookie_dies_when_the_name_is_protected(services: Services) -> None:
    anna = person(services, "Anna")
    planted = services.people.cookie(anna)
    protected = services.people.protect(anna, "Anna", PASSWORD)
    assert services.people.of_cookie(planted) is None
    assert services.people.of_cookie(services.people.cookie(protected)) == protected


def test_cookies_from_before_there_were_generations_still_work(services: Services) -> None:
    anna = person(services, "Anna")
    services.people.cookie(anna)  # lays the key down
    with services.store.read() as session:
        key = session.get_one(SettingRow, "cookie key").value
    old = str(URLSafeSerializer(key, salt="gangland-guest").dumps(anna.id))
    assert services.people.of_cookie(old) == anna
    services.people.protect(anna, "Anna", PASSWORD)
    assert services.people.of_cookie(old) is None


def test_a_password_can_be_changed_and_others_signed_out(services: Services) -> None:
    anna = services.people.protect(person(services, "Anna"), "Anna", PASSWORD)
    for who, old, new, trouble in (
        (anna, "wrong horse", "another horse", Forbidden), (anna, PASSWORD, "short", Refusal),
        (person(services, "Ben"), "", "another horse", Forbidden),
    ):  # fmt: skip
        with pytest.raises(trouble):
            services.people.change_password(who, old, new)
    changed = services.people.change_password(anna, PASSWORD, "another horse")
    with pytest.raises(Forbidden):
        services.people.sign_in("Anna", PASSWORD)
    assert services.people.of_cookie(services.people.cookie(anna)) is None
    alone = services.people.sign_out_others(changed)
    assert services.people.of_cookie(services.people.cookie(changed)) is None
    assert services.people.of_cookie(services.people.cookie(alone)) == services.people.sign_in("Anna", "another horse")
    with pytest.raises(Refusal):
        services.people.sign_out_others(person(services, "Ben"))


def test_of_two_browsers_that_sign_each_other_out_at_once_one_stays(either: Services) -> None:
    anna = either.people.protect(person(either, "Anna"), "Anna", PASSWORD)
    with ThreadPoolExecutor(2) as pool:
        cookies = [either.people.cookie(who) for who in pool.map(either.people.sign_out_others, [anna, anna])]
    assert sum(either.people.of_cookie(cookie) is not None for cookie in cookies) == 1


def test_a_bots_token_is_renewed_and_revoked(services: Services) -> None:
    bot, token = services.people.new_bot("Deep")
    renewed, other = services.people.renew_token(bot)
    assert (services.people.of_bearer(token), services.people.of_bearer(other)) == (None, renewed)
    assert not services.people.is_current(bot)
    services.people.revoke_token(renewed)
    assert services.people.of_bearer(other) is None
    assert services.people.find(bot.id).is_bot
    with pytest.raises(Refusal):
        services.people.new_bot("Deep")
    for deed in (services.people.renew_token, services.people.revoke_token):
        with pytest.raises(Forbidden):
            deed(person(services, "Anna"))


# Bots


def win_solo(services: Services, who: Person) -> None:
    """What the ranking reads, without playing it."""
    table = services.tables.open(who, NewTable(Solo(1), (ME,)), deal(Solo(1), 1, 0))
    services.tables.resign(table, who)
    with services.store.write() as session:
        won = {"ranking": Solo(1).ranking_list, "by_bot": who.is_bot, "score": 90}
        session.execute(update(TableRow).where(TableRow.id == table).values(won))


def test_bots_are_marked_wherever_their_names_are(services: Services) -> None:
    anna, (bot, _) = person(services, "Anna"), services.people.new_bot("Deep")
    table = services.tables.open(anna, NewTable(Duel(), (ME, OPEN), first=0, public=True))
    services.tables.claim(table, bot)
    assert [chair.bot for chair in services.tables.view(table, anna).chairs] == [False, True]
    assert services.lobby.live()[0].bots == (False, True)
    services.tables.resign(table, anna)
    assert {line.name: line.bot for line in services.ratings.of(Duel.name)} == {"Anna": False, "Deep": True}
    following = services.tables.rematch(table, anna)
    assert [chair.bot for chair in services.tables.view(following, anna).chairs] == [False, True]
    for who in (anna, bot):
        win_solo(services, who)
    assert [line.name for line in services.lobby.ranking(Solo(1, False))] == ["Anna"]
    assert [line.name for line in services.lobby.ranking(Solo(1, False), bots=True)] == ["Deep"]


def test_a_takeover_is_known_by_data_and_not_by_a_name(services: Services) -> None:
    """Somebody called as the substitute is, from before that was refused, leaves a game of three."""
    who = person(services, "Br")
    with services.store.write() as session:
        session.execute(update(PersonRow).where(PersonRow.id == who.id).values(name="Bruiser"))
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = services.tables.open(anna, NewTable(Gangs(3), (ME, OPEN, LINK)), deal(Gangs(3), 1, 0))
    services.tables.claim(table, ben)
    link = services.tables.view(table, anna).chairs[2].link
    with services.store.write() as session:  # as a table of those days
        session.execute(
            text("UPDATE seats SET person = :id, name = 'Bruiser', kind = 'person' WHERE number = 2"), {"id": who.id}
        )
        session.execute(
            text("UPDATE tables SET started = 1, turn = 0, version = version + 1 WHERE id = :id"), {"id": table}
        )
    assert link
    services.tables.leave(table, who)
    chair = services.tables.view(table, None).chairs[2]
    assert (chair.kind, chair.level, chair.name, chair.replaced) == ("opponent", 3, "Bruiser", True)
    assert (
        names_of(((chair.kind, chair.name, chair.replaced),), Language("de"))
        == ("Bruiser",)
        != (Language("de").say("Bruiser"),)
    )
    while (t := services.tables.view(table, None)).turn is not None:
        player = (anna, ben, None)[t.turn]
        if player:
            services.tables.move(table, player, t.number, services.tables.view(table, player).legal_moves[0])
        elif turn := services.bot_turns.turn(table):
            services.tables.bot_move(table, t.number, str(turn.match.legal_moves[0]))
    assert services.ratings.of(Gangs.name) == []
    following = services.tables.view(services.tables.rematch(table, anna), anna)
    assert (following.chairs[2].name, following.chairs[2].replaced) == ("Bruiser", False)


# How much one may take up


def listed(services: Services, who: Person, other: NewSeat = OPEN, origin: str | None = None) -> str:
    return services.tables.open(who, NewTable(Duel(), (ME, other), public=True), origin=origin)


def test_nobody_fills_the_front_page(either: Services) -> None:
    anna, ben = person(either, "Anna"), person(either, "Ben")
    mine = [listed(either, anna) for _ in range(either.tables.quotas.waiting)]
    with pytest.raises(TooManyRequests):
        listed(either, anna)
    either.tables.open(anna, NewTable(Duel(), (ME, OPEN)))  # not listed
    either.tables.leave(mine[0], anna)
    listed(either, anna)
    games = either.tables.quotas.listed - either.tables.quotas.waiting
    for _ in range(games):
        listed(either, anna, HOUSE)
    with pytest.raises(TooManyRequests):
        listed(either, anna, HOUSE)
    first = listed(either, ben, origin="there")
    for number in range(either.tables.quotas.listed_address):
        listed(either, person(either, f"Eve {number}"), origin="here")
    with pytest.raises(TooManyRequests):
        listed(either, person(either, "Eve"), origin="here")
    shown = [brief.id for brief in either.lobby.waiting()]
    assert first in shown
    assert len(shown) == either.tables.quotas.waiting + 1 + SHARE


def test_quotas_are_settings_and_documented() -> None:
    told = {"GANGLAND_DB": "sqlite://", "GANGLAND_QUOTA_WAITING": "7"}
    assert read_settings(told).quotas == Quotas(waiting=7)
    for wrong in ("many", "-1", "1e9x"):
        with pytest.raises(GanglandError, match="GANGLAND_QUOTA_LOBBY"):
            read_settings(told | {"GANGLAND_QUOTA_LOBBY": wrong})
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text("utf-8")
    for field in fields(Quotas):
        assert f"| `{field.name.upper()}` | {field.default:.0f} |" in page


@pytest.mark.parametrize(("clock", "days"), [(Clock(), 1), (Clock(600), 1), (Clock(days=7), 7)])
def test_a_table_that_nobody_comes_to_closes(services: Services, time: Time, clock: Clock, days: int) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = services.tables.open(anna, NewTable(Duel(), (ME, OPEN), clock=clock, public=True))
    begun = services.tables.open(anna, NewTable(Duel(), (ME, NewSeat("here", name="Eve"))))
    time.pass_by(days * DAY - 1)
    assert services.tables.expired() == []
    time.pass_by(2)
    assert services.tables.expired() == [table]
    for id in services.tables.expired():
        services.tables.forfeit_expired(id)
    assert services.tables.view(table, anna).closed
    assert (services.lobby.waiting(), [brief.id for brief in services.lobby.running(anna)]) == ([], [begun])
    with pytest.raises(Forbidden):
        services.tables.claim(table, ben)
    assert not services.tables.view(begun, anna).closed


def test_what_nobody_needs_is_forgotten(either: Services, time: Time) -> None:
    idle, waits, plays, owner = (person(either, name) for name in ("Idle", "Waits", "Plays", "Owner"))
    either.people.protect(owner, "Owner", PASSWORD)
    bot, token = either.people.new_bot("Deep")
    lobby = either.tables.open(waits, NewTable(Duel(), (ME, OPEN)))
    either.tables.chat(lobby, waits, "Anybody?")
    game = either.tables.open(plays, NewTable(Duel(), (ME, HOUSE)))
    time.pass_by(2 * DAY)
    either.tables.forfeit_expired(lobby)
    either.tidy()
    assert either.people.find(idle.id).name == "Idle"
    time.pass_by(either.settings.quotas.guests + 1)
    recent = person(either, "Recent")
    either.tidy()
    with pytest.raises(GanglandError):
        either.tables.view(lobby, None)
    with either.store.read() as session:
        assert set(session.scalars(select(PersonRow.id))) == {plays.id, owner.id, bot.id, recent.id}
    assert either.people.of_bearer(token)
    assert either.tables.view(game, plays).mine == (0,)
    assert either.people.of_cookie(either.people.cookie(idle)) == Person(idle.id)  # a guest again


# Rematches


def finished(services: Services, game: Game, seats: tuple[NewSeat, ...], people: list[Person]) -> str:
    """A game that ends at once, all but the first seated by link or where they may."""
    table = services.tables.open(people[0], NewTable(game, seats, first=0))
    for who in people[1:]:
        links = [chair.link for chair in services.tables.view(table, people[0]).chairs if chair.kind == "invited"]
        services.tables.claim(table, who, links[0] if links else None)
    if game.seats == 2:
        services.tables.resign(table, people[0])
        return table
    while (t := services.tables.view(table, None)).turn is not None:
        player = next((who for who in people if t.turn in services.tables.view(table, who).mine), None)
        if player:
            legal = services.tables.view(table, player, t.turn).legal_moves
            services.tables.move(table, player, t.number, legal[0], t.turn)
        elif turn := services.bot_turns.turn(table):
            services.tables.bot_move(table, t.number, str(turn.match.legal_moves[0]))
    return table


COMPANIES = [
    (Duel(), (ME, LINK), 2),
    (Gangs(2), (ME, OPEN), 2),
    (Gangs(3), (ME, LINK, HOUSE), 2),
    (Gangs(4), (ME, LINK, OPEN, LINK), 4),
    (Gangs(3), (ME, NewSeat("here", name="Zoe"), LINK), 2),
]


@pytest.mark.parametrize(("game", "seats", "count"), COMPANIES, ids=["duel", "gangs", "three", "four", "shared screen"])
def test_everybody_finds_their_seat_at_the_next_table(
    services: Services, game: Game, seats: tuple[NewSeat, ...], count: int
) -> None:
    people = [person(services, name) for name in ("Anna", "Ben", "Carl", "Dora")[:count]]
    eve = person(services, "Eve")
    table = finished(services, game, seats, people)
    before = [chair.name for chair in services.tables.view(table, None).chairs]
    following = services.tables.rematch(table, people[-1])
    for who in people[:-1]:
        rematch = services.tables.view(table, who).rematch
        assert rematch
        assert (rematch.id, rematch.asked_by, rematch.mine, rematch.kept) == (following, people[-1].name, False, True)
        seen = services.tables.view(following, who)
        assert {chair.number for chair in seen.chairs if chair.offered} <= {c.number for c in seen.chairs if c.kept}
        assert any(chair.offered for chair in seen.chairs)
        assert [brief.kept != () for brief in services.lobby.running(who)] == [True]
    seen = services.tables.view(following, eve)
    assert not any(chair.offered or chair.link for chair in seen.chairs)
    assert services.lobby.running(eve) == services.lobby.waiting(eve) == []
    for seat in (None, 0, 1, 2, 3):
        with pytest.raises(Forbidden):
            services.tables.claim(following, eve, seat=seat)
    for who in people[:-1]:
        assert services.tables.rematch(table, who) == following
    begun = services.tables.view(following, people[0])
    assert begun.started
    assert [chair.name for chair in begun.chairs] == before
    assert sum(len(services.tables.view(following, who).mine) for who in people) + sum(
        seat.kind == "level" for seat in seats
    ) == len(seats)


def test_whoever_asks_at_the_same_moment_comes_to_the_same_table(either: Services) -> None:
    for game in (Duel(), Gangs(4)):
        people = [person(either, name) for name in ("Anna", "Ben", "Carl", "Dora")[: game.seats]]
        table = finished(either, game, (ME, *[OPEN] * (game.seats - 1)), people)
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(partial(either.tables.rematch, table), people * 2))
        assert len(found) == 1
        assert either.tables.view(found.pop(), None).started


def test_who_does_not_come_leaves_the_seat_to_others(services: Services) -> None:
    anna, ben, carl = (person(services, name) for name in ("Anna", "Ben", "Carl"))
    table = finished(services, Duel(), (ME, OPEN), [anna, ben])
    following = services.tables.rematch(table, anna)
    for who, seat in ((ben, 1), (anna, 0)):
        with pytest.raises(Forbidden):
            services.tables.invite(following, who, seat)
    services.tables.invite(following, anna, 1)
    rematch = services.tables.view(table, ben).rematch
    assert rematch
    assert not rematch.kept
    assert services.lobby.running(ben) == []
    link = services.tables.view(following, anna).chairs[1].link
    assert link
    services.tables.claim(following, carl, link)
    assert services.tables.view(following, None).started
    assert services.tables.rematch(table, ben) == following  # where there is something to watch
    assert services.tables.view(following, ben).mine == ()


def test_a_kept_seat_is_declined_or_goes_to_the_computer(services: Services) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = finished(services, Gangs(2), (ME, LINK), [anna, ben])
    following = services.tables.rematch(table, anna)
    services.tables.leave(following, ben)
    chair = services.tables.view(following, anna).chairs[1]
    assert (chair.kept, chair.name, chair.link is not None) == (False, "", True)
    services.tables.put_opponent(following, anna, 1, 3)
    assert services.tables.view(following, anna).started


def test_after_a_next_table_was_closed_there_is_another(services: Services) -> None:
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = finished(services, Duel(), (ME, OPEN), [anna, ben])
    closed = services.tables.rematch(table, anna)
    services.tables.leave(closed, anna)
    assert services.tables.view(table, ben).rematch is None
    following = services.tables.rematch(table, ben)
    assert following != closed
    assert services.tables.rematch(table, anna) == following
    assert services.tables.view(following, None).started


# The upgrade


BEFORE = (
    "INSERT INTO people (id, name, bearer, since) VALUES ('a', 'N', NULL, 0), ('b', 'N', 'x', 0)",
    "INSERT INTO tables (id, game, rules, deal, opener, public, clock, opened, ranked, number, version, owed, since)"
    " VALUES ('t', 'gangs', '{}', '{}', 'a', true, '{}', 0, true, 0, 1, false, 0)",
    "INSERT INTO seats (\"table\", number, kind, person, name) VALUES ('t', 0, 'person', 'a', 'N'),"
    " ('t', 1, 'person', 'b', 'N'), ('t', 2, 'opponent', NULL, 'Bruiser'), ('t', 3, 'opponent', NULL, 'Ann')",
)


def test_an_upgrade_marks_bots_and_takeovers_and_keeps_lobbies_open(db: str) -> None:
    store = Store(db)
    with store.engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0001")
        for statement in BEFORE:
            connection.execute(text(statement))
    store.migrate()
    with store.engine.connect() as connection:
        seats = connection.execute(text("SELECT bot, replaced FROM seats ORDER BY number")).all()
        assert [tuple(map(bool, seat)) for seat in seats] == [
            (False, False),
            (True, False),
            (False, False),
            (False, True),
        ]
        people = connection.execute(text("SELECT bot, generation FROM people ORDER BY id")).all()
        assert [(bool(bot), generation) for bot, generation in people] == [(False, 0), (True, 0)]
        assert connection.scalar(text("SELECT deadline FROM tables")) > clocks.time()
    store.close()


def test_a_database_of_the_first_version_opens_with_its_games(sqlite: str) -> None:
    with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as old:
        old.executescript((DATA / "tables-0.1.sql").read_text("utf-8"))
    services = Services(Settings(sqlite, bot_workers=0))
    services.store.migrate()
    anna = services.people.find("anna0123456789ab")
    done, running = "0000000001", "0000000002"
    ended = services.tables.view(done, anna)
    assert [chair.name for chair in ended.chairs] == ["Anna", "Ben"]
    assert ended.outcome
    assert services.tables.record(done).verify().outcome == ended.outcome
    ben = services.people.find("ben00123456789ab")
    view = services.tables.view(running, ben)
    assert (view.number, view.mine, view.turn) == (12, (1,), 1)
    services.tables.move(running, ben, 12, view.legal_moves[0])
    assert services.tables.view(running, ben).number == 13
    services.store.close()
