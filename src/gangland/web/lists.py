"""Tables in lists, such as those of the first page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gangland.core.game import Game
from gangland.core.words import Language
from gangland.registry import GAMES
from gangland.web.boxes import box_of
from gangland.web.clock import NO_CLOCK, clock_words
from gangland.web.seat_names import names_of
from gangland.web.table_view import FREE, SeatKind, TableSummary


def title_of(game: Game, words: Language) -> str:
    """The title of a game with its variant."""
    return " · ".join([words.say(game.title), *game.variant(words)])


def item(summary: TableSummary, words: Language) -> dict[str, Any]:
    """What the template of a list needs of one table."""
    names = names_of(tuple(zip(summary.kinds, summary.names, summary.replaced, strict=True)), words)
    others = [
        (name, summary.bots[seat])
        for seat, name in enumerate(names)
        if name and seat not in (*summary.mine, *summary.kept)
    ]
    free = sum(kind in FREE for kind in summary.kinds)
    what = " · ".join(
        part
        for part in (
            title_of(summary.game, words),
            "" if summary.clock == NO_CLOCK else clock_words(summary.clock, words),
            words.say_many("{count} seat free", "{count} seats free", free) if free and not summary.ended else "",
            result_of(summary, names, words),
        )
        if part
    )
    return {
        "id": summary.id,
        "emblem": box_of(summary.game, words).emblem,
        "who": others or [(words.say("You"), False)],
        "what": what,
        "kept": bool(summary.kept),
        "call": call_in_list(summary, words),
        "act": act_in_list(summary, words),
    }


def act_in_list(summary: TableSummary, words: Language) -> str:
    """The words on the button that opens a table from a list."""
    if summary.mine or summary.ended:
        return words.say("Open")
    return words.say("Sit down") if summary.kept or SeatKind.OPEN in summary.kinds else words.say("Watch")


def call_in_list(summary: TableSummary, words: Language) -> str:
    """Why the reader should go to this table, or an empty text: a seat is kept, or it is the reader's turn."""
    if summary.kept:
        return words.say("your seat is kept")
    return words.say("your turn") if summary.my_turn and not summary.ended else ""


def result_of(summary: TableSummary, names: Sequence[str], words: Language) -> str:
    """How a game ended, in a few words, or an empty text while it goes on."""
    if summary.outcome is None:
        return ""
    winners = ", ".join(names[seat] for seat in summary.outcome.winners)
    scores = "\u202f:\u202f".join(str(score) for score in summary.outcome.scores)
    if len(summary.outcome.winners) > 1:
        return words.say("a tie, {scores}", scores=scores)
    if summary.outcome.reason == "resigned":
        return words.say("{name} won, the other side has resigned", name=winners)
    if summary.outcome.reason == "time":
        return words.say("{name} won on time", name=winners)
    return words.say("{name} won, {scores}", name=winners, scores=scores)


def rankings(rated: Iterable[str], words: Language) -> list[tuple[str, str]]:
    """The addresses and titles of the solo ranking and of the ratings of these games."""
    return [("/ranking", words.say("Solo ranking")), *((f"/ranking/{name}", list_title(name, words)) for name in rated)]


def list_title(name: str, words: Language) -> str:
    """A game's title, with its variant if other games share its rulebook."""
    game = GAMES[name]
    alone = sum(other.rulebook == game.rulebook for other in GAMES.values()) == 1
    return words.say(game.title) if alone else title_of(game(), words)
