"""The table in the terminal: whole games by keyboard, and nothing lost on the way."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from conftest import DATA, clause
from gangland.bots import choose_greedily
from gangland.famiglia import Duel, Solo
from gangland.game import Game
from gangland.gangs import Gangs
from gangland.play import Match, Record
from gangland.terminal import Table, saves
from gangland.terminal.replay import Replay
from gangland.terminal.table import wrap
from gangland.words import LANGUAGES, Words


class Keyboard:
    """A table with somebody at the keyboard who types lines and reads what comes."""

    def __init__(
        self, game: Game, folder: Path, people: set[int] | None = None, language: str = "en", seed: int = 1
    ) -> None:
        self.match = Match.new(game, seed=seed, first=0)
        self.path = folder / "game.json"
        self.people = frozenset(people or {0})
        self.words = Words(language)
        self.lines: list[str] = []

    def types(self, lines: Iterator[str]) -> str:
        def read(prompt: str) -> str:
            self.lines.append(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        seating = saves.Seating(self.match, self.people)
        Table(seating, self.words, self.path, read=read, write=self.lines.append).run()
        return "\n".join(self.lines)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GANGLAND_DATA", str(tmp_path))


def anything(keyboard: Keyboard, seed: int) -> Iterator[str]:
    """Legal moves by number or by notation, with some nonsense and commands in between."""
    random = Random(seed)
    while True:
        moves = keyboard.match.legal_moves
        active = [move for move in moves if str(move) != "pass"] or list(moves)
        yield random.choice(
            ["?", "help", "board", "pile", "names", "log", "score", "", "what?", "99999", "0", "²", "take F9"]
        )
        choice = random.choice(active)
        yield str(choice) if random.random() < 0.5 else str(moves.index(choice) + 1)


GAMES: list[tuple[Game, set[int]]] = [
    (Duel(), {0}),
    (Duel(), {0, 1}),
    (Solo(1), {0}),
    (Solo(4, robot_starts=True), {0}),
    (Gangs(2), {0}),
    (Gangs(4), {0}),
    (Gangs(3), {0, 1, 2}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "people"), GAMES, ids=lambda value: str(value))
def test_a_whole_game(game: Game, people: set[int], language: str, tmp_path: Path) -> None:
    keyboard = Keyboard(game, tmp_path, people, language)
    screen = keyboard.types(anything(keyboard, 3))
    assert keyboard.match.outcome
    assert Record.load(keyboard.path).verify().outcome == keyboard.match.outcome
    assert "\033" not in screen
    assert "{" not in screen
    assert (
        keyboard.words.say("The finished game is in {path}; gangland verify checks it.", path=keyboard.path) in screen
    )


def test_other_people_do_not_see_secrets_at_one_keyboard(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    screen = keyboard.types(iter(["", "climb a1 a2", "", "climb b1 b2"]))
    turns = screen.split("\n" * 50)
    assert len(turns) == 4
    alliances = [" ".join(own) for own in keyboard.match.deal.setup["alliances"]]
    for number, turn in enumerate(turns[1:3]):
        seat = number % 2
        assert alliances[seat] in turn
        assert alliances[1 - seat] not in turn
        assert "Enter" in turn.strip().splitlines()[0]


def test_undo_goes_back_to_ones_own_decision(tmp_path: Path) -> None:
    keyboard = Keyboard(Duel(), tmp_path, seed=2)
    start = str(keyboard.match.position)
    first = str(next(move for move in keyboard.match.legal_moves if str(move).startswith("take")))
    screen = keyboard.types(iter([first, "undo", "undo"]))
    assert f"Taken back: {first}" in screen
    assert "There is no move of yours to take back." in screen
    assert str(keyboard.match.position) == start
    assert Record.load(keyboard.path).log == ()


def test_bad_input_names_the_clause_and_changes_nothing(tmp_path: Path) -> None:
    keyboard = Keyboard(Duel(), tmp_path, seed=2)
    screen = keyboard.types(iter(["take F4 with F3 F3", "fly", "sweep Z9", "swap F0 F1"]))
    assert len(re.findall(r"\((?:F\d+(?:\.\d+)?)\)", screen)) == 4
    assert not keyboard.match.log


def test_commands_in_the_language_of_the_table(tmp_path: Path) -> None:
    for language, undo, log in (
        ("pl", "cofnij", "dziennik"),
        ("de", "rückgängig", "protokoll"),
        ("hu", "visszavonás", "napló"),
    ):
        keyboard = Keyboard(Duel(), tmp_path, language=language, seed=2)
        first = str(next(move for move in keyboard.match.legal_moves if str(move).startswith("take")))
        screen = keyboard.types(iter([first, undo.upper(), log, "undo"]))
        assert keyboard.words.say("Taken back: {move}", move=first) in screen
        assert keyboard.words.say("No move has been made yet.") in screen


def test_at_one_keyboard_nobody_takes_back_the_move_of_another(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    screen = keyboard.types(iter(["", "climb a1 a2", "", "undo"]))
    assert "The last move is not yours to take back." in screen
    assert len(keyboard.match.log) == 1


def test_after_the_curtain_one_reads_what_happened(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(3), tmp_path, {0, 1})
    screen = keyboard.types(iter(["what", "", "climb a1 a2", "", "climb b1 b2", ""]))
    turns = screen.split("\n" * 50)
    assert "climbs from a1 to a2" in turns[2]
    assert "climbs from b1 to b2" in turns[3]
    assert turns[3].count("climbs") == 2  # seat 2 is the computer's
    assert turns[1].count("press Enter") == 2  # only Enter opens the curtain


def test_leaving_at_the_curtain(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    screen = keyboard.types(iter(["quit"]))
    assert "alliances" not in screen
    assert "is saved in" in screen


def test_moves_in_any_case_and_their_beginnings(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path)
    screen = keyboard.types(iter(["climb", "?climb a1", "? zzz", "CLIMB A1 A2"]))
    assert screen.count("climb a1 a2") == 2
    assert "No legal move has “zzz” in it." in screen
    assert str(keyboard.match.moves[0]) == "climb a1 a2"
    keyboard = Keyboard(Duel(), tmp_path, seed=2)
    assert "There is no F4 on the Street. (F1.4)" in keyboard.types(iter(["TAKE f4"]))


def test_all_influence_cards_for_the_same_share_a_line(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path)
    screen = keyboard.types(iter(["? expel a1 by b1"]))
    cards = sorted(set(keyboard.match.deal.setup["influence"][0]), key="BDNLKREP".index)
    line = next(line for line in screen.splitlines() if "expel a1 by b1" in line)
    assert re.findall(r"[A-Z]", line) == cards


def test_new_cards_and_the_coronation_are_told(tmp_path: Path) -> None:
    keyboard = Keyboard(Duel(), tmp_path, seed=3)
    screen = keyboard.types(iter(["sweep F4"]))
    assert "New on the Street: F2 A2 A0 F2" in screen
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    screen = keyboard.types(anything(keyboard, 3))
    assert screen.count("The Lord of the Underworld is crowned") >= 1
    assert "an alliance must be revealed. (G5.1)" in screen


def test_lines_break_between_words() -> None:
    line = "Computer: hand \033[31mF0\033[0m F1 F2; display none"
    assert wrap(line, 60) == [line]
    assert wrap(line, 20) == ["Computer: hand \033[31mF0\033[0m F1", "    F2; display none"]
    assert wrap("word" * 10, 8) == ["word" * 10]


def test_a_file_is_not_overwritten(tmp_path: Path) -> None:
    other = tmp_path / "mine.txt"
    other.write_text("precious", "utf-8")
    keyboard = Keyboard(Duel(), tmp_path)
    assert f"There is already a file {other}." in keyboard.types(iter([f"save {other}"]))
    assert other.read_text("utf-8") == "precious"


def test_save_to_a_file(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path)
    screen = keyboard.types(iter([f"save {tmp_path / 'mine.json'}", "save", f"save {tmp_path / 'no' / 'where'}"]))
    assert Record.load(tmp_path / "mine.json").verify()
    assert "The file cannot be written: No such file or directory" in screen


def test_resume(tmp_path: Path) -> None:
    keyboard = Keyboard(Solo(2), tmp_path)
    keyboard.types(iter([str(keyboard.match.legal_moves[0])]))
    seating = saves.load(keyboard.path)
    assert seating.match.log == keyboard.match.log
    assert seating.people == {0}
    assert seating.ranked
    assert str(seating.match.position) == str(keyboard.match.position)
    assert seating.match.commitment == keyboard.match.commitment


def greedily(keyboard: Keyboard) -> Iterator[str]:
    """Good enough to win against the robot of level 1 now and then."""
    while True:
        yield choose_greedily(keyboard.match.view(0))


@clause("F10.7")
def test_the_ranking_is_read_from_the_games_themselves() -> None:
    scores: list[int] = []
    for seed in (4, 1, 2, 6):  # lost: 4
        keyboard = Keyboard(Solo(1), saves.folder(), seed=seed)
        keyboard.path = saves.new_path()
        found = re.search(r"Ranking score (-?\d+): place (\d+) of (\d+)", keyboard.types(greedily(keyboard)))
        if found:
            scores.append(int(found[1]))
            best = sorted(scores, reverse=True)
            assert (int(found[2]), int(found[3])) == (best.index(scores[-1]) + 1, len(scores))
    assert len(scores) == 3
    assert saves.ranking(Solo(1)) == sorted(scores, reverse=True)
    assert saves.ranking(Solo(1, robot_starts=True)) == []
    assert saves.ranking(Solo(2)) == []
    (saves.folder() / "99999.json").write_text("no record", "utf-8")
    assert len(saves.ranking(Solo(1))) == 3


@clause("F10.7")
def test_a_game_with_a_move_taken_back_is_not_ranked() -> None:
    keyboard = Keyboard(Solo(1), saves.folder(), seed=6)
    first = str(keyboard.match.legal_moves[0])
    screen = keyboard.types(chain([first, "undo"], greedily(keyboard)))
    assert re.search(r"Ranking score \d+, not listed", screen)
    assert saves.ranking(Solo(1)) == []


def test_stepping_through_a_replay() -> None:
    record = Record.loads((DATA / "samples.jsonl").read_text("utf-8").splitlines()[0])
    answers = iter(["", "next", "back", "10", "9999", "what", "quit"])
    lines: list[str] = []

    def read(prompt: str) -> str:
        lines.append(prompt)
        return next(answers)

    Replay(record, Words("en"), read=read, write=lines.append).run(0, interactive=True)
    shown = [line for line in lines if re.fullmatch(r"\d+ of \d+", line)]
    assert [line.split()[0] for line in shown] == ["0", "1", "2", "1", "10"]
    assert lines.count(f"Type a number from 0 to {len(record.log)}.") == 2


@pytest.mark.parametrize("ending", ["interrupt", "end of input"])
def test_a_real_terminal_keeps_the_game(ending: str, tmp_path: Path) -> None:
    """Ctrl-C and end of input in a pseudo-terminal leave the saved game whole, and it can be resumed."""
    env = {**os.environ, "GANGLAND_DATA": str(tmp_path), "LANGUAGE": "en", "TERM": "xterm"}
    main_end, table_end = pty.openpty()
    command = [sys.executable, "-m", "gangland", "play", "famiglia-solo", "--seed", "7"]
    process = subprocess.Popen(
        command, stdin=table_end, stdout=table_end, stderr=table_end, env=env, start_new_session=True
    )
    os.close(table_end)
    screen = read_until(main_end, "Player> ")
    assert "\033[" in screen  # colour, on a terminal
    os.write(main_end, b"1\n")
    read_until(main_end, "Player> ")
    ways = {
        "interrupt": lambda: process.send_signal(signal.SIGINT),
        "end of input": lambda: os.write(main_end, b"\x04"),
    }
    assert "is saved in" in read_until(main_end, "--resume", again=ways[ending])
    assert process.wait(20) == 0
    os.close(main_end)
    saved = Record.load(tmp_path / "games" / "00001.json")
    assert len(saved.log) >= 1
    saved.verify()
    resumed = subprocess.run(
        [sys.executable, "-m", "gangland", "play", "--resume"],
        input="log\n",
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert saved.log[0]["move"] in resumed.stdout
    assert Record.load(tmp_path / "games" / "00001.json").log == saved.log


def read_until(file: int, words: str, again: Callable[[], object] = lambda: None) -> str:
    """What a terminal shows up to some words; `again` is done every second until they come.

    Between showing its prompt and waiting for keys the line editor can miss a signal, as it can a person's Ctrl-C.
    """
    text = ""
    for _ in range(30):
        again()
        end = time.monotonic() + 1
        while words not in text and (left := end - time.monotonic()) > 0:
            if select.select([file], [], [], left)[0]:
                try:
                    text += os.read(file, 4096).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    break
        if words in text:
            return text
    raise AssertionError(f"“{words}” did not come: {text}")
