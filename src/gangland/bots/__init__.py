"""Players that think. They get a view and nothing else."""

from gangland.bots.greedy import choose_greedily
from gangland.bots.levels import Level, levels_for
from gangland.bots.mind import Budget, Mind, Thought
from gangland.bots.random import choose_at_random
from gangland.registry import load_room

__all__ = ["Budget", "Level", "Mind", "Thought", "choose_at_random", "choose_greedily", "levels_for"]

load_room(__name__)
