"""Tables in lists, such as those of the first page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gangland.core.game import GIVEN_UP, Game, Termination, places
from gangland.core.words import Language, mark
from gangland.web.boxes import box_of
from gangland.web.clock import NO_CLOCK, clock_words, write_clock
from gangland.web.seat_names import names_of
from gangland.web.table_view import FREE, SeatKind, TableSummary, TableView


def replay_address(table: str) -> str:
    """Where a finished game can be looked at again."""
    return f"/t/{table}/replay"


def title_of(game: Game, words: Language, *, is_first: bool = False) -> str:
    """The title of a game with its variant, and whether it is somebody's first one."""
    return " · ".join([words.say(game.title), *game.variant(words), *([words.say("first game")] if is_first else ())])


def item(summary: TableSummary, words: Language, seen: TableView | None = None) -> dict[str, Any]:
    """What the template of a list needs of one table. `seen` is a running game as the reader sees it, if known."""
    names = names_of(tuple(zip(summary.kinds, summary.names, summary.replaced, strict=True)), words)
    others = [
        (name, summary.bots[seat])
        for seat, name in enumerate(names)
        if name and seat not in (*summary.mine, *summary.kept)
    ]
    free = sum(kind in FREE for kind in summary.kinds)
    what = [
        title_of(summary.game, words),
        "" if summary.ended else clock_in_list(summary, seen, words),
        words.say_many("{count} seat free", "{count} seats free", free) if free and not summary.ended else "",
        minutes_of(summary, words),
    ]
    score, result = result_of(summary, names, words)
    return {
        "id": summary.id,
        "address": replay_address(summary.id) if summary.outcome else f"/t/{summary.id}",
        "emblem": box_of(summary.game, words).emblem,
        "who": others or [(words.say("You"), False)],
        "what": " · ".join(filter(None, what)),
        "score": score or score_now(summary, seen, words),
        "result": result,
        "wins": summary.outcome is not None and set(summary.outcome.winners) <= set(summary.mine),
        "at": summary.ended or summary.started or summary.opened,
        "kept": bool(summary.kept),
        "call": call_in_list(summary, words),
        "act": act_in_list(summary, words),
        "leaves": bool(summary.mine) and not summary.ended,
        "counts": bool(summary.started) and len(names) == 2,
    }


def clock_in_list(summary: TableSummary, seen: TableView | None, words: Language) -> str:
    """The time that the player to move has left if it is known, or else the clock that was agreed on, if any."""
    left = seen.chairs[seen.turn].left if seen and seen.turn is not None else None
    if left is not None:
        return words.say("{time} left", time=write_clock(left, words))
    return "" if summary.clock == NO_CLOCK else clock_words(summary.clock, words)


def minutes_of(summary: TableSummary, words: Language) -> str:
    """How long a finished game took, if it was played at one go."""
    if not summary.started or not summary.ended or not 60 <= summary.ended - summary.started < 7200:
        return ""
    return words.say("{count} min", count=round((summary.ended - summary.started) / 60))


def score_now(summary: TableSummary, seen: TableView | None, words: Language) -> str:
    """The score of a running game as the reader knows it, or an empty text."""
    if not seen or not seen.view or seen.seat is None:
        return ""
    return score_for(seen.seat, seen.view.scores, words)


def score_for(seat: int, scores: Sequence[int | None], words: Language) -> str:
    """The score as a seat sees it: its own against the other's, or its own alone."""
    own, others = scores[seat], [score for other, score in enumerate(scores) if other != seat]
    if own is None:
        return ""
    if len(others) == 1 and others[0] is not None:
        return f"{own}\u202f:\u202f{others[0]}"
    return words.say_many("{count} point", "{count} points", own)


def act_in_list(summary: TableSummary, words: Language) -> str:
    """The words on the button that opens a table from a list."""
    if summary.outcome:
        return words.say("Replay")
    if summary.mine or summary.ended:
        return words.say("Open")
    return words.say("Sit down") if summary.kept or SeatKind.OPEN in summary.kinds else words.say("Watch")


def call_in_list(summary: TableSummary, words: Language) -> str:
    """Why the reader should go to this table, or an empty text: a seat is kept, or it is the reader's turn."""
    if summary.kept:
        return words.say("your seat is kept")
    return words.say("your turn") if summary.my_turn and not summary.ended else ""


FORFEITS = {  # for whoever lost so, and for whoever won
    Termination.RESIGNED: (mark("lost, you resigned"), mark("won, the other side resigned")),
    Termination.TIME: (mark("lost on time"), mark("won on time")),
}
PLACES = (mark("won"), mark("second"), mark("third"), mark("fourth"))


def result_of(summary: TableSummary, names: Sequence[str], words: Language) -> tuple[str, str]:
    """The score of a finished game and how it ended for the reader, in a few words. Both are empty until then."""
    outcome = summary.outcome
    if outcome is None:
        return "", ""
    scores = "\u202f:\u202f".join(str(score) for score in outcome.scores)
    winners = ", ".join(names[seat] for seat in outcome.winners)
    if len(summary.mine) != 1:
        return scores, words.say("{name} won", name=winners)
    seat = summary.mine[0]
    score = score_for(seat, outcome.scores, words)
    if outcome.reason in GIVEN_UP:
        return "", words.say(FORFEITS[outcome.reason][seat in outcome.winners])
    if seat in outcome.winners and len(outcome.winners) > 1:
        return score, words.say("a tie")
    place = places(outcome.winners, outcome.scores)[seat]
    return score, words.say(mark("lost") if place and len(names) == 2 else PLACES[min(place, 3)])
