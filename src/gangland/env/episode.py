"""One game at a time, as learning environments play it: agents decide by actions, and a robot plays along."""

from __future__ import annotations

from typing import Any

from gangland.core.extras import require

require("env")

import numpy as np
from gymnasium.spaces import Box, Dict

from gangland.core.arguments import instance
from gangland.core.errors import IllegalMove
from gangland.core.game import Game
from gangland.env import drawing
from gangland.env.encoding import Encoding
from gangland.env.encodings import encoding_for
from gangland.play import Match, deal

RENDER_MODES = ("ansi", "svg")
Observation = dict[str, np.ndarray[Any, Any]]


def check_render_mode(mode: str | None) -> None:
    """Raises ValueError unless it is a render mode or None."""
    if mode not in (None, *RENDER_MODES):
        raise ValueError(f"A render mode is one of {', '.join(RENDER_MODES)} or None, not {mode!r}.")


def observation_space(encoding: Encoding) -> Box:
    """The space of encoded observations, with the largest value of each byte."""
    return Box(np.zeros(encoding.size, np.uint8), np.frombuffer(encoding.highest, np.uint8), dtype=np.uint8)


def masked_space(encoding: Encoding) -> Dict:
    """The space of observations that come with a mask of legal actions."""
    return Dict(observation=observation_space(encoding), action_mask=Box(0, 1, (encoding.actions,), np.int8))


class Episode:
    """One game and what its agents see. It moves on only by `step`, and stops when an agent is to decide.

    The cards are those of `Match.new` with the same seed; `match` is that match.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game: Game = instance(game, Game, "A game")
        self.encoding = encoding_for(game)
        self._seed = seed
        self._deal = deal(game, seed)
        self._moves: list[int] = []
        self.position, pile = game.start(self._deal.setup, self._deal.first)
        self._pile = pile[::-1]  # the next card last
        self._shuffled = 0
        self._run_on()

    def step(self, action: Any) -> None:
        """Make the move of the seat that decides. Raises IllegalMove for an action that the mask forbids."""
        try:
            move = self.encoding.move_of(self.position, action)
        except (TypeError, ValueError) as error:
            raise IllegalMove("{reason}", reason=error) from None
        self._push(move)
        self._run_on()

    def _push(self, move: int) -> None:
        self.position.push(move)
        self._moves.append(move)

    def _run_on(self) -> None:
        """Turn up cards and let the robot play, until an agent is to decide or the game is over."""
        position, agents = self.position, self.encoding.agents
        while True:
            if position.owed:
                self._turn_up()
            elif position.ended or position.turn < agents:
                return
            else:
                self._push(position.moves()[0])

    def _turn_up(self) -> None:
        """Turn up the next card of the deal, after the reshuffle that may come before it (F8.1, G3.3)."""
        position = self.position
        if position.reshuffles > self._shuffled:
            self._shuffled = position.reshuffles
            cards = self._deal.reshuffle(map(self.game.card_type, position.bag_cards()))
            self._pile = [card.number for card in reversed(cards)]
        position.draw(self._pile.pop())

    @property
    def match(self) -> Match:
        """The game so far as a match, for its log and its record."""
        match = Match.new(self.game, seed=self._seed)
        for move in self._moves:
            match.push(self.game.move_type(move))
        return match

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.position.turn

    @property
    def length(self) -> int:
        """The number of moves so far, the robot's included."""
        return len(self._moves)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.ended != 0

    @property
    def rewards(self) -> list[float]:
        """The rewards of all agents, which are 0 before the end."""
        return self.encoding.rewards(self.position)

    def seen(self, seat: int) -> np.ndarray[Any, Any]:
        """What a seat sees, encoded. The bytes hold nothing but what is in its view."""
        return np.frombuffer(self.encoding.encode(self.position, seat), np.uint8)

    def mask(self, seat: int) -> np.ndarray[Any, Any]:
        """A 1 for each action that a seat may take now. It is all 0 while another seat decides."""
        if seat != self.position.turn:
            return np.zeros(self.encoding.actions, np.int8)
        return np.frombuffer(self.encoding.mask(self.position), np.int8)

    def observe(self, seat: int) -> Observation:
        """What a seat sees, with the mask of its actions."""
        return {"observation": self.seen(seat), "action_mask": self.mask(seat)}

    def drawn(self, seat: int, mode: str | None) -> str | None:
        """The view of a seat as text or as an SVG picture, by the render mode. It is None without one."""
        if mode is None:
            return None
        view = self.position.view(seat)
        return drawing.text(view) if mode == "ansi" else drawing.svg(view)
