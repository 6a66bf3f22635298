"""The small duel: the rules of Famiglia with so few cards that it can be solved."""

from __future__ import annotations

import json
import pickle
import runpy
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from conftest import PLAIN, clause, long_only
from gangland import cli
from gangland.arena import Job, run
from gangland.bots import Limit, analyse
from gangland.bots.analysis import trained_net
from gangland.core.errors import CorruptRecord, InvalidNotation
from gangland.famiglia import Duel, FamigliaView, SmallDuel
from gangland.famiglia.cards import DECK, DECKS, pack
from gangland.famiglia.game import pile_cards
from gangland.famiglia.small import SmallPosition
from gangland.famiglia.text import reread
from gangland.play import InformationState, Match, Record
from playing import played

EXAMPLE = Path(__file__).parents[2] / "examples" / "exact_value.py"
BOTH = pytest.mark.parametrize("game", [SmallDuel(12), SmallDuel(24)], ids=str)


def test_the_decks_are_a_part_of_the_sixty_cards() -> None:
    assert list(DECKS) == [60, 24, 12]
    small, smaller = Counter(DECKS[24]), Counter(DECKS[12])
    assert small < Counter(DECK)
    assert smaller < small
    assert {card.family for card in small} == set("FABM")  # so all abilities occur
    assert {card.rank: count for card, count in small.items()} == {0: 3, 1: 2, 2: 1}
    assert smaller == Counter({card: count for card, count in small.items() if card.family in "FB"})


@clause("F1.1", "F1.2", "F1.4", "F7.1")
@BOTH
def test_it_begins_with_a_0_of_each_family_and_three_cards_on_the_street(game: SmallDuel) -> None:
    position = game.begin(1)
    families = sorted({card.family for card in game.deck})
    hand = pack(card for card in set(game.deck) if card.rank == 0)
    assert position.hand == [hand, hand]
    assert position.bag_cards() == list(map(int, pile_cards(game.deck)))
    assert position.bag + 2 * hand == pack(game.deck)
    view = Match.new(game, seed=1).view(None)
    assert [card.family for card in view.hands[0]] == sorted(families, key="FABM".index)
    assert len(view.street) == 3
    emptied = game.position("hand 0: F0\nstreet: B0")
    emptied.push(game.move_type.parse("take B0").number)
    assert emptied.owed == 3


@pytest.mark.slow
@BOTH
def test_random_games_keep_the_cards_and_can_be_told_written_and_verified(game: SmallDuel) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(40):
        match = played(game, seed)
        assert match.outcome
        assert sum(match.outcome.scores) <= sum(card.points for card in game.deck)
        for step in match.history():
            view = step.after.view(0)
            assert isinstance(view, FamigliaView)
            rows = (*view.hands, *view.displays, view.street, view.pile, view.under, view.discard)
            assert Counter(card for row in rows for card in row) == Counter(game.deck)
            assert view.game == game
            assert game.position(str(step.after)) == step.after
        kinds.update(move.action.verb for move in match.moves)
        again = Record.loads(match.record().dumps()).verify()
        assert again.outcome == match.outcome
        assert again.game == game
        match.undo()
        assert pickle.loads(pickle.dumps(match.position)) == match.position
        seen = match.seen(match.turn)
        assert InformationState.from_dict(json.loads(json.dumps(seen.as_dict()))) == seen
    assert {"sweep", "play on", "take", "pass"} <= set(kinds)
    assert ("play" in kinds, "swap" in kinds) == (game.cards == 24,) * 2


