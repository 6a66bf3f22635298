"""The JSON API for programs: everything that can be done at a table, and streams of events (docs/operations.md)."""

from gangland.server.api import people, streams, tables

ROUTERS = tuple(room.router for room in (people, tables, streams))
