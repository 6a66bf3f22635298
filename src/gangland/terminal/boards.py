"""The table as lines of text, from views alone. Colour only ever lies on top of the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gangland.famiglia import FamigliaView
from gangland.game import View, mark
from gangland.gangs import GangsView, Spot
from gangland.sentences import ABILITIES, FAMILY_NAMES, ROW_NAMES, SPOT_NAMES, gang_name
from gangland.words import Words

COLOURS = {
    "famiglia": {"F": 31, "A": 34, "B": 33, "M": 32},
    "gangs": {"B": 31, "D": 32, "N": 35, "L": 95, "K": 33, "R": 90, "E": 36, "P": 92},
}
PILES = {
    "first": mark("the first pile"),
    "second": mark("the second pile"),
    "used up": mark("used up"),
}


def label(name: str, names: Iterable[str]) -> str:
    """A name with its colon, as wide as the longest of all."""
    return f"{name}:".ljust(max(map(len, names)) + 2)


class Boards:
    """Draws views in one language."""

    def __init__(self, words: Words, colour: bool = False) -> None:
        self.words = words
        self.colour = colour

    def draw(self, views: Sequence[View], names: tuple[str, ...]) -> list[str]:
        """The board as all these seats together see it."""
        if isinstance(views[0], FamigliaView):
            return self._famiglia(views[0], names)
        return self._gangs([view for view in views if isinstance(view, GangsView)], names)

    def _paint(self, code: str, game: str) -> str:
        if not self.colour or code[0] not in COLOURS[game]:
            return code
        return f"\033[{COLOURS[game][code[0]]}m{code}\033[0m"

    def _cards(self, cards: Iterable[str], game: str) -> str:
        return " ".join(self._paint(card, game) for card in cards) or self.words.say("none")

    def _famiglia(self, view: FamigliaView, names: tuple[str, ...]) -> list[str]:
        def cards(codes: Iterable[str]) -> str:
            return self._cards(codes, "famiglia")

        say = self.words.say
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
            lines.append(say("{brute} was played on {card}.", brute=view.brute, card=view.target))
        elif view.accountant:
            lines.append(
                self.words.say_many(
                    "{card} was played: {count} exchange left.", "{card} was played: {count} exchanges left.",
                    view.swaps, card=view.accountant,
                )
            )  # fmt: skip
        if view.last_round and not view.ended:
            lines.append(say("This is the last round."))
        return lines

    def _gangs(self, views: list[GangsView], names: tuple[str, ...]) -> list[str]:
        def cards(codes: Iterable[str | None]) -> str:
            return self._cards((code or "?" for code in codes), "gangs")

        say = self.words.say
        lines = self.pyramid(views[0])
        view = views[0]
        top = gang_name(view.top, self.words) if view.top else say("none")
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
            own = next((seen for seen in views if seen.seat == seat), view).players[seat]
            alliances = " ".join(
                self._paint(gang, "gangs") + ("*" if gang in own.revealed else "") if gang else "?"
                for gang in own.alliances
            )
            influence = cards(own.influence if own.influence is not None else [None] * own.influence_size)
            line = say("alliances {alliances}; influence {influence}", alliances=alliances, influence=influence)
            lines.append(label(name, names) + line + (" " + say("(has passed)") if own.passed else ""))
        if view.gap:
            lines.append(say("There is a gap on {spot}.", spot=view.gap))
        return lines

    def pyramid(self, view: GangsView) -> list[str]:
        lines = []
        for row in range(6, 0, -1):
            spots = [str(spot) for spot in map(Spot, range(21)) if spot.row == row]
            cells = "    ".join(f"{spot} {self._paint(view.pyramid.get(spot, '.'), 'gangs')}" for spot in spots)
            indent = " " * (4 * (row - 1))
            note = self.words.say_many("{count} point", "{count} points", row - 3) if row > 3 else ""
            label = f"{indent}{cells}"
            lines.append(f"{label}    {self.words.say(ROW_NAMES[row])}, {note}" if note else label)
        return lines

    def pile(self, view: View) -> list[str]:
        """What is still hidden in it, as far as everybody knows (F1.5, G8)."""
        say = self.words.say
        if isinstance(view, FamigliaView):
            return [
                say("The pile still holds, in an order nobody knows: {cards}", cards=self._cards(view.pile, "famiglia"))
            ]
        assert isinstance(view, GangsView)
        return [say("Bosses still below the top card: {cards}", cards=self._cards(view.bosses, "gangs"))]

    def legend(self, view: View) -> list[str]:
        say = self.words.say
        if isinstance(view, FamigliaView):
            return [f"{code}: {say(name)}, {say(ABILITIES[code])}" for code, name in FAMILY_NAMES.items()]
        gangs = [gang_name(code, self.words) for code in "BDNLKREP"]
        rows = []
        for row in range(1, 6):
            spots = [f"{spot} {SPOT_NAMES[spot]}" for spot in map(Spot, range(20)) if spot.row == row]
            rows.append(", ".join(spots))
        return [*gangs, *rows, f"a6 {say(ROW_NAMES[6])}", say("* behind an alliance: it is revealed.")]
