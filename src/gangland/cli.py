"""The command `gangland`: one function for each of its subcommands."""

from __future__ import annotations

import argparse
import gettext
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, NoReturn

from gangland.core import kernel
from gangland.core.errors import GanglandError
from gangland.core.extras import MissingExtra
from gangland.core.game import Game, options_of
from gangland.core.letters import never_fail, visible
from gangland.core.version import VERSION
from gangland.core.words import LANGUAGES, Language, choose_language, mark, teach_argparse
from gangland.registry import GAMES, all_options, check_offered, find_game, game_names, load_game, offered_games
from gangland.terminal import Screen, Table, saves
from gangland.terminal.keys import Keys
from gangland.terminal.progress import bar, progress
from gangland.terminal.records import WrongRecord, check_records, keep_what_is_there, load_record
from gangland.terminal.replay import Replay
from gangland.terminal.rules import write_rules
from gangland.terminal.seating import OPPONENTS, ask_game, new_seating
from gangland.terminal.simulation import Simulation, part_of


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or those of the process. Returns the exit code: 2 after an error."""
    never_fail()
    args = sys.argv[1:] if argv is None else list(argv)
    words = Language(choose_language(asked_language(args), os.environ))
    teach_argparse(words.code)
    command_line = make_parser(words)
    parsed = command_line.parse_args(args)
    if parsed.run is None:
        command_line.print_help(sys.stderr)
        return 2
    try:
        return int(parsed.run(parsed, words))
    except GanglandError as trouble:
        print(words.error(trouble), file=sys.stderr)
    except UnicodeDecodeError:
        print(words.say("This file is not text."), file=sys.stderr)
    except OSError as error:
        print(file_trouble(error, words), file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
    return 2


def file_trouble(error: OSError, words: Language) -> str:
    """A sentence that says what is wrong with a file."""
    file = visible(error.filename or "gangland")
    if isinstance(error, FileNotFoundError):
        return words.say("There is no file {file}.", file=file)
    if isinstance(error, IsADirectoryError):
        return words.say("{file} is a folder.", file=file)
    if isinstance(error, PermissionError):
        return words.say("No permission to open {file}.", file=file)
    return f"{file}: {error.strerror}"


class Parser(argparse.ArgumentParser):
    """An argument parser that answers bad input with one sentence. The usage is shown by `--help` alone."""

    def error(self, message: str) -> NoReturn:
        """Write one sentence about the bad input and exit with code 2."""
        words = {"prog": self.prog, "message": visible(message)}
        self.exit(2, gettext.gettext("%(prog)s: error: %(message)s\n") % words)


def asked_language(args: list[str]) -> str | None:
    """The language that `--lang` asks for. It is read before the parser is made, which already speaks it."""
    for word, following in zip(args, [*args[1:], ""], strict=False):
        if word == "--lang":
            return following
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def make_parser(words: Language) -> argparse.ArgumentParser:
    """The parser of all arguments, in this language."""
    say = words.say
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=say("the language"))
    top = Parser("gangland", description=say("Famiglia and Gangs of New York at your terminal."), parents=[common])
    top.add_argument("--version", action="version", version=VERSION, help=say("show program's version number and exit"))
    top.set_defaults(run=None)
    commands = top.add_subparsers(metavar=say("COMMAND"))

    def command(name: str, run: Callable[[argparse.Namespace, Language], int], meaning: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=meaning, description=meaning, parents=[common])
        made.set_defaults(run=run)
        return made

    play_ = command("play", play, say("play at this terminal"))
    add_game_options(play_, say, "game", games=offered_games(), nargs="?")
    play_.add_argument(
        "--people", type=int, metavar=say("NUMBER"), default=1, help=say("how many people share this keyboard")
    )
    play_.add_argument(
        "--opponent",
        metavar=say("CONTESTANT"),
        help=say(
            "how good the computer is, from 1 to {count}, or another contestant of the arena; a bot of your own too",
            count=len(OPPONENTS),
        ),
    )
    play_.add_argument("--seed", metavar=say("TEXT"), help=say("the same seed gives the same deal"))
    play_.add_argument("--resume", nargs="?", const="", metavar=say("FILE"), help=say("go on with a saved game"))

    serve_ = command("serve", serve, say("run the web server"))
    serve_.add_argument(
        "--host", default="127.0.0.1", metavar=say("HOST"), help=say("address to listen on; 0.0.0.0 for all")
    )
    serve_.add_argument("--port", type=int, default=8000, metavar=say("NUMBER"), help=say("0 for any free port"))
    serve_.add_argument("--db", metavar="URL", help=say("a database: postgresql://… or sqlite:///FILE"))
    serve_.add_argument("--data", type=Path, metavar=say("FOLDER"), help=say("folder of the embedded database"))
    serve_.add_argument(
        "--workers", type=int, default=1, metavar=say("NUMBER"), help=say("server processes; several need PostgreSQL")
    )
    serve_.add_argument(
        "--proxy", action="append", default=[], metavar=say("ADDRESS"),
        help=say("a proxy in front, which is believed when it says who asks"),
    )  # fmt: skip
    serve_.add_argument("--public-url", metavar="URL", help=say("where people find the server: https://example.org"))
    serve_.add_argument("--browser", action="store_true", help=say("open a browser, if there is one"))

    simulate_ = command("simulate", simulate, say("write records of games between bots, usually at random"))
    add_game_options(simulate_, say, "game", starters=False)
    simulate_.add_argument(
        "--bots", nargs="+", metavar=say("CONTESTANT"), help=say("who plays, as in the arena; random if not given")
    )
    simulate_.add_argument("--games", type=int, metavar=say("NUMBER"), required=True, help=say("how many"))
    simulate_.add_argument("--seed", metavar=say("TEXT"), required=True, help=say("the same seed gives the same games"))
    simulate_.add_argument("--out", required=True, metavar=say("FILE"), help=say("output file; - for the terminal"))
    add_force(simulate_, say)

    replay_ = command("replay", replay, say("step through a recorded game"))
    about = say("a record, or many of them, one a line; or the address of a table on a server")
    replay_.add_argument("file", metavar=say("FILE"), help=about)
    replay_.add_argument(
        "--game", type=int, metavar=say("NUMBER"), default=1, help=say("which record of the file, counted from 1")
    )
    replay_.add_argument("--at", type=int, metavar=say("NUMBER"), default=0, help=say("begin before this log entry"))

    verify_ = command("verify", verify, say("replay records and check every entry and the fair deal"))
    verify_.add_argument("file", metavar=say("FILE"), help=say("a record, or many of them, one a line"))

    arena_ = command("arena", arena, say("find out who is stronger: the same deals with seats exchanged"))
    add_game_options(arena_, say, "--game", required=True)
    arena_.add_argument(
        "contestants",
        nargs="+",
        metavar=say("CONTESTANT"),
        help=say(
            "random, beginner, greedy, a level from 1 to {count}, search:1000 (simulations), search:0.5s (seconds "
            "per move) or a bot of your own: file.py:Bot, module:factory, cmd:./program",
            count=len(OPPONENTS),
        ),
    )
    arena_.add_argument(
        "--limit",
        metavar=say("LIMIT"),
        default="1000",
        help=say("what bots of your own are told for each move: 1000 (simulations) or 0.5s"),
    )
    arena_.add_argument(
        "--deals", type=int, metavar=say("NUMBER"), required=True, help=say("how many; each is played from every seat")
    )
    arena_.add_argument("--seed", metavar=say("TEXT"), default="1", help=say("the same seed gives the same games"))
    arena_.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("ELO0", "ELO1"),
        help=say("stop as soon as a sequential test decides between two Elo differences"),
    )
    arena_.add_argument("--results", metavar=say("FILE"), help=say("keep every result here, and go on from there"))
    arena_.add_argument("--records", metavar=say("FILE"), help=say("add the record of every game to this file"))
    arena_.add_argument("--json", action="store_true", help=say("one JSON object"))
    arena_.add_argument(
        "--plots", metavar=say("FOLDER"), help=say("draw ratings and margins there, when all is played")
    )
    add_force(arena_, say)
    arena_.add_argument("--workers", type=int, metavar=say("NUMBER"), help=say("processes; all cores if not given"))
    arena_.add_argument("--ray", metavar=say("ADDRESS"), help=say("play on this Ray cluster; local starts one here"))

    bench_ = command("bench", bench, say("measure how fast games are played here"))
    bench_.add_argument("games", nargs="*", metavar=say("GAME"), help=say("only these"))
    bench_.add_argument("--json", action="store_true", help=say("one JSON object"))
    bench_.add_argument("--seconds", type=float, metavar=say("NUMBER"), default=1.0, help=say("for each run"))

    rules_ = command("rules", rules, say("read the rules"))
    rules_.add_argument("game", nargs="?", metavar=say("GAME"), help=say("only of this one"))

    command("doctor", doctor, say("check the installation"))
    return top


def add_game_options(
    to: argparse.ArgumentParser,
    say: Callable[..., str],
    name: str,
    starters: bool = True,
    games: Mapping[str, type[Game]] = GAMES,
    **how: Any,
) -> None:
    """Add the name of a game and the options of some games. Those that say who starts are added if `starters`."""
    to.add_argument(name, choices=list(game_names()), metavar=say("GAME"), help=", ".join(games), **how)
    for declared in all_options(games.values()).values():
        option = declared[0][1]
        if option.by_first and not starters:
            continue
        whose = ", ".join(game.short_name() for game, _ in declared)
        if option.is_switch:
            to.add_argument(option.flag, action="store_const", const=True, help=f"{whose}: {say(option.label)}")
            continue
        sentence = mark("{games}: {meaning}; {default} if not given")
        to.add_argument(
            option.flag,
            type=type(option.default),
            choices=list(dict.fromkeys(choice for _, option in declared for choice in option.choices)),
            help=say(sentence, games=whose, meaning=say(option.label), default=option.default),
        )


def add_force(to: argparse.ArgumentParser, say: Callable[..., str]) -> None:
    """Add the flag `--force`."""
    to.add_argument("--force", action="store_true", help=say("replace files that are there already"))


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of games that were given, by name."""
    given = {name: getattr(args, name, None) for name in all_options()}
    return {name: value for name, value in given.items() if value is not None}


