"""Steps through a recorded game as text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gangland.core.letters import visible
from gangland.core.words import Language, mark_in
from gangland.play import Record
from gangland.sentences import event_of, narrate, narrate_outcome
from gangland.terminal.boards import Boards
from gangland.terminal.keys import Keys

PACES = (4.0, 2.0, 1.0)  # seconds for a step when the game plays by itself
STEPS = {"left": -1, "right": 1, "back": -10, "on": 10, None: 1}  # by keys; None: the time for a step is over
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

    def browse(self, at: int, keys: Keys, draw: Callable[[list[str]], None]) -> None:
        """Step through the game by keys, as the web does, until the person leaves."""
        number, pace, is_playing = min(max(at, 0), self.last), 1, False
        say = self.words.say
        help_ = say("← → step · Home End · space plays, [ ] slower and faster · Q leaves")
        while True:
            draw([*self.lines(number), "", help_])
            try:
                key = keys.next(PACES[pace] if is_playing else None)
            except (EOFError, KeyboardInterrupt):
                return
            match key:
                case "q" | "Q" | "escape":
                    return
                case " ":
                    is_playing = not is_playing
                    number = 0 if is_playing and number == self.last else number
                case "[" | "]":
                    pace = min(max(pace + (1 if key == "]" else -1), 0), len(PACES) - 1)
                case "home" | "end":
                    number = 0 if key == "home" else self.last
                case "left" | "right" | "back" | "on" | None:
                    number = min(max(number + STEPS[key], 0), self.last)
            is_playing = is_playing and key in (None, " ", "[", "]") and number < self.last

    def show(self, number: int) -> None:
        """Show what the log entry before this number did, and the table after it."""
        self._write("")
        for line in self.lines(number):
            self._write(line)

    def lines(self, number: int) -> list[str]:
        """What the log entry before this number did, and the table after it."""
        match = self.match.at(number)
        told = [self.words.say("{number} of {count}", number=number, count=self.last)]
        if number:
            step = self.match.history()[number - 1]
            event = event_of(step.entry, step.before.view(None), step.after.view(None))
            told.append(self.words.translate(narrate(event, match.seats)))
        seats = range(match.game.seats)
        told += self.boards.draw([match.view(seat) for seat in seats], match.seats)
        if number == self.last and match.outcome:
            told += map(self.words.translate, narrate_outcome(match.outcome, match.seats, match.game))
        return told

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
