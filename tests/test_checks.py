"""What the library is asked for is checked at its door: one sentence, and nothing has changed."""

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from typing import Any

import pytest

from gangland.bots import contestant, levels_for
from gangland.bots.analysis import Limit, analyse
from gangland.core.chance import Random as Dice
from gangland.core.errors import CorruptRecord, GanglandError, IllegalMove, InvalidArgument, InvalidNotation
from gangland.core.game import Game
from gangland.famiglia import Card, Duel, FamigliaMove, Solo
from gangland.famiglia import view as famiglia_view
from gangland.famiglia.cards import pack
from gangland.gangs import Gang, Gangs, GangsMove, GangsView, Spot
from gangland.gangs import view as gangs_view
from gangland.play import Match, Played, Record, Reshuffled, deal
from gangland.play.deal import Stream
from gangland.play.variation import imagined
from gangland.registry import load_game
from playing import GAMES, played

# Options

BAD_OPTIONS: list[tuple[type[Game], dict[str, Any]]] = [
    *[(Solo, {"level": level}) for level in (0, 5, 9, -1, "3", 3.0, True, None, 10**5000)],
    (Solo, {"robot_starts": 1}),
    *[(kind, {"joker_with_pair": "no"}) for kind in (Duel, Solo)],
    *[(Gangs, {"players": players}) for players in (1, 5, 7, 2.0, "2", True, None)],
]


@pytest.mark.parametrize(("kind", "options"), BAD_OPTIONS)
def test_games_check_their_options(kind: type[Game], options: dict[str, Any]) -> None:
    makers: list[Callable[[], object]] = [
        lambda: kind(**options),
        lambda: replace(kind(), **options),  # type: ignore[type-var]
        lambda: kind().__setstate__(vars(kind()) | options),
    ]
    for make in makers:
        with pytest.raises(InvalidArgument, match=rf"^The option {next(iter(options))} cannot be .*; it is one of: "):
            make()
    if "robot_starts" not in options:
        with pytest.raises(CorruptRecord, match=r"^The option .* it is one of: "):
            kind.from_options({"level": 3, "players": 2} | options, 0)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_games_survive_copies_and_pickles(game: Game) -> None:
    assert copy.copy(game) == copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == game


def test_a_game_out_of_a_file_is_checked_like_a_new_one() -> None:
    data = pickle.dumps(Solo(3), 0).replace(b"I3\n", b"I9\n")
    with pytest.raises(InvalidArgument):
        pickle.loads(data)


# Codes

BAD_NUMBERS = [-1, 10**9, 10**30, -(10**30), 10**5000, None, "", "F0", 1.0, True, b"1", (1,)]


@pytest.mark.parametrize("kind", [Card, Gang, Spot, FamigliaMove, GangsMove])
def test_codes_are_made_of_numbers_that_there_are(kind: type[Any]) -> None:
    for number in (*BAD_NUMBERS, kind.count):
        with pytest.raises(InvalidArgument, match=r" is not the number of a "):
            kind(number)
        with pytest.raises(InvalidArgument):
            kind.__new__(kind, number)
    for text in (None, 5, b"F0", ["F0"]):
        with pytest.raises(InvalidNotation, match=r" is not text\.$"):
            kind.parse(text)
    last = kind.count - 1 if kind is not FamigliaMove else 1244
    for code in (kind(0), kind(last)):
        assert copy.deepcopy(code) is code or copy.deepcopy(code) == code
        assert pickle.loads(pickle.dumps(code)) == code == kind.parse(str(code))


def test_a_code_of_another_kind_is_none() -> None:
    for number in (Card(3), Spot(3), GangsMove(3)):
        with pytest.raises(InvalidArgument):
            FamigliaMove(number)


def test_codes_equal_nothing_but_themselves() -> None:
    codes = [Card(3), Gang(3), Spot(3), FamigliaMove(3), GangsMove(3)]
    for code in codes:
        assert code == type(code)(3)
        assert hash(code) == hash(type(code)(3))
        assert code in [3, code]
        for other in (3, 3.0, str(code), *codes):
            assert (code == other) == (code is other)
        with pytest.raises(AttributeError):
            code.number = 4
        with pytest.raises(AttributeError):
            del code.number
    with pytest.raises(TypeError):
        sorted(codes)


@pytest.mark.parametrize("kind", [Card, Gang, Spot, FamigliaMove, GangsMove])
def test_what_a_code_shows_makes_it_again(kind: type[Any]) -> None:
    for number in (0, 3, 7):
        assert eval(repr(kind(number))) == kind(number)