def chosen_game(args: argparse.Namespace, **usual: Any) -> Game:
    """The game that was named, with the options that were given.

    `usual` replaces the defaults of options that were not given. Raises GanglandError for an option of another game.
    """
    kind, given = find_game(args.game), chosen_options(args)
    own = {option.name for option in options_of(kind)}
    for name in given.keys() - own:
        flag = all_options()[name][0][1].flag
        raise GanglandError(mark("{option} does not go with {game}."), option=flag, game=kind.name)
    return load_game(kind.name, {name: value for name, value in usual.items() if name in own} | given)


# play


def play(args: argparse.Namespace, words: Language) -> int:
    """Play at this terminal: a new game or a saved one."""
    if args.game is None and args.resume is None:
        if chosen_options(args) or args.people != 1:
            raise GanglandError(
                mark("Options need the name of a game, one of {names}."), names=", ".join(offered_games())
            )
        answers = ask_game(offered_games().values(), words)
        if answers is None:
            return 0
        vars(args).update(answers)
    resuming = args.resume is not None
    with saves.hold_saved(args.resume) if resuming else saves.hold_new() as hold:
        seating = (
            saves.load_named(hold.path, args.opponent)
            if resuming
            else new_seating(chosen_game(args), args.people, args.opponent or "1", args.seed, words)
        )
        check_offered(seating.match.game)
        resume = f"{own_name()} play --resume {hold.path} --lang {words.code}"
        if not saves.level_of(seating.opponent, seating.match.game):
            resume += f" --opponent {shlex.quote(seating.opponent)}"
        Table(seating, words, hold.path, Screen.here(), resume).run()
    return 0


