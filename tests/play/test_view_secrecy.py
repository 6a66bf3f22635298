"""Non-interference: shuffle whatever a seat cannot see, and nothing that it gets may change."""

import json
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import clause
from gangland.bots import choose_greedily
from gangland.core.game import Game
from gangland.gangs import Gangs, SmallGangs
from gangland.play import Match, Played, Reshuffled
from playing import games, played, seeds
from worlds import another_pile, another_world


def seen(match: Match, seat: int | None) -> str:
    """Every byte that leaves for a seat or a watcher."""
    view = match.view(seat)
    choice = str(choose_greedily(view)) if view.legal_moves else None
    return json.dumps([view.as_dict(), choice])


def history(match: Match, seat: int | None) -> list[str]:
    """From the first moment to the last."""
    again = Match(match.game, match.deal, match.seats)
    told = [seen(again, seat)]
    for move in match.moves:
        again.push(move)
        told.append(seen(again, seat))
    return told


@clause("F1.5")
@given(games.filter(lambda game: not isinstance(game, Gangs)), seeds, st.integers(0, 60))
def test_famiglia_hides_the_order_of_the_pile(game: Game, seed: int, moves: int) -> None:
    match = played(game, seed, moves)
    random = Random(seed)
    reshuffles = [entry for entry in match.log if isinstance(entry, Reshuffled)]
    if reshuffles:
        # The first pile is known by now: permute what nobody has seen of the second.
        order = list(reshuffles[0].cards)
        hidden = match.position.bag_cards()
        drawn = order[: len(order) - len(hidden)]
        rest = order[len(drawn) :]
        random.shuffle(rest)
        twin = Match(match.game, match.deal, match.seats)
        for number, entry in enumerate(match.log):
            if isinstance(entry, Played):
                after = match.log[number + 1 : number + 2]
                there = after and isinstance(after[0], Reshuffled)
                twin.replay(entry.seat, str(entry.move), Reshuffled((*drawn, *rest)) if there else None)
        assert [seen(twin, seat) for seat in (0, 1, None)] == [seen(match, seat) for seat in (0, 1, None)]
        return
    twin = another_pile(match, random)
    for seat in (0, 1, None):
        assert seen(twin, seat) == seen(match, seat)


@clause("G8", "G1.2", "G1.4")
@given(st.sampled_from([Gangs(2), Gangs(3), Gangs(4), SmallGangs(3)]), seeds, st.integers(0, 80), st.integers(0, 4))
def test_gangs_hides_alliances_influence_and_deck(game: Gangs, seed: int, moves: int, watcher: int) -> None:
    match = played(game, seed, moves)
    assume(match.outcome is None and not match.position.reshuffles)
    seat = watcher if watcher < game.players else None
    twin = another_world(match, seat, Random(seed))
    assert history(twin, seat) == history(match, seat)


@clause("G8")
def test_the_other_worlds_really_differ() -> None:
    """Or the test above would prove nothing."""
    differ = 0
    for seed in range(20):
        match = played(Gangs(3), seed, 20)
        twin = another_world(match, 0, Random(seed))
        assert twin.deal != match.deal
        differ += seen(twin, 1) != seen(match, 1)
    assert differ >= 18
