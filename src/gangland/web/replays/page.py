"""What the page of a replay needs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from gangland.web import art
from gangland.web.boxes import box_of
from gangland.web.replays.film import Film, banner_of
from gangland.web.replays.replay import ALL, NOBODY, Replay
from gangland.web.table_view import Said

SHAPES = {  # of the buttons of the player
    "first": "M5 4V20H8V4ZM20 4V20L9 12Z",
    "back": "M18 4V20L6 12Z",
    "play": "M6 3L21 12L6 21Z",
    "pause": "M6 4H10V20H6ZM14 4H18V20H14Z",
    "on": "M6 4V20L18 12Z",
    "last": "M4 4V20L15 12ZM16 4V20H19V4Z",
}


def page_values(
    replay: Replay, film: Film, at: int, site: str, home: str, chat: tuple[Said, ...] = (), *, has_table: bool = False
) -> dict[str, Any]:
    """What the template of a replay needs to show a moment.

    `home` is the address below which the record and the check of its deal are found. That of a table shows the table.
    """
    words, game = replay.words, replay.match.game

    def address(number: int, eye: str = replay.eye) -> str:
        return f"{replay.address}?{urlencode({'at': number, 'as': eye})}"

    def picture(number: int) -> str:
        return f"{replay.address}.svg?{urlencode({'at': number, 'as': replay.eye})}"

    return {
        "replay": replay,
        "film": film,
        "at": at,
        "moment": film.moments[at],
        "scene": film.scene(at),
        "banner": Markup(banner_of(film.moments[at])),
        "address": address,
        "picture": picture,
        "record": f"{home}/record",
        "commitment": replay.match.commitment if replay.match.deal.salt else "",
        "fair": f"{home}/fair" if replay.is_over or not has_table else "",
        "attempt": f"{home}/try" if replay.is_over or replay.reader is not None or not game.has_secrets else "",
        "site": site,
        "game": game,
        "box": box_of(game, words),
        "faces": art.faces_of(game, words),
        "eyes": eyes_of(replay, film),
        "shapes": SHAPES,
        "chat": chat,
        "table": home if has_table else "",
        "page_title": f"{words.say('Replay')} · {film.verdict or film.title} · gangland",
    }


def eyes_of(replay: Replay, film: Film) -> list[tuple[str, str, Markup | str]]:
    """The eyes that the reader may choose: each with its name in the address, its words and its picture, if any."""
    say, eye = replay.words.say, replay.eye
    if not replay.is_over:
        return []
    if replay.match.game.has_secrets:
        seats = [(str(chair.number), chair.name, chair.face) for chair in film.chairs]
        return [(NOBODY, say("nobody’s"), ""), *seats, (ALL, say("all"), "")]
    if film.hides_pile:
        hidden = eye if eye != ALL else NOBODY if replay.reader is None else str(replay.reader)
        return [(hidden, say("hidden"), ""), (ALL, say("open"), "")]
    return []
