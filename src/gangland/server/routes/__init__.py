"""The pages: what a person sees and the forms they send. Everything works without script."""

from fastapi import APIRouter

from gangland.server.dependencies import WriteTurn
from gangland.server.routes import files, home, new_table, people, rankings, rules, table

router = APIRouter(dependencies=[WriteTurn])
for room in (files, home, new_table, table, rules, people, rankings):
    router.include_router(room.router)
