"""The page of a person's games: running ones, finished ones, and what they can be filtered by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gangland.core.words import Language, mark
from gangland.registry import offered_games
from gangland.web.clock import NO_CLOCK, clock_words
from gangland.web.lists import clock_in_list, item, minutes_of
from gangland.web.seat_names import name_of, names_of
from gangland.web.sitters import face_of
from gangland.web.story import Story
from gangland.web.table_view import FREE, SeatKind, TableSummary, TableView

RESULTS = {"": mark("Any result"), "won": mark("Won"), "lost": mark("Not won")}


@dataclass(frozen=True)
class Filter:
    """Which finished games are shown. An empty text stands for all."""

    game: str = ""  # a rulebook
    result: str = ""
    opponent: str = ""

    def fits(self, summary: TableSummary, words: Language) -> bool:
        """Whether a finished game is shown."""
        outcome = summary.outcome
        won = outcome is not None and not outcome.is_tie and bool(set(outcome.winners) & set(summary.mine))
        return (
            self.game in ("", summary.game.rulebook)
            and self.result in ("", "won" if won else "lost")
            and (not self.opponent or self.opponent in others_of(summary, words))
        )


def others_of(summary: TableSummary, words: Language) -> list[str]:
    """The names of the others at a table."""
    names = all_names(summary, words)
    return [name for seat, name in enumerate(names) if name and seat not in (*summary.mine, *summary.kept)]


def all_names(summary: TableSummary, words: Language) -> Sequence[str]:
    """The names of all seats of a table."""
    return names_of(tuple(zip(summary.kinds, summary.names, summary.replaced, strict=True)), words)


def games_filter(chosen: Filter, finished: Iterable[TableSummary], words: Language) -> dict[str, Any]:
    """What the form of the filter offers: games, results and opponents as pairs of a value and a word."""
    offered = offered_games().values()
    books = dict.fromkeys(game.rulebook for game in offered)
    titles = {game.rulebook: words.say(game.title) for game in reversed(offered)}
    people = sorted({name for summary in finished for name in others_of(summary, words)}, key=str.casefold)
    return {
        "chosen": chosen,
        "games": [("", words.say("All")), *((book, titles[book]) for book in books)],
        "results": [(value, words.say(word)) for value, word in RESULTS.items()],
        "opponents": [("", words.say("Every opponent")), *((name, name) for name in people)],
    }


def game_line(summary: TableSummary, words: Language, seen: TableView | None, story: Story | None) -> dict[str, Any]:
    """What the template needs of one game. `seen` is a running game as the reader sees it, if known."""
    names = all_names(summary, words)
    rivals = [seat for seat, name in enumerate(names) if name and seat not in (*summary.mine, *summary.kept)]
    first = rivals[0] if rivals else 0
    length = [length_of(story, words), minutes_of(summary, words)]
    clock = clock_in_list(summary, seen, words) if not summary.ended else clock_words(summary.clock, words)
    return item(summary, words, seen) | {
        "face": face_of(summary.game, summary.kinds[first], summary.levels[first], names[first]),
        "about": about(summary, rivals, words),
        "length": ", ".join(filter(None, length)),
        "clock": clock if summary.clock != NO_CLOCK else words.say("no clock"),
    }


def length_of(story: Story | None, words: Language) -> str:
    """How long a game is, in what its log counts: rounds or turns. It is empty before the first move."""
    return words.say_many(*story.layout.length_words, story.lines[-1].turn) if story and story.lines else ""


def about(summary: TableSummary, rivals: Sequence[int], words: Language) -> str:
    """A few words about who plays against the reader: the trades and levels of opponents, or a free seat."""
    told = []
    for seat in rivals:
        kind, name = summary.kinds[seat], summary.names[seat]
        if kind is SeatKind.OPPONENT and not summary.replaced[seat]:
            trade = name_of(kind, name, False, words)
            told.append(words.say("{name}, level {level}", name=trade, level=summary.levels[seat]))
    free = sum(kind in FREE for kind in summary.kinds)
    if free and not summary.ended:
        told.append(words.say_many("{count} seat free", "{count} seats free", free))
    return " · ".join(dict.fromkeys(told)) or " · ".join(summary.game.variant(words))
