"""The command `gangland`, as a person calls it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import strength
from conftest import DATA, PLAIN, long_only
from gangland.cli import main
from gangland.core import kernel
from gangland.core.letters import plain
from gangland.play import Record
from gangland.terminal.file_lock import Hold

LANGUAGES = ("en", "pl", "de", "hu")


class Person:
    """Calls the command and remembers what it said."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def calls(self, *args: str, types: str = "") -> int:
        lines = iter(types.splitlines())

        def answer(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        self.monkeypatch.setattr("builtins.input", answer)
        try:
            code = main(args)
        except SystemExit as left:
            code = int(left.code or 0)
        self.out, self.err = self.capsys.readouterr()
        return code


@pytest.fixture
def person(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Person:
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("GANGLAND_DATA", str(tmp_path / "data"))
    return Person(capsys, monkeypatch)


@pytest.mark.parametrize(
    "options",
    [
        ["famiglia-duel"],
        ["famiglia-duel", "--joker-with-pair"],
        ["famiglia-solo", "--level", "1"],
        ["gangs", "--players", "4"],
    ],
)
def test_simulate_writes_records_that_verify(person: Person, tmp_path: Path, options: list[str]) -> None:
    games = 3 if PLAIN else 12
    out = tmp_path / "games.jsonl"
    assert person.calls("simulate", *options, "--games", str(games), "--seed", "x", "--out", str(out)) == 0
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == games
    assert len(set(lines)) == games
    assert person.calls("verify", str(out)) == 0
    assert person.out == f"{games} records are correct. {games} fair deals checked.\n"
    if not PLAIN:
        assert len({json.loads(line)["first"] for line in lines}) > 1  # either side starts


def test_simulate_is_the_same_for_the_same_seed(person: Person, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a", "b", "c")]
    for file, seed in zip(files, ("1", "1", "2"), strict=True):
        person.calls("simulate", "gangs", "--games", "3", "--seed", seed, "--out", str(file))
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()


def test_a_simulation_that_was_stopped_goes_on(person: Person, tmp_path: Path) -> None:
    whole, out = tmp_path / "whole", tmp_path / "out"
    call = ["simulate", "famiglia-duel", "--games", "4", "--seed", "1", "--out"]
    person.calls(*call, str(whole))
    part = tmp_path / "out.part"
    text = whole.read_text("utf-8")
    part.write_text(text[: len(text) // 2], "utf-8")
    person.calls(*call, str(out))
    assert out.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_no_simulation_is_overwritten_or_thrown_away_without_a_word(person: Person, tmp_path: Path) -> None:
    out, part = tmp_path / "out", tmp_path / "out.part"
    call = ["simulate", "famiglia-duel", "--games", "2", "--out", str(out), "--seed"]
    assert person.calls(*call, "1") == 0
    first = out.read_bytes()
    assert person.calls(*call, "2") == 2
    assert person.err == f"There is already a file {out}; --force replaces it.\n"
    assert out.read_bytes() == first
    assert person.calls(*call, "2", "--force") == 0
    second = out.read_bytes()
    assert second != first
    out.unlink()
    for other in (
        first,
        first[:-10],
        b"something else",
        second * 2,
    ):  # another seed's, torn, not even games, more games
        part.write_bytes(other)
        assert person.calls(*call, "2") == 2
        assert person.err == f"{part} has other games than these; --force throws them away.\n"
        assert part.read_bytes() == other
        assert not out.exists()
    assert person.calls(*call, "2", "--force") == 0
    assert out.read_bytes() == second
    assert not part.exists()
    with Hold(part):
        assert person.calls(*call, "2", "--force") == 2
        assert "already open in another window" in person.err


@pytest.mark.slow
def test_ctrl_c_says_where_the_simulation_is_and_it_goes_on(tmp_path: Path) -> None:
    part = tmp_path / "out.part"
    command = [sys.executable, "-m", "gangland", "simulate", "gangs", "--games", "99999", "--seed", "1", "--out", "out"]
    lengths = []
    for _ in range(2):
        process = subprocess.Popen(
            command, cwd=tmp_path, env={**os.environ, "LANGUAGE": "en"}, stderr=subprocess.PIPE, text=True
        )
        end = time.monotonic() + 30
        before = part.stat().st_size if part.exists() else 0
        while (part.stat().st_size if part.exists() else 0) <= before and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30)[1] == (
            "Stopped. Everything played so far is in out.part, and the same command goes on from there.\n"
        )
        assert process.returncode == 2
        lengths.append(part.stat().st_size)
    assert lengths[1] > lengths[0] > 0
    assert main(["verify", str(part)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out.part"]


def test_no_picture_of_the_arena_is_overwritten_without_a_word(person: Person, tmp_path: Path) -> None:
    picture = tmp_path / "margins.svg"
    picture.write_text("mine", "utf-8")
    call = ["arena", "--game", "solo", "greedy", "random", "--deals", "2", "--workers", "1", "--plots", str(tmp_path)]
    assert person.calls(*call) == 2
    assert person.err == f"There is already a file {picture}; --force replaces it.\n"
    assert person.out == ""
    assert picture.read_text("utf-8") == "mine"
    assert person.calls(*call, "--force") == 0
    assert picture.read_text("utf-8").startswith("<svg")


def test_the_page_of_strengths_overwrites_no_other(tmp_path: Path) -> None:
    other = tmp_path / "notes.md"
    other.write_text("mine", "utf-8")
    with pytest.raises(SystemExit):
        strength.main(["--out", str(other), "--data", str(tmp_path)])
    assert other.read_text("utf-8") == "mine"


def test_in_simulated_games_a_seat_passes_only_without_another_move(person: Person, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    person.calls("simulate", "famiglia-duel", "--games", "2", "--seed", "5", "--out", str(out))
    for line in out.read_text("utf-8").splitlines():
        record = Record.loads(line)
        for at, entry in enumerate(record.log):
            if entry.get("move") == "pass":
                assert [str(move) for move in record.match(at=at).legal_moves] == ["pass"]


def test_simulate_to_the_terminal(person: Person) -> None:
    assert person.calls("simulate", "gangs", "--games", "1", "--seed", "1", "--out", "-") == 0
    assert json.loads(person.out)["game"] == "gangs"


def test_verify_names_the_first_wrong_entry(person: Person, tmp_path: Path) -> None:
    lines = (DATA / "samples.jsonl").read_text("utf-8").splitlines()[:3]
    wrong = json.loads(lines[1])
    wrong["log"][2]["move"] = "take M4"
    lines[1] = json.dumps(wrong)
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines), "utf-8")
    assert person.calls("verify", str(file)) == 1
    assert f"{file}, line 2: Log entry 2: " in person.err
    assert person.err.count("\n") == 1


def test_verify_reads_the_samples_and_a_record_over_many_lines(person: Person, tmp_path: Path) -> None:
    assert person.calls("verify", str(DATA / "samples.jsonl")) == 0
    assert person.out == "104 records are correct. 0 fair deals checked.\n"
    pretty = tmp_path / "game.json"
    first = (DATA / "samples.jsonl").read_text("utf-8").splitlines()[0]
    pretty.write_text(json.dumps(json.loads(first), indent=2), "utf-8")
    assert person.calls("verify", str(pretty)) == 0


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["verify", "nowhere.jsonl"], 2),
        (["replay", "nowhere.jsonl"], 2),
        (["play", "chess"], 2),
        (["play", "gangs", "--people", "3"], 2),
        (["play", "famiglia-solo", "--people", "2"], 2),
        (["play", "--resume"], 2),
        (["simulate", "gangs", "--games", "-1", "--seed", "1", "--out", "-"], 2),
        (["simulate", "gangs", "--games", "x", "--seed", "1", "--out", "-"], 2),
        (["simulate", "gangs", "--games", "1", "--seed", "1", "--out", "nowhere/x"], 2),
        (["bench", "chess"], 2),
        (["bench", "--seconds", "0"], 2),
        (["play", "gangs", "--level", "2"], 2),
        (["play", "famiglia-duel", "--robot-starts"], 2),
        (["play", "--players", "3"], 2),
        (["simulate", "famiglia-duel", "--players", "3", "--games", "1", "--seed", "1", "--out", "-"], 2),
        (["sing"], 2),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_gets_one_sentence_and_no_traceback(
    person: Person, args: list[str], code: int, language: str
) -> None:
    assert person.calls("--lang", language, *args) == code
    assert person.err.strip()
    assert "Traceback" not in person.err
    assert len(person.err.strip().splitlines()) == 1
    assert person.out == ""


def test_the_bare_command_shows_its_help(person: Person) -> None:
    assert person.calls() == 2
    assert "simulate" in person.err


def test_a_file_that_cannot_be_written_leaves_nothing_behind(person: Person, tmp_path: Path) -> None:
    call = ["simulate", "gangs", "--games", "1", "--seed", "1", "--out"]
    assert person.calls(*call, str(tmp_path)) == 2
    assert person.err == f"{tmp_path} is a folder.\n"
    assert person.calls(*call, str(tmp_path / "no" / "x")) == 2
    assert person.err == f"There is no file {tmp_path / 'no'}.\n"
    assert [path.name for path in tmp_path.parent.iterdir() if path.name.endswith(".part")] == []


def test_errors_name_the_file(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text("[]", "utf-8")
    for args in (["play", "--resume", str(file)], ["replay", str(file)], ["verify", str(file)]):
        assert person.calls(*args) in (1, 2)
        assert person.err.startswith(str(file))
    file.write_text("", "utf-8")
    assert person.calls("verify", str(file)) == 2
    assert person.err == f"{file} is empty.\n"


def test_short_names_of_games(person: Person) -> None:
    assert person.calls("play", "famiglia", "--seed", "1", types="quit\n") == 0
    assert "Street:" in person.out
    assert person.calls("play", "solo", "--level", "1", types="quit\n") == 0
    assert "\nRobot: " in person.out


def test_the_way_to_resume_is_told_in_full(person: Person, tmp_path: Path) -> None:
    person.calls("play", "famiglia", "--lang", "de", types="quit\n")
    path = tmp_path / "data" / "games" / "00001.json"
    assert f"play --resume {path} --lang de" in person.out


def test_replay_from_an_entry_that_is_not_there(person: Person) -> None:
    samples = str(DATA / "samples.jsonl")
    assert person.calls("replay", samples, "--at", "9999") == 2
    assert person.err.startswith("The log ends with entry")
    assert person.calls("replay", samples, "--at", "-1") == 2


def test_a_file_that_is_no_text(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    assert person.calls("verify", str(file)) == 2
    assert person.err == f"{file} is not text.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_encoding_will_do(person: Person, language: str, tmp_path: Path) -> None:
    """What an encoding does not have is written in plain letters; nothing is lost but its accents."""
    told = {}
    lines = "foo\nclimb a1 a2\nclimb b1 b2\nhelp\nnames\nscore\npile\nwhat?\n"
    for encoding in ("utf-8", "ascii", "latin-1", "iso8859-2", "cp1252"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
        person.monkeypatch.setattr("sys.stdout", stream)
        person.monkeypatch.setattr("sys.stderr", stream)
        for args in (["--help"], ["play", "gangs", "--seed", "1", "--opponent", "1"], ["play", "--resume", "nowhere"]):
            person.calls(*args, "--lang", language, types=lines)
        stream.flush()
        text = stream.buffer.getvalue().decode(encoding)
        told[encoding] = re.sub(r"0000\d", "", text)  # the number of the game
    assert len(told["utf-8"]) > 3000
    for encoding, given in told.items():
        assert given == "".join(char if can_be_written(char, encoding) else plain(char) for char in told["utf-8"])
        assert given.count("?") == told["utf-8"].count("?")


def can_be_written(char: str, encoding: str) -> bool:
    try:
        return bool(char.encode(encoding))
    except UnicodeEncodeError:
        return False


def test_plain_letters() -> None:
    assert plain("„Żółć” “a” ‘b’ – — → × … ± ≥ ² ß ő") == '"Zolc" "a" \'b\' - - -> x ... +/- >= 2 ss o'


def test_a_real_process_with_another_encoding(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "GANGLAND_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "gangland", "play", "gangs", "--lang", "pl"],
        input=b"\xffoo\n",
        env=env,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"?oo" nie jest ruchem' in done.stdout


ODD = "Al\ud800 \x1b[2J\x1b]0;x\x07\u202eCapone\r\n"


def test_nothing_in_a_record_steers_the_terminal(person: Person, tmp_path: Path) -> None:
    """A lone surrogate and escape sequences, in a name, a move, a key and the name of the file."""
    record = json.loads((DATA / "samples.jsonl").read_text("utf-8").splitlines()[0])
    file = tmp_path / "\x1b[31mred\udcff.json"
    for key, value, code in (
        ("seats", [ODD, "Moran"], 0),
        ("game", ODD, 1),
        ("log", [{"seat": 0, "move": ODD}], 1),
        ("rules", {"joker_with_pair": ODD}, 1),
        ("first", ODD, 1),
    ):
        file.write_text(
            json.dumps(record | {key: value, "outcome": None} | ({"log": []} if key != "log" else {})), "utf-8"
        )
        assert person.calls("verify", str(file)) == code
        told = person.out + person.err
        person.calls("replay", str(file))
        told += person.out + person.err
        person.calls("play", "--resume", str(file), types="log\nboard\nquit\n")
        told += person.out + person.err
        assert all(char.isprintable() or char == "\n" for char in told), told
        assert "red" in told
        assert key != "seats" or "Capone" in told
    file.unlink()
    for args in (["verify", str(file)], ["replay", str(file)], ["play", ODD], ["play", "--players", "2", ODD, ODD]):
        assert person.calls(*args) == 2
        assert all(char.isprintable() or char == "\n" for char in person.err), person.err
        assert person.err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_open_elsewhere(person: Person, tmp_path: Path, language: str) -> None:
    person.calls("play", "famiglia", "--seed", "1", types="quit\n")
    saved = tmp_path / "data" / "games" / "00001.json"
    before = saved.read_bytes()
    with Hold(saved):
        for args in (["--resume"], ["--resume", str(saved)]):
            assert person.calls("play", *args, "--lang", language, types="1\n") == 2
            assert person.out == ""
            assert person.err.startswith(str(saved))
            assert person.err.count("\n") == 1
    assert saved.read_bytes() == before
    assert person.calls("play", "--resume", "--lang", language, types="quit\n") == 0
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]


def test_replay_shows_every_step(person: Person) -> None:
    samples = str(DATA / "samples.jsonl")
    assert person.calls("replay", samples, "--game", "3") == 0
    record = Record.loads((DATA / "samples.jsonl").read_text("utf-8").splitlines()[2])
    for number in range(len(record.log) + 1):
        assert f"\n{number} of {len(record.log)}\n" in person.out
    assert "wins." in person.out or "tie" in person.out
    assert person.calls("replay", samples, "--game", "104", "--at", "40") == 0
    assert "\n40 of " in person.out
    assert "\n39 of " not in person.out
    assert person.calls("replay", samples, "--game", "105") == 2
    assert person.err == "There is no record 105 in the file: it ends with 104.\n"


def test_the_rules_are_read_at_the_terminal(person: Person) -> None:
    assert person.calls("rules") == 0
    assert "(F6.4)" in person.out
    assert "(G4.2)" in person.out
    assert "Gordon Hamilton" in person.out
    assert person.calls("rules", "gangs", "--lang", "pl") == 0
    assert person.out.startswith("Gangi Nowego Jorku\n")
    assert "(F6.4)" not in person.out
    assert person.calls("rules", "chess", "--lang", "en") == 2
    assert person.err.startswith("There is no game “chess”")
    person.monkeypatch.setattr("gangland.terminal.rules.has_book", lambda rulebook: False)
    assert person.calls("rules", "gangs", "--lang", "en") == 2
    assert person.err == "The rules of gangs are not written down here.\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_the_language_asked_for(person: Person, language: str) -> None:
    assert person.calls("--help", "--lang", language) == 0
    words = {"en": "usage: ", "pl": "użycie: ", "de": "Aufruf: ", "hu": "használat: "}
    assert person.out.startswith(words[language])
    for word in ("play", "rules", "simulate", "replay", "verify", "bench", "doctor"):
        assert f"\n    {word} " in person.out
        assert person.calls(word, "--help", f"--lang={language}") == 0
        assert person.out.startswith(words[language])
        assert person.calls("--help", "--lang", language) == 0


def test_the_language_of_the_locale(person: Person) -> None:
    for variables, start in (
        ({"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8"}, "Aufruf"),
        ({"LANGUAGE": "fr:hu", "LANG": "de_AT.UTF-8"}, "használat"),
        ({"LANGUAGE": "", "LC_ALL": "pl_PL", "LANG": "de"}, "użycie"),
        ({"LANGUAGE": "", "LC_ALL": "C", "LANG": "pl_PL"}, "usage"),
    ):
        for name, value in variables.items():
            person.monkeypatch.setenv(name, value)
        person.calls("--help")
        assert person.out.startswith(start)


def test_doctor_says_which_kernel_runs(person: Person) -> None:
    assert person.calls("doctor") == 0
    expected = "plain Python" if PLAIN else "compiled, up to date"
    assert expected in person.out


def test_doctor_reports_a_stale_kernel(person: Person) -> None:
    person.monkeypatch.setattr(kernel, "state", lambda: "stale")
    assert person.calls("doctor") == 1
    assert "install again" in person.out


@pytest.mark.slow
def test_bench_prints_one_json_object(person: Person) -> None:
    assert person.calls("bench", "famiglia-duel", "--json", "--seconds", "0.02") == 0
    figures = json.loads(person.out)
    assert set(figures) == {"famiglia-duel"}
    keys = {"playouts_per_s", "decisions_per_s", "uncompiled_playouts_per_s", "search_sims_per_s"}
    keys |= {"batch_decisions_per_s", "match_steps_per_s", "pettingzoo_steps_per_s", "openspiel_steps_per_s"}
    for row in figures.values():
        assert set(row) == keys | (set() if PLAIN else {"all_cores_playouts_per_s"})
        assert all(value > 0 for value in row.values())
        assert row["decisions_per_s"] > 20 * row["playouts_per_s"]


@long_only
@pytest.mark.skipif(PLAIN, reason="the command is the same")
def test_bench_of_everything_compares_with_openspiel(person: Person) -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
    assert person.calls("bench", "--json", "--seconds", "0.01") == 0
    figures = json.loads(person.out)
    assert {"famiglia-solo", "gangs-3", "backgammon", "python_gangland_famiglia"} <= set(figures)
    assert all(value > 0 for row in figures.values() for value in row.values())


@pytest.mark.slow
def test_bench_prints_a_table(person: Person) -> None:
    assert person.calls("bench", "gangs-2", "--seconds", "0.02") == 0
    assert person.out.splitlines()[-1].startswith("gangs-2")


@pytest.mark.parametrize("variant", [{}, {kernel.PLAIN: "1"}])
def test_the_module_runs_as_a_command(variant: dict[str, str], tmp_path: Path) -> None:
    env = {**os.environ, **variant, "GANGLAND_DATA": str(tmp_path), "LANGUAGE": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "gangland", "doctor"], env=env, capture_output=True, text=True, check=True
    )
    assert ("plain Python" in done.stdout) == bool(variant or PLAIN)


def test_choosing_at_the_door(person: Person, tmp_path: Path) -> None:
    assert person.calls("play", types="") == 0
    assert "What would you like to play?" in person.out
    assert person.calls("play", types="nine\n99\n3\n5\n\nquit\n") == 0
    assert person.out.count("Type a number from 1 to 7.") == 2
    assert person.out.count("Type a number from 1 to 4.") == 1
    assert "\nRobot: " in person.out
    assert person.calls("play", types="7\nquit\n") == 0
    assert "7  Go on with the last game" in person.out
    assert "\nRobot: " in person.out
    assert person.calls("play", types="8\n") == 0
    assert "Fair deal" not in person.out
    assert person.calls("play", types="1\n3\nquit\n") == 0
    assert "\nBookmaker: " in person.out
