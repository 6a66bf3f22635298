"""Steps through a recorded game as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gangland.core.letters import visible
from gangland.core.words import Language, mark_in
from gangland.play import Record
from gangland.sentences import event_of, narrate, narrate_outcome
from gangland.terminal.boards import Boards

NEXT, BACK, QUIT = mark_in("command", "next"), mark_in("command", "back"), mark_in("command", "quit")


class Replay:
    """Shows a recorded game with all cards open, as on a table after the game. Raises CorruptRecord."""

    def __init__(
        self,
        record: Record,
        words: Language,
        *,
        read: Callable[[str], str],
        write: Callable[[str], None],
        colour: bool = False,
    ) -> None:
        self.match = replace(record, seats=tuple(map(visible, record.seats))).verify()
        self.words = words
        self.boards = Boards(words, colour)
        self._read = read
        self._write = write
        self.last = len(record.log)

    def run(self, at: int, interactive: bool) -> None:
        """Show the table at log entry `at`, then what the person asks for, or without a person all that follows."""
        number = min(max(at, 0), self.last)
        self.show(number)
        while interactive and (step := self._ask(number)) is not None:
            number = step
            self.show(number)
        if not interactive:
            for later in range(number + 1, self.last + 1):
                self.show(later)

    def show(self, number: int) -> None:
        """Show what the log entry before this number did, and the table after it."""
        match = self.match.at(number)
        self._write("")
        self._write(self.words.say("{number} of {count}", number=number, count=self.last))
        if number:
            step = self.match.history()[number - 1]
            event = event_of(step.entry, step.before.view(None), step.after.view(None))
            self._write(self.words.translate(narrate(event, match.seats)))
        seats = range(match.game.seats)
        for line in self.boards.draw([match.view(seat) for seat in seats], match.seats):
            self._write(line)
        if number == self.last and match.outcome:
            for sentence in narrate_outcome(match.outcome, match.seats, match.game):
                self._write(self.words.translate(sentence))

    def _ask(self, number: int) -> int | None:
        hint = self.words.say(
            "Enter or {next}, {back}, a number, {quit}: ",
            next=self.words.command(NEXT), back=self.words.command(BACK), quit=self.words.command(QUIT),
        )  # fmt: skip
        while True:
            try:
                answer = self._read(hint).strip().lower()
            except (EOFError, KeyboardInterrupt):
                return None
            if answer in (QUIT, self.words.command(QUIT)):
                return None
            if answer in ("", NEXT, self.words.command(NEXT)):
                return number + 1 if number < self.last else None
            if answer in (BACK, self.words.command(BACK)):
                return max(number - 1, 0)
            if answer.isdecimal() and int(answer[:6]) <= self.last:
                return int(answer[:6])
            self._write(self.words.say("Type a number from 0 to {count}.", count=self.last))
