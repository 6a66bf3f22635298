"""Who is who: names that look alike, sessions that end, bots that are marked, and how much one person may take up."""

import time as clocks
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from functools import partial
from math import inf
from pathlib import Path

import pytest
from alembic import command
from itsdangerous import URLSafeSerializer
from sqlalchemy import select, text, update

from conftest import PLAIN
from gangland.bots.levels import NAMES
from gangland.errors import GanglandError
from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs
from gangland.play import deal
from gangland.server.app import read_settings
from gangland.server.clock import DAY, Clock
from gangland.server.house import House, Settings
from gangland.server.identity import Who
from gangland.server.names import clean_name, key_of
from gangland.server.scenes import names_of
from gangland.server.store import PersonRow, SettingRow, Store, TableRow, alembic_config
from gangland.server.tables import SHARE, Quotas, Wanted, Wish
from gangland.server.troubles import NotYours, Refusal, TooMuch
from gangland.words import LANGUAGES, Words
from serving import Time, person

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="people are the same"),
]
ME, LINK, OPEN, HOUSE = Wanted("me"), Wanted("link"), Wanted("open"), Wanted("level", 3)
PASSWORD = "correct horse"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def house(sqlite: str, time: Time) -> Iterator[House]:
    yield from open_house(sqlite, time)


@pytest.fixture
def either(db: str, time: Time) -> Iterator[House]:
    """For what the databases do differently: locks, races, deletions."""
    yield from open_house(db, time)


def open_house(db: str, time: Time) -> Iterator[House]:
    made = House(Settings(db, now=time, steady=time, late=inf, quotas=Quotas(listed_address=20)))
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


def test_nobody_imitates_a_name_that_is_somebodys_own(house: House) -> None:
    eve = person(house, "Eve")
    house.people.protect(person(house, "Somebody"), "Victim", PASSWORD)
    for name in ALIKE:
        for take in (house.people.rename, lambda who, name: house.people.protect(who, name, PASSWORD)):
            with pytest.raises(Refusal, match="looks like"):
                take(eve, name)
        with pytest.raises(Refusal, match="looks like"):
            house.people.new_bot(name)
        with pytest.raises(Refusal, match="looks like"):
            house.tables.open(eve, Wish(Duel(), (ME, Wanted("here", name=name))))
    assert house.people.sign_in("VlCTlM ", PASSWORD).name == "Victim"  # whoever knows the password may type it so
    house.people.rename(eve, "Victor")


def test_different_names_stay_different() -> None:
    names = (
        "Anna Hanna Müller Muller Łucja Lucja Ödön Odon Żaneta Zaneta Борис Денис 王 李 Zoë Zoe Ann Anna2 Anna3".split()
    )
    assert len({key_of(name) for name in names}) == len(names)


def test_a_name_is_something_to_be_seen() -> None:
    for blank in INVISIBLE:
        with pytest.raises(Refusal, match="between 1 and"):
            clean_name(f" {blank}{blank} ")
    assert clean_name("A\u3164nna\ufe0f") == "Anna"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_like_an_opponent_of_the_computer(house: House, language: str) -> None:
    words, anna = Words(language), person(house, "Anna")
    for name in (*NAMES, "Robot", "Robot gangster"):
        said = words.say(name)
        for taken in (said, said.upper(), f"{said} 2", f"{said}\u3164"):
            with pytest.raises(Refusal):
                house.people.rename(anna, taken)
        with pytest.raises(Refusal):
            house.people.new_bot(said)
    with pytest.raises(Refusal):
        house.people.protect(anna, words.say("Guest"), PASSWORD)  # what everybody is called at first
    assert house.people.rename(anna, words.say("Guest"))


def test_of_all_who_want_a_name_at_once_one_gets_it(either: House) -> None:
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


