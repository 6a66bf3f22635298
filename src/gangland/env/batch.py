"""Thousands of games that step in one call, for learning (docs/research.md)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from gangland.core.extras import require

require("env")

import numpy as np
import numpy.typing as npt

from gangland.core.arguments import instance, whole
from gangland.core.game import Game
from gangland.core.position import Position
from gangland.env.encoding import Encoding
from gangland.env.encodings import dealer_for, encoding_for
from gangland.env.stepping import Stepper

__all__ = ["Batch"]


class Batch:
    """Games that step together, each observed by the seat whose turn it is. A game that ends begins anew at once.

    The arrays belong to the batch and are filled anew by each `step`: row i is about game i. `observations` has what
    the seat sees, `masks` a 1 for each legal action, `turns` the seat that decides, `rewards` what each seat got if the
    game has just ended, which `dones` says; otherwise it is 0. The same seed and the same actions meet the same cards,
    whatever the number of threads and however often random actions are asked for.
    """

    def __init__(self, game: Game, count: int, seed: int = 0, threads: int = 1) -> None:
        count = whole(count, "The number of games", 1, 10**8)
        threads = whole(threads, "The number of threads", 1, 1024)
        self.game: Game = instance(game, Game, "A game")
        self.encoding: Encoding = encoding_for(game)
        size, actions, agents = self.encoding.size, self.encoding.actions, self.encoding.agents
        arrays: dict[str, npt.NDArray[Any]] = {
            "observations": np.zeros((count, size), np.uint8),
            "masks": np.zeros((count, actions), np.uint8),
            "turns": np.zeros(count, np.int32),
            "rewards": np.zeros((count, agents), np.float32),
            "dones": np.zeros(count, np.uint8),
        }
        self.observations: npt.NDArray[np.uint8] = arrays["observations"]
        self.masks: npt.NDArray[np.int8] = frozen(arrays["masks"].view(np.int8))  # 1 for a legal action
        self.turns: npt.NDArray[np.int32] = frozen(arrays["turns"])
        self.rewards: npt.NDArray[np.float32] = frozen(arrays["rewards"])  # not 0 in games that have just ended
        self.dones: npt.NDArray[np.bool_] = frozen(arrays["dones"].view(np.bool_))
        chance = np.random.SeedSequence(seed)
        states = chance.generate_state(count, np.uint64)
        dice = chance.spawn(1)[0].generate_state(count, np.uint64)
        cuts = [count * thread // threads for thread in range(threads + 1)]
        self._parts = [slice(*ends) for ends in pairwise(cuts) if ends[0] < ends[1]]
        self._steppers = [
            Stepper(
                self.encoding, dealer_for(game), part.stop - part.start, states[part], dice[part],
                *(array[part].reshape(-1) for array in arrays.values()),
            )
            for part in self._parts
        ]  # fmt: skip
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None

    def step(self, actions: npt.ArrayLike) -> None:
        """Take one action in every game. Raises ValueError if any is illegal; then nothing has happened."""
        chosen = np.asarray(actions)
        if chosen.shape != self.turns.shape:
            raise ValueError(f"There must be {len(self.turns)} actions, one for each game.")
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"Actions are whole numbers, not {chosen.dtype}.")
        known = (chosen >= 0) & (chosen < self.encoding.actions)
        if not known.all():
            number = int(np.argmin(known))
            raise ValueError(f"Action {chosen[number]} is not legal in game {number}.")
        chosen = np.ascontiguousarray(chosen, np.int32)
        for stepper, part in zip(self._steppers, self._parts, strict=True):
            illegal = stepper.first_illegal(chosen[part])
            if illegal is not None:
                number = part.start + illegal
                raise ValueError(f"Action {chosen[number]} is not legal in game {number}.")
        self._each("step", chosen)

    def random_actions(self) -> npt.NDArray[np.int32]:
        """A random legal action for every game. It is a pass only where there is nothing else."""
        chosen = np.empty(len(self.turns), np.int32)
        self._each("pick", chosen)
        return chosen

    def position(self, number: int) -> Position:
        """A copy of a game's position with everything that is hidden, for tests and pictures."""
        number = whole(number, "A game", 0, len(self.turns) - 1)
        stepper, part = next(
            (stepper, part) for stepper, part in zip(self._steppers, self._parts, strict=True) if number < part.stop
        )
        return stepper.position(number - part.start)

    def _each(self, word: str, chosen: npt.NDArray[np.int32]) -> None:
        def run(stepper: Stepper, part: slice) -> None:
            getattr(stepper, word)(chosen[part])

        list((self._pool.map if self._pool else map)(run, self._steppers, self._parts))


def frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A view of an array that its readers cannot change."""
    view = array.view()
    view.flags.writeable = False
    return view
