"""What all tests share."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, event

import serving
from gangland.core import kernel
from gangland.play.deal import deal
from gangland.server import new_tables
from gangland.server.settings import Settings
from machine import NEEDS, missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DATA = Path(__file__).parent / "data"
PLAIN = kernel.state() == "plain"
ROUND = os.environ.get("GANGLAND_TESTS", "usual")  # fast, usual or long
LONG = ROUND == "long"  # everything where `make test` draws a sample
EXAMPLES = {"fast": (6, 20), "usual": (20, 80), "long": (200, 900)}[ROUND][0 if PLAIN else 1]

settings.register_profile(
    "gangland",
    deadline=None,  # machines are shared and noisy
    max_examples=EXAMPLES,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gangland")

WEIGHTS = {"browser": 20, "slow": 10, "": 1}  # how long a test takes, about, if it is not skipped
long_only = pytest.mark.skipif(not LONG, reason="`make test` draws a sample; `make test-long` runs this too")
clause = pytest.mark.clause  # names the clauses of the rules that a test is about


@pytest.fixture(scope="session")
def postgres() -> Iterator[serving.Postgres]:
    cluster = serving.Postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    cluster = request.getfixturevalue("postgres")
    assert isinstance(cluster, serving.Postgres)
    return cluster.new_database()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def laid_out(db: str) -> str:
    """The same with all its tables."""
    return serving.lay_out(db)


@pytest.fixture
def laid_out_sqlite(sqlite: str) -> str:
    return serving.lay_out(sqlite)


@pytest.fixture
def own_server(laid_out_sqlite: str) -> Iterator[serving.Server]:
    """A server whose opponents move at once, and that limits nobody."""
    with serving.serving(Settings(laid_out_sqlite, pause=0, limits=False)) as running:
        yield running


@pytest.fixture
def server(own_server: serving.Server) -> serving.Server:
    """A server of the test's own, unless its file has one for all of its tests."""
    return own_server


@pytest.fixture(scope="module")
def lasting_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Server]:
    """The same for all tests of a file, if each looks at its own tables only. Browsers keep what they have loaded."""
    folder = tmp_path_factory.mktemp("lasting")
    with serving.serving(Settings(f"sqlite:///{folder}/tables.db", pause=0, limits=False)) as running:
        yield running


@pytest.fixture(scope="session")
def only_browser() -> Iterator[Browser]:
    """A real browser, which takes as long to start as a short test."""
    from browsing import chromium  # here, because Playwright is slow to import

    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def browser(only_browser: Browser) -> Iterator[Browser]:
    """The same for all tests, but for the windows that wait for the next test of a file."""
    from browsing import close_windows

    yield only_browser
    close_windows(only_browser)


@event.listens_for(Engine, "checkout")
def write_without_waiting(connection: object, *_: object) -> None:
    """Let SQLite leave writing to the system, as PostgreSQL does in tests. Only a power cut would lose something."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture(autouse=True)
def the_same_deals_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a test opens without a deal of its own get the same ones in every run."""
    seeds = count(1)
    monkeypatch.setattr(new_tables, "deal", lambda game, first=None: deal(game, next(seeds), first))


@pytest.fixture(autouse=True)
def the_same_language_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command leaves the language that it was asked for in the environment; the next test begins in English."""
    monkeypatch.setenv("LANGUAGE", "en")


def pytest_configure() -> None:
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # in the background it may be ignored, and children inherit that


def pytest_sessionstart() -> None:
    if kernel.state() == "stale":
        pytest.exit("The compiled kernel is older than its sources: run `make install`.", 2)


def pytest_report_header() -> str:
    return f"kernel: {kernel.state()}"


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that asks for a browser or for PostgreSQL is of that kind."""
    for kind in NEEDS:
        if kind in getattr(item, "fixturenames", ()):
            item.add_marker(kind)


def is_skipped(item: pytest.Item) -> bool:
    return any(mark.args and mark.args[0] for mark in item.iter_markers("skipif"))


@pytest.hookimpl(trylast=True)  # when those that were not asked for are gone
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Install what tests need; under CI a test fails that has not got it, elsewhere it is skipped, which is told.

    The longest files come first: workers take a file at a time, and none shall begin a long one when the others end.
    """
    weights = Counter[Path]()
    for item in items:
        kind = "browser" if item.get_closest_marker("browser") else "slow" if item.get_closest_marker("slow") else ""
        weights[item.path] += 0 if is_skipped(item) else WEIGHTS[kind]
    items.sort(key=lambda item: -weights[item.path])
    for kind in NEEDS:
        needy = [item for item in items if item.get_closest_marker(kind) and not is_skipped(item)]
        if needy and (why := missing(kind)) and not os.environ.get("CI"):
            for item in needy:
                item.add_marker(pytest.mark.skip(reason=why))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Which tests did not run, and why."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(
        (" ".join(kind for kind in NEEDS if kind in report.keywords), report.longrepr[2].removeprefix("Skipped: "))
        for report in reports
    )
    lines = [f"{' '.join(f'{count} {kind} tests'.split())}: {why}" for (kind, why), count in reasons.most_common()]
    if chosen := config.option.markexpr:
        lines.append(f"what -m “{chosen}” leaves out; `make test` runs everything")
    if lines:
        terminalreporter.section("Not run")
        for line in lines:
            terminalreporter.write_line(line)
