"""The page of a table, drawn. Watchers who see the same share one drawing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from gangland.bots.hints import advice_for
from gangland.core.game import Game
from gangland.core.words import Language, mark
from gangland.web import art, rankings
from gangland.web.answers import answer_of
from gangland.web.boards import Banner, Board, board_of, known_lines, log_key, log_of
from gangland.web.boards.choices import as_attribute
from gangland.web.boxes import box_of
from gangland.web.clock import Clock, clock_words
from gangland.web.environment import Pencil, template
from gangland.web.lesson_list import Link, link_to
from gangland.web.lists import title_of
from gangland.web.next_games import next_games
from gangland.web.opponents_page import called
from gangland.web.pov import Pov
from gangland.web.scoring import scoring_of
from gangland.web.sentences import HTML
from gangland.web.sitters import sitter

RECENT = 4  # moves to which “What happened?” leads back
MOST_KEPT = 64  # drawings; each has about 100 KB


@dataclass(frozen=True)
class Drawing:
    """The part of a page that shows the table, the title of that page, and the key of the log in it."""

    title: str
    html: str
    log: str

    @property
    def update(self) -> str:
        """What htmx puts into a page that shows the table already."""
        return f"<title>{escape(self.title)}</title>\n{self.html}"


@dataclass(frozen=True)
class ShownTip:
    """A tip as a page shows it, with the lesson that tells more."""

    id: str
    say: Markup
    lesson: Link
    across: bool  # it speaks of the other side, whose cards it must not cover


class Drawings:
    """Draws tables. Watchers with equal points of view share one drawing, and wait for it if it is being made."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Pov, Future[Drawing]] = OrderedDict()
        self._lock = threading.Lock()
        self._hand = threading.Lock()

    def of(self, pov: Pov) -> Drawing:
        """The drawing of a table. A drawing for somebody who sits there is made anew and not kept."""
        if not pov.is_watcher:
            return self._draw_table(pov)
        with self._lock:
            shared = self._kept.get(pov)
            is_first = shared is None
            if shared is None:
                shared = self._kept[pov] = Future()
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        if is_first:
            self._draw(pov, shared)
        return shared.result()

    def _draw(self, pov: Pov, shared: Future[Drawing]) -> None:
        try:
            shared.set_result(self._draw_table(pov))
        except BaseException as error:
            shared.set_exception(error)
            with self._lock:
                self._kept.pop(pov, None)

    def _draw_table(self, pov: Pov) -> Drawing:
        with self._hand:  # one after the other: threads that draw at once only take the interpreter from each other
            return draw_table(pov)


def draw_table(pov: Pov) -> Drawing:
    """Draw a table. Equal points of view give equal drawings."""
    values = table_values(pov)
    html = template("_table.html", pov.words).render(values)
    return Drawing(values["page_title"], html, values.get("log_key", ""))


def draw_answer(pov: Pov, piece: str) -> Markup | None:
    """What the piece with this id answers to the viewer, drawn. None if the viewer sees no such piece."""
    t = pov.table
    answer = answer_of(t.view, piece, pov) if t.view and not pov.is_curtained else None
    if answer is None:
        return None
    values = {"t": t, "answer": answer, "link": pov.address_with, "rulebook": t.game.rulebook}
    return Markup(template("_answer.html", pov.words).render(values))


def table_values(pov: Pov) -> dict[str, Any]:
    """What the template of a table needs."""
    t, words = pov.table, pov.words
    values: dict[str, Any] = {
        **setting_of(t.game, t.clock, t.guided, words),
        "t": t,
        "chairs": [sitter(chair, pov) for chair in t.chairs],
        "undo": t.undo,
        "share": f"{pov.site}/t/{t.id}",
        "board": None,
        "curtain": pov.is_curtained,
        "next_seat": t.turn if t.turn is not None else 0,
        "who_name": pov.name,
        "is_protected": pov.has_own_name,
        "trouble": pov.trouble,
        "link": pov.address_with,
        "pencil": Pencil(words, pov.address_with),
        "here_url": pov.address,
    }
    if t.view and not pov.is_curtained:
        values |= {
            "log": log_of(pov),
            "log_key": log_key(pov, len(t.lines)),
            "known_lines": known_lines(pov),
            "recently": max(0, sum(line.seat is not None for line in t.lines) - RECENT),
            "example": t.game.example,
            "as_attribute": as_attribute,
            "board": board_for(pov),
            "others_here": any(chair.kind == "person" and not chair.mine for chair in t.chairs),
            "asks_undo": pov.asks_before_undo,
            "is_undoing": pov.is_undoing,
            "hinting": hinting_of(pov),
            "asks_hint": pov.asks_before_hint,
            "may_ask": pov.may_ask,
            "pointed": pov.pointed,
            "tip": shown_tip(pov),
            "wants_tips": pov.wants_tips,
        }
        if t.outcome:
            offered, easier = next_games(pov)
            won = pov.reader in t.outcome.winners and not t.outcome.is_tie
            values |= {
                "score": scoring_of(t.view, t.outcome, pov),
                "ranking": rankings.address_of(t.game),
                "ranking_note": ranking_note(pov),
                "call": call_of(pov),
                "counsels": [
                    (HTML.say(counsel.say, words), link_to(counsel.lesson, words)) for counsel in pov.counsels
                ],
                "next_game": offered if won else None,
                "easier_game": easier if pov.reader not in t.outcome.winners else None,
                "is_against_computer": bool(offered or easier),
                "usual_note": usual_note(pov),
            }
    values["page_title"] = page_title(values)
    return values


