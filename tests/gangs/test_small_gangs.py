"""The small variant of Gangs for exact methods: what differs from the rules, and that exact methods run on it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from conftest import PLAIN, clause, long_only
from gangland.bots import Limit, analyse, choose_at_random, choose_greedily
from gangland.core.chance import Random as Dice
from gangland.core.errors import CorruptRecord, InvalidArgument, InvalidNotation
from gangland.core.game import Pass
from gangland.core.position import Position
from gangland.env.deals import chance_deal
from gangland.env.encodings import encoding_for
from gangland.gangs import Climb, Expel, Gang, Gangs, GangsView, Reveal, SmallGangs, Spot
from gangland.gangs import view as gangs_view
from gangland.gangs.belief import Belief
from gangland.play import Match, Record, deal
from playing import played

ALL = [SmallGangs(rows) for rows in (2, 3, 4)]
LOWEST = {2: "a5 b5", 3: "a4 b4 c4", 4: "a3 b3 c3 d3"}


def view_of(match: Match, seat: int | None = None) -> GangsView:
    view = match.view(seat)
    assert isinstance(view, GangsView)
    return view


@clause("G1.1", "G1.3", "G1.4", "G1.5")
@pytest.mark.parametrize("game", ALL, ids=str)
def test_what_is_dealt_and_laid_out(game: SmallGangs) -> None:
    thirds, influence = set(), set()
    for seed in range(60):
        match = Match.new(game, seed=seed)
        view = view_of(match)
        assert " ".join(map(str, view.pyramid)) == LOWEST[game.rows]
        assert "".join(map(str, [*view.pyramid.values(), view.top])) == "BDNLB"[: len(view.pyramid) + 1]
        assert view.deck_size == 16 - len(view.pyramid) + 24 - 6 - 2
        setup = match.deal.setup
        assert [own[:2] for own in setup["alliances"]] == [["B", "N"], ["D", "L"]]
        thirds.add(tuple(own[2] for own in setup["alliances"]))
        influence |= {(seat, *own) for seat, own in enumerate(setup["influence"])}
    assert thirds == {(zero, one) for zero in "DL" for one in "BN"}
    assert influence == {(seat, gang) for seat in (0, 1) for gang in "BDNL"}


@clause("G3.1", "G3.2", "G5.1", "G6.1", "G6.3")
@pytest.mark.parametrize("game", ALL, ids=str)
def test_whole_games_have_the_climbs_and_reveals_of_their_rows(game: SmallGangs) -> None:
    for seed in range(10 if PLAIN else 40):
        match = played(game, seed)
        made = Counter(type(move.action) for move in match.moves)
        assert made[Climb] == game.rows * (game.rows - 1) // 2
        assert made[Reveal] == game.rows - 2
        assert made[Pass] == 2
        assert made[Expel] <= 2
        assert len(match.moves) <= game.most_decisions
        assert all(
            spot.row >= game.base for move in match.moves for spot in move.action.named if isinstance(spot, Spot)
        )
        view = view_of(match)
        assert len(view.pyramid) == game.rows * (game.rows + 1) // 2
        assert "".join(map(str, deck_order(match))) == "BDNL" * 4


def deck_order(match: Match) -> list[Gang]:
    """The bosses in the order in which they come: those that came, and those that the position says will come."""
    came = match.deal.setup["deck"][: 16 - len(view_of(match).bosses)]
    parts = match.game.pile_parts(match.position)[:-1]
    return [*map(Gang.parse, came), *(Gang(card) for part in parts for card in part)]


@clause("G4.2")
def test_expulsions_are_those_of_the_real_pyramid() -> None:
    """With three rows, every victim is in rows 4 to 6; in row 3 any card will do."""
    text = "row 3: B D N L\nrow 4: B B .\nalliances 0: B N D\nalliances 1: D L B\ninfluence 0: L\ntop: B"
    legal = set(map(str, SmallGangs(4).legal_moves(SmallGangs(4).position(text))))
    assert "expel a3 by b3 with L" in legal
    assert "expel b3 by a4 with L" in legal
    assert not any(move.startswith("expel a4") for move in legal)
    assert {"climb c3 c4", "climb d3 c4", "climb a4 a5", "climb b4 a5"} <= legal


@clause("G6.2")
def test_nobody_to_expel_is_no_endless_search_for_a_move() -> None:
    """After the coronation an influence card of a gang that stands nowhere is of no use: only a pass is left."""
    game = SmallGangs(2)
    text = "row 6: B\nrow 5: D N\nalliances 0: B N D\nalliances 1: D L B\ninfluence 0: L\ninfluence 1: L\ntop: B"
    position = game.position(text)
    assert list(map(str, game.legal_moves(position))) == ["pass"]
    assert str(game.read_number(position.random_move(Dice(1)))) == "pass"
    assert position.playouts(10, 1) == 20
    other = game.position(text.replace("influence 0: L", "influence 0: D"))
    picked = {str(game.read_number(other.random_move(Dice(seed)))) for seed in range(50)}
    assert picked == set(map(str, game.legal_moves(other))) - {"pass"}


@pytest.mark.parametrize("game", ALL, ids=str)
def test_records_positions_and_undo(game: SmallGangs) -> None:
    match = played(game, 3)
    record = Record.loads(match.record().dumps())
    assert record.game == game
    assert record.verify().position == match.position
    while match.moves:
        assert game.position(str(match.position)) == match.position
        match.undo()
    assert match.position == Match(game, match.deal).position
    study = Match.from_position(game, played(game, 4, 3).position, seed=1)
    while not study.outcome:
        study.push(study.legal_moves[0])
    assert Record.loads(study.record().dumps()).game == game


@pytest.mark.parametrize("game", ALL, ids=str)
def test_positions_belong_to_their_pyramid(game: SmallGangs) -> None:
    position = played(game, 1, 2).position
    for other in (*ALL, Gangs(2)):
        if other != game:
            with pytest.raises(InvalidArgument):
                other.legal_moves(position)
            with pytest.raises((InvalidArgument, InvalidNotation)):
                other.legal_moves(other.position(str(position)))
            with pytest.raises(ValueError, match="not a position"):
                encoding_for(other).encode(position, 0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda setup: setup["deck"].insert(0, setup["deck"].pop(1)), "sixteen bosses"),
        (lambda setup: setup["influence"][0].append("B"), "starts with 1"),
        (lambda setup: setup["deck"].append("K"), "six members"),
        (lambda setup: setup["alliances"][0].__setitem__(2, "K"), "six members"),
    ],
)
def test_setups_that_cannot_be_dealt(change: Any, reason: str) -> None:
    game = SmallGangs()
    setup = deal(game, 1).setup
    change(setup)
    with pytest.raises(CorruptRecord, match=reason):
        game.start(setup, 0)


@pytest.mark.parametrize("line", ["row 3: B D N L", "gap: a1", "top: K", "influence 0: B B", "bosses: B B B B B"])
def test_what_the_real_pyramid_has_is_refused(line: str) -> None:
    text = "row 4: B D N\nalliances 0: B N D\nalliances 1: D L B\ntop: L"
    lines = dict(one.split(":") for one in [*text.splitlines(), line])
    assert SmallGangs().position(text)
    with pytest.raises(InvalidNotation):
        SmallGangs().position("\n".join(f"{key}:{value}" for key, value in lines.items()))


@clause("G1.5")
def test_only_the_base_is_laid_out() -> None:
    """A text may not say that another row is: whatever laid the next card out would go on beyond the top."""
    rows = "row 1: B B D D N N\nrow 2: L L . . .\ngap: c2"
    with pytest.raises(InvalidNotation):
        Gangs(2).position(f"{rows}\nalliances 0: B D N\nalliances 1: L K R\nlaying: yes\nowed: 1")


@pytest.mark.slow
@clause("G8", "G1.2")
@pytest.mark.parametrize("game", ALL, ids=str)
def test_the_belief_is_exact(game: SmallGangs) -> None:
    """Sampled worlds are as likely as in all deals that fit what a seat sees, before any move is made."""
    match = Match.new(game, seed=5)
    seat = match.turn
    base = gangs_view.imagine(view_of(match, seat))
    belief, dice, count = Belief(base, seat, {}), Dice(1), 600 if PLAIN else 4000
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(count):
        world = base.copy()
        belief.imagine(world, seat, dice)
        assert world.view(seat) == match.view(seat)
        seen[own_secrets(world, 1 - seat)] += 1
    expected: Counter[tuple[int, int]] = Counter()
    for odds, position in deals(game):
        if own_secrets(position, seat) == own_secrets(match.position, seat):
            expected[own_secrets(position, 1 - seat)] += odds  # type: ignore[assignment]
    total = sum(expected.values())
    assert set(seen) == set(expected)
    square = sum((seen[key] - count * odds / total) ** 2 / (count * odds / total) for key, odds in expected.items())
    assert square < len(expected) + 4 * (2 * len(expected)) ** 0.5


def own_secrets(position: Any, seat: int) -> tuple[int, int]:
    """What is dealt to a seat by chance: its third alliance and its influence card."""
    return position.alliance[3 * seat + 2], position.influence[seat]


def deals(game: SmallGangs, dealt: tuple[int, ...] = (), odds: float = 1.0) -> Iterator[tuple[float, Any]]:
    """Every deal chance by chance, with its odds."""
    chances = chance_deal(game)
    if len(dealt) == chances.size:
        yield odds, chances.position(dealt)
        return
    for outcome, chance in chances.outcomes(dealt):
        yield from deals(game, (*dealt, outcome), odds * chance)


@clause("G1.2", "G1.3")
def test_deals_chance_by_chance_are_those_of_matches_and_batches() -> None:
    from gangland.env.batch import Batch

    game = SmallGangs(2)
    expected = {str(position): odds for odds, position in deals(game)}
    assert sum(expected.values()) == pytest.approx(1)
    count = 1500
    seen = Counter(str(game.start(one.setup, one.first)[0]) for one in (deal(game, seed) for seed in range(count)))
    assert set(seen) <= set(expected)
    square = sum((seen[key] - count * odds) ** 2 / (count * odds) for key, odds in expected.items())
    assert square < len(expected) + 4 * (2 * len(expected)) ** 0.5
    batch = Batch(game, 1000, seed=1)
    first = {name: batch.encoding.names.index(f"{name} B") for name in ("pair", "third", "influence")}
    rows = {name: batch.observations[:, start : start + 8] for name, start in first.items()}
    assert {tuple(row) for row in rows["pair"].tolist()} == {(1, 0, 1, 0, 0, 0, 0, 0), (0, 1, 0, 1, 0, 0, 0, 0)}
    assert not (rows["pair"] & rows["third"]).any()
    assert (rows["third"].sum(axis=1) == 1).all()
    assert (rows["influence"].sum(axis=1) == 1).all()


@pytest.mark.parametrize("game", ALL, ids=str)
def test_random_games_in_every_room(game: SmallGangs) -> None:
    from gangland.env.batch import Batch
    from gangland.env.pettingzoo import env

    batch = Batch(game, 50, seed=1)
    finished = 0
    for _ in range(60):
        assert (batch.observations <= list(batch.encoding.highest)).all()
        batch.step(batch.random_actions())
        finished += int(batch.dones.sum())
    assert finished > 50
    one = env(game)
    one.reset(seed=7)
    for agent in one.agent_iter():
        observation, _, terminated, _, _ = one.last()
        one.step(None if terminated else int(observation["action_mask"].argmax()))
        assert agent in ("player_0", "player_1")


@pytest.mark.parametrize("game", ALL, ids=str)
def test_bots_play_it(game: SmallGangs) -> None:
    match, random = Match.new(game, seed=2), Random(2)
    while not match.outcome:
        seen = match.seen(match.turn)
        found = analyse(seen, Limit(simulations=30), 1)
        assert found.move in match.legal_moves
        assert choose_greedily(seen.view) in match.legal_moves
        match.push(found.move if match.turn else choose_at_random(match.legal_moves, random))


def test_a_search_finds_the_coronation_that_wins() -> None:
    """Nobody has influence: whoever stands on the top decides, 5 to 2 or 2 to 5, and B is seat 0's alone."""
    game = SmallGangs(2)
    position = game.position("row 5: B L\nalliances 0: B N D\nalliances 1: D L N\ntop: D")
    match = Match.from_position(game, position, seed=1)
    assert str(analyse(match.seen(0), Limit(simulations=200), 1).move) == "climb a5 a6"