def test_a_move_without_an_action_is_none() -> None:
    for number in (1244 + 1245, 20 + 1245):  # a pass and an Accountant with a place
        with pytest.raises(InvalidArgument, match=r"is not the number of a move of Famiglia\. \(F11\)$"):
            FamigliaMove(number)


def test_sets_of_cards_are_of_cards() -> None:
    with pytest.raises(InvalidArgument):
        pack([10**12])  # type: ignore[list-item]
    with pytest.raises(InvalidArgument, match=r"^a1 stands on no other spot\. \(G0\.2\)$"):
        Spot(0).supports  # noqa: B018


# Matches


@pytest.mark.parametrize(
    ("arguments", "trouble"),
    [
        ({"game": None}, "None is not a game: those are Duel, Solo, Gangs, SmallDuel, SmallGangs."),
        ({"game": "gangs"}, "'gangs' is not a game: those are Duel, Solo, Gangs, SmallDuel, SmallGangs."),
        ({"first": 5}, "There is no seat 5: they are numbered from 0 to 1."),
        ({"first": -1}, "There is no seat -1: they are numbered from 0 to 1."),
        ({"first": True}, "There is no seat True: they are numbered from 0 to 1."),
        ({"first": 1.0}, "There is no seat 1.0: they are numbered from 0 to 1."),
        ({"game": Solo(3), "first": 1}, "In the solo game the option robot_starts says who starts. (F10.1)"),
        ({"seats": ["one"]}, "Wrong number of seats: there must be 2."),
        ({"seats": []}, "Wrong number of seats: there must be 2."),
        ({"seats": "ab"}, "Wrong number of seats: there must be 2."),
        ({"seats": [1, 2]}, "Wrong number of seats: there must be 2."),
        ({"seats": repeat("x")}, "Wrong number of seats: there must be 2."),
        ({"seed": 1.5}, "1.5 is not a seed: that is a whole number or a text."),
        ({"seed": True}, "True is not a seed: that is a whole number or a text."),
        ({"seed": [1]}, "[1] is not a seed: that is a whole number or a text."),
        ({"seed": "\ud800"}, "'\\ud800' is not a seed: that is a whole number or a text."),
        ({"seed": 10**5000}, "<int> is not a seed: that is a whole number or a text."),
    ],
)  # fmt: skip
def test_a_new_match_checks_what_it_is_made_of(arguments: dict[str, Any], trouble: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        Match.new(**({"game": Duel()} | arguments))
    assert str(caught.value) == trouble


def test_deals_check_what_they_are_made_of() -> None:
    good = deal(Gangs(2), 1)
    for bad in (
        {"tickets": (0, 0)},
        {"tickets": (1, 2)},
        {"tickets": [0]},
        {"tickets": ("0",)},
        {"tickets": (True, 0)},
    ):
        with pytest.raises(InvalidArgument, match="tickets"):
            replace(good, **bad)
    for salt in ("a", "0" * 63, "g" * 64, "0" * 65, "0" * 63 + "\n", 7, None):
        with pytest.raises(InvalidArgument, match="64 hexadecimal digits"):
            replace(good, salt=salt)  # type: ignore[arg-type]
    for wrong in (None, good.setup, replace(good, tickets=tuple(range(15)))):
        with pytest.raises(InvalidArgument, match="is not a deal for this game"):
            Match(Gangs(2), wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidArgument, match="There is no seat 2"):
        Match(Gangs(2), replace(good, first=2))
    endless = {"deck": repeat("B")}
    setups: list[Any] = [None, [], "deck", endless, good.setup | endless, good.setup | {"deck": 5}]
    for setup in setups:
        with pytest.raises(CorruptRecord):
            Match(Gangs(2), replace(good, setup=setup))
        with pytest.raises(CorruptRecord):
            Duel().start({"pile": setup}, 0)
    for n in (0, -1, 2**32 + 1, 10**30):
        with pytest.raises(InvalidArgument):
            Stream(1).below(n)


@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(3)])
def test_a_view_is_that_of_a_seat_or_a_watcher(game: Game) -> None:
    match = Match.new(game, seed=1)
    assert match.view(None) == match.view() == match.position.view(None)
    for seat in (game.seats, -1, 10**30, True, "0", 0.0):
        for look in (match.view, match.seen):
            with pytest.raises(
                InvalidArgument, match=rf"^There is no seat .*: they are numbered from 0 to {game.seats - 1}"
            ):
                look(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [Duel(), Solo(3), Gangs(2)])