def own_name() -> str:
    """The command that starts this program again from here."""
    return "gangland" if shutil.which("gangland") else sys.argv[0]


# serve


def serve(args: argparse.Namespace, words: Language) -> int:
    """Serve the tables on the web until it is stopped."""
    from gangland.server.serve import serve as run

    return run(
        args.host, args.port, args.db, args.data, args.workers, args.proxy, args.public_url, args.browser, words.say
    )


# simulate, replay and verify

KEPT = mark("Stopped. Everything played so far is in {file}, and the same command goes on from there.")


def usual_players(game: str, count: int) -> dict[str, int]:
    """The option that says how many play, for so many bots: as many, or as near as the game can be played."""
    sizes = [one for one in options_of(find_game(game)) if one.name == "players"]
    return {one.name: min(one.choices, key=lambda size: abs(size - count)) for one in sizes}


def simulate(args: argparse.Namespace, words: Language) -> int:
    """Write records of games to a file, or to standard output. Returns 2 if it was stopped."""
    bots = tuple(args.bots or ())
    game = chosen_game(args, **usual_players(args.game, len(bots)) if bots else {})
    simulation = Simulation(game, args.games, args.seed, bots)
    if args.out == "-":
        for number in range(args.games):
            print(simulation.record(number))
        return 0
    target = Path(args.out)
    try:
        simulation.write(target, args.force, words)
    except KeyboardInterrupt:
        print(words.say(KEPT, file=visible(part_of(target))), file=sys.stderr)
        return 2
    return 0


