"""Writes records of games between bots, usually at random. A run that was stopped goes on where it was."""

from __future__ import annotations

import errno
import os
import random
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gangland.bots import choose_at_random, play
from gangland.bots.contestants import full_name, own_bot
from gangland.bots.own import OwnBot
from gangland.core.errors import GanglandError
from gangland.core.game import Game, options_of
from gangland.core.words import Language, mark
from gangland.play import Match
from gangland.terminal.file_lock import Hold
from gangland.terminal.progress import progress
from gangland.terminal.records import keep_what_is_there


@dataclass(frozen=True)
class Simulation:
    """So many games with some rules. Each depends on the seed and its number alone, unless a bot thinks by the clock.

    The bots are named as in the arena; the last one takes the seats that are left. Without any, moves are random.
    """

    game: Game
    games: int
    seed: str
    bots: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.bots) > self.game.players:
            raise GanglandError(mark("Wrong number of bots: there must be {count}."), count=self.game.players)
        if self.games < 0:
            raise GanglandError(mark("The number of games cannot be negative."))

    @cached_property
    def entrants(self) -> list[tuple[str, OwnBot | str]]:
        """The name and the bot of each player. A bot of somebody's own is looked for once. Raises GanglandError."""
        players = [self.bots[min(seat, len(self.bots) - 1)] for seat in range(self.game.players)]
        found = {text: own_bot(text) or text for text in self.bots}
        return [(full_name(text), found[text]) for text in players]

    def record(self, number: int) -> str:
        """The record of one game. At random, a pass is made only without another move. Who starts is drawn by lot."""
        chance = random.Random(f"{self.seed}/{number}")
        lot = chance.random()
        starters = {
            option.name: option.choices[-1 - int(lot * len(option.choices))]
            for option in options_of(self.game)
            if option.by_first
        }
        game = type(self.game)(**self.game.options(), **starters)
        if self.bots:
            names = [*(name for name, _ in self.entrants), *[game.robot_name] * (game.seats - game.players)]
            played = play(game, [bot for _, bot in self.entrants], f"{self.seed}/{number}", seats=names)
            return played.record().dumps()
        match = Match.new(game, seed=f"{self.seed}/{number}")
        while moves := match.legal_moves:
            match.push(choose_at_random(moves, chance))
        return match.record().dumps()

    def write(self, target: Path, force: bool, words: Language) -> None:
        """Write all games to a file, by way of one beside it, which a later run goes on with.

        `force` replaces what is there. Raises GanglandError or OSError.
        """
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "", str(target.parent))
        keep_what_is_there([target], force)
        part = part_of(target)
        with Hold(part):
            done = self._resume(part, force)
            with part.open("a", encoding="utf-8", newline="\n") as file:
                for number in progress(range(done, self.games), words.say("games"), done, self.games):
                    file.write(self.record(number) + "\n")
            keep_what_is_there([target], force)
            part.replace(target)

    def _resume(self, part: Path, force: bool) -> int:
        """How many games of an earlier run can be kept: its whole lines, if this run would write the same.

        Raises GanglandError if they are other games, unless `force` throws them away.
        """
        if not part.exists():
            return 0
        lines = part.read_bytes().splitlines(keepends=True)
        told = {0, len(lines) - 2, len(lines) - 1} & set(range(len(lines)))  # the last line may be cut off
        same = all(f"{self.record(number)}\n".encode().startswith(lines[number]) for number in told)
        if not same or len(lines) > self.games:
            if not force:
                raise GanglandError(mark("{file} has other games than these; --force throws them away."), file=part)
            lines = []
        whole = [line for line in lines if line.endswith(b"\n")]
        os.truncate(part, len(b"".join(whole)))
        return len(whole)


def part_of(target: Path) -> Path:
    """What a run writes until it is finished."""
    return target.with_name(target.name + ".part")
