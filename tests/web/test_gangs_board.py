"""What the table of Gangs tells about the others: their last deeds, what they earn, and what may still come."""

import re

import pytest

from conftest import PLAIN, clause
from drawing import pov_of
from gangland.core.words import LANGUAGES
from gangland.gangs import Expel, Gangs, GangsView
from gangland.gangs.cards import GANGS
from gangland.play import Match, Played
from gangland.web.boards import board_of
from gangland.web.boards.gangs import GangsBoard
from gangland.web.drawings import draw_table
from gangland.web.story import Story
from playing import come_to, played

pytestmark = pytest.mark.skipif(PLAIN, reason="the words are the same")


def board_and_view(match: Match, seat: int | None, language: str = "en") -> tuple[GangsBoard, GangsView]:
    view = match.view(seat)
    board = board_of(view, pov_of(match, seat, language=language))
    assert isinstance(board, GangsBoard)
    assert isinstance(view, GangsView)
    return board, view


def has_just_hit(match: Match) -> bool:
    """Somebody else has just expelled an ally of whoever plays now, who has nothing to fill or reveal."""
    story, view = Story.of(match), match.view(match.turn)
    assert isinstance(view, GangsView)
    if match.outcome or view.gap or view.reveals:
        return False
    for line in reversed(story.lines):
        if isinstance(line.entry, Played) and isinstance(line.entry.move.action, Expel):
            gang = line.event.moved  # type: ignore[attr-defined]
            return line.entry.seat != match.turn and gang in view.players[match.turn].alliances
        if not isinstance(line.entry, Played) or line.entry.seat == match.turn:
            return False
    return False


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_was_hit_reads_it_in_the_banner_and_at_the_rival_and_nobody_else_does(language: str) -> None:
    match = come_to(Gangs(3), 1, has_just_hit)
    board, _ = board_and_view(match, match.turn, language)
    hitters = [rival for rival in board.rivals if rival.has_hit]
    names = [pov_of(match, match.turn).names[rival.seat] for rival in hitters]
    assert board.banner.is_hit
    assert any(board.banner.more.startswith(name) for name in names)
    html = draw_table(pov_of(match, match.turn, language=language)).html
    assert html.count('class="hit"') == 1
    assert html.count('class="deed hit"') == len(hitters)
    watched, _ = board_and_view(match, None, language)
    assert not watched.banner.is_hit
    assert not any(rival.has_hit for rival in watched.rivals)


def test_every_rival_shows_the_last_climb_or_expulsion() -> None:
    match = played(Gangs(4), 3, 40)
    board, _ = board_and_view(match, 0)
    assert [rival.seat for rival in board.rivals] == [1, 2, 3]
    for rival in board.rivals:
        assert re.match("climbed with|expelled", rival.deed)


@clause("G7.1")
def test_what_open_alliances_earn_is_told_and_secret_ones_are_not_counted() -> None:
    shown = 0
    for seed in range(6):
        match = played(Gangs(4), seed, 60)
        board, view = board_and_view(match, 0)
        for rival in board.rivals:
            open_gangs = view.players[rival.seat].revealed
            earned = [spot.points for spot, gang in view.pyramid.items() if gang in open_gangs]
            assert rival.earns == (sum(earned) if open_gangs else None)
            shown += bool(open_gangs)
        assert sum(piece.earns or 0 for piece in board.alliances) == view.scores[0]
    assert shown


@clause("G1.4", "G8")
@pytest.mark.parametrize("seat", [0, None])
def test_the_deck_sheet_counts_all_cards_and_only_what_the_seat_may_know(seat: int | None) -> None:
    match = played(Gangs(3), 2, 30)
    board, view = board_and_view(match, seat)
    assert [count.seen + count.bosses + count.members for count in board.counts] == [8] * len(GANGS)
    assert sum(count.bosses for count in board.counts) == len(view.bosses)
    others = [player for player in view.players if player.influence is None]
    held = sum(player.influence_size + player.alliances.count(None) for player in others)
    assert sum(count.members for count in board.counts) == board.members_left + held
