"""What a seat may know of a game of Gangs (G8). Secrets are cut out here and nowhere else."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from types import SimpleNamespace

from gangland.core import notation
from gangland.core.arguments import instance, whole
from gangland.core.errors import InvalidArgument
from gangland.core.game import Game, Termination, View
from gangland.core.words import mark
from gangland.gangs import text
from gangland.gangs.cards import GANGS, SPOTS, Gang, Spot, cards_of, pack, row_of, unpack
from gangland.gangs.moves import GangsMove
from gangland.gangs.position import GangsPosition

BY_PASSES = 1  # as in the kernel


@dataclass(frozen=True)
class Gangster:
    """A player as another one sees them."""

    alliances: tuple[Gang | None, ...]  # None where secret
    revealed: tuple[Gang, ...]
    influence: tuple[Gang, ...] | None  # None where secret
    influence_size: int
    passed: bool


@dataclass(frozen=True)
class GangsView(View[GangsMove]):
    """What a seat may know of a game of Gangs."""

    first: int
    mover: int  # the seat whose turn it is, also while others reveal
    players: tuple[Gangster, ...]
    pyramid: dict[Spot, Gang]  # the gang on each occupied spot
    gap: Spot | None
    top: Gang | None
    deck_size: int  # with the top card
    deck: tuple[Gang, ...] | None  # the cards below the top card, if they are public (G3.3)
    bosses: tuple[Gang, ...]  # the bosses below the top card (G1.4)
    discard: tuple[Gang, ...]
    expelled: tuple[Gang, ...]
    crowned: bool
    reached: int  # the highest of rows 4 and 5 that has brought its reveals
    due: bool  # reveals wait until the gaps are filled (G5.3)
    reveals: int  # how many reveals are still to be made now

    by_seat = ("players",)

    @property
    def game(self) -> Game:
        from gangland.gangs.game import Gangs, SmallGangs  # imported here, because the game imports this file

        return Gangs(len(self.players)) if self.base == 1 else SmallGangs(7 - self.base)

    @property
    def base(self) -> int:
        """The row that was laid out at the start: 1 (G1.5), or a higher one on a small pyramid."""
        spots = [*self.pyramid, *([self.gap] if self.gap else ())]
        return min((Spot(spot).row for spot in spots), default=1)

    def __hash__(self) -> int:
        return hash(
            tuple(frozenset(value.items()) if value is self.pyramid else value for value in vars(self).values())
        )

    @property
    def unseen(self) -> int:
        return len(self.hidden_members) + len(self.bosses)

    @property
    def hidden_members(self) -> list[Gang]:
        """The members that the seat has not seen: others' secrets, and the end of the deck."""
        return _hidden_members(self)

    @property
    def points(self) -> tuple[int | None, ...]:
        """The points of each seat that can be counted: its own count if that is seen, or what it has revealed."""
        return tuple(
            score if score is not None else self.worth_of(player.revealed) if player.revealed else None
            for score, player in zip(self.scores, self.players, strict=True)
        )

    def worth_of(self, alliances: Collection[Gang]) -> int:
        """The points that these alliances hold in the pyramid (G7.1)."""
        return sum(spot.points for spot, gang in self.pyramid.items() if gang in alliances)

    def gang_on(self, spot: Spot) -> Gang:
        """The gang of the card on a spot. Raises InvalidArgument if nobody is there."""
        if spot in self.pyramid:
            return self.pyramid[spot]
        raise InvalidArgument(mark("There is nobody on {spot}."), spot=spot)


def view(position: GangsPosition, seat: int | None, moves: list[int], scores: tuple[int | None, ...]) -> GangsView:
    """What a seat may know of a position, or a watcher if it is None. The kernel hands over what it alone can count."""
    return GangsView(
        seat=seat,
        turn=position.turn,
        legal_moves=tuple(map(GangsMove._of, moves)),
        scores=scores,
        first=position.first,
        mover=position.mover,
        players=tuple(_see_player(position, other, seat) for other in range(position.players)),
        pyramid={spot: GANGS[position.board[spot]] for spot in SPOTS if position.board[spot] >= 0},
        gap=SPOTS[position.gap] if position.gap >= 0 else None,
        top=GANGS[position.top] if position.top >= 0 else None,
        deck_size=position.bosses_size + position.members_size + (position.top >= 0),
        deck=_see_deck(position),
        bosses=tuple(unpack(position.bosses)),
        discard=tuple(unpack(position.discard)),
        expelled=tuple(unpack(position.expelled)),
        crowned=position.crowned,
        reached=position.reached,
        due=position.due,
        reveals=position.reveals,
        ended=Termination.PASSES if position.ended else None,
    )


