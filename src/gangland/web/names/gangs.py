"""The names of gangs and spots on a page."""

from __future__ import annotations

import re

from markupsafe import Markup

from gangland.gangs import Gang, Spot
from gangland.sentences.gangs import GANG_NAMES, ROW_NAMES, SPOT_NAMES, GangsEvent
from gangland.web.art import gangs as art
from gangland.web.names import Drawn, drawn_words, picture
from gangland.words import Words

GANG = re.compile(r"([BDNLKREP])( \(.*\))?")
SPOT = re.compile(r"[a-f][1-6]")


def gang_name(code: str, words: Words) -> str:
    """The name of a gang in this language."""
    return words.say(GANG_NAMES[Gang.parse(code)])


def spot_name(spot: str, words: Words) -> str:
    """The name of a spot: a street's, which is not translated, or that of the top."""
    place = Spot.parse(spot)
    return words.say(ROW_NAMES[6]) if place.row == 6 else SPOT_NAMES[place]


def gang_picture(code: str, words: Words) -> Markup:
    """The emblem of a gang as a picture inside a sentence."""
    return picture(art.emblem(code), gang_name(code, words))


class GangsDrawn(Drawn):
    """Words with emblems in place of the codes of gangs, and with the names of spots."""

    def draw(self, word: str) -> str | Markup:
        if code := GANG.fullmatch(word):
            return gang_picture(code[1], self.plain)
        return spot_name(word, self.plain) if SPOT.fullmatch(word) else word


@drawn_words.register
def gangs_words(event: GangsEvent, words: Words) -> GangsDrawn:
    """Words that tell an event of Gangs with pictures."""
    return GangsDrawn(words)
