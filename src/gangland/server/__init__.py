"""The tables on the web: store, tables, people, live stream, thinking, pages and API."""

from gangland.extras import require

require("web")
