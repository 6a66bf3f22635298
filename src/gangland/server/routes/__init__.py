"""The pages: what a person sees, and the forms they send. Everything works without script."""

from gangland.server.routes import files, home, new_table, people, rankings, rules, table

ROUTERS = tuple(room.router for room in (files, home, new_table, table, rules, people, rankings))
