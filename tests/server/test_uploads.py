"""Records that people bring: verified, kept under their own address, or refused with the entry named."""

import json
import re
from pathlib import Path

import httpx
import pytest

from conftest import PLAIN
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.play import Record
from gangland.server.limits import UPLOAD_RATE
from gangland.server.settings import Settings
from playing import played
from serving import Server, serving, sit

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]
SAMPLES = (Path(__file__).parents[1] / "data" / "samples.jsonl").read_text("utf-8").splitlines()


def client_of(address: str) -> httpx.Client:
    return httpx.Client(base_url=address, headers={"Origin": address}, timeout=60, follow_redirects=True)


def test_a_good_record_is_kept_as_file_or_text_under_one_address(server: Server) -> None:
    with client_of(server[0]) as client:
        for text in (SAMPLES[0], SAMPLES[50], SAMPLES[-1], played(Gangs(3), 5, 30).record().dumps()):
            pasted = client.post("/replay", data={"text": text}, files={"file": ("", b"")})
            filed = client.post("/replay", files={"file": ("game.json", text.encode())})
            assert pasted.status_code == 200
            assert re.fullmatch("/r/[0-9a-f]{12}", pasted.url.path)
            assert filed.url.path == pasted.url.path
            record = Record.loads(text)
            kept = client.get(f"{pasted.url.path}/record")
            assert kept.status_code == (200 if record.outcome else 403)  # it would tell the cards
            assert not record.outcome or Record.loads(kept.text) == record
            last = sum("move" in entry for entry in record.log)
            assert f'max="{last}"' in pasted.text  # of the slider
            assert f'href="{pasted.url.path}/fair"' in pasted.text
            assert (str(record.commitment) in pasted.text) == (record.commitment is not None)
            checks = client.get(f"{pasted.url.path}/fair").text
            assert checks.count("<li>") >= len(record.log)
            assert ("gangland-deal/1" in checks) == bool(record.commitment and record.outcome)
            eyes = ("all", "0") if record.outcome and record.game.has_secrets else ("nobody",)
            for eye in eyes:
                assert client.get(f"{pasted.url.path}?at={last}&as={eye}").status_code == 200
                picture = client.get(f"{pasted.url.path}.svg?at={last}&as={eye}")
                assert picture.text.startswith("<svg")
            hidden = [client.get(f"{pasted.url.path}{page}?as=0") for page in ("", ".svg", "/try")]
            assert record.outcome or [answer.status_code for answer in hidden] == [422] * 3
            assert record.outcome or "once the game is over" in hidden[0].text
            assert client.get(f"{pasted.url.path}?at={last + 1}").status_code == 404
            assert client.get(f"{pasted.url.path}?as=7").status_code == 422
        assert client.get("/r/0123456789ab").status_code == 404
        assert client.get("/r/nonsense/record").status_code == 404


def forged() -> dict[str, tuple[str, str]]:
    """Records that are not in order, and what is said about each."""
    record = json.loads(played(Duel(), 3).record().dumps())

    def other(**changes: object) -> str:
        return json.dumps(record | changes)

    log = record["log"]
    swapped = {**record["setup"], "pile": [*record["setup"]["pile"][:-2], *record["setup"]["pile"][:-3:-1]]}
    return {
        "nothing": ("", "There is no record here"),
        "not JSON": ("{", "This is not JSON."),
        "deep": ("[" * 60_000, "This is not JSON."),
        "foreign": ('{"format": "pgn"}', "This is not a record of the format"),
        "a wrong move": (other(log=[*log[:5], {"seat": log[5]["seat"], "move": "take F9"}, *log[6:]]), "Log entry 5"),
        "a wrong seat": (other(log=[{**log[0], "seat": 1 - log[0]["seat"]}, *log[1:]]), "Log entry 0"),
        "a move too few": (other(log=log[:-1]), "The outcome does not fit the final position."),
        "other points": (
            other(outcome={**record["outcome"], "scores": [99, 0]}),
            "The outcome does not fit the final position.",
        ),
        "other cards": (other(setup=swapped), "The deal is not the one that was committed to."),
        "huge": (other(note="x" * 70_000), "too long"),
        "names": (other(seats=["<b>A</b>", {"x": 1}]), ""),
    }


def test_a_record_that_is_not_in_order_is_refused_with_one_sentence(server: Server) -> None:
    with client_of(server[0]) as client:
        for name, (text, said) in forged().items():
            answer = client.post("/replay", data={"text": text}, files={"file": ("", b"")})
            assert 400 <= answer.status_code < 500, name
            assert said in answer.text, name
            assert answer.url.path == "/replay"
            assert "<b>A</b>" not in answer.text
        assert client.post("/replay", files={"file": ("x", b"\xff\x00" * 50)}).status_code == 422
        strange = json.dumps(json.loads(SAMPLES[0]) | {"seats": ["<script>x</script>", "\u202e" + "y" * 500]})
        page = client.post("/replay", data={"text": strange}, files={"file": ("", b"")}).text
        assert "<script>x" not in page
        assert "y" * 100 not in page


def test_a_hundred_records_of_one_address_are_too_many(sqlite: str) -> None:
    with serving(Settings(sqlite)) as (address, _), client_of(address) as client:
        answers = [client.post("/replay", data={"text": "x"}, files={"file": ("", b"")}) for _ in range(100)]
        refused = [answer.status_code for answer in answers].index(429)
        assert refused <= UPLOAD_RATE.burst + 1
        assert "Not so fast" in answers[refused].text
        assert client.get("/replay").status_code == 200


def test_the_deal_of_a_finished_table_is_checked_with_one_click(server: Server) -> None:
    address, services = server
    match = played(Duel(), 3)
    table, people = sit(services, match, ["Bea", "Cid"])
    with client_of(address) as client:
        assert client.get(f"/t/{table}/fair").status_code == 403  # it would tell the cards
        assert match.deal.salt not in client.get(f"/t/{table}/fair").text
        for number, move in enumerate(match.moves):
            services.tables.move(table, people[services.tables.view(table, None).turn or 0], number, str(move))
        assert f'href="/t/{table}/fair"' in client.get(f"/t/{table}").text
        page = client.get(f"/t/{table}/fair").text
        assert services.tables.view(table, None).commitment in page
        assert f"gangland verify gangland-{table}.json" in page
