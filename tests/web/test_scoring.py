"""The end of a game as a page tells it: to whom it speaks, and what it says of a game that was given up."""

import re
from dataclasses import replace
from html import unescape

import pytest

from conftest import PLAIN
from drawing import pov_of
from gangland.core.game import GIVEN_UP, Game, Outcome, Termination
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.web.drawings import draw_table
from gangland.web.scoring import verdict_of
from playing import played

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")
TIE = "In a tie, the player with more influence cards left wins."


def end_of(match: Match, seat: int | None) -> str:
    return " ".join(unescape(draw_table(pov_of(match, seat)).html).split())


def headline(page: str) -> str:
    found = re.search("<h1>(.*?)</h1>", page)
    assert found
    return found[1].strip()


@pytest.mark.parametrize("game", [Duel(), Gangs(2)], ids=["famiglia", "gangs"])
@pytest.mark.parametrize(("reason", "words"), [("resigned", "resigned"), ("time", "run out of time")])
def test_a_game_that_was_given_up_says_so_instead_of_points(game: Game, reason: str, words: str) -> None:
    match = played(game, 3, 12)
    match.give_up(0, reason)
    winner, loser, watcher = (end_of(match, seat) for seat in (1, 0, None))
    assert (headline(winner), headline(loser), headline(watcher)) == ("You win", "You lose", "B wins")
    for page, sentence in (
        (winner, f"A has {words}."),
        (loser, f"You have {words}."),
        (watcher, f"A has {words}."),
    ):
        assert f'<p class="reason"> {sentence}' in page
        assert re.search(rf'<ol class="log".*<li> <span></span> <span>{sentence}</span> </li>', page), sentence


def test_the_end_of_gangs_speaks_to_the_reader() -> None:
    match = next(
        match for match in (played(Gangs(4), seed) for seed in range(100))
        if match.outcome and len(set(match.outcome.scores)) == 4
    )  # fmt: skip
    assert match.outcome
    scores = match.outcome.scores
    order = sorted(range(4), key=lambda seat: -scores[seat])
    for place, (seat, word) in enumerate(zip(order, ("first", "second", "third", "fourth"), strict=True)):
        page = end_of(match, seat)
        points = f"{scores[seat]} point{'s' * (scores[seat] != 1)}"
        told = f"You are {word}, with {points}" if place else f"You win, {scores[seat]} to {scores[order[1]]}"
        assert headline(page) == told
        own = re.findall('<section class="zone tally[^"]*" aria-label="([^"]+)">', page)
        assert own.index("You") == place
        assert len(re.findall('class="zone tally[^"]* own"', page)) == 1
        assert TIE not in page
        assert (f"wins with {scores[order[0]]} point" in page) == (place > 0)


def test_ties_are_explained_only_if_there_is_one() -> None:
    match = next(
        match for match in (played(Gangs(3), seed) for seed in range(100))
        if match.outcome and match.outcome.scores.count(max(match.outcome.scores)) > 1
    )  # fmt: skip
    assert TIE in end_of(match, None)


def test_whoever_does_not_share_a_win_is_told_their_place_and_who_does() -> None:
    match = next(
        match for match in (played(Gangs(3), seed) for seed in range(300))
        if match.outcome and len(match.outcome.winners) == 2
    )  # fmt: skip
    assert match.outcome
    loser = next(seat for seat in range(3) if seat not in match.outcome.winners)
    page = end_of(match, loser)
    assert headline(page).startswith("You are third, with ")
    assert '<p class="reason"> A tie: ' in page
    assert headline(end_of(match, None)).startswith("A tie: ")


def test_the_end_of_famiglia_compares_the_families() -> None:
    match = played(Duel(), 12)
    assert match.outcome
    page = end_of(match, 0)
    mine, other = match.outcome.scores
    assert headline(page) in (f"You win, {mine} to {other}", f"You lose, {mine} to {other}")
    leads = [int(lead.replace("−", "-").strip("±")) for lead in re.findall("<small>([+−±][0-9]+)</small>", page)]
    assert (len(leads), sum(leads)) == (4, mine - other)
    assert "<strong>You</strong>" in page
    assert not re.search("<small>[+−±]", end_of(match, None))


SHARED = """
row 6: R
row 5: D E
row 4: D P E
row 3: B N L K
row 2: B N L K R
row 1: B N L K R E
alliances 0: L D R
alliances 1: B E R
top: B
passed: 0
turn: 1
"""


def test_what_everybody_earned_decided_nothing() -> None:
    """Both are allied with the Lord, so only what one of them alone has is told, the best of each side."""
    match = Match.from_position(Gangs(2), SHARED)
    match.push("pass")
    for seat, tones in ((0, ["wrong", "right"]), (1, ["right", "wrong"])):
        page = end_of(match, seat)
        told = page[page.index("What decided it") :].partition("</ul>")[0]
        assert "Lord of the Underworld" not in told
        assert re.findall("<b>([^<]+):</b>", told)[:2] == ["The Bowery Theatre", "The Old Brewery"]
        assert re.findall('class="sign (right|wrong)"', told)[:2] == tones
        assert "earned nothing" in told.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_in_a_name_cannot_be_read_as_points(language: str) -> None:
    outcome = Outcome((5, 10), (1,), Termination.END)
    verdict = verdict_of(None, outcome, ("Ann", "Bea 1"), Language(language))
    assert re.search(r"Bea 1 [^\d\s]+ 10", verdict.replace(",", "").replace(":", "")), verdict
    for reason in GIVEN_UP:
        assert not re.search("10|5", verdict_of(0, replace(outcome, reason=reason), ("Ann", "Bea"), Language(language)))
