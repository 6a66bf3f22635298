"""What a step of a replay costs the browser's script, beside the same move at the table.

`make step-cost` prints it. Two windows of one browser take turns, so that whatever else the machine does falls on both:
one shows a game as it is played, the other one the same game as it is looked at again. The script time is what
Chromium's own counter says. A replay writes its moment into links and address only when nobody has stepped for two
seconds; that is counted apart.
"""

from __future__ import annotations

import argparse
import tempfile
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

from browsing import chromium, visit
from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match, Played
from gangland.server.people import Person
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import played
from serving import serving, sit

IDLE = 0.5  # milliseconds of script in a pause, such as a clock's
NAMES = ["Anna", "Ben", "Carl", "Dora"]


class Counter:
    """Chromium's counter of the time that a page's script has run."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable")

    def read(self) -> float:
        """Milliseconds so far."""
        metrics: list[dict[str, Any]] = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "ScriptDuration")

    def rest(self) -> float:
        """Wait until next to no script has run for 600 milliseconds, and return the counter.

        The page is not asked, as its answer would count.
        """
        now, before = self.read(), -1.0
        while now - before > IDLE:
            self.page.wait_for_timeout(600)
            now, before = self.read(), now
        return now


def measure(
    browser: Browser, address: str, services: Services, match: Match, motion: str, most: int
) -> list[list[float]]:
    """For each move of a game the milliseconds of script: at the table, of a step to it and back, of the address."""
    table, people = sit(services, match, NAMES[: match.game.seats])
    other, others = sit(services, match, NAMES[: match.game.seats])
    moves = [entry for entry in match.log if isinstance(entry, Played)]
    for number in range(len(moves)):
        make(services, other, others, moves, number)
    contexts, pages = zip(*(visit(browser, address, services, people[0], motion=motion) for _ in range(2)), strict=True)
    pages[0].goto(f"/t/{table}")
    pages[1].goto(f"/t/{other}/replay?as=0")
    counters = [Counter(page) for page in pages]
    counters[0].rest()
    counters[1].rest()
    found = []
    count = min(most, len(moves) - 1)
    for number in range(count):
        times = []
        before = counters[0].read()
        make(services, table, people, moves, number)
        times.append(counters[0].rest() - before)
        for key in ("ArrowRight", "ArrowLeft"):
            before = counters[1].read()
            pages[1].keyboard.press(key)
            times.append(counters[1].rest() - before)
        pages[1].keyboard.press("ArrowRight")
        before = counters[1].rest()
        pages[1].wait_for_timeout(2500)
        found.append([*times, counters[1].read() - before])
    assert pages[0].locator("#main").get_attribute("data-moves") == str(len(match.at(count).log))
    assert pages[1].locator("#at").input_value() == str(count)
    for context in contexts:
        context.close()
    return found


def make(services: Services, table: str, people: list[Person], moves: list[Played], number: int) -> None:
    """Make a move at a table."""
    services.tables.move(table, people[moves[number].seat], number, str(moves[number].move))


def main() -> None:
    """Print the medians of what they cost, and how many times as much a step costs."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--still", action="store_true", help="without motion, as some people ask for")
    options.add_argument("--moves", type=int, default=1000, help="only the first moves of each game")
    chosen = options.parse_args()
    motion = "reduce" if chosen.still else "no-preference"
    games: list[Game] = [Duel(), Gangs(3)]
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        settings = Settings(f"sqlite:///{folder}/tables.db", bot_workers=0, limits=False)
        with serving(settings) as (address, services):
            for game in games:
                found = measure(browser, address, services, played(game, 5), motion, chosen.moves)
                move, forwards, back, written = map(median, zip(*found, strict=True))
                print(
                    f"{game}: a move {move:.1f} ms; a step forwards {forwards:.1f} ms, {forwards / move:.2f} times; "
                    f"a step back {back:.1f} ms, {back / move:.2f} times; the address, at rest, {written:.1f} ms"
                )


if __name__ == "__main__":
    main()
