"""The games for OpenSpiel: `import gangland.env.openspiel` registers them.

`python_gangland_famiglia(joker_with_pair=False)`, `python_gangland_solo(level=3,robot_starts=False)` and
`python_gangland_gangs(players=2)`. All chance is explicit: who starts, the deal, and every card turned up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, cast

from gangland.extras import require

require("openspiel")

import numpy as np
import pyspiel

from gangland.arguments import instance
from gangland.chance import Random
from gangland.env import drawing
from gangland.env.spaces import encoding_for, imagine
from gangland.famiglia import Duel, Solo
from gangland.famiglia.game import PERSON, ROBOT, Famiglia
from gangland.game import Game
from gangland.gangs import Gangs
from gangland.gangs.belief import Belief
from gangland.gangs.cards import unpack
from gangland.gangs.odds import third_odds
from gangland.gangs.position import GangsPosition
from gangland.gangs.view import GangsView
from gangland.position import Position

Outcomes = list[tuple[int, float]]
CHANCE, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL


class Table:
    """What a state holds: cards that were dealt, then a position, and what the seats have been told on the way."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.encoding = encoding_for(game)
        self.dealt: tuple[int, ...] = ()
        self.position: Position | None = None
        self.private: tuple[str, ...] = ("",) * game.seats
        self.public = ""
        self.worlds: dict[int, Worlds] = {}  # that the seats may think they are in, once somebody has asked

    @classmethod
    def restored(
        cls, game: Game, dealt: tuple[int, ...], position: Position, private: tuple[str, ...], public: str
    ) -> Table:
        table = cls(game)
        table.dealt, table.position, table.private, table.public = dealt, position, private, public
        return table

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """All but the position never changes in place."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        if self.position is not None:
            twin.position = self.position.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Table.restored, (self.game, self.dealt, self.position, self.private, self.public)

    def decides(self) -> int:
        position = self.position
        if position is None or position.owed:
            return int(CHANCE)
        return int(TERMINAL) if position.ended else position.turn

    def worlds_of(self, seat: int) -> Worlds:
        """Worlds that look the same to a seat; they are listed once for each position."""
        position = instance(self.position, Position, "The position")
        if seat not in self.worlds:
            self.worlds = {**self.worlds, seat: Worlds(cast(GangsView, position.view(seat)))}
        return self.worlds[seat]

    def outcomes(self) -> Outcomes:
        if self.position is None:
            return deal_outcomes(self.game, self.dealt)
        cards = self.position.bag_cards()
        return [(card, count / len(cards)) for card, count in Counter(cards).items()]

    def apply(self, action: int) -> None:
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
        """The robot plays until somebody else decides."""
        while position.turn >= self.encoding.agents and not position.owed and not position.ended:
            position.push(position.moves()[0])

    def deal(self, action: int) -> None:
        if action not in dict(deal_outcomes(self.game, self.dealt)):
            raise ValueError(f"Action {action} is not one of the chances now.")
        seat = dealt_to(self.game, len(self.dealt))
        self.dealt += (action,)
        if seat is None:
            self.public += f" {action}"
        else:
            self.private = tuple(own + f" {action}" * (other == seat) for other, own in enumerate(self.private))
        if len(self.dealt) == cards_to_deal(self.game):
            self.position = dealt_position(self.game, self.dealt)
            self.run_on(self.position)


# The deal: first who starts; in Gangs then two alliances for each seat, a third, and influence


def cards_to_deal(game: Game) -> int:
    return 1 + game.players * (3 + game.influence_each) if isinstance(game, Gangs) else 1


def dealt_to(game: Game, number: int) -> int | None:
    """The seat that gets this card of the deal; None if it concerns everybody."""
    if not isinstance(game, Gangs) or number == 0:
        return None
    pairs, thirds = 2 * game.players, 3 * game.players
    if number <= pairs:
        return (number - 1) // 2
    if number <= thirds:
        return number - 1 - pairs
    return (number - 1 - thirds) // game.influence_each


def split_deal(game: Gangs, dealt: tuple[int, ...]) -> tuple[list[tuple[int, ...]], tuple[int, ...], tuple[int, ...]]:
    """Pairs, thirds and influence, as far as they have been dealt."""
    pairs = [dealt[1 + 2 * seat : 3 + 2 * seat] for seat in range(game.players)]
    return pairs, dealt[1 + 2 * game.players : 1 + 3 * game.players], dealt[1 + 3 * game.players :]


def deal_outcomes(game: Game, dealt: tuple[int, ...]) -> Outcomes:
    if not dealt:  # F1.3, F10.1, G1.6
        starters = [ROBOT if game.robot_starts else PERSON] if isinstance(game, Solo) else range(game.seats)
        return [(seat, 1 / len(starters)) for seat in starters]
    gangs = instance(game, Gangs, "A game")
    pairs, thirds, influence = split_deal(gangs, dealt)
    given = [gang for pair in pairs for gang in pair]
    if len(given) < 2 * gangs.players:  # G1.1
        return [(gang, 1 / (8 - len(given))) for gang in range(8) if gang not in given]
    if len(thirds) < gangs.players:  # G1.2
        return third_odds(pairs, thirds)
    gone = Counter([*given, *thirds, *influence])  # G1.3
    left = 48 - gone.total()
    return [(gang, (6 - gone[gang]) / left) for gang in range(8) if gone[gang] < 6]


def dealt_position(game: Game, dealt: tuple[int, ...]) -> Position:
    if isinstance(game, Famiglia):
        return game.begin(dealt[0])
    gangs = instance(game, Gangs, "A game")
    pairs, thirds, influence = split_deal(gangs, dealt)
    each = gangs.influence_each
    position = GangsPosition()
    position.deal(
        dealt[0],
        [[*pair, third] for pair, third in zip(pairs, thirds, strict=True)],
        [influence[seat * each : (seat + 1) * each] for seat in range(gangs.players)],
    )
    return position


# Worlds


class Worlds:
    """Worlds that fit a view of Gangs, each exactly as likely as the deal and what was seen make it."""

    def __init__(self, view: GangsView) -> None:
        self.known = cast(GangsPosition, imagine(view))
        self.seat = cast(int, view.seat)
        self.belief = Belief(self.known, self.seat, {})

    def sample(self, random: Random) -> GangsPosition:
        world = self.known.copy()
        self.belief.imagine(world, self.seat, random)
        return world


# States and games


class GanglandState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: GanglandGame, table: Table | None = None) -> None:
        super().__init__(game)
        self.table = table or Table(game.rules)

    def current_player(self) -> int:
        return self.table.decides()

    def is_terminal(self) -> bool:
        position = self.table.position
        return position is not None and position.ended != 0

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.encoding.legal_actions(instance(self.table.position, Position, "The position"))

    def chance_outcomes(self) -> Outcomes:
        return self.table.outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.table
        if player != CHANCE:
            position = instance(table.position, Position, "The position")
            return str(table.game.move_type(table.encoding.move_of(position, action)))
        return str(table.game.card_type(action)) if table.dealt else f"seat {action} starts"

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        raise pyspiel.SpielError("InformationStateTensor unimplemented: there is a string, and observations.")

    def returns(self) -> list[float]:
        position = self.table.position
        return self.table.encoding.rewards(position) if position else [0.0] * self.table.encoding.agents

    def __str__(self) -> str:
        """The whole truth."""
        return f"{self.table.dealt}{self.table.public}\n{self.table.position or ''}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GanglandState:
        """A state that looks the same to a player, with what others hide dealt anew and all else as it happened."""
        game, position = self.table.game, self.table.position
        state = self.get_game().new_initial_state()
        history = self.history()
        if isinstance(game, Gangs) and position is not None and not position.ended:
            random = Random(int(sampler() * 2**31) << 31 | int(sampler() * 2**31))
            world = self.table.worlds_of(player).sample(random)
            for seat in range(game.players):
                if seat != player:
                    redeal(history, game, seat, cast(GangsPosition, position), world, random)
        for action in history:
            state.apply_action(action)
        return cast(GanglandState, state)


def redeal(
    history: list[int], game: Gangs, seat: int, truth: GangsPosition, world: GangsPosition, random: Random
) -> None:
    """Change a deal so that it leads to what a seat has in another world."""
    numbers = [number for number in range(1, cards_to_deal(game)) if dealt_to(game, number) == seat]
    left = Counter(map(int, unpack(truth.influence[seat])))
    spent = Counter(history[number] for number in numbers[3:]) - left
    influence = [*spent.elements(), *map(int, unpack(world.influence[seat]))]
    *pair, third = world.alliance[3 * seat : 3 * seat + 3]
    for number, card in zip(numbers, [*shuffled(pair, random), third, *shuffled(influence, random)], strict=True):
        history[number] = card


def shuffled(cards: list[int], random: Random) -> list[int]:
    return [cards.pop(random.roll(len(cards))) for _ in range(len(cards))]


class Observer:
    """What a player observes, or with perfect recall remembers, as text and, for observations, as a tensor."""

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
            for name, size in self.encoding.fields.items():
                self.dict[name] = self.tensor[start : start + size]
                start += size

    def set_from(self, state: GanglandState, player: int) -> None:
        if self.tensor is not None:
            position = state.table.position
            self.tensor[:] = self.encoding.encode(position, player) if position else 0

    def string_from(self, state: GanglandState, player: int) -> str:
        return "\n".join(self.parts(state.table, player))

    def parts(self, table: Table, player: int) -> Iterator[str]:
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
    """One of the games below, with its parameters."""

    kind: ClassVar[Any]
    most_decisions: ClassVar[int]
    most_chance: ClassVar[int]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.rules = self.rules_of(params or {})
        encoding = encoding_for(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=encoding.actions,
            max_chance_outcomes=20 if isinstance(self.rules, Famiglia) else 8,
            num_players=encoding.agents,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if encoding.agents == encoding.seats else None,
            max_game_length=self.most_decisions,
        )
        super().__init__(self.kind, info, params or {})

    @classmethod
    def rules_of(cls, params: dict[str, Any]) -> Game:
        raise NotImplementedError

    def new_initial_state(self) -> GanglandState:
        return GanglandState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self.rules, kind or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_chance

    def information_state_tensor_shape(self) -> list[int]:
        raise pyspiel.SpielError("InformationStateTensorShape unimplemented: there is a string, and observations.")

    def information_state_tensor_size(self) -> int:
        raise pyspiel.SpielError("InformationStateTensorSize unimplemented: there is a string, and observations.")

    def information_state_tensor_layout(self) -> Any:
        raise pyspiel.SpielError("InformationStateTensorLayout unimplemented: there is a string, and observations.")


def game_type(name: str, title: str, players: tuple[int, int], hidden: bool, params: dict[str, Any]) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"python_gangland_{name}",
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if players[1] == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=params,
    )


class FamigliaGame(GanglandGame):
    # At most 53 takes and no two passes running make 108 turns, each with one sweep on the second pile, an Accountant
    # and its four swaps, a Brute and a take or pass; and each of 52 cards is swept once on the first pile.
    most_decisions = 108 * 8 + 52
    most_chance = 1 + 52 + 40
    kind = game_type("famiglia", "Famiglia, for two", (2, 2), False, {"joker_with_pair": False})

    @classmethod
    def rules_of(cls, params: dict[str, Any]) -> Game:
        return Duel(bool(params.get("joker_with_pair", False)))


class SoloGame(FamigliaGame):
    kind = game_type(
        "solo", "Famiglia, solo against the robot", (1, 1), False,
        {"level": 3, "robot_starts": False, "joker_with_pair": False},
    )  # fmt: skip

    @classmethod
    def rules_of(cls, params: dict[str, Any]) -> Game:
        level = int(params.get("level", 3))
        if not 1 <= level <= 4:
            raise ValueError("The robot's level is 1, 2, 3 or 4.")
        return Solo(level, bool(params.get("robot_starts", False)), bool(params.get("joker_with_pair", False)))


class GangsGame(GanglandGame):
    most_decisions = (15 + 16) * 6 + 6 + 4  # a climb or an expulsion with its fills; reveals; passes
    most_chance = 1 + 4 * 7 + 64 + 1
    kind = game_type("gangs", "Gangs of New York", (2, 4), True, {"players": 2})

    @classmethod
    def rules_of(cls, params: dict[str, Any]) -> Game:
        players = int(params.get("players", 2))
        if not 2 <= players <= 4:
            raise ValueError("Two, three or four play.")
        return Gangs(players)


for registered in (FamigliaGame, SoloGame, GangsGame):
    pyspiel.register_game(registered.kind, registered)


def state_of(position: Position, game: GanglandGame) -> GanglandState:
    """A state that begins with a position, without a history; secrets in it are told to their owners."""
    private = ("",) * game.rules.seats
    if isinstance(position, GangsPosition):
        private = tuple(
            f" {position.alliance[3 * seat : 3 * seat + 3]} {position.influence[seat]:x}"
            for seat in range(position.players)
        )
    return GanglandState(game, Table.restored(game.rules, (position.turn,), position, private, ""))
