"""The games for researchers: PettingZoo, OpenSpiel, and thousands of games at once (docs/research.md)."""

from gangland.core.rooms import load_room

load_room(__name__)
