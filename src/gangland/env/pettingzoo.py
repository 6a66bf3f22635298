"""The games as PettingZoo environments in which agents take turns (AEC)."""

from __future__ import annotations

from random import Random
from typing import Any

from gangland.core.extras import require

require("env")

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from gangland.core.arguments import instance
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.env import drawing
from gangland.env.encodings import encoding_for, observe
from gangland.play import Match

RENDER_MODES = ("ansi", "svg")
Observation = dict[str, np.ndarray[Any, Any]]


def env(game: Game, render_mode: str | None = None) -> OrderEnforcingWrapper:
    """A `GanglandEnv` that raises clear errors if its methods are called in the wrong order."""
    return OrderEnforcingWrapper(GanglandEnv(game, render_mode))


class GanglandEnv(AECEnv):  # type: ignore[misc]
    """One game as an environment. The seats are the agents; a solo game's robot belongs to the environment.

    An observation is made from the seat's view and nothing else. Rewards come at the end and sum to 0 over all seats: 1
    for the only winner.
    """

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"A render mode is one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self.game: Game = instance(game, Game, "A game")
        self.render_mode = render_mode
        self.encoding = encoding_for(game)
        self.metadata = {
            "name": f"gangland_{game.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.encoding.agents)]
        self._spaces: dict[str, tuple[Space[Any], Space[Any]]] = {
            agent: (
                Dict(
                    observation=Box(0, 255, (self.encoding.size,), np.uint8),
                    action_mask=Box(0, 1, (self.encoding.actions,), np.int8),
                ),
                Discrete(self.encoding.actions),
            )
            for agent in self.possible_agents
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
        self.match = Match.new(self.game, seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._run_on()

    def step(self, action: int | None) -> None:
        """Make the current agent's move. Raises IllegalMove for an action that the mask forbids."""
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        try:
            position = self.game.position_from_view(self.match.view(self.match.turn))
            move = self.encoding.move_of(position, action)
        except (TypeError, ValueError) as error:
            raise IllegalMove("{reason}", reason=error) from None
        self._cumulative_rewards[agent] = 0.0
        self.match.push(self.game.move_type(move))
        self._run_on()
        if self.match.outcome:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self.encoding.rewards(self.match.position), strict=True))
            self._accumulate_rewards()

    def _run_on(self) -> None:
        """Let the robot play until an agent is to decide."""
        while not self.match.outcome and self.match.turn >= len(self.possible_agents):
            self.match.push(self.match.legal_moves[0])
        if not self.match.outcome:
            self.agent_selection = self.possible_agents[self.match.turn]

    def observe(self, agent: str) -> Observation:
        """What an agent observes now: its encoded view and a mask of its legal actions."""
        view = self.match.view(self.possible_agents.index(agent))
        seen, actions = observe(self.game, view)
        mask = np.zeros(self.encoding.actions, np.int8)
        mask[actions] = 1
        return {"observation": np.frombuffer(seen, np.uint8), "action_mask": mask}

    def render(self) -> str | None:
        """The current agent's view as text or as an SVG picture, by the render mode. It is None without one."""
        view = self.match.view(self.possible_agents.index(self.agent_selection))
        match self.render_mode:
            case "ansi":
                return drawing.text(view)
            case "svg":
                return drawing.svg(view)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds nothing open."""
