"""Players that think. They get a view and nothing else."""

from gangland.bots.greedy import choose_greedily
from gangland.bots.random import choose_at_random

__all__ = ["choose_at_random", "choose_greedily"]
