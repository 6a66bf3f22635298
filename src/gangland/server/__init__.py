"""The table on the web: store, tables, people, live stream, opponents, pages and API."""
