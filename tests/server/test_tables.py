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
from gangland.bots import choose_greedily
from gangland.core.errors import GanglandError, IllegalMove, InvalidNotation
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Record
from gangland.server import matches as kept_matches
from gangland.server import tables
from gangland.server.clock import checked_clock
from gangland.server.errors import Conflict, Forbidden, NotFound, Refusal, TooManyRequests
from gangland.server.matches import Entry, apply, net_moves
from gangland.server.models import Base, EntryRow
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.server.store import find_table
from playing import any_text
from serving import Time, entries, person, sit

pytestmark = pytest.mark.skipif(PLAIN, reason="the tables are the same, only slower")
WON = 6  # the seed of a solo game that the greedy player wins
ME, LINK, OPEN = NewSeat("me"), NewSeat("link"), NewSeat("open")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def services(laid_out: str, time: Time) -> Iterator[Services]:
    made = Services(Settings(laid_out, now=time, steady=time, late=inf))
    made.store.migrate()
    yield made
    made.store.close()


@pytest.fixture
def anna(services: Services) -> Person:
    return person(services, "Anna")


@pytest.fixture
def ben(services: Services) -> Person:
    return person(services, "Ben")


def pair(services: Services, anna: Person, ben: Person, game: Game | None = None, **wish: object) -> str:
    """A table for two, Anna to begin."""
    table = services.tables.open(anna, NewTable(game or Duel(), (ME, OPEN), first=0, **wish))  # type: ignore[arg-type]
    services.tables.claim(table, ben)
    return table


def first_move(services: Services, table: str, who: Person) -> str:
    return services.tables.view(table, who).legal_moves[0]


def play_out(services: Services, table: str, people: list[Person], seed: int = 0) -> None:
    chance = Random(seed)
    while (turn := services.tables.view(table, None).turn) is not None:
        seen = services.tables.view(table, people[turn])
        services.tables.move(table, people[turn], seen.number, any_text(seen.legal_moves, chance))


# The schema


def test_the_migrations_make_the_schema_of_the_models(services: Services) -> None:
    with services.store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    services.store.migrate()  # once more changes nothing


# Sitting down


def test_a_seat_link_claims_its_seat_once(services: Services, anna: Person, ben: Person) -> None:
    table = services.tables.open(anna, NewTable(Duel(), (ME, LINK)))
    link = services.tables.view(table, anna).chairs[1].link
    assert link
    assert services.tables.claim(table, ben, link) == 1
    assert services.tables.claim(table, ben, link) == 1  # opened again by the same person
    with pytest.raises(Forbidden):
        services.tables.claim(table, person(services, "Carl"), link)
    assert services.tables.view(table, None).started


@pytest.mark.slow
@pytest.mark.parametrize("link", [None, "", "x", "ü", "\ud800", "0" * 16])
def test_watching_never_becomes_a_seat(services: Services, anna: Person, ben: Person, link: str | None) -> None:
    table = services.tables.open(anna, NewTable(Duel(), (ME, LINK)))
    assert services.tables.view(table, ben).seat is None
    assert all(chair.link is None for chair in services.tables.view(table, ben).chairs)
    for seat in (None, 0, 1, 7):
        with pytest.raises(Forbidden):
            services.tables.claim(table, ben, link, seat)


def test_nothing_is_dealt_before_everybody_is_there(services: Services, anna: Person) -> None:
    table = services.tables.open(anna, NewTable(Gangs(2), (ME, LINK)))
    seen = services.tables.view(table, anna)
    assert (seen.view, seen.lines, seen.legal_moves, seen.turn) == (None, (), (), None)
    with pytest.raises(Conflict):
        services.tables.move(table, anna, 0, "pass")


