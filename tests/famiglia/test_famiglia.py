"""Famiglia: what the worked positions do not show."""

from collections import Counter
from pathlib import Path

import pytest

from conftest import clause
from gangland.core.errors import InvalidArgument, InvalidNotation
from gangland.core.game import Outcome, Pass, Termination
from gangland.core.words import LANGUAGES, LOCALES, Language
from gangland.famiglia import Card, Duel, FamigliaMove, FamigliaView, Solo, Sweep, Take, ranking_score
from gangland.famiglia.cards import DECK, START
from gangland.learn import rulebook
from gangland.play import Match


@clause("F0.1")
def test_sixty_cards_in_four_families() -> None:
    assert len(DECK) == 60
    for family in "FABM":
        ranks = Counter(card.rank for card in DECK if card.family == family)
        assert ranks == {0: 5, 1: 4, 2: 3, 3: 2, 4: 1}


@clause("F0.2", "F13")
@pytest.mark.parametrize(
    ("english", "polish", "german", "hungarian"),
    [
        ("La Famiglia", "La Famiglia", "La Famiglia", "La Famiglia"),
        ("The Accountants", "Kasjerzy", "Die Buchhalter", "Könyvelők"),
        ("The Brutes", "Brutale", "Die Brutalen", "Brutálisok"),
        ("The Mercenaries", "Najemnicy", "Die Söldner", "Zsoldosok"),
    ],
)
def test_families_in_four_languages(english: str, polish: str, german: str, hungarian: str) -> None:
    said = [Language(language).say(english) for language in LANGUAGES]
    assert said == [english, polish, german, hungarian]


@clause("F13")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pl", ["Ulica", "Stos"]),
        ("de", ["Straße", "Nachzugstapel", "Ablagestapel"]),
        ("hu", ["Utca", "Húzópakli", "Dobópakli"]),
    ],
)
def test_the_table_uses_the_words_of_the_rulebooks(language: str, words: list[str]) -> None:
    from gangland.terminal.boards import Boards

    match = Match.new(Duel(), seed=1)
    board = " ".join(Boards(Language(language)).draw([match.view(0)], match.seats))
    for word in words:
        assert word.lower() in board.lower()


@clause("F13")
@pytest.mark.parametrize(
    ("language", "other_words"),
    [
        ("pl", ["zdolnoś", "dżoker", "na polu gry", "na ręce"]),  # umiejętność, joker, w polu gry, w ręce
        ("de", ["fähigkeit", "auf der straße"]),  # Sondereigenschaft, in der Straße
        ("hu", ["dzsóker", "rangú"]),  # joker, értékű
    ],
)
def test_no_sentence_has_another_word_than_the_rulebook(language: str, other_words: list[str]) -> None:
    book = Path(rulebook.__file__).with_name("famiglia") / f"{language}.toml"
    files = [book, *(LOCALES / language / "LC_MESSAGES").glob("*.po")]
    assert len(files) == 3
    text = "\n".join(path.read_text("utf-8") for path in files).lower()
    assert [word for word in other_words if word in text] == []


@clause("F0.3")
def test_points() -> None:
    assert [Card.parse(f"F{rank}").points for rank in range(5)] == [1, 3, 6, 10, 15]
    for family in "ABM":
        assert [Card.parse(f"{family}{rank}").points for rank in range(5)] == [0, 1, 3, 6, 10]
    assert sum(card.points for card in DECK) == 175


@clause("F0.3")
def test_the_kernel_counts_the_same_points() -> None:
    for card in set(DECK):
        position = Duel().position(f"hand 0: {card}")
        assert position.score(0) == card.points


@clause("F0.4")
def test_a_card_is_written_family_and_rank() -> None:
    assert [str(Card.parse(str(card))) for card in DECK] == [str(card) for card in DECK]
    for wrong in ("", "F", "F5", "X0", "f0", "F-1", "F01", "F٣"):
        with pytest.raises(InvalidNotation):
            Card.parse(wrong)


@clause("F0.5")
@pytest.mark.parametrize("move", ["play A0", "play B0", "play F0", "play B0 on A1", "play A0 on A1", "play M0 on A1"])
def test_a_0_has_no_ability(move: str) -> None:
    with pytest.raises(InvalidNotation) as trouble:
        FamigliaMove.parse(move)
    assert str(trouble.value) == f"{move.split()[1]} cannot be played: a 0 has no ability. (F0.5)"


NOT_PLAYED = "{} cannot be played: only an Accountant can, or a Brute on a card of the Street. ({})"