def test_a_guest_gives_up_a_name_that_became_somebodys_own_but_keeps_a_seat(house: House) -> None:
    anna, other, ben = person(house, "Anna"), person(house, "Anna"), person(house, "Ben")
    table = house.tables.open(ben, Wish(Duel(), (ME, OPEN), first=0))
    house.tables.claim(table, other)
    house.tables.resign(table, ben)
    house.people.protect(anna, "Anna", PASSWORD)
    with pytest.raises(Refusal):
        house.tables.open(other, Wish(Duel(), (ME, HOUSE)))
    house.tables.rematch(table, ben)
    assert house.tables.glimpse(house.tables.rematch(table, other), other).started
    assert house.tables.open(house.people.rename(other, "Anna B"), Wish(Duel(), (ME, HOUSE)))


def test_names_at_a_table_can_always_be_told_apart() -> None:
    def told(*names: str) -> list[str]:
        return names_of([("person", name, False) for name in names], Words("en"))

    assert told("Anna", "Ben") == ["Anna", "Ben"]
    assert told("Anna", "Ben", "Anna", "") == ["Anna 1", "Ben", "Anna 2", ""]
    assert told("Anna", "\u0410nna") == ["Anna 1", "\u0410nna 2"]
    for names in (("Anna", "Anna", "Anna 1"), ("Anna", "anna", "ANNA", "Anna 2")):
        assert len({key_of(name) for name in told(*names)}) == len(names)


def test_keys_are_made_anew_when_the_way_changes(either: House) -> None:
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
    with pytest.raises(NotYours):
        either.people.sign_in("Ella", "password 7")
    for name in (*names, "Bob"):
        with pytest.raises(Refusal):
            person(either, name)


# Sessions


def test_a_planted_cookie_dies_when_the_name_is_protected(house: House) -> None:
    anna = person(house, "Anna")
    planted = house.people.cookie(anna)
    protected = house.people.protect(anna, "Anna", PASSWORD)
    assert house.people.of_cookie(planted) is None
    assert house.people.of_cookie(house.people.cookie(protected)) == protected


def test_cookies_from_before_there_were_generations_still_work(house: House) -> None:
    anna = person(house, "Anna")
    house.people.cookie(anna)  # lays the key down
    with house.store.read() as session:
        key = session.get_one(SettingRow, "cookie key").value
    old = str(URLSafeSerializer(key, salt="gangland-guest").dumps(anna.id))
    assert house.people.of_cookie(old) == anna
    house.people.protect(anna, "Anna", PASSWORD)
    assert house.people.of_cookie(old) is None


def test_a_password_can_be_changed_and_others_signed_out(house: House) -> None:
    anna = house.people.protect(person(house, "Anna"), "Anna", PASSWORD)
    for who, old, new, trouble in (
        (anna, "wrong horse", "another horse", NotYours), (anna, PASSWORD, "short", Refusal),
        (person(house, "Ben"), "", "another horse", NotYours),
    ):  # fmt: skip
        with pytest.raises(trouble):
            house.people.change_password(who, old, new)
    changed = house.people.change_password(anna, PASSWORD, "another horse")
    with pytest.raises(NotYours):
        house.people.sign_in("Anna", PASSWORD)
    assert house.people.of_cookie(house.people.cookie(anna)) is None
    alone = house.people.sign_out_others(changed)
    assert house.people.of_cookie(house.people.cookie(changed)) is None
    assert house.people.of_cookie(house.people.cookie(alone)) == house.people.sign_in("Anna", "another horse")
    with pytest.raises(Refusal):
        house.people.sign_out_others(person(house, "Ben"))


def test_of_two_browsers_that_sign_each_other_out_at_once_one_stays(either: House) -> None:
    anna = either.people.protect(person(either, "Anna"), "Anna", PASSWORD)
    with ThreadPoolExecutor(2) as pool:
        cookies = [either.people.cookie(who) for who in pool.map(either.people.sign_out_others, [anna, anna])]
    assert sum(either.people.of_cookie(cookie) is not None for cookie in cookies) == 1


def test_a_bots_token_is_renewed_and_revoked(house: House) -> None:
    bot, token = house.people.new_bot("Deep")
    renewed, other = house.people.renew_token(bot)
    assert (house.people.of_bearer(token), house.people.of_bearer(other)) == (None, renewed)
    assert not house.people.is_current(bot)
    house.people.revoke_token(renewed)
    assert house.people.of_bearer(other) is None
    assert house.people.find(bot.id).is_bot
    with pytest.raises(Refusal):
        house.people.new_bot("Deep")
    for deed in (house.people.renew_token, house.people.revoke_token):
        with pytest.raises(NotYours):
            deed(person(house, "Anna"))


