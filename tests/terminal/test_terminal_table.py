"""The table in the terminal: whole games by keyboard, and nothing lost on the way."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import DATA, PLAIN, clause, long_only
from gangland.bots import choose_greedily
from gangland.bots.levels import FORMER
from gangland.core.errors import GanglandError
from gangland.core.game import Game
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, Solo, Take
from gangland.gangs import Climb, Expel, Gangs
from gangland.play import Match, Record
from gangland.terminal import Screen, Table, saves
from gangland.terminal.file_lock import Hold
from gangland.terminal.replay import Replay
from gangland.terminal.screen import ERASE_SCREEN, FIRST_SCREEN, OTHER_SCREEN, wrap


class Keyboard:
    """A table with somebody at the keyboard who types lines and reads what comes."""

    def __init__(
        self, game: Game, folder: Path, people: set[int] | None = None, language: str = "en", seed: int = 1
    ) -> None:
        self.match = Match.new(game, seed=seed, first=None if isinstance(game, Solo) else 0)
        self.path = folder / "game.json"
        self.people = frozenset(people or {0})
        self.words = Language(language)
        self.lines: list[str] = []

    def types(self, lines: Iterator[str]) -> str:
        def read(prompt: str) -> str:
            self.lines.append(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        seating = saves.Seating(self.match, self.people)
        Table(seating, self.words, self.path, Screen(read, self.lines.append)).run()
        return "\n".join(self.lines)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GANGLAND_DATA", str(tmp_path))


def anything(keyboard: Keyboard, seed: int) -> Iterator[str]:
    """Legal moves by number, once they are listed, or by notation, with some nonsense and commands in between."""
    random = Random(seed)
    while True:
        moves = keyboard.match.legal_moves
        active = [move for move in moves if str(move) != "pass"] or list(moves)
        yield random.choice(
            ["?", "help", "board", "pile", "names", "log", "score", "", "what?", "99999", "0", "²", "take F9"]
        )
        choice = random.choice(active)
        if random.random() < 0.5:
            yield str(choice)
        else:
            yield "?"
            yield str(moves.index(choice) + 1)


GAMES: list[tuple[Game, set[int]]] = [
    (Duel(), {0}),
    (Duel(), {0, 1}),
    (Solo(1), {0}),
    (Solo(4, robot_starts=True), {0}),
    (Gangs(2), {0}),
    (Gangs(4), {0}),
    (Gangs(3), {0, 1, 2}),
]


def in_some_languages() -> Iterator[Any]:
    """Every game in every language; a round that is not long draws one language for each game."""
    for number, (game, people) in enumerate(GAMES):
        for language in LANGUAGES:
            drawn = LANGUAGES[number % len(LANGUAGES)] == language
            yield pytest.param(
                game, people, language, marks=() if drawn else long_only, id=f"{game}-{people}-{language}"
            )


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the screen is the same, only slower")
@pytest.mark.parametrize(("game", "people", "language"), [*in_some_languages()])
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
    screen = keyboard.types(iter(["", "climb a1 a2", "", "", "climb b1 b2"]))
    first, one, curtain, two, left = screen.split("\n" * 50)
    alliances = [" ".join(own) for own in keyboard.match.deal.setup["alliances"]]
    assert [alliances[0] in part for part in (first, one, curtain, two, left)] == [False, True, False, False, False]
    assert [alliances[1] in part for part in (first, one, curtain, two, left)] == [False, False, False, True, False]
    assert "Fair deal" in first
    assert "help lists the commands" in first
    assert first.endswith("P0, it is your turn: press Enter. ")
    assert " to a2." in one  # the result of one's own move
    assert one.endswith("Your turn is over: press Enter, and make room for P1. ")
    assert curtain.strip() == "P1, it is your turn: press Enter."
    assert "is saved in" in left


def test_undo_goes_back_to_ones_own_decision(tmp_path: Path) -> None:
    keyboard = Keyboard(Duel(), tmp_path, seed=2)
    start = str(keyboard.match.position)
    first = str(next(move for move in keyboard.match.legal_moves if isinstance(move.action, Take)))
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
        first = str(next(move for move in keyboard.match.legal_moves if isinstance(move.action, Take)))
        screen = keyboard.types(iter([first, undo.upper(), log, "undo"]))
        assert keyboard.words.say("Taken back: {move}", move=first) in screen
        assert keyboard.words.say("No move has been made yet.") in screen


def test_at_one_keyboard_nobody_takes_back_the_move_of_another(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    screen = keyboard.types(iter(["", "climb a1 a2", "", "", "undo"]))
    assert "The last move is not yours to take back." in screen
    assert len(keyboard.match.log) == 1


def test_after_the_curtain_one_reads_what_happened(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(3), tmp_path, {0, 1})
    screen = keyboard.types(iter(["what", "", "climb a1 a2", "", "", "climb b1 b2", "", "", "pile"]))
    first, _, _, two, _, one, _ = screen.split("\n" * 50)
    assert first.count("press Enter") == 2  # only Enter opens the curtain
    assert " to a2." in two
    assert " to b2." in one
    assert one.count(" climbs with ") == 2  # seat 2 is the computer's


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
        yield str(choose_greedily(keyboard.match.view(0)))


@pytest.mark.slow
@clause("F10.7")
def test_the_ranking_is_read_from_the_games_themselves() -> None:
    scores: list[int] = []
    for seed in (4, 1, 2, 6):  # lost: 4
        keyboard = Keyboard(Solo(1), saves.folder(), seed=seed)
        with saves.hold_new() as hold:
            keyboard.path = hold.path
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


def test_a_game_saved_by_the_first_version_goes_on() -> None:
    seating = saves.load(DATA / "save-0.1.json")
    assert seating.match.game == Duel()
    assert [str(move) for move in seating.match.moves][:2] == ["take A0", "take B0"]
    assert (seating.people, seating.ranked) == (frozenset({0}), True)
    assert seating.opponent == f"level:{FORMER[3]}"  # when there were five levels
    seating.match.push(seating.match.legal_moves[0])


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

    Replay(record, Language("en"), read=read, write=lines.append).run(0, interactive=True)
    shown = [line for line in lines if re.fullmatch(r"\d+ of \d+", line)]
    assert [line.split()[0] for line in shown] == ["0", "1", "2", "1", "10"]
    assert lines.count(f"Type a number from 0 to {len(record.log)}.") == 2


def test_a_number_is_obeyed_only_once_its_move_was_listed(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path)
    assert len(keyboard.match.legal_moves) > 16
    screen = keyboard.types(iter(["1"]))
    assert not keyboard.match.log
    for move in keyboard.match.legal_moves:
        shown = f"expel {move.action.victim} by {move.action.agent}" if isinstance(move.action, Expel) else str(move)
        assert shown in screen
    assert "The moves had not been listed yet: choose now." in screen
    numbers = [number for number, move in enumerate(keyboard.match.legal_moves, 1) if isinstance(move.action, Climb)]
    other = next(number for number in range(1, 99) if number not in numbers)
    keyboard.types(iter(["? climb", str(other)]))
    assert not keyboard.match.log  # that one had not been among them
    keyboard.types(iter(["? climb", str(numbers[0])]))
    assert str(keyboard.match.moves[0]) == "climb a1 a2"


def test_numbers_of_the_position_before_do_not_count(tmp_path: Path) -> None:
    keyboard = Keyboard(Gangs(2), tmp_path, {0, 1})
    keyboard.types(iter(["", "?", "1", "", "", "1"]))
    assert len(keyboard.match.log) == 1


def test_two_tables_cannot_write_one_game(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with Hold(path), pytest.raises(GanglandError, match="already open in another window"):
        Hold(path)
    with Hold(path):
        pass
    assert not list(tmp_path.glob("*.lock"))
    with saves.hold_new() as one, saves.hold_new() as two:
        assert one.path != two.path
    script = "import os, pathlib, sys; from gangland.terminal.file_lock import Hold\n"
    script += "Hold(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    assert subprocess.run([sys.executable, "-c", script, path]).returncode == -9
    with Hold(path):  # a table that was killed holds nothing
        pass


class Terminal:
    """The command on a pseudo-terminal, with somebody who sees it and types."""

    def __init__(self, folder: Path, *args: str, code: str = "pass", rows: int = 24, **env: str) -> None:
        self.folder = folder
        known = {name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")}
        self.env = {**known, "GANGLAND_DATA": str(folder), "LANGUAGE": "en", "TERM": "xterm", **env}
        self.end, other = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
        start = f"import sys; {code}; from gangland.cli import main; sys.exit(main(sys.argv[1:]))"
        self.process = subprocess.Popen(
            [sys.executable, "-c", start, *args],
            stdin=other,
            stdout=other,
            stderr=other,
            env=self.env,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # Ctrl-C reaches it
        )
        os.close(other)
        self.seen = ""
        self.told = 0  # how much of it was asked for

    def shows(self, words: str, again: Callable[[], object] = lambda: None) -> str:
        """What came up to some words since the last time; `again` is done every second until they come.

        Between showing its prompt and waiting for keys the line editor can miss a key, as it can a person's.
        """
        for _ in range(30):
            again()
            end = time.monotonic() + 1
            while words not in self.seen[self.told :] and (left := end - time.monotonic()) > 0:
                if not self.look(left) and self.process.poll() is not None:
                    break
            if words in self.seen[self.told :]:
                start, self.told = self.told, self.seen.index(words, self.told) + len(words)
                return self.seen[start : self.told]
        raise AssertionError(f"“{words}” did not come: {self.seen[self.told :]}")

    def look(self, seconds: float) -> bool:
        """Whether something new came."""
        if not select.select([self.end], [], [], seconds)[0]:
            return False
        try:
            new = os.read(self.end, 4096)
        except OSError:  # the other end is closed
            return False
        self.seen += new.decode("utf-8", "replace")
        return bool(new)

    def types(self, keys: str) -> None:
        """A moment after what came last, as a person would: a signal within it waits for the next key."""
        time.sleep(MOMENT)
        os.write(self.end, keys.encode())

    def ends(self, again: Callable[[], object] = lambda: None) -> int:
        """The exit code; `again` is done every second until it is over, and whatever was still to be seen is."""
        for _ in range(30):
            again()
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self.process.wait(1)
                break
        else:
            raise AssertionError(f"it did not end: {self.seen[self.told :]}")
        while self.look(0):
            pass
        return code

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)

    @property
    def record(self) -> Record:
        return Record.load(self.folder / "games" / "00001.json")


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_one(folder: Path, *args: str, **how: Any) -> Terminal:
        opened.append(Terminal(folder, *args, **how))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


Open = Callable[..., Terminal]
CTRL_C, CTRL_D = "\x03", "\x04"
MOMENT = 0.3  # seconds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "code"),
    [(CTRL_C, "pass"), (CTRL_D, "pass"), (CTRL_C, "sys.modules['readline'] = None")],
    ids=["Ctrl-C", "Ctrl-D", "without readline"],
)
def test_a_real_terminal_keeps_the_game(ending: str, code: str, tmp_path: Path, terminal: Open) -> None:
    """Ctrl-C and end of input leave the saved game whole, and it can be resumed, with a line editor or without."""
    screen = terminal(tmp_path, "play", "famiglia-solo", "--seed", "7", code=code)
    assert "\033[" in screen.shows("Player> ")  # colour
    screen.types("1\n")
    screen.shows("Player> ")
    assert "is saved in" in screen.shows("--resume", again=lambda: screen.types(ending))
    assert screen.ends() == 0
    saved = screen.record
    assert len(saved.log) >= 1
    saved.verify()
    resumed = subprocess.run(
        [sys.executable, "-m", "gangland", "play", "--resume"],
        input="log\n",
        env=screen.env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert saved.log[0]["move"] in resumed.stdout
    assert screen.record.log == saved.log


@pytest.mark.slow
def test_the_first_ctrl_c_only_clears_the_line(tmp_path: Path, terminal: Open) -> None:
    screen = terminal(tmp_path, "play", "gangs", "--people", "2", "--seed", "1")
    screen.shows("press Enter. ")
    screen.types("\n")
    screen.shows("> ")
    for _ in range(2):
        screen.types("climb a1 a2")
        screen.shows("a1 a2")
        screen.types(CTRL_C)
        screen.shows("Ctrl-C once more leaves the table")
        screen.shows("> ")
    for _ in range(5):  # on a busy machine Ctrl-C may come too late for the first hint
        screen.types("hint\n")
        screen.shows("Thinking…")
        screen.types(CTRL_C)
        told = screen.shows("Ctrl-C once more leaves the table")
        screen.shows("> ")
        if "rated" not in told:
            break
    else:
        raise AssertionError("no hint was stopped")
    assert not screen.record.log
    screen.shows("--resume", again=lambda: screen.types(CTRL_C))
    assert screen.ends() == 0


@pytest.mark.slow
def test_keys_typed_ahead_are_not_played(tmp_path: Path, terminal: Open) -> None:
    screen = terminal(tmp_path, "play", "gangs", "--seed", "2")
    screen.shows("Player> ")
    before = len(screen.record.log)
    screen.types("climb a1 a2\npile\nclimb b1 b2\n")
    screen.shows("Newsboy is thinking…")
    assert "Bosses" not in screen.shows("Player> ")
    screen.types("names\n")
    assert "Bosses" not in screen.shows("Player> ")
    assert [entry["seat"] for entry in screen.record.log[before:]].count(0) == 1
    screen.types("quit\n")
    assert screen.ends() == 0


@pytest.mark.slow
def test_no_secret_stays_on_the_screen(tmp_path: Path, terminal: Open) -> None:
    """However a table is left that people share: the other screen, where the secrets were, is erased and closed."""
    leave: dict[str, Callable[[Terminal], object]] = {
        "quit": lambda screen: screen.types("quit\n"),
        "Ctrl-C": lambda screen: screen.types(CTRL_C),
        "Ctrl-D": lambda screen: screen.types(CTRL_D),
        "terminate": lambda screen: screen.process.terminate(),
        "hang up": lambda screen: screen.process.send_signal(signal.SIGHUP),
    }
    codes = {"terminate": 128 + signal.SIGTERM, "hang up": 128 + signal.SIGHUP}
    terminals = {way: terminal(tmp_path / way, "play", "gangs", "--people", "2", "--seed", "1") for way in leave}
    for way, screen in terminals.items():
        assert "Fair deal" in screen.shows("press Enter. ")
        assert OTHER_SCREEN not in screen.seen
        screen.types("\n")
        screen.shows("> ")
        screen.types("climb a1 a2\n")
        assert " to a2." in screen.shows("press Enter, and make room for Player 1. ")
        assert screen.ends(again=partial(leave[way], screen)) == codes.get(way, 0)
        first, _, rest = screen.seen.partition(OTHER_SCREEN)
        other, _, last = rest.partition(FIRST_SCREEN)
        assert "alliances" in other
        assert "alliances" not in first + last
        assert other.endswith(ERASE_SCREEN)
        assert "\033[3J" not in screen.seen  # the lines above the screen are the user's
        assert way in codes or "is saved in" in last


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the screen is the same, and a slow start loses the keys that are typed ahead")
def test_on_the_other_screen_nothing_scrolls_away_unread(tmp_path: Path, terminal: Open) -> None:
    screen = terminal(tmp_path, "play", "gangs", "--people", "2", "--seed", "1", rows=16)
    screen.shows("press Enter. ")
    screen.types("\n")
    assert screen.shows("> ").count("\n") < 16
    screen.types("?\n")
    assert screen.shows("More: press Enter. ").count("\n") < 16
    screen.types("\n")
    screen.shows("> ")
    screen.types("?\n")
    screen.shows("More: press Enter. ")
    screen.types(CTRL_C)  # enough of it
    assert "expel f1" not in screen.shows("> ")
    screen.types("climb a1 a2\n")
    screen.shows("make room")
    screen.types("\n")
    screen.shows("press Enter. ")
    screen.types("\n")
    screen.shows("> ")
    screen.types("?\n")
    screen.shows("More: press Enter. ")
    screen.types(CTRL_C)
    screen.shows("> ")
    screen.types("78\n")  # that was on a later page
    screen.shows("More: press Enter. ")
    screen.types(CTRL_C)
    screen.shows("> ")
    assert len(screen.record.log) == 1
    screen.types("quit\n")
    assert screen.ends() == 0


@pytest.mark.slow
def test_a_terminal_that_knows_no_escape_sequences(tmp_path: Path, terminal: Open) -> None:
    screen = terminal(tmp_path, "play", "gangs", "--seed", "2", TERM="dumb")
    screen.shows("Player> ")
    screen.types("climb a1 a2\n")
    assert "Newsboy is thinking…\r\n" in screen.shows("Player> ")
    screen.types("quit\n")
    assert screen.ends() == 0
    assert "\033" not in screen.seen


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="the screen is the same, only slower")
def test_a_replay_steps_by_arrow_keys_and_leaves_the_screen_as_it_was(tmp_path: Path, terminal: Open) -> None:
    record = Record.loads((DATA / "samples.jsonl").read_text("utf-8").splitlines()[2])
    last = len(record.log)
    screen = terminal(tmp_path, "replay", str(DATA / "samples.jsonl"), "--game", "3", rows=12)
    screen.shows(OTHER_SCREEN)
    screen.shows(f"0 of {last}")
    for keys, number in (
        ("\033[C", 1), ("\033[C\033[C", 3), ("\033[D", 2), ("\033[6~", 12), ("\033[5~", 2), ("\033[F", last),
        ("\033[C", last), ("\033OH", 0),
    ):  # fmt: skip
        screen.types(keys)
        screen.shows(f"{number} of {last}")
        assert screen.shows("leaves").count("\n") < 12
    screen.types("]] ")
    screen.shows(f"2 of {last}")  # it plays by itself
    screen.types("q")
    assert screen.ends() == 0
    assert screen.seen.rstrip().endswith(FIRST_SCREEN)
    screen = terminal(tmp_path, "replay", str(DATA / "samples.jsonl"), TERM="dumb")
    screen.shows("quit: ")
    screen.types("quit\n")
    assert screen.ends() == 0
    assert "\033" not in screen.seen
