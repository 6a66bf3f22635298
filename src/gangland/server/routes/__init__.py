"""The pages: what a person sees, and the forms they send. Everything works without script."""

from gangland.server.routes import (
    files,
    games,
    home,
    learn,
    new_table,
    people,
    rankings,
    records,
    replay,
    rules,
    stream,
    table,
    variations,
)
from gangland.server.routes.table import MOVE, move

__all__ = ["MOVE", "ROUTERS", "move"]

ROUTERS = tuple(
    room.router
    for room in (
        stream,
        replay,
        records,
        variations,
        table,
        files,
        home,
        games,
        learn,
        new_table,
        rules,
        people,
        rankings,
    )
)
