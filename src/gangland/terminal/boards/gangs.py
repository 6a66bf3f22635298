"""A table of Gangs as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from gangland.core.arguments import instance
from gangland.core.game import Move, View
from gangland.core.words import mark
from gangland.gangs import Expel, GangsView
from gangland.gangs.cards import GANGS, ROW_NAMES, SPOTS
from gangland.sentences.gangs import MUST_REVEAL
from gangland.terminal.boards import Board, board_type, label


class GangsBoard(Board):
    """Writes the pyramid, the deck, alliances and influence of Gangs."""

    colours: ClassVar[Mapping[str, int]] = {"B": 31, "D": 32, "N": 35, "L": 95, "K": 33, "R": 90, "E": 36, "P": 92}
    verbs: ClassVar[Mapping[str, str]] = {
        "climb b1 a2": mark("a card climbs to the row above"),
        "fill a1": mark("a card moves up into the gap"),
        "expel a5 by b4 with P": mark("spend influence: the agent on b4 expels the victim from a5"),
        "reveal D": mark("reveal an alliance"),
        "pass": mark("take no further turns (only after the coronation)"),
    }

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        seen = [instance(view, GangsView, "A view") for view in views]
        view = seen[0]
        say, cards = self.words.say, self.cards
        lines = self.pyramid(view)
        top = self.words.translate(view.top.as_word) if view.top else say("none")
        lines.append(
            self.words.say_many(
                "Deck: {count} card, on top {top}.", "Deck: {count} cards, on top {top}.", view.deck_size, top=top
            )
        )
        lines.append(
            say(
                "Spent influence: {spent}; expelled: {expelled}",
                spent=cards(view.discard),
                expelled=cards(view.expelled),
            )
        )
        for seat, name in enumerate(names):
            own = next((other for other in seen if other.seat == seat), view).players[seat]
            alliances = " ".join(
                self.paint(str(gang)) + ("*" if gang in own.revealed else "") if gang else "?" for gang in own.alliances
            )
            influence = cards(own.influence if own.influence is not None else [None] * own.influence_size)
            line = say("alliances {alliances}; influence {influence}", alliances=alliances, influence=influence)
            lines.append(label(name, names) + line + (" " + say("(has passed)") if own.passed else ""))
        if view.gap:
            lines.append(say("There is a gap on {spot}.", spot=view.gap))
        return lines

    def pyramid(self, view: GangsView) -> list[str]:
        """The lines of the pyramid, the top row first."""
        lines = []
        for row in range(6, 0, -1):
            spots = [spot for spot in SPOTS if spot.row == row]
            cells = "    ".join(f"{spot} {self.paint(str(view.pyramid.get(spot, '.')))}" for spot in spots)
            indent = " " * (4 * (row - 1))
            note = self.words.say_many("{count} point", "{count} points", spots[0].points) if spots[0].points else ""
            label = f"{indent}{cells}"
            lines.append(f"{label}    {self.words.say(ROW_NAMES[row])}, {note}" if note else label)
        return lines

    def pile(self, view: View) -> list[str]:
        cards = self.cards(instance(view, GangsView, "A view").bosses)
        return [self.words.say("Bosses still below the top card: {cards}", cards=cards)]

    def legend(self, view: View) -> list[str]:
        say = self.words.say
        gangs = [self.words.translate(gang.as_word) for gang in GANGS]
        rows = []
        for row in range(1, 6):
            spots = [f"{spot} {self.words.translate(spot.name)}" for spot in SPOTS if spot.row == row]
            rows.append(", ".join(spots))
        return [*gangs, *rows, f"a6 {say(ROW_NAMES[6])}", say("* after an alliance means it is revealed.")]

    def listing(self, moves: Sequence[tuple[int, Move]]) -> list[tuple[str, list[int]]]:
        """Moves with their numbers; expulsions that differ only in the influence card share a line."""
        lines: list[tuple[str, list[int]]] = []
        shared = None
        for number, move in moves:
            match move.action:
                case Expel(victim, agent, card) if shared == (victim, agent):
                    line, numbers = lines[-1]
                    lines[-1] = (f"{line}, {number} {card}", [*numbers, number])
                case Expel(victim, agent):
                    lines += super().listing([(number, move)])
                    shared = victim, agent
                case _:
                    lines += super().listing([(number, move)])
        return lines

    def notice(self, view: View) -> str:
        if not instance(view, GangsView, "A view").reveals:
            return ""
        return self.words.translate(MUST_REVEAL)


@board_type.register
def gangs_board(view: GangsView) -> type[Board]:
    """The class that draws views of Gangs."""
    return GangsBoard
