"""A third game plays in every room, and no file of the package knows it."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from gangland.arena import Job, run
from gangland.bots import Limit, analyse, levels_for
from gangland.bots.search import Search
from gangland.cli import main
from gangland.core.chance import Random as Dice
from gangland.core.errors import CorruptRecord, IllegalMove, InvalidArgument, InvalidNotation
from gangland.core.evaluator import Evaluator
from gangland.core.game import Ranking
from gangland.core.position import Sampler
from gangland.core.words import Language
from gangland.env.encodings import dealer_for
from gangland.famiglia import Duel
from gangland.play import Match, Record, deal
from gangland.registry import GAMES, register
from gangland.server.dependencies import COOKIE
from gangland.server.settings import Settings
from gangland.terminal import Screen, Table, saves
from high_card import HighCard, HighCardPosition, HighCardView
from serving import CLIENTS, bot, serving, sit
from waiting import until


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    # -- start register --
    register(HighCard)
    # -- end register --
    yield
    del GAMES[HighCard.name]


def match_of(first: int = 0, hands: str = "39", pile: str = "1245678") -> Match:
    dealt = deal(HighCard(), seed=1, first=first)
    dealt.setup.update(hands=list(hands), pile=list(pile))
    return Match(HighCard(), dealt)


# The rules


def test_the_higher_card_wins() -> None:
    match = match_of(hands="39", pile="4125678")
    assert [str(move) for move in match.legal_moves] == ["keep", "draw"]
    match.push("draw")
    match.push("keep")
    assert match.outcome
    assert (match.outcome.scores, match.outcome.winners) == ((4, 9), (1,))
    with pytest.raises(IllegalMove):
        match.push("keep")
    with pytest.raises(InvalidNotation):
        match.push("fold")


def test_a_card_is_hidden_until_it_is_drawn_or_shown_at_the_end() -> None:
    match, twin = match_of(hands="39"), match_of(hands="38", pile="1245679")
    for move in ("keep", "draw"):
        assert match.view(0) == twin.view(0)
        assert match.view(None) == twin.view(None)
        assert match.view(1) != twin.view(1)
        for each in (match, twin):
            each.push(move)
    assert match.view(None) != twin.view(None)


@pytest.mark.parametrize("ranks", [6, 9])
def test_positions_are_read_back_from_their_text_and_from_a_view(ranks: int) -> None:
    game = HighCard(ranks)
    for seed in range(20):
        match, chance = Match.new(game, seed=seed), Random(seed)
        while not match.outcome:
            position = match.position
            assert game.position(str(position)) == position == pickle.loads(pickle.dumps(position))
            known = game.position_from_view(match.view(match.turn))
            assert known.view(match.turn) == match.view(match.turn)
            match.push(chance.choice(match.legal_moves))


def test_positions_of_other_games_are_refused() -> None:
    stranger = Match.new(Duel(), seed=1).position
    for asked in (HighCard().legal_moves, HighCard().standing, HighCard().outcome):
        with pytest.raises(InvalidArgument, match="A DuelPosition is not a HighCardPosition"):
            asked(stranger)


# Records


def test_records(tmp_path: Path) -> None:
    match = match_of()
    match.push("draw")
    match.push("keep")
    match.record().save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json").verify().outcome == match.outcome
    text = match.record().dumps().replace('"draw"', '"keep"')
    with pytest.raises(CorruptRecord):
        Record.loads(text).verify()


# Search


def test_search_draws_with_a_low_card_and_keeps_a_high_one() -> None:
    for hands, best in (("19", "draw"), ("91", "keep")):
        match = match_of(hands=hands, pile="2345678")
        found = analyse(match.seen(0), Limit(simulations=400), seed=1)
        assert str(found.move) == best
        assert found.simulations == 400
    every = [level.choose(match.seen(0), 1) for level in levels_for(HighCard())[:4]]
    assert set(map(str, every)) <= {"keep", "draw"}


def test_playouts() -> None:
    assert match_of().position.playouts(100, 1) == 200


def interrupted(self: HighCardPosition, move: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("method", "wrong", "error"),
    [
        (
            "legal",
            lambda self: [],
            pytest.raises(ValueError, match="from 1 to 4096 moves, not 0"),
        ),
        ("legal", lambda self: [2], pytest.raises(ValueError, match=r"^A move is a number from 0 to 1, not 2\.$")),
        ("make", lambda self, move: self.settle(2), pytest.raises(ValueError, match="from 0 to 1, not 2")),
        ("make", interrupted, pytest.raises(KeyboardInterrupt)),
        ("turn_up", lambda self, card: 1 / 0, pytest.raises(ZeroDivisionError)),
        ("bag_cards", lambda self: [], pytest.raises(ValueError, match="A card is owed, and none is left")),
        ("share", lambda self, seat: "all", pytest.raises(ValueError, match="could not convert")),
    ],
)
def test_what_a_game_does_wrong_is_raised_where_the_kernel_was_called(method: str, wrong: Any, error: Any) -> None:
    faulty: Any = type("Faulty", (HighCardPosition,), {method: wrong})
    position = faulty(HighCard(), 0, (2, 8))
    if method != "share":  # of which a playout does not ask
        with error:
            position.playouts(100, 1)
    with error:
        Search(position, Evaluator(), Sampler(), 1, 1.0, 100).run(100)


def test_a_position_that_went_wrong_raises_at_once() -> None:
    faulty: Any = type("Faulty", (HighCardPosition,), {"turn_up": lambda self, card: 1 / 0})
    position = faulty(HighCard(), 0, (2, 8))
    position.push(1)
    with pytest.raises(ZeroDivisionError):
        position.draw(3)


# Terminal


def test_the_terminal_table(tmp_path: Path) -> None:
    lines: list[str] = []
    typed = iter(["?", "draw", "keep"])

    def read(prompt: str) -> str:
        lines.append(prompt)
        if "Enter" in prompt:  # somebody else sits down, whose card the other one must not see
            return ""
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    match = match_of()
    seating = saves.Seating(match, frozenset({0, 1}))
    Table(seating, Language("en"), tmp_path / "game.json", Screen(read, lines.append)).run()
    told = "\n".join(lines)
    assert match.outcome
    assert "wins" in told
    assert "P0 plays: draw." in told


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "high-card", "--ranks", "6", "--games", "3", "--seed", "1", "--out", "-"]) == 0
    records = [Record.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record.verify().game for record in records] == [HighCard(6)] * 3


# The web


@pytest.mark.slow
def test_the_http_api(tmp_path: Path) -> None:
    with serving(Settings(f"sqlite:///{tmp_path}/tables.db", limits=False, pause=0)) as (address, _):
        client, _ = bot(address, "Ada")
        seats = [{"kind": "me"}, {"kind": "level", "level": 1}]
        wish = {"game": {"name": "high-card", "ranks": 6}, "seats": seats, "first": 0}
        id = client.post("/api/tables", json=wish).raise_for_status().json()["id"]
        table = client.get(f"/api/tables/{id}").raise_for_status().json()
        assert table["legal_moves"] == ["keep", "draw"]
        assert table["view"]["cards"][1] is None
        client.post(f"/api/tables/{id}/moves", json={"number": 0, "move": "draw"}).raise_for_status()
        until(lambda: client.get(f"/api/tables/{id}").json()["outcome"] is not None)  # the house has moved
        assert Record.loads(client.get(f"/api/tables/{id}/record").text).verify().game == HighCard(6)


@pytest.mark.slow
def test_a_plain_board_on_the_web(tmp_path: Path) -> None:
    with serving(Settings(f"sqlite:///{tmp_path}/tables.db", bot_workers=0, limits=False)) as (address, services):
        table, people = sit(services, match_of(hands="39", pile="4125678"), ["Ann", "Ben"])
        ann, ben = (
            httpx.Client(
                base_url=address,
                headers={"origin": address},
                cookies={COOKIE: services.people.cookie(person)},
                follow_redirects=True,
            )
            for person in people
        )
        CLIENTS.extend((ann, ben))
        for address_ in ("/", "/new?game=high-card", "/ranking/high-card", "/games"):
            assert "High Card" in ann.get(address_).raise_for_status().text
        assert "6 cards" in ann.get("/new?game=high-card").text
        page = ann.get(f"/t/{table}").raise_for_status().text
        assert 'value="draw"' in page
        assert "Your turn: choose a move" in page
        assert re.search(r"<dt>cards</dt>\s*<dd>\s*3, –\s*</dd>", page)
        assert 'value="draw"' not in ben.get(f"/t/{table}").raise_for_status().text
        assert "You play: draw." in ann.post(f"/t/{table}/move", data={"number": 0, "move": "draw", "as": 0}).text
        end = ben.post(f"/t/{table}/move", data={"number": 1, "move": "keep", "as": 1}).text
        assert "You win, 9 to 4" in end
        replay = ann.get(f"/t/{table}/replay?at=1&as=all").raise_for_status().text
        assert "You play: draw." in replay
        assert re.search(r"<dt>cards</dt>\s*<dd>\s*4, 9\s*</dd>", replay)
        assert "Ann" in ann.get(f"/t/{table}/replay.svg?at=2").raise_for_status().text


@pytest.mark.slow
def test_a_game_that_declares_a_ranking_has_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HighCard, "ranking", Ranking("Best cards", "A win scores its card.", ("ranks",)))
    monkeypatch.setattr(HighCard, "ranking_score", lambda _, end: end.scores[0] if end.winners == (0,) else None)
    with serving(Settings(f"sqlite:///{tmp_path}/tables.db", bot_workers=0, limits=False)) as (address, services):
        table, people = sit(services, match_of(hands="83", pile="4125679"), ["Ann", "Ben"])
        for number, person in enumerate(people):
            services.tables.move(table, person, number, "keep")
        with httpx.Client(base_url=address) as client:
            assert 'href="/ranking/high-card?ranks=9"' in client.get(f"/t/{table}").text
            page = client.get("/ranking/high-card?ranks=9").raise_for_status().text
            assert re.search(r'href="/ranking/high-card"\s+aria-current="page"><b>Best cards</b>', page)
            assert re.search(r'href="/ranking/high-card\?ranks=9"\s+aria-current="page"><b>9 cards</b>', page)
            assert "A win scores its card." in page
            assert re.search(r"<td>Ann</td>\s*<td class=\"num\"><b>8</b></td>", page)
            other = client.get("/ranking/high-card?ranks=6").raise_for_status().text
            assert "Nobody has won here yet." in other
            assert '<input type="hidden" name="ranks" value="6">' in other
            assert [client.get(f"/ranking/high-card?ranks={wrong}").status_code for wrong in ("7", "", "x")] == [
                404
            ] * 3


# Arena


@pytest.mark.slow
@pytest.mark.parametrize("pair", [("search:50", "random"), ("oracle:20", "greedy"), ("level:1", "level:2")])
def test_the_arena(pair: tuple[str, str]) -> None:
    tally = run(Job(HighCard(), pair, deals=20))
    assert tally.games == 40


# Environments


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")  # after the end
def test_pettingzoo() -> None:
    from pettingzoo.test import api_test, seed_test

    from gangland.env.pettingzoo import env

    api_test(env(HighCard()), num_cycles=40)
    seed_test(lambda: env(HighCard(6)), num_cycles=20)
    made = env(HighCard(), render_mode="ansi")
    made.reset(seed=1)
    seen = made.observe("player_0")["observation"]
    assert len(seen) == 28
    assert sum(seen[1:10]) == 1
    assert sum(seen[10:19]) == 0
    assert "drawn " in made.render()
    with pytest.raises(ValueError, match="no batches"):
        dealer_for(HighCard())


@pytest.mark.filterwarnings("ignore::DeprecationWarning:(open_spiel|pyspiel|ml_collections|absl).*")
def test_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
    import high_card_env  # noqa: F401
    from gangland.env import openspiel
    from gangland.env.opponents import OpenSpielBot

    openspiel.register_games()
    game = pyspiel.load_game("python_gangland_high-card(ranks=6)")
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)
    state = game.new_initial_state()
    for action in (0, 2, 5):  # seat 0 starts; the cards
        state.apply_action(action)
    worlds = {state.resample_from_infostate(0, Random(seed).random).history()[2] for seed in range(60)}
    assert worlds == {0, 1, 3, 4, 5}
    match = match_of(hands="19", pile="2345678")
    assert str(OpenSpielBot(simulations=200).choose(match.seen(0), seed=1)) == "draw"


def test_worlds_that_a_seat_may_think_it_is_in() -> None:
    match = match_of()
    known = HighCard().position_from_view(match.view(0))
    found: Counter[int | None] = Counter()
    dice = Dice(1)
    for _ in range(400):
        world = known.copy()
        HighCard().sampler(known, 0).imagine(world, 0, dice)
        found[world.cards[1]] += 1
    assert set(found) == {0, 1, 3, 4, 5, 6, 7, 8}
    assert isinstance(known.view(0), HighCardView)
