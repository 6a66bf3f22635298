"""Laws that hold in every game, whatever is played."""

import json
from collections import Counter
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conftest import EXAMPLES, PLAIN, clause
from gangland.core.chance import Random as Dice
from gangland.core.game import Game, Pass
from gangland.famiglia import FamigliaView, Take
from gangland.famiglia.cards import DECKS
from gangland.gangs import Climb, Expel, Gangs, GangsView
from gangland.gangs.cards import SPOTS, cards_of
from gangland.play import Match, Record, Reshuffled
from playing import any_moves, games, matches, played, seeds


class AnyGame(RuleBasedStateMachine):
    """Any moves and any taking back, with the laws checked after each."""

    match: Match

    @initialize(game=games, seed=seeds)
    def deal(self, game: Game, seed: int) -> None:
        self.match = Match.new(game, seed=seed)

    @precondition(lambda self: not self.match.outcome)
    @rule(data=st.data(), several=st.integers(1, 12))
    def move(self, data: st.DataObject, several: int) -> None:
        """A few moves: one of choice, then the first ones that are no pass."""
        self.match.push(data.draw(st.sampled_from(self.match.legal_moves)))
        for _ in range(several - 1):
            if not self.match.outcome:
                self.match.push(self.match.legal_moves[0])

    @precondition(lambda self: self.match.log)
    @rule()
    def take_back(self) -> None:
        before = str(self.match.position)
        log = list(self.match.log)
        move = self.match.undo()
        self.match.push(move)
        assert str(self.match.position) == before
        assert self.match.log == log
        self.match.undo()

    @precondition(lambda self: not self.match.outcome)
    @rule()
    def copies_do_not_share_anything(self) -> None:
        position = self.match.position
        before = str(position)
        copy = position.copy()
        assert copy == position
        assert hash(copy) == hash(position)
        copy.playouts(1, 1)
        assert str(copy) == before
        for move in copy.moves()[:3]:
            other = position.copy()
            other.push(move)
            while other.owed:
                other.draw(other.bag_cards()[0])
            assert str(position) == before

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        check_cards(self.match)

    @invariant()
    def every_card_has_its_support(self) -> None:
        check_support(self.match)

    @invariant()
    def text_and_record_read_back(self) -> None:
        position = self.match.position
        assert self.match.game.position(str(position)) == position
        record = self.match.record()
        again = Record.loads(record.dumps())
        assert again.dumps() == record.dumps()
        assert again.game == self.match.game

    @invariant()
    def there_is_a_move_until_the_game_is_over(self) -> None:
        assert bool(self.match.legal_moves) == (self.match.outcome is None)
        legal = [str(move) for move in self.match.legal_moves]
        assert len(set(legal)) == len(legal)
        for text in legal:
            assert str(self.match.game.move_type.parse(text)) == text


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(max_examples=EXAMPLES // 2, stateful_step_count=25)


def check_cards(match: Match) -> None:
    if isinstance(match.game, Gangs):
        lines = dict(line.split(":", 1) for line in str(match.position).splitlines())
        zones = ("row", "alliances", "influence", "top", "bosses", "members", "discard", "expelled")
        cards = [card.strip("*") for key, value in lines.items() if key.split()[0] in zones for card in value.split()]
        counted = Counter(card for card in cards if card not in (".", "none"))
        assert counted == Counter(map(str, cards_of(match.game.base)))
        return
    view = match.view(None)
    assert isinstance(view, FamigliaView)
    zones_of_view = (*view.hands, *view.displays, view.street, view.pile, view.under, view.discard)
    assert Counter(card for zone in zones_of_view for card in zone) == Counter(DECKS[view.cards])


def check_support(match: Match) -> None:
    view = match.view(None)
    if isinstance(view, GangsView):
        for spot in SPOTS:
            if spot in view.pyramid and spot.row > view.base:
                assert all(below in view.pyramid or below == view.gap for below in spot.supports)
        assert isinstance(match.game, Gangs)
        lowest = [spot for spot in view.pyramid if spot.row == match.game.base]
        assert len(lowest) == 7 - match.game.base


@clause("F6.8", "G2.1")
@given(matches(), st.randoms(use_true_random=False))
def test_a_move_is_refused_if_and_only_if_it_is_not_legal(match: Match, random: Random) -> None:
    game, position = match.game, match.position
    legal = set(match.legal_moves)
    for move in (*legal, *any_moves(game, random, 60)):
        assert (game.why_illegal(position, move) is None) == (move in legal)


@clause("G10", "G2.1", "G6.1", "G3.3")
@given(st.sampled_from([Gangs(2), Gangs(3), Gangs(4)]), seeds)
def test_a_game_of_gangs_has_exactly_15_climbs(game: Game, seed: int) -> None:
    match = played(game, seed)
    made = Counter(type(move.action) for move in match.moves)
    assert made[Climb] == 15
    assert made[Pass] == game.seats
    spent = made[Expel]
    reshuffled = any(isinstance(entry, Reshuffled) for entry in match.log)
    assert reshuffled == (spent == 16)
    if reshuffled:
        view = match.view(None)
        assert isinstance(view, GangsView)
        assert view.deck_size == 15


@clause("F9.1", "F9.3")
@given(games.filter(lambda game: not isinstance(game, Gangs)), seeds)
def test_equal_turns_unless_two_passes_running(game: Game, seed: int) -> None:
    match = played(game, seed)
    assert match.outcome
    ends = [entry for entry in match.log if not isinstance(entry, Reshuffled)]
    turns = [entry.seat for entry in ends if isinstance(entry.move.action, Take | Pass)]
    assert turns == [(match.deal.first + number) % 2 for number in range(len(turns))]
    if match.outcome.reason == "pile":
        assert len(turns) % 2 == 0
    else:
        assert isinstance(ends[-1].move.action, Pass)


@clause("F9.3")
@given(games.filter(lambda game: game.name == "famiglia-solo"), seeds)
def test_a_solo_game_never_ends_by_passes(game: Game, seed: int) -> None:
    match = played(game, seed)
    assert match.outcome
    assert match.outcome.reason == "pile"


@clause("F8.1")
@given(games.filter(lambda game: not isinstance(game, Gangs)), seeds)
def test_no_0_is_ever_reshuffled(game: Game, seed: int) -> None:
    for entry in played(game, seed).log:
        if isinstance(entry, Reshuffled):
            assert all(str(card)[1] != "0" for card in entry.cards)


@given(matches(), seeds)
def test_a_random_move_is_legal_and_every_legal_move_is_found(match: Match, seed: int) -> None:
    """`pick` must draw from exactly what `legal` lists, but for the pass."""
    position = match.position
    moves = position.moves()
    assume(moves)
    random = Dice(seed)
    texts = {move: str(match.game.move_type(move)) for move in moves}
    active = {move for move in moves if texts[move] != "pass"} or set(moves)
    tries = 12 * len(active) if not PLAIN else len(active)
    found = {position.random_move(random) for _ in range(tries)}
    assert found <= active
    if not PLAIN and len(active) <= 40:
        tries *= 4
        found |= {position.random_move(random) for _ in range(tries)}
        assert found == active


@given(matches())
def test_a_view_is_plain_data(match: Match) -> None:
    for seat in (None, *range(match.game.seats)):
        view = match.view(seat)
        assert json.loads(json.dumps(view.as_dict()))["turn"] == match.turn
        assert bool(view.legal_moves) == (seat == match.turn and match.outcome is None)


@given(matches())
def test_record_at_is_the_match_before_that_entry(match: Match) -> None:
    record = match.record()
    log = match.log
    for at in range(len(log)) if len(log) < 12 else Random(0).sample(range(len(log)), 5):
        if isinstance(log[at], Reshuffled):
            continue
        earlier = record.match(at=at)
        assert earlier.log == log[:at]
    assert str(record.match().position) == str(match.position)


def test_a_copy_has_a_past_of_its_own() -> None:
    """What was seen along one branch of a game is not what was seen along another."""
    match = played(Gangs(2), 1, 6)
    match.seen(0)
    branches = [match.copy(), match.copy()]
    for branch, move in zip(branches, match.legal_moves, strict=False):
        branch.push(move)
    pasts = [branch.seen(0).past for branch in branches]
    assert [str(past[-1][1]) for past in pasts] == [str(branch.moves[-1]) for branch in branches]
    assert len(match.seen(0).past) == 6
