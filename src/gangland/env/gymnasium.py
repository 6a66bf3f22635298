"""Games for one player as Gymnasium environments. `import gangland.env.gymnasium` registers them.

`gymnasium.make("gangland/Solo-v0", level=4, robot_starts=True)` is the solo game of Famiglia against its robot.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gangland.core.extras import require

require("env")

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from gangland.core.arguments import instance, whole
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.env.encodings import encoding_for
from gangland.env.episode import RENDER_MODES, Episode, check_render_mode, observation_space
from gangland.registry import GAMES, load_game

__all__ = ["SoloEnv", "register_games"]

Array = np.ndarray[Any, Any]
ILLEGAL = ("lose", "raise")


class SoloEnv(gymnasium.Env[Array, Any]):
    """A game for one player. An observation is the encoded view, a reward comes at the end: 1, -1, or 0 for a tie.

    The mask of legal actions is in `info["action_mask"]` and in `action_masks()`, where sb3-contrib looks for it. A
    learner without masks loses the game by an illegal action; with `illegal="raise"` it raises IllegalMove.
    """

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012

    def __init__(
        self, game: Game | str = "famiglia-solo", render_mode: str | None = None, illegal: str = "lose", **options: Any
    ) -> None:
        if isinstance(game, str):
            game = load_game(game, options)
        elif options:
            raise TypeError(f"A game has its options already: {', '.join(options)} must be given with the game's name.")
        check_render_mode(render_mode)
        if illegal not in ILLEGAL:
            raise ValueError(f"What an illegal action does is one of {', '.join(ILLEGAL)}, not {illegal!r}.")
        self.game: Game = instance(game, Game, "A game")
        self.encoding = encoding_for(game)
        if self.encoding.agents != 1:
            raise ValueError(f"{game} has {self.encoding.agents} players: use gangland.env.pettingzoo or a Batch.")
        self.render_mode = render_mode
        self.illegal = illegal
        self.observation_space = observation_space(self.encoding)
        self.action_space = Discrete(self.encoding.actions)
        self._random = Random()
        self._episode: Episode | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin the game that a seed deals. Without a seed it is the next one in the sequence of the last seed."""
        super().reset(seed=seed)
        if seed is not None:
            self._random = Random(seed)
        self._episode = Episode(self.game, self._random.getrandbits(64) if seed is None else seed)
        return self._episode.seen(0), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Make a move and let the robot answer. Raises TypeError or ValueError for what is no action at all."""
        episode = self.episode
        if episode.over:
            raise RuntimeError("The game is over: call reset.")
        action = whole(action, "An action", 0, self.encoding.actions - 1)
        try:
            episode.step(action)
        except IllegalMove:
            if self.illegal == "raise":
                raise
            self._episode = None
            nothing = np.zeros(self.encoding.actions, np.int8)
            return episode.seen(0), -1.0, True, False, {"action_mask": nothing, "illegal": True}
        reward = episode.rewards[0] if episode.over else 0.0
        return episode.seen(0), reward, episode.over, False, self._info()

    @property
    def episode(self) -> Episode:
        """The game that is played. Raises RuntimeError before `reset` and after an illegal action."""
        if self._episode is None:
            raise RuntimeError("There is no game: call reset.")
        return self._episode

    def action_masks(self) -> Array:
        """The legal actions as truth values, where sb3-contrib looks for them."""
        return self.episode.mask(0).astype(bool)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(0)}

    def render(self) -> str | None:
        """The player's view as text or as an SVG picture, by the render mode. It is None without one."""
        return self.episode.drawn(0, self.render_mode)


def register_games() -> None:
    """Register every game for one player that Gymnasium does not know yet, such as `gangland/Solo-v0`."""
    for name, kind in GAMES.items():
        game = kind()
        if game.players == 1:
            ident = f"gangland/{kind.__name__}-v{encoding_for(game).version}"
            if ident not in gymnasium.registry:
                gymnasium.register(ident, f"{__name__}:SoloEnv", kwargs={"game": name})


register_games()
