"""The tables on the web: store, tables, people, live stream, thinking, pages and API."""

from gangland.core.extras import require

require("web")
