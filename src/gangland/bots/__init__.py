"""Players that think. They get what their seat has seen and nothing else."""

from gangland.bots.analysis import Analysis, Limit, SearchSettings, analyse
from gangland.bots.levels import Level, levels_for, most_levels
from gangland.bots.simple import choose_at_random, choose_greedily
from gangland.registry import load_room

__all__ = [
    "Analysis", "Level", "Limit", "SearchSettings", "analyse", "choose_at_random", "choose_greedily", "levels_for",
    "most_levels",
]  # fmt: skip

load_room(__name__)
