"""Gangs of New York (Gangi Nowego Jorku, King's Kilt), by Gordon Hamilton: for two to four."""

from gangland.gangs.cards import Gang, Spot
from gangland.gangs.game import Gangs
from gangland.gangs.moves import GangsMove
from gangland.gangs.view import GangsView

__all__ = ["Gang", "Gangs", "GangsMove", "GangsView", "Spot"]
