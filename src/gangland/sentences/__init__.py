"""Tells what happened, as sentences. Each kind of table says them in its language and with its means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch

from gangland.core.game import Game, Move, Outcome, Termination, View
from gangland.core.rooms import load_room
from gangland.core.sentence import Name, Sentence
from gangland.core.words import mark, mark_many
from gangland.play import Played, Reshuffled

REASONS = {
    Termination.END: mark("The game has been played to its end."),
    Termination.PILE: mark("The pile is used up and the last round is over."),
    Termination.PASSES: mark("All players have passed."),
    Termination.RESIGNED: mark("One side has resigned."),
    Termination.TIME: mark("One side has run out of time."),
}

MoveSentence = tuple[str, str]  # the sentence about a player by name, and the one that says “you”
PASS: MoveSentence = (mark("{name} passes."), mark("You pass."))
PLAYS: MoveSentence = (mark("{name} plays: {move}."), mark("You play: {move}."))
POINTS = mark_many("{name}: {count} point.", "{name}: {count} points.")


@dataclass(frozen=True)
class Narrator:
    """Tells what a player does: by name, or as “you” to the player."""

    name: Name
    is_you: bool

    def says(self, sentence: MoveSentence, **words: object) -> Sentence:
        """The sentence for an action, by name or as “you”."""
        return Sentence(sentence[self.is_you], {"name": self.name, **words})


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A log entry with what everybody saw of it. It is enough to tell the entry in any language, and holds no view."""

    entry: Played | Reshuffled


@singledispatch
def event_between(after: View, before: View, entry: Played | Reshuffled) -> Event:
    """What an entry did between two views of a game."""
    return Event(entry)


def event_of(entry: Played | Reshuffled, before: View, after: View) -> Event:
    """What happened between two views of any viewer. It does not tell the order of a reshuffled pile."""
    return event_between(after, before, Reshuffled(()) if isinstance(entry, Reshuffled) else entry)


@singledispatch
def narrate_move(event: Event, move: Move, narrator: Narrator) -> Sentence:
    """The sentence for a move. A game without sentences of its own tells the notation."""
    return narrator.says(PLAYS, move=str(move))


@singledispatch
def narrate_reshuffle(event: Event) -> Sentence:
    """The sentence for a reshuffle."""
    return Sentence(mark("The pile is empty: the discard is shuffled and becomes the second pile."))


@singledispatch
def narrate_consequences(event: Event) -> list[Sentence]:
    """The sentences for what followed from a move by itself, such as new cards or the coronation."""
    return []


def narrate(event: Event, names: Sequence[str], reader: int | None = None) -> Sentence:
    """The sentence for a log entry. It says “you” if the reader made the move."""
    entry = event.entry
    if isinstance(entry, Reshuffled):
        return narrate_reshuffle(event)
    return narrate_move(event, entry.move, Narrator(Name(names[entry.seat]), entry.seat == reader))


def reason_of(outcome: Outcome, game: Game) -> str:
    """Why a game is over, as a sentence of its own rules if it has one."""
    return game.endings.get(outcome.reason, REASONS[outcome.reason])


def narrate_outcome(outcome: Outcome, names: Sequence[str], game: Game) -> list[Sentence]:
    """The sentences for the end of a game: why it is over, everybody's points, and who wins."""
    one, many = POINTS
    lines = [Sentence(reason_of(outcome, game))]
    for name, score in zip(names, outcome.scores, strict=True):
        lines.append(Sentence(one, {"name": Name(name), "count": score}, many))
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) == 1:
        lines.append(Sentence(mark("{name} wins."), {"name": Name(winners[0])}))
    else:
        lines.append(Sentence(mark("It is a tie: {names}."), {"names": ", ".join(winners)}))
    return lines


load_room(__name__)
