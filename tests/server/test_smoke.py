"""The only test of the server that runs uncompiled too."""

from random import Random

import httpx
import pytest

from gangland.core.game import Game
from gangland.famiglia import Duel
from gangland.gangs import Gangs
from gangland.server.new_tables import NewSeat, NewTable
from gangland.server.services import Services
from gangland.server.settings import Settings
from playing import any_text
from serving import person, serving
from waiting import until


@pytest.mark.slow
@pytest.mark.parametrize("game", [Duel(), Gangs(4)])
def test_people_and_opponents_of_the_house_play_at_one_table(sqlite: str, game: Game) -> None:
    with serving(Settings(sqlite, pause=0, limits=False)) as (address, services):
        play_six_moves(address, services, game)


def play_six_moves(address: str, services: Services, game: Game) -> None:
    anna = person(services, "Anna")
    seats = (NewSeat("me"), *[NewSeat("level", 1)] * (game.seats - 1))
    table = services.tables.open(anna, NewTable(game, seats, first=0))

    def six_lines() -> bool:
        seen = services.tables.view(table, anna)
        if seen.turn == 0:
            services.tables.move(table, anna, seen.number, any_text(seen.legal_moves, Random(1)))
        return len(seen.lines) >= 6

    until(six_lines)
    assert httpx.get(f"{address}/api/tables/{table}").json()["number"] >= 6
