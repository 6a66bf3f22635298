"""`gangland replay ADDRESS`: the replay of a table on a server, in a terminal."""

import pytest

from conftest import PLAIN
from gangland.cli import main
from gangland.famiglia import Duel
from playing import played
from serving import Server, sit

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="what is downloaded is the same")]


def calls(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    try:
        code = main(["replay", *args])
    except SystemExit as left:
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_table_is_replayed_by_the_address_of_its_page_or_record(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    address, services = server
    match = played(Duel(), 3)
    table, people = sit(services, match, ["Bea", "Cid"])
    code, out, err = calls(capsys, f"{address}/t/{table}")
    assert (code, out, err.count("\n")) == (2, "", 1)  # it is still on
    for number, move in enumerate(match.moves):
        services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
    told = set()
    for path in (f"/t/{table}", f"/t/{table}/replay?at=3", f"/api/tables/{table}/record"):
        code, out, err = calls(capsys, address + path)
        assert (code, err) == (0, "")
        told.add(out)
    (shown,) = told
    assert f"\n{len(match.log)} of {len(match.log)}\n" in shown


@pytest.mark.parametrize(
    "path", ["/t/0123456789", "/ranking", "", "/t/x", "/api/tables/0123456789/record", "/t/0123456789?%00\033[31m"]
)
def test_a_bad_address_gets_one_sentence(server: Server, capsys: pytest.CaptureFixture[str], path: str) -> None:
    for place in (server[0], "http://127.0.0.1:1", "http://", "https://[::"):
        code, out, err = calls(capsys, place + path)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert "\033" not in err