def test_a_bad_move_is_refused_with_a_sentence_and_changes_nothing(game: Game) -> None:
    match = played(game, 3, 12)
    before = match.record().dumps(), str(match.position), match.pile
    legal = str(match.legal_moves[0])
    other: list[Any] = [GangsMove(number) if game.name != "gangs" else FamigliaMove(number) for number in (0, 5, 500)]
    for move in (*BAD_NUMBERS, *other, Card(0), object(), [], 1244 + 1245, -(10**9), 779, 520 + 1245 * 60):
        with pytest.raises((IllegalMove, InvalidNotation)) as caught:
            match.push(move)
        assert 0 < len(str(caught.value)) < 300
    for text in (f" {legal}", f"{legal} ", legal.replace(" ", "  "), legal.replace(" ", "\u00a0") + "\n", "x" * 10**6):
        with pytest.raises(InvalidNotation) as unreadable:
            match.push(text)
        assert 0 < len(str(unreadable.value)) < 300
    assert before == (match.record().dumps(), str(match.position), match.pile)
    match.push(int(match.legal_moves[0]))  # type: ignore[arg-type]


def test_a_reshuffle_that_cannot_be_leaves_the_match_as_it_was() -> None:
    match = played(Duel(), 3)
    at = next(number for number, entry in enumerate(match.log) if isinstance(entry, Reshuffled))
    made = match.log[at - 1]
    assert isinstance(made, Played)
    earlier = match.record().match(at=at - 1)
    before = earlier.record().dumps(), str(earlier.position), earlier.pile
    for cards in (Reshuffled((Card.parse("F0"),)), Reshuffled(()), ("F0",), 5):
        with pytest.raises(CorruptRecord):
            earlier.replay(made.seat, made.move, cards)  # type: ignore[arg-type]
        assert before == (earlier.record().dumps(), str(earlier.position), earlier.pile)


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, Match.copy, lambda match: pickle.loads(pickle.dumps(match))]
)
@pytest.mark.parametrize("game", [Duel(), Gangs(2)])
def test_a_copy_shares_nothing(game: Game, make: Callable[[Match], Match]) -> None:
    match = played(game, 1, 6)
    match.seen(0)
    before = match.record().dumps(), str(match.position), match.pile, match.seen(0)
    twin = make(match)
    assert (twin.record().dumps(), str(twin.position), twin.pile, twin.seen(0)) == before
    twin.push(twin.legal_moves[0])
    for setup in twin.deal.setup.values():
        setup.clear()
    assert (match.record().dumps(), str(match.position), match.pile, match.seen(0)) == before
    match.undo()


def test_a_pickled_match_is_played_again() -> None:
    """What could not come up does not come out of a file either."""
    match = played(Duel(), 1, 6)
    match.give_up(0)
    assert pickle.loads(pickle.dumps(match)).outcome == match.outcome
    state = match.__getstate__()
    for wrong in (
        {"log": [*state["log"], Played(0, FamigliaMove.parse("take F4"))]},
        {"log": [Reshuffled(()), *state["log"]]},
        {"log": [7]},
        {"deal": None},
        {"game": Gangs(2)},
        {"seats": ["one"]},
    ):
        with pytest.raises(GanglandError):
            Match.new(Duel()).__setstate__(state | wrong)


def test_giving_up_names_a_seat_and_a_reason() -> None:
    match = Match.new(Duel(), seed=1)
    for arguments in ((2,), (-1,), (None,), (0, "boredom"), (0, None)):
        with pytest.raises(InvalidArgument):
            match.give_up(*arguments)
    assert match.outcome is None


def test_nobody_thinks_for_another_seat() -> None:
    for game in (Duel(), Gangs(2)):
        match = Match.new(game, seed=1)
        with pytest.raises(ValueError, match="it is another seat's turn"):
            analyse(match.seen(1 - match.turn), Limit(simulations=10))


WRONG: tuple[Any, ...] = (None, 5, -1, 1.5, True, [None], {1: 2}, b"x", object())