# Bots


def win_solo(house: House, who: Who) -> None:
    """What the ranking reads, without playing it."""
    table = house.tables.open(who, Wish(Solo(1), (ME,)), deal(Solo(1), 1, 0))
    house.tables.resign(table, who)
    with house.store.write() as session:
        won = {"level": 1, "robot_starts": False, "by_bot": who.is_bot, "score": 90}
        session.execute(update(TableRow).where(TableRow.id == table).values(won))


def test_bots_are_marked_wherever_their_names_are(house: House) -> None:
    anna, (bot, _) = person(house, "Anna"), house.people.new_bot("Deep")
    table = house.tables.open(anna, Wish(Duel(), (ME, OPEN), first=0, public=True))
    house.tables.claim(table, bot)
    assert [chair.bot for chair in house.tables.glimpse(table, anna).chairs] == [False, True]
    assert house.tables.live()[0].bots == (False, True)
    house.tables.resign(table, anna)
    assert {line.name: line.bot for line in house.ratings.of(Duel.name)} == {"Anna": False, "Deep": True}
    following = house.tables.rematch(table, anna)
    assert [chair.bot for chair in house.tables.glimpse(following, anna).chairs] == [False, True]
    for who in (anna, bot):
        win_solo(house, who)
    assert [line.name for line in house.tables.ranking(1, False)] == ["Anna"]
    assert [line.name for line in house.tables.ranking(1, False, bots=True)] == ["Deep"]


def test_a_takeover_is_known_by_data_and_not_by_a_name(house: House) -> None:
    """Somebody called as the substitute is, from before that was refused, leaves a game of three."""
    who = person(house, "Br")
    with house.store.write() as session:
        session.execute(update(PersonRow).where(PersonRow.id == who.id).values(name="Bruiser"))
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = house.tables.open(anna, Wish(Gangs(3), (ME, OPEN, LINK)), deal(Gangs(3), 1, 0))
    house.tables.claim(table, ben)
    link = house.tables.glimpse(table, anna).chairs[2].link
    with house.store.write() as session:  # as a table of those days
        session.execute(
            text("UPDATE seats SET person = :id, name = 'Bruiser', kind = 'person' WHERE number = 2"), {"id": who.id}
        )
        session.execute(text("UPDATE tables SET started = 1, turn = 0 WHERE id = :id"), {"id": table})
    assert link
    house.tables.leave(table, who)
    chair = house.tables.glimpse(table, None).chairs[2]
    assert (chair.kind, chair.level, chair.name, chair.replaced) == ("opponent", 3, "Bruiser", True)
    assert (
        names_of([(chair.kind, chair.name, chair.replaced)], Words("de")) == ["Bruiser"] != [Words("de").say("Bruiser")]
    )
    while (t := house.tables.glimpse(table, None)).turn is not None:
        player = (anna, ben, None)[t.turn]
        if player:
            house.tables.move(table, player, t.number, house.tables.glimpse(table, player).legal_moves[0])
        elif turn := house.tables.house_turn(table):
            house.tables.house_move(table, t.number, str(turn[2].legal_moves[0]))
    assert house.ratings.of(Gangs.name) == []
    following = house.tables.glimpse(house.tables.rematch(table, anna), anna)
    assert (following.chairs[2].name, following.chairs[2].replaced) == ("Bruiser", False)


# How much one may take up


def listed(house: House, who: Who, other: Wanted = OPEN, origin: str | None = None) -> str:
    return house.tables.open(who, Wish(Duel(), (ME, other), public=True), origin=origin)


