"""A game in progress: matches, records and fair deals."""

from gangland.play.deal import Deal, deal
from gangland.play.history import Played, Reshuffled, Step
from gangland.play.match import Match
from gangland.play.record import Record
from gangland.play.seen import InformationState
from gangland.play.variation import Tried, Variation, imagined
from gangland.registry import GAMES

__all__ = [
    "GAMES", "Deal", "InformationState", "Match", "Played", "Record", "Reshuffled", "Step", "Tried", "Variation",
    "deal", "imagined",
]  # fmt: skip
