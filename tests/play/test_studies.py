"""Matches that begin with a position, for study, and why a position cannot be."""

import json
from random import Random

import pytest

from gangland import (
    CorruptRecord,
    Duel,
    Game,
    Gangs,
    InvalidArgument,
    InvalidNotation,
    InvalidPosition,
    Match,
    Record,
    Solo,
    analyse,
)
from gangland.bots import Limit, play
from gangland.core.chance import Random as Dice
from gangland.play import imagined
from gangland.play.seen import InformationState

GAMES = [Duel(), Solo(2, robot_starts=True), Gangs(2), Gangs(4)]
STUDY = "hand 0: M1 M1 B2\nstreet: M4 A3\ndisplay 1: rest\npile: A1 A1 F4"


def finish(match: Match, seed: int) -> Match:
    random = Random(seed)
    while moves := match.legal_moves:
        match.push(random.choice(moves))
    return match


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_match_goes_on_from_any_position_of_another_one(game: Game) -> None:
    whole = play(game, ["random"] * game.players, seed=4)
    for number, position in enumerate(whole.positions()):
        if number % 6 == 0:
            match = Match.from_position(game, position, seed=number)
            assert match.position == position or position.owed
            assert match.legal_moves == game.legal_moves(match.position)
            record = finish(match, number).record()
            assert Record.loads(record.dumps()).verify().outcome == match.outcome
            assert match.outcome
            while match.moves:
                match.undo()
            assert match.position == Match.from_position(game, position, seed=number).position


def test_the_seed_decides_what_comes_and_hides_nothing_else() -> None:
    piles = [Match.from_position(Duel(), "street: M4 A3", seed=seed).pile for seed in (1, 1, 2)]
    assert piles[0] == piles[1] != piles[2]
    assert sorted(piles[0]) == sorted(piles[2])
    assert (
        Match.from_position(Duel(), STUDY, seed=1).commitment != Match.from_position(Duel(), STUDY, seed=2).commitment
    )


def test_a_study_and_its_best_move() -> None:
    match = Match.from_position(Duel(), STUDY, seed=1)
    found = analyse(match.seen(0), Limit(simulations=2000), seed=1)
    assert str(found.move) == "play B2 on M4"
    assert str(found.candidates[0].line[1]) == "take M4 with M1 M1"


def test_every_reason_why_a_position_cannot_be() -> None:
    assert Duel().why_impossible(STUDY) == ()
    reasons = Duel().why_impossible("street: M4 A3\nhand 0: rest\npile:\nswept: yes\ndiscard: F0")
    assert [reason.clause for reason in reasons] == ["F9.1", "F3.1", "F3.3"]
    assert str(reasons[0]) == (
        "The position needs a line “in use”: what it means without one does not fit the rest. (F9.1)"
    )
    assert str(reasons[2]) == "The line “swept: yes” does not fit the rest of the position. (F3.3)"
    with pytest.raises(InvalidPosition, match="in use") as raised:
        Match.from_position(Duel(), "street: M4 A3\nhand 0: rest\npile:\nswept: yes\ndiscard: F0")
    assert list(map(str, raised.value.reasons)) == list(map(str, reasons))
    assert str(Duel().why_impossible("hand 0: X9")[0]).startswith("“X9”")
    assert len(Gangs(2).why_impossible("row 1: B B B B B B\nalliances 0: B D N\nalliances 1: B D N")) >= 1


def test_positions_that_are_not_for_a_match() -> None:
    position = Match.new(Gangs(2), seed=1).position
    with pytest.raises(InvalidArgument):
        Match.from_position(Duel(), position)
    with pytest.raises(InvalidArgument):
        Match.from_position(Gangs(3), position)
    with pytest.raises(InvalidNotation):
        Match.from_position(Duel(), "nonsense")
    with pytest.raises(InvalidArgument, match="who starts"):
        Match.from_position(Solo(robot_starts=True), "street: M4 A3 F0")
    seen = Match.new(Gangs(2), seed=1).seen(0)
    with pytest.raises(InvalidArgument, match="hide"):
        Match.from_position(Gangs(2), Gangs(2).position_from_view(seen.view))
    assert Match.from_position(Gangs(2), seen.world(3), seed=1).view(0) == seen.view
    assert imagined(Match.new(Gangs(2), seed=1), 0, Dice(3)) == seen.world(3)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"position": "nonsense"}, "no place for the line"),
        ({"position": None}, "not text"),
        ({"pile": ["F4", "A1"]}, "has not the cards"),
        ({"pile": ["F4", "A1", "A2"]}, "has not the cards"),
        ({"pile": None}, "pile"),
        ({"pile": ["F4", "A1", "X"]}, "X"),
        ({"position": STUDY + "\nfirst: 1"}, "another seat started"),
    ],
)
def test_records_of_studies_are_checked(change: dict[str, object], sentence: str) -> None:
    data = json.loads(Match.from_position(Duel(), STUDY, seed=1).record().dumps())
    del data["deal"]
    assert Record.loads(json.dumps(data)).verify()
    data["setup"] |= change
    with pytest.raises(CorruptRecord, match=sentence):
        Record.loads(json.dumps(data))


def test_nobody_can_deal_another_order_of_bosses_and_members() -> None:
    data = json.loads(Match.from_position(Gangs(2), Match.new(Gangs(2), seed=1).position, seed=1).record().dumps())
    data["setup"]["pile"].reverse()
    del data["deal"]
    with pytest.raises(CorruptRecord, match="has not the cards"):
        Record.loads(json.dumps(data))


def test_what_was_seen_is_plain_data() -> None:
    match = Match.from_position(Duel(), STUDY, seed=1)
    assert match.seen(0) == InformationState(match.view(0))