def test_the_opener_stops_waiting_and_takes_an_opponent(services: Services, anna: Person, ben: Person) -> None:
    table = services.tables.open(anna, NewTable(Duel(), (ME, OPEN), first=1))
    with pytest.raises(Forbidden):
        services.tables.put_opponent(table, ben, 1, 2)
    services.tables.put_opponent(table, anna, 1, 2)
    assert [work.table for work in services.bot_turns.awaiting()] == [table]
    chair = services.tables.view(table, anna).chairs[1]
    assert (chair.kind, chair.house) == ("opponent", "Pickpocket")


def test_leaving_before_the_start(services: Services, anna: Person, ben: Person) -> None:
    table = services.tables.open(anna, NewTable(Gangs(3), (ME, OPEN, OPEN), public=True))
    services.tables.claim(table, ben)
    services.tables.leave(table, ben)
    assert [chair.kind for chair in services.tables.view(table, None).chairs] == ["person", "open", "open"]
    assert [brief.id for brief in services.lobby.waiting()] == [table]
    services.tables.leave(table, anna)
    assert services.lobby.waiting() == []
    with pytest.raises(Forbidden):
        services.tables.claim(table, ben)


@pytest.mark.parametrize(
    "seats",
    [(), (ME,), (ME, ME), (OPEN, OPEN), (ME, OPEN, OPEN), (ME, NewSeat("level")), (ME, NewSeat("level", 8)),
     (ME, NewSeat("robot")), (ME, NewSeat("king")), (ME, NewSeat("here"))],
)  # fmt: skip
def test_impossible_tables_are_refused(services: Services, anna: Person, seats: tuple[NewSeat, ...]) -> None:
    with pytest.raises(Refusal):
        services.tables.open(anna, NewTable(Duel(), seats))
    assert services.lobby.running(anna) == []


# Moving


