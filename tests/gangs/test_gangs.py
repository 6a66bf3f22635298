"""Gangs of New York: what the worked positions do not show."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from conftest import clause
from gangland.core.errors import CorruptRecord, InvalidNotation
from gangland.core.words import LANGUAGES, Language
from gangland.gangs import Climb, Gang, Gangs, GangsMove, GangsView, Reveal, Spot
from gangland.gangs.cards import BOSSES, GANGS, MEMBERS, SPOT_NAMES, SPOTS
from gangland.play import Deal, Match


@clause("G0.1")
def test_eight_gangs_of_two_bosses_and_six_members() -> None:
    assert len(BOSSES + MEMBERS) == 64
    assert set(Counter(BOSSES + MEMBERS).values()) == {8}
    assert "".join(str(gang) for gang in GANGS) == "BDNLKREP"


@clause("G0.1", "G11")
@pytest.mark.parametrize(
    ("english", "polish", "german", "hungarian"),
    [
        ("Sicilian Butchers", "Sycylijscy rzeźnicy", "Sizilianische Schlächter", "Szicíliai mészárosok"),
        ("Broadway Dragons", "Smoki Broadwayu", "Broadway-Drachen", "Broadway-sárkányok"),
        ("Demimonde Dandies", "Dandysi półświatka", "Dandys der Halbwelt", "Félvilági dandyk"),
        ("Ladies of the Outskirts", "Damulki z przedmieścia", "Vorstadtdämchen", "Külvárosi dámák"),
        ("Five Points Knuckles", "Kiziory Five Points", "Five-Points-Schläger", "Five Points-i vagányok"),
        ("Rat Catchers", "Szczurołapy", "Rattenfänger", "Patkányfogók"),
        ("Ebony Reapers", "Hebanowi żniwiarze", "Ebenholz-Sensenmänner", "Ébenfekete kaszások"),
        ("Saint Patrick's Rascals", "Łobuzy Świętego Patryka", "Sankt Patricks Rabauken", "Szent Patrik csibészei"),
        ("Lord of the Underworld", "Władca Przestępczego Podziemia", "Herrscher der Unterwelt", "Az alvilág ura"),
        ("Heart of the District", "Serce dzielnicy", "Herz des Viertels", "A negyed szíve"),
        ("No Man's Land", "Ziemia niczyja", "Niemandsland", "Senki földje"),
    ],
)
def test_names_in_four_languages(english: str, polish: str, german: str, hungarian: str) -> None:
    said = [Language(language).say(english) for language in LANGUAGES]
    assert said == [english, polish, german, hungarian]


@clause("G0.2")
def test_the_pyramid() -> None:
    assert [str(spot) for spot in SPOTS] == (
        [
            "a1",
            "b1",
            "c1",
            "d1",
            "e1",
            "f1",
            "a2",
            "b2",
            "c2",
            "d2",
            "e2",
            "a3",
            "b3",
            "c3",
            "d3",
            "a4",
            "b4",
            "c4",
            "a5",
            "b5",
            "a6",
        ]
    )
    assert str(GangsMove.parse("climb a1 a2")) == "climb a1 a2"
    for wrong in ("climb c1 a2", "climb a1 a3", "climb a2 a1", "climb a1 b2"):
        with pytest.raises(InvalidNotation):
            GangsMove.parse(wrong)


@clause("G0.3")
def test_the_spots_have_names() -> None:
    assert len(SPOT_NAMES) == 20  # row 6 is the Lord's
    assert SPOT_NAMES[Spot.parse("a1")] == "Pell Street"
    assert SPOT_NAMES[Spot.parse("d2")] == "Paradise Square"
    assert SPOT_NAMES[Spot.parse("b3")] == "Bandit's Roost"
    assert SPOT_NAMES[Spot.parse("c4")] == "Anthony Street"
    assert SPOT_NAMES[Spot.parse("b5")] == "The Bowery Theatre"


@clause("G0.4")
def test_neighbours_touch() -> None:
    def neighbours(spot: str) -> set[str]:
        found = set()
        for other in SPOTS:
            try:
                GangsMove.parse(f"expel {spot} by {other} with B")
            except InvalidNotation:
                continue
            found.add(str(other))
        return found

    assert neighbours("a1") == {"b1", "a2"}
    assert neighbours("c3") == {"b3", "d3", "b4", "c4", "c2", "d2"}
    assert neighbours("a6") == {"a5", "b5"}
    assert neighbours("c4") == {"b4", "b5", "c3", "d3"}
    assert sum(len(neighbours(str(spot))) for spot in SPOTS) == 90


@clause("G1.1", "G1.2", "G1.3", "G1.4", "G1.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal(players: int) -> None:
    third_shared = 0
    for seed in range(60):
        match = Match.new(Gangs(players), seed=seed)
        setup = match.deal.setup
        first_two = [gang for own in setup["alliances"] for gang in own[:2]]
        assert len(set(first_two)) == 2 * players
        assert all(len(set(own)) == 3 for own in setup["alliances"])
        third_shared += any(own[2] in first_two for own in setup["alliances"])
        assert [len(own) for own in setup["influence"]] == [4 if players == 4 else 5] * players
        assert Counter(setup["deck"][:16]) == {str(gang): 2 for gang in GANGS}
        rest = [gang for own in setup["alliances"] + setup["influence"] for gang in own] + setup["deck"][16:]
        assert Counter(rest) == {str(gang): 6 for gang in GANGS}
        view = match.view(0)
        assert isinstance(view, GangsView)
        assert list(map(str, view.pyramid.values())) == setup["deck"][:6]
        assert str(view.top) == setup["deck"][6]
        assert view.deck_size == len(setup["deck"]) - 6
    assert third_shared > 0


class Rigged:
    """Shuffles nothing, except that the members come in the order given first."""

    def __init__(self, members: str) -> None:
        self.members = [Gang.parse(code) for code in members]

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, items: Iterable[Any]) -> list[Any]:
        left = list(items)
        if len(left) <= 16:
            return left
        first = []
        for gang in self.members:
            if gang in left:
                left.remove(gang)
                first.append(gang)
        return first + left


@clause("G1.2")
def test_a_card_put_aside_stays_aside_until_everybody_has_three() -> None:
    setup = Gangs(3).deal(Rigged("BDNKNBR"))
    assert [own[:2] for own in setup["alliances"]] == [["B", "D"], ["N", "L"], ["K", "R"]]
    # Seat 0 refuses B and D and takes N; seat 1 gets K, not the B put aside; seat 2 gets N.
    assert [own[2] for own in setup["alliances"]] == ["N", "K", "N"]


@clause("G1.2")
def test_they_return_early_if_there_is_nothing_else_to_deal() -> None:
    setup = Gangs(4).deal(Rigged("BBBBBDDDDDNNNNNLLLLLKKKKKRRRRREEEEEPPPPP"))
    assert all(len(set(own)) == 3 for own in setup["alliances"])


@clause("G1.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_and_the_order_of_turns(players: int) -> None:
    assert {Match.new(Gangs(players), seed=seed).turn for seed in range(40)} == set(range(players))
    match = Match.new(Gangs(players), seed=1, first=1)
    for turn in range(5):
        assert match.turn == (1 + turn) % players
        climbs = [move.action for move in match.legal_moves if isinstance(move.action, Climb)]
        match.push(str(next(climb for climb in climbs if climb.start.row == 1)))


@clause("G8")
def test_secrets_are_card_backs_to_others() -> None:
    match = Match.new(Gangs(3), seed=5)
    own, other, watcher = match.view(0), match.view(1), match.view(None)
    assert isinstance(own, GangsView)
    assert isinstance(other, GangsView)
    assert isinstance(watcher, GangsView)
    assert list(map(str, own.players[0].alliances)) == match.deal.setup["alliances"][0]
    assert sorted(map(str, own.players[0].influence or ())) == sorted(match.deal.setup["influence"][0])
    for view in (other, watcher):
        assert view.players[0].alliances == (None, None, None)
        assert view.players[0].influence is None
        assert view.players[0].influence_size == 5
        assert view.scores[0] is None
    assert watcher.legal_moves == ()
    assert Counter(map(str, own.bosses)) == Counter(match.deal.setup["deck"][7:16])


@clause("G7.1", "G8")
def test_alliances_are_open_when_the_game_is_over() -> None:
    match = Match.new(Gangs(2), seed=5)
    while not match.outcome:
        match.push(match.legal_moves[-1])
    view = match.view(None)
    assert isinstance(view, GangsView)
    assert [list(map(str, player.alliances)) for player in view.players] == match.deal.setup["alliances"]
    assert view.scores == match.outcome.scores


@clause("G5.2", "G10")
@pytest.mark.parametrize(("players", "reveals"), [(2, 2), (3, 4), (4, 6)])
def test_reveals_in_a_whole_game(players: int, reveals: int) -> None:
    match = Match.new(Gangs(players), seed=players)
    while not match.outcome:
        match.push(match.legal_moves[0])
    assert sum(isinstance(move.action, Reveal) for move in match.moves) == reveals
    assert sum(isinstance(move.action, Climb) for move in match.moves) == 15


@clause("G9")
@pytest.mark.parametrize(
    "text", ["", "climb", "climb a1", "climb a1 b1", "fill a6", "fill z1", "expel a1 by c1 with B", "expel a1 by b1",
             "expel a1 by b1 with X", "reveal", "reveal b", "PASS", "climb  a1 a2"],
)  # fmt: skip
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(InvalidNotation):
        GangsMove.parse(text)


@clause("G9")
def test_every_move_reads_back() -> None:
    texts = [str(GangsMove(number)) for number in range(779)]
    assert len(set(texts)) == 779
    assert [int(GangsMove.parse(text)) for text in texts] == list(range(779))


@clause("G1.1")
def test_an_impossible_setup_is_refused() -> None:
    dealt = Match.new(Gangs(2), seed=1).deal
    alliances, influence, deck = (dealt.setup[key] for key in ("alliances", "influence", "deck"))
    first = alliances[0][0]
    impossible = [
        {"influence": influence, "deck": deck},
        {"alliances": [alliances[0], [first, *alliances[1][1:]]], "influence": influence, "deck": deck},
        {"alliances": [[first, first, alliances[0][2]], alliances[1]], "influence": influence, "deck": deck},
        {"alliances": alliances, "influence": [influence[0][1:], influence[1]], "deck": [influence[0][0], *deck]},
        {"alliances": alliances, "influence": influence, "deck": deck[:-1]},
        {"alliances": alliances, "influence": influence, "deck": deck[::-1]},
        {"alliances": alliances[:1], "influence": influence, "deck": deck},
        {"alliances": 3, "influence": influence, "deck": deck},
        {"alliances": alliances, "influence": influence, "deck": ["?"] * len(deck)},
    ]
    for setup in impossible:
        with pytest.raises(CorruptRecord):
            Match(Gangs(2), Deal(0, setup, dealt.tickets, dealt.salt))


def test_a_gang_has_a_useful_repr() -> None:
    assert repr(Gang(0)) == "Gang.parse('B')"
