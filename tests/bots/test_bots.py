"""One kind of player for all, and bots of one's own: whatever they do, they harm nobody else."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conftest import PLAIN, long_only
from gangland import GanglandError, IllegalMove, InvalidArgument, Match, Move, Record
from gangland.arena import Failure, Job, Result, run
from gangland.arena.job import winners
from gangland.arena.report import table
from gangland.bots import (
    AtRandom,
    Beginner,
    Bot,
    BotFailure,
    FailureKind,
    Greedy,
    Limit,
    ProcessBot,
    Searcher,
    contestant,
    levels_for,
    play,
)
from gangland.bots.contestants import described, full_name
from gangland.bots.own import find_own
from gangland.bots.process import RUNNING, patience, read_limit, write_limit
from gangland.cli import main
from gangland.core.game import Game, Outcome, Termination
from gangland.core.words import LANGUAGES, Language
from gangland.famiglia import Duel, FamigliaMove, FamigliaView, Solo
from gangland.gangs import Gangs
from gangland.play import InformationState
from waiting import until

pytestmark = pytest.mark.skipif(PLAIN, reason="bots play through the same doors, only slower")
FEW = Limit(simulations=10)
BOTS = '''
import os, sys, time
print("a bot may print what it likes")

class Last:
    """The last legal move; it counts its own moves."""
    made = 0
    def choose(self, seen, limit, seed):
        self.made += 1
        print("thinking", file=sys.stdout)
        sys.__stdout__.write("move nonsense")
        os.system("echo move more nonsense")
        return seen.view.legal_moves[-1]

class Told:
    """What it was told, in its answer."""
    def choose(self, seen, limit, seed):
        return f"{type(seen).__name__} {limit.simulations} {limit.seconds} {seed} {len(seen.past)}"

class Clock(Last):
    by_the_clock = True

class Crash:
    def choose(self, seen, limit, seed):
        return 1 / 0

class Leave:
    def choose(self, seen, limit, seed):
        sys.exit("I do not like this game.")

class Die:
    def choose(self, seen, limit, seed):
        os.kill(os.getpid(), 9)

class Hang:
    def choose(self, seen, limit, seed):
        while True:
            pass

class Late(Last):
    def choose(self, seen, limit, seed):
        time.sleep(2)
        return super().choose(seen, limit, seed)

class Eat:
    def choose(self, seen, limit, seed):
        return bytearray(1 << 40)

class Cheat:
    def choose(self, seen, limit, seed):
        return "take every card"

class Nothing:
    def choose(self, seen, limit, seed):
        return None

class Unborn:
    def __init__(self):
        raise RuntimeError("no such luck")

class Mute:
    pass

number = 7
'''


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with bots, which is also the current one."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bots.py"
    file.write_text(BOTS, "utf-8")
    return file


def sh(script: str) -> list[str]:
    return ["sh", "-c", script]


# The protocol


@pytest.mark.parametrize("game", [Duel(), Solo(2), Gangs(3)], ids=str)
def test_every_kind_of_player_is_a_bot(game: Game) -> None:
    kinds: list[Bot] = [AtRandom(), Beginner(), Greedy(), Searcher(FEW), Searcher(), levels_for(game)[4]]
    match = Match.new(game, seed=3)
    for bot in kinds:
        moves = {str(bot.choose(match.seen(match.turn), limit=FEW, seed=7)) for _ in range(2)}
        assert len(moves) == 1
        assert moves.pop() in map(str, match.legal_moves)


def test_a_bot_gets_what_its_seat_has_seen_a_limit_and_a_seed() -> None:
    told: list[tuple[object, ...]] = []

    class Spy:
        def choose(self, seen: InformationState[FamigliaView], limit: Limit, seed: int) -> FamigliaMove:
            told.append((type(seen), seen.view.seat, limit, type(seed)))
            return seen.view.legal_moves[0]

    match = play(Duel(), [Spy(), "greedy"], seed=4, limit=FEW)
    assert match.outcome
    assert set(told) == {(InformationState, 0, FEW, int)}


@pytest.mark.parametrize(
    ("game", "bots"),
    [(Duel(), ["greedy", "3"]), (Solo(1), [Searcher(FEW)]), (Gangs(4), ["random", "beginner", Greedy(), "level:2"])],
    ids=str,
)
def test_the_same_seed_gives_the_same_game(game: Game, bots: Sequence[Bot | str]) -> None:
    games = [play(game, bots, seed).moves for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_game_that_bots_cannot_play() -> None:
    class Cheat:
        def choose(self, seen: InformationState, limit: Limit, seed: int) -> str:
            return "take F4"

    with pytest.raises(IllegalMove, match="F4"):
        play(Duel(), [Cheat(), Cheat()], seed=1)
    for wrong in ([], ["greedy"], ["greedy"] * 3, "greedy"):
        with pytest.raises(InvalidArgument, match="there must be 2"):
            play(Duel(), wrong, seed=1)


def test_names_of_contestants() -> None:
    assert [full_name(text) for text in ("3", "greedy", "Tom=greedy", "Tom T.=search:10,trust=0")] == [
        "level:3", "greedy", "Tom", "Tom T.",
    ]  # fmt: skip
    assert described("Tom=search:10,trust=0") == "search:10,trust=0" == described("search:10,trust=0")
    assert Job(Duel(), ("Tom=greedy", "Tom=random"), 1).names == ("Tom", "Tom #2")


# What a seat has seen, through JSON


@pytest.mark.parametrize("game", [Duel(), Solo(2, robot_starts=True), Gangs(2), Gangs(4)], ids=str)
def test_what_was_seen_goes_through_json_and_comes_back(game: Game) -> None:
    for match in (play(game, ["random"] * game.players, seed).at(at) for seed, at in ((1, 0), (2, 12), (3, 20))):
        seen = match.seen(match.turn)
        assert InformationState.from_dict(json.loads(json.dumps(seen.as_dict()))) == seen
        assert seen.world(1).view(match.turn) == seen.view


@pytest.mark.parametrize(
    "change",
    [{"game": "chess"}, {"options": {"players": 9}}, {"view": None}, {"view": {}}, {"past": 3}, {"past": [{}]}],
    ids=str,
)
def test_what_nobody_has_seen(change: dict[str, object]) -> None:
    data = Match.new(Gangs(2), seed=1).seen(0).as_dict()
    with pytest.raises(InvalidArgument):
        InformationState.from_dict(data | change)
    for field, value in (("turn", "x"), ("players", 4), ("pyramid", {"a9": "K"}), ("top", "Z"), ("legal_moves", [1])):
        with pytest.raises(InvalidArgument):
            InformationState.from_dict(data | {"view": data["view"] | {field: value}})


# Processes


def choose(command: list[str], limit: Limit = FEW, memory: int = 500) -> Move:
    match = Match.new(Duel(), seed=7, first=0)
    with ProcessBot(command, name="it", memory=memory) as bot:
        bot.begin()
        return bot.choose(match.seen(0), limit=limit, seed=5)


def test_a_bot_in_another_language() -> None:
    heard = 'bot) echo "name X"; echo "# a comment"; echo "info whatever"; echo; echo ready;; go) echo "move pass";;'
    assert str(choose(sh(f"while read -r w rest; do case $w in {heard} esac; done"))) == "pass"


def test_what_a_process_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = (
        f'echo ready; while read -r line; do echo "$line" >> {log}; case $line in go*) echo "move pass";; esac; done'
    )
    choose(sh(script), Limit(simulations=10, seconds=0.5))
    first, new, seen, moves, go = log.read_text("utf-8").splitlines()
    assert (first, new) == ("bot 1", "new")
    assert json.loads(seen.removeprefix("seen "))["view"]["seat"] == 0
    assert moves == "moves take F0; pass"
    assert go == "go simulations 10 seconds 0.5 seed 5"
    assert read_limit(go.split()[1:]) == (Limit(simulations=10, seconds=0.5), 5)
    assert write_limit(Limit(seconds=2)) == "seconds 2"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "kind", "detail"),
    [
        ("exit 3", "crashed", "exit code 3"),
        ("echo oh dear >&2; kill -9 $$", "crashed", "oh dear (SIGKILL)"),
        ("echo Good morning", "rubbish", "Good morning"),
        ("echo ready; echo Good morning; cat", "rubbish", "Good morning"),
        ("echo ready; head -c 100000 /dev/zero | tr '\\0' x; cat", "rubbish", "x" * 200),
        ("echo ready; yes info nothing", "rubbish", "info nothing"),
        ("echo ready; echo move fly; cat", "illegal", "fly"),
        ("echo ready; echo move; cat", "illegal", ""),
        ("echo ready; exec 0<&-; sleep 1; exit 0", "crashed", "exit code 0"),
        ("echo ready; echo 'terminate called after throwing std::bad_alloc' >&2; exit 134", "memory", "500"),
        ("echo error crashed out of ideas", "crashed", "out of ideas"),
    ],
)
def test_what_a_process_does_wrong(script: str, kind: str, detail: str) -> None:
    others = set(RUNNING)
    with pytest.raises(BotFailure, match="it ") as raised:
        choose(sh(script))
    assert (str(raised.value.kind), raised.value.detail) == (kind, detail)
    assert not [bot for bot in set(RUNNING) - others if bot._process.poll() is None]


@pytest.mark.slow
def test_a_bot_that_is_late_is_ended_with_everything_that_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    began = time.monotonic()
    with pytest.raises(BotFailure, match=r"it did not answer within 1.2 seconds") as raised:
        choose(sh(f"echo ready; sleep 600 & echo $! > {pid}; wait"), Limit(seconds=0.1))
    assert raised.value.kind is FailureKind.LATE
    assert time.monotonic() - began < 20
    child = Path(f"/proc/{pid.read_text('utf-8').strip()}/stat")
    until(lambda: not child.exists() or " Z " in child.read_text("utf-8"))  # nobody is left who could collect it
    assert patience(Limit(seconds=2)) == 5
    assert patience(Limit(simulations=5)) == 60


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of another process")
def test_a_bot_that_wants_too_much_memory() -> None:
    greedy = "print('ready', flush=True); input(); x = bytearray(700 << 20)"
    with pytest.raises(BotFailure, match="it wanted more than 500 MB"):
        choose([sys.executable, "-c", greedy])
    choose([sys.executable, "-c", "x = bytearray(100 << 20); print('ready\\nmove pass', flush=True); input()"])


def test_a_bot_that_has_failed_fails_again() -> None:
    match = Match.new(Duel(), seed=7, first=0)
    with ProcessBot(sh("echo ready; echo move fly; cat"), name="it") as bot:
        for _ in range(2):
            with pytest.raises(BotFailure, match="fly"):
                bot.choose(match.seen(0), limit=FEW, seed=1)
        assert not bot.is_alive


# Bots of one's own


@pytest.mark.slow
def test_own_bots_by_file_module_and_command(bots: Path) -> None:
    (bots.parent / "package").mkdir()
    (bots.parent / "package" / "__init__.py").write_text("", "utf-8")
    (bots.parent / "package" / "mine.py").write_text(BOTS, "utf-8")
    (bots.parent / "pass.sh").write_text(
        "echo ready; while read -r w x; do [ $w = go ] && echo move pass; done", "utf-8"
    )
    for text in ("bots.py:Last", f"{bots}:Last", "package.mine:Last", "cmd:sh pass.sh"):
        game = play(Duel(), [text, "greedy"], seed=2)
        assert game.outcome
        own = [(position, move) for position, move in game.decisions() if position.turn == 0]
        assert all(move == game.game.legal_moves(position)[-1] for position, move in own)
    bot = contestant("bots.py:Told", Gangs(2))
    assert isinstance(bot, ProcessBot)
    match = play(Gangs(2), ["random", "random"], seed=1).at(5)
    with bot, pytest.raises(BotFailure) as raised:
        bot.choose(match.seen(match.turn), limit=FEW, seed=77)
    assert raised.value.detail == "InformationState 10 None 77 5"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nowhere.py:Bot", "There is no file nowhere.py with a bot."),
        ("bots.py:Nobody", "bots.py:Nobody cannot play: there is no “Nobody” in bots.py."),
        ("bots.py:number", "is not a class or function that makes a bot."),
        ("bots.py:Mute", "bots.py:Mute cannot play: Mute has no method “choose”."),
        ("bots.py:Unborn", "bots.py:Unborn ended without an answer: RuntimeError: no such luck (bots.py, line 59)"),
        ("broken.py:Bot", "SyntaxError"),
        ("bots.py:", "does not name what makes the bot"),
        ("bots.py:a b", "does not name what makes the bot"),
        ("no.such.module:Bot", "there is no module “no”."),
        ("json:nothing", "json:nothing cannot play: there is no “nothing” in json."),
        ("cmd:", "There is no program “”."),
        ("cmd:./nowhere", "There is no program “./nowhere”."),
        ("cmd:sh '", "a quotation mark is missing"),
        ("cmd:true", "cmd:true ended without an answer: exit code 0"),
        ("no bot:at all", "There is no contestant"),
        (
            "lvel:2",
            "There is no contestant “lvel:2”; there are random, beginner, greedy, level:1 to level:7, search:1000",
        ),
        (
            "level2",
            "There is no contestant “level2”; there are random, beginner, greedy, level:1 to level:7, search:1000",
        ),
    ],
)
def test_own_bots_that_cannot_begin(text: str, sentence: str, bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bots.parent / "broken.py").write_text("class Bot(:\n", "utf-8")
    assert main(["arena", "--game", "famiglia", text, "greedy", "--deals", "1", "--results", "r.jsonl"]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not Path("r.jsonl").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "kind", "detail"),
    [
        ("bots.py:Crash", "crashed", "ZeroDivisionError: division by zero (bots.py, line 25)"),
        ("bots.py:Leave", "crashed", "SystemExit: I do not like this game. (bots.py, line 29)"),
        ("bots.py:Die", "crashed", "a bot may print what it likes (SIGKILL)"),
        ("bots.py:Hang", "late", "1.2"),
        ("bots.py:Late", "late", "1.2"),
        ("bots.py:Eat", "memory", "2048"),
        ("bots.py:Cheat", "illegal", "take every card"),
        ("bots.py:Nothing", "illegal", "None"),
        ("cmd:sh rubbish.sh", "rubbish", "Good morning"),
    ],
)
def test_the_tournament_goes_on_and_the_result_says_what_happened(
    text: str, kind: str, detail: str, bots: Path
) -> None:
    (bots.parent / "rubbish.sh").write_text("echo ready; while read -r w x; do [ $w = go ] && echo Good morning; done")
    job = Job(Duel(), (text, "random"), deals=1, limit=Limit(seconds=0.1))
    summary = run(job, results="results.jsonl", records="records.jsonl", workers=1)
    first, second = summary.standings
    assert (first.wins, first.losses, second.wins) == (0, 2, 2)
    assert first.failures == {kind: 2}
    assert first.first_failure == Failure(0, FailureKind(kind), detail)
    assert f"{text} failed in 2 of 2 games" in table(summary, Language("en"))
    assert json.loads(json.dumps(summary.as_dict()))["standings"][0]["failures"] == {kind: 2}
    lines = Path("results.jsonl").read_text("utf-8").splitlines()[1:]
    assert [Result.loads(line).failures[0].kind for line in lines] == [kind, kind]
    assert [Result.loads(line).dumps() for line in lines] == lines
    records = list(Record.load_all("records.jsonl"))
    assert [record.extra["arena"]["failures"][0]["kind"] for record in records] == [kind, kind]
    assert all(record.verify() for record in records)
    assert run(job, results="results.jsonl", workers=1) == summary  # nothing is played again


@pytest.mark.slow
def test_two_bots_of_one_name_are_told_apart(bots: Path) -> None:
    """By a number, in the table and in the records, and only the one that failed is said to have failed."""
    for texts, names in (
        (("bots.py:Last", "bots.py:Last"), ("bots.py:Last", "bots.py:Last #2")),
        (("Tom=bots.py:Last", "Tom=bots.py:Crash"), ("Tom", "Tom #2")),
    ):
        summary = run(Job(Duel(), texts, deals=1), records=f"{names[0]}.jsonl", workers=1)
        assert tuple(standing.name for standing in summary.standings) == names
        assert {frozenset(record.seats) for record in Record.load_all(f"{names[0]}.jsonl")} == {frozenset(names)}
    assert [standing.failures for standing in summary.standings] == [{}, {"crashed": 2}]
    assert "Tom #2 failed in 2 of 2 games" in table(summary, Language("en"))


@pytest.mark.slow
def test_nobody_wins_a_game_in_which_all_failed(bots: Path) -> None:
    summary = run(Job(Duel(), ("one=bots.py:Crash", "other=bots.py:Crash"), deals=2), workers=1)
    assert [(one.wins, one.ties, one.losses, one.share.value) for one in summary.standings] == [(0, 0, 4, 0.0)] * 2
    assert summary.decided == 0.0


class NoBot:
    """Something without a method `choose`."""


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (AtRandom, "AtRandom is a class: give a bot that it makes, AtRandom()."),
        (NoBot(), "is not a bot: it has no method “choose”."),
        (2, "2 is not a bot: it has no method “choose”."),
    ],
)
def test_only_bots_play(bot: Any, sentence: str) -> None:
    with pytest.raises(InvalidArgument, match=re.escape(sentence)):
        play(Duel(), [bot, "random"], seed=1)
    with pytest.raises(TypeError, match="A contestant's text"):
        Job(Duel(), (bot, "random"), deals=1)


def test_who_fails_does_not_win() -> None:
    def won(scores: tuple[int, ...], best: tuple[int, ...], *failed: int) -> tuple[int, ...]:
        return winners(Outcome(scores, best, Termination.END), dict.fromkeys(failed))

    assert won((5, 3), (0,)) == (0,)
    assert won((5, 3), (0,), 0) == (1,)
    assert won((5, 3), (0,), 1) == (0,)
    assert won((5, 3), (0,), 0, 1) == ()
    assert won((5, 5, 2), (0, 1), 0) == (1,)
    assert won((9, 3, 3, 1), (0,), 0) == (1, 2)


@pytest.mark.slow
def test_every_failure_is_said_in_every_language(bots: Path) -> None:
    for kind in FailureKind:
        said = {Language(code).error(BotFailure("it", kind, "something")) for code in LANGUAGES}
        assert len(said) == len(LANGUAGES)
        assert all(sentence.startswith("it") for sentence in said)


@pytest.mark.slow
def test_own_bots_play_the_same_on_any_number_of_workers_and_a_change_is_noticed(bots: Path) -> None:
    (bots.parent / "helper.py").write_text("which = -1\n", "utf-8")
    bots.write_text(
        "import helper\nclass Bot:\n"
        "  def choose(self, seen, limit, seed):\n    return seen.view.legal_moves[helper.which]\n",
        "utf-8",
    )
    job = Job(Duel(), ("bots.py:Bot", "greedy"), deals=3)
    summaries = [run(job, results=f"{workers}.jsonl", workers=workers) for workers in (1, 2)]
    assert summaries[0] == summaries[1]
    header = json.loads(Path("1.jsonl").read_text("utf-8").splitlines()[0])
    assert list(header["own_bots"]) == ["bots.py:Bot"]
    assert header["limit"]["simulations"] == 1000
    (bots.parent / "helper.py").write_text("which = 0\n", "utf-8")
    with pytest.raises(GanglandError, match="own_bots"):
        run(Job(Duel(), ("bots.py:Bot", "greedy"), deals=3), results="1.jsonl", workers=1)
    own = job.own["bots.py:Bot"]
    with pytest.raises(BotFailure, match="its source has changed"):
        own.start()
    bots.write_text("nothing of that", "utf-8")
    (bots.parent / "helper.py").write_text("which = -1\n", "utf-8")
    own.start().end()  # the code of the file itself is taken along


@pytest.mark.slow
def test_a_new_game_meets_a_new_bot_in_the_same_process(bots: Path) -> None:
    bots.write_text(
        "class Bot:\n  made = 0\n  def choose(self, seen, limit, seed):\n    self.made += 1\n    return str(self.made)",
        "utf-8",
    )
    own = find_own("bots.py:Bot")
    assert own
    seen = Match.new(Duel(), seed=7, first=0).seen(0)
    process = own.take()
    for _ in range(2):
        process._say(f"seen {json.dumps(seen.as_dict())}", "go simulations 1 seed 1")
    assert [process._hear("move", 20) for _ in range(2)] == ["1", "2"]
    own.give_back(process)
    again = own.take()
    assert again is process
    with again, pytest.raises(BotFailure) as raised:
        again.choose(seen, limit=FEW, seed=1)
    assert raised.value.detail == "1"


@pytest.mark.slow
def test_who_thinks_by_the_clock_says_so(bots: Path) -> None:
    assert Job(Duel(), ("bots.py:Clock", "greedy"), 1).by_the_clock
    assert not Job(Duel(), ("bots.py:Last", "greedy"), 1).by_the_clock


@pytest.mark.slow
def test_a_bot_ends_when_nobody_asks_any_more(bots: Path) -> None:
    """Even while it thinks: whoever ends the tournament with `kill -9` leaves nothing behind."""
    script = (
        "import sys; from gangland.bots.own import find_own; from gangland.play import Match\n"
        "from gangland.famiglia import Duel; from gangland.bots import Limit\n"
        "bot = find_own('bots.py:Hang').take(); print(bot._process.pid, flush=True)\n"
        "bot.choose(Match.new(Duel(), seed=7, first=0).seen(0), limit=Limit(seconds=600), seed=1)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = Path(f"/proc/{parent.stdout.readline().strip()}/stat")
        assert child.exists()
        parent.kill()
    until(lambda: not child.exists() or " Z " in child.read_text("utf-8"))


# The command


@pytest.mark.slow
def test_simulate_takes_bots_and_the_arena_keeps_records(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    args = ["simulate", "gangs", "--games", "3", "--seed", "5", "--out", "games.jsonl"]
    assert main([*args, "--bots", "greedy", "bots.py:Last", "Tom=2"]) == 0
    records = list(Record.load_all("games.jsonl"))
    assert [record.seats for record in records] == [("greedy", "bots.py:Last", "Tom")] * 3
    assert all(record.verify().outcome for record in records)
    assert main([*args, "--force", "--bots", "greedy", "bots.py:Crash"]) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert len(list(Record.load_all("games.jsonl"))) == 3
    assert main(["simulate", "solo", "--games", "1", "--seed", "5", "--out", "-", "--bots", "1", "2"]) == 2
    assert "there must be 1" in capsys.readouterr().err
    arena = ["arena", "--game", "famiglia", "1", "2", "--deals", "2", "--records", "kept.jsonl", "--workers", "1"]
    assert main(arena) == 0
    with Path("kept.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"format":')  # torn off
    assert main(arena) == 0
    assert [record.seats[0] for record in Record.load_all("kept.jsonl")] == ["level:1", "level:2"] * 4


@pytest.mark.slow
def test_an_own_bot_at_the_local_table(
    bots: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GANGLAND_DATA", str(bots.parent))
    answers = iter(["pass"] * 3 + ["quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers, "quit"))
    assert main(["play", "famiglia", "--seed", "4", "--opponent", "bots.py:Crash"]) == 0
    said = capsys.readouterr().out
    assert "bots.py:Crash ended without an answer: ZeroDivisionError" in said
    assert said.count("From now on moves are made for it at random.") == 1
    assert "--opponent bots.py:Crash" in said
    assert main(["play", "--resume"]) == 2  # no file starts a program
    assert "name it again with --opponent" in capsys.readouterr().err
    assert main(["play", "--resume", "--opponent", "greedy"]) == 0
    assert main(["play", "famiglia", "--opponent", "bots.py:Nobody"]) == 2
    assert main(["play", "famiglia", "--opponent", "8"]) == 2
    assert "not a level from 1 to 7" in capsys.readouterr().err


@long_only
@pytest.mark.slow
def test_own_bots_of_every_kind_play_on_ray_as_they_do_here(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By file, module and command, beside one that crashes: games, failures and hashes are the same."""
    pytest.importorskip("ray", reason="Ray has no wheel for this system")
    (bots.parent / "helper.py").write_text("which = 0\n", "utf-8")
    (bots.parent / "mine.py").write_text(
        "import helper\ndef make():\n  return First()\nclass First:\n"
        "  def choose(self, seen, limit, seed):\n    return seen.view.legal_moves[helper.which]\n",
        "utf-8",
    )
    (bots.parent / "first.sh").write_text(
        "echo ready\nwhile read -r w x; do case $w in moves) m=${x%%;*};; go) echo move $m;; esac; done\n", "utf-8"
    )
    texts = ["bots.py:Last", "mine:make", "cmd:sh first.sh", "bots.py:Crash"]
    arena = ["arena", "--game", "gangs", *texts, "--deals", "1", "--json"]
    shown: dict[str, Any] = {}
    kept: dict[str, tuple[Any, ...]] = {}
    for place, options in (("here", ["--workers", "1"]), ("ray", ["--ray", "local", "--workers", "2"])):
        files = ["--results", f"{place}.jsonl", "--records", f"{place}-records.jsonl"]
        assert main([*arena, *files, *options]) == 0
        shown[place] = json.loads(capsys.readouterr().out)
        header, *results = Path(f"{place}.jsonl").read_text("utf-8").splitlines()
        records = list(Record.load_all(f"{place}-records.jsonl"))
        assert all(record.verify() for record in records)
        kept[place] = (json.loads(header), sorted(results), sorted(record.dumps() for record in records))
    assert shown["ray"] == shown["here"]
    assert kept["ray"] == kept["here"]
    header, results, played = kept["ray"]
    assert sorted(header["own_bots"]) == sorted(texts)
    assert len(set(header["own_bots"].values())) == 3  # two are of one file
    assert (len(results), len(played)) == (4, 4)
    failures = {standing["name"]: standing["failures"] for standing in shown["ray"]["standings"]}
    assert failures == {text: {} for text in texts[:3]} | {"bots.py:Crash": {"crashed": 4}}
    for file in ("helper.py", "first.sh", "bots.py"):
        path = bots.parent / file
        path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
        assert main([*arena, "--results", "ray.jsonl", "--ray", "local"]) == 2
        assert capsys.readouterr().err == "ray.jsonl has the results of another job: its “own_bots” differs.\n"
        path.write_text(path.read_text("utf-8").removesuffix("# changed\n"), "utf-8")
