"""Gangs of New York (Gangi Nowego Jorku, King's Kilt), by Gordon Hamilton: for two to four."""

from gangland.gangs.cards import Gang, Spot
from gangland.gangs.game import Gangs, SmallGangs
from gangland.gangs.moves import Climb, Expel, Fill, GangsMove, Reveal
from gangland.gangs.view import GangsView

__all__ = ["Climb", "Expel", "Fill", "Gang", "Gangs", "GangsMove", "GangsView", "Reveal", "SmallGangs", "Spot"]
