"""Famiglia, by Friedemann Friese: for two, and solo against a robot."""

from gangland.famiglia.cards import Card
from gangland.famiglia.game import Duel, SmallDuel, Solo, ranking_score
from gangland.famiglia.moves import FamigliaMove, PlayAccountant, PlayBrute, Swap, Sweep, Take
from gangland.famiglia.view import FamigliaView, PileInUse

__all__ = [
    "Card", "Duel", "FamigliaMove", "FamigliaView", "PileInUse", "PlayAccountant", "PlayBrute", "SmallDuel", "Solo",
    "Swap", "Sweep", "Take", "ranking_score",
]  # fmt: skip
