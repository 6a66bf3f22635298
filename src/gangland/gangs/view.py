"""What a seat may know of a game of Gangs of New York (G8). Secrets are cut here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass

from gangland.game import View
from gangland.gangs.cards import SPOTS, Gang, Spot, pack, texts, unpack
from gangland.gangs.moves import GangsMove
from gangland.gangs.position import GangsPosition

BY_PASSES = 1  # as in the kernel


@dataclass(frozen=True)
class Gangster:
    """A player as another one sees them."""

    alliances: tuple[str | None, ...]  # None where secret
    revealed: tuple[str, ...]
    influence: tuple[str, ...] | None  # None where secret
    influence_size: int
    passed: bool


@dataclass(frozen=True)
class GangsView(View):
    first: int
    mover: int  # whose turn it is, also while others reveal
    players: tuple[Gangster, ...]
    pyramid: dict[str, str]  # the occupied spots
    gap: str | None
    top: str | None
    deck_size: int  # with the top card
    bosses: tuple[str, ...]  # those still below the top card: two of each gang were there (G1.4)
    discard: tuple[str, ...]
    expelled: tuple[str, ...]
    crowned: bool
    reached: int  # the highest of rows 4 and 5 that has brought its reveals
    due: bool  # reveals wait until the gaps are filled (G5.3)
    reveals: int  # how many are still to be made now


def view(position: GangsPosition, seat: int | None) -> GangsView:
    moves = position.moves() if seat == position.turn else []
    return GangsView(
        seat=seat,
        turn=position.turn,
        legal_moves=tuple(str(GangsMove(move)) for move in moves),
        scores=tuple(
            position.score(player) if player == seat or position.ended else None for player in range(position.players)
        ),
        first=position.first,
        mover=position.mover,
        players=tuple(see_player(position, other, seat) for other in range(position.players)),
        pyramid={str(spot): str(Gang(position.board[spot])) for spot in SPOTS if position.board[spot] >= 0},
        gap=str(Spot(position.gap)) if position.gap >= 0 else None,
        top=str(Gang(position.top)) if position.top >= 0 else None,
        deck_size=position.bosses_size + position.members_size + (position.top >= 0),
        bosses=texts(unpack(position.bosses)),
        discard=texts(unpack(position.discard)),
        expelled=texts(unpack(position.expelled)),
        crowned=position.crowned,
        reached=position.reached,
        due=position.due,
        reveals=position.reveals,
        ended="passes" if position.ended else None,
    )


def see_player(position: GangsPosition, player: int, seat: int | None) -> Gangster:
    alliances = [Gang(gang) for gang in position.alliance[3 * player : 3 * player + 3] if gang >= 0]
    revealed = [gang for gang in alliances if position.shown[player] >> gang & 1]
    own = player == seat
    if own or position.ended:  # G7.1
        seen: tuple[str | None, ...] = texts(alliances)
    else:
        # In the order of the gangs: which one was dealt last stays a secret (G1.2).
        seen = (*texts(sorted(revealed)), *[None] * (len(alliances) - len(revealed)))
    return Gangster(
        alliances=seen,
        revealed=texts(sorted(revealed)),
        influence=texts(unpack(position.influence[player])) if own else None,
        influence_size=position.influence_size[player],
        passed=bool(position.passed >> player & 1),
    )


def imagine(view: GangsView) -> GangsPosition:
    """The position as far as this view goes: what others hide lies among the members of the deck (see `belief`)."""
    assert view.seat is not None
    position = GangsPosition()
    position.players = len(view.players)
    position.turn, position.first, position.mover = view.turn, view.first, view.mover
    position.board = [int(Gang.parse(view.pyramid[str(spot)])) if str(spot) in view.pyramid else -1 for spot in SPOTS]
    position.filled = sum(1 << spot for spot in SPOTS if str(spot) in view.pyramid)
    position.gap = int(Spot.parse(view.gap)) if view.gap else -1
    position.top = int(Gang.parse(view.top)) if view.top else -1
    alliance = [-1] * 12
    for seat, player in enumerate(view.players):
        if seat == view.seat or view.ended:  # G7.1
            alliance[3 * seat : 3 * seat + 3] = [int(Gang.parse(gang)) for gang in player.alliances if gang]
    position.alliance = alliance
    position.ended = BY_PASSES if view.ended else 0
    padding = [0] * (4 - position.players)
    position.shown = [sum(1 << Gang.parse(gang) for gang in player.revealed) for player in view.players] + padding
    hands = [player.influence or () for player in view.players]
    position.influence = [pack(Gang.parse(gang) for gang in hand) for hand in hands] + padding
    position.influence_size = [player.influence_size for player in view.players] + padding
    position.bosses, position.bosses_size = pack(Gang.parse(gang) for gang in view.bosses), len(view.bosses)
    position.discard, position.discard_size = pack(Gang.parse(gang) for gang in view.discard), len(view.discard)
    position.expelled = pack(Gang.parse(gang) for gang in view.expelled)
    position.crowned, position.reached = view.crowned, view.reached
    position.due, position.reveals = view.due, view.reveals
    position.passed = sum(1 << seat for seat, player in enumerate(view.players) if player.passed)
    unseen = hidden_members(view)
    position.members, position.members_size = pack(unseen), len(unseen)
    return position


def hidden_members(view: GangsView) -> list[Gang]:
    """The cards that the seat has not seen and that are no bosses: others' secrets, and the end of the deck."""
    seen = [*view.pyramid.values(), *view.bosses, *view.discard, *view.expelled, *([view.top] if view.top else [])]
    for player in view.players:
        seen += [gang for gang in player.alliances if gang]
        seen += player.influence or ()
    return [Gang(gang) for gang in range(8) for _ in range(8 - seen.count(str(Gang(gang))))]
