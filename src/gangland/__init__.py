"""Famiglia and Gangs of New York: the rules, matches and records, opponents and tables.

>>> import gangland
>>> match = gangland.Match.new(gangland.Duel(), seed=7, first=0)
>>> match.legal_moves
(FamigliaMove.parse('take F0'), FamigliaMove.parse('pass'))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gangland.core import kernel
from gangland.core.version import VERSION

if TYPE_CHECKING:
    from gangland.bots import (
        Analysis,
        Bot,
        BotFailure,
        Level,
        Limit,
        Searcher,
        SearchSettings,
        analyse,
        contestant,
        levels_for,
    )
    from gangland.bots.analysis import Candidate
    from gangland.bots.streaming import Info, RunningAnalysis, analysis
    from gangland.core.errors import (
        CorruptRecord,
        GanglandError,
        IllegalMove,
        InvalidArgument,
        InvalidNotation,
        InvalidPosition,
    )
    from gangland.core.game import Game, Move, Outcome, Pass, Termination, View
    from gangland.core.options import Option
    from gangland.core.playouts import PlayoutResults
    from gangland.core.position import Position
    from gangland.famiglia import (
        Card,
        Duel,
        FamigliaMove,
        FamigliaView,
        PlayAccountant,
        PlayBrute,
        Solo,
        Swap,
        Sweep,
        Take,
    )
    from gangland.gangs import Climb, Expel, Fill, Gang, Gangs, GangsMove, GangsView, Reveal, Spot
    from gangland.play import Deal, InformationState, Match, Played, Record, Reshuffled, Step
    from gangland.registry import GAMES, load_game

__version__ = VERSION

kernel.choose()

# Where the main names come from. Each is imported when it is first asked for, so that `import gangland` costs nothing.
NAMES = {
    "gangland.bots": "Analysis Bot BotFailure Level Limit SearchSettings Searcher analyse contestant levels_for",
    "gangland.bots.analysis": "Candidate",
    "gangland.bots.streaming": "Info RunningAnalysis analysis",
    "gangland.core.errors": "CorruptRecord GanglandError IllegalMove InvalidArgument InvalidNotation InvalidPosition",
    "gangland.core.game": "Game Move Outcome Pass Termination View",
    "gangland.core.options": "Option",
    "gangland.core.playouts": "PlayoutResults",
    "gangland.core.position": "Position",
    "gangland.famiglia": "Card Duel FamigliaMove FamigliaView PlayAccountant PlayBrute Solo Swap Sweep Take",
    "gangland.gangs": "Climb Expel Fill Gang Gangs GangsMove GangsView Reveal Spot",
    "gangland.play": "Deal InformationState Match Played Record Reshuffled Step",
    "gangland.registry": "GAMES load_game",
}
ROOMS = ("arena", "bots", "env", "famiglia", "gangs", "play")  # packages that can be used without being imported

__all__ = [
    "GAMES", "Analysis", "Bot", "BotFailure", "Candidate", "Card", "Climb", "CorruptRecord", "Deal", "Duel", "Expel",
    "FamigliaMove", "FamigliaView", "Fill", "Game", "Gang", "GanglandError", "Gangs", "GangsMove", "GangsView",
    "IllegalMove", "Info", "InformationState", "InvalidArgument", "InvalidNotation", "InvalidPosition", "Level",
    "Limit", "Match", "Move", "Option", "Outcome", "Pass", "PlayAccountant", "PlayBrute", "Played", "PlayoutResults",
    "Position", "Record", "Reshuffled", "Reveal", "RunningAnalysis", "SearchSettings", "Searcher", "Solo", "Spot",
    "Step", "Swap", "Sweep", "Take", "Termination", "View", "analyse", "analysis", "contestant", "levels_for",
    "load_game",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in ROOMS:
        return import_module(f"gangland.{name}")
    for module, names in NAMES.items():
        if name in names.split():
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module “gangland” has no attribute “{name}”")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *ROOMS})