def test_nobody_fills_the_front_page(either: House) -> None:
    anna, ben = person(either, "Anna"), person(either, "Ben")
    mine = [listed(either, anna) for _ in range(either.tables.quotas.waiting)]
    with pytest.raises(TooMuch):
        listed(either, anna)
    either.tables.open(anna, Wish(Duel(), (ME, OPEN)))  # not listed
    either.tables.leave(mine[0], anna)
    listed(either, anna)
    games = either.tables.quotas.listed - either.tables.quotas.waiting
    for _ in range(games):
        listed(either, anna, HOUSE)
    with pytest.raises(TooMuch):
        listed(either, anna, HOUSE)
    first = listed(either, ben, origin="there")
    for number in range(either.tables.quotas.listed_address):
        listed(either, person(either, f"Eve {number}"), origin="here")
    with pytest.raises(TooMuch):
        listed(either, person(either, "Eve"), origin="here")
    shown = [brief.id for brief in either.tables.waiting()]
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
def test_a_table_that_nobody_comes_to_closes(house: House, time: Time, clock: Clock, days: int) -> None:
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = house.tables.open(anna, Wish(Duel(), (ME, OPEN), clock=clock, public=True))
    begun = house.tables.open(anna, Wish(Duel(), (ME, Wanted("here", name="Eve"))))
    time.pass_by(days * DAY - 1)
    assert house.tables.fallen() == []
    time.pass_by(2)
    assert house.tables.fallen() == [table]
    for id in house.tables.fallen():
        house.tables.settle(id)
    assert house.tables.glimpse(table, anna).closed
    assert (house.tables.waiting(), [brief.id for brief in house.tables.running(anna)]) == ([], [begun])
    with pytest.raises(NotYours):
        house.tables.claim(table, ben)
    assert not house.tables.glimpse(begun, anna).closed


def test_what_nobody_needs_is_forgotten(either: House, time: Time) -> None:
    idle, waits, plays, owner = (person(either, name) for name in ("Idle", "Waits", "Plays", "Owner"))
    either.people.protect(owner, "Owner", PASSWORD)
    bot, token = either.people.new_bot("Deep")
    lobby = either.tables.open(waits, Wish(Duel(), (ME, OPEN)))
    either.tables.chat(lobby, waits, "Anybody?")
    game = either.tables.open(plays, Wish(Duel(), (ME, HOUSE)))
    time.pass_by(2 * DAY)
    either.tables.settle(lobby)
    either.tidy()
    assert either.people.find(idle.id).name == "Idle"
    time.pass_by(either.settings.quotas.guests + 1)
    recent = person(either, "Recent")
    either.tidy()
    with pytest.raises(GanglandError):
        either.tables.glimpse(lobby, None)
    with either.store.read() as session:
        assert set(session.scalars(select(PersonRow.id))) == {plays.id, owner.id, bot.id, recent.id}
    assert either.people.of_bearer(token)
    assert either.tables.glimpse(game, plays).mine == (0,)
    assert either.people.of_cookie(either.people.cookie(idle)) == Who(idle.id)  # a guest again


# Rematches


def finished(house: House, game: Game, seats: tuple[Wanted, ...], people: list[Who]) -> str:
    """A game that ends at once, all but the first seated by link or where they may."""
    table = house.tables.open(people[0], Wish(game, seats, first=0))
    for who in people[1:]:
        links = [chair.link for chair in house.tables.glimpse(table, people[0]).chairs if chair.kind == "invited"]
        house.tables.claim(table, who, links[0] if links else None)
    if game.seats == 2:
        house.tables.resign(table, people[0])
        return table
    while (t := house.tables.glimpse(table, None)).turn is not None:
        player = next((who for who in people if t.turn in house.tables.glimpse(table, who).mine), None)
        if player:
            legal = house.tables.glimpse(table, player, t.turn).legal_moves
            house.tables.move(table, player, t.number, legal[0], t.turn)
        elif turn := house.tables.house_turn(table):
            house.tables.house_move(table, t.number, str(turn[2].legal_moves[0]))
    return table


COMPANIES = [
    (Duel(), (ME, LINK), 2),
    (Gangs(2), (ME, OPEN), 2),
    (Gangs(3), (ME, LINK, HOUSE), 2),
    (Gangs(4), (ME, LINK, OPEN, LINK), 4),
    (Gangs(3), (ME, Wanted("here", name="Zoe"), LINK), 2),
]


