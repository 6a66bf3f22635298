"""What may be played after a game against the computer: the next level, or an easier one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gangland.bots import levels_for
from gangland.bots.levels import PEOPLE
from gangland.core.game import Game, options_of
from gangland.web.pov import Pov
from gangland.web.table_view import SeatKind

Fields = tuple[tuple[str, str], ...]  # of the form that opens a table by one click


@dataclass(frozen=True)
class NextGame:
    """A game that one click opens."""

    name: str  # whom it is played against
    level: int
    fields: Fields


def next_games(pov: Pov) -> tuple[NextGame | None, NextGame | None]:
    """The game against the next level and the one against the level before, for the one person who played here.

    Each is None if there is none, or if the game was not played against one level of the computer.
    """
    t = pov.table
    if t.outcome is None or len(t.mine) != 1:
        return None, None
    rivals = [chair for chair in t.chairs if not chair.mine]
    levels = {chair.level for chair in rivals if chair.kind is SeatKind.OPPONENT and not chair.replaced}
    if len(levels) == 1 and all(chair.kind is SeatKind.OPPONENT and not chair.replaced for chair in rivals):
        level = levels.pop() or 1
        return against_opponents(t.game, level + 1), against_opponents(t.game, level - 1)
    if all(chair.kind is SeatKind.ROBOT for chair in rivals):
        return against_robot(t.game, 1, pov), against_robot(t.game, -1, pov)
    return None, None


def against_opponents(game: Game, level: int) -> NextGame | None:
    """The same game against opponents of a level, or None if there is no such level."""
    levels = levels_for(game)
    if not 1 <= level <= len(levels):
        return None
    return NextGame(PEOPLE[levels[level - 1].name][0], level, (*fields_of(game), ("level", str(level))))


def against_robot(game: Game, step: int, pov: Pov) -> NextGame | None:
    """The same game against a robot that is stronger by a step, or None if there is none."""
    option = next((option for option in options_of(game) if option.name == "level"), None)
    level = getattr(game, "level", 0) + step
    if option is None or level not in option.choices:
        return None
    return NextGame(pov.words.say("Robot gangster"), level, fields_of(replace(game, level=level)))  # type: ignore[type-var]


def fields_of(game: Game) -> Fields:
    """The fields of a form that ask for a game with its options."""
    found = [("game", game.name)]
    for option in options_of(game):
        value = getattr(game, option.name)
        if option.by_first:
            found.append(("first", "me" if value == option.by_first[0] else "other"))
        elif not option.is_switch:
            found.append((option.field, str(value)))
        elif value:
            found.append((option.field, "on"))
    return tuple(found)
