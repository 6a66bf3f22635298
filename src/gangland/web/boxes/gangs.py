"""The box of Gangs of New York."""

from __future__ import annotations

from gangland.core.words import Language
from gangland.gangs import Gang, Gangs
from gangland.gangs.cards import GANGS
from gangland.web.art import gangs as art
from gangland.web.boards.pieces import Piece
from gangland.web.boxes import Box, Variant, box_of
from gangland.web.names.gangs import gang_name

DRAGONS = Gang.parse("D")


def member(gang: Gang, words: Language) -> Piece:
    """A card of a gang, for the rules."""
    name = gang_name(gang, words)
    return Piece("", art.card(gang, name), name)


@box_of.register
def gangs_box(game: Gangs, words: Language) -> Box:
    """The box of Gangs for two to four players."""
    say, say_many = words.say, words.say_many
    return Box(
        Gangs,
        say(Gangs.title),
        lid=art.lid(say(Gangs.title), *say("GANGS|OF|NEW YORK").split("|")),
        card=art.boss(DRAGONS, gang_name(DRAGONS, words)),
        emblem=art.emblem(DRAGONS),
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
        keys=(("H S O", say("to your cards, the pyramid, the rivals")),),
        letters=", ".join(f"{gang} = {gang_name(gang, words)}" for gang in GANGS),
        draw=lambda code: member(Gang.parse(code), words),
    )
