"""Non-interference: shuffle whatever a seat cannot see, and nothing that it gets may change."""

import json
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import clause
from gangland.bots import choose_greedily
from gangland.game import CorruptRecord, Game
from gangland.gangs import Gangs, GangsView
from gangland.play import Deal, Match, Played, Reshuffled
from playing import games, played, seeds


def seen(match: Match, seat: int | None) -> str:
    """Every byte that leaves for a seat or a watcher."""
    view = match.view(seat)
    choice = choose_greedily(view) if view.legal_moves else None
    return json.dumps([view.as_dict(), choice])


def history(match: Match, seat: int | None) -> list[str]:
    record = match.record()
    stops = [at for at, entry in enumerate(match.log) if isinstance(entry, Played)]
    return [seen(record.match(at=at), seat) for at in (*stops, len(match.log))]


def replayed(match: Match, deal: Deal) -> Match:
    """The same moves in another world."""
    twin = Match(match.game, deal, match.seats)
    for entry in match.log:
        if isinstance(entry, Played):
            twin.push(entry.move)
    return twin


@clause("F1.5")
@given(games.filter(lambda game: not isinstance(game, Gangs)), seeds, st.integers(0, 60))
def test_famiglia_hides_the_order_of_the_pile(game: Game, seed: int, moves: int) -> None:
    match = played(game, seed, moves)
    random = Random(seed)
    tickets = random.sample(match.deal.tickets, len(match.deal.tickets))
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
    pile = match.deal.setup["pile"]
    known = 52 - len(match.position.bag_cards())
    hidden_cards = pile[known:]
    random.shuffle(hidden_cards)
    deal = Deal(match.deal.first, {"pile": pile[:known] + hidden_cards}, tuple(tickets), "other salt")
    twin = replayed(match, deal)
    for seat in (0, 1, None):
        assert seen(twin, seat) == seen(match, seat)


@clause("G8", "G1.2", "G1.4")
@given(st.sampled_from([Gangs(2), Gangs(3), Gangs(4)]), seeds, st.integers(0, 80), st.integers(0, 4))
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


def another_world(match: Match, seat: int | None, random: Random) -> Match:
    """A deal that looks the same to a seat so far: its hidden cards are permuted, everything it saw stays."""
    setup = match.deal.setup
    players = len(setup["alliances"])
    view = match.view(None)
    assert isinstance(view, GangsView)
    drawn = len(setup["deck"]) - len(position_deck(match))
    bosses = setup["deck"][drawn:16]
    random.shuffle(bosses)
    members = setup["deck"][max(drawn, 16) :]
    others = [player for player in range(players) if player != seat]
    left = {player: list(match.view(player).players[player].influence) for player in others}  # type: ignore[attr-defined]
    secret = {
        player: [i for i, gang in enumerate(setup["alliances"][player]) if gang not in view.players[player].revealed]
        for player in others
    }
    pool = members + [card for player in others for card in left[player]]
    pool += [setup["alliances"][player][i] for player in others for i in secret[player]]
    for attempt in range(3000):
        cards = random.sample(pool, len(pool))
        if attempt > 2000:  # keep the alliances, which are the hard part
            cards = members + [card for player in others for card in left[player]]
            random.shuffle(cards)
            cards += [setup["alliances"][player][i] for player in others for i in secret[player]]
        taken = iter(cards)
        deck = setup["deck"][:drawn] + bosses + [next(taken) for _ in members]
        influence = [list(own) for own in setup["influence"]]
        for player in others:
            spent = list(influence[player])
            for card in left[player]:
                spent.remove(card)
            influence[player] = spent + [next(taken) for _ in left[player]]
        alliances = [list(own) for own in setup["alliances"]]
        for player in others:
            for i in secret[player]:
                alliances[player][i] = next(taken)
        other = {"alliances": alliances, "influence": influence, "deck": deck}
        try:
            deal = Deal(match.deal.first, other, match.deal.tickets[::-1], "other salt")
            return replayed(match, deal)
        except CorruptRecord:
            continue
    raise AssertionError("no other world found")


def position_deck(match: Match) -> list[str]:
    """The deck below its top card, in the true order."""
    return [str(match.game.card_type(card)) for card in match._pile]
