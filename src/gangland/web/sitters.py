"""Who sits at a table, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

import segno
from markupsafe import Markup

from gangland.web import art
from gangland.web.lookalikes import key_of
from gangland.web.table_view import FREE, Chair, TableView
from gangland.words import Words

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
        art.face(f"{family}{rank}", number // 11 % copies)
    )
