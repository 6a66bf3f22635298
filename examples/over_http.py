"""A bot that plays one game on a server, over HTTP: it opens a table against a computer opponent and plays to the end.

gangland serve                                         # in another terminal
python examples/over_http.py http://127.0.0.1:8000     # and what to call it, if you like
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

from gangland import InformationState, Limit, analyse


class Server:
    """A server, and the token of a bot there."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.token = address, ""
        self.token = self.post("/api/bots", name=name)["token"]

    def open(self, path: str, body: Any = None) -> Any:
        """Send a request, and return the answer to be read."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        return urlopen(Request(self.address + path, data, headers), timeout=60)

    def post(self, path: str, **body: Any) -> Any:
        """Send something, and return the answer."""
        with self.open(path, body) as answer:
            return json.load(answer)

    def states(self, table: str) -> Iterator[dict[str, Any]]:
        """What this bot may know of a table, now and after every change."""
        with self.open(f"/api/tables/{table}/stream") as lines:
            yield from (json.loads(line) for line in lines if line.strip())


def play(server: Server) -> dict[str, Any]:
    """Play a duel against the first level, and return how it ended."""
    seats = [{"kind": "me"}, {"kind": "level", "level": 1}]
    table = server.post("/api/tables", game={"name": "famiglia-duel"}, seats=seats)["id"]
    for state in server.states(table):
        if state["outcome"]:
            return dict(state["outcome"])
        if state["legal_moves"]:
            best = analyse(InformationState.from_dict(state), Limit(simulations=200)).move
            server.post(f"/api/tables/{table}/moves", number=state["number"], move=str(best))
    raise ConnectionError("The server has ended the stream.")


if __name__ == "__main__":
    print(play(Server(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "Example bot")))