@pytest.mark.parametrize(("game", "seats", "count"), COMPANIES, ids=["duel", "gangs", "three", "four", "shared screen"])
def test_everybody_finds_their_seat_at_the_next_table(
    house: House, game: Game, seats: tuple[Wanted, ...], count: int
) -> None:
    people = [person(house, name) for name in ("Anna", "Ben", "Carl", "Dora")[:count]]
    eve = person(house, "Eve")
    table = finished(house, game, seats, people)
    before = [chair.name for chair in house.tables.glimpse(table, None).chairs]
    following = house.tables.rematch(table, people[-1])
    for who in people[:-1]:
        rematch = house.tables.glimpse(table, who).rematch
        assert rematch
        assert (rematch.id, rematch.asked_by, rematch.mine, rematch.kept) == (following, people[-1].name, False, True)
        seen = house.tables.glimpse(following, who)
        assert {chair.number for chair in seen.chairs if chair.offered} <= {c.number for c in seen.chairs if c.kept}
        assert any(chair.offered for chair in seen.chairs)
        assert [brief.kept != () for brief in house.tables.running(who)] == [True]
    seen = house.tables.glimpse(following, eve)
    assert not any(chair.offered or chair.link for chair in seen.chairs)
    assert house.tables.running(eve) == house.tables.waiting(eve) == []
    for seat in (None, 0, 1, 2, 3):
        with pytest.raises(NotYours):
            house.tables.claim(following, eve, seat=seat)
    for who in people[:-1]:
        assert house.tables.rematch(table, who) == following
    begun = house.tables.glimpse(following, people[0])
    assert begun.started
    assert [chair.name for chair in begun.chairs] == before
    assert sum(len(house.tables.glimpse(following, who).mine) for who in people) + sum(
        seat.kind == "level" for seat in seats
    ) == len(seats)


def test_whoever_asks_at_the_same_moment_comes_to_the_same_table(either: House) -> None:
    for game in (Duel(), Gangs(4)):
        people = [person(either, name) for name in ("Anna", "Ben", "Carl", "Dora")[: game.seats]]
        table = finished(either, game, (ME, *[OPEN] * (game.seats - 1)), people)
        with ThreadPoolExecutor(8) as pool:
            found = set(pool.map(partial(either.tables.rematch, table), people * 2))
        assert len(found) == 1
        assert either.tables.glimpse(found.pop(), None).started


def test_who_does_not_come_leaves_the_seat_to_others(house: House) -> None:
    anna, ben, carl = (person(house, name) for name in ("Anna", "Ben", "Carl"))
    table = finished(house, Duel(), (ME, OPEN), [anna, ben])
    following = house.tables.rematch(table, anna)
    for who, seat in ((ben, 1), (anna, 0)):
        with pytest.raises(NotYours):
            house.tables.invite(following, who, seat)
    house.tables.invite(following, anna, 1)
    rematch = house.tables.glimpse(table, ben).rematch
    assert rematch
    assert not rematch.kept
    assert house.tables.running(ben) == []
    link = house.tables.glimpse(following, anna).chairs[1].link
    assert link
    house.tables.claim(following, carl, link)
    assert house.tables.glimpse(following, None).started
    assert house.tables.rematch(table, ben) == following  # where there is something to watch
    assert house.tables.glimpse(following, ben).mine == ()


def test_a_kept_seat_is_declined_or_goes_to_the_computer(house: House) -> None:
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = finished(house, Gangs(2), (ME, LINK), [anna, ben])
    following = house.tables.rematch(table, anna)
    house.tables.leave(following, ben)
    chair = house.tables.glimpse(following, anna).chairs[1]
    assert (chair.kept, chair.name, chair.link is not None) == (False, "", True)
    house.tables.put_opponent(following, anna, 1, 3)
    assert house.tables.glimpse(following, anna).started


def test_after_a_next_table_was_closed_there_is_another(house: House) -> None:
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = finished(house, Duel(), (ME, OPEN), [anna, ben])
    closed = house.tables.rematch(table, anna)
    house.tables.leave(closed, anna)
    assert house.tables.glimpse(table, ben).rematch is None
    following = house.tables.rematch(table, ben)
    assert following != closed
    assert house.tables.rematch(table, anna) == following
    assert house.tables.glimpse(following, None).started


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