def test_a_position_is_not_that_of_another_deck() -> None:
    small, smaller, duel = SmallDuel(24).begin(0), SmallDuel(12).begin(0), Duel().begin(0)
    assert len({small, smaller, duel}) == 3
    assert small.copy() == small != SmallDuel(24, joker_with_pair=True).begin(0)
    text = str(Match.new(SmallDuel(12), seed=1).position)
    for game in (SmallDuel(24), Duel()):
        with pytest.raises(InvalidNotation, match="lies nowhere"):
            game.position(text)
    with pytest.raises(ValueError, match="No game has 13 cards"):
        reread(text, (False, None, 13), None)
    with pytest.raises(ValueError, match="No game has 12 cards"):
        reread(text, (False, 3, 12), None)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("hand 0: F3", [""]),  # not in the deck
        ("hand 0: A0", [""]),
        ("hand 0: F2\nhand 1: F2", [""]),
        ("street: F1\nrefill: yes\nowed: 5\nclean: no", ["F7.1"]),
        ("street: F1\nrefill: yes\nowed: 2\nclean: no", []),
        ("display 0: B1\nplayed: B1 on F1", ["F5.1"]),
        (
            "display 0: B1\nplayed: B1 on A1\npile:\ndiscard: rest\nin use: used up\nfirst: 1\nclean: yes\nended: pile",
            ["F5.1"],
        ),
    ],
)
def test_impossible_positions_are_refused_with_their_reasons(text: str, clauses: list[str]) -> None:
    assert [reason.clause for reason in SmallDuel(12).why_impossible(text)] == clauses


def test_a_setup_with_other_cards_is_refused() -> None:
    with pytest.raises(CorruptRecord, match=r"^The pile of the setup is not the 8 cards it must be\. \(F1\.2\)$"):
        SmallDuel(12).start(Match.new(Duel(), seed=1).deal.setup, 0)


def test_only_twelve_or_twentyfour_cards_are_dealt_and_only_once() -> None:
    for cards in (13, 0, 60, None, 12.0):
        with pytest.raises((TypeError, ValueError), match="cards"):
            SmallPosition().deal_small(0, False, cards)  # type: ignore[arg-type]
    dealt = SmallPosition()
    dealt.deal_small(0, False, 12)
    with pytest.raises(ValueError, match="already"):
        dealt.deal_small(0, False, 24)
    assert dealt == SmallDuel(12).begin(0)


@long_only
@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="its positions are the same, only slower")
def test_the_smaller_one_is_solved_exactly() -> None:
    example = runpy.run_path(str(EXAMPLE))
    known: dict[str, Fraction] = {}
    nodes: Counter[str] = Counter()
    share = example["value"](SmallDuel(12).begin(0), known, nodes)
    assert share == Fraction(4657, 8064)
    assert nodes == {"decisions": 23282, "chances": 19396, "ends": 14361}
    assert len(known) == nodes.total() == 57039
    assert all(0 <= value <= 1 for value in known.values())


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) < 60


def test_it_has_no_net_and_is_searched_by_playing_on() -> None:
    assert trained_net(SmallDuel.name) is None
    found = analyse(Match.new(SmallDuel(12), seed=2).seen(0), Limit(simulations=200), 1)
    assert found.simulations == 200


@BOTH
def test_bots_of_the_arena_play_it(game: SmallDuel) -> None:
    deals = 2 if PLAIN else 6
    summary = run(Job(game, ("search:100", "greedy"), deals=deals), workers=1)
    assert summary.games == 2 * deals
    assert run(Job(game, ("greedy", "random"), deals=10 * deals), workers=1).standings[0].name == "greedy"
    assert not any(standing.failures for standing in summary.standings)


def test_the_terminal_simulates_and_replays_it_but_no_table_takes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GANGLAND_DATA", str(tmp_path))
    file = tmp_path / "games.jsonl"
    command = ["simulate", "famiglia-small", "--cards", "12", "--games", "2", "--seed", "1", "--out", str(file)]
    assert cli.main(command) == 0
    assert cli.main(["verify", str(file)]) == 0
    assert cli.main(["replay", str(file)]) == 0
    assert "F0" in capsys.readouterr().out
    assert cli.main(["play", "famiglia-small"]) == 2
    said = (
        "“famiglia-small” is a small variant for study: gangland arena, simulate and replay take it, a table does not."
    )
    assert capsys.readouterr().err.strip() == said
    match = played(SmallDuel(), 1, 3)
    match.record().save(tmp_path / "saved.json")
    assert cli.main(["play", "--resume", str(tmp_path / "saved.json")]) == 2
    assert capsys.readouterr().err.strip() == said
    with pytest.raises(SystemExit):
        cli.main(["play", "--help"])
    assert "small" not in capsys.readouterr().out