@lru_cache(1000)
def setting_of(game: Game, clock: Clock, is_first: bool, words: Language) -> dict[str, Any]:
    """What the template needs and no move changes."""
    return {
        "undo_note": words.say("After taking a move back this game no longer counts for the ranking."),
        "box": box_of(game, words),
        "title": title_of(game, words, is_first=is_first),
        "clock_words": clock_words(clock, words),
        "back": art.back_of(game),
    }


def shown_tip(pov: Pov) -> ShownTip | None:
    """The tip that the viewer gets now, if any."""
    tip, words = pov.shown_tip, pov.words
    return ShownTip(tip.id, HTML.say(tip.say, words), link_to(tip.lesson, words), tip.across) if tip else None


def board_for(pov: Pov) -> Board:
    """The board of a viewer. Where several people share a screen, its banner names the one whose turn it is."""
    table = pov.table
    assert table.view is not None
    board = board_of(table.view, pov)
    if pov.is_undoing:
        return ask_before_undo(board, pov.words)
    if pov.is_hinting:
        return with_hint(board, pov)
    if board.banner.mine and len(table.mine) > 1 and table.seat is not None:
        said = f"{pov.names[table.seat]} · {board.banner.say}"
        return replace(board, banner=replace(board.banner, say=said))
    return board


def ask_before_undo(board: Board, words: Language) -> Board:
    """The board while the viewer is asked whether the game need not count any more."""
    question = Banner(words.say("Take your last move back?"), words.say("Then this game no longer counts."), mine=True)
    return replace(board, banner=question, cancel=(), go_on=None, passing=None)


def hinting_of(pov: Pov) -> str:
    """How far the viewer's question for the best move is: asking, thinking, shown, or an empty text."""
    if not pov.is_hinting:
        return ""
    return "shown" if pov.advised else "thinking" if pov.table.hints.awaited else "asking"


def with_hint(board: Board, pov: Pov) -> Board:
    """The board with the best move in its banner, or that it is thought about, or the question whether it shall be."""
    words, move, view = pov.words, pov.advised, pov.table.view
    if move and view:
        told = HTML.say(advice_for(move, view), words)
        return replace(board, banner=replace(board.banner, tip=told), cancel=())
    if pov.table.hints.awaited:
        return replace(board, banner=replace(board.banner, tip=words.say("Thinking…")), cancel=())
    question = Banner(words.say("Show a hint?"), words.say("Then this game no longer counts."), mine=True)
    return replace(board, banner=question, cancel=(), go_on=None, passing=None)


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


def call_of(pov: Pov) -> str:
    """The sentence for a viewer whom a rematch waits for, or an empty text."""
    rematch = pov.table.rematch
    if rematch and rematch.kept:
        return pov.words.say("{name} wants to play again and keeps your seat.", name=rematch.asked_by)
    return ""


def usual_note(pov: Pov) -> str:
    """Whom “Play now” chooses after the viewer's game, and why. It is empty if that game said nothing about it."""
    if pov.usual is None:
        return ""
    return pov.words.say(
        "“Play now” brings you {opponent}: the next level after two wins, the one before after two losses.",
        opponent=called(pov.usual, pov.table.game, pov.words),
    )


UNCOUNTED = {  # why a game does not count
    "undo": mark("This game does not count: a move was taken back."),
    "hint": mark("This game does not count: a hint was shown."),
    "guide": mark("This game does not count: it was your first one, with tips."),
}
UNLISTED = {
    "undo": mark("Ranking score {score}, not listed: a move was taken back."),
    "hint": mark("Ranking score {score}, not listed: a hint was shown."),
    "guide": mark("Ranking score {score}, not listed: it was your first game, with tips."),
}


def ranking_note(pov: Pov) -> str:
    """What a finished game counts, or why it does not; an empty text if there is nothing to say."""
    t, words = pov.table, pov.words
    score = t.game.ranking_score(t.outcome) if t.outcome else None
    why = "guide" if t.guided else "hint" if t.hints.used else "undo"
    if score is None:
        return "" if t.ranked else words.say(UNCOUNTED[why])
    if not t.ranked:
        return words.say(UNLISTED[why], score=score)
    return words.say("Ranking score {score}.", score=score)
