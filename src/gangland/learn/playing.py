"""The machine that plays a task: it lays the position out, answers for the others, and judges what a person does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import fnmatchcase

from gangland.core.errors import GanglandError
from gangland.core.game import Game, Move
from gangland.core.position import Position
from gangland.core.sentence import Sentence
from gangland.learn.course import Line, Poor, Task, Wrong
from gangland.learn.terms import sentence_of
from gangland.play.history import History, Played
from gangland.registry import load_game

SEAT = 0  # of the person


class Verdict(StrEnum):
    """What a task says of a move."""

    RIGHT = "right"  # and there is more to do
    DONE = "done"
    POOR = "poor"  # it is legal, but not what the task asks for
    WRONG = "wrong"  # the rules refuse it


@dataclass(frozen=True, eq=False)
class Attempt:
    """A task on its way: what has been played, and what is left of the accepted lines that fit it."""

    game: Game
    task: Task
    history: History
    lines: tuple[Line, ...]

    @property
    def position(self) -> Position:
        """A copy of the position that has been reached."""
        return self.history.position.copy()

    @property
    def moves(self) -> Line:
        """The moves made so far by all seats."""
        return tuple(str(move) for _, move in self._played)

    @property
    def own_moves(self) -> Line:
        """The moves that the person has made so far."""
        return tuple(str(move) for seat, move in self._played if seat == SEAT)

    @property
    def _played(self) -> Iterable[tuple[int, Move]]:
        entries = (step.entry for step in self.history.steps)
        return ((entry.seat, entry.move) for entry in entries if isinstance(entry, Played))

    @property
    def is_done(self) -> bool:
        """Whether an accepted line has been played to its end."""
        return any(not line for line in self.lines)

    @property
    def accepted(self) -> tuple[Move, ...]:
        """The legal moves that the task accepts now; those of the first line come first."""
        legal = self.game.legal_moves(self.history.position)
        words = [line[0] for line in self.lines if line]
        return tuple(dict.fromkeys(move for word in words for move in legal if fnmatchcase(str(move), word)))

    def after(self, move: Move) -> Attempt | None:
        """The attempt after an accepted move and the others' answers to it. It is None for any other move."""
        if move not in self.accepted:
            return None
        rest = tuple(line[1:] for line in self.lines if line and fnmatchcase(str(move), line[0]))
        history = self.history.after(move, self.history.pile)
        assert history is not None, f"{self.task.id}: the draws do not suffice"
        following = replace(self, history=history, lines=rest)
        if following.is_done or following.history.position.turn == SEAT:
            return following
        assert following.accepted, f"{self.task.id}: after {list(following.moves)} the others cannot go on"
        return following.after(following.accepted[0])

    def shown(self) -> Attempt:
        """The attempt after everything that is left to do, as “Show me” plays it."""
        attempt = self
        while not attempt.is_done:
            following = attempt.after(attempt.accepted[0])
            assert following is not None  # an accepted move
            attempt = following
        return attempt


@dataclass(frozen=True, eq=False)
class Reply:
    """The answer to a move: a sentence, and the attempt to go on with."""

    verdict: Verdict
    say: Sentence
    attempt: Attempt
    shows: History | None = None  # where a poor move leads


def begin(game: str, task: Task, moves: Iterable[str] = ()) -> Attempt:
    """A task laid out, with the person's moves so far. They end before the first one that is not accepted."""
    rules = load_game(game, task.options)
    pile = bytes(rules.card_type.parse(card).number for card in task.draws)
    attempt = Attempt(rules, task, History(rules.position(task.position), pile), task.accept)
    for text in moves:
        found = [move for move in attempt.accepted if str(move) == text] if not attempt.is_done else []
        following = attempt.after(found[0]) if found else None
        if following is None:
            break
        attempt = following
    return attempt


def judge(attempt: Attempt, text: str) -> Reply:
    """The answer to a move in its notation. Whatever a person sends, there is one."""
    game, task = attempt.game, attempt.task
    if attempt.is_done:
        return Reply(Verdict.DONE, sentence_of(game, task.success), attempt)
    legal = {str(move): move for move in game.legal_moves(attempt.history.position)}
    if text not in legal:
        return Reply(Verdict.WRONG, refusal(attempt, text), attempt)
    following = attempt.after(legal[text])
    if following is None:
        return reply_to_poor(attempt, legal[text])
    if following.is_done:
        return Reply(Verdict.DONE, sentence_of(game, task.success), following)
    return Reply(Verdict.RIGHT, sentence_of(game, task.goal), following)


def wrong_moves(attempt: Attempt) -> tuple[Wrong, ...]:
    """The moves that are not legal now, but that the task has an answer to."""
    return tuple(wrong for wrong in attempt.task.wrong if wrong.at == attempt.moves)


def refusal(attempt: Attempt, text: str) -> Sentence:
    """Why a move is not legal: what the task says of it, or else what the rules say."""
    game = attempt.game
    for wrong in wrong_moves(attempt):
        if wrong.move == text:
            return sentence_of(game, wrong.say, wrong.clause)
    try:
        trouble: GanglandError | None = game.why_illegal(attempt.position, game.move_type.parse(text))
    except GanglandError as error:
        trouble = error
    assert trouble is not None, f"{text} is legal"
    return trouble.sentence


def reply_to_poor(attempt: Attempt, move: Move) -> Reply:
    """The answer to a legal move that a task does not accept, and what would come of it."""
    task = attempt.task
    poor = next((each for each in task.poor if each.at == attempt.moves and each.move == str(move)), None)
    say = poor.say if poor else task.otherwise or task.hint
    return Reply(Verdict.POOR, sentence_of(attempt.game, say), attempt, consequence(attempt, move, poor))


def consequence(attempt: Attempt, move: Move, poor: Poor | None) -> History | None:
    """Where a poor move leads, as far as the task shows it. It is None if the next card is not known."""
    history = attempt.history.after(move, attempt.history.pile)
    for text in poor.shows if poor else ():
        history = history and history.after(attempt.game.move_type.parse(text), history.pile)
    return history
