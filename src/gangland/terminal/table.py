"""A game at the keyboard: show the table, ask for a move, make it, save."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from gangland.bots import AtRandom, Bot, BotFailure, Limit, contestant
from gangland.bots.hints import hint
from gangland.core.errors import GanglandError, InvalidNotation
from gangland.core.game import Move, Outcome
from gangland.core.letters import visible
from gangland.core.words import Language, mark, mark_in
from gangland.play import Played
from gangland.sentences import event_of, narrate, narrate_consequences, narrate_outcome
from gangland.terminal import saves
from gangland.terminal.boards import Board, Boards
from gangland.terminal.screen import Screen

OPPONENTS_LIMIT = Limit(seconds=1.0)  # what a bot of somebody's own is told for each move


class Leave(Exception):
    """Raised when the person leaves the table. The game is kept."""


class Table:
    """People and opponents around one keyboard. Every move is saved before the next question."""

    def __init__(
        self,
        seating: saves.Seating,
        words: Language,
        path: Path,
        screen: Screen,
        resume: str = "gangland play --resume",
    ) -> None:
        self.seating = seating
        self.match = seating.match
        self.people = seating.people
        self.words = words
        self.path = path
        self.resume = resume
        self.boards = Boards(words, screen.colour)
        self._screen = screen
        self._write = screen.write
        self._bots: dict[int, Bot] = {}  # by seat, from their first move on
        self._secretive = self.match.game.has_secrets and len(self.people) > 1
        self._sitting: int | None = None
        self._listed: set[int] = set()  # the numbers of the moves shown since this decision began
        self._interrupted = False
        self._news: dict[int, list[str]] = {seat: [] for seat in self.people}  # what each has not seen
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            mark_in("command", "help"): (self._help, mark("this list")),
            mark_in("command", "moves"): (
                self._list_moves,
                mark("the legal moves, numbered (in short ?); with a word only those that have it: ? pass"),
            ),
            mark_in("command", "board"): (self._board, mark("the table once more")),
            mark_in("command", "pile"): (self._pile, mark("what the pile still holds")),
            mark_in("command", "names"): (self._names, mark("what the letters stand for")),
            mark_in("command", "log"): (self._log, mark("all moves so far")),
            mark_in("command", "score"): (self._score, mark("the current score")),
            mark_in("command", "hint"): (self._hint, mark("what a strong player would do, and why")),
            mark_in("command", "undo"): (self._undo, mark("take your last move back")),
            mark_in("command", "save"): (self._save, mark("write the game to a file: save FILE")),
            mark_in("command", "quit"): (self._quit, mark("leave; the game is kept and can be resumed")),
        }
        self._calls = {word: run for word, (run, _) in self._commands.items()}
        self._calls |= {words.command(word): run for word, (run, _) in self._commands.items()}
        self._calls["?"] = self._list_moves

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        say = self.words.say
        self._write(say("Fair deal: SHA-256 {commitment}", commitment=self.match.commitment))
        self._write(say("Type a move or its number; {help} lists the commands.", help=self.words.command("help")))
        self._keep()
        try:
            with self._screen.discreet(say("More: press Enter.") + " ") if self._secretive else nullcontext():
                while not self.match.outcome:
                    if self.match.turn in self.people:
                        self._ask()
                    else:
                        self._think()
            self._finish()
        except (Leave, EOFError, KeyboardInterrupt):
            self._write("")
            self._write(
                say(
                    "The game is saved in {path}. Resume it with: {command}",
                    path=visible(self.path),
                    command=visible(self.resume),
                )
            )

    # One decision

    def _ask(self) -> None:
        seat = self.match.turn
        self._hand_over(seat)
        self._board("")
        view = self.match.view(seat)
        if notice := self.boards.of(view).notice(view):
            self._write(notice)
        moves = self.match.legal_moves
        self._listed.clear()
        if len(moves) <= self._screen.short_list:
            self._list_moves("")
        else:
            self._write(
                self.words.say_many(
                    "{count} move is legal; ? lists it.", "{count} moves are legal; ? lists them.", len(moves)
                )
            )
        while not self._answer(self._read(f"{self.match.seats[seat]}> ")):
            pass

    def _read(self, question: str) -> str:
        """What a person types. The first Ctrl-C clears the line, another one on an empty line leaves."""
        while True:
            try:
                line = self._screen.read(question).strip()
            except KeyboardInterrupt:
                self._interrupt(self._screen.half_typed())
            else:
                self._interrupted = False
                return line

    def _interrupt(self, half_typed: bool = False) -> None:
        if self._interrupted and not half_typed:
            raise Leave
        self._interrupted = True
        self._write("")
        self._write(self.words.say("Ctrl-C once more leaves the table; the game is kept."))

    def _hand_over(self, seat: int) -> None:
        """Hide the screen before another person sits down, if there are secrets; then tell what has happened."""
        if self._secretive and self._sitting != seat:
            name = self.match.seats[seat]
            if self._sitting is not None:
                self._wait(self.words.say("Your turn is over: press Enter, and make room for {name}.", name=name))
                self._screen.cover()
            self._wait(self.words.say("{name}, it is your turn: press Enter.", name=name))
            self._screen.cover()
            for line in self._news[seat]:
                self._write(line)
        self._news[seat] = []
        self._sitting = seat

    def _wait(self, question: str) -> None:
        """Wait until somebody presses Enter. Raises Leave if they want to quit."""
        while (answer := self._read(f"{question} ").lower()) != "":
            if answer in ("quit", self.words.command("quit")):
                raise Leave

    def _answer(self, line: str) -> bool:
        """Do what a typed line says. Returns whether a move was made or taken back."""
        line = " ".join(line.replace("?", "? ", 1).split() if line.startswith("?") else line.split())
        word, _, rest = line.partition(" ")
        before = self.match.history()
        try:
            if not line:
                return False
            if word.lower() in self._calls:
                self._calls[word.lower()](rest.strip())
                return self.match.history() is not before
            move = self._read_move(line)
            if move is None:
                return False
            self._push(move)
        except InvalidNotation as trouble:
            self._explain(line, trouble)
            return False
        except GanglandError as trouble:
            self._write(self.words.error(trouble))
            return False
        except OSError as error:
            self._write(self.words.say("The file cannot be written: {reason}", reason=error.strerror))
            return False
        return True

    def _explain(self, line: str, trouble: GanglandError) -> None:
        """Help with a line that cannot be read: list the moves with these words, or say where help is."""
        if any(f" {line.lower()} " in f" {move} " for move in self.match.legal_moves):
            self._list_moves(line.lower())
            return
        help_ = self.words.say("{help} lists the commands, ? the moves.", help=self.words.command("help"))
        self._write(f"{self.words.error(trouble)} {help_}")

    def _read_move(self, line: str) -> Move | str | None:
        """The move that was typed, by its notation or its number.

        It is None for a number before the moves were listed: the person cannot know what it means.
        """
        moves = self.match.legal_moves
        if not line.isdecimal():
            return next((move for move in moves if str(move).lower() == line.lower()), self.match.game.spelled(line))
        if not 1 <= int(line[:6]) <= len(moves):
            raise GanglandError(
                mark("There is no move number {number}: the last one is {count}."), number=line, count=len(moves)
            )
        if int(line[:6]) not in self._listed:
            self._list_moves("")
            self._write(self.words.say("The moves had not been listed yet: choose now."))
            return None
        return moves[int(line[:6]) - 1]

    def _think(self) -> None:
        seat = self.match.turn
        if len(self.match.legal_moves) == 1:  # the robot never has a choice (F11.3)
            self._push(self.match.legal_moves[0])
        else:
            seed = int(self.match.commitment[:12], 16) + len(self.match.log)
            try:
                with self._screen.busy(self.words.say("{name} is thinking", name=self.match.seats[seat]) + "…"):
                    move = self._bot(seat).choose(self.match.seen(seat), limit=OPPONENTS_LIMIT, seed=seed)
            except KeyboardInterrupt:
                self._interrupt()
            except BotFailure as failure:
                self._bots[seat] = AtRandom()
                self._write(self.words.error(failure))
                self._write(self.words.say("From now on moves are made for it at random."))
            else:
                self._push(move)

    def _bot(self, seat: int) -> Bot:
        """The bot of a seat that is not a person's. Raises BotFailure if it does not start."""
        if seat not in self._bots:
            self._bots[seat] = contestant(self.seating.opponent, self.match.game)
        return self._bots[seat]

    def _push(self, move: Move | str) -> None:
        before = self.match.view(None)
        known = len(self.match.history())
        self.match.push(move)
        self._keep()
        after = self.match.view(None)
        events = [event_of(step.entry, before, after) for step in self.match.history()[known:]]
        sentences = [narrate(event, self.match.seats) for event in events]
        for line in map(self.words.translate, [*sentences, *narrate_consequences(events[0])]):
            self._write(line)
            for seat in self.people - {self._sitting}:
                self._news[seat].append(line)

    def _keep(self) -> None:
        saves.save(self.seating, self.path)

    def _finish(self) -> None:
        say = self.words.say
        outcome = self.match.outcome
        assert outcome
        if self._secretive:  # only one person has seen the last turn
            for line in max(self._news.values(), key=len):
                self._write(line)
        self._write("")
        ended = map(self.words.translate, narrate_outcome(outcome, self.match.seats, self.match.game))
        for line in [*self._draw_all(), *ended]:
            self._write(line)
        self._rank(outcome)
        self._write(say("The finished game is in {path}; gangland verify checks it.", path=visible(self.path)))

    def _rank(self, outcome: Outcome) -> None:
        game = self.match.game
        score = game.ranking_score(outcome)
        if score is None:
            return
        if not self.seating.ranked:
            self._write(
                self.words.say(
                    "Ranking score {score}, not listed: a hint was taken, a move taken back, or the seed chosen.",
                    score=score,
                )
            )
            return
        best = saves.ranking(game)
        self._write(
            self.words.say(
                "Ranking score {score}: place {place} of {count} at this level with this start.",
                score=score,
                place=best.index(score) + 1,
                count=len(best),
            )
        )

    @property
    def _own_board(self) -> Board:
        """The board that draws this game."""
        return self.boards.of(self.match.view(None))

    def _draw_all(self) -> list[str]:
        seats = range(self.match.game.seats)
        return self.boards.draw([self.match.view(seat) for seat in seats], self.match.seats)

    # Commands

    def _help(self, _: str) -> None:
        say = self.words.say
        self._write(say("Moves are typed as in the rules (gangland rules), or by their number:"))
        for word, meaning in self._own_board.verbs.items():
            self._write(f"  {word}: {say(meaning)}")
        self._write(say("Commands:"))
        for word, (_run, meaning) in self._commands.items():
            self._write(f"  {self.words.command(word)}: {say(meaning)}")

    def _list_moves(self, part: str) -> None:
        """List all legal moves, or those that contain a text: `? climb`, `? a5`."""
        listed = [(number, move) for number, move in enumerate(self.match.legal_moves, 1) if part in str(move)]
        if not listed:
            self._write(self.words.say("No legal move has “{part}” in it.", part=visible(part)))
        for line, numbers in self._own_board.listing(listed):
            if self._write(line):
                self._listed.update(numbers)

    def _board(self, _: str) -> None:
        self._write("")
        for line in self.boards.draw([self.match.view(self.match.turn)], self.match.seats):
            self._write(line)

    def _pile(self, _: str) -> None:
        for line in self._own_board.pile(self.match.view(self.match.turn)):
            self._write(line)

    def _names(self, _: str) -> None:
        for line in self._own_board.legend(self.match.view(self.match.turn)):
            self._write(line)

    def _log(self, _: str) -> None:
        if not self.match.log:
            self._write(self.words.say("No move has been made yet."))
        for number, entry in enumerate(self.match.log, 1):
            if isinstance(entry, Played):
                self._write(f"{number:3}  {self.match.seats[entry.seat]}: {entry.move}")
            else:
                cards = " ".join(map(str, entry.cards))
                self._write(f"{number:3}  " + self.words.say("reshuffle: {cards}", cards=cards))

    def _score(self, _: str) -> None:
        view = self.match.view(self.match.turn)
        for name, score in zip(self.match.seats, view.scores, strict=True):
            if score is not None:
                self._write(self.words.say_many("{name}: {count} point.", "{name}: {count} points.", score, name=name))

    def _hint(self, _: str) -> None:
        say = self.words.say
        try:
            with self._screen.busy(say("Thinking…")):
                advice = hint(self.match.seen(self.match.turn))
        except KeyboardInterrupt:
            self._interrupt()
            return
        self.seating.ranked = False
        reason = self.words.translate(advice.reason)
        if len(self.match.legal_moves) == 1:
            self._write(say("{move} is the only legal move.", move=advice.candidate.move))
        elif advice.exact:
            self._write(say("Calculated to the end: {move}; {reason}.", move=advice.candidate.move, reason=reason))
        else:
            value = round(100 * advice.candidate.value)  # no chance of winning: points count too
            self._write(
                say("{move}, rated {value} of 100: {reason}.", move=advice.candidate.move, value=value, reason=reason)
            )

    def _undo(self, _: str) -> None:
        """Take back the last decision of the person at the keyboard, unless another person has moved since."""
        seats = [entry.seat for entry in self.match.log if isinstance(entry, Played) and entry.seat in self.people]
        if not seats:
            raise GanglandError(mark("There is no move of yours to take back."))
        if seats[-1] != self.match.turn:
            raise GanglandError(mark("The last move is not yours to take back."))
        taken = [self.match.undo()]
        while self.match.turn not in self.people:
            taken.append(self.match.undo())
        self.seating.ranked = False
        self._keep()
        for news in self._news.values():
            news.clear()
        self._write(self.words.say("Taken back: {move}", move=", ".join(str(move) for move in reversed(taken))))

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        if name and path.exists():
            raise GanglandError(mark("There is already a file {path}."), path=path)
        saves.save(self.seating, path)
        self._write(self.words.say("The game is saved in {path}.", path=visible(path)))

    def _quit(self, _: str) -> None:
        raise Leave
