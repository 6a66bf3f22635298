"""The page on which an opponent is chosen: what its template needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.bots import Level, levels_for
from gangland.bots.levels import ABOUT, PEOPLE
from gangland.core.game import Game, options_of
from gangland.core.words import Language, mark
from gangland.web.art.busts import portrait_of, rank_of
from gangland.web.boxes import all_boxes, box_of

GROUPS = (mark("For learning"), mark("A fair match"), mark("Strong"))
STARTS = (0, 3, 5)  # so many levels come before each group


def opponents_page(
    game: Game, chosen: int, usual: int, results: Mapping[int, tuple[int, int]], words: Language
) -> dict[str, Any]:
    """What the template needs. `usual` is the level of “Play now”, `results` are games won and played by level."""
    levels = levels_for(game)
    return {
        "rules": game,
        "box": box_of(game, words),
        "boxes": [box for box in all_boxes(words) if box.game().players > 1],
        "counts": next((option.choices for option in options_of(game) if option.name == "players"), ()),
        "groups": groups_of(len(levels), words),
        "opponents": [opponent(level, game, results.get(level.number, (0, 0)), words) for level in levels],
        "chosen": min(max(chosen, 1), len(levels)),
        "usual": min(usual, len(levels)),
    }


def groups_of(count: int, words: Language) -> list[tuple[str, int]]:
    """The groups of so many levels: the title of each, and how many levels it has."""
    ends = (*STARTS[1:], count)
    return [(words.say(title), end - start) for title, start, end in zip(GROUPS, STARTS, ends, strict=True)]


def opponent(level: Level, game: Game, result: tuple[int, int], words: Language) -> dict[str, Any]:
    """An opponent as the template shows it."""
    won, played = result
    return {
        "level": level.number,
        "name": PEOPLE[level.name][0],
        "trade": words.say(level.name),
        "about": words.say(ABOUT[level.name]),
        "strength": strength_of(level, words),
        "face": portrait_of(game, PEOPLE[level.name][0], rank_of(level, len(levels_for(game)))),
        "result": words.say("you won {won} of {count}", won=won, count=played)
        if played
        else words.say("not played yet"),
    }


def strength_of(level: Level, words: Language) -> str:
    """How strong a level is, in a sentence. It is empty where that was not measured."""
    if level.wins is None:
        return words.say("In a first game, every other person wins.") if level.number == 1 else ""
    return words.say("Wins {count} of 10 games against level {level}.", count=level.wins, level=level.number - 1)


def called(level: int, game: Game, words: Language) -> str:
    """An opponent in a few words: the name, the trade and the level."""
    levels = levels_for(game)
    trade = levels[level - 1].name
    return words.say(
        "{name}, {trade}, level {level} of {count}",
        name=PEOPLE[trade][0], trade=words.say(trade), level=level, count=len(levels),
    )  # fmt: skip
