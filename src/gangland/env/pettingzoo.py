"""The games as PettingZoo environments in which agents take turns (AEC).

As in PettingZoo's own modules, `raw_env` is the environment itself, `env` the one that checks the order of calls, and
`parallel_env` the one in which all agents act at once; here only the action of the agent that decides counts.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gangland.core.extras import require

require("env")

from gymnasium.spaces import Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from gangland.core.arguments import instance
from gangland.core.game import Game
from gangland.env.encodings import encoding_for
from gangland.env.episode import RENDER_MODES, Episode, Observation, check_render_mode, masked_space
from gangland.registry import load_game

__all__ = ["GanglandEnv", "env", "parallel_env", "raw_env"]


def raw_env(game: Game | str, render_mode: str | None = None, **options: Any) -> GanglandEnv:
    """The environment of a game, given as such or by its name and options. Raises ValueError or TypeError.

    >>> raw_env("gangs", players=3).possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    if isinstance(game, str):
        game = load_game(game, options)
    elif options:
        raise TypeError(f"A game has its options already: {', '.join(options)} must be given with the game's name.")
    return GanglandEnv(game, render_mode)


def env(game: Game | str, render_mode: str | None = None, **options: Any) -> OrderEnforcingWrapper:
    """The environment of a game that raises clear errors if its methods are called in the wrong order."""
    return OrderEnforcingWrapper(raw_env(game, render_mode, **options))


def parallel_env(
    game: Game | str, render_mode: str | None = None, **options: Any
) -> turn_based_aec_to_parallel_wrapper:
    """The environment for learners that ask all agents at once. Whoever does not decide may answer anything."""
    return turn_based_aec_to_parallel_wrapper(env(game, render_mode, **options))


class GanglandEnv(AECEnv):  # type: ignore[misc]
    """One game as an environment. The seats are the agents; a solo game's robot belongs to the environment.

    An observation holds what is in the seat's view and nothing else. Rewards come at the end and sum to 0 over all
    seats: 1 for the only winner.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game: Game = instance(game, Game, "A game")
        self.render_mode = render_mode
        self.encoding = encoding_for(game)
        self.metadata = {
            "name": f"gangland_{game.name.replace('-', '_')}_v{self.encoding.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.encoding.agents)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces: dict[str, tuple[Space[Any], Space[Any]]] = {
            agent: (masked_space(self.encoding), Discrete(self.encoding.actions)) for agent in self.possible_agents
        }
        self._random = Random()

    def observation_space(self, agent: str) -> Space[Any]:
        """The space of an agent's observations: encoded bytes and a mask of legal actions."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Space[Any]:
        """The space of an agent's actions: numbers of the encoding."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the game that a seed deals. Without a seed it is the next one in the sequence of the last seed."""
        if seed is None:
            seed = self._random.getrandbits(64)
        else:
            self._random = Random(seed)
        self.episode = Episode(self.game, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def step(self, action: int | None) -> None:
        """Make the current agent's move. Raises IllegalMove for an action that the mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        self.episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        if self.episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.episode.rewards, strict=True))
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Observation:
        """What an agent observes now: its encoded view and a mask of its legal actions."""
        return self.episode.observe(self._seats[agent])

    def render(self) -> str | None:
        """The current agent's view as text or as an SVG picture, by the render mode. It is None without one."""
        return self.episode.drawn(self._seats[self.agent_selection], self.render_mode)

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