def _see_deck(position: GangsPosition) -> tuple[Gang, ...] | None:
    """The cards of the deck if everybody saw which were shuffled into it (G3.3), otherwise None."""
    if not position.reshuffles:
        return None
    return tuple(unpack(position.deck if position._unknown else position.members))


def _see_player(position: GangsPosition, player: int, seat: int | None) -> Gangster:
    """A player as a seat sees them."""
    alliances = [Gang(gang) for gang in position.alliance[3 * player : 3 * player + 3] if gang >= 0]
    revealed = [gang for gang in alliances if position.shown[player] >> gang.number & 1]
    own = player == seat
    if own or position.ended:  # G7.1
        seen: tuple[Gang | None, ...] = tuple(alliances)
    else:
        # In the order of the gangs: which one was dealt last stays a secret (G1.2).
        seen = (*sorted(revealed), *[None] * (len(alliances) - len(revealed)))
    return Gangster(
        alliances=seen,
        revealed=tuple(sorted(revealed)),
        influence=tuple(unpack(position.influence[player])) if own else None,
        influence_size=position.influence_size[player],
        passed=bool(position.passed >> player & 1),
    )


def imagine(view: GangsView) -> GangsPosition:
    """The position as far as a seat's view shows it. Raises ValueError for an impossible view.

    What others hide lies among the members of the deck; `belief` deals it out.
    """
    if instance(view, GangsView, "A view").seat is None:
        raise ValueError("A watcher's view is not enough: it must be the view of a seat.")
    players = whole(len(view.players), "The number of players", 2, 4)
    base = whole(view.base, "The base", 1, 5)
    seats = range(players)
    own = view.seat
    padding = [0] * (4 - players)
    hands = [[Gang(gang) for gang in player.influence or ()] for player in view.players]
    alliance = [-1] * 12
    for seat, player in enumerate(view.players):
        if seat == own or view.ended:  # G7.1
            alliance[3 * seat : 3 * seat + 3] = [Gang(gang).number for gang in player.alliances if gang]
    unseen = _hidden_members(view)
    deck = [Gang(gang) for gang in view.deck or ()]
    fields = SimpleNamespace(
        players=players,
        base=base,
        turn=view.turn,
        first=whole(view.first, "A seat", 0, players - 1),
        mover=whole(view.mover, "A seat", 0, players - 1),
        board=[Gang(view.pyramid[spot]).number if spot in view.pyramid else -1 for spot in SPOTS],
        filled=sum(1 << spot.number for spot in SPOTS if spot in view.pyramid),
        gap=Spot(view.gap).number if view.gap else -1,
        top=Gang(view.top).number if view.top else -1,
        alliance=alliance,
        shown=[sum(1 << Gang(gang).number for gang in set(player.revealed)) for player in view.players] + padding,
        influence=[pack(hand) for hand in hands] + padding,
        influence_size=[whole(player.influence_size, "A number of cards", 0, 64) for player in view.players] + padding,
        bosses=pack(view.bosses),
        bosses_size=len(view.bosses),
        members=pack(unseen),
        members_size=len(unseen),
        discard=pack(view.discard),
        discard_size=len(view.discard),
        expelled=pack(view.expelled),
        crowned=bool(view.crowned),
        reached=whole(view.reached, "The row reached", 0, 5),
        due=bool(view.due),
        reveals=whole(view.reveals, "The number of reveals", 0, players - 1),
        passed=sum(1 << seat for seat, player in enumerate(view.players) if player.passed),
        ended=BY_PASSES if view.ended else 0,
        unknown=0 if view.ended else sum(1 << seat for seat in seats if seat != own),
        reshuffles=int(view.deck is not None),
        deck=pack(deck),
        deck_size=len(deck),
        laying=bool(view.gap) and len(view.pyramid) < len(row_of(base)),
        owed=int(view.top is None and view.deck_size > 0 and not view.ended),
    )
    text.refuse_impossible({}, fields)
    return text._restored(fields)


def _hidden_members(view: GangsView) -> list[Gang]:
    """The members that the seat has not seen: others' secrets, and the end of the deck."""
    seen = [*view.pyramid.values(), *view.bosses, *view.discard, *view.expelled, *([view.top] if view.top else [])]
    for player in view.players:
        seen += [gang for gang in player.alliances if gang]
        seen += player.influence or ()
    cards = {"seen": [Gang(gang) for gang in seen]}
    notation.put_rest(cards, ("seen", "unseen"), cards_of(view.base))
    return cards["unseen"]
