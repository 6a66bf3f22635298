"""A page says what cards, gangs and spots are called. Only the field for typed moves knows their codes."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import EXAMPLES, PLAIN, clause
from drawing import pov_of
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Card
from gangland.play import Match
from gangland.web.boards.famiglia import lowered
from gangland.web.boxes import all_boxes
from gangland.web.clicks import clicks
from gangland.web.drawings import draw_table
from gangland.web.sentences import HTML
from playing import any_moves, matches
from reading import CODE, Reader

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")


@pytest.mark.slow
@settings(max_examples=EXAMPLES // 6)
@given(matches())
def test_no_code_of_a_card_or_a_spot_is_said(match: Match) -> None:
    view = match.view(match.turn)
    choices = [(), *(click.picks for click in clicks(view, ()).alive.values() if not click.move)]
    for number, picks in enumerate(choices):
        html = draw_table(pov_of(match, match.turn, picks, LANGUAGES[number % 4])).html
        codes = [text for text in Reader(html).said if CODE.search(text)]
        assert codes == []


@clause("F1.4", "F6.2", "G3.1", "G4.1")
@settings(max_examples=EXAMPLES // 3)
@given(matches(), st.randoms(use_true_random=False), st.sampled_from(LANGUAGES))
def test_no_refusal_of_a_move_says_a_code(match: Match, random: Random, language: str) -> None:
    game, position = match.game, match.position
    for move in any_moves(game, random, 80):
        refusal = game.why_illegal(position, move)
        if refusal and refusal.clause != "F11.2":  # which tells how a place is typed
            said = HTML.say(replace(refusal.sentence, clause=""), Language(language))
            assert [text for text in Reader(said).said if CODE.search(text)] == []


@pytest.mark.parametrize("game", ["famiglia", "gangs"])
def test_the_field_for_typed_moves_explains_its_letters(game: str) -> None:
    [box] = [box for box in all_boxes(Language("pl")) if box.rulebook == game]
    assert ("B = Brutale" if game == "famiglia" else "B = Sycylijscy rzeźnicy") in box.letters


def test_a_brute_lowers_no_card_below_0() -> None:
    sentence = lowered(Card.parse("A1"), Card.parse("B4"))
    assert str(sentence) == "You may take A1 as if it were up to 1 rank lower."
    assert Language("de").translate(lowered(Card.parse("A3"), Card.parse("B2"))) == (
        "Du darfst A3 nehmen, als wäre der Rang um bis zu 2 niedriger."
    )
