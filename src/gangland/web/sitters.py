"""The people and opponents at a table, as pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import segno
from markupsafe import Markup

from gangland.bots import levels_for
from gangland.core.game import Game
from gangland.web.art.busts import FACES, face, portrait_of, rank_of
from gangland.web.pov import Pov
from gangland.web.table_view import FREE, Chair, SeatKind


@dataclass(frozen=True)
class Sitter:
    """Somebody at the table, or a free seat, as a page shows it."""

    number: int
    name: str
    note: str
    trade: str  # a shorter note: the trade of an opponent, without its level
    bot: bool
    kept: bool
    face: Markup
    kind: str
    left: float | None
    runs: bool  # it is this seat's turn, so its clock runs
    free: bool
    claim: str | None  # the token that the reader sends to sit down here; None if that is not possible
    invite: str | None  # the address to send to a friend
    qr: Markup | None


def sitter(chair: Chair, pov: Pov) -> Sitter:
    """The sitter on a chair, as the viewer may see it."""
    t = pov.table
    free = chair.kind in FREE
    claimable = pov.link if pov.link is not None else "" if chair.offered else None
    invite = f"{pov.site}/t/{t.id}/sit/{chair.link}" if chair.link and free else None
    return Sitter(
        chair.number,
        pov.names[chair.number],
        note_of(chair, pov),
        pov.words.say(chair.name) if chair.kind is SeatKind.OPPONENT and not chair.replaced else note_of(chair, pov),
        chair.bot,
        chair.kept,
        portrait(chair, pov),
        chair.kind,
        chair.left,
        t.turn == chair.number,
        free,
        claimable if free and not t.mine else None,
        invite,
        Markup(segno.make(invite).svg_inline(border=2, omitsize=True)) if invite else None,
    )


def note_of(chair: Chair, pov: Pov) -> str:
    """A few words about the sitter on a chair."""
    words, mine = pov.words, pov.table.mine
    if chair.kind is SeatKind.OPPONENT:
        count = len(levels_for(pov.table.game))
        if chair.replaced:
            return words.say("computer, level {level} of {count}", level=chair.level, count=count)
        trade = words.say(chair.name)
        return words.say("{name}, level {level} of {count}", name=trade, level=chair.level, count=count)
    if chair.kind is SeatKind.ROBOT:
        return pov.table.game.variant(words)[0]
    if chair.mine and len(mine) == 1:
        return words.say("you")
    if chair.kind is SeatKind.PERSON:
        return presence(
            chair.number, chair.connected or chair.mine, words.say("at the table"), words.say("away at the moment")
        )
    if chair.kept:
        return words.say("the seat is kept for you") if chair.offered else words.say("the seat is kept")
    return ""


@cache
def presence(seat: int, is_here: bool, here: str, away: str) -> Markup:
    """Whether a person is looking at the table. The page's script changes it as people come and go."""
    note = '<span data-seat="{}" data-present="{}" data-away="{}">{}</span>'
    return Markup(note).format(seat, here, away, here if is_here else away)


def portrait(chair: Chair, pov: Pov) -> Markup:
    """A face for a chair. An opponent's rank follows from its level; everybody's face follows from the name."""
    return face_of(pov.table.game, chair.kind, chair.level, pov.names[chair.number])


@lru_cache(1000)
def face_of(game: Game, kind: SeatKind, level: int | None, name: str) -> Markup:
    """The face of somebody at a table of a game."""
    rank = None
    if kind is SeatKind.OPPONENT:
        levels = levels_for(game)
        rank = rank_of(levels[(level or 1) - 1], len(levels))
    drawn = face("B", FACES - 1, 0) if kind is SeatKind.ROBOT else portrait_of(game, name, rank)
    return Markup(f'<span class="face" aria-hidden="true">{drawn}</span>')
