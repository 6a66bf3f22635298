"""The box of Gangs of New York."""

from __future__ import annotations

from gangland.gangs import Gangs
from gangland.web.art import gangs as art
from gangland.web.boards.pieces import Piece
from gangland.web.boxes import Box, Variant, box_of
from gangland.web.names.gangs import gang_name
from gangland.words import Language


@box_of.register
def gangs_box(game: Gangs, words: Language) -> Box:
    """The box of Gangs for two to four players."""
    say, say_many = words.say, words.say_many
    return Box(
        Gangs,
        say(Gangs.title),
        lid=art.lid(),
        card=art.boss("D", gang_name("D", words)),
        emblem=art.emblem("D"),
        about=say(
            "Climb the pyramid of the Five Points with secret allies, and expel whoever stands in the way. For two to "
            "four; 25 minutes."
        ),
        brief=say("two to four · 25 min"),
        more=(Variant(say("Three or four"), Gangs, {"players": 4}),),
        variants_title=say("Players"),
        variants=tuple(
            Variant(say_many("{count} player", "{count} players", count), Gangs, {"players": count})
            for count in (2, 3, 4)
        ),
        rules="rules/gangs.html",
        draw=lambda code: Piece("", art.card(code, gang_name(code, words)), gang_name(code, words)),
    )
