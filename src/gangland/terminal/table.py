"""A game at the keyboard: show, ask, move, save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gangland.bots import choose_greedily
from gangland.famiglia import Solo, ranking_score
from gangland.game import Trouble, mark, mark_in
from gangland.gangs import Gangs
from gangland.play import Match, Played
from gangland.terminal import saves
from gangland.terminal.boards import Boards
from gangland.terminal.sentences import tell, tell_outcome
from gangland.words import Words

SHORT_LIST = 16  # so many moves are listed without being asked for


class Leave(Exception):
    """The person gets up; the game stays where it is."""


class Table:
    """People and simple opponents around one keyboard. Every move is saved before the next question."""

    def __init__(
        self,
        match: Match,
        people: frozenset[int],
        words: Words,
        path: Path,
        *,
        read: Callable[[str], str],
        write: Callable[[str], None],
        colour: bool = False,
        clear: str = "\n" * 50,
    ) -> None:
        self.match = match
        self.people = people
        self.words = words
        self.path = path
        self.boards = Boards(words, colour)
        self._read = read
        self._write = write
        self._clear = clear
        self._sitting: int | None = None
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            mark_in("command", "help"): (self._help, mark("this list")),
            mark_in("command", "moves"): (
                self._list_moves,
                mark("the legal moves, numbered, also as ?; with a word only those that have it: ? climb"),
            ),
            mark_in("command", "board"): (self._board, mark("the table once more")),
            mark_in("command", "pile"): (self._pile, mark("what the pile still holds")),
            mark_in("command", "names"): (self._names, mark("what the letters stand for")),
            mark_in("command", "log"): (self._log, mark("all moves so far")),
            mark_in("command", "score"): (self._score, mark("the points as things lie")),
            mark_in("command", "undo"): (self._undo, mark("take your last move back")),
            mark_in("command", "save"): (self._save, mark("write the game to a file: save FILE")),
            mark_in("command", "quit"): (self._quit, mark("leave; the game is kept and can be resumed")),
        }
        self._calls = {word: run for word, (run, _) in self._commands.items()}
        self._calls |= {words.command(word): run for word, (run, _) in self._commands.items()}
        self._calls["?"] = self._list_moves

    def run(self) -> None:
        say = self.words.say
        self._write(say("Fair deal: SHA-256 {commitment}", commitment=self.match.commitment))
        self._write(say("Type a move or its number; {help} lists the commands.", help=self.words.command("help")))
        self._keep()
        try:
            while not self.match.outcome:
                if self.match.turn in self.people:
                    self._ask()
                else:
                    self._think()
            self._finish()
        except (Leave, EOFError, KeyboardInterrupt):
            self._write("")
            self._write(say("The game is saved in {path}. Resume it with: gangland play --resume", path=self.path))

    # One decision

    def _ask(self) -> None:
        seat = self.match.turn
        self._hand_over(seat)
        self._board("")
        moves = self.match.legal_moves
        if len(moves) <= SHORT_LIST:
            self._list_moves("")
        else:
            self._write(
                self.words.say_many(
                    "{count} move is legal; ? lists it.", "{count} moves are legal; ? lists them.", len(moves)
                )
            )
        while not self._answer(self._read(f"{self.match.seats[seat]}> ").strip()):
            pass

    def _hand_over(self, seat: int) -> None:
        """A curtain, where the next person must not see the secrets of the one before."""
        if isinstance(self.match.game, Gangs) and len(self.people) > 1 and self._sitting != seat:
            self._write(self._clear)
            self._read(self.words.say("{name}, it is your turn: press Enter.", name=self.match.seats[seat]) + " ")
        self._sitting = seat

    def _answer(self, line: str) -> bool:
        """Do what a line says; true if the situation has changed."""
        word, _, rest = line.partition(" ")
        log = list(self.match.log)
        try:
            if not line:
                return False
            if word.lower() in self._calls:
                self._calls[word.lower()](rest.strip())
                return log != self.match.log
            self._push(self._read_move(line))
        except Trouble as trouble:
            self._write(self.words.trouble(trouble))
            return False
        except OSError as error:
            self._write(self.words.say("The file cannot be written: {reason}", reason=error.strerror))
            return False
        return True

    def _read_move(self, line: str) -> str:
        moves = self.match.legal_moves
        if not line.isdecimal():
            return " ".join(line.split())
        if not 1 <= int(line[:6]) <= len(moves):
            raise Trouble(
                mark("There is no move number {number}: the last one is {count}."), number=line, count=len(moves)
            )
        return str(moves[int(line[:6]) - 1])

    def _think(self) -> None:
        self._push(choose_greedily(self.match.view(self.match.turn)))  # the robot has only one choice (F11.3)

    def _push(self, move: str) -> None:
        before = self.match.view(None)
        known = len(self.match.log)
        self.match.push(move)
        self._keep()
        for entry in self.match.log[known:]:
            self._write(tell(entry, before, self.match.seats, self.words))

    def _keep(self) -> None:
        saves.save(self.match, self.people, self.path)

    def _finish(self) -> None:
        say = self.words.say
        outcome = self.match.outcome
        assert outcome
        for line in self._draw_all():
            self._write(line)
        for line in tell_outcome(outcome, self.match.seats, self.words):
            self._write(line)
        score = ranking_score(outcome) if isinstance(self.match.game, Solo) else None
        if score is not None and isinstance(self.match.game, Solo):
            best = saves.ranking(self.match.game)
            self._write(
                say("Ranking score {score}: place {place} of {count} at this level with this start.",
                    score=score, place=best.index(score) + 1, count=len(best))
            )  # fmt: skip
        self._write(say("The finished game is in {path}; gangland verify checks it.", path=self.path))

    def _draw_all(self) -> list[str]:
        seats = range(self.match.game.seats)
        return self.boards.draw([self.match.view(seat) for seat in seats], self.match.seats)

    # Commands

    def _help(self, _: str) -> None:
        say = self.words.say
        self._write(say("Moves are typed as in the rules, or by their number. Commands:"))
        for word, (_run, meaning) in self._commands.items():
            self._write(f"  {self.words.command(word)}: {say(meaning)}")

    def _list_moves(self, part: str) -> None:
        """All legal moves, or those with a word or letters in them: `? climb`, `? a5`."""
        for number, move in enumerate(self.match.legal_moves, 1):
            if part in str(move):
                self._write(f"{number:3}  {move}")

    def _board(self, _: str) -> None:
        self._write("")
        for line in self.boards.draw([self.match.view(self.match.turn)], self.match.seats):
            self._write(line)

    def _pile(self, _: str) -> None:
        for line in self.boards.pile(self.match.view(self.match.turn)):
            self._write(line)

    def _names(self, _: str) -> None:
        for line in self.boards.legend(self.match.view(self.match.turn)):
            self._write(line)

    def _log(self, _: str) -> None:
        if not self.match.log:
            self._write(self.words.say("No move has been made yet."))
        for number, entry in enumerate(self.match.log, 1):
            if isinstance(entry, Played):
                self._write(f"{number:3}  {self.match.seats[entry.seat]}: {entry.move}")
            else:
                self._write(f"{number:3}  " + self.words.say("reshuffle: {cards}", cards=" ".join(entry.cards)))

    def _score(self, _: str) -> None:
        view = self.match.view(self.match.turn)
        for name, score in zip(self.match.seats, view.scores, strict=True):
            if score is not None:
                self._write(self.words.say_many("{name}: {count} point.", "{name}: {count} points.", score, name=name))

    def _undo(self, _: str) -> None:
        """Back to the last decision that a person made."""
        seats = [entry.seat for entry in self.match.log if isinstance(entry, Played)]
        if not self.people & set(seats):
            raise Trouble(mark("There is no move of yours to take back."))
        move = self.match.undo()
        while self.match.turn not in self.people:
            move = self.match.undo()
        self._keep()
        self._write(self.words.say("Taken back: {move}", move=move))

    def _save(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        saves.save(self.match, self.people, path)
        self._write(self.words.say("The game is saved in {path}.", path=path))

    def _quit(self, _: str) -> None:
        raise Leave
