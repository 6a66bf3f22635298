"""OpenSpiel's own search algorithms as opponents. They know nothing but a seat's view.

Famiglia is played by its MCTS in C++, Gangs by its information-set MCTS in Python, because the one in C++ cannot
resample games that are written in Python. Both use their defaults: one uniformly random rollout for each simulation.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from gangland.core.extras import require

require("openspiel")

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from gangland.bots import Limit
from gangland.core.chance import Random
from gangland.core.game import Move, View
from gangland.env import openspiel
from gangland.play import InformationState

__all__ = ["OpenSpielBot"]

MOST_SIMULATIONS = 10_000_000
MEMORY = 1000  # megabytes
PROBE = 16  # simulations that tell how long one takes


class _Dice(random.Random):
    """The part of NumPy's `RandomState` that OpenSpiel uses, several times faster for single choices."""

    def choice(self, options: Sequence[int], p: Sequence[float] | None = None) -> int:  # type: ignore[override]
        """One of the options, with the odds `p` if they are given."""
        return self.choices(options, p)[0] if p else options[int(self.random() * len(options))]

    def randint(self, below: int) -> int:  # type: ignore[override]
        """A random number from 0 to below - 1."""
        return int(self.random() * below)


class TimeIsUp(Exception):
    """Raised between two simulations when the seconds are over."""


@dataclass(frozen=True)
class OpenSpielBot:
    """A player that searches with OpenSpiel for a number of simulations, or of seconds of CPU time."""

    simulations: int | None = 1000
    seconds: float | None = None
    exploration: float = sqrt(2)  # OpenSpiel's `uct_c`

    @property
    def by_the_clock(self) -> bool:
        """Whether the moves depend on how fast this machine is."""
        return self.seconds is not None

    @property
    def remembers(self) -> bool:
        """Whether the bot looks at the past. It looks at nothing but the view."""
        return False

    def choose(self, seen: InformationState, /, *, limit: Limit | None = None, seed: int = 0) -> Move:
        """The move that the search finds best for a seat that has seen this. The bot has limits of its own."""
        return self.answer(seen.view, seed)

    def answer(self, view: View, seed: int = 0) -> Move:
        """The move that the search finds best for the seat of a view."""
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        search = self._search_worlds if view.game.has_secrets else self._search
        state, action = search(view, seed)
        return view.game.move_type.parse(state.action_to_string(state.current_player(), action))

    def _most(self) -> int:
        return MOST_SIMULATIONS if self.simulations is None or self.seconds is not None else self.simulations

    def _search(self, view: View, seed: int) -> tuple[Any, int]:
        game = openspiel.load(view.game)
        state = openspiel.state_of(view.game.position_from_view(view), game)
        count = self._most() if self.seconds is None else self._affordable(game, state, seed, self.seconds)
        return state, self._tree(game, state, seed, count).best_child().action

    def _affordable(self, game: Any, state: Any, seed: int, seconds: float) -> int:
        """How many simulations fit into seconds of CPU time. OpenSpiel goes by the clock on the wall, so a few tell."""
        began = time.thread_time()
        self._tree(game, state, seed, PROBE)
        return max(2, min(int(seconds * PROBE / (time.thread_time() - began + 1e-9)), MOST_SIMULATIONS))

    def _tree(self, game: Any, state: Any, seed: int, simulations: int) -> Any:
        seed %= 2**31
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, self.exploration, simulations, MEMORY, True, seed, False)
        return bot.mcts_search(state)  # the bot's `step` would release the GIL

    def _search_worlds(self, view: View, seed: int) -> tuple[Any, int]:
        game = openspiel.load(view.game)
        chance = _Dice(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(game, evaluator, self.exploration, self._most(), random_state=chance)
        worlds, deals = openspiel.Worlds(view), Random(seed)
        end = None if self.seconds is None else time.thread_time() + self.seconds
        done = 0

        def another_world(state: Any, player: int) -> Any:
            nonlocal done
            done += 1
            if end is not None and done > 2 and time.thread_time() > end:
                raise TimeIsUp
            return openspiel.state_of(worlds.sample(deals), game)

        bot.set_resampler(another_world)
        root = openspiel.state_of(worlds.sample(deals), game)
        try:
            policy = bot.run_search(root)
        except TimeIsUp:
            policy = bot.get_final_policy(root, bot._root_node)
        return root, max(policy, key=lambda choice: choice[1])[0]
