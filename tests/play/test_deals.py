"""Fair deals: unbiased, committed to, and the same for the same seed."""

import hashlib
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from random import Random

from conftest import PLAIN, clause
from gangland.famiglia import Duel, Solo
from gangland.gangs import Gangs
from gangland.play import Match, Reshuffled, deal
from gangland.play.deal import Stream
from playing import GAMES, played


def test_the_same_seed_gives_the_same_deal() -> None:
    for game in GAMES:
        assert deal(game, 5) == deal(game, 5)
        assert deal(game, 5) != deal(game, 6)
        assert deal(game) != deal(game)


def test_the_algorithm_is_the_one_in_the_docs() -> None:
    """docs/fairness.md lets anybody check a deal with nothing but SHA-256 and JSON."""
    dealt = deal(Duel(), 5, first=1)
    text = (
        '{"deal":"gangland-deal/1","first":1,"game":"famiglia-duel","rules":{"joker_with_pair":false},'
        f'"salt":"{dealt.salt}","setup":{{"pile":{json.dumps(dealt.setup["pile"], separators=(",", ":"))}}},'
        f'"tickets":{json.dumps(dealt.tickets, separators=(",", ":"))}}}'
    )
    assert dealt.commitment(Duel()) == hashlib.sha256(text.encode()).hexdigest()
    first_word = int.from_bytes(hashlib.sha256(b"seed:0").digest()[:4], "big")
    assert Stream("seed").below(2**31) == first_word % 2**31


@clause("F1.3", "G1.6")
def test_a_deal_can_be_rebuilt_by_the_page() -> None:
    """Who starts takes a number also when the players say it; solo takes none (docs/fairness.md)."""

    def numbers(seed: str) -> Iterator[int]:
        for counter in itertools.count():
            block = hashlib.sha256(f"{seed}:{counter}".encode()).digest()
            yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))

    def below(n: int) -> int:
        return next(number for number in words if number < 2**32 - 2**32 % n) % n

    def shuffled(cards: list[str]) -> list[str]:
        for i in range(len(cards) - 1, 0, -1):
            j = below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards

    for game in (Duel(), Solo(3), Solo(3, robot_starts=True)):
        for first in (None, 0, 1):
            if first is not None and isinstance(game, Solo) and first != game.robot_starts:
                continue
            words = numbers("5")
            starter = int(game.robot_starts) if isinstance(game, Solo) else below(2)
            pile = [f"{family}{rank}" for family in "FABM" for rank in (0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4)]
            dealt = deal(game, 5, first)
            assert dealt.first == (starter if first is None else first)
            assert dealt.setup == {"pile": shuffled(pile)}
            assert [str(ticket) for ticket in dealt.tickets] == shuffled([str(number) for number in range(40)])
            assert dealt.salt == "".join(f"{next(words):08x}" for _ in range(8))


def test_the_commitment_does_not_depend_on_what_is_played() -> None:
    match = Match.new(Solo(3), seed=5)
    before = match.commitment
    while not match.outcome:
        match.push(match.legal_moves[0])
    assert match.commitment == before
    assert match.record().commitment == before


def test_a_commitment_tells_nothing_without_the_salt() -> None:
    dealt = deal(Duel(), 5)
    assert len(dealt.salt) == 64
    assert len({deal(Duel(), seed).salt for seed in range(50)}) == 50


@clause("F8.1")
def test_the_reshuffle_is_fixed_by_the_deal() -> None:
    """The same moves on the same deal lead to the same second pile, and it follows the tickets."""
    found = 0
    for seed in range(20):
        match = played(Solo(3), seed)
        for entry in match.log:
            if isinstance(entry, Reshuffled):
                found += 1
                assert list(entry.cards) == match.deal.reshuffle(Random(seed).sample(entry.cards, len(entry.cards)))
    assert found > 10


@clause("G3.3")
def test_so_is_the_new_deck() -> None:
    orders = set()
    for seed in range(40):
        match = played(Gangs(4), seed)
        for entry in match.log:
            if isinstance(entry, Reshuffled):
                assert len(entry.cards) == 16
                orders.add(entry.cards)
    assert len(orders) > 3


def test_tickets_shuffle_any_number_of_cards_without_bias() -> None:
    """Three cards out of forty tickets: six orders, equally often."""
    games = 600 if PLAIN else 3000
    orders = Counter("".join(deal(Duel(), seed).reshuffle("abc")) for seed in range(games))
    assert len(orders) == 6
    for count in orders.values():
        assert abs(count - games / 6) < 5 * (games / 6) ** 0.5


def test_every_card_comes_first_as_often_as_it_is_there() -> None:
    games = 600 if PLAIN else 3000
    tops = Counter(deal(Duel(), seed).setup["pile"][0] for seed in range(games))
    for card, expected in (("F1", 4 / 52), ("F0", 3 / 52), ("M4", 1 / 52)):
        assert abs(tops[card] - games * expected) < 5 * (games * expected) ** 0.5


def test_numbers_below_a_bound_are_uniform() -> None:
    stream = Stream("x")
    counts = Counter(stream.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(abs(count - 1000) < 160 for count in counts.values())
