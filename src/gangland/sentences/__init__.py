"""What happened, said in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

from gangland.game import Move, Outcome, Termination, View
from gangland.play import Played, Reshuffled
from gangland.registry import load_room
from gangland.words import Words, mark

REASONS = {
    Termination.END: mark("The game has been played to its end."),
    Termination.PILE: mark("The second pile is used up and the round is over."),
    Termination.PASSES: mark("Everybody has passed."),
    Termination.RESIGNED: mark("One side has resigned."),
    Termination.TIME: mark("One side has run out of time."),
}


Deed = tuple[str, str]  # what is said of somebody by name, and of whoever reads it
PASS: Deed = (mark("{name} passes."), mark("You pass."))
PLAYS: Deed = (mark("{name} plays: {move}."), mark("You play: {move}."))


@dataclass(frozen=True)
class Teller:
    """Says what somebody does: by name, or to whoever does it."""

    words: Words
    name: str
    is_you: bool

    def tells(self, deed: Deed, **details: object) -> str:
        return self.words.say(deed[self.is_you], name=self.name, **details)


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A log entry with what everybody saw of it: enough to tell it in any language, and no view."""

    entry: Played | Reshuffled


@singledispatch
def event_between(after: View, before: View, entry: Played | Reshuffled) -> Event:
    """What an entry did between two views of a game."""
    return Event(entry)


def event_of(entry: Played | Reshuffled, before: View, after: View) -> Event:
    """What happened between two views, which may be anybody's; the order of a reshuffled pile is nobody's to know."""
    return event_between(after, before, Reshuffled(()) if isinstance(entry, Reshuffled) else entry)


@singledispatch
def tell_move(event: Event, move: Move, teller: Teller) -> str:
    """A move; of a game that has no sentences of its own, its notation."""
    return teller.tells(PLAYS, move=str(move))


@singledispatch
def tell_reshuffle(event: Event, words: Words) -> str:
    """The pile is made anew."""
    return words.say("The pile is empty: the discard is shuffled and becomes the second pile.")


@singledispatch
def tell_consequences(event: Event, words: Words) -> list[str]:
    """What came of a move by itself: new cards on the Street or in the pyramid, and the coronation."""
    return []


def tell(event: Event, names: tuple[str, ...], words: Words, reader: int | None = None) -> str:
    """What the log entry was. What the reader did is said to them."""
    entry = event.entry
    if isinstance(entry, Reshuffled):
        return tell_reshuffle(event, words)
    return tell_move(event, entry.move, Teller(words, names[entry.seat], entry.seat == reader))


def tell_outcome(outcome: Outcome, names: tuple[str, ...], words: Words) -> list[str]:
    lines = [words.say(REASONS[outcome.reason])]
    for name, score in zip(names, outcome.scores, strict=True):
        lines.append(words.say_many("{name}: {count} point.", "{name}: {count} points.", score, name=name))
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        lines.append(words.say("{name} wins.", name=winners[0]))
    else:
        lines.append(words.say("It is a tie: {names}.", names=", ".join(winners)))
    return lines


load_room(__name__)
