"""The page of a table: what its template needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gangland.core.game import Game, options_of
from gangland.web import art
from gangland.web.assets import address_of
from gangland.web.boards import board_of, log_of
from gangland.web.boxes import box_of
from gangland.web.clock import clock_words
from gangland.web.environment import render
from gangland.web.lists import title_of
from gangland.web.pov import Pov
from gangland.web.scoring import scoring_of
from gangland.web.sitters import sitter

SHOWN_LINES = 60


@dataclass(frozen=True)
class Drawing:
    """The part of a page that shows the table, and the title of that page."""

    title: str
    html: str


def draw_table(pov: Pov) -> Drawing:
    """Draw a table. Equal points of view give equal drawings."""
    values = table_page(pov)
    return Drawing(values["page_title"], render("_table.html", pov.words, address_of, values))


def table_page(pov: Pov) -> Mapping[str, Any]:
    """What the template of a table needs."""
    t, words = pov.table, pov.words
    values: dict[str, Any] = {
        "t": t,
        "chairs": [sitter(chair, pov) for chair in t.chairs],
        "undo": t.undo,
        "box": box_of(t.game, words),
        "title": title_of(t.game, words),
        "clock_words": clock_words(t.clock, words),
        "share": f"{pov.site}/t/{t.id}",
        "back": art.back_of(t.game),
        "board": None,
        "curtain": pov.is_curtained,
        "next_seat": t.turn if t.turn is not None else 0,
        "who_name": pov.name,
        "is_protected": pov.has_own_name,
        "trouble": pov.trouble,
        "link": pov.address_with,
        "here_url": pov.address,
    }
    if t.view and not pov.is_curtained:
        values |= {
            "log": log_of(pov, SHOWN_LINES),
            "example": t.game.example,
            "board": board_of(t.view, pov),
        }
        if t.outcome:
            values |= {
                "score": scoring_of(t.view, t.outcome, pov),
                "ranking": ranking_address(t.game),
                "ranking_note": ranking_note(pov),
                "call": call_of(pov),
            }
    values["page_title"] = page_title(values)
    return values


def page_title(values: Mapping[str, Any]) -> str:
    """The title of the window: who has won, whose turn it is, or what is played."""
    board = values["board"]
    if values["t"].outcome:
        start = values["score"].verdict
    elif board:
        start = board.banner.say
    else:
        start = values["title"]
    return f"{start} · gangland"


def ranking_address(game: Game) -> str:
    """The address of the ranking of a game, or of the ratings of its players."""
    if game.has_ranking:
        options = {option.name: getattr(game, option.name) for option in options_of(game)}
        return f"/ranking?level={options['level']}&starts={'robot' if options['robot_starts'] else 'person'}"
    return f"/ranking/{game.name}"


def call_of(pov: Pov) -> str:
    """The sentence for a viewer whom a rematch waits for, or an empty text."""
    rematch = pov.table.rematch
    if rematch and rematch.kept:
        return pov.words.say("{name} wants to play again and keeps your seat.", name=rematch.asked_by)
    return ""


def ranking_note(pov: Pov) -> str:
    """What a finished solo game counts in the ranking, or an empty text."""
    t, words = pov.table, pov.words
    score = t.game.ranking_score(t.outcome) if t.outcome else None
    if score is None:
        return ""
    if not t.ranked:
        return words.say("Ranking score {score}, not listed: a move was taken back.", score=score)
    return words.say("Ranking score {score}.", score=score)
