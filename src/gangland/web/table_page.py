"""The page of a table: what its template shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from gangland.game import Game, options_of
from gangland.web import art
from gangland.web.boards import board_of, log_of, scoring_of
from gangland.web.boards.pieces import Seen
from gangland.web.clicks import NOTHING, clicks
from gangland.web.clock import clock_words
from gangland.web.lists import title_of
from gangland.web.names import card_picture
from gangland.web.sitters import names_of, sitter
from gangland.web.story import Story
from gangland.web.table_view import HOUSE, TableView
from gangland.words import Words

SHOWN_LINES = 60
EXAMPLES = {"famiglia-duel": "take F3 with F2 M3", "famiglia-solo": "take B0#3", "gangs": "climb a3 a4"}


def scene(
    t: TableView, story: Story, picks: Sequence[str], words: Words, origin: str, token: str | None = None
) -> Mapping[str, Any]:
    """What the template of a table needs."""
    names = tuple(names_of(((chair.kind, chair.name, chair.replaced) for chair in t.chairs), words))
    chairs = tuple(sitter(chair, name, t, words, origin, token) for chair, name in zip(t.chairs, names, strict=True))
    values: dict[str, Any] = {
        "t": t,
        "chairs": chairs,
        "undo": t.undo,
        "game": t.game.name,
        "title": title_of(t.game, words),
        "clock_words": clock_words(t.clock, words),
        "share": f"{origin}/t/{t.id}",
        "back": art.back_of(t.game.name),
        "board": None,
        "curtain": is_curtained(t),
        "next_seat": t.turn if t.turn is not None else 0,
        "picture": lambda code: card_picture(code, words),
    }
    made: tuple[str, ...] = ()
    if t.view and not values["curtain"]:
        reader = t.mine[0] if len(t.mine) == 1 else None  # several people at one screen are told by name
        values |= {"log": log_of(story, names, words, SHOWN_LINES, reader), "example": EXAMPLES[t.game.name]}
        if t.outcome:
            values |= {
                "score": scoring_of(t.view, t.outcome, story, names, words),
                "ranking": ranking_address(t.game),
                "ranking_note": ranking_note(t, words),
                "call": call_of(t, words),
            }
        bots = frozenset(chair.number for chair in t.chairs if chair.kind in HOUSE)
        found = clicks(t.view, picks) if t.legal_moves else NOTHING
        made = found.picks
        values["board"] = board_of(t.view, story, Seen(found, names, words, bots))
    here = f"/t/{t.id}/sit/{token}" if token else address(t, made)
    values |= {"link": lambda picks: address(t, picks), "here_url": here}
    values["page_title"] = page_title(values, words)
    return values


def is_curtained(t: TableView) -> bool:
    """Several people share this screen and hide something from each other, and another one's turn has come."""
    if not t.started or t.outcome or len(t.mine) < 2 or not t.game.has_secrets:
        return False
    return t.needs_curtain or (t.turn in t.mine and t.turn != t.seat)


def address(t: TableView, picks: Sequence[str]) -> str:
    """The page with these picks made; they only hold for this number of the journal."""
    query: list[tuple[str, object]] = [("as", t.seat)] if t.seat is not None and len(t.mine) > 1 else []
    if picks:
        query += [("at", t.number), *(("pick", pick) for pick in picks)]
    return f"/t/{t.id}" + (f"?{urlencode(query)}" if query else "")


def page_title(values: Mapping[str, Any], words: Words) -> str:
    t, board = values["t"], values["board"]
    if t.outcome:
        start = values["score"].verdict
    elif board:
        start = board.banner.say
    else:
        start = values["title"]
    return f"{start} · gangland"


def ranking_address(game: Game) -> str:
    """Where games of this kind are listed, or who is how good at it."""
    if game.has_ranking:
        options = {option.name: getattr(game, option.name) for option in options_of(game)}
        return f"/ranking?level={options['level']}&starts={'robot' if options['robot_starts'] else 'person'}"
    return f"/ranking/{game.name}"


def call_of(t: TableView, words: Words) -> str:
    """What somebody is told who is waited for at the next table."""
    if t.rematch and t.rematch.kept:
        return words.say("{name} wants to play again and keeps your seat.", name=t.rematch.asked_by)
    return ""


def ranking_note(t: TableView, words: Words) -> str:
    score = t.game.ranking_score(t.outcome) if t.outcome else None
    if score is None:
        return ""
    if not t.ranked:
        return words.say("Ranking score {score}, not listed: a move was taken back.", score=score)
    return words.say("Ranking score {score}.", score=score)
