"""Any card answers: what it is, what it is worth and can do, and why it cannot be used now, in the rules' own words."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given

from conftest import PLAIN, clause
from drawing import pov_of
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Card, Duel, FamigliaView, Solo, Take
from gangland.famiglia.cards import CARDS
from gangland.gangs import Climb, Expel, Gangs, GangsView
from gangland.gangs.cards import GANGS
from gangland.play import Match
from gangland.web.answers import CLAUSES, answer_of
from gangland.web.answers.famiglia import ability
from gangland.web.answers.gangs import note
from gangland.web.boards import board_of
from gangland.web.boards.gangs import GangsBoard
from gangland.web.boards.pieces import Look
from gangland.web.drawings import draw_answer, draw_table
from gangland.web.pov import Pov
from playing import come_to, matches, played
from reading import CODE, Reader
from worlds import another_pile, another_world

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")
CITED = re.compile(r"\b[FG]\d+\.\d+\b")
PIECE = re.compile(r'<(?:a|button) class="(?:card|spot|asks)[^>]*?\sid="([^"]+)"')


def pieces_on(pov: Pov) -> list[str]:
    """The ids of all cards and spots on the page."""
    return PIECE.findall(draw_table(pov).html)


def answers_on(pov: Pov) -> dict[str, str]:
    """What all pieces of a page answer."""
    return {piece: str(draw_answer(pov, piece)) for piece in pieces_on(pov)}


@pytest.mark.slow
@given(matches())
def test_every_piece_of_a_page_answers_everybody_without_codes(match: Match) -> None:
    assume(not match.outcome and not match.game.is_for_study)
    number = len(match.log)
    seat = [*range(match.game.seats), match.turn, None][number % (match.game.seats + 2)]
    pov = pov_of(match, seat, language=LANGUAGES[number % 4])
    answers = answers_on(pov)
    assert answers
    for piece, answer in answers.items():
        assert 'id="tell-name"' in answer, piece
        assert [text for text in Reader(answer).said if CODE.search(CITED.sub("", text))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_and_gang_says_what_it_can_do(language: str) -> None:
    words, english = Language(language), Language("en")
    view = Match.new(Gangs(2), seed=1).view(0)
    assert isinstance(view, GangsView)
    for said, plain in (
        *((ability(card, words), ability(card, english)) for card in CARDS),
        *((note(view, gang, words), note(view, gang, english)) for gang in GANGS),
    ):
        assert said
        assert (said == plain) == (language == "en")
    four = {ability(card, words) for card in CARDS if card.rank == 2}
    assert len(four) == 4


def tells(answer: str, match: Match, move: str) -> bool:
    """Whether an answer has the sentence with which the rules refuse a move, and a link to its clause."""
    with pytest.raises(IllegalMove) as raised:
        match.copy().push(move)
    sentence = raised.value.sentence
    said = CLAUSES.say(replace(sentence, clause=""), Language("de"))
    link = rf'href="/rules/\w+#{sentence.clause}"[^>]*>{sentence.clause}</a>'
    return said in answer and bool(re.search(link, answer))


@clause("F6.2")
@pytest.mark.parametrize("game", [Duel(), Solo(3)], ids=str)
def test_a_street_card_that_cannot_be_taken_says_why_as_the_rules_do(game: Game) -> None:
    found = 0
    for seed in range(8):
        match = played(game, seed, 20 + seed)
        view = match.view(match.turn)
        if match.outcome or not view.legal_moves or (isinstance(game, Solo) and match.turn == 1):
            continue
        assert isinstance(view, FamigliaView)
        taken = {move.action.card for move in view.legal_moves if isinstance(move.action, Take)}
        pov = pov_of(match, match.turn, language="de")
        for place, card in enumerate(view.street, 1):
            answer = answer_of(view, f"street-{place}", pov)
            assert answer
            assert answer.uses[0].possible == (card in taken)
            assert bool(answer.act) == (card in taken)
            if card not in taken and view.street.count(card) == 1 and not view.brute:
                pair = f"{card.family}{card.rank - 1}"
                assert tells(answer.uses[0].say, match, f"take {card} with {pair} {pair}")
                [(_, needs), _] = answer.uses[0].needs
                held = view.hands[match.turn].count(Card.parse(pair))
                assert [need.held for need in needs] == [held > 0, held > 1]
                found += 1
    assert found > 5


def is_high(match: Match) -> bool:
    """Whether somebody stands in row 5, and whoever moves could use influence."""
    view = match.view(match.turn)
    assert isinstance(view, GangsView)
    legal = [move.action for move in view.legal_moves if isinstance(move.action, Expel)]
    return bool(legal) and any(spot.row > 4 for spot in view.pyramid)


@clause("G4.1", "G4.2")
def test_a_gangster_says_whom_it_cannot_expel_and_why() -> None:
    match = come_to(Gangs(2), 3, is_high)
    view = match.view(match.turn)
    assert isinstance(view, GangsView)
    pov = pov_of(match, match.turn, language="de")
    [card, *_] = view.players[match.turn].influence or ()
    legal = [move.action for move in view.legal_moves if isinstance(move.action, Expel)]
    pairs = {(action.victim, action.agent) for action in legal}
    spared = [(victim, agent) for victim in view.pyramid for agent in view.pyramid if victim.touches(agent)]
    spared = [pair for pair in spared if pair not in pairs]
    assert spared
    for victim, agent in spared:
        assert tells(str(draw_answer(pov, f"spot-{agent}")), match, f"expel {victim} by {agent} with {card}")


@pytest.mark.slow
@clause("F1.5", "G8")
@pytest.mark.parametrize("game", [Duel(), Gangs(2), Gangs(4)], ids=str)
def test_no_piece_answers_what_is_hidden(game: Game) -> None:
    """Permute whatever a viewer cannot see: every piece answers the same."""
    for moves in (9, 26):
        match = played(game, 5, moves)
        for seat in (*range(game.seats), None):
            random = Random(moves)
            twin = another_world(match, seat, random) if isinstance(game, Gangs) else another_pile(match, random)
            assert twin.deal.setup != match.deal.setup
            assert answers_on(pov_of(twin, seat)) == answers_on(pov_of(match, seat))


NOWHERE = (
    "", "street-0", "street-99", "street-x", "street-٣", "hand-2-0", "hand-0-99", "display-0-F4-0", "display-0-Z-0",
    "discard-0", "spot-a9", "alliance-9", "influence--1", "ally-9-0", "ally-0-9", "top-1", "x-x-x-x-x",
)  # fmt: skip


@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=str)
def test_what_is_not_there_answers_nothing(game: Game) -> None:
    pov = pov_of(Match.new(game, seed=1), 0)
    assert [piece for piece in NOWHERE if draw_answer(pov, piece)] == []


@clause("G3.1", "G4.1")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_lives_at_a_table_of_gangs_says_what_a_click_does(seed: int) -> None:
    """M13: gangsters who may climb say where to, and influence cards that they can be used."""
    match = come_to(Gangs(2), seed, lambda match: len(match.moves) > 6 * seed and not match.view(None).gap)  # type: ignore[attr-defined]
    pov = pov_of(match, match.turn)
    board = board_of(pov.table.view, pov)  # type: ignore[arg-type]
    assert isinstance(board, GangsBoard)
    pieces = [*(piece for row in board.rows for piece in row.spots), *board.influence, *board.alliances]
    living = [piece for piece in pieces if piece.look is Look.PLAYABLE]
    assert living
    assert [piece.id for piece in living if not (piece.verb and piece.sign)] == []
    climbs = [move.action for move in match.legal_moves if isinstance(move.action, Climb)]
    for piece in living:
        goals = {climb.goal for climb in climbs if f"spot-{climb.start}" == piece.id}
        arrows = {"↖" if str(goal.supports[1]) == piece.id[-2:] else "↗" for goal in goals}
        assert {arrow for arrow in "↖↗" if arrow in piece.verb} == arrows


@clause("G6.3")
def test_a_pass_after_the_coronation_says_that_it_is_final() -> None:
    """M14: in the banner, and on the button."""
    match = come_to(Gangs(2), 3, lambda match: match.view(None).crowned and not match.view(None).gap)  # type: ignore[attr-defined]
    text = draw_table(pov_of(match, match.turn)).html
    assert "Whoever passes is out for good." in text
    assert re.search(r'value="pass"[^>]*>\s*Pass for good', text)