@pytest.mark.parametrize(
    "ask",
    [
        levels_for,
        lambda wrong: contestant(wrong, Duel()),
        lambda wrong: contestant("level:1", wrong),
        lambda wrong: load_game(wrong),
        lambda wrong: load_game("gangs", [wrong]),  # type: ignore[arg-type]
        lambda wrong: analyse(Match.new(Duel(), seed=1).seen(0), Limit(simulations=1), [wrong]),  # type: ignore[arg-type]
        lambda wrong: analyse(wrong, Limit(simulations=1)),
        lambda wrong: Match.new(Gangs(2), seed=1).shown([[wrong]]),  # type: ignore[list-item]
        lambda wrong: Match.new(Gangs(2), seed=1).shown(3),  # type: ignore[arg-type]
        lambda wrong: imagined(wrong, 0, Dice(1)),
        lambda wrong: imagined(Match.new(Gangs(2), seed=1), [wrong], Dice(1)),  # type: ignore[arg-type]
    ],
)
def test_what_bots_and_variations_are_asked_is_checked(ask: Callable[[Any], object]) -> None:
    """Raised is one of the documented errors, with a sentence of ours and not of what broke further down."""
    for wrong in WRONG:
        with pytest.raises((InvalidArgument, InvalidNotation, TypeError, ValueError)) as caught:
            ask(wrong)
        assert re.search(r"\.( \([FG][\d.]+\))?$", str(caught.value)), str(caught.value)
        assert not re.search("object is not|unsupported operand|has no attribute|expected string", str(caught.value))


# Records


def test_records_check_what_they_are_made_of() -> None:
    match = played(Duel(), 3, 10)
    record = match.record()
    for bad in (
        {"game": None}, {"game": Gangs(3)}, {"seats": ("one",)}, {"seats": 7}, {"first": 2}, {"first": "0"},
        {"log": None}, {"log": (7,)}, {"log": ({"seat": 0},)}, {"setup": None}, {"extra": None}, {"outcome": "won"},
        {"outcome": 5},
    ):  # fmt: skip
        with pytest.raises(CorruptRecord):
            replace(record, **bad)
    for at in (-1, 11, 10**30, "1", 1.0, True):
        with pytest.raises(CorruptRecord, match=r"^The log ends with entry 10\.$"):
            record.match(at)  # type: ignore[arg-type]
    texts: list[Any] = [None, 5, b"\xff", [], "{}"]
    for text in texts:
        with pytest.raises(CorruptRecord):
            Record.loads(text)
    with pytest.raises(InvalidArgument):
        Record.of(None)  # type: ignore[arg-type]
    assert replace(record, extra={"deal": None}).commitment is None


# Positions and views of other games


def test_a_game_looks_at_its_own_positions_only() -> None:
    duel, two = Match.new(Duel(), seed=1).position, Match.new(Gangs(2), seed=1).position
    for game, position in ((Gangs(2), duel), (Duel(), two), (Gangs(3), two), (Duel(), None)):
        asked: list[Callable[[Any], object]] = [game.standing, game.outcome]
        for ask in asked:
            with pytest.raises(InvalidArgument):
                ask(position)
        with pytest.raises(InvalidArgument):
            game.why_illegal(position, game.move_type(0))  # type: ignore[arg-type]


def test_only_what_a_seat_may_see_is_imagined() -> None:
    view = played(Gangs(2), 1, 8).view(0)
    assert isinstance(view, GangsView)
    gangs_view.imagine(view)
    bad: list[dict[str, Any]] = [
        {"seat": None}, {"seat": 2}, {"turn": 5}, {"mover": 10**30}, {"players": view.players * 3}, {"reached": 6},
        {"reached": 5}, {"reveals": -1}, {"gap": Spot(20)}, {"crowned": True}, {"pyramid": {}},
        {"bosses": (Gang(0),) * 9}, {"players": (replace(view.players[0], influence_size=9), view.players[1])},
        {"players": (replace(view.players[0], alliances=(Gang(0), Gang(0), Gang(1))), view.players[1])},
        {"gap": "z9"}, {"top": "X"},
    ]  # fmt: skip
    for change in bad:
        with pytest.raises(ValueError, match=r"\w"):
            gangs_view.imagine(replace(view, **change))
    duel: Any = played(Duel(), 1, 8).view(0)
    bad = [
        {"robot_level": 9},
        {"hands": ()},
        {"turn": 5},
        {"street": ("F9",)},
        {"pile_in_use": "third"},
        {"ended": "x"},
    ]
    for change in bad:
        with pytest.raises(ValueError, match=r"\w"):
            famiglia_view.imagine(replace(duel, **change))
    for nothing in (None, view):
        with pytest.raises(TypeError, match=r"^A view is of the class FamigliaView"):
            famiglia_view.imagine(nothing)  # type: ignore[arg-type]
