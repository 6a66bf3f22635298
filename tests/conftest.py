"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gangland import kernel

DATA = Path(__file__).parent / "data"
PLAIN = kernel.state() == "plain"

settings.register_profile(
    "gangland",
    deadline=None,  # machines are shared and noisy
    max_examples=40 if PLAIN else 250,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gangland")

clause = pytest.mark.clause  # names the clauses of the rules that a test is about


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rules that a test is about")


def pytest_sessionstart() -> None:
    if kernel.state() == "stale":
        pytest.exit("The compiled kernel is older than its sources: run `make install`.", 2)


def pytest_report_header() -> str:
    return f"kernel: {kernel.state()}"
