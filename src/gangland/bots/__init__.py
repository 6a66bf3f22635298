"""Players that think. They get what their seat has seen and nothing else."""

from gangland.bots.analysis import Analysis, Limit, SearchSettings, analyse
from gangland.bots.bot import Bot, BotFailure, FailureKind
from gangland.bots.contestants import AtRandom, Beginner, Greedy, Searcher, contestant
from gangland.bots.levels import Level, levels_for, most_levels
from gangland.bots.playing import play
from gangland.bots.process import ProcessBot
from gangland.bots.simple import choose_at_random, choose_greedily
from gangland.core.rooms import load_room

__all__ = [
    "Analysis", "AtRandom", "Beginner", "Bot", "BotFailure", "FailureKind", "Greedy", "Level", "Limit", "ProcessBot",
    "SearchSettings", "Searcher", "analyse", "choose_at_random", "choose_greedily", "contestant", "levels_for",
    "most_levels", "play",
]  # fmt: skip

load_room(__name__)
