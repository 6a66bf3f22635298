"""A table of Famiglia as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gangland.core.arguments import instance
from gangland.core.game import View
from gangland.core.sentence import Sentence
from gangland.core.words import mark, mark_many
from gangland.famiglia import FamigliaView, PileInUse
from gangland.sentences.famiglia import ABILITIES, FAMILY_NAMES
from gangland.terminal.boards import Board, board_type, label

EXCHANGES = mark_many("{card} was played: {count} exchange left.", "{card} was played: {count} exchanges left.")
PILES = {
    PileInUse.FIRST: mark("the first pile"),
    PileInUse.SECOND: mark("the second pile"),
    PileInUse.USED_UP: mark("used up"),
}


class FamigliaBoard(Board):
    """Writes the Street, the pile, hands and displays of Famiglia."""

    colours: ClassVar[Mapping[str, int]] = {"F": 31, "A": 34, "B": 33, "M": 32}
    verbs: ClassVar[Mapping[str, str]] = {
        "sweep B3": mark("sweep a card off the Street"),
        "play A2": mark("play an Accountant"),
        "swap F1 M2": mark("exchange a card from hand for one from the display"),
        "play B2 on M4": mark("play a Brute on a Street card"),
        "take F0": mark("take a card that is free"),
        "take F3 with M3 F2": mark("take a card with a pair; the first one named is spent"),
        "pass": mark("end the turn without taking a card"),
    }

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        view = instance(views[0], FamigliaView, "A view")
        say, cards = self.words.say, self.cards
        lines = [say("Street: {cards}", cards=cards(view.street))]
        pile = self.words.say_many(
            "Pile: {count} card, {which}.", "Pile: {count} cards, {which}.", view.pile_size,
            which=say(PILES[view.pile_in_use]),
        )  # fmt: skip
        lines.append(pile + " " + say("Discard: {cards}", cards=cards(view.discard)))
        if view.under:
            lines.append(say("Known under the pile, the next one first: {cards}", cards=cards(view.under)))
        for seat, name in enumerate(names):
            hand, display = cards(view.hands[seat]), cards(view.displays[seat])
            points = self.words.say_many("{count} point", "{count} points", view.scores[seat] or 0)
            line = say("hand {hand}; display {display}; {points}", hand=hand, display=display, points=points)
            lines.append(label(name, names) + line)
        if view.brute and view.target:
            played = Sentence(mark("{brute} was played on {card}."), {"brute": view.brute, "card": view.target})
            lines.append(self.words.translate(played))
        elif view.accountant:
            one, many = EXCHANGES
            left = Sentence(one, {"card": view.accountant, "count": view.swaps}, many)
            lines.append(self.words.translate(left))
        if view.last_round and not view.ended:
            lines.append(say("This is the last round."))
        return lines

    def pile(self, view: View) -> list[str]:
        cards = self.cards(instance(view, FamigliaView, "A view").pile)
        return [self.words.say("The pile still holds, in an order nobody knows: {cards}", cards=cards)]

    def legend(self, view: View) -> list[str]:
        say = self.words.say
        return [f"{code}: {say(name)}, {say(ABILITIES[code])}" for code, name in FAMILY_NAMES.items()]


@board_type.register
def famiglia_board(view: FamigliaView) -> type[Board]:
    """The class that draws views of Famiglia."""
    return FamigliaBoard
