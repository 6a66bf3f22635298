"""The form for a new table: what its template needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gangland.bots import Level, levels_for
from gangland.bots.levels import ABOUT
from gangland.core.game import Game, options_of
from gangland.core.options import Option
from gangland.core.words import Language
from gangland.web.boxes import all_boxes, box_of
from gangland.web.clock import DAILY, LIVE, clock_words
from gangland.web.opponents_page import strength_of


def new_table_page(rules: Game, form: Mapping[str, str], words: Language) -> dict[str, Any]:
    """What the template of the form needs. `form` holds the fields as they were sent."""
    return {
        "rules": rules,
        "box": box_of(rules, words),
        "boxes": all_boxes(words),
        "choices": [choice_of(option, words) for option in options_of(rules) if is_picked(option)],
        "switches": [option for option in options_of(rules) if option.is_switch and not option.by_first],
        "levels": [(level.number, words.say(level.name), about(level, words)) for level in levels_for(rules)],
        "wished": form,
        "paces": [clock_words(clock, words) for clock in LIVE],
        "days": [clock_words(clock, words) for clock in DAILY],
    }


def about(level: Level, words: Language) -> str:
    """How a level plays and, if it was measured, how strong it is."""
    return f"{words.say(ABOUT[level.name])} {strength_of(level, words)}".rstrip()


def is_picked(option: Option) -> bool:
    """Whether the form shows an option as a row of choices. Players and who starts have their own places there."""
    return not option.is_switch and not option.by_first and option.name != "players"


def choice_of(option: Option, words: Language) -> dict[str, Any]:
    """An option as a row of choices: for each the value, its name, and a few words about it."""
    hints = option.hints or ("",) * len(option.choices)
    described = zip(option.choices, map(words.say, hints), strict=True)
    rows = [(str(value), option.say(value, words), hint) for value, hint in described]
    return {"field": option.field, "usual": str(option.default), "rows": rows}
