"""The house in numbers: how its rooms depend on each other, and how many files a move on the web passes.

`make house` prints it; docs/architecture.md has the figures. The graph of imports is grimp's. A profiler watches the
way of a move: for every call into a file of the package it notes the chain of files on the stack, with equal neighbours
taken as one.
"""

from __future__ import annotations

import ast
import asyncio
import os
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

os.environ["GANGLAND_PLAIN"] = "1"  # a profiler does not see compiled calls

import grimp
import httpx

from gangland import registry
from gangland.core.game import Game
from gangland.core.rooms import GAME_FOLDERS
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, deal
from gangland.server.app import create_app
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.services import Services
from gangland.server.settings import Settings

SOURCE = Path(registry.__file__).parent
ASKS = re.compile(r"board\.kind|game ==|[\"']gangs[\"']|[\"']famiglia")
READS = {"split", "partition", "startswith", "endswith", "removeprefix", "removesuffix", "rsplit"}


def room(module: str) -> str:
    """The room of a module: its first-level package or module."""
    return [*module.split("."), "(package)"][1]


def count_imports() -> Iterator[tuple[str, object]]:
    """Figures about the imports between modules and between rooms."""
    graph = grimp.build_graph("gangland", cache_dir=None, exclude_type_checking_imports=True)
    edges = [(a, b) for a in graph.modules for b in graph.find_modules_directly_imported_by(a)]
    between = [(room(a), room(b)) for a, b in edges if room(a) != room(b)]
    yield "modules", len(graph.modules)
    yield "rooms", len({room(module) for module in graph.modules})
    yield "imports between modules", len(edges)
    yield "of them between rooms", len(between)
    yield "pairs of rooms", len(set(between))
    games = GAME_FOLDERS
    outside = {a for a, b in edges if room(b) in games and room(a) not in games}
    own = {name for name in outside if name.split(".")[-1] in games or games[0] in name or games[1] in name}
    yield "modules outside the games that import one", len(outside)
    yield "of them neither named after it nor the registry", sorted(outside - own - {"gangland.registry"})
    yield "highest fan-in", Counter(b.removeprefix("gangland.") for _, b in edges).most_common(6)
    yield "highest fan-out", Counter(a.removeprefix("gangland.") for a, _ in edges).most_common(6)


def count_questions() -> Iterator[tuple[str, object]]:
    """The places where the code asks which game it is, or reads the text of a move."""
    classes = {kind.__name__ for game in registry.GAMES.values() for kind in (game, game.view_type, game.move_type)}
    asked: list[str] = []
    read: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        where = str(path.relative_to(SOURCE))
        if where.split("/")[0] in GAME_FOLDERS or path.stem in GAME_FOLDERS:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                if classes & {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}:
                    asked.append(f"{where}:{node.lineno}")
            elif is_reading_a_move(node.func):
                read.append(f"{where}:{node.lineno}")
    yield "isinstance with a game's class outside the games", asked
    yield "places that take a move's text apart", read
    templates = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted((SOURCE / "web" / "templates").rglob("*.html"))
        if path.stem not in GAME_FOLDERS and path.parent.name not in GAME_FOLDERS
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if ASKS.search(line)
    ]
    yield "lines of templates that ask which game it is", templates


def is_reading_a_move(called: ast.expr) -> bool:
    """Whether a call takes the text of a move apart, as `move.split` does."""
    return (
        isinstance(called, ast.Attribute)
        and called.attr in READS
        and bool(re.search(r"\bmove\b", ast.unparse(called.value)))
    )


class Watch:
    """Notes which files of the package call each other, on all threads."""

    def __init__(self) -> None:
        self.chains: Counter[tuple[str, ...]] = Counter()
        threading.setprofile(self.hook)  # for the threads that begin from now on
        sys.setprofile(self.hook)

    def hook(self, frame: FrameType, event: str, _: Any) -> None:
        """Note the chain of files of one call. The profiler calls this."""
        if event == "call" and own_name(frame.f_code.co_filename):
            self.chains[tuple(chain_of(frame))] += 1

    def figures(self) -> str:
        """What was noted, in one line: files, edges, calls and the longest stack."""
        files = {file for chain in self.chains for file in chain}
        edges = {pair for chain in self.chains for pair in pairwise(chain)}
        longest = max(self.chains, key=len)
        return (
            f"{len(files)} files, {len(edges)} edges, {sum(self.chains.values())} calls; longest stack {len(longest)}: "
            + " > ".join(file.removesuffix(".py") for file in longest)
        )


def chain_of(frame: FrameType | None) -> list[str]:
    """The files of the package on the stack, the outermost first."""
    files: list[str] = []
    while frame:
        name = own_name(frame.f_code.co_filename)
        if name and (not files or files[-1] != name):
            files.append(name)
        frame = frame.f_back
    return files[::-1]


@cache  # as it is asked about every frame of every call
def own_name(file: str) -> str:
    """A file's path within the package; of a file from elsewhere nothing."""
    path = Path(file)
    return str(path.relative_to(SOURCE)) if path.is_relative_to(SOURCE) else ""


async def follow_a_move(game: Game) -> list[tuple[str, str]]:
    """The figures of one move at a table for two: of its request, and of the page after it.

    Both sit at one screen, unless the game has secrets: then one would see a curtain instead of the board.
    """
    with TemporaryDirectory() as folder:
        app = create_app(Settings(f"sqlite:///{Path(folder) / 'tables.db'}", bot_workers=0, limits=False))
        services: Services = app.state.services
        services.store.migrate()
        services.people.renew_keys()
        services.uptime.beat()
        anna, ben = (services.people.rename(services.people.new_guest(), name) for name in ("Anna", "Ben"))
        dealt = deal(game, 1, 0)
        match = Match(game, dealt)
        second = NewSeat("open") if game.has_secrets else NewSeat("here", name="Ben")
        table = services.tables.open(anna, NewTable(game, (NewSeat("me"), second)), dealt)
        if game.has_secrets:
            services.tables.claim(table, ben)
        move, turn = str(match.legal_moves[0]), match.turn
        who = ben if game.has_secrets and turn else anna
        address = "http://127.0.0.1"
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app),
            base_url=address,
            cookies={"gangland": services.people.cookie(who)},
            headers={"HX-Request": "true", "Origin": address, "Sec-Fetch-Site": "same-origin"},
        ) as client:
            watch = Watch()
            await client.get(f"/t/{table}", params={"as": turn})  # caches are warm
            found = []
            for name, request in {
                "POST of a move": client.build_request(
                    "POST", f"/t/{table}/move", data={"move": move, "number": "0", "as": turn}
                ),
                "page": client.build_request("GET", f"/t/{table}", params={"as": turn}),
            }.items():
                watch.chains.clear()
                answer = await client.send(request)
                assert answer.status_code < 400, answer.text
                found.append((f"{name} ({answer.status_code})", watch.figures()))
        sys.setprofile(None)
        services.store.close()
    return found


def shown(value: object) -> str:
    """A figure as text; of a list its length and its items."""
    return f"{len(value)} {' '.join(map(str, value))}" if isinstance(value, list) else str(value)


def main() -> None:
    """Print all figures."""
    for name, value in (*count_imports(), *count_questions()):
        print(f"{name}: {shown(value)}")
    for game in (Duel(), Gangs(2)):
        for name, figures in asyncio.run(follow_a_move(game)):
            print(f"{game.name}, {name}: {figures}")


if __name__ == "__main__":
    main()