def replay(args: argparse.Namespace, words: Language) -> int:
    """Step through a recorded game."""
    record = load_record(args.file, args.game, words)
    if args.at < 0:
        raise GanglandError(mark("There is no log entry {number}."), number=args.at)
    if args.at > len(record.log):
        raise GanglandError(mark("The log ends with entry {count}."), count=len(record.log))
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    screen = Screen.here()
    game = Replay(record, words, read=input, write=print, colour=interactive and screen.colour)
    with Keys.here() if interactive else nullcontext() as keys:
        if keys is None:
            game.run(args.at, interactive)
        else:
            with screen.whole() as draw:
                game.browse(args.at, keys, draw)
    return 0


def verify(args: argparse.Namespace, words: Language) -> int:
    """Replay all records of a file and check them. Returns 1 at the first that is wrong."""
    count = committed = 0
    try:
        for record in progress(check_records(Path(args.file)), words.say("records")):
            count += 1
            committed += record.commitment is not None
    except WrongRecord as trouble:
        print(words.error(trouble), file=sys.stderr)
        return 1
    print(
        words.say_many("{count} record is correct.", "{count} records are correct.", count)
        + " "
        + words.say_many("{count} fair deal checked.", "{count} fair deals checked.", committed)
    )
    return 0


# arena

LOST = mark("Stopped. With --results FILE the same command could go on from here.")


def arena(args: argparse.Namespace, words: Language) -> int:
    """Play contestants against each other and report who is stronger. Returns 2 if it was stopped."""
    from gangland.arena import Job, Sprt, played, plots, report, resumed
    from gangland.bots.contestants import read_limit

    if args.workers is not None and args.workers < 1:
        raise GanglandError(mark("There must be at least one worker."))
    if args.sprt and not args.sprt[0] < args.sprt[1]:
        raise GanglandError(mark("The first difference in Elo must be the smaller one."))
    usual = usual_players(args.game, len(args.contestants))
    job = Job(chosen_game(args, **usual), tuple(args.contestants), args.deals, args.seed, read_limit(args.limit))
    pictures = plots.files(Path(args.plots)) if args.plots else []
    keep_what_is_there(pictures, args.force)
    tally = resumed(job, args.results, Sprt(*args.sprt) if args.sprt else None)
    games = played(tally, args.results, args.workers, args.ray, args.records)
    stopped = False
    try:
        with closing(games), bar(words.say("games"), len(job.keys) - len(tally.missing), len(job.keys)) as shown:
            for _ in games:
                shown.set_postfix_str(report.ticker(tally, words), refresh=False)
                shown.update()
    except KeyboardInterrupt:
        stopped = True
    summary = tally.summary()
    if summary:
        print(json.dumps(summary.as_dict()) if args.json else report.table(summary, words))
        if args.plots and not stopped:
            plots.save(summary, Path(args.plots), words)
    if not stopped:
        return 0
    print(words.say(KEPT, file=visible(args.results)) if args.results else words.say(LOST), file=sys.stderr)
    return 2