@clause("F4.1", "F5.1", "F6.1", "F6.2", "F6.4", "F6.5")
@pytest.mark.parametrize(
    ("move", "trouble"),
    [
        ("play A2 on F3", "An Accountant is not played on a card: write just play A2. (F4.1)"),
        ("play B2", "A Brute is played on a card of the Street: say which, like play B2 on M4. (F5.1)"),
        ("play F3", NOT_PLAYED.format("F3", "F4.1")),
        ("play M2", NOT_PLAYED.format("M2", "F4.1")),
        ("play F3 on A1", NOT_PLAYED.format("F3", "F5.1")),
        ("play M2 on A1", NOT_PLAYED.format("M2", "F5.1")),
        ("take F3 with M3 M4", "Two jokers never make a pair: one of the two must be the real card. (F6.5)"),
        ("take F3 with M3 M3", "Two jokers never make a pair: one of the two must be the real card. (F6.5)"),
        ("take F3 with F2 M2", "M2 cannot be the joker beside F2: its rank must be higher. (F6.4)"),
        ("take F3 with M2 F2", "M2 cannot be the joker beside F2: its rank must be higher. (F6.4)"),
        ("take F1 with F0 M0", "M0 cannot be the joker beside F0: its rank must be higher. (F6.4)"),
        ("take F0 with F0 F0", "F0 is free: it is taken without a pair. (F6.1)"),
        ("take M0 with M1 F2", "M0 is free: it is taken without a pair. (F6.1)"),
        ("take F3 with F3 M4", "F3 and M4 are never a pair for F3. (F6.2)"),
        ("take F3 with F1 F2", "F1 and F2 are never a pair for F3. (F6.2)"),
        ("take F3 with A2 A2", "A2 and A2 are never a pair for F3. (F6.2)"),
        ("take M3 with M3 M4", "Two jokers never make a pair: one of the two must be the real card. (F6.5)"),
        ("take M2 with M3 M3", "Two jokers never make a pair: one of the two must be the real card. (F6.5)"),
        ("take M3 with F2 M4", "F2 and M4 are never a pair for M3. (F6.2)"),
    ],
)
def test_what_is_never_a_move_is_told_with_its_clause(move: str, trouble: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        FamigliaMove.parse(move)
    assert str(caught.value) == trouble


@clause("F6.4")
def test_a_joker_without_its_card_is_not_called_two_jokers() -> None:
    game = Duel()
    position = game.position("street: F3\nhand 0: M3")
    for move in ("take F3 with M3 F2", "take F3 with F2 M3"):
        assert str(game.why_illegal(position, FamigliaMove.parse(move))) == "There is no F2 in your hand. (F6.4)"


@clause("F1.1", "F1.2", "F1.4")
def test_setup() -> None:
    match = Match.new(Duel(), seed=1)
    view = match.view(0)
    assert isinstance(view, FamigliaView)
    assert view.hands == (START, START)
    assert view.displays == ((), ())
    assert view.discard == ()
    pile = match.deal.setup["pile"]
    assert len(pile) == 52
    assert Counter(pile) == Counter(str(card) for card in DECK) - Counter({str(card): 2 for card in START})
    assert list(map(str, view.street)) == pile[:6]
    assert view.pile_size == 46


@clause("F1.3")
def test_the_start_player_is_chosen_by_chance_or_by_the_players() -> None:
    assert {Match.new(Duel(), seed=seed).turn for seed in range(20)} == {0, 1}
    assert {Match.new(Duel(), seed=seed, first=1).turn for seed in range(20)} == {1}


@clause("F1.5")
def test_all_is_public_but_the_order_of_the_pile() -> None:
    match = Match.new(Duel(), seed=1)
    view = match.view(None)
    assert isinstance(view, FamigliaView)
    hidden = match.deal.setup["pile"][6:]
    assert Counter(map(str, view.pile)) == Counter(hidden)
    assert list(view.pile) == sorted(view.pile)
    assert match.view(0).as_dict() | {"seat": None, "legal_moves": ()} == view.as_dict() | {"legal_moves": ()}


@clause("F10.1")
@pytest.mark.parametrize("robot_starts", [False, True])
def test_solo_is_set_up_for_two_and_either_side_starts(robot_starts: bool) -> None:
    match = Match.new(Solo(level=2, robot_starts=robot_starts), seed=1)
    assert match.turn == int(robot_starts)
    view = match.view(0)
    assert isinstance(view, FamigliaView)
    assert view.hands[0] == view.hands[1]
    assert view.robot_level == 2


@clause("F10.2", "F11.3")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_robot_takes_exactly_one_card_a_turn_and_plays_none(level: int) -> None:
    match = Match.new(Solo(level, robot_starts=True), seed=level)
    taken = 0
    while not match.outcome:
        if match.turn == 1:
            assert len(match.legal_moves) == 1
            action = match.legal_moves[0].action
            assert isinstance(action, Sweep | Take | Pass)
            if isinstance(action, Take):
                assert action.spent is None
                taken += 1
        match.push(match.legal_moves[0])
        view = match.view(1)
        assert isinstance(view, FamigliaView)
        assert len(view.hands[1]) == 4 + taken
        assert view.displays[1] == ()


@clause("F10.6", "F10.7")
def test_ranking_score_of_a_win() -> None:
    assert ranking_score(Outcome((60, 45), (0,), Termination.PILE)) == 75
    assert ranking_score(Outcome((45, 60), (1,), Termination.PILE)) is None
    assert ranking_score(Outcome((45, 45), (0, 1), Termination.PILE)) is None
    assert ranking_score(Outcome((45, 45), (0,), Termination.PILE)) == 45


@clause("F11.1", "F11.2", "F11.3")
@pytest.mark.parametrize(
    "text",
    [
        "", "skip", "take", "take F0 ", " take F0", "take  F0", "take F0 with", "take F3 with F2", "take F3 with A2 A2",
        "take F3 with F3 F3", "take F3 with M2 M3", "take F3 with F2 M2", "take M1 with M0 M0 M0", "play A1 on F2",
        "play B1 on", "swap F0", "sweep", "sweep F0#", "sweep F0#0", "take F0#03", "take F0#100", "take F0#²", "Pass",
    ],
)  # fmt: skip
def test_what_is_not_a_move(text: str) -> None:
    with pytest.raises(InvalidNotation):
        FamigliaMove.parse(text)


def test_every_move_reads_back() -> None:
    seen = set()
    for number in range(1245):
        try:
            move = FamigliaMove(number)
        except InvalidArgument:
            continue
        assert FamigliaMove.parse(str(move)) == move
        seen.add(int(move))
    # 20 sweeps, 4 Accountants, 400 swaps, 80 Brutes, 20 free takes, the payments and the pass:
    # for each card of rank r and each lower p one natural pair, and two ways with each joker above p.
    payments = 4 * sum(1 + 2 * (4 - p) for r in range(5) for p in range(r))
    assert len(seen) == 20 + 4 + 400 + 80 + 20 + payments + 1
