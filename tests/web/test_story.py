"""Every card on a page keeps its identity, and identities tell nothing."""

import os
import subprocess
import sys
from collections import Counter

from hypothesis import assume, given

from gangland.bots.simple import choose_greedily
from gangland.famiglia import Duel, FamigliaView, Take
from gangland.famiglia.cards import COPIES
from gangland.gangs import GangsView
from gangland.play import Match, Reshuffled
from gangland.web.story import Motion, Story
from gangland.web.story.famiglia import Row
from gangland.web.story.gangs import Pyramid
from playing import matches


def row_of(story: Story) -> Row:
    assert isinstance(story.layout, Row)
    return story.layout


def pyramid_of(story: Story) -> Pyramid:
    assert isinstance(story.layout, Pyramid)
    return story.layout


@given(matches())
def test_every_open_card_has_one_identity(match: Match) -> None:
    story, view = Story.of(match), match.view(None)
    assert len(story.lines) == len(match.log)
    if isinstance(view, FamigliaView):
        row = row_of(story)
        assert tuple(code for code, _ in row.street) == view.street
        zones = {"discard": view.discard}
        zones |= {f"hand {seat}": view.hands[seat] for seat in range(2)}
        zones |= {f"display {seat}": view.displays[seat] for seat in range(2)}
        for name, codes in zones.items():
            assert Counter(code for code, _ in row.piles[name]) == Counter(codes), name
        everything = row.street + [face for faces in row.piles.values() for face in faces]
        assert len(set(everything)) == len(everything)
        assert all(copy < COPIES[card.rank] for card, copy in everything)
    elif isinstance(view, GangsView):
        assert {spot: gang for spot, (gang, _) in pyramid_of(story).spots.items()} == view.pyramid
        assert (pyramid_of(story).top or (None,))[0] == view.top
        numbers = [number for _, number in pyramid_of(story).spots.values()]
        assert len(set(numbers)) == len(numbers)


@given(matches())
def test_at_most_one_card_of_the_street_changes_its_identity_by_a_move(match: Match) -> None:
    assume(isinstance(match.view(None), FamigliaView) and match.moves)
    after = row_of(Story.of(match)).street
    match.undo()
    before = row_of(Story.of(match)).street
    assert sum(face not in after for face in before) <= 1


def test_a_taken_card_is_the_same_card_in_the_hand() -> None:
    match = Match.new(Duel(), seed=8, first=0)
    wanted = next(move for move in match.legal_moves if isinstance(move.action, Take))
    before = row_of(Story.of(match)).street
    match.push(wanted)
    story = Story.of(match)
    [taken] = [face for face in before if face not in row_of(story).street]
    assert taken in row_of(story).piles["hand 0"]
    assert story.turn == 1
    assert story.last
    assert story.last.turn == 1


@given(matches())
def test_expelled_cards_keep_their_identity_and_log_lines_name_cards_in_sight(match: Match) -> None:
    story, view = Story.of(match), match.view(None)
    if isinstance(view, GangsView):
        assert Counter(gang for gang, _ in pyramid_of(story).expelled) == Counter(view.expelled)
        numbers = [number for _, number in [*pyramid_of(story).expelled, *pyramid_of(story).spots.values()]]
        assert len(set(numbers)) == len(numbers)
    if isinstance(view, FamigliaView) and story.last and not any(isinstance(entry, Reshuffled) for entry in match.log):
        here = row_of(story).street + [face for faces in row_of(story).piles.values() for face in faces]
        assert {*story.last.named, *story.last.dealt} <= {f"{code}-{copy}" for code, copy in here}


def test_of_a_pair_one_is_spent_and_the_other_dips() -> None:
    match = Match.new(Duel(), seed=2, first=0)
    while not (pays := [move for move in match.legal_moves if isinstance(move.action, Take) and move.action.spent]):
        match.push(choose_greedily(match.view(match.turn)))
    seat = match.turn
    match.push(pays[0])
    row = row_of(Story.of(match))
    [(spent, _)] = [item for item in row.motions.items() if item[1] is Motion.SPENT]
    [(kept, _)] = [item for item in row.motions.items() if item[1] is Motion.DIPS]
    assert spent in row.piles[f"display {seat}"]
    assert kept in row.piles[f"hand {seat}"]


NAMES = """
from random import Random
from gangland.famiglia import Duel
from gangland.play import Match
from gangland.web.story import Story
match, chance = Match.new(Duel(), seed=1), Random(1)
while match.outcome is None:
    match.push(chance.choice(match.legal_moves))
print([line.named for line in Story.of(match).lines])
"""


def test_every_process_names_cards_in_the_same_order() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", NAMES], env=os.environ | {"PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