# bench and doctor

BENCH_KEYS = (
    "playouts_per_s",
    "decisions_per_s",
    "uncompiled_playouts_per_s",
    "all_cores_playouts_per_s",
    "search_sims_per_s",
    "batch_decisions_per_s",
)


def bench(args: argparse.Namespace, words: Language) -> int:
    """Measure how fast the kernel is and print a table, or JSON."""
    from gangland.arena.bench import BENCHES, measure

    unknown = [name for name in args.games if name not in BENCHES]
    if unknown:
        raise GanglandError(
            mark("There is no bench “{name}”; there are {names}."), name=unknown[0], names=", ".join(BENCHES)
        )
    if not 0 < args.seconds <= 3600:
        raise GanglandError(mark("A run must last more than 0 seconds and at most an hour."))
    rows = measure(args.games, args.seconds)
    if args.json:
        print(json.dumps(dict(rows)))
        return 0
    say = words.say
    titles = (
        say("playouts/s"), say("decisions/s"), say("uncompiled"), say("all cores"), say("search/s"), say("batched/s"),
    )  # fmt: skip
    print(say("Kernel: {state}", state=kernel_state(words)))
    print(f"{'':26}" + "".join(f"{title:>18}" for title in titles))
    for name, row in rows:
        cells = [grouped(row[key]) if key in row else "-" for key in BENCH_KEYS]
        print(f"{name:26}" + "".join(f"{cell:>18}" for cell in cells), flush=True)
    return 0


def rules(args: argparse.Namespace, words: Language) -> int:
    """Write the rules of one game, or of all. Raises InvalidArgument if that game has no book of rules."""
    asked = [find_game(args.game)] if args.game else list(offered_games().values())
    width = min(100, shutil.get_terminal_size().columns - 1)
    print(*write_rules(asked, words, width), sep="\n")
    return 0


def doctor(args: argparse.Namespace, words: Language) -> int:
    """Say what is installed and whether it is in order. Returns 1 if the compiled kernel is stale."""
    say = words.say
    compiler = next((found for name in ("cc", "gcc", "clang", "cl") if (found := shutil.which(name))), say("none"))
    print(say("gangland {version}, Python {python}", version=VERSION, python=sys.version.split()[0]))
    print(say("Kernel: {state}", state=kernel_state(words)))
    print(say("C compiler: {compiler}", compiler=compiler))
    print(say("Cores: {count}", count=os.cpu_count()))
    print(say("Language: {language} (there are {languages})", language=words.code, languages=", ".join(LANGUAGES)))
    try:
        print(say("Saved games: {path}", path=visible(saves.folder())))
    except MissingExtra as missing:
        print(words.error(missing))
    return 1 if kernel.state() == "stale" else 0


def kernel_state(words: Language) -> str:
    """Which kernel runs, in a few words."""
    say = words.say
    explained = {
        "compiled": say("compiled, up to date"),
        "plain": say("plain Python, about a hundred times slower; install a C compiler, and gangland again"),
        "stale": say("compiled from older sources, so it may play by old rules: install again"),
    }
    return explained[kernel.state()]


def grouped(number: float) -> str:
    """A number with blanks between thousands, which no language reads as a decimal sign."""
    return f"{number:,}".replace(",", " ")
