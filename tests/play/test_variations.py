"""Games tried otherwise: legal moves for all seats, chance drawn anew and kept, worlds that one seat may think of."""

from random import Random as Shuffle

import pytest

from conftest import clause
from gangland.core.chance import Random
from gangland.core.errors import CorruptRecord, GanglandError, IllegalMove, InvalidNotation
from gangland.core.game import Game
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Tried, Variation, imagined
from playing import played
from worlds import another_world

KINDS: list[Game] = [Duel(), Solo(3), Solo(2, robot_starts=True), Gangs(2), Gangs(4)]


def tried_to_the_end(variation: Variation, random: Random) -> Variation:
    while moves := variation.game.legal_moves(variation.position):
        variation = variation.after(str(moves[random.roll(len(moves))]), random)
    return variation


@pytest.mark.parametrize("game", KINDS, ids=str)
@pytest.mark.parametrize("number", [0, 7, 30])
def test_a_game_is_tried_to_its_end_and_its_text_leads_there_again(game: Game, number: int) -> None:
    match = played(game, 5, number)
    random = Random(3)
    begun = Variation.begin(game, imagined(match, 0, random), random)
    variation = tried_to_the_end(begun, random)
    assert variation.position.ended
    read = Variation(game, variation.start, tuple(Tried.parse(str(tried)) for tried in variation.tried))
    assert read == variation
    assert read.position == variation.position
    others = {tried_to_the_end(begun, Random(seed)).tried for seed in range(4, 8)}
    assert others != {variation.tried}
    backwards = variation
    while backwards != begun:
        backwards = backwards.back()
        assert backwards.position.turn < game.players
    assert begun.back() == begun


@pytest.mark.parametrize(
    ("tried", "sentence"),
    [
        ("take F9", "Move 2: “F9”"),
        ("sweep M1", "Move 2: "),
        ("pass = F0", "Move 2: These cards cannot come up now."),
        ("pass = F0 nothing", "Move 2: “nothing”"),
        ("", "Move 2: “”"),
    ],
)
def test_the_first_move_that_is_not_in_order_is_named(tried: str, sentence: str) -> None:
    begun = Variation.begin(Duel(), Duel().position("hand 0: M1 M1 B2\nstreet: M4 A3"), Random(1))
    variation = Variation(Duel(), begun.start, (Tried("play B2 on M4"), Tried.parse(tried)))
    with pytest.raises(CorruptRecord) as trouble:
        _ = variation.position
    assert str(trouble.value).startswith(sentence)


def test_cards_that_a_move_turned_up_are_kept_with_it() -> None:
    whole = tried_to_the_end(Variation.begin(Duel(), played(Duel(), 5, 7).position, Random(2)), Random(3))
    drew = next(number for number, tried in enumerate(whole.tried) if tried.cards)
    for cards in ((), (*whole.tried[drew].cards, "F0")):
        tried = (*whole.tried[:drew], Tried(whole.tried[drew].move, cards))
        with pytest.raises(CorruptRecord, match=f"Move {drew + 1}: These cards cannot come up now."):
            _ = Variation(Duel(), whole.start, tried).position


def test_a_refusal_is_that_of_the_rules() -> None:
    begun = Variation.begin(Duel(), Duel().position("hand 0: M1\nstreet: M4 A3"), Random(1))
    with pytest.raises(IllegalMove) as trouble:
        begun.after("take M4 with M1 M1", Random(1))
    assert trouble.value.clause
    with pytest.raises(InvalidNotation):
        begun.after("nonsense", Random(1))
    with pytest.raises(GanglandError):
        _ = Variation(Duel(), "nonsense").position


@clause("G8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_world_follows_from_what_the_seat_has_seen_and_fits_it(players: int) -> None:
    match = played(Gangs(players), 5, 30)
    worlds = set()
    for seat in range(players):
        for seed in range(6):
            world = imagined(match, seat, Random(seed))
            assert world.view(seat) == match.view(seat)
            assert world.view(None) == match.view(None)
            assert Gangs(players).position(str(world)) == world
            elsewhere = another_world(match, seat, Shuffle(seed))
            assert imagined(elsewhere, seat, Random(seed)) == world
            worlds.add(str(world))
    assert len(worlds) > 3 * players  # dealt anew each time
