"""The API is what its OpenAPI says: schemathesis asks everything it can think of."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from conftest import LONG, PLAIN
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Match
from gangland.server.app import create_app
from gangland.server.settings import Settings
from serving import bot, serving, sit

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
STREAMS = ("/api/stream", "/api/tables/{id}/stream")  # they never end
with TemporaryDirectory() as elsewhere:
    described = create_app(Settings(f"sqlite:///{elsewhere}/tables.db")).openapi()
schema = schemathesis.openapi.from_dict(described).exclude(path=list(STREAMS))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLAIN, reason="the server does not depend on the kernel; the compiled run tests this"),
]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[str], str]]:
    """A server with a running and a finished game, and a bot that sits at both."""
    folder: Path = tmp_path_factory.mktemp("api")
    with serving(Settings(f"sqlite:///{folder / 'tables.db'}", limits=False)) as (address, services):
        client, _ = bot(address, "Ada")
        token = client.headers["Authorization"]
        tables = []
        for game in (Duel(), Gangs(2)):
            table, people = sit(services, Match.new(game, seed=1, first=0), ["Anna", "Ben"])
            tables.append(table)
            if isinstance(game, Gangs):
                services.tables.resign(table, people[0])
        wish = {"game": {"name": "gangs"}, "seats": [{"kind": "me"}, {"kind": "level", "level": 1}], "first": 0}
        tables.append(client.post("/api/tables", json=wish).json()["id"])
        yield address, tables, token


@schema.parametrize()
@settings(
    max_examples=100 if LONG else 7,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    deadline=None,
    derandomize=True,
)
def test_the_api_keeps_to_its_schema(case: Any, target: tuple[str, list[str], str]) -> None:
    address, tables, token = target
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = tables[len(str(case.body)) % len(tables)]
    case.headers = {**(case.headers or {}), "Authorization": token}
    case.call_and_validate(base_url=address, checks=CHECKS)
