"""What can be done at a table, on both databases."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from conftest import PLAIN
from gangland.bots import choose_at_random, choose_greedily
from gangland.errors import GanglandError, IllegalMove, InvalidNotation
from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs
from gangland.play import Match, Record
from gangland.server import journal as journals
from gangland.server import tables
from gangland.server.clock import Clock
from gangland.server.house import House, Settings
from gangland.server.identity import Who
from gangland.server.journal import Entry, apply, fold
from gangland.server.store import Base, EntryRow
from gangland.server.tables import Wanted, Wish, find
from gangland.server.troubles import NotHere, NotYours, Refusal, TooLate, TooMuch
from serving import Time, entries, person, sit

pytestmark = pytest.mark.skipif(PLAIN, reason="the tables are the same, only slower")
WON = 6  # the seed of a solo game that the greedy player wins
ME, LINK, OPEN = Wanted("me"), Wanted("link"), Wanted("open")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def house(db: str, time: Time) -> Iterator[House]:
    made = House(Settings(db, now=time, steady=time, late=inf))
    made.store.migrate()
    yield made
    made.store.close()


@pytest.fixture
def anna(house: House) -> Who:
    return person(house, "Anna")


@pytest.fixture
def ben(house: House) -> Who:
    return person(house, "Ben")


def pair(house: House, anna: Who, ben: Who, game: Game | None = None, **wish: object) -> str:
    """A table for two, Anna to begin."""
    table = house.tables.open(anna, Wish(game or Duel(), (ME, OPEN), first=0, **wish))  # type: ignore[arg-type]
    house.tables.claim(table, ben)
    return table


def first_move(house: House, table: str, who: Who) -> str:
    return house.tables.glimpse(table, who).legal_moves[0]


def play_out(house: House, table: str, people: list[Who], seed: int = 0) -> None:
    chance = Random(seed)
    while (turn := house.tables.glimpse(table, None).turn) is not None:
        seen = house.tables.glimpse(table, people[turn])
        house.tables.move(table, people[turn], seen.number, choose_at_random(seen.legal_moves, chance))


# The schema


def test_the_migrations_make_the_schema_of_the_models(house: House) -> None:
    with house.store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    house.store.migrate()  # once more changes nothing


# Sitting down


def test_a_seat_link_claims_its_seat_once(house: House, anna: Who, ben: Who) -> None:
    table = house.tables.open(anna, Wish(Duel(), (ME, LINK)))
    link = house.tables.glimpse(table, anna).chairs[1].link
    assert link
    assert house.tables.claim(table, ben, link) == 1
    assert house.tables.claim(table, ben, link) == 1  # opened again by the same person
    with pytest.raises(NotYours):
        house.tables.claim(table, person(house, "Carl"), link)
    assert house.tables.glimpse(table, None).started


@pytest.mark.parametrize("link", [None, "", "x", "ü", "\ud800", "0" * 16])
def test_watching_never_becomes_a_seat(house: House, anna: Who, ben: Who, link: str | None) -> None:
    table = house.tables.open(anna, Wish(Duel(), (ME, LINK)))
    assert house.tables.glimpse(table, ben).seat is None
    assert all(chair.link is None for chair in house.tables.glimpse(table, ben).chairs)
    for seat in (None, 0, 1, 7):
        with pytest.raises(NotYours):
            house.tables.claim(table, ben, link, seat)


def test_nothing_is_dealt_before_everybody_is_there(house: House, anna: Who) -> None:
    table = house.tables.open(anna, Wish(Gangs(2), (ME, LINK)))
    seen = house.tables.glimpse(table, anna)
    assert (seen.view, seen.lines, seen.legal_moves, seen.turn) == (None, (), (), None)
    with pytest.raises(TooLate):
        house.tables.move(table, anna, 0, "pass")


def test_the_opener_stops_waiting_and_takes_an_opponent(house: House, anna: Who, ben: Who) -> None:
    table = house.tables.open(anna, Wish(Duel(), (ME, OPEN), first=1))
    with pytest.raises(NotYours):
        house.tables.put_opponent(table, ben, 1, 2)
    house.tables.put_opponent(table, anna, 1, 2)
    assert [work.table for work in house.tables.owed()] == [table]
    chair = house.tables.glimpse(table, anna).chairs[1]
    assert (chair.kind, chair.house) == ("opponent", "Pickpocket")


def test_leaving_before_the_start(house: House, anna: Who, ben: Who) -> None:
    table = house.tables.open(anna, Wish(Gangs(3), (ME, OPEN, OPEN), public=True))
    house.tables.claim(table, ben)
    house.tables.leave(table, ben)
    assert [chair.kind for chair in house.tables.glimpse(table, None).chairs] == ["person", "open", "open"]
    assert [brief.id for brief in house.tables.waiting()] == [table]
    house.tables.leave(table, anna)
    assert house.tables.waiting() == []
    with pytest.raises(NotYours):
        house.tables.claim(table, ben)


@pytest.mark.parametrize(
    "seats",
    [(), (ME,), (ME, ME), (OPEN, OPEN), (ME, OPEN, OPEN), (ME, Wanted("level")), (ME, Wanted("level", 6)),
     (ME, Wanted("robot")), (ME, Wanted("king")), (ME, Wanted("here"))],
)  # fmt: skip
def test_impossible_tables_are_refused(house: House, anna: Who, seats: tuple[Wanted, ...]) -> None:
    with pytest.raises(Refusal):
        house.tables.open(anna, Wish(Duel(), seats))
    assert house.tables.running(anna) == []


# Moving


def test_a_repeated_move_is_made_once(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    move = first_move(house, table, anna)
    assert [house.tables.move(table, anna, 0, move) for _ in range(3)] == [1, 1, 1]
    assert entries(house, table) == [("move", move)]


def test_late_foreign_and_unreadable_moves_change_nothing(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    carl = person(house, "Carl")
    version = house.tables.version(table)
    for who, number, text, error in [
        (anna, 5, "pass", TooLate), (ben, 0, "pass", NotYours), (carl, 0, "pass", NotYours),
        (anna, 0, "take", InvalidNotation), (anna, 0, "take F4 with F3 F3", IllegalMove),
        (anna, 0, "x" * 5000, Refusal), (anna, 0, "\ud800\x00", InvalidNotation), (anna, -1, "pass", TooLate),
    ]:  # fmt: skip
        with pytest.raises(error):
            house.tables.move(table, who, number, text)
    with pytest.raises(NotYours):
        house.tables.move(table, anna, 0, "pass", seat=1)
    with pytest.raises(NotHere):
        house.tables.move("0123456789", anna, 0, "pass")
    assert entries(house, table) == []
    assert house.tables.version(table) == version


def test_a_different_move_for_a_number_that_is_taken_comes_too_late(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    one, other = house.tables.glimpse(table, anna).legal_moves[:2]
    house.tables.move(table, anna, 0, one)
    with pytest.raises(TooLate):
        house.tables.move(table, anna, 0, other)


@pytest.mark.parametrize("game", [Duel(), Gangs(2)])
def test_a_whole_game_and_its_record(house: House, anna: Who, ben: Who, game: Game) -> None:
    table = pair(house, anna, ben, game)
    before = house.tables.glimpse(table, ben)
    with pytest.raises(NotYours):
        house.tables.record(table)
    assert before.record is None
    play_out(house, table, [anna, ben])
    after = house.tables.glimpse(table, None)
    assert after.outcome
    assert after.record
    record = Record.loads(after.record)
    record.verify()
    assert record.commitment == before.commitment
    assert record.seats == ("Anna", "Ben")
    assert [brief.outcome for brief in house.tables.finished(anna)] == [after.outcome]
    with pytest.raises(IllegalMove):
        house.tables.move(table, anna, after.number, "pass")


def test_another_process_reads_the_same_match_from_the_journal(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben, Gangs(2))
    other = House(house.settings)
    for seed in range(12):
        acting = house if seed % 2 else other
        who = [anna, ben][acting.tables.glimpse(table, None).turn or 0]
        seen = acting.tables.glimpse(table, who)
        acting.tables.move(table, who, seen.number, choose_at_random(seen.legal_moves, Random(seed)))
        assert house.tables.glimpse(table, who) == other.tables.glimpse(table, who)
    other.store.close()


# A shared screen


def test_a_shared_screen_shows_secrets_only_to_the_seat_that_sat_down(house: House, anna: Who) -> None:
    table = house.tables.open(anna, Wish(Gangs(2), (ME, Wanted("here", name="Ben")), first=0))
    seen = house.tables.glimpse(table, anna)
    assert seen.needs_curtain
    assert seen.view == house.tables.glimpse(table, None).view
    assert house.tables.glimpse(table, anna, 1).seat == 1
    assert house.tables.glimpse(table, person(house, "Carl"), 1).seat is None
    house.tables.move(table, anna, 0, house.tables.glimpse(table, anna, 0).legal_moves[0], seat=0)


# Taking back


def play_to_undo(house: House, table: str, people: list[Who], way: str | None) -> tuple[Who, int]:
    """Play until somebody who has moved may undo in this way."""
    chance = Random(3)
    while True:  # a game that is over has no turn
        for who in people:
            seen = house.tables.glimpse(table, who)
            if seen.undo.way == way and seen.undo.moves:
                return who, seen.number
        turn = house.tables.glimpse(table, None).turn
        assert turn is not None
        seen = house.tables.glimpse(table, people[turn])
        moves = [move for move in seen.legal_moves if move.startswith("play")] or list(seen.legal_moves)
        house.tables.move(table, people[turn], seen.number, choose_at_random(moves, chance))


def test_free_undo_within_ones_own_turn(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    who, number = play_to_undo(house, table, [anna, ben], "free")
    lines = house.tables.glimpse(table, who).lines
    assert house.tables.undo(table, who, number)
    assert house.tables.undo(table, who, number)  # sent again
    after = house.tables.glimpse(table, who)
    assert after.lines == lines[:-1]
    assert after.number == number + 1
    assert not after.ranked


def test_an_undo_that_needs_consent(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    who, number = play_to_undo(house, table, [anna, ben], "ask")
    other = ben if who is anna else anna
    seen = house.tables.glimpse(table, who)
    assert not house.tables.undo(table, who, number)
    assert house.tables.glimpse(table, other).undo.awaited == house.tables.glimpse(table, other).mine
    with pytest.raises(TooLate):
        house.tables.answer_undo(table, who, number, True)
    assert not house.tables.answer_undo(table, other, number, False)
    assert house.tables.glimpse(table, other).undo.asked_by is None
    house.tables.undo(table, who, number)
    assert house.tables.answer_undo(table, other, number, True)
    assert house.tables.glimpse(table, who).lines == seen.lines[: -seen.undo.moves]


def test_the_house_always_agrees(house: House, anna: Who) -> None:
    table = house.tables.open(anna, Wish(Solo(1), (ME,)))
    seen = house.tables.glimpse(table, anna)
    house.tables.move(table, anna, 0, "pass" if "pass" in seen.legal_moves else seen.legal_moves[0])
    while turn := house.tables.house_turn(table):
        house.tables.house_move(table, turn[0], str(turn[2].legal_moves[0]))
    assert house.tables.undo(table, anna, house.tables.glimpse(table, anna).number)
    assert house.tables.glimpse(table, anna).lines == ()


# Clocks


def test_a_live_clock_runs_for_whoever_decides(house: House, anna: Who, ben: Who, time: Time) -> None:
    table = pair(house, anna, ben, clock=Clock.checked(60, 5))
    time.pass_by(20)
    assert [chair.left for chair in house.tables.glimpse(table, ben).chairs] == [40, 60]
    house.tables.move(table, anna, 0, "pass")
    assert [chair.left for chair in house.tables.glimpse(table, ben).chairs] == [45, 60]
    time.pass_by(61)
    with pytest.raises(IllegalMove):
        house.tables.move(table, ben, 1, "pass")
    outcome = house.tables.glimpse(table, None).outcome  # settled by asking
    assert outcome
    assert (outcome.reason, outcome.winners) == ("time", (0,))


def test_days_for_each_turn(house: House, anna: Who, ben: Who, time: Time) -> None:
    table = pair(house, anna, ben, clock=Clock.checked(days=2))
    time.pass_by(86_400)
    house.tables.move(table, anna, 0, "pass")
    assert house.tables.glimpse(table, None).chairs[0].left == 2 * 86_400
    time.pass_by(3 * 86_400)
    assert house.tables.fallen() == [table]
    house.tables.settle(table)
    assert house.tables.fallen() == []
    assert house.tables.glimpse(table, None).outcome == house.tables.finished(ben)[0].outcome


def test_in_a_larger_game_the_house_plays_on_for_who_is_gone(house: House, time: Time) -> None:
    match = Match.new(Gangs(3), seed=1, first=0)
    table, people = sit(house, match, ["Anna", "Ben", "Carl"])
    house.tables.leave(table, people[0])
    seen = house.tables.glimpse(table, people[1])
    assert (seen.chairs[0].kind, seen.chairs[0].name, seen.outcome) == ("opponent", "Anna", None)
    assert [work.table for work in house.tables.owed()] == [table]
    assert house.tables.glimpse(table, people[0]).seat is None  # who left is a watcher
    house.tables.leave(table, people[1])
    house.tables.leave(table, people[2])
    assert house.tables.owed() == []  # nobody is left to play for


def test_a_wish_to_take_back_ends_when_somebody_leaves(house: House) -> None:
    match = Match.new(Gangs(3), seed=1, first=0)
    table, people = sit(house, match, ["Anna", "Ben", "Carl"])
    house.tables.move(table, people[0], 0, str(match.legal_moves[0]))
    house.tables.undo(table, people[0], 1)
    assert house.tables.glimpse(table, people[1]).undo.awaited == (1, 2)
    house.tables.leave(table, people[2])
    assert house.tables.glimpse(table, people[1]).undo.asked_by is None
    house.tables.undo(table, people[0], 1)
    assert house.tables.glimpse(table, people[1]).undo.awaited == (1,)  # the house does not mind
    assert house.tables.answer_undo(table, people[1], 1, True)


@pytest.mark.parametrize(
    "wish", [{"seconds": 5}, {"days": 0}, {"days": 31}, {"seconds": 60, "days": 1}, {"seconds": float("nan")}]
)
def test_there_are_no_such_clocks(wish: dict[str, float]) -> None:
    with pytest.raises(Refusal):
        Clock.checked(**wish)


# Talking, resigning and playing again


def test_chat_is_for_seats_in_one_line_and_not_too_fast(house: House, anna: Who, ben: Who, time: Time) -> None:
    table = pair(house, anna, ben)
    house.tables.chat(table, anna, " Hello\n<b>you</b>\x00\u202e ")
    assert [said.text for said in house.tables.glimpse(table, None).chat] == ["Hello <b>you</b>"]
    for text in ("", " \n ", "x" * 301):
        with pytest.raises(Refusal):
            house.tables.chat(table, anna, text)
    with pytest.raises(NotYours):
        house.tables.chat(table, person(house, "Carl"), "Hello")
    for number in range(4):
        house.tables.chat(table, anna, str(number))
    with pytest.raises(TooMuch):
        house.tables.chat(table, anna, "and on")
    house.tables.chat(table, ben, "Hello")
    time.pass_by(11)
    house.tables.chat(table, anna, "and on")


def test_resigning_gives_the_game_to_the_other(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben, Gangs(2))
    house.tables.resign(table, ben)
    seen = house.tables.glimpse(table, anna)
    assert seen.outcome
    assert (seen.outcome.winners, seen.outcome.reason, seen.legal_moves) == ((0,), "resigned", ())
    assert seen.record
    Record.loads(seen.record).verify()


def test_a_rematch_keeps_the_company_and_changes_the_start(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    with pytest.raises(TooLate):
        house.tables.rematch(table, anna)
    house.tables.resign(table, anna)
    following = house.tables.rematch(table, anna)
    rematch = house.tables.glimpse(table, ben).rematch
    assert rematch
    assert rematch.id == following
    with pytest.raises(NotYours):
        house.tables.claim(following, person(house, "Carl"))
    assert house.tables.rematch(table, ben) == following
    seen = house.tables.glimpse(following, ben)
    assert (seen.started, seen.turn, seen.mine) == (True, 1, (1,))


def test_the_ranking_lists_wins_that_nothing_was_taken_back_in(house: House, anna: Who) -> None:
    for undone in (False, True):
        table = house.tables.open(anna, Wish(Solo(1), (ME,)), Match.new(Solo(1), seed=WON).deal)
        while house.tables.glimpse(table, None).turn is not None:
            if turn := house.tables.house_turn(table):
                house.tables.house_move(table, turn[0], str(turn[2].legal_moves[0]))
                continue
            seen = house.tables.glimpse(table, anna)
            assert seen.view
            house.tables.move(table, anna, seen.number, choose_greedily(seen.view))
            if undone:
                house.tables.undo(table, anna, seen.number + 1)
                undone = False
        outcome = house.tables.glimpse(table, anna).outcome
        assert outcome
        assert outcome.winners == (0,)
    assert [line.name for line in house.tables.ranking(1, False)] == ["Anna"]
    assert house.tables.ranking(1, True) == house.tables.ranking(2, False) == []


# People


def test_a_protected_name_goes_with_its_password(house: House, anna: Who, ben: Who) -> None:
    protected = house.people.protect(anna, "Anna", "correct horse")
    assert house.people.sign_in("ANNA", "correct horse") == protected
    for name, password in [("Anna", "wrong horse"), ("Nobody", "correct horse"), ("A\x00", "x" * 5000)]:
        with pytest.raises(NotYours):
            house.people.sign_in(name, password)
    for who, name, password in [(ben, "anna", "another horse"), (ben, "Ben", "short"), (protected, "A", "long enough")]:
        with pytest.raises(GanglandError):
            house.people.protect(who, name, password)
    for who, name in [(protected, "Other"), (ben, " \u202e\x00"), (ben, "x" * 31), (ben, "aNNA")]:
        with pytest.raises(GanglandError):
            house.people.rename(who, name)
    with pytest.raises(GanglandError):
        house.people.new_bot("Anna")
    with pytest.raises(GanglandError):
        house.people.settle_in(ben, "xx")
    assert house.people.settle_in(ben, "pl", "dark").theme == "dark"


def test_cookies_cannot_be_forged(house: House, anna: Who) -> None:
    cookie = house.people.cookie(anna)
    assert house.people.of_cookie(cookie) == anna
    for forged in (cookie[:-1], cookie[1:], f"x{cookie}", "", anna.id, cookie.replace(".", "")):
        assert house.people.of_cookie(forged) is None
    restarted = House(house.settings)
    assert restarted.people.of_cookie(cookie) == anna
    restarted.store.close()


def test_a_bots_token_is_kept_as_a_hash(house: House) -> None:
    bot, token = house.people.new_bot("Bot")
    assert house.people.of_bearer(token) == bot
    assert house.people.of_bearer(token[:-1]) is None


# Sent twice


def test_a_table_that_is_wished_for_twice_is_opened_once(house: House, anna: Who, ben: Who) -> None:
    wish = Wish(Duel(), (ME, LINK))
    with ThreadPoolExecutor(6) as pool:
        opened = set(pool.map(lambda _: house.tables.open(anna, wish, key="one"), range(6)))
    assert len(opened) == 1
    [table] = opened
    assert house.tables.open(anna, wish, key="two") != table
    assert house.tables.open(anna, wish) != house.tables.open(anna, wish)  # without a key, every wish is a new one
    assert house.tables.open(anna, Wish(Gangs(2), (ME, LINK)), key="one") != table
    assert house.tables.open(ben, wish, key="one") != table
    house.tables.leave(table, anna)
    assert house.tables.open(anna, wish, key="one") != table  # that one is over


def test_what_is_sent_twice_is_said_once(house: House, anna: Who, ben: Who) -> None:
    table = pair(house, anna, ben)
    for who, text, key in ((anna, "hello", "1"), (anna, "hello", "1"), (ben, "hello", "1"), (anna, "hello", "2")):
        house.tables.chat(table, who, text, key)
    house.tables.chat(table, anna, "well", "2")
    assert [said.text for said in house.tables.glimpse(table, anna).chat] == ["hello", "hello", "hello", "well"]


# Long journals


def test_what_was_taken_back_is_not_played_again(house: House, anna: Who, ben: Who) -> None:
    """Random moves, some taken back: the match is the same, and no more moves are made than are left."""
    table = pair(house, anna, ben)
    chance = Random(1)
    for _ in range(60):
        seen = house.tables.glimpse(table, None)
        if seen.turn is None:
            break
        who = (anna, ben)[seen.turn]
        if chance.random() < 0.4 and house.tables.glimpse(table, who).undo.way == "free":
            assert house.tables.undo(table, who, seen.number)
        else:
            legal = house.tables.glimpse(table, who).legal_moves
            house.tables.move(table, who, seen.number, choose_at_random(legal, chance))
    other = House(house.settings)
    with house.store.read() as session:
        row = find(session, table)
        kept, read = house.tables.matches.at(session, row), other.tables.matches.at(session, row)
        journal = session.execute(
            select(EntryRow.kind, EntryRow.seat, EntryRow.text).where(EntryRow.table == table).order_by(EntryRow.number)
        )
        back, played = fold(journal)
    assert any(kind == "undo" for kind, _ in entries(house, table))
    assert (read.log, str(read.position)) == (kept.log, str(kept.position))
    assert (back, len(played)) == (0, len(kept.moves))
    other.store.close()


def test_a_long_journal_is_read_before_others_have_to_wait(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    house = House(Settings(sqlite, now=time, steady=time, late=inf))
    house.store.migrate()
    anna, ben = person(house, "Anna"), person(house, "Ben")
    table = pair(house, anna, ben)
    house.tables.move(table, anna, 0, first_move(house, table, anna))
    waiting: list[bool] = []

    def watched(match: Match, journal: Iterable[Entry]) -> None:
        assert other.store._writer
        waiting.append(other.store._writer._writing.locked())
        apply(match, journal)

    monkeypatch.setattr(journals, "apply", watched)
    other = House(house.settings)  # which has read nothing yet
    other.tables.undo(table, anna, 1)
    assert waiting == [False]
    other.store.close()
    house.store.close()


def test_a_journal_that_is_too_long_takes_nothing_back(
    house: House, anna: Who, ben: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_ENTRIES", 3)
    table = pair(house, anna, ben, Gangs(2))
    house.tables.move(table, anna, 0, first_move(house, table, anna))
    if not house.tables.undo(table, anna, 1):
        house.tables.answer_undo(table, ben, 1, True)
    house.tables.move(table, anna, 2, first_move(house, table, anna))
    before = entries(house, table)
    with pytest.raises(Refusal, match="taken back"):
        house.tables.undo(table, anna, 3)
    assert entries(house, table) == before
    who = (anna, ben)[house.tables.glimpse(table, None).turn or 0]
    assert house.tables.move(table, who, 3, first_move(house, table, who)) == 4  # the game goes on
