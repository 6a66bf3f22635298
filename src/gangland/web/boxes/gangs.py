"""The box of Gangs of New York."""

from __future__ import annotations

from functools import cache

from gangland.core.words import Language
from gangland.gangs import Gang, Gangs
from gangland.gangs.cards import GANGS
from gangland.web.art import gangs as art
from gangland.web.boxes import Box, Variant, box_of
from gangland.web.sentences import name_of

DRAGONS = Gang.parse("D")


@box_of.register
@cache
def gangs_box(game: Gangs, words: Language) -> Box:
    """The box of Gangs for two to four players."""
    say, say_many = words.say, words.say_many
    return Box(
        Gangs,
        say(Gangs.title),
        lid=art.lid(say(Gangs.title), *say("GANGS|OF|NEW YORK").split("|")),
        card=art.boss(DRAGONS, name_of(DRAGONS, words)),
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
        keys=(("H S O", say("to your cards, the pyramid, the rivals")),),
        letters=", ".join(f"{gang} = {name_of(gang, words)}" for gang in GANGS),
    )
