"""A game in progress: matches, records and fair deals."""

from gangland.play.deal import Deal, deal
from gangland.play.match import Match, Played, Reshuffled, Seen
from gangland.play.record import Record
from gangland.registry import GAMES

__all__ = ["GAMES", "Deal", "Match", "Played", "Record", "Reshuffled", "Seen", "deal"]
