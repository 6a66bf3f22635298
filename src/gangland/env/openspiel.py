"""The games for OpenSpiel. `import gangland.env.openspiel` registers them.

`python_gangland_famiglia(joker_with_pair=False)`, `python_gangland_solo(level=3,robot_starts=False)`,
`python_gangland_gangs(players=2)` and `python_gangland_gangs-small(rows=3)`. All chance is explicit: who starts, the
deal, and every card turned up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, cast

from gangland.core.extras import require

require("openspiel")

import numpy as np
import pyspiel

from gangland.core.arguments import instance
from gangland.core.chance import Random
from gangland.core.game import Game, View, options_of
from gangland.core.options import Option
from gangland.core.position import Position
from gangland.env import drawing
from gangland.env.deals import Outcomes, chance_deal
from gangland.env.encodings import encoding_for
from gangland.registry import GAMES, load_game

__all__ = ["GanglandGame", "GanglandState", "load", "state_of"]

CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL


class Table:
    """What a state holds: the cards dealt so far, then a position, and what each seat has been told."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoding = encoding_for(game)
        self.chances = chance_deal(game)
        self.dealt: tuple[int, ...] = ()
        self.position: Position | None = None
        self.private: tuple[str, ...] = ("",) * game.seats
        self.public = ""
        self.worlds: dict[int, Worlds] = {}  # possible worlds by seat, listed when somebody asks

    @classmethod
    def restored(
        cls, game: Game, dealt: tuple[int, ...], position: Position, private: tuple[str, ...], public: str
    ) -> Table:
        """The table out of a pickle."""
        table = cls(game)
        table.dealt, table.position, table.private, table.public = dealt, position, private, public
        return table

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """Copy the position; nothing else is ever changed in place."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        if self.position is not None:
            twin.position = self.position.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Table.restored, (self.game, self.dealt, self.position, self.private, self.public)

    def decides(self) -> int:
        """The player whose turn it is, or OpenSpiel's numbers for chance and the end."""
        position = self.position
        if position is None or position.owed:
            return int(CHANCE)
        return int(TERMINAL) if position.ended else position.turn

    def worlds_of(self, seat: int) -> Worlds:
        """Worlds that look the same to a seat. They are listed once for each position."""
        position = instance(self.position, Position, "The position")
        if seat not in self.worlds:
            self.worlds = {**self.worlds, seat: Worlds(position.view(seat))}
        return self.worlds[seat]

    def outcomes(self) -> Outcomes:
        """What chance may do now, with the odds of each."""
        if self.position is None:
            return self.chances.outcomes(self.dealt)
        cards = self.position.bag_cards()
        return [(card, count / len(cards)) for card, count in Counter(cards).items()]

    def apply(self, action: int) -> None:
        """Take an action, of chance or of a player, and let the robot play after it."""
        position = self.position
        if position is None:
            self.deal(action)
            return
        if position.owed:
            position.draw(action)
        else:
            position.push(self.encoding.move_of(position, action))
        self.public += f" {action}"
        self.worlds = {}
        self.run_on(position)

    def run_on(self, position: Position) -> None:
        """Let the robot play until another seat or chance is to decide."""
        while position.turn >= self.encoding.agents and not position.owed and not position.ended:
            position.push(position.moves()[0])

    def deal(self, action: int) -> None:
        """Take a chance of the deal. Raises ValueError if it is not one of the outcomes."""
        if action not in dict(self.chances.outcomes(self.dealt)):
            raise ValueError(f"Action {action} is not one of the chances now.")
        seat = self.chances.seat(len(self.dealt))
        self.dealt += (action,)
        if seat is None:
            self.public += f" {action}"
        else:
            self.private = tuple(own + f" {action}" * (other == seat) for other, own in enumerate(self.private))
        if len(self.dealt) == self.chances.size:
            self.position = self.chances.position(self.dealt)
            self.run_on(self.position)


# Worlds


