"""What all tests share."""

import os
import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import serving
from gangland import kernel
from gangland.play.deal import deal
from gangland.server import tables

DATA = Path(__file__).parent / "data"
PLAIN = kernel.state() == "plain"

settings.register_profile(
    "gangland",
    deadline=None,  # machines are shared and noisy
    max_examples=40 if PLAIN else 180,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gangland")

clause = pytest.mark.clause  # names the clauses of the rules that a test is about


@pytest.fixture(scope="session")
def postgres() -> Iterator[serving.Postgres]:
    cluster = serving.start_postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
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


@pytest.fixture(autouse=True)
def the_same_deals_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a test opens without a deal of its own get the same ones in every run."""
    seeds = count(1)
    monkeypatch.setattr(tables, "deal", lambda game, first=None: deal(game, next(seeds), first))


def pytest_configure(config: pytest.Config) -> None:
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # in the background it may be ignored, and children inherit that
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test is about")


def pytest_sessionstart() -> None:
    if kernel.state() == "stale":
        pytest.exit("The compiled kernel is older than its sources: run `make install`.", 2)


def pytest_report_header() -> str:
    return f"kernel: {kernel.state()}"