# Exact methods

TWO_ROWS = 11_575, 1000, 1000  # the nodes of the whole tree, and the information sets of each player


def test_node_counts_of_the_whole_tree() -> None:
    """Counted from the rules alone, deal by deal. The deals themselves are another 55 nodes of chance."""
    counts: Counter[str] = Counter()

    def walk(position: Position) -> None:
        if position.owed:
            counts["chance"] += 1
            for card in set(position.bag_cards()):
                branch = position.copy()
                branch.draw(card)
                walk(branch)
        elif position.ended:
            counts["ends"] += 1
        else:
            counts["decisions"] += 1
            for move in position.moves():
                branch = position.copy()
                branch.push(move)
                walk(branch)

    for _, position in deals(SmallGangs(2)):
        walk(position)
    assert counts == {"chance": 3232, "decisions": 5536, "ends": 2752}


def test_openspiel_walks_the_whole_tree() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("gangland.env.openspiel")
    states = 0
    known: list[set[str]] = [set(), set()]
    to_do = [pyspiel.load_game("python_gangland_gangs-small(rows=2)").new_initial_state()]
    while to_do:
        state = to_do.pop()
        states += 1
        if not state.is_terminal() and not state.is_chance_node():
            known[state.current_player()].add(state.information_state_string())
        to_do += [state.child(action) for action in state.legal_actions()]
    assert (states, *map(len, known)) == TWO_ROWS


@long_only
@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the solver is OpenSpiel's, a hundred times slower on the plain kernel")
def test_counterfactual_regrets_come_closer_to_an_equilibrium() -> None:
    """CFR+ on the whole tree: what the best answers gain against the average policy falls, in the end to a tenth."""
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("gangland.env.openspiel")
    from open_spiel.python.algorithms import cfr, exploitability

    game = pyspiel.load_game("python_gangland_gangs-small(rows=2)")
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(8):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 1
    assert after < before / 10
