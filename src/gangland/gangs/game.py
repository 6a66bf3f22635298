"""The game Gangs of New York for two to four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gangland.core.arguments import instance
from gangland.core.errors import CorruptRecord, IllegalMove, InvalidArgument, InvalidNotation
from gangland.core.game import (
    Game,
    Move,
    Offer,
    Outcome,
    Setup,
    Shuffler,
    Termination,
    View,
    checked_position,
    list_of,
    winners,
)
from gangland.core.options import option
from gangland.core.position import Position, Sampler
from gangland.core.words import Language, mark
from gangland.gangs import habits, moves, suspicion, text
from gangland.gangs.belief import Belief
from gangland.gangs.cards import BOSSES, GANGS, MEMBERS, Gang, Spot, gangs_of, unpack
from gangland.gangs.evaluator import GangsEvaluator
from gangland.gangs.moves import GangsMove
from gangland.gangs.position import GangsPosition
from gangland.gangs.view import GangsView, imagine


@dataclass(frozen=True)
class Gangs(Game[GangsMove, GangsView]):
    """Gangs of New York for two to four players."""

    name: ClassVar[str] = "gangs"
    title: ClassVar[str] = mark("Gangs of New York")
    long_title: ClassVar[str] = title
    rulebook: ClassVar[str] = "gangs"
    clauses: ClassVar[str] = "G"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer(mark("Gangs of New York against one opponent")),
        Offer(mark("Gangs of New York against three opponents"), {"players": 4}),
        Offer(mark("Gangs of New York for two people at this keyboard"), people=2),
    )
    example: ClassVar[str] = "climb a3 a4"
    capitals: ClassVar[str] = "[bdnlkrep]"
    view_type: ClassVar[type[View]] = GangsView
    move_type: ClassVar[type[Move]] = GangsMove
    card_type = Gang
    spot_type = Spot
    has_secrets: ClassVar[bool] = True  # G8
    most_decisions: ClassVar[int] = (15 + 16) * 6 + 6 + 4  # a climb or an expulsion with its fills; reveals; passes
    most_chances: ClassVar[int] = 1 + 4 * 7 + 64 + 1
    reshuffle_size: ClassVar[int] = 16  # G3.3

    players: int = option(2, choices=(2, 3, 4), label=mark("how many play"))

    @property
    def seats(self) -> int:
        return self.players

    def variant(self, words: Language) -> list[str]:
        return [words.say_many("{count} player", "{count} players", self.players)]

    def details(self, words: Language) -> list[str]:
        return self.variant(words)

    @property
    def influence_each(self) -> int:
        """How many influence cards each player starts with (G1.3)."""
        return text.influence_each(self.players, self.base)

    @property
    def base(self) -> int:
        """The row of the pyramid that is laid out at the start (G1.5)."""
        return 1

    # The deal is written three times, as one could not serve for all. This one shuffles as people do, and a seed gives
    # the same deal for ever. `env/gangs.py` needs the odds of each card instead of a draw. `env/kernel/gangs.py` deals
    # batches without the GIL, so it holds no Python object.
    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        dealt = shuffler.shuffled(GANGS)  # G1.1
        alliances = [[dealt.pop(0), dealt.pop(0)] for _ in range(self.players)]
        members = list(MEMBERS)
        for gang in (gang for pair in alliances for gang in pair):
            members.remove(gang)
        members = shuffler.shuffled(members)
        put_aside: list[Gang] = []
        for own in alliances:  # G1.2
            if set(members) <= set(own):  # nothing else is left: the cards put aside must return early
                members, put_aside = members + shuffler.shuffled(put_aside), []
            refused = next(i for i, gang in enumerate(members) if gang not in own)
            put_aside += members[:refused]
            own.append(members[refused])
            members = members[refused + 1 :]
        members = shuffler.shuffled(members + put_aside)
        influence = [[members.pop(0) for _ in range(self.influence_each)] for _ in range(self.players)]
        deck = shuffler.shuffled(BOSSES) + members
        return {
            "alliances": [[str(gang) for gang in own] for own in alliances],
            "influence": [[str(gang) for gang in own] for own in influence],
            "deck": [str(gang) for gang in deck],
        }

    def begin(self, first: int) -> GangsPosition:
        self.check_first(first)
        position = GangsPosition()
        position.begin(first, self.players, self.base)
        return position

    def start(self, setup: Setup, first: int) -> tuple[Position, list[int]]:
        try:
            alliances = [[Gang.parse(gang) for gang in list_of(own)] for own in list_of(setup["alliances"])]
            influence = [[Gang.parse(gang) for gang in list_of(own)] for own in list_of(setup["influence"])]
            deck = [Gang.parse(gang) for gang in list_of(setup["deck"])]
        except (LookupError, TypeError, InvalidNotation):
            raise CorruptRecord(mark("The setup does not list alliances, influence and deck."), "G1") from None
        self._check(alliances, influence, deck)
        self.check_first(first)
        position = GangsPosition()
        friends, hands = ([list(map(int, own)) for own in cards] for cards in (alliances, influence))
        position.deal(first, friends, hands, self.base)
        return position, list(map(int, deck))

    def _check(self, alliances: list[list[Gang]], influence: list[list[Gang]], deck: list[Gang]) -> None:
        """Raises CorruptRecord for a setup that cannot be dealt."""
        first_two = [gang for own in alliances for gang in own[:2]]
        members = [*(gang for own in (*alliances, *influence) for gang in own), *deck[16:]]
        if [len(own) for own in alliances] != [3] * self.players or any(len(set(own)) != 3 for own in alliances):
            raise CorruptRecord(mark("A player's alliances are three different gangs."), "G1.2")
        if len(set(first_two)) != len(first_two):
            raise CorruptRecord(mark("No two players share any of their first two gangs."), "G1.1")
        if [len(own) for own in influence] != [self.influence_each] * self.players:
            raise CorruptRecord(
                mark("Wrong number of influence cards: everybody starts with {count}."),
                "G1.3",
                count=self.influence_each,
            )
        if not self._has_bosses(deck):
            raise CorruptRecord(mark("The deck must begin with the sixteen bosses."), "G1.4")
        if Counter(members) != Counter(gang for gang in MEMBERS if gang in gangs_of(self.base)):
            raise CorruptRecord(mark("The setup must have six members of each gang."), "G0.1")

    def _has_bosses(self, deck: list[Gang]) -> bool:
        """Whether a deck begins with the bosses."""
        return Counter(deck[:16]) == Counter(BOSSES)

    def position(self, notation: str) -> GangsPosition:
        return text.read(notation, self.players, self.base)

    def pile_parts(self, position: Position) -> list[list[int]]:
        table = self.own(position)
        return [list(map(int, unpack(cards))) for cards in (table.bosses, table.members)]  # G1.4

    def position_from_view(self, view: View) -> GangsPosition:
        return self.own(imagine(instance(view, GangsView, "A view")))

    def sampler(
        self,
        position: Position,
        seat: int,
        past: Sequence[tuple[int, Move, View]] = (),
        trust: float = 1.0,
        learned: bool = True,
    ) -> Sampler:
        made = [
            (mover, instance(move, GangsMove, "A move of Gangs"), instance(before, GangsView, "A view of Gangs"))
            for mover, move, before in past
        ]
        likelihoods = habits.likelihoods if learned else suspicion.likelihoods
        return Belief(self.own(position), seat, likelihoods(range(self.players), made if trust else (), trust))

    def own(self, position: Position) -> GangsPosition:
        table = checked_position(position, GangsPosition)
        if table.players == self.players and table.base == self.base:
            return table
        if table.players == self.players:
            raise InvalidArgument(mark("The pyramid of this position is not that of the game."))
        raise InvalidArgument(
            mark("This is a position for {players}, not for {count} players."),
            players=table.players,
            count=self.players,
        )

    def standing(self, position: Position) -> tuple[int, ...]:
        table = self.own(position)
        return tuple(table.score(seat) for seat in range(self.players))

    def outcome(self, position: Position) -> Outcome | None:
        table = self.own(position)
        if not table.ended:
            return None
        return Outcome(self.standing(table), winners(table, self.players), Termination.PASSES)  # G7.2

    def evaluator(self) -> GangsEvaluator:
        return GangsEvaluator()

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        return moves.why_illegal(self.own(position), GangsMove(move))


@dataclass(frozen=True)
class SmallGangs(Gangs):
    """Gangs of New York for two on the top of the pyramid, for exact methods. What differs from the rules:

    - The pyramid has only its upper rows. The lowest of them is laid out at the start (G1.5), and the deck fills its
      gaps (G3.2). Spots, points, neighbours, reveals and what an influence card can do are those of the real pyramid.
      A row that is laid out brings no reveals (G5.1): there is one with three rows, and none with two.
    - Four gangs play: B, D, N and L, of four bosses and six members each.
    - Seat 0 is always allied with B and N, seat 1 with D and L (G1.1). The third alliance is one of the other's two,
      each as likely as the other; it is secret, and so is the one influence card that each player has (G1.3).
    - The bosses lie in the deck in an open order: B, D, N, L, over and over (G1.4). There are enough of them for every
      game of up to four rows, so that nothing is left to chance but who starts and what is secret.
    """

    name: ClassVar[str] = "gangs-small"
    long_title: ClassVar[str] = "Gangs of New York, a small pyramid"
    offers: ClassVar[tuple[Offer, ...]] = ()
    is_for_study: ClassVar[bool] = True
    example: ClassVar[str] = "climb a5 a6"
    most_decisions: ClassVar[int] = (6 + 2) * 4 + 2 + 2
    most_chances: ClassVar[int] = (
        1 + 2 * 4 + 4 + 6 + 2 + 1
    )  # who starts, the deal, the base, climbs, expulsions, the top
    reshuffle_size: ClassVar[int] = 0

    players: ClassVar[int] = 2  # type: ignore[misc]  # of the real game it is an option
    rows: int = option(3, choices=(2, 3, 4), label=mark("how many rows the pyramid has"))

    @property
    def base(self) -> int:
        return 7 - self.rows

    def variant(self, words: Language) -> list[str]:
        return [words.say_many("{count} row", "{count} rows", self.rows)]

    def deal(self, shuffler: Shuffler) -> dict[str, Any]:
        gangs = gangs_of(self.base)
        alliances = [[*gangs[seat::2], gangs[1 - seat :: 2][shuffler.below(2)]] for seat in range(2)]
        members = [gang for gang in MEMBERS if gang in gangs]
        for gang in (gang for own in alliances for gang in own):
            members.remove(gang)
        members = shuffler.shuffled(members)
        return {
            "alliances": [[str(gang) for gang in own] for own in alliances],
            "influence": [[str(members.pop(0))] for _ in alliances],
            "deck": [str(gang) for gang in (*4 * gangs, *members)],
        }

    def _has_bosses(self, deck: list[Gang]) -> bool:
        return deck[:16] == list(4 * gangs_of(self.base))

    def pile_parts(self, position: Position) -> list[list[int]]:
        bosses, members = super().pile_parts(position)
        left, order = Counter(bosses), list[int]()
        while len(order) < len(bosses):
            order.append(max(sorted(left), key=left.__getitem__))
            left[order[-1]] -= 1
        return [*([boss] for boss in order), members]