class Worlds:
    """The worlds that fit a view, each as likely as the deal and what was seen make it."""

    def __init__(self, view: View) -> None:
        game = view.game
        self.seat = instance(view.seat, int, "A seat")
        self.known = game.position_from_view(view)
        self.sampler = game.sampler(self.known, self.seat)

    def sample(self, random: Random) -> Position:
        """The position of a random world."""
        world = self.known.copy()
        self.sampler.imagine(world, self.seat, random)
        return world


# States and games


class GanglandState(pyspiel.State):  # type: ignore[misc]
    """A state of a game as OpenSpiel knows it. OpenSpiel's documentation describes the methods."""

    def __init__(self, game: GanglandGame, table: Table | None = None) -> None:
        super().__init__(instance(game, GanglandGame, "The game of a state"))
        self.table = Table(game.rules) if table is None else instance(table, Table, "The table of a state")

    def current_player(self) -> int:
        """The player whose turn it is, or OpenSpiel's numbers for chance and the end."""
        return self.table.decides()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        position = self.table.position
        return position is not None and position.ended != 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.encoding.legal_actions(instance(self.table.position, Position, "The position"))

    def chance_outcomes(self) -> Outcomes:
        """What chance may do now, with the odds of each."""
        return self.table.outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.table
        if player != CHANCE:
            position = instance(table.position, Position, "The position")
            return str(table.game.move_type(table.encoding.move_of(position, action)))
        return str(table.game.card_type(action)) if table.dealt else f"seat {action} starts"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """What a player observes, or the one that decides, as `Observer` writes it. It is all 0 during the deal.

        Raises SpielError for a player that there is not.
        """
        position, encoding = self.table.position, self.table.encoding
        seat = self.current_player() if player is None else player
        if not 0 <= seat < encoding.agents:
            return cast(list[float], super().observation_tensor(seat))  # it raises
        return list(map(float, encoding.encode(position, seat))) if position else [0.0] * encoding.size

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Raises SpielError: information states are strings here, and observations have tensors."""
        raise pyspiel.SpielError("InformationStateTensor unimplemented: there is a string, and observations.")

    def returns(self) -> list[float]:
        """The rewards of the players, which are 0 before the end."""
        position = self.table.position
        return self.table.encoding.rewards(position) if position else [0.0] * self.table.encoding.agents

    def __str__(self) -> str:
        """The state with everything that is hidden."""
        return f"{self.table.dealt}{self.table.public}\n{self.table.position or ''}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GanglandState:
        """A state that looks the same to a player: what others hide is dealt anew, all else is as it happened."""
        game, position = self.table.game, self.table.position
        state = self.get_game().new_initial_state()
        history = self.history()
        if game.has_secrets and position is not None and not position.ended:
            random = Random(int(sampler() * 2**31) << 31 | int(sampler() * 2**31))
            world = self.table.worlds_of(player).sample(random)
            for seat in range(game.seats):
                if seat != player:
                    self.table.chances.redeal(history, seat, position, world, random)
        for action in history:
            state.apply_action(action)
        return cast(GanglandState, state)


class Observer:
    """What a player observes, or with perfect recall remembers, as text. An observation is a tensor too."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError("Observations have no parameters.")
        self.kind = kind
        self.encoding = encoding_for(game)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self.tensor: np.ndarray[Any, Any] | None = None
        if kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and not kind.perfect_recall:
            self.tensor = np.zeros(self.encoding.size, np.float32)
            start = 0
            for name, field in self.encoding.fields.items():
                self.dict[name] = self.tensor[start : start + field.size]
                start += field.size

    def set_from(self, state: GanglandState, player: int) -> None:
        """Fill the tensor with what a player observes."""
        if self.tensor is not None:
            position = state.table.position
            self.tensor[:] = np.frombuffer(self.encoding.encode(position, player), np.uint8) if position else 0

    def string_from(self, state: GanglandState, player: int) -> str:
        """What a player observes or remembers, as text."""
        return "\n".join(self.parts(state.table, player))

    def parts(self, table: Table, player: int) -> Iterator[str]:
        """The lines of the text: what the player alone knows, and what everybody knows."""
        own = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if own and table.game.has_secrets and (self.kind.perfect_recall or not self.kind.public_info):
            yield f"seat {player}:{table.private[player]}"
        if self.kind.public_info and self.kind.perfect_recall:
            yield f"seat {player} saw{table.public}"
        elif self.kind.public_info and table.position is not None:
            yield drawing.text(table.position.view(player if own else None))
        elif self.kind.public_info:
            yield f"the deal:{table.public}"


class GanglandGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the registry as an OpenSpiel game. Its parameters are the game's options."""

    rules_type: ClassVar[type[Game]]
    kind: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        said = {option.name: type(option.default)(value) for option, value in self.given(params or {})}
        self.rules = load_game(self.rules_type.name, said)
        encoding = encoding_for(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions,
            max_chance_outcomes=max(self.rules.card_type.count, self.rules.seats),
            num_players=encoding.agents,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if encoding.agents == encoding.seats else None,
            max_game_length=self.rules.most_decisions,
        )
        super().__init__(self.kind, info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return reload, (str(self),)

    @classmethod
    def given(cls, params: dict[str, Any]) -> list[tuple[Option, Any]]:
        """The options that the parameters set, with their values."""
        return [(option, params[option.name]) for option in options_of(cls.rules_type) if option.name in params]

    def new_initial_state(self) -> GanglandState:
        """The state before the first chance event."""
        return GanglandState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """An observer of the given kind; without one it observes the present and forgets the past."""
        return Observer(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound for the number of chance events in one game."""
        return self.rules.most_chances

    def information_state_tensor_shape(self) -> list[int]:
        """Raises SpielError: information states have no tensor here."""
        raise pyspiel.SpielError("InformationStateTensorShape unimplemented: there is a string, and observations.")

    def information_state_tensor_size(self) -> int:
        """Raises SpielError: information states have no tensor here."""
        raise pyspiel.SpielError("InformationStateTensorSize unimplemented: there is a string, and observations.")

    def information_state_tensor_layout(self) -> Any:
        """Raises SpielError: information states have no tensor here."""
        raise pyspiel.SpielError("InformationStateTensorLayout unimplemented: there is a string, and observations.")


def short_name(game: type[Game]) -> str:
    """The name under which OpenSpiel knows a game, such as `python_gangland_solo`."""
    return f"python_gangland_{game.short_name()}"


def game_type(game: type[Game]) -> Any:
    """The facts of a game as OpenSpiel lists them."""
    sizes = [option.choices for option in options_of(game) if option.name == "players"]
    least, most = (min(sizes[0]), max(sizes[0])) if sizes else (game().players, game().players)
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.long_title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if most == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=least,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in options_of(game)},
    )


KINDS: dict[str, type[GanglandGame]] = {}  # the classes registered with OpenSpiel, by the names of the games


def register_games() -> None:
    """Register every game that OpenSpiel does not know yet."""
    for name, game in GAMES.items():
        if name not in KINDS:
            kind = game_type(game)
            KINDS[name] = type(f"{game.__name__}Game", (GanglandGame,), {"rules_type": game, "kind": kind})
            pyspiel.register_game(kind, KINDS[name])


register_games()


def reload(text: str) -> Any:
    """The game that a pickle names."""
    return pyspiel.load_game(text)


def load(game: Game) -> GanglandGame:
    """The OpenSpiel game of these rules."""
    options = {option.name: getattr(game, option.name) for option in options_of(game)}
    return cast(GanglandGame, pyspiel.load_game(short_name(type(game)), options))


def state_of(position: Position, game: GanglandGame) -> GanglandState:
    """A state that begins with a position and has no history. Each seat is told its secrets in it."""
    private = chance_deal(game.rules).secrets(position)
    return GanglandState(game, Table.restored(game.rules, (position.turn,), position, private, ""))
