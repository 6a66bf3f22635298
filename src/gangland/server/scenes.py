"""From a glimpse of a table to what its page shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

import segno
from markupsafe import Markup

from gangland.game import Game, options_of
from gangland.server.clock import DAY, Clock
from gangland.server.names import key_of
from gangland.server.seats import FREE, HOUSE
from gangland.server.table_view import Chair, TableView
from gangland.web import art
from gangland.web.art.famiglia import face
from gangland.web.boards import board_of, log_of
from gangland.web.boards.pieces import Seen
from gangland.web.boxes import box_of
from gangland.web.clicks import NOTHING, clicks
from gangland.web.environment import write_clock
from gangland.web.scoring import scoring_of
from gangland.web.story import Story
from gangland.words import Words

SHOWN_LINES = 60
LEVELS = 5


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table, as a page shows them."""

    number: int
    name: str
    note: str
    bot: bool
    kept: bool
    face: Markup
    kind: str
    left: float | None
    runs: bool  # this one is to decide, and the clock runs
    free: bool
    claim: str | None  # what the reader of this page must send to sit down here
    invite: str | None  # the address to send to a friend
    qr: Markup | None


def title_of(game: Game, words: Words) -> str:
    return " · ".join([words.say(game.title), *game.variant(words)])


def clock_words(clock: Clock, words: Words) -> str:
    """Exactly what is agreed; what is not whole days or minutes is written as clocks write it."""
    if clock.days is not None:
        if clock.days == int(clock.days):
            return words.say_many("{count} day a turn", "{count} days a turn", int(clock.days))
        return words.say("{time} a turn", time=write_clock(clock.days * DAY, words))
    if clock.seconds is None:
        return words.say("none")
    if clock.seconds % 60:
        each = words.say("{time} each", time=write_clock(clock.seconds, words))
    else:
        each = words.say_many("{count} minute each", "{count} minutes each", int(clock.seconds / 60))
    more = words.say("{count} s more a turn", count=f"{clock.increment:g}") if clock.increment else ""
    return ", ".join(part for part in (each, more) if part)


def name_of(kind: str, name: str, replaced: bool, words: Words) -> str:
    """Only opponents of the house have names to be translated; people keep theirs when the house plays on for them."""
    if kind == "robot":
        return words.say("Robot gangster")
    return words.say(name) if kind == "opponent" and not replaced else name


def names_of(seats: Iterable[tuple[str, str, bool]], words: Words) -> list[str]:
    """What (kind, name, replaced) are called. Those alike are numbered, so that a sentence tells which one it means."""
    names = [name_of(*seat, words) for seat in seats]
    keys = [key_of(name) for name in names]
    counted = [f"{name} {keys[: seat + 1].count(keys[seat])}" for seat, name in enumerate(names)]
    told = [counted[seat] if name and keys.count(keys[seat]) > 1 else name for seat, name in enumerate(names)]
    if len({key_of(name) for name in told if name}) == sum(map(bool, told)):
        return told
    return [name and f"{name} ({seat})" for seat, name in enumerate(names, 1)]  # somebody is called “Anna 1”


def sitter(chair: Chair, name: str, t: TableView, words: Words, origin: str, token: str | None) -> Sitter:
    free = chair.kind in FREE
    claimable = token if token is not None else "" if chair.offered else None
    invite = f"{origin}/t/{t.id}/sit/{chair.link}" if chair.link and free else None
    return Sitter(
        chair.number,
        name,
        note_of(chair, t, words),
        chair.bot,
        chair.kept,
        portrait(chair),
        chair.kind,
        chair.left,
        t.turn == chair.number,
        free,
        claimable if free and not t.mine else None,
        invite,
        Markup(segno.make(invite).svg_inline(border=2, omitsize=True)) if invite else None,
    )


def note_of(chair: Chair, t: TableView, words: Words) -> str:
    if chair.kind == "opponent":
        return words.say("the house, level {level} of {count}", level=chair.level, count=LEVELS)
    if chair.kind == "robot":
        return t.game.variant(words)[0]
    if chair.mine and len(t.mine) == 1:
        return words.say("you")
    if chair.kind == "person":
        return presence(chair, words.say("at the table"), words.say("away at the moment"))
    if chair.kept:
        return words.say("the seat is kept for you") if chair.offered else words.say("the seat is kept")
    return ""


def presence(chair: Chair, here: str, away: str) -> Markup:
    """Whether somebody is looking at the table; the page's script changes it as people come and go."""
    note = '<span data-seat="{}" data-present="{}" data-away="{}">{}</span>'
    return Markup(note).format(chair.number, here, away, here if chair.connected or chair.mine else away)


def portrait(chair: Chair) -> Markup:
    """A face for everybody: an opponent's rank is its level, people's faces follow from their names."""
    number = crc32(chair.name.encode())
    rank = (chair.level or 1) - 1 if chair.kind == "opponent" else 4 if chair.kind == "robot" else 1 + number % 3
    family = "B" if chair.kind == "robot" else "FAM"[number // 3 % 3]
    copies = (5, 4, 3, 2, 1)[rank]
    return Markup('<span class="face" aria-hidden="true">{}</span>').format(
        face(f"{family}{rank}", number // 11 % copies)
    )


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
        "box": box_of(t.game, words),
        "title": title_of(t.game, words),
        "clock_words": clock_words(t.clock, words),
        "share": f"{origin}/t/{t.id}",
        "back": art.back_of(t.game),
        "board": None,
        "curtain": is_curtained(t),
        "next_seat": t.turn if t.turn is not None else 0,
    }
    made: tuple[str, ...] = ()
    if t.view and not values["curtain"]:
        reader = t.mine[0] if len(t.mine) == 1 else None  # several people at one screen are told by name
        values |= {"log": log_of(story, names, words, SHOWN_LINES, reader), "example": t.game.example}
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
