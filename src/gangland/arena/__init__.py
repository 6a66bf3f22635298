"""Compares the strength of players: they play the same deals with seats exchanged.

>>> from gangland.arena import Job, run
>>> from gangland.famiglia import Duel
>>> summary = run(Job(Duel(), ("greedy", "random"), deals=10), workers=1)
>>> summary.standings[0].share.value > 0.5
True
"""

from gangland.arena.job import Failure, Job, Result
from gangland.arena.statistics import Estimate, Sprt
from gangland.arena.summary import Standing, Summary, Tally
from gangland.arena.tournament import played, resumed, run

__all__ = ["Estimate", "Failure", "Job", "Result", "Sprt", "Standing", "Summary", "Tally", "played", "resumed", "run"]