def test_a_repeated_move_is_made_once(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    move = first_move(services, table, anna)
    assert [services.tables.move(table, anna, 0, move) for _ in range(3)] == [1, 1, 1]
    assert entries(services, table) == [("move", move)]


def test_late_foreign_and_unreadable_moves_change_nothing(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    carl = person(services, "Carl")
    version = services.tables.version(table)
    for who, number, text, error in [
        (anna, 5, "pass", Conflict), (ben, 0, "pass", Forbidden), (carl, 0, "pass", Forbidden),
        (anna, 0, "take", InvalidNotation), (anna, 0, "take F4 with F3 F3", IllegalMove),
        (anna, 0, "x" * 5000, Refusal), (anna, 0, "\ud800\x00", InvalidNotation), (anna, -1, "pass", Conflict),
    ]:  # fmt: skip
        with pytest.raises(error):
            services.tables.move(table, who, number, text)
    with pytest.raises(Forbidden):
        services.tables.move(table, anna, 0, "pass", seat=1)
    with pytest.raises(NotFound):
        services.tables.move("0123456789", anna, 0, "pass")
    assert entries(services, table) == []
    assert services.tables.version(table) == version


def test_a_different_move_for_a_number_that_is_taken_comes_too_late(
    services: Services, anna: Person, ben: Person
) -> None:
    table = pair(services, anna, ben)
    one, other = services.tables.view(table, anna).legal_moves[:2]
    services.tables.move(table, anna, 0, one)
    with pytest.raises(Conflict):
        services.tables.move(table, anna, 0, other)


@pytest.mark.parametrize("game", [Duel(), Gangs(2)])
def test_a_whole_game_and_its_record(services: Services, anna: Person, ben: Person, game: Game) -> None:
    table = pair(services, anna, ben, game)
    before = services.tables.view(table, ben)
    with pytest.raises(Forbidden):
        services.tables.record(table)
    assert before.record is None
    play_out(services, table, [anna, ben])
    after = services.tables.view(table, None)
    assert after.outcome
    assert after.record
    record = Record.loads(after.record)
    record.verify()
    assert record.commitment == before.commitment
    assert record.seats == ("Anna", "Ben")
    assert [brief.outcome for brief in services.lobby.finished(anna)] == [after.outcome]
    with pytest.raises(IllegalMove):
        services.tables.move(table, anna, after.number, "pass")


def test_another_process_reads_the_same_match_from_the_journal(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben, Gangs(2))
    other = Services(services.settings)
    for seed in range(12):
        acting = services if seed % 2 else other
        who = [anna, ben][acting.tables.view(table, None).turn or 0]
        seen = acting.tables.view(table, who)
        acting.tables.move(table, who, seen.number, any_text(seen.legal_moves, Random(seed)))
        assert services.tables.view(table, who) == other.tables.view(table, who)
    other.store.close()


# A shared screen


def test_a_shared_screen_shows_secrets_only_to_the_seat_that_sat_down(services: Services, anna: Person) -> None:
    table = services.tables.open(anna, NewTable(Gangs(2), (ME, NewSeat("here", name="Ben")), first=0))
    seen = services.tables.view(table, anna)
    assert seen.needs_curtain
    assert seen.view == services.tables.view(table, None).view
    assert services.tables.view(table, anna, 1).seat == 1
    assert services.tables.view(table, person(services, "Carl"), 1).seat is None
    services.tables.move(table, anna, 0, services.tables.view(table, anna, 0).legal_moves[0], seat=0)


# Taking back


def play_to_undo(services: Services, table: str, people: list[Person], way: str | None) -> tuple[Person, int]:
    """Play until somebody who has moved may undo in this way."""
    chance = Random(3)
    while True:  # a game that is over has no turn
        for who in people:
            seen = services.tables.view(table, who)
            if seen.undo.way == way and seen.undo.moves:
                return who, seen.number
        turn = services.tables.view(table, None).turn
        assert turn is not None
        seen = services.tables.view(table, people[turn])
        moves = [move for move in seen.legal_moves if move.startswith("play")] or list(seen.legal_moves)
        services.tables.move(table, people[turn], seen.number, any_text(moves, chance))


def test_free_undo_within_ones_own_turn(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    who, number = play_to_undo(services, table, [anna, ben], "free")
    lines = services.tables.view(table, who).lines
    assert services.tables.undo(table, who, number)
    assert services.tables.undo(table, who, number)  # sent again
    after = services.tables.view(table, who)
    assert after.lines == lines[:-1]
    assert after.number == number + 1
    assert not after.ranked


def test_an_undo_that_needs_consent(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    who, number = play_to_undo(services, table, [anna, ben], "ask")
    other = ben if who is anna else anna
    seen = services.tables.view(table, who)
    assert not services.tables.undo(table, who, number)
    assert services.tables.view(table, other).undo.awaited == services.tables.view(table, other).mine
    with pytest.raises(Conflict):
        services.tables.answer_undo(table, who, number, True)
    assert not services.tables.answer_undo(table, other, number, False)
    assert services.tables.view(table, other).undo.asked_by is None
    services.tables.undo(table, who, number)
    assert services.tables.answer_undo(table, other, number, True)
    assert services.tables.view(table, who).lines == seen.lines[: -seen.undo.moves]


def test_the_house_always_agrees(services: Services, anna: Person) -> None:
    table = services.tables.open(anna, NewTable(Solo(1), (ME,)))
    seen = services.tables.view(table, anna)
    services.tables.move(table, anna, 0, "pass" if "pass" in seen.legal_moves else seen.legal_moves[0])
    while turn := services.bot_turns.turn(table):
        services.tables.bot_move(table, turn.number, str(turn.match.legal_moves[0]))
    assert services.tables.undo(table, anna, services.tables.view(table, anna).number)
    assert services.tables.view(table, anna).lines == ()


# Clocks


def test_a_live_clock_runs_for_whoever_decides(services: Services, anna: Person, ben: Person, time: Time) -> None:
    table = pair(services, anna, ben, clock=checked_clock(60, 5))
    time.pass_by(20)
    assert [chair.left for chair in services.tables.view(table, ben).chairs] == [40, 60]
    services.tables.move(table, anna, 0, "pass")
    assert [chair.left for chair in services.tables.view(table, ben).chairs] == [45, 60]
    time.pass_by(61)
    with pytest.raises(IllegalMove):
        services.tables.move(table, ben, 1, "pass")
    outcome = services.tables.view(table, None).outcome  # forfeited by asking
    assert outcome
    assert (outcome.reason, outcome.winners) == ("time", (0,))


def test_days_for_each_turn(services: Services, anna: Person, ben: Person, time: Time) -> None:
    table = pair(services, anna, ben, clock=checked_clock(days=2))
    time.pass_by(86_400)
    services.tables.move(table, anna, 0, "pass")
    assert services.tables.view(table, None).chairs[0].left == 2 * 86_400
    time.pass_by(3 * 86_400)
    assert services.tables.expired() == [table]
    services.tables.forfeit_expired(table)
    assert services.tables.expired() == []
    assert services.tables.view(table, None).outcome == services.lobby.finished(ben)[0].outcome


def test_in_a_larger_game_the_house_plays_on_for_who_is_gone(services: Services, time: Time) -> None:
    match = Match.new(Gangs(3), seed=1, first=0)
    table, people = sit(services, match, ["Anna", "Ben", "Carl"])
    services.tables.leave(table, people[0])
    seen = services.tables.view(table, people[1])
    assert (seen.chairs[0].kind, seen.chairs[0].name, seen.outcome) == ("opponent", "Anna", None)
    assert [work.table for work in services.bot_turns.awaiting()] == [table]
    assert services.tables.view(table, people[0]).seat is None  # who left is a watcher
    services.tables.leave(table, people[1])
    services.tables.leave(table, people[2])
    assert services.bot_turns.awaiting() == []  # nobody is left to play for


def test_a_wish_to_take_back_ends_when_somebody_leaves(services: Services) -> None:
    match = Match.new(Gangs(3), seed=1, first=0)
    table, people = sit(services, match, ["Anna", "Ben", "Carl"])
    services.tables.move(table, people[0], 0, str(match.legal_moves[0]))
    services.tables.undo(table, people[0], 1)
    assert services.tables.view(table, people[1]).undo.awaited == (1, 2)
    services.tables.leave(table, people[2])
    assert services.tables.view(table, people[1]).undo.asked_by is None
    services.tables.undo(table, people[0], 1)
    assert services.tables.view(table, people[1]).undo.awaited == (1,)  # the house does not mind
    assert services.tables.answer_undo(table, people[1], 1, True)


@pytest.mark.parametrize(
    "wish", [{"seconds": 5}, {"days": 0}, {"days": 31}, {"seconds": 60, "days": 1}, {"seconds": float("nan")}]
)
def test_there_are_no_such_clocks(wish: dict[str, float]) -> None:
    with pytest.raises(Refusal):
        checked_clock(**wish)


# Talking, resigning and playing again


def test_chat_is_for_seats_in_one_line_and_not_too_fast(
    services: Services, anna: Person, ben: Person, time: Time
) -> None:
    table = pair(services, anna, ben)
    services.tables.chat(table, anna, " Hello\n<b>you</b>\x00\u202e ")
    assert [said.text for said in services.tables.view(table, None).chat] == ["Hello <b>you</b>"]
    for text in ("", " \n ", "x" * 301):
        with pytest.raises(Refusal):
            services.tables.chat(table, anna, text)
    with pytest.raises(Forbidden):
        services.tables.chat(table, person(services, "Carl"), "Hello")
    for number in range(4):
        services.tables.chat(table, anna, str(number))
    with pytest.raises(TooManyRequests):
        services.tables.chat(table, anna, "and on")
    services.tables.chat(table, ben, "Hello")
    time.pass_by(11)
    services.tables.chat(table, anna, "and on")


def test_resigning_gives_the_game_to_the_other(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben, Gangs(2))
    services.tables.resign(table, ben)
    seen = services.tables.view(table, anna)
    assert seen.outcome
    assert (seen.outcome.winners, seen.outcome.reason, seen.legal_moves) == ((0,), "resigned", ())
    assert seen.record
    Record.loads(seen.record).verify()


def test_a_rematch_keeps_the_company_and_changes_the_start(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    with pytest.raises(Conflict):
        services.tables.rematch(table, anna)
    services.tables.resign(table, anna)
    following = services.tables.rematch(table, anna)
    rematch = services.tables.view(table, ben).rematch
    assert rematch
    assert rematch.id == following
    with pytest.raises(Forbidden):
        services.tables.claim(following, person(services, "Carl"))
    assert services.tables.rematch(table, ben) == following
    seen = services.tables.view(following, ben)
    assert (seen.started, seen.turn, seen.mine) == (True, 1, (1,))


def test_the_ranking_lists_wins_that_nothing_was_taken_back_in(services: Services, anna: Person) -> None:
    for undone in (False, True):
        table = services.tables.open(anna, NewTable(Solo(1), (ME,)), Match.new(Solo(1), seed=WON).deal)
        while services.tables.view(table, None).turn is not None:
            if turn := services.bot_turns.turn(table):
                services.tables.bot_move(table, turn.number, str(turn.match.legal_moves[0]))
                continue
            seen = services.tables.view(table, anna)
            assert seen.view
            services.tables.move(table, anna, seen.number, str(choose_greedily(seen.view)))
            if undone:
                services.tables.undo(table, anna, seen.number + 1)
                undone = False
        outcome = services.tables.view(table, anna).outcome
        assert outcome
        assert outcome.winners == (0,)
    assert [line.name for line in services.lobby.ranking(Solo(1, False))] == ["Anna"]
    assert services.lobby.ranking(Solo(1, True)) == services.lobby.ranking(Solo(2, False)) == []


# People


@pytest.mark.slow
def test_a_protected_name_goes_with_its_password(services: Services, anna: Person, ben: Person) -> None:
    protected = services.people.protect(anna, "Anna", "correct horse")
    assert services.people.sign_in("ANNA", "correct horse") == protected
    for name, password in [("Anna", "wrong horse"), ("Nobody", "correct horse"), ("A\x00", "x" * 5000)]:
        with pytest.raises(Forbidden):
            services.people.sign_in(name, password)
    for who, name, password in [(ben, "anna", "another horse"), (ben, "Ben", "short"), (protected, "A", "long enough")]:
        with pytest.raises(GanglandError):
            services.people.protect(who, name, password)
    for who, name in [(protected, "Other"), (ben, " \u202e\x00"), (ben, "x" * 31), (ben, "aNNA")]:
        with pytest.raises(GanglandError):
            services.people.rename(who, name)
    with pytest.raises(GanglandError):
        services.people.new_bot("Anna")
    with pytest.raises(GanglandError):
        services.people.set_preferences(ben, "xx")
    assert services.people.set_preferences(ben, "pl", "dark").theme == "dark"


def test_cookies_cannot_be_forged(services: Services, anna: Person) -> None:
    cookie = services.people.cookie(anna)
    assert services.people.of_cookie(cookie) == anna
    for forged in (cookie[:-1], cookie[1:], f"x{cookie}", "", anna.id, cookie.replace(".", "")):
        assert services.people.of_cookie(forged) is None
    restarted = Services(services.settings)
    assert restarted.people.of_cookie(cookie) == anna
    restarted.store.close()


def test_a_bots_token_is_kept_as_a_hash(services: Services) -> None:
    bot, token = services.people.new_bot("Bot")
    assert services.people.of_bearer(token) == bot
    assert services.people.of_bearer(token[:-1]) is None


# Sent twice


def test_a_table_that_is_wished_for_twice_is_opened_once(services: Services, anna: Person, ben: Person) -> None:
    wish = NewTable(Duel(), (ME, LINK))
    with ThreadPoolExecutor(6) as pool:
        opened = set(pool.map(lambda _: services.tables.open(anna, wish, key="one"), range(6)))
    assert len(opened) == 1
    [table] = opened
    assert services.tables.open(anna, wish, key="two") != table
    assert services.tables.open(anna, wish) != services.tables.open(
        anna, wish
    )  # without a key, every wish is a new one
    assert services.tables.open(anna, NewTable(Gangs(2), (ME, LINK)), key="one") != table
    assert services.tables.open(ben, wish, key="one") != table
    services.tables.leave(table, anna)
    assert services.tables.open(anna, wish, key="one") != table  # that one is over


def test_what_is_sent_twice_is_said_once(services: Services, anna: Person, ben: Person) -> None:
    table = pair(services, anna, ben)
    for who, text, key in ((anna, "hello", "1"), (anna, "hello", "1"), (ben, "hello", "1"), (anna, "hello", "2")):
        services.tables.chat(table, who, text, key)
    services.tables.chat(table, anna, "well", "2")
    assert [said.text for said in services.tables.view(table, anna).chat] == ["hello", "hello", "hello", "well"]


# Long journals


def test_what_was_taken_back_is_not_played_again(services: Services, anna: Person, ben: Person) -> None:
    """Random moves, some taken back: the match is the same, and no more moves are made than are left."""
    table = pair(services, anna, ben)
    chance = Random(1)
    for _ in range(60):
        seen = services.tables.view(table, None)
        if seen.turn is None:
            break
        who = (anna, ben)[seen.turn]
        if chance.random() < 0.4 and services.tables.view(table, who).undo.way == "free":
            assert services.tables.undo(table, who, seen.number)
        else:
            legal = services.tables.view(table, who).legal_moves
            services.tables.move(table, who, seen.number, any_text(legal, chance))
    other = Services(services.settings)
    with services.store.read() as session:
        row = find_table(session, table)
        kept, read = services.tables.matches.at(session, row), other.tables.matches.at(session, row)
        matches = session.execute(
            select(EntryRow.kind, EntryRow.seat, EntryRow.text).where(EntryRow.table == table).order_by(EntryRow.number)
        )
        back, played = net_moves(matches)
    assert any(kind == "undo" for kind, _ in entries(services, table))
    assert (read.log, str(read.position)) == (kept.log, str(kept.position))
    assert (back, len(played)) == (0, len(kept.moves))
    other.store.close()


def test_a_long_journal_is_read_before_others_have_to_wait(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    services = Services(Settings(sqlite, now=time, steady=time, late=inf))
    services.store.migrate()
    anna, ben = person(services, "Anna"), person(services, "Ben")
    table = pair(services, anna, ben)
    services.tables.move(table, anna, 0, first_move(services, table, anna))
    waiting: list[bool] = []

    def watched(match: Match, matches: Iterable[Entry]) -> None:
        assert other.store._writer
        waiting.append(other.store._writer._writing.locked())
        apply(match, matches)

    monkeypatch.setattr(kept_matches, "apply", watched)
    other = Services(services.settings)  # which has read nothing yet
    other.tables.undo(table, anna, 1)
    assert waiting == [False]
    other.store.close()
    services.store.close()


def test_a_journal_that_is_too_long_takes_nothing_back(
    services: Services, anna: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_ENTRIES", 3)
    table = pair(services, anna, ben, Gangs(2))
    services.tables.move(table, anna, 0, first_move(services, table, anna))
    if not services.tables.undo(table, anna, 1):
        services.tables.answer_undo(table, ben, 1, True)
    services.tables.move(table, anna, 2, first_move(services, table, anna))
    before = entries(services, table)
    with pytest.raises(Refusal, match="taken back"):
        services.tables.undo(table, anna, 3)
    assert entries(services, table) == before
    who = (anna, ben)[services.tables.view(table, None).turn or 0]
    assert services.tables.move(table, who, 3, first_move(services, table, who)) == 4  # the game goes on
