"""The box of Famiglia."""

from __future__ import annotations

from functools import cache

from gangland.core.words import Language
from gangland.famiglia import Card, Duel, Solo
from gangland.famiglia.game import Famiglia
from gangland.sentences.famiglia import FAMILY_NAMES
from gangland.web.art import famiglia as art
from gangland.web.boxes import Box, Variant, box_of


@box_of.register
@cache
def famiglia_box(game: Famiglia, words: Language) -> Box:
    """The box of the duel and the solo game."""
    say = words.say
    return Box(
        Duel,
        say(Duel.title),
        lid=art.lid(),
        card=art.card(Card.parse("F4")),
        emblem=art.emblem("F"),
        about=say(
            "A duel over sixty gangsters: two of a kind bring in the next rank. For two, or alone against the robot; "
            "20 minutes."
        ),
        brief=say("for two, or solo · 20 min"),
        more=(Variant(say("Solo"), Solo),),
        variants_title=say("Variant"),
        variants=(
            Variant(say("Duel"), Duel, hint=say("two players, most points win")),
            Variant(say("Solo challenge"), Solo, hint=say("you against the robot gangster")),
        ),
        keys=(
            ("1–9", say("to a card of the Street, or choose")),
            ("W", say("sweep the card in focus")),
            ("G", say("go on after an exchange")),
            ("H D S O", say("to hand, display, Street, opponent")),
        ),
        letters=", ".join(f"{letter} = {say(name)}" for letter, name in FAMILY_NAMES.items()),
    )
