"""What a table's page costs: CPU early and late in a game, in one run, and the memory of a table that is kept.

`make page-cost` prints it. The application answers as it answers a browser, but without a network. The two tables take
turns, so that whatever else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI

from gangland.bots import choose_at_random
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, deal
from gangland.play.history import History
from gangland.server.app import create_app
from gangland.server.matches import Kept
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from gangland.web.story import Story

EARLY, LATE = 5, 150  # entries of a journal
MOVES = 60  # after which the memory of a table is measured
GOOD = 1.15, 70_000  # the goal: at most this ratio of CPU times, and this many bytes


def eagerness(text: str) -> tuple[int, str]:
    """A sort key for moves that makes games long: all exchanges first, then everything that is free."""
    kind = text.split(" ")[0]
    order = ["pass", "take", "reveal", "fill", "climb", "expel", "play", "sweep", "swap"]
    return order.index(kind), text


def long_game(game: Game, moves: int) -> Match:
    """A game of so many moves, played by `eagerness`, or the longest of a hundred deals."""
    longest = Match(game, deal(game, 0, 0))
    for seed in range(100):
        match = Match(game, deal(game, seed, 0))
        while not match.outcome and len(match.moves) < moves:
            match.push(max(match.legal_moves, key=lambda move: eagerness(str(move))))
        longest = max(longest, match, key=lambda match: len(match.moves))
    return longest


def lay_table(services: Services, match: Match, entries: int) -> tuple[str, Person]:
    """A table for two at one screen with so many journal entries. Moves are taken back and redone to reach them."""
    who = services.people.rename(services.people.new_guest(), "Anna")
    table = services.tables.open(who, NewTable(match.game, (NewSeat("me"), NewSeat("here", name="Ben"))), match.deal)
    moves = match.moves[:-1] if match.outcome else match.moves
    for number, move in enumerate(moves[:entries]):
        services.tables.move(table, who, number, str(move))
    while (seen := services.tables.view(table, who)).number < entries:
        services.tables.undo(table, who, seen.number)
        made = sum(line.seat is not None for line in services.tables.view(table, who).lines)
        for move in moves[made:]:
            if (number := services.tables.view(table, who).number) < entries:
                services.tables.move(table, who, number, str(move))
    return table, who


def forget_the_past(services: Services, table: str) -> None:
    """Give a kept table the same board with a short log. The difference in cost is that of a long history."""
    matches = services.tables.matches
    kept = matches._running[table]
    match, steps = kept.match.copy(), kept.match.history()[-EARLY:]
    start = History(steps[0]._before, match._history.start_pile)
    match._history = replace(start, steps=tuple(replace(step, number=place) for place, step in enumerate(steps)))
    matches._put(table, Kept(kept.number, match))


async def fetch(app: FastAPI, path: str, seat: int, cookie: str) -> int:
    """Fetch a page as its reader's seat. Returns its size in bytes."""
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "root_path": "", "query_string": f"as={seat}".encode(),
        "headers": [(b"host", b"127.0.0.1"), (b"cookie", f"gangland={cookie}".encode()), (b"hx-request", b"true")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
    }  # fmt: skip
    sizes: list[int] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        assert message.get("status", 200) == 200, message
        sizes.append(len(message.get("body", b"")))

    await app(scope, receive, send)
    return sum(sizes)


async def page_cpu(game: Game, rounds: int) -> None:
    """Print the CPU time of a page early and late in a game."""
    match = long_game(game, LATE)
    with TemporaryDirectory() as folder:
        app = create_app(Settings(f"sqlite:///{Path(folder) / 'tables.db'}", bot_workers=0, limits=False))
        services: Services = app.state.services
        services.store.migrate()
        services.people.renew_keys()
        services.uptime.beat()
        tables = [lay_table(services, match, entries) for entries in (EARLY, LATE, LATE)]
        forget_the_past(services, tables[2][0])
        turns = [services.tables.view(table, None).turn or 0 for table, _ in tables]
        spent: list[list[float]] = [[], [], []]
        sizes = [0, 0, 0]
        for _ in range(rounds):
            for place, (table, who) in enumerate(tables):
                start = time.process_time()
                sizes[place] = await fetch(app, f"/t/{table}", turns[place], services.people.cookie(who))
                spent[place].append(time.process_time() - start)
        early, late, short = (1000 * median(some[rounds // 5 :]) for some in spent)
        log = len(services.tables.view(tables[1][0], None).lines)
        print(
            f"{game.name}: {late:.2f} ms at {LATE} entries ({log} in the log, {sizes[1]:,} bytes)\n"
            f"    at {EARLY} entries, with the few cards of a game's beginning, {early:.2f} ms ({sizes[0]:,} bytes): "
            f"{late / early:.2f} times (at most {GOOD[0]})\n"
            f"    the same board with only {EARLY} in the log {short:.2f} ms ({sizes[2]:,} bytes): "
            f"{late / short:.2f} times"
        )
        services.store.close()


def weigh(game: Game, tables: int = 8) -> None:
    """Print the memory that a match and its story take, when the caches of the process are warm."""
    matches: list[Match] = []
    stories: list[Story] = []
    for count in (1, tables):
        gc.collect()
        tracemalloc.start()
        matches = [played(game, seed) for seed in range(count)]
        stories = [Story.of(match) for match in matches]
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] // count
        tracemalloc.stop()
    moves = sum(len(match.moves) for match in matches) / len(stories)
    print(f"{game.name}, {game.seats} seats: {size:,} bytes after {moves:.0f} moves (at most {GOOD[1]:,})")


def played(game: Game, seed: int) -> Match:
    """A random game after `MOVES` moves, or at its end."""
    match, chance = Match(game, deal(game, seed, 0)), Random(seed)
    while not match.outcome and len(match.moves) < MOVES:
        match.push(choose_at_random(match.legal_moves, chance))
    return match


def main() -> None:
    """Print what pages and kept tables cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60, help="pages of each table")
    args = parser.parse_args()
    games = (Duel(), Gangs(2))
    for game in games:
        asyncio.run(page_cpu(game, args.rounds))
    for game in (*games, Gangs(4)):
        weigh(game)


if __name__ == "__main__":
    main()
