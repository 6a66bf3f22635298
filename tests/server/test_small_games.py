"""Small variants for exact methods: no page and no call of the API offers them, and every door says why."""

from __future__ import annotations

import httpx
import pytest

from conftest import PLAIN
from gangland.core.words import LANGUAGES, Language
from gangland.registry import GAMES, check_offered, offered_games
from playing import played
from serving import Server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PLAIN, reason="the pages are the same, only slower")]
SMALL = [game for game in GAMES.values() if game.is_for_study]
SEATS = [{"kind": "me"}, {"kind": "level", "level": 1}]
PAGES = (
    "/",
    "/new",
    "/opponents",
    "/learn",
    "/rules",
    "/ranking",
    "/ranking/famiglia-duel",
    "/games",
    "/me",
    "/replay",
)


def client_of(address: str, language: str = "en") -> httpx.Client:
    headers = {"Origin": address, "Accept-Language": language}
    return httpx.Client(base_url=address, headers=headers, timeout=60, follow_redirects=True)


def said_of(name: str, language: str) -> str:
    try:
        check_offered(GAMES[name])
    except ValueError as refused:
        return Language(language).error(refused)  # type: ignore[arg-type]
    raise AssertionError("it is offered")


def test_there_are_some_and_tables_offer_the_others() -> None:
    assert "famiglia-small" in [game.name for game in SMALL]
    assert list(offered_games()) == ["famiglia-duel", "famiglia-solo", "gangs"]
    assert len({said_of("famiglia-small", language) for language in LANGUAGES}) == len(LANGUAGES)


def test_no_page_and_no_answer_of_the_api_names_them(server: Server) -> None:
    with client_of(server[0]) as client:
        answers = [client.get(page) for page in (*PAGES, "/api/games", "/api/openapi.json")]
        assert [answer.status_code for answer in answers] == [200] * len(answers)
        for game in SMALL:
            assert not [str(answer.url) for answer in answers if game.name in answer.text]
            assert client.get(f"/ranking/{game.name}").status_code == 404
            assert client.get(f"/api/ratings?game={game.name}").status_code == 422
        wish = client.get("/api/openapi.json").json()["components"]["schemas"]["TableWish"]
        assert "cards" not in str(wish)


@pytest.mark.parametrize("name", [game.name for game in SMALL])
def test_every_door_refuses_them_in_one_sentence(server: Server, name: str) -> None:
    text = played(GAMES[name](), 1).record().dumps()
    for language in LANGUAGES:
        said = said_of(name, language)
        with client_of(server[0], language) as client:
            pages = [
                client.get(f"/new?game={name}"),
                client.get(f"/opponents?game={name}"),
                client.post("/new", data={"game": name, "seat-1": "1", "name": "Ann"}),
                client.post("/play", data={"game": name}),
                client.post("/replay", data={"text": text}, files={"file": ("", b"")}),
                client.get(f"/try?game={name}&position=street:+F1"),
                client.get(f"/try/new?game={name}&position=street:+F1"),
            ]
            for page in pages:
                assert 400 <= page.status_code < 500, page.url
                assert said in page.text, page.url
    with client_of(server[0]) as client:
        token = client.post("/api/bots", json={"name": f"Study {name}"}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        answer = client.post("/api/tables", json={"game": {"name": name}, "seats": SEATS})
        assert (answer.status_code, answer.json()["error"]) == (400, said_of(name, "en"))
