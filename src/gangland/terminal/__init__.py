"""The table in a terminal: plain lines, for eyes and for screen readers."""

from gangland.terminal.screen import Screen
from gangland.terminal.table import Table

__all__ = ["Screen", "Table"]
